"""Solve RobinX instances: one exact problem of games in slots, hard constraints first, then soft."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from league.scheduling.planner.solver import Problem, Solution, SolverVerdict, answer_of, loaded, solve
from tests.tools.robinx.judging import Constraint, Game, Instance, Placed, judge

Row = tuple[list[int], int, int]
"""Choices, and the fewest and most of them that may be taken."""

STRICT_SHARE, HARD_SHARE, SLOW_SHARE, SOFT_SHARE = 0.3, 0.9, 0.5, 0.6
"""Of the time: for a solution that breaks no soft constraint; until any solution is to be there; what has
gone when no better one is looked for any more, as on a slow machine judging, writing and ending take long
too; and until when it is looked for.
"""


def solve_instance(
    instance: Instance, *, seconds: float, lap: Callable[[], float], seed: int = 0
) -> Placed | None:
    """Return the best solution found in the time, or None if none meets the hard constraints.

    `lap` returns how many seconds have passed. At first every soft constraint is treated as hard, which takes
    hardly longer than without them: a solution of that is optimal. If none is found so, the hard constraints
    alone count, and then the soft ones are weighed for as long as is left.
    """
    strict = _Model(instance, soft="hard")
    optimal = strict.placed(solve(strict.problem, seconds=seconds * STRICT_SHARE, seed=seed, presolve=False))
    if optimal is not None:
        return optimal
    plain = _Model(instance, soft="none")
    left = max(seconds * HARD_SHARE - lap(), seconds)  # late is better than nothing
    answer = solve(plain.problem, seconds=left, seed=seed, presolve=False)
    placed = plain.placed(answer)
    if placed is None or judge(instance, placed).objective == 0 or lap() > seconds * SLOW_SHARE:
        return placed
    weighed = _Model(instance, soft="weighed")
    known = answer.values[: len(weighed.at)]
    left = seconds * SOFT_SHARE - lap()
    better = weighed.placed(_improved(weighed.problem, known, seconds=left, seed=seed)) if left > 0 else None
    if better is None or judge(instance, better).objective > judge(instance, placed).objective:
        return placed
    return better


def _improved(
    problem: Problem, known: Iterable[int], *, seconds: float, seed: int, presolve: bool = True
) -> Solution:
    """Return the best answer found in the time, beginning with the known values of the first choices."""
    import highspy  # here: the command starts under a Python that may lack it

    solver = loaded(problem, seconds=seconds, seed=seed, presolve=presolve)
    start = highspy.HighsSolution()
    start.col_value = [float(value) for value in known]
    solver.setSolution(start)
    solver.run()
    answer = answer_of(solver)
    if presolve and answer.verdict is SolverVerdict.INFEASIBLE:  # HiGHS' fault, as in `solve`
        return _improved(problem, known, seconds=seconds, seed=seed, presolve=False)
    return answer


class _Model:
    """Choices: game in slot. `soft` tells how soft constraints are treated: none, hard, weighed."""

    def __init__(self, instance: Instance, soft: str) -> None:
        self.instance, self.problem = instance, Problem()
        self.at: dict[tuple[int, int, int], int] = {}
        self.of: dict[tuple[int, str, int], list[int]] = defaultdict(list)
        banned = _banned(instance, with_soft=soft == "hard")
        singly = set(instance.single_couples())
        for home, away in instance.games():
            choices = []
            for slot in range(instance.slots):
                if (home, "H", slot) in banned or (away, "A", slot) in banned:
                    continue
                choice = self.problem.choice()
                self.at[home, away, slot] = choice
                choices.append(choice)
                for team, side in ((home, "H"), (away, "A")):
                    self.of[team, side, slot].append(choice)
                    self.of[team, "HA", slot].append(choice)
            if not {(home, away), (away, home)} & singly:
                self.problem.exactly_one(choices)
        for first, second in sorted(singly):
            self.problem.exactly_one(
                self._of_games([(first, second), (second, first)], range(instance.slots))
            )
        self._slots()
        for constraint in instance.constraints:
            if constraint.is_hard or soft == "hard":
                self._add(constraint, None)
            elif soft == "weighed":
                self._add(constraint, constraint.penalty)

    def placed(self, answer: Solution) -> Placed | None:
        """Return the slots of an answer."""
        if not answer.values:
            return None
        return {(home, away): slot for (home, away, slot), choice in self.at.items() if answer.values[choice]}

    def _slots(self) -> None:
        instance = self.instance
        for number, league in enumerate(instance.leagues):
            compact = instance.is_compact[number]
            phased = instance.is_phased[number] and instance.meetings[number] == 2
            least = 1 if compact and len(league) % 2 == 0 else 0
            for team in league:
                for slot in range(self.instance.slots):
                    games = self.of[team, "HA", slot]
                    if games and (len(games) > 1 or least):
                        self.problem.row(games, least, 1)
            half = range(len(league) - 1 + len(league) % 2)
            for first, second in combinations(league, 2) if phased else ():
                self.problem.exactly_one(self._of_games([(first, second), (second, first)], half))

    def _of_games(self, games: Iterable[Game], slots: Iterable[int]) -> list[int]:
        there = list(slots)
        return [self.at[*game, slot] for game in games for slot in there if (*game, slot) in self.at]

    def _add(self, constraint: Constraint, penalty: int | None) -> None:
        if constraint.kind in ("BR1", "BR2"):
            self._add_breaks(constraint, penalty)
        elif constraint.kind == "FA2":
            self._add_differences(constraint, penalty)
        else:
            for choices, least, most in self._rows(constraint):
                if least > 0 or len(choices) > most:
                    self._row(dict.fromkeys(choices, 1), least, most, penalty)

    def _row(self, terms: dict[int, int], least: float, most: float, penalty: int | None) -> None:
        if penalty is not None:
            if least > 0:
                self.problem.row(terms | {self.problem.amount(penalty): 1}, at_least=least)
            terms = terms | {self.problem.amount(penalty): -1}
            least = float("-inf")
        self.problem.row(terms, least, most)

    def _rows(self, constraint: Constraint) -> Iterator[Row]:
        slots = sorted(constraint.slots)
        if constraint.kind == "GA1":
            yield self._of_games(sorted(constraint.games), slots), constraint.least, constraint.most
        elif constraint.kind == "CA1":
            for team in sorted(constraint.teams):
                yield (
                    [choice for slot in slots for choice in self.of[team, constraint.side, slot]],
                    constraint.least,
                    constraint.most,
                )
        elif constraint.kind == "CA2":
            for team in sorted(constraint.teams):
                for group in (
                    [[other] for other in sorted(constraint.others)]
                    if constraint.each
                    else [sorted(constraint.others)]
                ):
                    yield (
                        self._against([team], group, constraint.side, slots),
                        constraint.least,
                        constraint.most,
                    )
        elif constraint.kind == "CA3":
            for team in sorted(constraint.teams):
                for start in range(self.instance.slots - constraint.length + 1):
                    window = range(start, start + constraint.length)
                    yield (
                        self._against([team], sorted(constraint.others), constraint.side, window),
                        constraint.least,
                        constraint.most,
                    )
        elif constraint.kind == "CA4":
            for group in [[slot] for slot in slots] if constraint.each else [slots]:
                yield (
                    self._against(
                        sorted(constraint.teams), sorted(constraint.others), constraint.side, group
                    ),
                    constraint.least,
                    constraint.most,
                )
        else:
            yield from self._returns(constraint)

    def _returns(self, constraint: Constraint) -> Iterator[Row]:
        """Yield the rows of SE1: in slots too few for a return, a couple meets at most once."""
        for team, other in combinations(sorted(constraint.teams), 2):
            for start in range(self.instance.slots - 1):
                window = range(start, min(start + constraint.least + 1, self.instance.slots))
                yield self._of_games([(team, other), (other, team)], window), 0, 1

    def _against(self, teams: list[int], others: list[int], side: str, slots: Iterable[int]) -> list[int]:
        there = list(slots)
        homes = [(team, other) for team in teams for other in others] if side != "A" else []
        aways = [(other, team) for team in teams for other in others] if side != "H" else []
        return self._of_games(dict.fromkeys([*homes, *aways]), there)

    def _add_breaks(self, constraint: Constraint, penalty: int | None) -> None:
        """Add a constraint on breaks: two home or two away games in neighbouring slots."""
        total: dict[int, int] = {}
        for team in sorted(constraint.teams):
            own: dict[int, int] = {}
            for slot in sorted(constraint.slots - {0}):
                for side in ("H", "A"):
                    if constraint.side not in (side, "HA"):
                        continue
                    broken = self.problem.choice()
                    games = [*self.of[team, side, slot - 1], *self.of[team, side, slot]]
                    self.problem.row(dict.fromkeys(games, 1) | {broken: -1}, at_most=1)
                    own[broken] = 1
            if constraint.kind == "BR1":
                self._row(own, 0, constraint.length, penalty)
            total |= own
        if constraint.kind == "BR2":
            self._row(total, 0, constraint.length, penalty)

    def _add_differences(self, constraint: Constraint, penalty: int | None) -> None:
        for first, second in combinations(sorted(constraint.teams), 2):
            apart = self.problem.amount(penalty) if penalty is not None else None
            for until in sorted(constraint.slots):
                slots = range(until + 1)
                ahead = {choice: 1 for slot in slots for choice in self.of[first, constraint.side, slot]}
                for slot in slots:
                    for choice in self.of[second, constraint.side, slot]:
                        ahead[choice] = ahead.get(choice, 0) - 1
                for sign in (1, -1):
                    row = {choice: sign * factor for choice, factor in ahead.items() if factor}
                    self.problem.row(row if apart is None else row | {apart: -1}, at_most=constraint.length)


def _banned(instance: Instance, *, with_soft: bool) -> set[tuple[int, str, int]]:
    """Return the slots in which a team may never be at home, or away; they need no choice."""
    return {
        (team, side, slot)
        for constraint in instance.constraints
        if constraint.kind == "CA1" and constraint.most == 0 and (constraint.is_hard or with_soft)
        for team in constraint.teams
        for side in (("H", "A") if constraint.side == "HA" else (constraint.side,))
        for slot in constraint.slots
    }
