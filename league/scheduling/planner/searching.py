"""The search: structure first, repair of what is left over, the best list so far at every step.

A step is an exact assignment of teams to the places of some template, or a round of repair. Steps depend on
the seed and their number alone, so the same seed gives the same list, and a search that was stopped goes on
from its state as if it had not been.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any

from league.scheduling.planner.circle import (
    Round,
    Template,
    circle,
    fair_leg,
    least_breaks,
    other_leg,
    template,
)
from league.scheduling.planner.completing import completed
from league.scheduling.planner.grid import (
    HARD,
    Date,
    Party,
    Rows,
    SearchGrid,
    crowded,
    fairness_alone,
    grid_of,
    nights_of,
    plan_of,
)
from league.scheduling.planner.home_nights import as_played, by_weeks, on_home_nights
from league.scheduling.planner.impossible import verify_task
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.moves import repair, twins_of
from league.scheduling.planner.rearranging import Rearranged, Rearrangement, rearrange
from league.scheduling.planner.rearranging_options import cheapest_way
from league.scheduling.planner.skeleton import add_company, least_cost
from league.scheduling.planner.solver import Problem, Solution, solve
from league.scheduling.planner.task import Plan, SecondHalf, Task, TeamGroup
from league.scheduling.planner.working import cost_of, team_cost

REPAIR_TRIES = 4000
REPAIR_EVERY, REPAIR_OFTEN = 5, 2
SOME_DIVISIONS = 0.7
MOST_STEPS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The state of a search.

    Attributes:
        cost: what the best list so far costs; `bound` is what any list costs at least.
        is_optimal: whether no list can be better, which is proved when `cost` is down to `bound`.
        within_template: whether it is proved that no other assignment of teams to the places of its
            template is better; None for a list that repair has changed.
        rearranged: matches that could not stay on the night of their week, or cost more there.
        state: plain values from which `search` goes on.
    """

    step: int
    plan: Plan
    cost: int
    bound: int
    is_optimal: bool
    within_template: bool | None
    keeps_conditions: bool
    rearranged: tuple[Rearranged, ...]
    state: Mapping[str, Any]

    @property
    def gap(self) -> float:
        """How much better a list might be at most, as a part of what this one costs."""
        return (self.cost - self.bound) / self.cost if self.cost else 0.0


def search(
    task: Task, *, seed: int = 0, steps: int = MOST_STEPS, state: Mapping[str, Any] | None = None
) -> Iterator[Progress]:
    """Yield the best list so far, step after step, until none can be better or the steps are used up.

    Raises:
        ImpossibleTask: the arithmetic forbids any list, or a match of a team that joined finds no night;
            before anything is searched.
    """
    verify_task(task)
    running = _Search(task, seed if state is None else state["seed"])
    if state is not None:
        running.go_on_from(state)
    while running.step < steps and not running.is_done:
        running.take_step()
        yield running.progress()


def best_plan(
    task: Task, *, seed: int = 0, steps: int = 12, is_over: Callable[[], bool] = lambda: False
) -> Progress:
    """Return the best list after some steps, or when `is_over()`, whichever comes first.

    One step is always taken.
    """
    steps_taken = search(task, seed=seed, steps=steps)
    progress = next(steps_taken)
    while not is_over() and (further := next(steps_taken, None)) is not None:
        progress = further
    return progress


