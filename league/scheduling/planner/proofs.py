"""Proofs that conditions are too many together for any list, of whole weeks or not.

Every match to come is left free: any night of its division, either side at home, any pub. How soon returns
come is left out. What cannot be then cannot be at all; what can be may still be found by no search. That a
division plays on a night is a condition of its own (`NightPlayed`): one with time to spare may leave it out.
"""

import datetime
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

from league.scheduling.planner.conditions import Closed, Condition, LongestRun, NightPlayed, Room, Source
from league.scheduling.planner.grid import unwanted
from league.scheduling.planner.skeleton import add_company
from league.scheduling.planner.solver import Problem, SolverVerdict, solve
from league.scheduling.planner.task import (
    End,
    Fixed,
    GroupConstraint,
    Meeting,
    MeetingRequest,
    PlannedDivision,
    Task,
    TeamGroup,
    TeamRequest,
)

SECONDS = 5.0

# Larger divisions without a night to spare are hard to plan as a whole.
FEW_TEAMS = 6

# Nights without a match that may lie within a run of matches; longer ones are looked at by no row.
MOST_FREE = 6
Item = TypeVar("Item")


def smallest_set(
    items: Sequence[Item],
    is_impossible: Callable[[list[Item]], bool],
    is_over: Callable[[], bool] = lambda: False,
) -> list[Item] | None:
    """Return a smallest set that is impossible, or None if all of them are possible together.

    It is empty where even nothing is impossible: then none of them is to blame.

    The algorithm is QuickXplain (U. Junker 2004). Once `is_over()` it stops, and the set means nothing.
    """
    if not is_impossible(list(items)):
        return None
    if is_impossible([]):
        return []

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
    """The matches to come as an exact problem in which each may have any night that its division has.

    Of divisions of more than `FEW_TEAMS` teams without a night to spare, which are hard to plan, only the
    couples that are asked about are there, and for the others the sides: what sides cannot do no list can.
    """

    def __init__(self, task: Task) -> None:
        self.task, self.start = task, task.keep_before or datetime.date.min
        self.problem = Problem()
        standing = task.standing.meetings if task.standing else ()
        self.played = [meeting for meeting in standing if meeting.date < self.start]
        self.own_nights: dict[frozenset[str], set[datetime.date]] = defaultdict(set)
        for meeting in standing:
            if meeting.date >= self.start and not (task.calendar and task.calendar.off_on(meeting.date)):
                self.own_nights[meeting.pair].add(meeting.date)
        self.division_of = task.division_of()
        self.at: dict[tuple[str, str, datetime.date], int] = {}
        self.home: dict[tuple[str, datetime.date], list[int]] = defaultdict(list)
        self.away: dict[tuple[str, datetime.date], list[int]] = defaultdict(list)
        self.on: dict[datetime.date, list[int]] = defaultdict(list)
        self.nights: dict[str, list[datetime.date]] = {}
        self.left: Counter[str] = Counter()
        self.first_or_last: dict[tuple[str, End], dict[datetime.date, int]] = {}
        for division in task.divisions:
            self._add_division(division)
        for team, night in {*self.home, *self.away}:
            self.problem.row([*self.home[team, night], *self.away[team, night]], at_most=1)

    def _add_division(self, division: PlannedDivision) -> None:
        shared = {night for night in (*division.nights, *self._reserve()) if night >= self.start}
        couples = list(combinations(division.teams, 2))
        own = {couple: sorted(shared | self.own_nights[frozenset(couple)]) for couple in couples}
        self.nights[division.key] = sorted(shared.union(*own.values()))
        left = {couple: self._left(division, *couple) for couple in couples}
        for couple, number in left.items():
            self.left.update(dict.fromkeys(couple, number))
        asked = self._asked(division)
        has_time = self.task.standing is not None or len(shared) > division.rounds
        is_whole = has_time or len(division.teams) <= FEW_TEAMS
        if not is_whole:
            self._add_sides(division, left)
        for couple in couples if is_whole else sorted(asked):
            self._add_couple(division, couple, own[couple], left[couple], is_whole=is_whole)
        for end in End:
            if not any(meeting.division == division.key for meeting in self.played) or end is End.LAST:
                self._add_end(division, end)

    def _reserve(self) -> Iterator[datetime.date]:
        """Yield the days of the weeks kept for postponed matches: a match may be moved to any of them."""
        if self.task.calendar is not None:
            for weekday in range(1, 8):
                yield from self.task.calendar.reserve_nights(weekday)

    def _left(self, division: PlannedDivision, first: str, second: str) -> int:
        before = sum(meeting.pair == {first, second} for meeting in self.played)
        return max(division.meetings_of(first, second) - before, 0)

    def _most_at_home(self, division: PlannedDivision, home: str, away: str) -> int:
        before = sum((meeting.home, meeting.away) == (home, away) for meeting in self.played)
        return max(-(-division.meetings_of(home, away) // 2) - before, 0)

    def _asked(self, division: PlannedDivision) -> set[tuple[str, str]]:
        """Return the couples that a fixed match or a request is about."""
        named = [{match.home, match.away} for match in self.task.fixed]
        for request in self.task.requests:
            if isinstance(request, MeetingRequest):
                named.append(set(request.teams))
            elif isinstance(request, GroupConstraint) and request.company is TeamGroup.HOME_TOGETHER:
                named += [set(couple) for couple in combinations(request.teams, 2)]
        return {couple for couple in combinations(division.teams, 2) if set(couple) in named}

    def _add_sides(self, division: PlannedDivision, left: Mapping[tuple[str, str], int]) -> None:
        """Add choices and rows: half of those who play are at home, each team as often as it is to be."""
        nights = self.nights[division.key]
        for team in division.teams:
            for night in nights:
                self.home[team, night].append(self.problem.choice())
                self.away[team, night].append(self.problem.choice())
                self.on[night] += self.home[team, night]
            homes = [choice for night in nights for choice in self.home[team, night]]
            aways = [choice for night in nights for choice in self.away[team, night]]
            others = [other for other in division.teams if other != team]
            self.problem.row([*homes, *aways], self.left[team], self.left[team])
            self.problem.row(
                homes, at_most=sum(self._most_at_home(division, team, other) for other in others)
            )
            self.problem.row(
                aways, at_most=sum(self._most_at_home(division, other, team) for other in others)
            )
        for night in nights:
            sides = {choice: 1 for team in division.teams for choice in self.home[team, night]}
            sides |= {choice: -1 for team in division.teams for choice in self.away[team, night]}
            self.problem.row(sides, 0, 0)

    def _add_couple(
        self,
        division: PlannedDivision,
        couple: tuple[str, str],
        nights: Sequence[datetime.date],
        left: int,
        *,
        is_whole: bool,
    ) -> None:
        """Add rows: two teams meet as often as they are to, and are at home as often as each other."""
        choices: list[int] = []
        for home, away in (couple, couple[::-1]):
            own = [self.problem.choice() for _ in nights]
            for night, choice in zip(nights, own, strict=True):
                self.at[home, away, night] = choice
                if is_whole:
                    self.home[home, night].append(choice)
                    self.away[away, night].append(choice)
                    self.on[night].append(choice)
                else:
                    for side in (self.home[home, night], self.away[away, night]):
                        self.problem.row({choice: 1} | dict.fromkeys(side, -1), at_most=0)
            self.problem.row(own, at_most=self._most_at_home(division, home, away))
            choices += own
        self.problem.row(choices, left, left)

    def _add_end(self, division: PlannedDivision, end: End) -> None:
        """Add choices and rows: one night is the division's first, or last, and nobody plays beyond it."""
        if not any(
            isinstance(one, TeamRequest) and end in one.ends and one.team in division.teams
            for one in self.task.requests
        ):
            return
        nights = self.nights[division.key]
        chosen = {night: self.problem.choice() for night in nights}
        self.first_or_last[division.key, end] = chosen
        self.problem.exactly_one(chosen.values())
        for night in nights:
            inside = [
                chosen[other] for other in nights if (other <= night if end is End.FIRST else other >= night)
            ]
            matches = [choice for team in division.teams for choice in self.home[team, night]]
            self.problem.row(dict.fromkeys(matches, 1) | {chosen[night]: -1}, at_least=0)
            for team in division.teams:
                own = [*self.home[team, night], *self.away[team, night]]
                self.problem.row(dict.fromkeys(own, 1) | dict.fromkeys(inside, -1), at_most=0)

    def is_impossible(self, conditions: Sequence[Condition]) -> bool:
        """Return whether it is proved that no list keeps these conditions: nothing is of home nights."""
        if self.task.home_nights:
            return False
        rows = len(self.problem.at_least)
        sources = [condition.source for condition in conditions]
        self._add_rooms(sources)
        decisive = {source.team for source in sources if isinstance(source, TeamRequest)}
        decisive.update(*(one.teams for one in self.task.divisions if len(one.teams) <= FEW_TEAMS))
        for source in sources:
            if isinstance(source, LongestRun):
                self._add_runs(decisive, source.limit)
            else:
                self._add(source)
        verdict = solve(self.problem, seconds=SECONDS).verdict
        self.problem.cut_rows(rows)
        return verdict is SolverVerdict.INFEASIBLE

    def _add_rooms(self, sources: Sequence[Source]) -> None:
        """Add rows: all pubs together have room for the matches of a night, if that of each is limited."""
        if Room() not in sources:
            return
        shut = {source for source in sources if isinstance(source, Closed)}
        for night, choices in self.on.items():
            room = sum(
                venue.capacity
                for venue in self.task.venues
                if Closed(venue=venue.key, night=night) not in shut
            )
            if room < len(choices):
                self.problem.row(choices, at_most=room)

    def _add(self, source: Source) -> None:
        if isinstance(source, Fixed):
            self._add_one_of(
                [self.at.get((source.home, source.away, source.date))],
                self._was_played(lambda match: (match.home, match.date) == (source.home, source.date)),
            )
        elif isinstance(source, MeetingRequest):
            first, last = source.since or datetime.date.min, source.until or datetime.date.max
            choices = [
                choice
                for (home, away, night), choice in self.at.items()
                if {home, away} == set(source.teams) and first <= night <= last
            ]
            if source.apart:
                self.problem.row(choices, at_most=0)
                return
            self._add_one_of(
                choices,
                self._was_played(
                    lambda match: match.pair == set(source.teams) and first <= match.date <= last
                ),
            )
        elif isinstance(source, TeamRequest):
            self._add_team(source)
        elif isinstance(source, GroupConstraint):
            self._add_group(source)
        elif isinstance(source, NightPlayed):
            self.problem.row(self._matches(source.division, source.night), at_least=1)

    def _was_played(self, is_meant: Callable[[Meeting], bool]) -> bool:
        return any(map(is_meant, self.played))

    def _add_one_of(self, choices: Sequence[int | None], was_played: bool) -> None:
        if not was_played:
            self.problem.row([choice for choice in choices if choice is not None], at_least=1)

    def _matches(self, key: str, night: datetime.date) -> list[int]:
        teams = next(division.teams for division in self.task.divisions if division.key == key)
        return [choice for team in teams for choice in self.home[team, night]]

    def _add_team(self, request: TeamRequest) -> None:
        """Add rows for the days a team names, and for the first and the last night.

        A team is to be at home, or away, on those nights only on which anybody of its division plays.
        """
        division, sides = self.division_of[request.team], unwanted(request.where)
        for night in request.days:
            home, away = self.home[request.team, night], self.away[request.team, night]
            for other in division.teams if None in sides else ():
                plays = [*self.home[other, night], *self.away[other, night]]
                if other != request.team and plays:
                    self.problem.row(_less([*home, *away], plays), at_least=0)
            for side, matches in ((True, home), (False, away)):
                if side in sides:
                    self.problem.row(matches, at_most=0)
        for end in request.ends:
            for night, is_end in self.first_or_last.get((division.key, end), {}).items():
                home, away = self.home[request.team, night], self.away[request.team, night]
                if None in sides:
                    self.problem.row(_less([*home, *away], [is_end]), at_least=0)
                for side, matches in ((True, home), (False, away)):
                    if side in sides:
                        self.problem.row([*matches, is_end], at_most=1)

    def _add_runs(self, teams: Collection[str], longest: int) -> None:
        """Add rows: between away matches teams have so many home matches at most, and the reverse."""
        for team in sorted(teams):
            nights = self.nights[self.division_of[team].key]
            free = min(max(len(nights) - self.left[team], 0), MOST_FREE)
            for length in range(longest + 1, longest + free + 2):
                for start in range(len(nights) - length + 1):
                    window = nights[start : start + length]
                    homes = [choice for night in window for choice in self.home[team, night]]
                    aways = [choice for night in window for choice in self.away[team, night]]
                    for side, other in ((homes, aways), (aways, homes)):
                        row = dict.fromkeys(side, 1) | dict.fromkeys(other, -longest)
                        self.problem.row(row, at_most=longest)

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


def _less(choices: Sequence[int], others: Sequence[int]) -> dict[int, int]:
    return dict.fromkeys(others, -1) | dict.fromkeys(choices, 1)
