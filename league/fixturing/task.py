"""What is to be planned: teams, pubs, divisions with their nights, what is fixed, and what is wished for."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from league.fixturing.calendar import Calendar
from league.fixturing.plans import Plan
from league.fixturing.wishes import Wish

MOST_MEETINGS = 4


class SecondHalf(StrEnum):
    """How a later leg follows from the first.

    MIRRORED: the same weeks in the same order, home and away changed. FRENCH: so, but the first week of
    the leg comes last. ENGLISH: so, but the last week of the leg comes first, which has the fewest breaks
    and brings some returns at once. FREE: as it falls best, everybody once before anybody again.
    """

    MIRRORED = "mirrored"
    FRENCH = "french"
    ENGLISH = "english"
    FREE = "free"


@dataclass(frozen=True, slots=True, kw_only=True)
class Venue:
    """A pub: how many matches its tables can take on one night, and the nights it cannot host at all.

    `place` is any pair of miles east and north, for the travelling; None leaves it out.
    """

    key: str
    name: str
    capacity: int = 1
    closed: frozenset[datetime.date] = frozenset()
    place: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A team and the pub it is at home in."""

    key: str
    name: str
    venue: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Division:
    """Teams that all meet each other one to four times, on nights of their own.

    `nights` are all the nights it may play on, in order; those it does not need stay free. `teams` stand
    in the order of their strength, the strongest first, as far as anybody knows.
    """

    key: str
    name: str
    teams: tuple[str, ...]
    nights: tuple[datetime.date, ...]
    meetings: int = 2
    second_half: SecondHalf = SecondHalf.MIRRORED

    @property
    def leg(self) -> int:
        """The rounds in which everybody meets everybody once; odd numbers need one more, for free weeks."""
        return len(self.teams) - 1 + len(self.teams) % 2

    @property
    def rounds(self) -> int:
        """The rounds of the season."""
        return self.leg * self.meetings


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixed:
    """A match that stays on its day, home and away as they stand."""

    home: str
    away: str
    date: datetime.date


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What holds for every team: how many rounds lie between a match and its return at least, and the
    longest run of home or of away matches. None is no limit."""

    return_after: int = 0
    longest_run: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What unfairness weighs against wishes: a break, a match too many at home or away at any point of the
    season, a unit of carry-over, a match of the standing list that is moved."""

    breaks: int = 10
    balance: int = 2
    carry_over: int = 0
    change: int = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A season to plan.

    Args:
        calendar: the season's weeks, from which the divisions' nights come; for naming those taken out.
        standing: the list as it stands; what comes before `keep_before` has been played and stays.
        fair_draw: mixes the opponents' order, so that nobody always meets those whom another has just
            met (the carry-over effect); costs breaks.
    """

    teams: tuple[Team, ...]
    venues: tuple[Venue, ...]
    divisions: tuple[Division, ...]
    fixed: tuple[Fixed, ...] = ()
    wishes: tuple[Wish, ...] = ()
    rules: Rules = Rules()
    weights: Weights = Weights()
    fair_draw: bool = False
    calendar: Calendar | None = None
    standing: Plan | None = None
    keep_before: datetime.date | None = None

    def teams_by_key(self) -> Mapping[str, Team]:
        """Each team by its key."""
        return {team.key: team for team in self.teams}

    def venues_by_key(self) -> Mapping[str, Venue]:
        """Each pub by its key."""
        return {venue.key: venue for venue in self.venues}

    def division_of(self) -> Mapping[str, Division]:
        """The division of each team's key."""
        return {team: division for division in self.divisions for team in division.teams}
