"""Lists that cost more than the best and are better in something: fewer breaks, more requests met.

They are judged by what a secretary sees: breaks, requests met, the longest run, matches at other pubs,
matches rearranged, and the last night. One that is no better than another in any of these is not kept.
"""

import datetime
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from league.scheduling.judge import Traded, traded
from league.scheduling.planner.calendar import FixturingError
from league.scheduling.planner.circle import least_breaks
from league.scheduling.planner.judging import faults_of, season_of
from league.scheduling.planner.rearranging import Rearranged
from league.scheduling.planner.searching import best_plan
from league.scheduling.planner.task import DEFAULT_WEIGHT, Plan, Task

OFFERED = 5
# By how much requests, or breaks, weigh more: a little, and before all else.
HEAVIER = (6, 100)
STEPS = 3
SHORTEST_RUN = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ListFigures:
    """A list in the figures in which lists differ, as the judge counts them, and its matches rearranged."""

    traded: Traded
    rearranged: int

    @property
    def values(self) -> tuple[int, ...]:
        """The figures as numbers; less is better in each."""
        traded, last = self.traded, self.traded.last or datetime.date.min
        figures = traded.breaks, traded.unmet, traded.longest_run, traded.elsewhere
        return *figures, self.rearranged, last.toordinal()

    def is_as_good_as(self, other: "ListFigures") -> bool:
        """Return whether no figure is worse than in another list."""
        return all(own <= there for own, there in zip(self.values, other.values, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """A list with its rearranged matches and its figures."""

    plan: Plan
    rearranged: tuple[Rearranged, ...]
    figures: ListFigures


def list_figures(task: Task, plan: Plan, *, rearranged: int) -> ListFigures:
    """Return a list in figures."""
    return ListFigures(traded=traded(season_of(task, plan)), rearranged=rearranged)


class Alternatives:
    """The lists found beside the best one: those that keep every condition, none as good as another."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.kept: list[Alternative] = []

    def add(self, plan: Plan, rearranged: Iterable[Rearranged]) -> None:
        """Keep a list, unless it breaks a condition or another is as good in every figure."""
        rearranged = tuple(rearranged)
        figures = list_figures(self.task, plan, rearranged=len(rearranged))
        if any(other.figures.is_as_good_as(figures) for other in self.kept) or faults_of(self.task, plan):
            return
        left = (other for other in self.kept if not figures.is_as_good_as(other.figures))
        self.kept = [*left, Alternative(plan=plan, rearranged=rearranged, figures=figures)]

    def search(self, best: ListFigures, *, seed: int, is_over: Callable[[], bool]) -> None:
        """Search for lists that are better than the best in one figure, each for a few steps."""
        for task in _other_tasks(self.task, best):
            if is_over():
                return
            try:
                progress = best_plan(task, seed=seed, steps=STEPS, is_over=is_over)
            except FixturingError:  # the arithmetic forbids it
                continue
            self.add(progress.plan, progress.rearranged)

    def beside(self, best: ListFigures) -> list[Alternative]:
        """Return the few lists that are better in something, those that cost least first."""
        better = [other for other in self.kept if not best.is_as_good_as(other.figures)]
        return sorted(better, key=self._price)[:OFFERED]

    def _price(self, alternative: Alternative) -> tuple[int, ...]:
        breaks, missed, *others = alternative.figures.values
        in_breaks = breaks + sum(others[:-1])
        weights = self.task.weights.breaks, DEFAULT_WEIGHT
        return weights[0] * in_breaks + weights[1] * missed, *alternative.figures.values


def _other_tasks(task: Task, best: ListFigures) -> Iterator[Task]:
    """Yield the season under other weights and rules, one for each figure in which a list could be better."""
    figures = best.traded
    if figures.unmet:
        for times in HEAVIER:
            heavier = (replace(request, weight=request.weight * times) for request in task.requests)
            yield replace(task, requests=tuple(heavier))
    fewest = (least_breaks(len(each.teams), each.meetings, each.second_half) for each in task.divisions)
    if task.standing is None and figures.breaks > sum(fewest):
        yield replace(task, weights=replace(task.weights, breaks=task.weights.breaks * HEAVIER[-1]))
    if figures.longest_run > SHORTEST_RUN:
        yield replace(task, rules=replace(task.rules, longest_run=figures.longest_run - 1))
    if best.rearranged and figures.last:
        last = figures.last
        nights = (tuple(night for night in each.nights if night < last) for each in task.divisions)
        divisions = zip(task.divisions, nights, strict=True)
        yield replace(task, divisions=tuple(replace(each, nights=earlier) for each, earlier in divisions))
