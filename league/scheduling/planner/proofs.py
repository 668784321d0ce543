"""Proofs that conditions of a season in progress are too many together.

Every match to come is left free: any night, either side at home, any pub. Rules about runs and returns are
left out. What cannot be then cannot be at all, unless a division plays on none of the night of a round; what
can be may still be found by no search.
"""

import datetime
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import TypeVar

from league.scheduling.planner.conditions import Closed, Condition
from league.scheduling.planner.grid import round_nights
from league.scheduling.planner.skeleton import add_company
from league.scheduling.planner.solver import Problem, SolverVerdict, solve
from league.scheduling.planner.task import (
    Fixed,
    GroupConstraint,
    Meeting,
    MeetingRequest,
    PlannedDivision,
    Task,
    TeamGroup,
    TeamRequest,
    Where,
)

SECONDS = 5.0
Item = TypeVar("Item")


def smallest_set(
    items: Sequence[Item],
    is_impossible: Callable[[list[Item]], bool],
    is_over: Callable[[], bool] = lambda: False,
) -> list[Item] | None:
    """Return a smallest set that is impossible, or None if all of them are possible together.

    The algorithm is QuickXplain (U. Junker 2004). Once `is_over()` it stops, and the set means nothing.
    """
    if not is_impossible(list(items)):
        return None

    def needed(background: list[Item], was_added: bool, left: list[Item]) -> list[Item]:
        if is_over() or (was_added and is_impossible(background)):
            return []
        if len(left) == 1:
            return left
        half = len(left) // 2
        late = needed(background + left[:half], True, left[half:])
        return needed(background + late, bool(late), left[:half]) + late

    return needed([], False, list(items)) if items else None


class FreeSeason:
    """The matches to come as an exact problem in which each may have any night that its division has."""

    def __init__(self, task: Task) -> None:
        self.task, self.start = task, task.keep_before or datetime.date.min
        self.problem = Problem()
        standing = task.standing.meetings if task.standing else ()
        self.played = [meeting for meeting in standing if meeting.date < self.start]
        self.own_nights: dict[frozenset[str], set[datetime.date]] = defaultdict(set)
        for meeting in standing:
            if meeting.date >= self.start and not (task.calendar and task.calendar.off_on(meeting.date)):
                self.own_nights[meeting.pair].add(meeting.date)
        self.rounds = {
            division.key: {night for night in round_nights(division, task).values() if night >= self.start}
            for division in task.divisions
        }
        self.at: dict[tuple[str, str, datetime.date], int] = {}
        self.home: dict[tuple[str, datetime.date], list[int]] = defaultdict(list)
        self.away: dict[tuple[str, datetime.date], list[int]] = defaultdict(list)
        self.on: dict[datetime.date, list[int]] = defaultdict(list)
        for division in task.divisions:
            for first, second in combinations(division.teams, 2):
                self._add_couple(division, first, second)
        for team, night in {*self.home, *self.away}:
            self.problem.row([*self.home[team, night], *self.away[team, night]], at_most=1)

    def _add_couple(self, division: PlannedDivision, first: str, second: str) -> None:
        """Add rows: two teams meet as often as they are to, and are at home as often as each other."""
        nights = {*division.nights, *self._reserve(division), *self.own_nights[frozenset((first, second))]}
        choices: dict[str, list[int]] = {first: [], second: []}
        for home, away in ((first, second), (second, first)):
            for night in sorted(night for night in nights if night >= self.start):
                choice = self.problem.choice()
                self.at[home, away, night] = choice
                choices[home].append(choice)
                self.home[home, night].append(choice)
                self.away[away, night].append(choice)
                self.on[night].append(choice)
        before = Counter(meeting.home for meeting in self.played if meeting.pair == {first, second})
        times = division.meetings_of(first, second)
        left = max(times - before.total(), 0)
        self.problem.row([*choices[first], *choices[second]], left, left)
        most = -(-times // 2)
        for home in (first, second):
            self.problem.row(choices[home], at_most=max(most, before[home]) - before[home])

    def _reserve(self, division: PlannedDivision) -> Iterator[datetime.date]:
        if self.task.calendar is not None:
            for weekday in {night.isoweekday() for night in division.nights}:
                yield from self.task.calendar.reserve_nights(weekday)

    def is_impossible(self, conditions: Sequence[Condition]) -> bool:
        """Return whether it is proved that no list keeps these conditions."""
        rows = len(self.problem.at_least)
        shut = {condition.source for condition in conditions if isinstance(condition.source, Closed)}
        for night, choices in self.on.items():
            room = sum(
                venue.capacity
                for venue in self.task.venues
                if Closed(venue=venue.key, night=night) not in shut
            )
            if room < len(choices):
                self.problem.row(choices, at_most=room)
        for condition in conditions:
            self._add(condition)
        verdict = solve(self.problem, seconds=SECONDS).verdict
        self.problem.cut_rows(rows)
        return verdict is SolverVerdict.INFEASIBLE

    def _add(self, condition: Condition) -> None:
        source = condition.source
        if isinstance(source, Fixed):
            self._add_one_of(
                [self.at.get((source.home, source.away, source.date))],
                self._was_played(lambda match: (match.home, match.date) == (source.home, source.date)),
            )
        elif isinstance(source, MeetingRequest):
            first, last = source.since or datetime.date.min, source.until or datetime.date.max
            self._add_one_of(
                [
                    choice
                    for (home, away, night), choice in self.at.items()
                    if {home, away} == set(source.teams) and first <= night <= last
                ],
                self._was_played(
                    lambda match: match.pair == set(source.teams) and first <= match.date <= last
                ),
            )
        elif isinstance(source, TeamRequest):
            self._add_team(source)
        elif isinstance(source, GroupConstraint):
            self._add_group(source)

    def _was_played(self, is_meant: Callable[[Meeting], bool]) -> bool:
        return any(map(is_meant, self.played))

    def _add_one_of(self, choices: Sequence[int | None], was_played: bool) -> None:
        if not was_played:
            self.problem.row([choice for choice in choices if choice is not None], at_least=1)

    def _add_team(self, request: TeamRequest) -> None:
        """Add rows for the days a team names; the first and the last night depend on the list.

        A team is to be at home on those nights only on which its division plays: all those of its rounds.
        """
        division = self.task.division_of()[request.team]
        for night in request.days:
            home, away = self.home[request.team, night], self.away[request.team, night]
            if request.where is Where.HOME and night in self.rounds[division.key]:
                self.problem.row(home, at_least=1)
            if request.where in (Where.NOT_HOME, Where.NO_MATCH):
                self.problem.row(home, at_most=0)
            if request.where in (Where.NOT_AWAY, Where.NO_MATCH):
                self.problem.row(away, at_most=0)

    def _add_group(self, request: GroupConstraint) -> None:
        for night in self.on:
            derbies = [
                choice
                for home, away in combinations(request.teams, 2)
                for choice in (self.at.get((home, away, night)), self.at.get((away, home, night)))
                if choice is not None and request.company is TeamGroup.HOME_TOGETHER
            ]
            add_company(
                self.problem,
                request.company,
                [self.home[team, night] for team in request.teams],
                [self.away[team, night] for team in request.teams],
                unless=derbies,
            )
