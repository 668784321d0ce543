"""The one module that knows the solver. Solves small exact problems in whole numbers.

HiGHS, by its Python wheel: on the problems of this package it is as fast as CP-SAT of OR-Tools and brings a
third of the weight. It runs on one thread, so that a search leaves the rest of the machine to the pages and
the same problem always has the same answer.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import highspy


class SolverVerdict(StrEnum):
    """What is proved of an answer."""

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """The values found, what they cost, and the least any answer can cost as far as is known."""

    verdict: SolverVerdict
    values: tuple[int, ...] = ()
    cost: int = 0
    bound: float = -math.inf


@dataclass(slots=True)
class Problem:
    """Choices of whole numbers with costs, under rows of sums. Built line by line."""

    costs: list[int] = field(default_factory=list)
    lowest: list[float] = field(default_factory=list)
    highest: list[float] = field(default_factory=list)
    at_least: list[float] = field(default_factory=list)
    at_most: list[float] = field(default_factory=list)
    starts: list[int] = field(default_factory=lambda: [0])
    columns: list[int] = field(default_factory=list)
    factors: list[int] = field(default_factory=list)

    def choice(self, cost: int = 0) -> int:
        """Add a yes-or-no choice, and return its number; `cost` is what yes costs."""
        return self.amount(cost, most=1)

    def amount(self, cost: int, most: float = math.inf) -> int:
        """Add a whole number from 0 to `most`, and return its number; `cost` is what each unit costs."""
        self.costs.append(cost)
        self.lowest.append(0)
        self.highest.append(most)
        return len(self.costs) - 1

    def row(
        self, terms: Mapping[int, int] | Iterable[int], at_least: float = -math.inf, at_most: float = math.inf
    ) -> None:
        """Add a row: the sum of these choices, each times its factor, lies between two limits."""
        weighed = terms if isinstance(terms, Mapping) else dict.fromkeys(terms, 1)
        self.columns.extend(weighed)
        self.factors.extend(weighed.values())
        self.starts.append(len(self.columns))
        self.at_least.append(at_least)
        self.at_most.append(at_most)

    def cut_rows(self, rows: int) -> None:
        """Take out all rows but the first ones, so that the same problem can be asked with others."""
        end = self.starts[rows]
        del self.columns[end:], self.factors[end:], self.starts[rows + 1 :]
        del self.at_least[rows:], self.at_most[rows:]

    def exactly_one(self, choices: Iterable[int]) -> None:
        """Add a row: exactly one of these choices is taken."""
        self.row(choices, 1, 1)


def solve(
    problem: Problem,
    *,
    seconds: float = 60.0,
    nodes: int | None = None,
    seed: int = 0,
    presolve: bool = True,
) -> Solution:
    """Return the cheapest answer, or the best found when the time is up or so many nodes have been looked at.

    Only a limit of nodes gives the same answer on every machine. Without `presolve` large problems that are
    loose enough are solved much sooner.
    """
    if not problem.costs:
        return Solution(verdict=SolverVerdict.OPTIMAL, bound=0)
    solver = loaded(problem, seconds=seconds, nodes=nodes, seed=seed, presolve=presolve)
    is_stopped = solver.run().name == "kWarning"
    answer = answer_of(solver)
    if presolve and not answer.values and not is_stopped:
        # HiGHS 1.14 and 1.15 now and then presolve a problem that has answers away (their issue 3090), or
        # one that has none to an answer that they find wrong themselves.
        return solve(problem, seconds=seconds, nodes=nodes, seed=seed, presolve=False)
    return answer


def loaded(
    problem: Problem, *, seconds: float, nodes: int | None = None, seed: int, presolve: bool
) -> "highspy.Highs":
    """Return the solver with a problem and its limits."""
    import highspy  # here: with numpy it is slow to load, and only a search needs it

    solver = highspy.Highs()  # type: ignore[no-untyped-call]
    for option, value in {
        "output_flag": False,
        "threads": 1,
        "random_seed": seed,
        "presolve": "choose" if presolve else "off",
        "time_limit": float(seconds),
        "mip_abs_gap": 0.99,  # all costs are whole numbers
        "mip_rel_gap": 0.0,
    }.items():
        solver.setOptionValue(option, value)
    if nodes is not None:
        solver.setOptionValue("mip_max_nodes", nodes)
    solver.passModel(_as_lp(problem))
    return solver


def _as_lp(problem: Problem) -> "highspy.HighsLp":
    import highspy
    import numpy as np

    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = len(problem.costs), len(problem.at_least)
    lp.col_cost_ = np.array(problem.costs, dtype=float)
    lp.col_lower_, lp.col_upper_ = np.array(problem.lowest), np.array(problem.highest)
    lp.row_lower_, lp.row_upper_ = np.array(problem.at_least), np.array(problem.at_most)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.array(problem.starts, dtype=np.int32)
    lp.a_matrix_.index_ = np.array(problem.columns, dtype=np.int32)
    lp.a_matrix_.value_ = np.array(problem.factors, dtype=float)
    lp.integrality_ = [highspy.HighsVarType.kInteger] * len(problem.costs)
    return lp


def answer_of(solver: "highspy.Highs") -> Solution:
    """Return what a solver that has run has found."""
    import highspy

    status, facts = solver.getModelStatus(), solver.getInfo()
    if status == highspy.HighsModelStatus.kInfeasible:
        return Solution(verdict=SolverVerdict.INFEASIBLE)
    if facts.primal_solution_status != highspy.SolutionStatus.kSolutionStatusFeasible:
        return Solution(verdict=SolverVerdict.UNKNOWN)
    is_best = status == highspy.HighsModelStatus.kOptimal
    cost = round(facts.objective_function_value)
    return Solution(
        verdict=SolverVerdict.OPTIMAL if is_best else SolverVerdict.FEASIBLE,
        values=tuple(round(value) for value in solver.getSolution().col_value),
        cost=cost,
        bound=cost if is_best else _rounded_up(facts.mip_dual_bound),
    )


def _rounded_up(bound: float) -> float:
    """Return a bound rounded up to a whole cost; rounding errors of the solver do not raise it."""
    return math.ceil(bound - 1e-6 * max(1.0, abs(bound))) if math.isfinite(bound) else -math.inf
