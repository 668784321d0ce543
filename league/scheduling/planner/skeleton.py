"""The skeleton of any list: who is at home on which night, and when certain couples meet.

Every list has a skeleton, so what no skeleton can do no list can. That gives a bound for the search, and a
proof when conditions contradict each other. Couples that no request is about are left out, as they are
many; where all of them are counted the skeleton is a whole list.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from league.scheduling.planner.grid import HARD, Date, Party, Place, Pool, SearchGrid, crowded, nights_of
from league.scheduling.planner.moves import Twins, twins_of
from league.scheduling.planner.solver import Problem, solve
from league.scheduling.planner.task import TeamGroup

Choices = Sequence[int]


def add_company(
    problem: Problem,
    company: TeamGroup,
    homes: Sequence[Choices],
    aways: Sequence[Choices],
    *,
    unless: Iterable[int],
) -> None:
    """Add the rows of a group's constraint for one night; each team is home or away by one of its choices.

    The rows bind only if all the teams play, and `unless` one of those choices is taken: that the constraint
    is broken, or that two of the teams meet each other.
    """
    teams = len(homes)
    at_home = Counter(choice for own in homes for choice in own)
    away = Counter(choice for own in aways for choice in own)
    pardons = dict.fromkeys(unless, -teams)
    if company in (TeamGroup.NEVER_ALL_AWAY, TeamGroup.OPPOSITE):
        problem.row(away | pardons, at_most=teams - 1)
    if company in (TeamGroup.NEVER_ALL_HOME, TeamGroup.OPPOSITE):
        problem.row(at_home | pardons, at_most=teams - 1)
    if company not in (TeamGroup.NEVER_HOME_TOGETHER, TeamGroup.HOME_TOGETHER):
        return
    # Each team that is free takes `teams` from the sum, and the row says nothing any more.
    playing = {choice: teams * times for choice, times in (at_home + away).items()}
    if company is TeamGroup.NEVER_HOME_TOGETHER:
        problem.row(_sum(playing, at_home) | pardons, at_most=1 + teams * teams)
        return
    for own, others in zip(homes, [*homes[1:], homes[0]], strict=True):
        apart = dict.fromkeys(own, 1) | dict.fromkeys(others, -1)
        problem.row(_sum(playing, apart) | pardons, at_most=teams * teams)


def _sum(first: dict[int, int], second: dict[int, int]) -> dict[int, int]:
    return {choice: first.get(choice, 0) + second.get(choice, 0) for choice in first | second}


# The bound is good enough before anything is tried out, and then it is the same on every machine.
NODES = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Skeleton:
    """Choices that hold for any list: who is at home and who away, by team and round; which couple meets, by
    home team, away team and round. Rounds that follow from each other share their choices."""

    grid: SearchGrid
    problem: Problem = field(default_factory=Problem)
    home: dict[Place, int] = field(default_factory=dict)
    away: dict[Place, int] = field(default_factory=dict)
    meets: dict[tuple[int, int, int], int] = field(default_factory=dict)

    def add_date(self, date: Date, *missed: int) -> None:
        """Add the row that two teams meet in the rounds of a date, or do not; unless it is `missed`."""
        met = self.meetings(date)
        if date.apart:
            self.problem.row(dict.fromkeys(met, 1) | dict.fromkeys(missed, -len(met)), at_most=0)
        else:
            self.problem.row([*met, *missed], at_least=1)

    def meetings(self, date: Date) -> list[int]:
        """Return the choices by which two teams meet in the rounds of a date, at the home it names."""
        first, second = date.teams
        homes = (
            ((first, second), (second, first))
            if date.home is None
            else ((date.home, first + second - date.home),)
        )
        return [self.meets[home, away, number] for number in sorted(date.rounds) for home, away in homes]


def bare_bones(grid: SearchGrid, *, all_couples_of: int = 0) -> Skeleton:
    """Return the skeleton of a grid, with every couple in divisions of at most `all_couples_of` teams."""
    bones = Skeleton(grid=grid)
    for number, pool in enumerate(grid.pools):
        couples = _relevant_couples(grid, pool)
        if len(pool.teams) <= all_couples_of:
            couples = set(combinations(pool.teams, 2))
        for leg in twins_of(grid, number):
            _add_sides(bones, number, leg)
            for first, second in sorted(couples):
                _add_couple(bones, number, leg, first, second)
        _add_home_rights(bones, number)
        if couples:
            _add_opponents(bones, number, is_whole=len(pool.teams) <= all_couples_of)
    return bones


def _relevant_couples(grid: SearchGrid, pool: Pool) -> set[tuple[int, int]]:
    """Return the couples of a division that a date or a request to be at home together is about."""
    couples = {date.teams for date in grid.dates}
    for party in grid.parties:
        if party.company is TeamGroup.HOME_TOGETHER:
            couples |= set(combinations(party.teams, 2))
    return {(min(couple), max(couple)) for couple in couples if set(couple) <= set(pool.teams)}


def _add_sides(bones: Skeleton, number: int, leg: Twins) -> None:
    """Add rows: half of a division is at home every round, and every team plays as often as a leg asks."""
    problem, pool = bones.problem, bones.grid.pools[number]
    firsts = [group[0] for group in leg]
    for team in pool.teams:
        for group in leg:
            stances = problem.choice(), problem.choice()
            problem.row(stances, at_least=1 - len(pool.teams) % 2, at_most=1)
            for turn, where in enumerate(group):
                bones.home[team, where], bones.away[team, where] = stances if turn % 2 == 0 else stances[::-1]
        matches = (len(pool.teams) - 1) * (len(leg) // pool.division.leg)
        problem.row(
            [side[team, first] for first in firsts for side in (bones.home, bones.away)], matches, matches
        )
    half = len(pool.teams) // 2
    for first in firsts:
        for side in (bones.home, bones.away):
            problem.row((side[team, first] for team in pool.teams), half, half)


def _add_couple(bones: Skeleton, number: int, leg: Twins, first: int, second: int) -> None:
    """Add rows: two teams meet as often as a leg asks."""
    problem = bones.problem
    choices = []
    for group in leg:
        first_at_home, second_at_home = problem.choice(), problem.choice()
        choices += [first_at_home, second_at_home]
        for turn, where in enumerate(group):
            bones.meets[first, second, where] = first_at_home if turn % 2 == 0 else second_at_home
            bones.meets[second, first, where] = second_at_home if turn % 2 == 0 else first_at_home
    times = len(leg) // bones.grid.pools[number].division.leg
    problem.row(choices, times, times)


def _add_home_rights(bones: Skeleton, number: int) -> None:
    """Add rows: every team is at home as often as away, against each other team and altogether.

    With odd meetings the two may differ by one against each team.
    """
    problem, pool = bones.problem, bones.grid.pools[number]
    least, most = pool.division.meetings // 2, (pool.division.meetings + 1) // 2
    others = len(pool.teams) - 1
    rounds = range(len(pool.nights))
    for team in pool.teams:
        problem.row(Counter(bones.home[team, place] for place in rounds), least * others, most * others)
        for other in pool.teams:
            if (team, other, 0) in bones.meets:
                problem.row(Counter(bones.meets[team, other, place] for place in rounds), least, most)


def _add_opponents(bones: Skeleton, number: int, *, is_whole: bool) -> None:
    """Add rows: who meets another team at home is at home, and meets no third that night; likewise away."""
    pool = bones.grid.pools[number]
    least = 0 if is_whole else float("-inf")
    for team in pool.teams:
        others = [other for other in pool.teams if (team, other, 0) in bones.meets]
        for place in range(len(pool.nights)) if others else ():
            hosts = {bones.meets[team, other, place]: 1 for other in others}
            bones.problem.row(hosts | {bones.home[team, place]: -1}, least, 0)
            guests = {bones.meets[other, team, place]: 1 for other in others}
            bones.problem.row(guests | {bones.away[team, place]: -1}, least, 0)


def least_cost(grid: SearchGrid) -> int:
    """Return a lower bound of what requests and conditions cost in any list of whole weeks.

    A list with single matches rearranged may cost less.
    """
    if not grid.task.is_regular:
        return 0
    has_costs = any(any(costs) for row in grid.stance for costs in row)
    if not has_costs and not grid.parties and not grid.dates:
        return 0
    bones = bare_bones(grid)
    problem = bones.problem
    for (team, number), choice in bones.home.items():
        home, away, free = grid.stance[team][number]
        problem.costs[choice] += home - free
        problem.costs[bones.away[team, number]] += away - free
    anyway = sum(costs[2] for row in grid.stance for costs in row)
    for hosts, room in crowded(grid):
        problem.row({bones.home[host]: 1 for host in hosts} | {problem.amount(HARD): -1}, at_most=room)
    for date in grid.dates:
        bones.add_date(date, problem.choice(date.cost))
    for party in grid.parties:
        add_party(bones, party, may_be_wrong=True)
    bound = solve(problem, nodes=NODES).bound + anyway
    return max(0, int(bound)) if math.isfinite(bound) else 0


def add_party(bones: Skeleton, party: Party, *, may_be_wrong: bool) -> None:
    """Add the constraint of a pub's teams for every night; with `may_be_wrong` breaking it costs instead."""
    for night in nights_of(bones.grid, party.teams):
        derbies = [
            bones.meets[team, other, number]
            for team, number in night
            for other in party.teams
            if party.company is TeamGroup.HOME_TOGETHER and (team, other, number) in bones.meets
        ]
        add_company(
            bones.problem,
            party.company,
            [(bones.home[place],) for place in night],
            [(bones.away[place],) for place in night],
            unless=[*derbies, bones.problem.choice(party.cost)] if may_be_wrong else derbies,
        )
