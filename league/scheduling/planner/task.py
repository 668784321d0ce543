"""What is to be planned (teams, pubs, divisions, fixed matches, requests), and the list that is planned.

A request has a weight; one that must be met is a condition. A break of the turn of home and away weighs 10
(`Weights.breaks`), so a weight says how many breaks a request is worth.
"""

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from league.scheduling.planner.calendar import DAY, SeasonCalendar, monday_of
from league.shared.grouping import grouped

MOST_MEETINGS = 4


class SecondHalf(StrEnum):
    """How a later leg follows from the first.

    MIRRORED: the same weeks in the same order, home and away changed. FRENCH: mirrored, but the first week
    of the leg comes last. ENGLISH: mirrored, but the last week of the leg comes first, which has the fewest
    breaks and brings some returns at once. FREE: any order in which everybody meets once before anybody
    meets again.
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
class PlannedTeam:
    """A team and the pub it is at home in. `town` is where that is; `last_place` counts last season's teams
    through all divisions, 1 the best, None for a new team."""

    key: str
    name: str
    venue: str
    town: str = ""
    last_place: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MeetingCount:
    """How often some teams meet, if not as often as their division.

    `teams` meet each other, or `others` if there are any; a single team without others meets everybody.
    """

    teams: tuple[str, ...]
    times: int
    others: tuple[str, ...] = ()

    def is_about(self, first: str, second: str) -> bool:
        """Return whether these two teams are meant."""
        if self.others:
            ways = ((first, second), (second, first))
            return any(one in self.teams and two in self.others for one, two in ways)
        if len(self.teams) == 1:
            return self.teams[0] in (first, second)
        return first in self.teams and second in self.teams


class SeasonPart(StrEnum):
    """The first and the last third of a season."""

    EARLY = "early"
    LATE = "late"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedDivision:
    """Teams that all meet each other one to four times, on nights of their own.

    `nights` are all the nights it may play on, in order; those it does not need stay free. `teams` are in
    the order of their strength, the strongest first, as far as it is known. `differing` are teams that have
    joined or left in mid-season, or halves that play among themselves: of several that are about the same
    two teams the last holds.
    """

    key: str
    name: str
    teams: tuple[str, ...]
    nights: tuple[datetime.date, ...]
    meetings: int = 2
    second_half: SecondHalf = SecondHalf.MIRRORED
    differing: tuple[MeetingCount, ...] = ()

    def meetings_of(self, first: str, second: str) -> int:
        """Return how often two teams meet."""
        own = (count.times for count in reversed(self.differing) if count.is_about(first, second))
        return next(own, self.meetings)

    def days_of(self, part: SeasonPart) -> tuple[datetime.date | None, datetime.date | None]:
        """Return the first and the last day of a part of the season; None is no limit."""
        nights = self.nights[: self.rounds]
        third = -(-len(nights) // 3)
        if not nights:
            return None, None
        return (None, nights[third - 1]) if part is SeasonPart.EARLY else (nights[-third], None)

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
    """A match with a fixed day, home team and away team."""

    home: str
    away: str
    date: datetime.date

    @property
    def teams(self) -> tuple[str, str]:
        """Both teams, that at home first."""
        return self.home, self.away


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRules:
    """What holds for every team: how many rounds lie between a match and its return at least, and the
    longest run of home or of away matches. None is no limit."""

    return_after: int = 0
    longest_run: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What unfairness weighs against requests: a break, a match too many at home or away at any point of the
    season, a unit of carry-over, a match of the standing list that is moved.

    A published list is changed for conditions and requests, not for the sake of a few breaks. The last three
    are weighed only where somebody chose them (`season_shapes`).
    """

    breaks: int = 10
    balance: int = 2
    carry_over: int = 0
    change: int = 15
    run_in: int = 0
    travel: int = 0
    ends: int = 0


DEFAULT_WEIGHT = 30


class Where(StrEnum):
    """Where a team wants to be on a night."""

    HOME = "home"
    NOT_HOME = "not home"
    AWAY = "away"
    NOT_AWAY = "not away"
    NO_MATCH = "no match"


class End(StrEnum):
    """The first and the last night of a season."""

    FIRST = "first"
    LAST = "last"


class TeamGroup(StrEnum):
    """How teams of one pub want their nights to fall."""

    NEVER_ALL_AWAY = "never all away"
    HOME_TOGETHER = "home together"
    NEVER_ALL_HOME = "never all home"
    NEVER_HOME_TOGETHER = "never home together"
    OPPOSITE = "one home, one away"


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """How much a request matters, and why it is made; with `must` it is a condition."""

    weight: int = DEFAULT_WEIGHT
    must: bool = False
    because: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRequest(Weighed):
    """A team wants to be somewhere on some nights: days named, the first night, the last."""

    team: str
    where: Where
    days: tuple[datetime.date, ...] = ()
    ends: tuple[End, ...] = ()

    @property
    def teams(self) -> tuple[str, ...]:
        """The team alone, as other requests have their teams."""
        return (self.team,)


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupConstraint(Weighed):
    """Teams of one pub want their nights to fall together, or not, whenever all of them play.

    When two of them meet each other, one is away at home: that is no night apart.
    """

    teams: tuple[str, ...]
    company: TeamGroup


@dataclass(frozen=True, slots=True, kw_only=True)
class MeetingRequest(Weighed):
    """Two teams of a division want to meet at least once between two days; None is no limit.

    With a `part` of the season the days follow from it; with `apart` they are not to meet then.
    """

    teams: tuple[str, str]
    part: SeasonPart | None = None
    since: datetime.date | None = None
    until: datetime.date | None = None
    apart: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest(Weighed):
    """Teams want no more than so many matches at home, or away, running; one is home and away in turn."""

    teams: tuple[str, ...]
    longest: int


