"""A list that is being changed: rows of opponents and their cost, updated with every change."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from league.scheduling.planner.circle import carry_over
from league.scheduling.planner.grid import HARD, Date, Party, Rows, SearchGrid
from league.scheduling.planner.season_shapes import ends_cost, run_in_cost, travel_cost
from league.scheduling.planner.task import TeamGroup, Turn
from league.shared.grouping import grouped

# Home and away may be this far apart at any point of the season before it costs.
MOST_APART = 2

Change = tuple[int, int, int]
"""A team, a round, and the new value of its row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanSlip:
    """What undoes a set of changes: the old rows, and the costs as they were."""

    total: int
    rows: tuple[Change, ...]
    teams: dict[int, int]
    parties: dict[int, int]
    dates: dict[int, int]
    pools: dict[int, int]
    homes: tuple[tuple[int, int, int], ...]


class Working:
    """Rows and their cost. `total` always equals `cost_of` the rows."""

    def __init__(self, grid: SearchGrid, rows: Sequence[Sequence[int]]) -> None:
        self.grid = grid
        self.rows: Rows = [list(row) for row in rows]
        self._parties_of = grouped((team, n) for n, party in enumerate(grid.parties) for team in party.teams)
        self._dates_of = grouped((team, n) for n, date in enumerate(grid.dates) for team in date.teams)
        self._team_costs = [self._team_cost(team) for team in range(len(self.rows))]
        self._party_costs = [party_cost(grid, party, self.rows) for party in grid.parties]
        self._date_costs = [date_cost(date, self.rows) for date in grid.dates]
        self._pool_costs = [self._pool_cost(number) for number in range(len(grid.pools))]
        self._homes = [[0] * len(grid.nights) for _ in grid.room]
        for team, row in enumerate(self.rows):
            for place, opponent in enumerate(row):
                if opponent > 0:
                    self._homes[grid.venue_of[team]][grid.hosts[team][place]] += 1
        costs = (self._team_costs, self._party_costs, self._date_costs, self._pool_costs)
        self.total = sum(map(sum, costs)) + sum(
            HARD * max(0, hosts - room)
            for room, nights in zip(grid.room, self._homes, strict=True)
            for hosts in nights[grid.first_to_come :]
        )

    def make(self, changes: Iterable[Change]) -> PlanSlip:
        """Make the changes and return what undoes them."""
        before, rows = self.total, self.rows
        old, homes, teams = [], [], set()
        for team, place, value in changes:
            row = rows[team]
            was = row[place]
            if was == value:
                continue
            old.append((team, place, was))
            teams.add(team)
            if (was > 0) != (value > 0):
                homes.append(self._move_home(team, place, 1 if value > 0 else -1))
            row[place] = value
        parties = {number for team in teams for number in self._parties_of[team]}
        dates = {number for team in teams for number in self._dates_of[team]}
        pools = {self.grid.pool_of[team] for team in teams} if self.grid.task.weights.carry_over else set()
        return PlanSlip(
            total=before,
            rows=tuple(old),
            homes=tuple(homes),
            teams=self._recount(self._team_costs, teams, self._team_cost),
            parties=self._recount(
                self._party_costs,
                parties,
                lambda number: party_cost(self.grid, self.grid.parties[number], rows),
            ),
            dates=self._recount(
                self._date_costs, dates, lambda number: date_cost(self.grid.dates[number], rows)
            ),
            pools=self._recount(self._pool_costs, pools, self._pool_cost),
        )

    def undo(self, slip: PlanSlip) -> None:
        """Undo a set of changes."""
        for team, place, was in reversed(slip.rows):
            self.rows[team][place] = was
        for venue, night, by in slip.homes:
            self._homes[venue][night] -= by
        for costs, old in (
            (self._team_costs, slip.teams),
            (self._party_costs, slip.parties),
            (self._date_costs, slip.dates),
            (self._pool_costs, slip.pools),
        ):
            for number, cost in old.items():
                costs[number] = cost
        self.total = slip.total

    def _move_home(self, team: int, place: int, by: int) -> tuple[int, int, int]:
        venue, night = self.grid.venue_of[team], self.grid.hosts[team][place]
        nights, room = self._homes[venue], self.grid.room[venue]
        hosts = nights[night]
        nights[night] = hosts + by
        self.total += HARD * (max(0, hosts + by - room) - max(0, hosts - room))
        return venue, night, by

    def _recount(
        self, costs: list[int], numbers: Iterable[int], cost: Callable[[int], int]
    ) -> dict[int, int]:
        """Count these costs again and return the old ones."""
        old = {}
        for number in numbers:
            old[number] = costs[number]
            costs[number] = cost(number)
            self.total += costs[number] - old[number]
        return old

    def _team_cost(self, number: int) -> int:
        row, weights = self.rows[number], self.grid.task.weights
        cost = team_cost(self.grid, number, row)
        if self.grid.opponents:
            facts = self.grid.opponents[number]
            cost += run_in_cost(weights, facts, row) + travel_cost(weights, facts, row)
        return cost

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


