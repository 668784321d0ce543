"""The paper as values: seats, games, tables, and what was noted of a hand beside its points.

The same play with home and away the other way round.

A sheet with what follows from it filled in, and what it gives.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from league.shared.text import listed
from scoring import AWAY, HOME, games, matches
from scoring.hands import Hand, HandPenalty, Score
from scoring.matches import MatchFormat
from scoring.rules import Rules
from scoring.seats import Side, Taker


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatName:
    """A name on the sheet: a player of the league by database key, or what was written if nobody has it."""

    player: int | None = None
    written: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandNotes:
    """What a sheet has of a hand beside its points: the cards turned up, the call on them, its play.

    `turned` are cards, or their ranks alone, as they were turned: "6S KC". `call` is STOOD, GAVE or RAN, or
    empty. `record` is the play card by card in the notation, the players lettered from the one who led.
    """

    turned: str = ""
    call: str = ""
    record: str = ""


STOOD, GAVE, RAN = "-", "g", "r"
"""Calls on the card turned up: eldest stood, or begged and the dealer gave or ran the pack."""


HANDS, FOOT, DISPUTED = "hands", "foot", "disputed"
"""What counts of a game whose final score, the foot of the sheet, differs from its hands."""
CONTRADICTIONS = {
    HANDS: "count the hands",
    FOOT: "count the foot of the sheet",
    DISPUTED: "count the foot and mark the match as disputed",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetGame:
    """One game of a table: its hands where the sheet has them, its final score, and who sat down for it.

    `notes` go with the hands, one each, or are empty where nothing was noted at all. `penalties` are those of
    which the sheet does not say in which hand they were given. `contradiction` says what counts where foot
    and hands differ; `foot` is then the score at the foot, if the hands count.
    """

    number: int = 1
    home_score: int | None = None
    away_score: int | None = None
    hands: tuple[Hand, ...] = ()
    penalties: tuple[HandPenalty, ...] = ()
    contradiction: str = ""
    foot: tuple[int, int] | None = None
    notes: tuple[HandNotes, ...] = ()
    home_pair: tuple[SeatName, ...] = ()
    away_pair: tuple[SeatName, ...] = ()
    first_pitch: Side | None = None

    @property
    def score(self) -> tuple[int, int] | None:
        """The final score; None while a side of it is not known."""
        if self.home_score is None or self.away_score is None:
            return None
        return self.home_score, self.away_score


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

    def game(self, table: int, number: int) -> SheetGame | None:
        """Return a game of a table; None if nothing of it is on the sheet."""
        games = (game for on_sheet in self.tables if on_sheet.number == table for game in on_sheet.games)
        return next((game for game in games if game.number == number), None)

    def with_games(self, changed: Callable[[int, SheetGame], SheetGame]) -> Self:
        """Return the sheet with each game as `changed` returns it for the number of its table."""
        tables = (
            replace(table, games=tuple(changed(table.number, game) for game in table.games))
            for table in self.tables
        )
        return replace(self, tables=tuple(tables))


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetFault:
    """Something on the sheet that cannot be, and where: table, game, hand from 1, the award by its name."""

    code: str
    sentence: str
    table: int
    game: int = 1
    hand: int | None = None
    award: str | None = None


def mirrored(sheet: Sheet) -> Sheet:
    """Return the same play with home and away the other way round."""
    return sheet.with_games(lambda _, game: _mirrored_game(game))


def _mirrored_game(game: SheetGame) -> SheetGame:
    return replace(
        game,
        home_score=game.away_score,
        away_score=game.home_score,
        home_pair=game.away_pair,
        away_pair=game.home_pair,
        first_pitch=None if game.first_pitch is None else 1 - game.first_pitch,
        hands=tuple(_mirrored_hand(hand) for hand in game.hands),
        penalties=_mirrored_penalties(game.penalties),
        foot=game.foot and (game.foot[AWAY], game.foot[HOME]),
    )


def _mirrored_penalties(penalties: tuple[HandPenalty, ...]) -> tuple[HandPenalty, ...]:
    return tuple(replace(penalty, side=1 - penalty.side) for penalty in penalties)


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
        penalties=_mirrored_penalties(hand.penalties),
        before=tuple(replace(pegged, side=1 - pegged.side) for pegged in hand.before),
        no_game_for=tuple(sorted(1 - side for side in hand.no_game_for)),
    )


def _other(taker: Taker | None) -> Taker | None:
    return 1 - taker if isinstance(taker, int) else taker


def completed(sheet: Sheet, rules: Rules) -> Sheet:
    """Return the sheet with what follows filled in and what is empty left out.

    A final score follows from the hands, or the winner's from the loser's; games without a score and
    seats without a name go.
    """
    return replace(sheet, tables=tuple(_completed_table(table, rules) for table in sheet.tables))


def _completed_table(table: SheetTable, rules: Rules) -> SheetTable:
    begun = (game for game in table.games if is_begun(game))
    return replace(table, games=tuple(_completed_game(game, rules) for game in begun))


def _completed_game(game: SheetGame, rules: Rules) -> SheetGame:
    home_score, away_score = _final_score(game, rules)
    contradiction, foot = game.contradiction, game.foot
    if contradiction and game.hands and home_score is not None and away_score is not None:
        played = games.score_game(game.hands, rules)
        at_foot = foot or (home_score, away_score)
        if played.scores == at_foot and ends_by_hands(game, played) and played.hands == len(game.hands):
            contradiction, foot = "", None
        elif contradiction == HANDS and ends_by_hands(game, played):
            (home_score, away_score), foot = played.scores, at_foot
    return replace(
        game,
        home_score=home_score,
        away_score=away_score,
        contradiction=contradiction,
        foot=foot,
        home_pair=_named(game.home_pair),
        away_pair=_named(game.away_pair),
        notes=_noted(game),
    )


def _noted(game: SheetGame) -> tuple[HandNotes, ...]:
    """Return notes for every hand, or none where nothing is noted."""
    notes = (*game.notes, *(HandNotes() for _ in game.hands))[: len(game.hands)]
    return notes if any(note != HandNotes() for note in notes) else ()


def _named(pair: tuple[SeatName, ...]) -> tuple[SeatName, ...]:
    return tuple(name for name in pair if name.player or name.written)


def _final_score(game: SheetGame, rules: Rules) -> tuple[int | None, int | None]:
    home, away, target = game.home_score, game.away_score, rules.target
    if game.hands and home is None and away is None:
        played = games.score_game(game.hands, rules)
        return (home, away) if not ends_by_hands(game, played) else (played.scores[HOME], played.scores[AWAY])
    if target is None or not rules.cap_at_target:
        return home, away
    if away is None and home is not None and home < target:
        return home, target
    if home is None and away is not None and away < target:
        return target, away
    return home, away


def match_score(
    sheet: Sheet,
    rules: Rules,
    match_format: MatchFormat,
    walkovers: Mapping[int, int | None] | None = None,
) -> matches.MatchScore:
    """Return what the sheet gives: tables, aggregate, match points.

    Tables without a score count as not played. `walkovers` names the side that each table given without play
    was given to, None for neither: they count whatever was played there.
    """
    given = walkovers or {}
    return matches.score_match(
        tuple(None if table.number in given else _scores(table) for table in completed(sheet, rules).tables),
        match_format,
        {number - 1: side for number, side in given.items() if side is not None},
    )


def _scores(table: SheetTable) -> tuple[tuple[int, int], ...] | None:
    scores = tuple(score for game in table.games if (score := game.score))
    return scores if table.is_played and scores else None


def is_begun(game: SheetGame) -> bool:
    """Return whether a hand, a penalty or a score of the game is saved."""
    return bool(game.hands or game.penalties) or game.home_score is not None or game.away_score is not None


def ends_by_hands(game: SheetGame, played: games.GameScore) -> bool:
    """Return whether the hands give the whole game: it was won, and nothing before that is not recorded."""
    return played.winner is not None and not game.penalties and first_gap(played) is None


def first_gap(played: games.GameScore) -> int | None:
    """Return the hand (from 0) in which the first award is not recorded; None if there is none."""
    gaps = (fault.hand for fault in played.faults if fault.code == "award_missing")
    return next(gaps, None)


def known_running(played: games.GameScore, penalties: Sequence[HandPenalty] = ()) -> tuple[Score | None, ...]:
    """Return the score after each hand; None from the first on that is not recorded whole.

    `penalties` are those given nobody knows when: with them no score on the way is known.
    """
    gap = 0 if penalties else first_gap(played)
    known = played.running[:gap]
    return (*known, *(None for _ in played.running[len(known) :]))


def beside_result(game: SheetGame, rules: Rules) -> Iterator[str]:
    """Yield in sentences what a sheet says beside the score that counts, and what it does not say."""
    played = games.score_game(game.hands, rules)
    if game.foot:
        yield f"The foot of the sheet says {_dashed(game.foot)}. Its hands count."
    elif game.contradiction:
        yield f"The hands give {_dashed(played.scores)}. The foot of the sheet counts."
    gaps = [str((fault.hand or 0) + 1) for fault in played.faults if fault.code == "award_missing"]
    if gaps and game.home_score is not None:
        yield f"Not recorded in full: hand{'s' if len(gaps) > 1 else ''} {listed(gaps)}."
    for penalty in game.penalties:
        side = "home" if penalty.side == HOME else "away"
        why = penalty.reason or "no reason is recorded"
        yield f"{penalty.points} to {side}, in a hand that is not recorded: {why}."


def _dashed(score: Sequence[int]) -> str:
    return "–".join(map(str, score))
