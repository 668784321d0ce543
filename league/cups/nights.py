"""A pairs night: entries at the door, so many rounds for everybody, and who has won.

A knock-out night is a cup with an open draw. Here nobody goes home early: every round pairs whoever is there,
either as the lot falls or those who have won as often as each other, and nobody twice with the same while
that can be.
"""

from dataclasses import dataclass
from enum import StrEnum

from league.cups.entries import CupRefused, Entrant
from league.outcomes import Pair

MOST_PAIRS = 200
MOST_NIGHT_ROUNDS = 30


class PairedBy(StrEnum):
    """How a round is paired."""

    LOT = "lot"  # everybody plays so many, whoever comes
    STANDING = "standing"  # Swiss: those who stand next to each other


@dataclass(frozen=True, slots=True, kw_only=True)
class NightEntry:
    """A pair that came: the first round it plays, and the last, if it went home before the end."""

    entrant: Entrant
    first: int = 1
    last: int | None = None

    def is_in(self, number: int) -> bool:
        return self.first <= number and (self.last is None or number <= self.last)


@dataclass(frozen=True, slots=True, kw_only=True)
class NightRound:
    """A round as it was drawn: the lot, the pairs in the order of their tables, and who is free."""

    number: int
    lot: str
    tables: tuple[Pair, ...]
    free: int | None = None

    def has(self, key: int) -> bool:
        """Whether this pair came out of the hat, for a table or to be free."""
        return key == self.free or any(key in pair for pair in self.tables)


@dataclass(frozen=True, slots=True, kw_only=True)
class NightResult:
    """What a table of a round played, the first named first."""

    round: int
    table: int
    score: Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class PairsNight:
    """A night: so many rounds, who came, what was drawn, what was played.

    `decided_for` won the game that was played for the night by those who were level at its end.
    """

    rounds: int
    paired_by: PairedBy = PairedBy.LOT
    decided_for: int | None = None
    entries: tuple[NightEntry, ...] = ()
    drawn: tuple[NightRound, ...] = ()
    results: tuple[NightResult, ...] = ()

    @property
    def is_over(self) -> bool:
        return len(self.drawn) >= self.rounds and not open_tables(self)


def open_tables(night: PairsNight) -> tuple[Pair, ...]:
    """Round and table of everything drawn that has no score yet."""
    known = {(one.round, one.table) for one in night.results}
    asked = ((one.number, table) for one in night.drawn for table in range(1, len(one.tables) + 1))
    return tuple(place for place in asked if place not in known)


def entry_of(night: PairsNight, key: int) -> NightEntry:
    """The pair entered under this number. CupRefused if there is none."""
    found = next((entry for entry in night.entries if entry.entrant.key == key), None)
    if found is None:
        raise CupRefused(f"Nobody is entered under the number {key}.")
    return found