class Turn(StrEnum):
    """What teams ask of the turn of home and away in a season."""

    ENDS_HOME = "start or finish at home"
    ENDS_AWAY = "start or finish away"
    RESTED = "not twice away before"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRequest(Weighed):
    """Teams want to start or finish on one side: one of the two is enough. Or the first of them does not want
    to be away in both of its matches before it meets one of the others."""

    teams: tuple[str, ...]
    turn: Turn

    @property
    def asking(self) -> tuple[str, ...]:
        """The teams whose turn it is about."""
        return self.teams[:1] if self.turn is Turn.RESTED else self.teams


PlanRequest = TeamRequest | GroupConstraint | MeetingRequest | RunRequest | TurnRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeNight:
    """A team that plays its home matches on a day of the week, Monday 1, whatever its division's is."""

    team: str
    night: int


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Meeting:
    """A match of the list. Divisions and teams are named by their keys; rounds count from 1.

    `venue` is the pub that lends its room, empty where the team at home has its own.
    """

    date: datetime.date
    division: str
    round: int
    home: str
    away: str
    venue: str = ""

    @property
    def pair(self) -> frozenset[str]:
        """The two teams, in no order."""
        return frozenset((self.home, self.away))


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A whole list, in the order of its nights."""

    meetings: tuple[Meeting, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "meetings", tuple(sorted(self.meetings)))

    def of_team(self, team: str) -> tuple[Meeting, ...]:
        """Return a team's season, night by night."""
        return tuple(meeting for meeting in self.meetings if team in (meeting.home, meeting.away))

    def changed(self, changes: Mapping[Meeting, Meeting]) -> "Plan":
        """Return the list with some of its matches as they are to be."""
        return self.moved(lambda meeting: changes.get(meeting, meeting))

    def moved(self, change: Callable[[Meeting], Meeting]) -> "Plan":
        """Return the list with each match as it is to be."""
        return Plan(meetings=tuple(map(change, self.meetings)))

    def of_division(self, division: str) -> tuple[Meeting, ...]:
        """Return a division's season, night by night."""
        return tuple(meeting for meeting in self.meetings if meeting.division == division)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A season to plan.

    Args:
        calendar: the season's weeks, from which the divisions' nights come; for naming those taken out.
        standing: the published list; what comes before `keep_before` has been played and stays.
        fair_draw: mixes the order of opponents, so that no team always meets the previous opponent of
            another (the carry-over effect); costs breaks.
        home_nights: the day of the week of teams that are at home on another than their division.
    """

    teams: tuple[PlannedTeam, ...]
    venues: tuple[Venue, ...]
    divisions: tuple[PlannedDivision, ...]
    fixed: tuple[Fixed, ...] = ()
    requests: tuple[PlanRequest, ...] = ()
    rules: PlanRules = PlanRules()
    weights: Weights = Weights()
    fair_draw: bool = False
    calendar: SeasonCalendar | None = None
    standing: Plan | None = None
    keep_before: datetime.date | None = None
    home_nights: Mapping[str, int] = field(default_factory=dict)

    def home_night(self, team: str, night: datetime.date) -> datetime.date:
        """Return the night on which a team is at home in the week of a night of its division."""
        weekday = self.home_nights.get(team)
        return monday_of(night) + (weekday - 1) * DAY if weekday else night

    def is_lost(self, team: str, night: datetime.date) -> bool:
        """Return whether the home night of a team in that week is none to play on, though the night is."""
        own, calendar = self.home_night(team, night), self.calendar
        is_over = self.keep_before is not None and own < self.keep_before <= night
        is_in = calendar is None or (
            calendar.first <= own <= calendar.last and own not in dict(calendar.free)
        )
        return own != night and (is_over or not is_in)

    @property
    def is_regular(self) -> bool:
        """Whether everybody of a division meets everybody as often."""
        return not any(division.differing for division in self.divisions)

    def teams_by_key(self) -> Mapping[str, PlannedTeam]:
        """Return each team by its key."""
        return {team.key: team for team in self.teams}

    def venues_by_key(self) -> Mapping[str, Venue]:
        """Return each pub by its key."""
        return {venue.key: venue for venue in self.venues}

    def division_of(self) -> Mapping[str, PlannedDivision]:
        """Return the division of each team's key."""
        return {team: division for division in self.divisions for team in division.teams}


def format_plan(plan: Plan) -> list[list[Any]]:
    """Return a plan as plain lists that JSON can hold; a borrowed pub stands at the end of its row."""
    return [
        [
            meeting.date.isoformat(),
            meeting.division,
            meeting.round,
            meeting.home,
            meeting.away,
            *([meeting.venue] if meeting.venue else []),
        ]
        for meeting in plan.meetings
    ]


def parse_plan(rows: list[list[Any]]) -> Plan:
    """Return the plan of lists that `format_plan` wrote."""
    return Plan(
        meetings=tuple(
            Meeting(
                date=datetime.date.fromisoformat(day),
                division=division,
                round=number,
                home=home,
                away=away,
                venue="".join(venue),
            )
            for day, division, number, home, away, *venue in rows
        )
    )


def meetings_by_round(plan: Plan, division: str) -> Mapping[int, list[Meeting]]:
    """Return a division's matches by round."""
    return grouped((meeting.round, meeting) for meeting in plan.of_division(division))
