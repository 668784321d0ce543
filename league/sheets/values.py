"""The paper as values: seats, games, tables, and what was noted of a hand beside its points."""

from dataclasses import dataclass

from scoring.hands import Hand
from scoring.seats import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatName:
    """A name on the sheet: a player of the league by database key, or what was written if nobody has it."""

    player: int | None = None
    written: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandNotes:
    """What a sheet has of a hand beside its points: the cards turned up, the word said to them, its play.

    `turned` are cards, or their ranks alone, as they were turned: "6S KC". `said` is STOOD, GAVE or RAN, or
    empty. `record` is the play card by card in the notation, the players lettered from the one who led.
    """

    turned: str = ""
    said: str = ""
    record: str = ""


STOOD, GAVE, RAN = "-", "g", "r"
"""What was said to the card turned up: eldest stood, or begged and the dealer gave or ran the pack."""


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
