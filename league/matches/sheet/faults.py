"""What is wrong with a sheet, in sentences and each with its place."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from league.matches.sheet.finals import impossible_final, side_below_hands
from league.matches.sheet.openings import eldest_side, opening_faults
from league.matches.sheet.records import record_faults
from league.matches.sheet.values import (
    CONTRADICTIONS,
    DISPUTED,
    FOOT,
    Sheet,
    SheetFault,
    SheetGame,
    SheetTable,
    completed,
    ends_by_hands,
    is_begun,
)
from scoring import AWAY, HOME, errors, games
from scoring.matches import MatchFormat
from scoring.rules import Rules

CHOICES = ", ".join(CONTRADICTIONS.values())


def sheet_faults(
    sheet: Sheet,
    rules: Rules,
    match_format: MatchFormat,
    *,
    home: str = "Home",
    away: str = "Away",
    called: tuple[str, str] = ("table", "game"),
) -> tuple[SheetFault, ...]:
    """Return everything that keeps a sheet from being confirmed, in the order of the paper.

    Empty when all is well.

    Works on the completed sheet; `home` and `away` are what the sentences call the two sides, `called` what
    they call a table and a game.
    """
    reading = _Reading(rules, match_format, home, away, *called)
    on_paper = {table.number: table for table in completed(sheet, rules).tables}
    faults = [
        fault
        for number in range(1, match_format.tables + 1)
        for fault in reading.table_faults(on_paper.pop(number, SheetTable(number=number)))
    ]
    return tuple(faults) + tuple(
        SheetFault(
            code="no_such_table",
            sentence=f"There is no {called[0]} {number}: the match has {called[0]}s 1 to "
            f"{match_format.tables}.",
            table=number,
        )
        for number in on_paper
    )


@dataclass(frozen=True, slots=True)
class _Reading:
    """Reads one sheet under one rule book, calling the sides by their names."""

    rules: Rules
    match_format: MatchFormat
    home: str
    away: str
    table_word: str
    game_word: str

    def at(self, table: SheetTable, game: SheetGame | None = None) -> str:
        of_game = f", {self.game_word} {game.number}" if game and len(table.games) > 1 else ""
        return f"{self.table_word.capitalize()} {table.number}{of_game}"

    def table_faults(self, table: SheetTable) -> Iterator[SheetFault]:
        at = self.at(table)
        if not table.is_played:
            if any(is_begun(game) for game in table.games):
                yield SheetFault(
                    code="unplayed_with_score",
                    sentence=f"{at} is marked as not played, but has a score. Clear one or the other.",
                    table=table.number,
                )
            return
        if not any(is_begun(game) for game in table.games):
            yield SheetFault(
                code="no_score",
                sentence=f"{at} has no score yet. Type the loser's score, or mark the {self.table_word} as "
                "not played.",
                table=table.number,
            )
            return
        yield from self.missing_games(table)
        for game in table.games:
            if is_begun(game):
                yield from self.game_faults(table, game)

    def missing_games(self, table: SheetTable) -> Iterator[SheetFault]:
        """Yield games nobody wrote down, at a table that has others; it may stop only once it is decided."""
        due = self.match_format.games_at(table.number - 1) if table.number <= self.match_format.tables else 0
        begun = [game for game in table.games if is_begun(game)]
        leads = [(game.home_score or 0) - (game.away_score or 0) for game in begun]
        most_won = max(sum(lead > 0 for lead in leads), sum(lead < 0 for lead in leads))
        if self.match_format.stop_when_decided and 2 * most_won > due:
            return
        for number in sorted(set(range(1, due + 1)) - {game.number for game in begun}):
            yield SheetFault(
                code="no_score",
                sentence=f"{self.at(table)} has no score for {self.game_word} {number} yet. Type the loser's "
                "score.",
                table=table.number,
                game=number,
            )

    def game_faults(self, table: SheetTable, game: SheetGame) -> Iterator[SheetFault]:
        played = games.score_game(game.hands, self.rules)
        broken = [fault for fault in played.faults if not self.is_on_sheet(fault.code, game)]
        for fault in broken:
            yield SheetFault(
                code=fault.code,
                sentence=errors.sentence(fault, home=self.home, away=self.away),
                table=table.number,
                game=game.number,
                hand=None if fault.hand is None else fault.hand + 1,
                award=str(fault.params["award"]) if "award" in fault.params else None,
            )
        yield from self.noted_faults(table, game, played)
        if not broken:
            yield from self.final_faults(table, game, played)

    def is_on_sheet(self, code: str, game: SheetGame) -> bool:
        """Return whether a fault of the hands can stand: something not recorded, or written after the end."""
        has_final = game.score is not None
        is_after_end = code == "after_the_end" and game.contradiction != ""
        return has_final and (code == "award_missing" or is_after_end)

    def noted_faults(
        self, table: SheetTable, game: SheetGame, played: games.GameScore
    ) -> Iterator[SheetFault]:
        """Yield what was noted of a hand against its points: the card turned up, the play card by card."""
        scores = ((0, 0), *played.running)
        for number, (hand, noted) in enumerate(zip(game.hands, game.notes, strict=False), 1):
            for code, text in opening_faults(hand, noted, self.rules):
                yield self.fault_of_hand(code, f"Hand {number}: {text}", table, game, number)
            if noted.record and game.first_pitch is None:
                yield self.fault_of_hand(
                    "record_of_nobody",
                    f"Hand {number} has its cards: say which side led the first hand of the game.",
                    table,
                    game,
                    number,
                )
            elif noted.record and game.first_pitch is not None:
                eldest = eldest_side(game.first_pitch, number - 1)
                for fault in record_faults(noted.record, self.rules, eldest, scores[number - 1], hand):
                    yield self.record_fault(replace(fault, hand=number - 1), table, game, number)

    def record_fault(
        self, fault: errors.Fault, table: SheetTable, game: SheetGame, number: int
    ) -> SheetFault:
        """Return a fault of the cards of a hand, at the award it speaks of if there is one."""
        text = errors.sentence(fault, home=self.home, away=self.away)
        where = "" if text.startswith("Hand ") else f"The cards of hand {number}: "
        return replace(
            self.fault_of_hand(fault.code, where + text, table, game, number),
            award=str(fault.params["award"]) if "award" in fault.params else None,
        )

    def fault_of_hand(
        self, code: str, sentence: str, table: SheetTable, game: SheetGame, number: int
    ) -> SheetFault:
        return SheetFault(code=code, sentence=sentence, table=table.number, game=game.number, hand=number)

    def final_faults(
        self, table: SheetTable, game: SheetGame, played: games.GameScore
    ) -> Iterator[SheetFault]:
        if wrong := self.final_fault(self.at(table, game), game, played):
            yield SheetFault(code=wrong[0], sentence=wrong[1], table=table.number, game=game.number)

    def final_fault(self, at: str, game: SheetGame, played: games.GameScore) -> tuple[str, str] | None:
        """Return what is wrong with the end of a game, as a code and a sentence."""
        home, away = played.scores
        is_open = not ends_by_hands(game, played)
        if is_open and game.penalties and game.home_score is None and game.away_score is None:
            return "unfinished", f"{at} has a penalty without its hand: type the final score."
        if game.hands and is_open and game.home_score is None and game.away_score is None:
            return "unfinished", (
                f"{at} stands at {home}-{away} after hand {len(game.hands)} and nobody has won yet. "
                "Enter the rest of its hands, or its final score: the hands stay."
            )
        if game.home_score is None or game.away_score is None:
            return "half_a_score", self.half_a_score(at, game)
        score, does_foot_count = (game.home_score, game.away_score), game.contradiction in (FOOT, DISPUTED)
        if game.hands and not is_open and score != tuple(played.scores) and not does_foot_count:
            return "totals_differ", (
                f"{at}: the sheet says {score[HOME]}-{score[AWAY]}, its hands give {home}-{away}. "
                f"Correct one of them, or say what counts: {CHOICES}."
            )
        if fault := impossible_final(score, self.match_format):
            return fault.code, f"{at}: {errors.sentence(fault, home=self.home, away=self.away)}"
        side = side_below_hands(score, played.scores, self.rules) if is_open else None
        if side is None or does_foot_count:
            return None
        return "below_hands", (
            f"{at} cannot have ended {score[HOME]}-{score[AWAY]}: {(self.home, self.away)[side]} "
            f"had {played.scores[side]} after hand {len(game.hands)}. "
            "Correct one of them, or count the foot of the sheet."
        )

    def half_a_score(self, at: str, game: SheetGame) -> str:
        """Return the sentence for a score of one side only; from the target on it is the winner's."""
        typed = game.home_score if game.away_score is None else game.away_score
        target, most = self.match_format.target, self.match_format.overshoot
        if typed is None or target is None or typed < target:
            return f"{at} has only one side’s score. Type the loser’s; the winner’s follows from it."
        if typed > target + most:
            nobody = f"nobody has {typed} in a game to {target}"
            return f"{at}: {nobody}. Type the loser’s score, fewer than {target}."
        return f"{at} has only the winner’s score, {typed}. Type the loser’s as well, fewer than {target}."