class _Search:
    def __init__(self, task: Task, seed: int) -> None:
        self.task, self.grid, self.seed = task, grid_of(completed(by_weeks(task))), seed
        grid = self.grid
        self.twins = [twins_of(grid, pool) for pool in range(len(grid.pools))]
        self.linked = linked_pools(grid)
        self.step = 0
        self.rows: Rows | None = None
        self.cost = 0
        self.arrangement = Rearrangement(plan=Plan(meetings=()))
        self.within_template: bool | None = None
        self.fairness_alone = fairness_alone(grid)
        self.keeps_conditions = False
        # The least cost of the requests is worked out after the first list.
        self.bound, self.counts_requests = fewest_breaks(grid), False

    @property
    def is_done(self) -> bool:
        return self.rows is not None and self.cost <= self.bound

    @property
    def _repair_every(self) -> int:
        task = self.grid.task
        # An assignment does not see who meets whom last, and keeps to its template.
        is_weighed = bool(self.grid.opponents or task.weights.ends)
        needs_repair = task.fair_draw or is_weighed or not self.keeps_conditions
        return REPAIR_OFTEN if needs_repair else REPAIR_EVERY

    def take_step(self) -> None:
        if self.rows is not None and not self.counts_requests:
            self.bound, self.counts_requests = lower_bound(self.grid), True
        rng = Random(f"{self.seed} {self.step}")  # noqa: S311 a list must come out the same again
        if self.grid.standing is not None:
            self._repair(rng, [list(row) for row in self.grid.standing] if self.rows is None else self.rows)
        elif self.rows is None or self.step % self._repair_every:
            self._assign(rng)
        else:
            self._repair(rng, self.rows)
        self.step += 1

    def _assign(self, rng: Random) -> None:
        templates = templates_for(self.grid, rng if self.step else None)
        if self.rows is not None and len(self.linked) > 1 and rng.random() < SOME_DIVISIONS:
            templates = self._another_for_some(templates, rng)
        # A list that breaks a condition is of use only while there is none that keeps them all.
        is_better_than_none = not self.keeps_conditions
        answer = assign_teams(self.grid, templates, seed=self.step, may_break=is_better_than_none)
        if answer is None and not is_better_than_none:
            return
        rows = answer.rows if answer else _in_order(self.grid, templates)
        cost = cost_of(self.grid, rows)
        if self._save_if_better(cost, rows):
            self.within_template = answer is not None and answer.bound >= cost

    def _another_for_some(self, templates: list[Template], rng: Random) -> list[Template]:
        """Return new templates for some divisions that share pubs, and the present lists of the others."""
        chosen = rng.choice(self.linked)
        return [
            templates[pool] if pool in chosen else as_template(self.grid, pool, self.rows or [])
            for pool in range(len(templates))
        ]

    def _repair(self, rng: Random, rows: Rows) -> None:
        if self.rows is None:
            self._save_if_better(cost_of(self.grid, rows), rows)
        cost, repaired = repair(self.grid, rows, self.twins, rng, REPAIR_TRIES, self.bound)
        if self._save_if_better(cost, repaired):
            self.within_template = None

    def _save_if_better(self, cost: int, rows: Rows) -> bool:
        """Save these rows if they cost less than the best so far, once what does not fit is rearranged."""
        fairness = cost_of(self.fairness_alone, rows)
        has_none = self.rows is None
        if not has_none and fairness >= self.cost:
            return False
        if self.grid.standing is None and cost == fairness:
            arrangement = Rearrangement(plan=plan_of(self.grid, rows))
        else:
            arrangement = rearrange(self.grid.task, plan_of(self.grid, rows))
        if not has_none and fairness + arrangement.cost >= self.cost:
            return False
        self.cost, self.rows, self.arrangement = fairness + arrangement.cost, rows, arrangement
        self.keeps_conditions = not faults_of(self.task, as_played(self.task, arrangement.plan))
        return True

    def progress(self) -> Progress:
        rows, moved = self.rows or [], on_home_nights(self.task)
        return Progress(
            step=self.step,
            plan=self.arrangement.plan.moved(moved),
            cost=self.cost,
            bound=min(self.bound, self.cost),
            is_optimal=self.is_done,
            within_template=self.within_template,
            keeps_conditions=self.keeps_conditions,
            rearranged=tuple(
                replace(match, before=moved(match.before), after=moved(match.after))
                for match in self.arrangement.matches
            ),
            state={
                "seed": self.seed,
                "step": self.step,
                "rows": [list(row) for row in rows],
                "within_template": self.within_template,
            },
        )

    def go_on_from(self, state: Mapping[str, Any]) -> None:
        rows = [list(row) for row in state["rows"]]
        self.step, self.within_template = state["step"], state["within_template"]
        self._save_if_better(cost_of(self.grid, rows), rows)


