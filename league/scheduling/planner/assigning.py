"""Assign teams to the places of templates: a small exact problem over all divisions together."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from league.scheduling.planner.circle import Template
from league.scheduling.planner.grid import HARD, Date, Party, Rows, SearchGrid, crowded, nights_of
from league.scheduling.planner.skeleton import add_company
from league.scheduling.planner.solver import Problem, Solution, solve
from league.scheduling.planner.task import TeamGroup
from league.scheduling.planner.working import team_cost

# Templates that take longer are given up: another one is likelier to help. Nodes, as seconds would not be
# the same on every machine.
NODES = 200

Places = tuple[tuple[int, ...], ...]
"""For each place of a template and each round: the opponent's place + 1, negative when away, 0 if free."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """The rows of the best assignment, what it costs, and the least any on these templates can cost."""

    rows: Rows
    cost: int
    bound: float


def assign_teams(
    grid: SearchGrid, templates: Sequence[Template], *, seed: int = 0, may_break: bool = True
) -> Assignment | None:
    """Return teams on the places of these templates, one a division.

    None if the solver found no assignment within its nodes. With `may_break` an assignment may put more
    matches on a pub than it has room for, where none keeps to the room.
    """
    places = [places_of(template) for template in templates]
    model = _Model(grid, places, with_slack=False)
    answer = solve(model.problem, nodes=NODES, seed=seed)
    if not answer.values and may_break:
        model = _Model(grid, places, with_slack=True)
        answer = solve(model.problem, nodes=NODES, seed=seed)
    if not answer.values:
        return None
    return Assignment(
        rows=model.rows(answer), cost=answer.cost + model.anyway, bound=answer.bound + model.anyway
    )


def places_of(template: Template) -> Places:
    """Return a template place by place."""
    rows = [[0] * len(template.rounds) for _ in range(template.places)]
    for number, games in enumerate(template.rounds):
        for home, away in games:
            rows[home][number] = away + 1
            rows[away][number] = -home - 1
    return tuple(map(tuple, rows))


class _Model:
    def __init__(self, grid: SearchGrid, places: Sequence[Places], *, with_slack: bool) -> None:
        self.grid, self.places, self.problem = grid, places, Problem()
        self.takes: dict[tuple[int, int], int] = {}
        self.with_slack = with_slack
        # What a place costs whoever takes it stays out of the problem, which is solved faster so.
        self.anyway = 0
        for pool, own in zip(grid.pools, places, strict=True):
            costs = {
                (team, place): team_cost(grid, team, own[place])
                for team in pool.teams
                for place in range(len(own))
            }
            least = [min(costs[team, place] for team in pool.teams) for place in range(len(own))]
            self.anyway += sum(least)
            for (team, place), cost in costs.items():
                self.takes[team, place] = self.problem.choice(cost - least[place])
            for team in pool.teams:
                self.problem.exactly_one(self.takes[team, place] for place in range(len(own)))
            for place in range(len(own)):
                self.problem.exactly_one(self.takes[team, place] for team in pool.teams)
        self._rooms()
        for party in grid.parties:
            self._party(party)
        for date in grid.dates:
            self._date(date)

    def choices(self, team: int, number: int, side: int) -> list[int]:
        """Return the choices by which a team is at home (1) or away (-1) in a round."""
        own = self.places[self.grid.pool_of[team]]
        return [self.takes[team, place] for place, row in enumerate(own) if row[number] * side > 0]

    def _rooms(self) -> None:
        for hosts, room in crowded(self.grid):
            row = {choice: 1 for team, number in hosts for choice in self.choices(team, number, 1)}
            if self.with_slack:
                row[self.problem.amount(HARD)] = -1
            self.problem.row(row, at_most=room)

    def _party(self, party: Party) -> None:
        for night in nights_of(self.grid, party.teams):
            homes, aways = ([self.choices(*place, side) for place in night] for side in (1, -1))
            wrong = self.problem.choice(party.cost)
            add_company(self.problem, party.company, homes, aways, unless=[wrong])
        if party.company is TeamGroup.HOME_TOGETHER:
            # The nights on which they meet each other look wrong on any template, and are not.
            self.anyway -= party.cost * sum(
                self.grid.pools[self.grid.pool_of[number]].division.meetings
                for number, other in combinations(party.teams, 2)
                if self.grid.pool_of[number] == self.grid.pool_of[other]
            )

    def _date(self, date: Date) -> None:
        """Add the cost of two teams that do not meet in the rounds of a date, or meet and are not to.

        If the first team takes a place, the second has to take one of the places met from there, or none.
        """
        first, second = date.teams
        own = self.places[self.grid.pool_of[first]]
        missed = self.problem.choice(date.cost)
        for place, row in enumerate(own):
            met = {
                abs(row[number]) - 1
                for number in date.rounds
                if row[number] and (date.home is None or (row[number] > 0) == (date.home == first))
            }
            second_takes = dict.fromkeys(
                (self.takes[second, other] for other in met), 1 if date.apart else -1
            )
            self.problem.row(
                second_takes | {self.takes[first, place]: 1, missed: -1}, at_most=int(date.apart)
            )

    def rows(self, answer: Solution) -> Rows:
        """Return the rows of a solution, team by team."""
        grid = self.grid
        at = {
            (grid.pool_of[team], place): team
            for (team, place), choice in self.takes.items()
            if answer.values[choice]
        }
        rows: Rows = [[] for _ in grid.teams]
        for (pool, place), team in at.items():
            for opponent in self.places[pool][place]:
                other = at[pool, abs(opponent) - 1] + 1 if opponent else 0
                rows[team].append(other if opponent >= 0 else -other)
        return rows
