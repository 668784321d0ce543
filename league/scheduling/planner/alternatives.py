"""Lists that cost more than the best and are better in something: fewer breaks, more requests met.

They are judged by what a secretary sees: breaks, requests met, the longest time away, matches rearranged,
and the last night. One that is no better than another in any of these is not kept.
"""

import datetime
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from league.scheduling.judge import nights_against
from league.scheduling.planner.calendar import FixturingError
from league.scheduling.planner.circle import least_breaks
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.rearranging import Rearranged
from league.scheduling.planner.searching import best_plan
from league.scheduling.planner.task import DEFAULT_WEIGHT, Plan, Task
from league.shared.text import plural

OFFERED = 5
# By how much requests, or breaks, weigh more: a little, and before all else.
HEAVIER = (6, 100)
STEPS = 3
SHORTEST_RUN = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ListFigures:
    """A list in the figures in which lists differ; less is better in each. `missed` counts requests."""

    breaks: int
    missed: int
    longest_away: int
    rearranged: int
    last: datetime.date

    @property
    def values(self) -> tuple[int, ...]:
        """The figures as numbers."""
        return self.breaks, self.missed, self.longest_away, self.rearranged, self.last.toordinal()

    def is_as_good_as(self, other: "ListFigures") -> bool:
        """Return whether no figure is worse than in another list."""
        return all(own <= there for own, there in zip(self.values, other.values, strict=True))

    def against(self, other: "ListFigures") -> Iterator[str]:
        """Yield how this list differs from another: “2 more breaks”, “3 more requests met”."""
        if more := self.breaks - other.breaks:
            yield f"{abs(more)} {'more' if more > 0 else 'fewer'} break{'s' if abs(more) > 1 else ''}"
        if met := other.missed - self.missed:
            yield f"{abs(met)} {'more' if met > 0 else 'fewer'} request{'s' if abs(met) > 1 else ''} met"
        if self.longest_away != other.longest_away:
            yield f"at most {self.longest_away} away running instead of {other.longest_away}"
        if more := self.rearranged - other.rearranged:
            matches = "match" if abs(more) == 1 else "matches"
            yield f"{abs(more)} {'more' if more > 0 else 'fewer'} {matches} rearranged"
        if days := (self.last - other.last).days:
            yield f"ends {plural(abs(days), 'day')} {'later' if days > 0 else 'earlier'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """A list with its rearranged matches and its figures."""

    plan: Plan
    rearranged: tuple[Rearranged, ...]
    figures: ListFigures


def list_figures(task: Task, plan: Plan, *, rearranged: int) -> ListFigures:
    """Return a list in figures."""
    seasons = [[meeting.home == team.key for meeting in plan.of_team(team.key)] for team in task.teams]
    away = (len(list(run)) for sides in seasons for is_home, run in groupby(sides) if not is_home)
    return ListFigures(
        breaks=sum(side == following for sides in seasons for side, following in pairwise(sides)),
        missed=sum(bool(nights_against(request, plan.meetings)) for request in task.requests),
        longest_away=max(away, default=0),
        rearranged=rearranged,
        last=max((meeting.date for meeting in plan.meetings), default=datetime.date.min),
    )


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
        figures = alternative.figures
        in_breaks = figures.breaks + figures.longest_away + figures.rearranged
        return self.task.weights.breaks * in_breaks + DEFAULT_WEIGHT * figures.missed, *figures.values


def _other_tasks(task: Task, best: ListFigures) -> Iterator[Task]:
    """Yield the season under other weights and rules, one for each figure in which a list could be better."""
    if best.missed:
        for times in HEAVIER:
            heavier = (replace(request, weight=request.weight * times) for request in task.requests)
            yield replace(task, requests=tuple(heavier))
    fewest = (least_breaks(len(each.teams), each.meetings, each.second_half) for each in task.divisions)
    if task.standing is None and best.breaks > sum(fewest):
        yield replace(task, weights=replace(task.weights, breaks=task.weights.breaks * HEAVIER[-1]))
    if best.longest_away > SHORTEST_RUN:
        yield replace(task, rules=replace(task.rules, longest_run=best.longest_away - 1))
    if best.rearranged:
        nights = (tuple(night for night in each.nights if night < best.last) for each in task.divisions)
        divisions = zip(task.divisions, nights, strict=True)
        yield replace(task, divisions=tuple(replace(each, nights=earlier) for each, earlier in divisions))
