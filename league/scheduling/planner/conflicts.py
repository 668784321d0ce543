"""What cannot be had together: a smallest set of wishes and conditions that contradict each other, proved.

The proof stands on the bare bones of any list (skeleton): what has no bones has no list. In divisions of a
few teams the bones are whole lists, and what is not named can be had. In larger ones only the couples are
counted of which something is asked; where a conflict needs the others too nothing is claimed.
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
    """A smallest set: leave out any one of them, and nothing is known against the others."""

    conditions: tuple[Condition, ...]

    @property
    def sentence(self) -> str:
        """The whole of it in one sentence."""
        together = "; ".join(condition.sentence for condition in self.conditions)
        if len(self.conditions) == 1:
            return f"{together}: no list can do that."
        return f"{together}: these cannot be met together in any list."


@dataclass(frozen=True, slots=True, kw_only=True)
class WayOut:
    """The best list found when one of a conflict's conditions is given up."""

    given_up: Condition
    task: Task
    progress: Progress


def conflicts_of(
    task: Task, *, most: int = MOST_CONFLICTS, is_over: Callable[[], bool] = lambda: False
) -> tuple[Conflict, ...]:
    """Conflicts among conditions and wishes, one after the other, each of them proved.

    After each its lightest wish is left aside to look for the next. What is not proved when it is over is
    left out.
    """
    grid = grid_of(task)
    left = list(conditions_of(grid))
    found: list[Conflict] = []
    while len(found) < most:
        smallest = _smallest(grid, left, is_over)
        if smallest is None or is_over():
            break
        conditions = tuple(condition for condition, _ in smallest)
        found.append(Conflict(conditions=tuple(_with_rooms_as_one(task, conditions))))
        requests = [
            one for one in smallest if isinstance(one[0].source, PlanRequest) and not one[0].source.must
        ]
        if not requests:
            break
        left.remove(min(requests, key=lambda request: _weight(request[0].source)))
    return tuple(found)


def ways_out(
    task: Task,
    conflict: Conflict,
    *,
    seed: int = 0,
    steps: int = 6,
    known: Progress | None = None,
    is_over: Callable[[], bool] = lambda: False,
) -> tuple[WayOut, ...]:
    """The best list for each condition that could be given up until it is over, the cheapest first.

    `known` is a search of the whole task: its list stands where no better one is found.
    """
    found = []
    for condition in conflict.conditions:
        if is_over():
            break
        relaxed = without(task, condition.source)
        if relaxed is not None:
            progress = best_plan(relaxed, seed=seed, steps=steps, is_over=is_over)
            progress = _or_known(progress, relaxed, known)
            found.append(WayOut(given_up=condition, task=relaxed, progress=progress))
    return tuple(sorted(found, key=lambda one: one.progress.found))


def _or_known(progress: Progress, relaxed: Task, known: Progress | None) -> Progress:
    cost = cost_of(grid_of(relaxed), known.state["rows"]) if known else progress.found
    if known is None or cost >= progress.found:
        return progress
    return replace(known, found=cost, bound=min(cost, progress.bound), is_optimal=False, within_template=None)


def without(task: Task, source: Source) -> Task | None:
    """The task without one of its conditions; None where nobody can give it up."""
    if isinstance(source, PlanRequest):
        return replace(task, requests=tuple(request for request in task.requests if request != source))
    if isinstance(source, Fixed):
        return replace(task, fixed=tuple(one for one in task.fixed if one != source))
    if isinstance(source, Closed):
        return replace(task, venues=tuple(_opened(venue, source) for venue in task.venues))
    return None


def _opened(venue: Venue, source: Closed) -> Venue:
    return replace(venue, closed=venue.closed - {source.night}) if venue.key == source.venue else venue


def _weight(source: Source) -> int:
    return source.weight if isinstance(source, PlanRequest) else 0


def _with_rooms_as_one(task: Task, conditions: Sequence[Condition]) -> Iterator[Condition]:
    """A room that is short on many nights is said once."""
    rooms: dict[str, list[datetime.date]] = defaultdict(list)
    for condition in conditions:
        if isinstance(condition.source, RoomLimit):
            rooms[condition.source.venue] += condition.source.nights
    for venue in task.venues:
        if venue.key in rooms:
            yield shared_room(task, venue, rooms[venue.key])
    yield from (condition for condition in conditions if not isinstance(condition.source, RoomLimit))


def _smallest(
    grid: SearchGrid, conditions: Sequence[Named], is_over: Callable[[], bool]
) -> list[Named] | None:
    """A smallest set that has no bones, or None if all together have some. (QuickXplain, U. Junker 2004.)

    Once it is over nothing more is tried, and the set is of no use.
    """
    if not _is_impossible(grid, conditions):
        return None

    def needed(given: list[Named], was_added: bool, left: list[Named]) -> list[Named]:
        if is_over() or (was_added and _is_impossible(grid, given)):
            return []
        if len(left) == 1:
            return left
        half = len(left) // 2
        late = needed(given + left[:half], True, left[half:])
        return needed(given + late, bool(late), left[:half]) + late

    return needed([], False, list(conditions))


def _is_impossible(grid: SearchGrid, conditions: Sequence[Named]) -> bool:
    bones = bare_bones(grid, all_couples_of=FEW_TEAMS)
    for _, add in conditions:
        add(bones)
    return solve(bones.problem, seconds=SECONDS).verdict is SolverVerdict.INFEASIBLE
