"""A list while it is being worked on: rows of opponents, and what they cost, kept up change by change."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from league.fixturing.carry_over import carry_over
from league.fixturing.grid import HARD, Date, Grid, Party, Rows
from league.fixturing.wishes import Company

Change = tuple[int, int, int]
"""A team, a round, and what stands in its row from now on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """What undoes a set of changes."""

    changes: tuple[Change, ...]
    total: int


class Working:
    """Rows and their cost. `total` is always what `cost_of` would say of the rows."""

    def __init__(self, grid: Grid, rows: Sequence[Sequence[int]]) -> None:
        self.grid = grid
        self.rows: Rows = [list(row) for row in rows]
        self._parties_of: list[list[int]] = [[] for _ in grid.teams]
        self._dates_of: list[list[int]] = [[] for _ in grid.teams]
        for number, party in enumerate(grid.parties):
            for team in party.teams:
                self._parties_of[team].append(number)
        for number, date in enumerate(grid.dates):
            self._dates_of[date.teams[0]].append(number)
            self._dates_of[date.teams[1]].append(number)
        self._team_costs = [team_cost(grid, team, row) for team, row in enumerate(self.rows)]
        self._party_costs = [party_cost(grid, party, self.rows) for party in grid.parties]
        self._date_costs = [date_cost(date, self.rows) for date in grid.dates]
        self._pool_costs = [self._pool_cost(number) for number in range(len(grid.pools))]
        self._homes = [[0] * len(grid.nights) for _ in grid.room]
        for team, row in enumerate(self.rows):
            for place, opponent in enumerate(row):
                if opponent > 0:
                    self._homes[grid.venue_of[team]][grid.night(team, place)] += 1
        self.total = (
            sum(self._team_costs)
            + sum(self._party_costs)
            + sum(self._date_costs)
            + sum(self._pool_costs)
            + sum(
                self._clashes(venue, night)
                for venue in range(len(grid.room))
                for night in range(len(grid.nights))
            )
        )

    def make(self, changes: Iterable[Change]) -> Slip:
        """Makes the changes and says how to undo them."""
        before = self.total
        undo = []
        teams = set()
        for team, place, value in changes:
            old = self.rows[team][place]
            undo.append((team, place, old))
            teams.add(team)
            if (old > 0) != (value > 0):
                self._move_home(team, place, 1 if value > 0 else -1)
            self.rows[team][place] = value
        self._recount(teams)
        return Slip(changes=tuple(reversed(undo)), total=before)

    def undo(self, slip: Slip) -> None:
        """Takes a set of changes back."""
        self.make(slip.changes)

    def _move_home(self, team: int, place: int, by: int) -> None:
        venue, night = self.grid.venue_of[team], self.grid.night(team, place)
        self.total -= self._clashes(venue, night)
        self._homes[venue][night] += by
        self.total += self._clashes(venue, night)

    def _clashes(self, venue: int, night: int) -> int:
        return HARD * max(0, self._homes[venue][night] - self.grid.room[venue])

    def _recount(self, teams: Iterable[int]) -> None:
        parties, dates, pools = set(), set(), set()
        for team in teams:
            self.total -= self._team_costs[team]
            self._team_costs[team] = team_cost(self.grid, team, self.rows[team])
            self.total += self._team_costs[team]
            parties.update(self._parties_of[team])
            dates.update(self._dates_of[team])
            pools.add(self.grid.pool_of[team])
        for number in parties:
            self._party_costs[number] += self._gain(
                self._party_costs[number], party_cost(self.grid, self.grid.parties[number], self.rows)
            )
        for number in dates:
            self._date_costs[number] += self._gain(
                self._date_costs[number], date_cost(self.grid.dates[number], self.rows)
            )
        if self.grid.task.weights.carry_over:
            for number in pools:
                self._pool_costs[number] += self._gain(self._pool_costs[number], self._pool_cost(number))

    def _gain(self, old: int, new: int) -> int:
        self.total += new - old
        return new - old

    def _pool_cost(self, number: int) -> int:
        weight = self.grid.task.weights.carry_over
        if not weight:
            return 0
        pool = self.grid.pools[number]
        leg = pool.division.leg
        return weight * sum(
            carry_over([self.rows[team][start : start + leg] for team in pool.teams])
            for start in range(0, len(pool.nights), leg)
        )


def team_cost(grid: Grid, team: int, row: Sequence[int]) -> int:
    """What one team's season costs: breaks, runs, balance, its wishes, returns that come too soon."""
    weights, rules = grid.task.weights, grid.task.rules
    longest = rules.longest_run or len(row)
    cost = last = run = ahead = 0
    met: dict[int, int] = {}
    for place, opponent in enumerate(row):
        stance = grid.stance[team][place]
        if not opponent:
            cost += stance[2]
            continue
        side = 1 if opponent > 0 else -1
        cost += stance[0] if side > 0 else stance[1]
        if side == last:
            run += 1
            cost += weights.breaks + (HARD if run > longest else 0)
        else:
            last, run = side, 1
        ahead += side
        cost += weights.balance * max(0, abs(ahead) - 2)
        if rules.return_after:
            other = abs(opponent)
            if other in met and place - met[other] < rules.return_after and other > team + 1:
                cost += HARD
            met[other] = place
    if grid.standing:
        moved = sum(one != other for one, other in zip(row, grid.standing[team], strict=True))
        cost += weights.change * moved
    return cost


def party_cost(grid: Grid, party: Party, rows: Sequence[Sequence[int]]) -> int:
    """What it costs that teams of one pub are home on the wrong nights."""
    nights: dict[int, list[int]] = {}
    for team in party.teams:
        for place, opponent in enumerate(rows[team]):
            if opponent:
                nights.setdefault(grid.night(team, place), []).append(opponent > 0)
    wrong = 0
    for homes in nights.values():
        if len(homes) == len(party.teams):
            wrong += is_wrong(party.company, sum(homes), len(homes))
    return wrong * party.cost


def is_wrong(company: Company, at_home: int, teams: int) -> bool:
    """Whether so many of them at home is what their pub does not want."""
    if company is Company.NEVER_ALL_AWAY:
        return at_home == 0
    if company is Company.HOME_TOGETHER:
        return 0 < at_home < teams
    return at_home > 1


def date_cost(date: Date, rows: Sequence[Sequence[int]]) -> int:
    """What it costs that two teams do not meet when they are to."""
    first, second = date.teams
    row = rows[first]
    for place in date.rounds:
        if abs(row[place]) == second + 1 and (date.home is None or (row[place] > 0) == (date.home == first)):
            return 0
    return date.cost


def cost_of(grid: Grid, rows: Sequence[Sequence[int]]) -> int:
    """What a list costs altogether."""
    return Working(grid, rows).total
