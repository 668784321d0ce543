"""Why a season cannot be planned: a smallest set of conditions that are too many together.

Single matches move to nights of their own, which no skeleton shows. What cannot be though every match is left
free is proved (`proofs`). For the rest the search itself is asked: a set is too much where it finds no list
that keeps it. That is no proof, and the sentence says so.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from league.scheduling.planner.conditions import (
    Closed,
    Condition,
    Room,
    conditions_to_drop,
    played_nights,
    room_of,
)
from league.scheduling.planner.conflicts import WayOut, ways_out, without
from league.scheduling.planner.grid import HARD
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.proofs import FreeSeason, smallest_set
from league.scheduling.planner.searching import Progress, best_plan
from league.scheduling.planner.task import Fixed, Plan, PlanRequest, Task

STEPS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Hindrance:
    """Conditions that no list keeps together, as is proved, or that none was found for; if they are smallest
    one was found without each of them, or without any of them nothing is proved.
    """

    conditions: tuple[Condition, ...]
    is_smallest: bool
    is_proved: bool = False

    @property
    def claim(self) -> str:
        """What is proved or was found of the conditions, without the full stop."""
        is_one = len(self.conditions) == 1
        if self.is_proved:
            return f"no list of fixtures can meet {'this' if is_one else 'all of these'}; this is proved"
        if is_one:
            return "no list was found that keeps it: that was searched, not proved"
        if not self.is_smallest:
            return "no list was found that keeps all of these. A few of them may be the reason"
        return (
            "no list was found that keeps these together: that was searched, not proved. Without any one of "
            "them there is one"
        )

    @property
    def sentence(self) -> str:
        """The hindrance in one sentence."""
        return f"{'; '.join(condition.sentence for condition in self.conditions)}: {self.claim}."


def hindrance_of(
    task: Task, progress: Progress, *, is_over: Callable[[], bool] = lambda: False
) -> Hindrance | None:
    """Return a smallest set of conditions that the search finds no list for; None if it keeps all of them.

    A set that is proved comes first, then conditions named in the faults of the list found.
    Once `is_over()` the set is as small as it had become by then.
    """
    faults = " ".join(fault.sentence for fault in faults_of(task, progress.plan))
    if not faults:
        return None
    everything = list(conditions_to_drop(task))
    free = [*everything, *played_nights(task)]
    if proved := smallest_set(free, FreeSeason(task).is_impossible, is_over):
        return Hindrance(conditions=tuple(proved), is_smallest=not is_over(), is_proved=not is_over())
    named = [condition for condition in everything if _is_named(condition, task, faults)]
    asking = _Asking(task, everything)
    conditions = named if asking.is_too_much(named) else everything
    if asking.is_too_much([]):
        broken = broken_conditions(task, progress.plan)
        return Hindrance(conditions=broken, is_smallest=False) if broken else None
    for condition in reversed(conditions):
        fewer = [other for other in conditions if other != condition]
        if is_over():
            return Hindrance(conditions=tuple(conditions), is_smallest=False)
        if asking.is_too_much(fewer):
            conditions = fewer
    return Hindrance(conditions=tuple(conditions), is_smallest=True)


def nearest_plans(
    task: Task, hindrance: Hindrance, progress: Progress, *, is_over: Callable[[], bool] = lambda: False
) -> tuple[WayOut, ...]:
    """Return the list found when one of the conditions is not kept, for each of them, the cheapest first.

    Where none of these keeps all the others, the first one comes without those that it breaks.
    """
    single = [condition for condition in hindrance.conditions if condition.source != Room()]
    ways = ways_out(task, single, steps=STEPS, is_over=is_over)
    if any(way.progress.keeps_conditions for way in ways):
        return ways
    broken = broken_conditions(task, progress.plan)
    relaxed: Task | None = task
    for condition in broken:
        relaxed = without(relaxed, condition.source) if relaxed else None
    if not broken or relaxed is None or faults_of(relaxed, progress.plan):
        return ways
    nearest = WayOut(
        dropped=broken[0],
        besides=broken[1:],
        task=relaxed,
        progress=replace(progress, cost=progress.cost % HARD, keeps_conditions=True),
    )
    return (nearest, *ways)


def broken_conditions(task: Task, plan: Plan) -> tuple[Condition, ...]:
    """Return conditions of a list that it breaks: without them the judge finds no fault."""
    there = [*conditions_to_drop(task), *map(room_of, task.venues)]
    broken: list[Condition] = []
    faults = faults_of(task, plan)
    for condition in there:
        relaxed = without(task, condition.source) if condition.source != Room() else None
        left = faults_of(relaxed, plan) if faults and relaxed is not None else faults
        if relaxed is not None and set(left) != set(faults):
            broken.append(condition)
            task, faults = relaxed, left
    return tuple(broken)


class _Asking:
    """Asks the search for a list that keeps some of a task's conditions and none of the others."""

    def __init__(self, task: Task, everything: Sequence[Condition]) -> None:
        self.task, self.everything = task, everything
        self.answers: dict[frozenset[str], bool] = {}

    def is_too_much(self, conditions: Sequence[Condition]) -> bool:
        """Return whether no list is found that keeps these."""
        key = frozenset(condition.sentence for condition in conditions)
        if key not in self.answers:
            task: Task | None = self.task
            for condition in self.everything:
                if condition.sentence not in key and task is not None:
                    task = without(task, condition.source)
            self.answers[key] = task is None or not best_plan(task, steps=STEPS).keeps_conditions
        return self.answers[key]


def _is_named(condition: Condition, task: Task, faults: str) -> bool:
    """Return whether a team or pub of a condition stands in these sentences."""
    teams, venues = task.teams_by_key(), task.venues_by_key()
    source = condition.source
    if isinstance(source, Closed):
        names = [venues[source.venue].name, *(team.name for team in task.teams if team.venue == source.venue)]
    elif isinstance(source, Fixed | PlanRequest):
        names = [teams[team].name for team in source.teams]
    else:
        return True  # a rule for all
    return any(name in faults for name in names)
