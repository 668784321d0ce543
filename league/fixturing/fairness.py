"""How fair a list is, team by team and as a whole: the page that is shown to a captain who complains.

Works on any list of the task, planned here or brought from elsewhere.
"""

import datetime
import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from league.fixturing.carry_over import carry_over, least_carry_over
from league.fixturing.checker import Fault, faults_of, nights_against
from league.fixturing.circle import least_breaks
from league.fixturing.plans import Meeting, Plan
from league.fixturing.task import Division, Task
from league.fixturing.wish_words import wish_said
from league.fixturing.wishes import Wish


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """A team's night: at home, away, or free (None)."""

    round: int
    date: datetime.date | None
    is_home: bool | None
    opponent: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamFairness:
    """One team's season. `most_ahead` is how far home and away were apart at the worst moment; `miles` is
    the way to all away matches, None where a pub's place is not known."""

    team: str
    name: str
    home: int
    away: int
    breaks: int
    longest_home: int
    longest_away: int
    most_ahead: int
    miles: float | None
    nights: tuple[Night, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionFairness:
    """One division: its breaks against the fewest there can be, the carry-over effect of its first leg
    against the best known, and the fewest rounds from a match to its return (None without returns)."""

    division: str
    name: str
    teams: tuple[TeamFairness, ...]
    breaks: int
    least_breaks: int
    carry_over: int
    best_carry_over: int
    soonest_return: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Clash:
    """A night on which a pub has more matches than room."""

    venue: str
    date: datetime.date
    matches: tuple[Meeting, ...]
    room: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WishOutcome:
    """A wish, in words, and the nights on which it is not met; one None where it is about no single night."""

    wish: Wish
    sentence: str
    missed: tuple[datetime.date | None, ...]

    @property
    def is_met(self) -> bool:
        """Whether there is nothing against it."""
        return not self.missed


@dataclass(frozen=True, slots=True, kw_only=True)
class Fairness:
    """The whole report. `faults` are the independent checker's: none if every condition holds."""

    divisions: tuple[DivisionFairness, ...]
    clashes: tuple[Clash, ...]
    wishes: tuple[WishOutcome, ...]
    faults: tuple[Fault, ...]

    @property
    def breaks(self) -> int:
        """The breaks of all divisions together."""
        return sum(division.breaks for division in self.divisions)


def fairness_of(task: Task, plan: Plan) -> Fairness:
    """The report on a list."""
    return Fairness(
        divisions=tuple(_division(task, plan, division) for division in task.divisions),
        clashes=_clashes(task, plan),
        wishes=tuple(
            WishOutcome(wish=wish, sentence=wish_said(wish, task), missed=tuple(nights_against(wish, plan)))
            for wish in task.wishes
        ),
        faults=faults_of(task, plan),
    )


def _division(task: Task, plan: Plan, division: Division) -> DivisionFairness:
    teams = tuple(_team(task, plan, division, team) for team in division.teams)
    places = {team: number for number, team in enumerate(division.teams, 1)}
    leg = [
        [places.get(night.opponent, 0) for night in team.nights if night.round <= division.leg]
        for team in teams
    ]
    return DivisionFairness(
        division=division.key,
        name=division.name,
        teams=teams,
        breaks=sum(team.breaks for team in teams),
        least_breaks=least_breaks(len(teams), division.meetings, division.second_half),
        carry_over=carry_over(leg),
        best_carry_over=least_carry_over(len(teams)),
        soonest_return=_soonest_return(plan.of_division(division.key)),
    )


def _team(task: Task, plan: Plan, division: Division, team: str) -> TeamFairness:
    season = sorted(plan.of_team(team), key=lambda meeting: meeting.round)
    sides = [meeting.home == team for meeting in season]
    ahead = [sum(1 if side else -1 for side in sides[: number + 1]) for number in range(len(sides))]
    return TeamFairness(
        team=team,
        name=task.teams_by_key()[team].name,
        home=sum(sides),
        away=len(sides) - sum(sides),
        breaks=sum(one == other for one, other in pairwise(sides)),
        longest_home=_longest(sides, True),
        longest_away=_longest(sides, False),
        most_ahead=max(map(abs, ahead), default=0),
        miles=_miles(task, team, season),
        nights=_nights(division, team, season),
    )


def _longest(sides: Sequence[bool], side: bool) -> int:
    return max((len(list(run)) for value, run in groupby(sides) if value is side), default=0)


def _nights(division: Division, team: str, season: Sequence[Meeting]) -> tuple[Night, ...]:
    at = {meeting.round: meeting for meeting in season}
    found = []
    for number in range(1, max(division.rounds, *at, 1) + 1):
        meeting = at.get(number)
        if meeting is None:
            found.append(Night(round=number, date=None, is_home=None))
            continue
        is_home = meeting.home == team
        opponent = meeting.away if is_home else meeting.home
        found.append(Night(round=number, date=meeting.date, is_home=is_home, opponent=opponent))
    return tuple(found)


def _miles(task: Task, team: str, season: Sequence[Meeting]) -> float | None:
    teams, venues = task.teams_by_key(), task.venues_by_key()
    own = venues[teams[team].venue].place
    away = [venues[teams[meeting.home].venue].place for meeting in season if meeting.away == team]
    if own is None or any(place is None for place in away):
        return None
    return round(sum(math.dist(own, place) for place in away if place is not None), 1)


def _soonest_return(meetings: Sequence[Meeting]) -> int | None:
    rounds: dict[frozenset[str], list[int]] = defaultdict(list)
    for meeting in meetings:
        rounds[meeting.pair].append(meeting.round)
    gaps = [other - one for met in rounds.values() for one, other in pairwise(sorted(met))]
    return min(gaps, default=None)


def _clashes(task: Task, plan: Plan) -> tuple[Clash, ...]:
    teams = task.teams_by_key()
    hosts: dict[tuple[str, datetime.date], list[Meeting]] = defaultdict(list)
    start = task.keep_before or datetime.date.min
    for meeting in plan.meetings:
        if meeting.date >= start:  # a team may have moved to another pub since
            hosts[teams[meeting.home].venue, meeting.date].append(meeting)
    rooms = {venue.key: venue.capacity for venue in task.venues}
    return tuple(
        Clash(venue=venue, date=night, matches=tuple(found), room=rooms[venue])
        for (venue, night), found in sorted(hosts.items(), key=lambda one: one[0])
        if len(found) > rooms[venue]
    )
