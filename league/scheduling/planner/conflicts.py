"""Requests and conditions that contradict each other: a smallest such set, proved, and the ways out.

What has no skeleton has no list. In divisions of a few teams the skeleton is a whole list, so every conflict
is found. In larger ones only the couples that some request is about are counted; a conflict that needs the
others too is not found. The conditions are in `conditions`, the skeleton itself in `skeleton`, the best list
without a condition in `searching`.
"""

import datetime
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from league.scheduling.planner.conditions import (
    Closed,
    Condition,
    Named,
    RoomLimit,
    Source,
    conditions_of,
    shared_room,
)
from league.scheduling.planner.grid import SearchGrid, grid_of
from league.scheduling.planner.proofs import smallest_set
from league.scheduling.planner.searching import Progress, best_plan
from league.scheduling.planner.skeleton import bare_bones
from league.scheduling.planner.solver import SolverVerdict, solve
from league.scheduling.planner.task import Fixed, PlanRequest, Task, Venue
from league.scheduling.planner.working import cost_of

SECONDS = 5.0
MOST_CONFLICTS = 5

# Every couple is counted in divisions of so many teams at most: more take too long.
FEW_TEAMS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """A smallest set of conditions that no list meets together: without any one of them nothing is proved."""

    conditions: tuple[Condition, ...]

    @property
    def claim(self) -> str:
        """What is proved of the conditions, without the full stop."""
        return "no list can do that" if len(self.conditions) == 1 else "no list can meet these together"

    @property
    def sentence(self) -> str:
        """The conflict in one sentence."""
        return f"{'; '.join(condition.sentence for condition in self.conditions)}: {self.claim}."


@dataclass(frozen=True, slots=True, kw_only=True)
class WayOut:
    """The best list found when one of a conflict's conditions is dropped."""

    dropped: Condition
    task: Task
    progress: Progress


def conflicts_of(
    task: Task,
    *,
    most: int = MOST_CONFLICTS,
    is_over: Callable[[], bool] = lambda: False,
    is_met: Callable[[Conflict], bool] = lambda conflict: False,
) -> tuple[Conflict, ...]:
    """Return conflicts among conditions and requests, each of them proved.

    After each one its lightest request is left out to look for the next. What is not proved when `is_over()`
    is left out, and so is what `is_met()`: no round of matches can meet it, but a list with matches moved.
    Where teams do not all meet as often no list has this skeleton, so nothing is proved.
    """
    if not task.is_regular:
        return ()
    grid = grid_of(task)
    left = list(conditions_of(grid))
    conflicts: list[Conflict] = []
    while len(conflicts) < most:
        smallest = smallest_set(left, lambda conditions: _is_impossible(grid, conditions), is_over)
        if smallest is None or is_over():
            break
        conditions = tuple(condition for condition, _ in smallest)
        conflict = Conflict(conditions=tuple(_with_joined_rooms(task, conditions)))
        if is_met(conflict):
            left.remove(smallest[-1])
            continue
        conflicts.append(conflict)
        requests = [
            (condition, add)
            for condition, add in smallest
            if isinstance(condition.source, PlanRequest) and not condition.source.must
        ]
        if not requests:
            break
        left.remove(min(requests, key=lambda request: _weight(request[0].source)))
    return tuple(conflicts)


def ways_out(
    task: Task,
    conditions: Sequence[Condition],
    *,
    seed: int = 0,
    steps: int = 6,
    known: Progress | None = None,
    is_over: Callable[[], bool] = lambda: False,
) -> tuple[WayOut, ...]:
    """Return the best list without each of these conditions that can be dropped, the cheapest first.

    Those after `is_over()` are left out. `known` is a search of the whole task: its list is used where no
    better one is found.
    """
    outs = []
    for condition in conditions:
        if is_over():
            break
        relaxed = without(task, condition.source)
        if relaxed is not None:
            progress = best_plan(relaxed, seed=seed, steps=steps, is_over=is_over)
            progress = _or_known(progress, relaxed, known)
            outs.append(WayOut(dropped=condition, task=relaxed, progress=progress))
    return tuple(sorted(outs, key=lambda out: out.progress.cost))


def _or_known(progress: Progress, relaxed: Task, known: Progress | None) -> Progress:
    cost = cost_of(grid_of(relaxed), known.state["rows"]) if known else progress.cost
    if known is None or cost >= progress.cost:
        return progress
    return replace(known, cost=cost, bound=min(cost, progress.bound), is_optimal=False, within_template=None)


def without(task: Task, source: Source) -> Task | None:
    """Return the task without one of its conditions; None where it cannot be dropped."""
    if isinstance(source, PlanRequest):
        return replace(task, requests=tuple(request for request in task.requests if request != source))
    if isinstance(source, Fixed):
        return replace(task, fixed=tuple(fixed for fixed in task.fixed if fixed != source))
    if isinstance(source, Closed):
        return replace(task, venues=tuple(_opened(venue, source) for venue in task.venues))
    return None


def _opened(venue: Venue, source: Closed) -> Venue:
    return replace(venue, closed=venue.closed - {source.night}) if venue.key == source.venue else venue


def _weight(source: Source) -> int:
    return source.weight if isinstance(source, PlanRequest) else 0


def _with_joined_rooms(task: Task, conditions: Sequence[Condition]) -> Iterator[Condition]:
    """Yield the conditions, the room limits of each pub joined into one."""
    rooms: dict[str, list[datetime.date]] = defaultdict(list)
    for condition in conditions:
        if isinstance(condition.source, RoomLimit):
            rooms[condition.source.venue] += condition.source.nights
    for venue in task.venues:
        if venue.key in rooms:
            yield shared_room(task, venue, rooms[venue.key])
    yield from (condition for condition in conditions if not isinstance(condition.source, RoomLimit))


def _is_impossible(grid: SearchGrid, conditions: Sequence[Named]) -> bool:
    bones = bare_bones(grid, all_couples_of=FEW_TEAMS)
    for _, add in conditions:
        add(bones)
    return solve(bones.problem, seconds=SECONDS).verdict is SolverVerdict.INFEASIBLE
