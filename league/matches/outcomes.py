"""What happened in a match and what was ruled about it, as plain values.

Standings and regulations both read these. They know nothing of the database, and nothing of what a
match is worth: that is the season's rule book.
"""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from league.matches.sheet.values import Sheet

TeamKey = int
"""Whatever identifies a team to the caller: its key in the database, or any small number in a test."""

Pair = tuple[int, int]
"""A figure of each side, home first."""


class AtFault(StrEnum):
    """The side a walkover is given against."""

    HOME = "h"
    AWAY = "a"
    BOTH = "b"


TURNED = {AtFault.HOME: AtFault.AWAY, AtFault.AWAY: AtFault.HOME, AtFault.BOTH: AtFault.BOTH}
"""Who is at fault, where the other side is at home."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOutcome:
    """A table of a match: its number and the scores of its games, home first. No games: it was not played.

    `won` is how many games each side won, where the games' own scores are not known; `games` is empty then.
    """

    number: int
    games: tuple[Pair, ...] = ()
    won: Pair | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingInForce:
    """A decision of the league, in force from the day it was taken until it was revoked, if it was."""

    on: datetime.date
    reason: str = ""
    revoked_on: datetime.date | None = None

    def is_in_force(self, as_of: datetime.date | None) -> bool:
        """Return whether it counted at the end of that day; with None, whether it counts now."""
        if as_of is None:
            return self.revoked_on is None
        return self.on <= as_of and (self.revoked_on is None or self.revoked_on > as_of)


@dataclass(frozen=True, slots=True, kw_only=True)
class Walkover(RulingInForce):
    """A match, or one table of it, given without play. With both sides at fault nobody gets anything."""

    at_fault: AtFault
    table: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Void(RulingInForce):
    """A match, or one table of it, that counts for nobody, whatever was played."""

    table: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjustment(RulingInForce):
    """Match points given to a team, or taken from it, in halves."""

    team: TeamKey
    halves: int


class WithdrawalEffect(StrEnum):
    """What becomes of the results of a team that left its division, and of the matches it had to play."""

    ALL_VOID = "all_void"  # none of them counts for anybody
    SECOND_HALF_VOID = "second_half_void"  # those of the second half of the season's weeks do not
    REST_AWARDED = "rest_awarded"  # they stand, and the other sides are given the rest as walkovers
    REST_FREE = "rest_free"  # they stand, and the other sides are free in the rest
    TEAM_TO_NOTHING = "team_to_nothing"  # the team stands at nothing, the others keep what they had of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawal(RulingInForce):
    """A team left the division, and what became of its results."""

    team: TeamKey
    effect: WithdrawalEffect = WithdrawalEffect.ALL_VOID


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOutcome:
    """A match of two teams, what stands on its card (None: no card yet), and what was ruled about it.

    `date` is None while a postponed match has no new date; `postponed_from` is its first one.
    `total` is one figure a side where no more is known: the score, the games won, or halves of match points,
    as `league.standings.shares` reads it by the format; `score` is the score beside match points.
    `hang_jacks` are those of the match, won by each side. A play-off decides between level teams and counts
    for nothing else. `public_id` is for links alone.
    """

    match: int
    week: int
    date: datetime.date | None
    home: TeamKey
    away: TeamKey
    postponed_from: datetime.date | None = None
    tables: tuple[TableOutcome, ...] | None = None
    total: Pair | None = None
    score: Pair | None = None
    hang_jacks: Pair | None = None
    walkovers: tuple[Walkover, ...] = ()
    voids: tuple[Void, ...] = ()
    is_play_off: bool = False
    public_id: str = ""

    @property
    def has_card(self) -> bool:
        """Whether a result is written down: it was played, if perhaps not at every table."""
        return self.tables is not None or self.total is not None

    @property
    def day(self) -> datetime.date | None:
        """The day it belongs to: its date, or the one it was postponed from."""
        return self.date or self.postponed_from

    def is_by(self, day: datetime.date) -> bool:
        """Return whether it was over by the end of that day, if it was played at all."""
        return self.day is not None and self.day <= day


def outcomes_of(sheet: Sheet, won: Mapping[int, Pair] | None = None) -> tuple[TableOutcome, ...]:
    """Return the tables of a sheet with the scores that are known; `won` are games won known alone."""
    return tuple(
        TableOutcome(
            number=table.number,
            games=tuple(game.score for game in table.games if table.is_played and game.score),
            won=(won or {}).get(table.number),
        )
        for table in sheet.tables
    )


def pair_of(home: int | None, away: int | None) -> Pair | None:
    """Return both sides' figures together; None unless both are known."""
    return None if home is None or away is None else (home, away)
