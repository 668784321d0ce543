"""What stands on a paper score sheet, as values; what is wrong with it, in sentences. Knows no database."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scoring import AWAY, HOME, faults, games, matches
from scoring.hands import Hand
from scoring.rules import Rules
from scoring.seats import Side, Taker


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatName:
    """A name on the sheet: a player of the league by database key, or what was written if nobody has it."""

    player: int | None = None
    written: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetGame:
    """One game of a table: its hands where the sheet has them, its final score, and who sat down for it."""

    number: int = 1
    home_score: int | None = None
    away_score: int | None = None
    hands: tuple[Hand, ...] = ()
    home_pair: tuple[SeatName, ...] = ()
    away_pair: tuple[SeatName, ...] = ()
    first_pitch: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetTable:
    """One table of the sheet. Not played is not the same as lost to nil."""

    number: int
    is_played: bool = True
    games: tuple[SheetGame, ...] = ()
    remarks: str = ""
    private_remarks: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A whole sheet: every table of a match, in order."""

    tables: tuple[SheetTable, ...]
    remarks: str = ""
    private_remarks: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetFault:
    """Something on the sheet that cannot be, and where: table, game, hand from 1, the award by its name."""

    code: str
    sentence: str
    table: int
    game: int = 1
    hand: int | None = None
    award: str | None = None


def completed(sheet: Sheet, rules: Rules) -> Sheet:
    """The sheet with what follows filled in and what is empty left out.

    A final score follows from the hands, or the winner's from the loser's; games without a score and
    seats without a name go.
    """
    return replace(sheet, tables=tuple(_completed_table(table, rules) for table in sheet.tables))


def _completed_table(table: SheetTable, rules: Rules) -> SheetTable:
    begun = (game for game in table.games if _is_begun(game))
    return replace(table, games=tuple(_completed_game(game, rules) for game in begun))


def _completed_game(game: SheetGame, rules: Rules) -> SheetGame:
    home_score, away_score = _final_score(game, rules)
    return replace(
        game,
        home_score=home_score,
        away_score=away_score,
        home_pair=_named(game.home_pair),
        away_pair=_named(game.away_pair),
    )


def _named(pair: tuple[SeatName, ...]) -> tuple[SeatName, ...]:
    return tuple(name for name in pair if name.player or name.written)


def _final_score(game: SheetGame, rules: Rules) -> tuple[int | None, int | None]:
    home, away, target = game.home_score, game.away_score, rules.target
    if game.hands and home is None and away is None:
        played = games.score_game(game.hands, rules)
        return (home, away) if played.winner is None else (played.scores[HOME], played.scores[AWAY])
    if target is None or not rules.cap_at_target:
        return home, away
    if away is None and home is not None and home < target:
        return home, target
    if home is None and away is not None and away < target:
        return target, away
    return home, away


def sheet_faults(
    sheet: Sheet, rules: Rules, match_format: matches.MatchFormat, *, home: str = "Home", away: str = "Away"
) -> tuple[SheetFault, ...]:
    """Everything that keeps a sheet from being confirmed, in the order of the paper. Empty when all is well.

    Works on the completed sheet; `home` and `away` are what the sentences call the two sides.
    """
    reading = _Reading(rules, match_format, home, away)
    on_paper = {table.number: table for table in completed(sheet, rules).tables}
    faults_found = [
        fault
        for number in range(1, match_format.tables + 1)
        for fault in reading.table_faults(on_paper.pop(number, SheetTable(number=number)))
    ]
    return tuple(faults_found) + tuple(
        SheetFault(
            code="no_such_table",
            sentence=f"There is no table {number}: the match has tables 1 to {match_format.tables}.",
            table=number,
        )
        for number in on_paper
    )


def match_score(sheet: Sheet, rules: Rules, match_format: matches.MatchFormat) -> matches.MatchScore:
    """What the sheet gives: tables, aggregate, match points. Tables without a score count as not played."""
    return matches.score_match(
        tuple(_scores(table) for table in completed(sheet, rules).tables), match_format
    )


def _scores(table: SheetTable) -> tuple[tuple[int, int], ...] | None:
    scores = tuple(
        (game.home_score, game.away_score)
        for game in table.games
        if game.home_score is not None and game.away_score is not None
    )
    return scores if table.is_played and scores else None


def mirrored(sheet: Sheet) -> Sheet:
    """The same play with home and away the other way round."""
    return replace(
        sheet,
        tables=tuple(
            replace(table, games=tuple(_mirrored_game(game) for game in table.games))
            for table in sheet.tables
        ),
    )


def _mirrored_game(game: SheetGame) -> SheetGame:
    return replace(
        game,
        home_score=game.away_score,
        away_score=game.home_score,
        home_pair=game.away_pair,
        away_pair=game.home_pair,
        first_pitch=None if game.first_pitch is None else 1 - game.first_pitch,
        hands=tuple(_mirrored_hand(hand) for hand in game.hands),
    )


def _mirrored_hand(hand: Hand) -> Hand:
    card_points = None if hand.card_points is None else (hand.card_points[AWAY], hand.card_points[HOME])
    return replace(
        hand,
        high=_other(hand.high),
        low=_other(hand.low),
        jack=_other(hand.jack),
        game=_other(hand.game),
        pitcher_side=None if hand.pitcher_side is None else 1 - hand.pitcher_side,
        card_points=card_points,
        penalties=tuple(replace(penalty, side=1 - penalty.side) for penalty in hand.penalties),
    )