def team_cost(grid: SearchGrid, team: int, row: Sequence[int]) -> int:
    """Return what one team's season costs, whoever it meets: breaks, runs, balance, requests, returns."""
    weights, rules, limits = grid.task.weights, grid.task.rules, grid.runs[team]
    break_cost, balance_cost = weights.breaks, weights.balance
    cost = last = run = ahead = 0
    for opponent, stance in zip(row, grid.stance[team], strict=True):
        if not opponent:
            cost += stance[2]
            continue
        if opponent > 0:
            side = 1
            cost += stance[0]
        else:
            side = -1
            cost += stance[1]
        if side == last:
            run += 1
            cost += break_cost + sum(price for longest, price in limits if run > longest)
        else:
            last, run = side, 1
        ahead += side
        if ahead > MOST_APART or ahead < -MOST_APART:
            cost += balance_cost * (abs(ahead) - MOST_APART)
    if rules.return_after:
        cost += _soon_returns(team, row, rules.return_after)
    if weights.ends:
        cost += ends_cost(weights, row)
    if grid.turns[team]:
        played = [opponent for opponent in row if opponent]
        cost += sum(price * _against(turn, rivals, played) for turn, rivals, price in grid.turns[team])
    if grid.standing:
        moved = sum(number != other for number, other in zip(row, grid.standing[team], strict=True))
        cost += weights.change * moved
    return cost


def _against(turn: Turn, rivals: frozenset[int], played: Sequence[int]) -> int:
    """Return how often a team's turn of home and away is not as it asks."""
    if turn is Turn.RESTED:
        triples = zip(played, played[1:], played[2:], strict=False)
        return sum(first < 0 and second < 0 and abs(other) in rivals for first, second, other in triples)
    sides = {opponent > 0 for opponent in (*played[:1], *played[-1:])}
    return bool(sides) and (turn is Turn.ENDS_HOME) not in sides


def _soon_returns(team: int, row: Sequence[int], least: int) -> int:
    """Return what returns too soon cost; each couple is counted by its team with the lower number."""
    cost = 0
    met: dict[int, int] = {}
    for place, opponent in enumerate(row):
        other = abs(opponent)
        if other > team + 1:
            if other in met and place - met[other] < least:
                cost += HARD
            met[other] = place
    return cost


def party_cost(grid: SearchGrid, party: Party, rows: Sequence[Sequence[int]]) -> int:
    """Return what it costs that teams of one pub are home on the wrong nights."""
    nights: dict[int, list[int]] = {}
    derbies = set()
    for team in party.teams:
        for place, opponent in enumerate(rows[team]):
            if opponent:
                night = grid.night(team, place)
                nights.setdefault(night, []).append(opponent > 0)
                if abs(opponent) - 1 in party.teams:
                    derbies.add(night)
    wrong = 0
    for night, homes in nights.items():
        if len(homes) == len(party.teams):
            wrong += is_wrong(party.company, sum(homes), len(homes), night in derbies)
    return wrong * party.cost


def is_wrong(company: TeamGroup, at_home: int, teams: int, is_derby: bool) -> bool:
    """Return whether so many teams at home break the group's constraint; in a derby two of them meet."""
    if company is TeamGroup.NEVER_ALL_AWAY:
        return at_home == 0
    if company is TeamGroup.NEVER_ALL_HOME:
        return at_home == teams
    if company is TeamGroup.HOME_TOGETHER:
        return 0 < at_home < teams and not is_derby
    if company is TeamGroup.OPPOSITE:
        return at_home in (0, teams)
    return at_home > 1


def date_cost(date: Date, rows: Sequence[Sequence[int]]) -> int:
    """Return what it costs that two teams do not meet when they are to, or meet when they are not."""
    first, second = date.teams
    row = rows[first]
    met = any(
        abs(row[place]) == second + 1 and (date.home is None or (row[place] > 0) == (date.home == first))
        for place in date.rounds
    )
    return date.cost if met is date.apart else 0


def cost_of(grid: SearchGrid, rows: Sequence[Sequence[int]]) -> int:
    """Return what a list costs altogether."""
    return Working(grid, rows).total
