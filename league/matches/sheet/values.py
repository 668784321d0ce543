"""The paper as values: seats, games, tables, and what was noted of a hand beside its points.

The same play with home and away the other way round.

A sheet with what follows from it filled in, and what it gives.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring import AWAY, HOME, games, matches
from scoring.hands import Hand
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


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetGame:
    """One game of a table: its hands where the sheet has them, its final score, and who sat down for it.

    `notes` go with the hands, one each, or are empty where nothing was noted at all.
    """

    number: int = 1
    home_score: int | None = None
    away_score: int | None = None
    hands: tuple[Hand, ...] = ()
    notes: tuple[HandNotes, ...] = ()
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


def mirrored(sheet: Sheet) -> Sheet:
    """Return the same play with home and away the other way round."""
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
    return replace(
        game,
        home_score=home_score,
        away_score=away_score,
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
        return (home, away) if played.winner is None else (played.scores[HOME], played.scores[AWAY])
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
    scores = tuple(
        (game.home_score, game.away_score)
        for game in table.games
        if game.home_score is not None and game.away_score is not None
    )
    return scores if table.is_played and scores else None


def is_begun(game: SheetGame) -> bool:
    """Return whether a hand or a score of the game is saved."""
    return bool(game.hands) or game.home_score is not None or game.away_score is not None
