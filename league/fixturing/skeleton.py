"""The bare bones of any list: who is at home on which night, whoever the opponents are.

Every list has such bones, so what the bones cannot do no list can. That gives a bound for the search, and a
proof when conditions contradict each other.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from league.fixturing.grid import HARD, Grid, Party
from league.fixturing.solver import Problem, Verdict, solve
from league.fixturing.wishes import Company

SECONDS = 10.0


@dataclass(slots=True)
class Skeleton:
    """Home and away choices for every team and round, under what holds for any list at all."""

    grid: Grid
    problem: Problem
    home: dict[tuple[int, int], int]
    away: dict[tuple[int, int], int]

    def stance(self, team: int, number: int) -> tuple[tuple[int, int], ...]:
        """The choices home and away of a team in a round."""
        return ((self.home[team, number], 0), (self.away[team, number], 1))


def bare_bones(grid: Grid) -> Skeleton:
    """Half of each division at home every round, everybody as often as the meetings say."""
    problem = Problem()
    home, away = {}, {}
    for pool in grid.pools:
        rounds = range(len(pool.nights))
        for team in pool.teams:
            for number in rounds:
                home[team, number], away[team, number] = problem.choice(), problem.choice()
                problem.row(
                    (home[team, number], away[team, number]), at_least=1 - len(pool.teams) % 2, at_most=1
                )
            matches = (len(pool.teams) - 1) * pool.division.meetings
            problem.row([home[team, n] for n in rounds] + [away[team, n] for n in rounds], matches, matches)
            if pool.division.meetings % 2 == 0:
                problem.row((home[team, number] for number in rounds), matches // 2, matches // 2)
        for number in rounds:
            half = len(pool.teams) // 2
            problem.row((home[team, number] for team in pool.teams), half, half)
            problem.row((away[team, number] for team in pool.teams), half, half)
    return Skeleton(grid=grid, problem=problem, home=home, away=away)


def least_cost(grid: Grid) -> int:
    """What wishes and conditions cost at least in any list."""
    if not any(any(any(costs) for costs in row) for row in grid.stance) and not grid.parties:
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
    for party in grid.parties:
        for found in nights_of(grid, party.teams):
            add_company(problem, [bones.home[one] for one in found], party, problem.choice(party.cost))
    answer = solve(problem, seconds=SECONDS)
    return max(0, answer.bound + anyway) if answer.verdict is Verdict.OPTIMAL else 0


def crowded(grid: Grid) -> Iterable[tuple[list[tuple[int, int]], int]]:
    """The nights on which more teams of a pub might be at home than it has room for: team and round each."""
    hosts: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for team, venue in enumerate(grid.venue_of):
        for number, night in enumerate(grid.pools[grid.pool_of[team]].nights):
            hosts[venue, night].append((team, number))
    return ((found, grid.room[venue]) for (venue, _), found in hosts.items() if len(found) > grid.room[venue])


def nights_of(grid: Grid, teams: Sequence[int]) -> Iterable[list[tuple[int, int]]]:
    """The nights on which all of these teams have a round: team and round each."""
    nights: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for team in teams:
        for number, night in enumerate(grid.pools[grid.pool_of[team]].nights):
            nights[night].append((team, number))
    return (found for found in nights.values() if len(found) == len(teams))


def add_company(problem: Problem, homes: Sequence[int], party: Party, wrong: int) -> None:
    """What a pub wants of its teams on one night; `wrong` is chosen where it is not met."""
    if party.company is Company.NEVER_ALL_AWAY:
        problem.row(dict.fromkeys(homes, 1) | {wrong: 1}, at_least=1)
    elif party.company is Company.NEVER_HOME_TOGETHER:
        problem.row(dict.fromkeys(homes, 1) | {wrong: -len(homes)}, at_most=1)
    else:
        for one, other in zip(homes, [*homes[1:], homes[0]], strict=True):
            problem.row({one: 1, other: -1, wrong: -1}, at_most=0)