def lower_bound(grid: SearchGrid) -> int:
    """Return what any list costs at least, rearranged matches (another night, another pub) among them.

    What the weeks of a list break, a single match may heal elsewhere: then that is what it costs at least.
    """
    return fewest_breaks(grid) + min(least_cost(grid), cheapest_way(grid.task))


def fewest_breaks(grid: SearchGrid) -> int:
    """Return the least the breaks of any list can cost; 0 once part of the season is played."""
    if grid.standing is not None:
        return 0
    divisions = (pool.division for pool in grid.pools)
    fewest = (
        least_breaks(len(division.teams), division.meetings, division.second_half) for division in divisions
    )
    return grid.task.weights.breaks * sum(fewest)


def templates_for(grid: SearchGrid, rng: Random | None) -> list[Template]:
    """Return a template for every division: the classical one, or another by chance.

    Divisions of one size have the same, so that a pub with teams in two of them has its home nights in turn.
    """
    legs: dict[int, Sequence[Round]] = {}
    later = SecondHalf.ENGLISH
    if grid.task.rules.return_after > 1 or (rng is not None and rng.random() < 0.3):
        later = SecondHalf.FRENCH
    templates = []
    for pool in grid.pools:
        places, division = len(pool.teams), pool.division
        if places not in legs:
            legs[places] = _leg(places, grid.task.fair_draw, rng)
        order = later if division.second_half is SecondHalf.FREE else division.second_half
        templates.append(template(places, division.meetings, order, legs[places]))
    return templates


def linked_pools(grid: SearchGrid) -> list[frozenset[int]]:
    """Return groups of divisions that share a pub, or a request about teams of both."""
    groups = [{pool} for pool in range(len(grid.pools))]
    hosts: dict[int, set[int]] = defaultdict(set)
    for team, venue in enumerate(grid.venue_of):
        hosts[venue].add(grid.pool_of[team])
    ties = [*hosts.values(), *({grid.pool_of[team] for team in party.teams} for party in grid.parties)]
    for tie in ties:
        together = [group for group in groups if group & tie]
        groups = [group for group in groups if not group & tie] + [set().union(*together)]
    return sorted(map(frozenset, groups), key=min)


def as_template(grid: SearchGrid, pool: int, rows: Rows) -> Template:
    """Return the present list of a division as a template, for another assignment of its teams."""
    teams = grid.pools[pool].teams
    place = {team: number for number, team in enumerate(teams)}
    rounds = tuple(
        tuple((place[team], place[rows[team][number] - 1]) for team in teams if rows[team][number] > 0)
        for number in range(len(grid.pools[pool].nights))
    )
    return Template(places=len(teams), rounds=rounds)


def _leg(places: int, fair: bool, rng: Random | None) -> Sequence[Round]:
    if fair:
        return fair_leg(places, rng or Random(places))  # noqa: S311 as above
    return circle(places) if rng is None else other_leg(places, rng)


def _in_order(grid: SearchGrid, templates: Sequence[Template]) -> Rows:
    """Return teams on the places in their order, for when the assignment finds nothing in time."""
    rows: Rows = [[0] * len(pool.nights) for pool in grid.pools for _ in pool.teams]
    for pool, own in zip(grid.pools, templates, strict=True):
        for number, games in enumerate(own.rounds):
            for home, away in games:
                rows[pool.teams[home]][number] = pool.teams[away] + 1
                rows[pool.teams[away]][number] = -pool.teams[home] - 1
    return rows


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
