"""What happened in a match and what was ruled about it, as plain values.

Standings and regulations both read these. They know nothing of the database, and nothing of what a
match is worth: that is the season's rule book.
"""

import datetime
from dataclasses import dataclass
from enum import StrEnum

TeamKey = int
"""Whatever identifies a team to the caller: its key in the database, or any small number in a test."""


class AtFault(StrEnum):
    """The side a walkover is given against."""

    HOME = "h"
    AWAY = "a"
    BOTH = "b"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOutcome:
    """A table of a match: its number and the scores of its games, home first. No games: it was not played."""

    number: int
    games: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A decision of the league, in force from the day it was taken until it was revoked, if it was."""

    on: datetime.date
    reason: str = ""
    revoked_on: datetime.date | None = None

    def is_in_force(self, as_of: datetime.date | None) -> bool:
        """Whether it counted at the end of that day; None asks about now."""
        if as_of is None:
            return self.revoked_on is None
        return self.on <= as_of and (self.revoked_on is None or self.revoked_on > as_of)


@dataclass(frozen=True, slots=True, kw_only=True)
class Walkover(Ruling):
    """A match, or one table of it, given without play. With both sides at fault nobody gets anything."""

    at_fault: AtFault
    table: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjustment(Ruling):
    """Match points given to a team, or taken from it, in halves."""

    team: TeamKey
    halves: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawal(Ruling):
    """A team left the division: its results no longer count for anybody."""

    team: TeamKey


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOutcome:
    """A match of two teams, what stands on its card (None: no card yet), and its walkovers.

    `date` is None while a match that was put off has no new date; `postponed_from` is its first one.
    """

    match: int
    week: int
    date: datetime.date | None
    home: TeamKey
    away: TeamKey
    postponed_from: datetime.date | None = None
    tables: tuple[TableOutcome, ...] | None = None
    walkovers: tuple[Walkover, ...] = ()

    @property
    def day(self) -> datetime.date | None:
        """The day it belongs to: its date, or the one it was put off from."""
        return self.date or self.postponed_from

    def is_by(self, day: datetime.date) -> bool:
        """Whether it was over by the end of that day, if it was played at all."""
        return self.day is not None and self.day <= day
