"""Requests and conditions that contradict each other: a smallest such set, proved, and the ways out.

First those that no list at all can meet (`proofs`), then those that no list in whole weeks can: what has no
skeleton has no such list. In divisions of a few teams the skeleton is a whole list, so every conflict is
found. In larger ones only the couples that some request is about are counted; a conflict that needs the
others too is not found. The conditions are in `conditions`, the skeleton itself in `skeleton`, the best list
without a condition in `searching`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from league.scheduling.planner.conditions import (
    Closed,
    Condition,
    LongestRun,
    Named,
    Room,
    RoomLimit,
    SoonestReturn,
    Source,
    conditions_of,
    conditions_to_drop,
    played_nights,
    shared_room,
)
from league.scheduling.planner.grid import SearchGrid, grid_of
from league.scheduling.planner.home_nights import by_weeks
from league.scheduling.planner.proofs import FEW_TEAMS, FreeSeason, smallest_set
from league.scheduling.planner.searching import Progress, best_plan
from league.scheduling.planner.skeleton import bare_bones
from league.scheduling.planner.solver import SolverVerdict, solve
from league.scheduling.planner.task import Fixed, PlanRequest, Task, Venue
from league.scheduling.planner.working import cost_of
from league.shared.grouping import grouped

SECONDS = 5.0
MOST_CONFLICTS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """A smallest set of conditions that no list meets together: without any one of them nothing is proved.

    With `in_whole_weeks` only of lists in whole weeks, without single matches moved.
    """

    conditions: tuple[Condition, ...]
    in_whole_weeks: bool = False

    @property
    def claim(self) -> str:
        """What is proved of the conditions, without the full stop."""
        is_one = len(self.conditions) == 1
        weeks = " in whole weeks" if self.in_whole_weeks else ""
        return f"no list{weeks} can {'do that' if is_one else 'meet these together'}"

    @property
    def sentence(self) -> str:
        """The conflict in one sentence."""
        return f"{'; '.join(condition.sentence for condition in self.conditions)}: {self.claim}."


@dataclass(frozen=True, slots=True, kw_only=True)
class WayOut:
    """The best list found when one of a conflict's conditions is dropped, and perhaps others `besides`."""

    dropped: Condition
    task: Task
    progress: Progress
    besides: tuple[Condition, ...] = ()


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
    grid = grid_of(by_weeks(task))
    of_any_list = _of_any_list(task, is_over) if task.standing is None else iter(())
    conflicts: list[Conflict] = []
    given_up: list[Source] = []
    for conflict in of_any_list:
        conflicts.append(conflict)
        lightest = _lightest(conflict)
        if len(conflicts) == most or lightest is None:
            return tuple(conflicts)
        given_up.append(lightest)
    left = [named for named in conditions_of(grid) if named[0].source not in given_up]
    while len(conflicts) < most:
        smallest = smallest_set(left, lambda conditions: _is_impossible(grid, conditions), is_over)
        if not smallest or is_over():
            break
        conditions = tuple(condition for condition, _ in smallest)
        conflict = Conflict(conditions=tuple(_with_joined_rooms(task, conditions)), in_whole_weeks=True)
        if is_met(conflict):
            left.remove(smallest[-1])
            continue
        conflicts.append(conflict)
        lightest = _lightest(conflict)
        if lightest is None:
            break
        left = [named for named in left if named[0].source != lightest]
    return tuple(conflicts)


def _of_any_list(task: Task, is_over: Callable[[], bool]) -> Iterator[Conflict]:
    """Yield the conflicts of a new list that no list meets, though every match may move by itself.

    After each one its lightest request is left out, if it has one.
    """
    season = FreeSeason(task)
    left = [*conditions_to_drop(task, only_musts=False), *played_nights(task)]
    while (smallest := smallest_set(left, season.is_impossible, is_over)) and not is_over():
        conflict = Conflict(conditions=tuple(smallest))
        yield conflict
        lightest = _lightest(conflict)
        left = [condition for condition in left if condition.source != lightest]


def _lightest(conflict: Conflict) -> PlanRequest | None:
    """Return the request that weighs least; None where all of them are conditions."""
    requests = [
        condition.source
        for condition in conflict.conditions
        if isinstance(condition.source, PlanRequest) and not condition.source.must
    ]
    return min(requests, key=lambda request: request.weight, default=None)


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
    cost = cost_of(grid_of(by_weeks(relaxed)), known.state["rows"]) if known else progress.cost
    if known is None or cost >= progress.cost:
        return progress
    return replace(known, cost=cost, bound=min(cost, progress.bound), is_optimal=False, within_template=None)


def without(task: Task, source: Source) -> Task | None:
    """Return the task without one of its conditions; None where it cannot be dropped."""
    changed = (change(task, source) for kind, change in DROPPED if isinstance(source, kind))
    return next((replace(task, **values) for values in changed), None)


def _opened(venue: Venue, source: Closed) -> Venue:
    return replace(venue, closed=venue.closed - {source.night}) if venue.key == source.venue else venue


def _enlarged(task: Task, venue: Venue, source: Room) -> Venue:
    """Return a pub with room for all its teams; others as they are."""
    teams = sum(team.venue == venue.key for team in task.teams)
    return replace(venue, capacity=max(teams, venue.capacity)) if source.venue in ("", venue.key) else venue


DROPPED: tuple[tuple[Any, Callable[[Task, Any], Mapping[str, Any]]], ...] = (
    (PlanRequest, lambda task, source: {"requests": tuple(one for one in task.requests if one != source)}),
    (Fixed, lambda task, source: {"fixed": tuple(one for one in task.fixed if one != source)}),
    (Closed, lambda task, source: {"venues": tuple(_opened(venue, source) for venue in task.venues)}),
    (Room, lambda task, source: {"venues": tuple(_enlarged(task, venue, source) for venue in task.venues)}),
    (LongestRun, lambda task, source: {"rules": replace(task.rules, longest_run=None)}),
    (SoonestReturn, lambda task, source: {"rules": replace(task.rules, return_after=0)}),
)
"""What a task has instead without a condition of each kind that can be dropped."""


def _with_joined_rooms(task: Task, conditions: Sequence[Condition]) -> Iterator[Condition]:
    """Yield the conditions, the room limits of each pub joined into one."""
    limits = [each.source for each in conditions if isinstance(each.source, RoomLimit)]
    rooms = grouped((limit.venue, night) for limit in limits for night in limit.nights)
    for venue in task.venues:
        if venue.key in rooms:
            yield shared_room(task, venue, rooms[venue.key])
    yield from (condition for condition in conditions if not isinstance(condition.source, RoomLimit))


def _is_impossible(grid: SearchGrid, conditions: Sequence[Named]) -> bool:
    bones = bare_bones(grid, all_couples_of=FEW_TEAMS)
    for _, add in conditions:
        add(bones)
    return solve(bones.problem, seconds=SECONDS).verdict is SolverVerdict.INFEASIBLE