def _other(taker: Taker | None) -> Taker | None:
    return 1 - taker if isinstance(taker, int) else taker


@dataclass(frozen=True, slots=True)
class _Reading:
    """Reads one sheet under one rule book, calling the sides by their names."""

    rules: Rules
    match_format: matches.MatchFormat
    home: str
    away: str

    def table_faults(self, table: SheetTable) -> Iterator[SheetFault]:
        at = f"Table {table.number}"
        if not table.is_played:
            if any(_is_begun(game) for game in table.games):
                yield SheetFault(
                    code="unplayed_with_score",
                    sentence=f"{at} is marked as not played, but has a score. Clear one or the other.",
                    table=table.number,
                )
            return
        if not any(_is_begun(game) for game in table.games):
            yield SheetFault(
                code="no_score",
                sentence=f"{at} has no score yet. Type the loser's score, or mark the table as not played.",
                table=table.number,
            )
            return
        yield from self.missing_games(table)
        for game in table.games:
            if _is_begun(game):
                yield from self.game_faults(table, game)

    def missing_games(self, table: SheetTable) -> Iterator[SheetFault]:
        """Games nobody wrote down, at a table that has others; it may stop only once it is decided."""
        due = self.match_format.games_at(table.number - 1) if table.number <= self.match_format.tables else 0
        begun = [game for game in table.games if _is_begun(game)]
        home = sum((game.home_score or 0) > (game.away_score or 0) for game in begun)
        away = sum((game.away_score or 0) > (game.home_score or 0) for game in begun)
        if self.match_format.stop_when_decided and 2 * max(home, away) > due:
            return
        for number in sorted(set(range(1, due + 1)) - {game.number for game in begun}):
            yield SheetFault(
                code="no_score",
                sentence=f"Table {table.number} has no score for game {number} yet. Type the loser's score.",
                table=table.number,
                game=number,
            )

    def game_faults(self, table: SheetTable, game: SheetGame) -> Iterator[SheetFault]:
        played = games.score_game(game.hands, self.rules)
        for fault in played.faults:
            yield SheetFault(
                code=fault.code,
                sentence=faults.sentence(fault, home=self.home, away=self.away),
                table=table.number,
                game=game.number,
                hand=None if fault.hand is None else fault.hand + 1,
                award=str(fault.params["award"]) if "award" in fault.params else None,
            )
        if not played.faults:
            yield from self.final_faults(table, game, played)

    def final_faults(
        self, table: SheetTable, game: SheetGame, played: games.GameScore
    ) -> Iterator[SheetFault]:
        at = f"Table {table.number}" + (f", game {game.number}" if len(table.games) > 1 else "")
        if game.hands and played.winner is None:
            home, away = played.scores
            yield SheetFault(
                code="unfinished",
                sentence=(
                    f"{at} stands at {home}-{away} after hand {len(game.hands)} and nobody has won yet. "
                    "Enter the rest of its hands, or clear them and type only the final score."
                ),
                table=table.number,
                game=game.number,
            )
        elif game.home_score is None or game.away_score is None:
            yield SheetFault(
                code="half_a_score",
                sentence=self.half_a_score(at, game),
                table=table.number,
                game=game.number,
            )
        elif game.hands and (game.home_score, game.away_score) != tuple(played.scores):
            yield SheetFault(
                code="totals_differ",
                sentence=(
                    f"{at}: the sheet says {game.home_score}-{game.away_score}, "
                    f"its hands give {played.scores[HOME]}-{played.scores[AWAY]}. Put one of them right."
                ),
                table=table.number,
                game=game.number,
            )
        elif fault := self.final_fault((game.home_score, game.away_score)):
            yield SheetFault(
                code=fault.code,
                sentence=f"{at}: {faults.sentence(fault, home=self.home, away=self.away)}",
                table=table.number,
                game=game.number,
            )

    def half_a_score(self, at: str, game: SheetGame) -> str:
        """What a score that stands alone lacks; from the target on it cannot be the loser's."""
        typed = game.home_score if game.away_score is None else game.away_score
        target, most = self.match_format.target, self.match_format.overshoot
        if typed is None or target is None or typed < target:
            return f"{at} has only one side’s score. Type the loser’s; the winner’s follows from it."
        if typed > target + most:
            right = f"Type the loser’s score, fewer than {target}."
            return f"{at}: nobody has {typed} in a game to {target}. {right}"
        return f"{at} has only the winner’s score, {typed}. Type the loser’s as well, fewer than {target}."

    def final_fault(self, score: tuple[int, int]) -> faults.Fault | None:
        """What is wrong with a final score; without a target every score can be."""
        if self.match_format.target is None:
            return None
        return games.final_fault(score, self.match_format.target, overshoot=self.match_format.overshoot)


def _is_begun(game: SheetGame) -> bool:
    return bool(game.hands) or game.home_score is not None or game.away_score is not None


def players_twice(sheet: Sheet) -> tuple[int, ...]:
    """Players (database keys) at more than one table, or twice at one: worth a word before confirming."""
    seen: dict[int, tuple[int, int]] = {}
    twice: list[int] = []
    for table in sheet.tables:
        for game in table.games:
            for name in (*game.home_pair, *game.away_pair):
                if name.player is None:
                    continue
                place = (table.number, game.number)
                first = seen.setdefault(name.player, place)
                same_seat_in_another_game = first[0] == place[0] and first[1] != place[1]
                if first is not place and not same_seat_in_another_game and name.player not in twice:
                    twice.append(name.player)
    return tuple(twice)
