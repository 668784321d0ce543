"""Requests and conditions that contradict each other: a smallest such set, proved, and the ways out.

Contains the conditions of a list, each with its sentence and its rows in the skeleton, and the search for a
smallest set without any list. What has no skeleton has no list. In divisions of a few teams the skeleton is
a whole list, so every conflict is found. In larger ones only the couples that some request is about are
counted; a conflict that needs the others too is not found. The skeleton itself is in `skeleton`, the best
list without a condition in `searching`.
"""

import datetime
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from league.scheduling.planner.calendar import short_day
from league.scheduling.planner.grid import Date, Party, SearchGrid, crowded, grid_of, rounds_meant
from league.scheduling.planner.searching import Progress, best_plan
from league.scheduling.planner.skeleton import Skeleton, add_party, bare_bones
from league.scheduling.planner.solver import SolverVerdict, solve
from league.scheduling.planner.task import (
    Fixed,
    GroupConstraint,
    MeetingRequest,
    PlanRequest,
    Task,
    TeamRequest,
    Venue,
    Where,
)
from league.scheduling.planner.words import fixed_sentence, request_sentence
from league.scheduling.planner.working import cost_of
from league.shared.text import count, listed

MOST_NIGHTS_NAMED = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """A night on which a pub cannot host."""

    venue: str
    night: datetime.date


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomLimit:
    """The room of a pub: how many matches it can hold on a night."""

    venue: str
    nights: tuple[datetime.date, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunLimit:
    """The longest run of home, or of away, matches allowed for a team."""

    team: str


Source = PlanRequest | Fixed | Closed | RoomLimit | RunLimit


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """Something a list has to meet, and its sentence without the full stop."""

    source: Source
    sentence: str


Add = Callable[[Skeleton], None]
"""Adds a condition to a skeleton."""

Named = tuple[Condition, Add]


def conditions_of(grid: SearchGrid) -> Iterator[Named]:
    """Yield all conditions of a grid, rooms first and requests last.

    The search for a smallest set keeps what comes first if it can choose.
    """
    task = grid.task
    yield from _room_limits(grid)
    yield from _run_limits(grid)
    for venue in task.venues:
        for night in sorted(venue.closed):
            if night in grid.nights:
                sentence = f"{venue.name} is shut on {short_day(night)}"
                source = Closed(venue=venue.key, night=night)
                yield Condition(source=source, sentence=sentence), _add_closed(grid, source)
    meetings = [request for request in task.requests if isinstance(request, MeetingRequest)]
    dates = dict(zip((*task.fixed, *meetings), grid.dates, strict=True))
    for fixed in task.fixed:
        if dates[fixed].rounds:
            yield Condition(source=fixed, sentence=fixed_sentence(fixed, task)), _add_meeting(dates[fixed])
    for request in sorted(task.requests, key=lambda request: (not request.must, -request.weight)):
        if isinstance(request, TeamRequest):
            add = _add_team(grid, request)
        elif isinstance(request, GroupConstraint):
            add = _add_group(grid, request)
        elif task.standing is None:
            add = _add_meeting(dates[request])
        else:  # a match may have been put on a night of its own
            continue
        yield Condition(source=request, sentence=request_sentence(request, task)), add


def _room_limits(grid: SearchGrid) -> Iterator[Named]:
    for hosts, room in crowded(grid):
        team, number = hosts[0]
        venue = grid.task.venues[grid.venue_of[team]]
        night = grid.nights[grid.night(team, number)]

        def add(bones: Skeleton, hosts: list[tuple[int, int]] = hosts, room: int = room) -> None:
            bones.problem.row((bones.home[host] for host in hosts), at_most=room)

        yield shared_room(grid.task, venue, [night]), add


def shared_room(task: Task, venue: Venue, nights: Sequence[datetime.date]) -> Condition:
    """Return the condition that the teams of a pub share its room on those nights."""
    playing = {team for division in task.divisions for team in division.teams}
    teams = listed(team.name for team in task.teams if team.venue == venue.key and team.key in playing)
    matches = f"{count(venue.capacity)} match{'' if venue.capacity == 1 else 'es'}"
    at = f"at {venue.name} on {listed(map(short_day, sorted(nights)))}"
    if len(nights) > MOST_NIGHTS_NAMED:
        at = f"a night at {venue.name}"
    sentence = f"{teams} share room for {matches} {at}"
    return Condition(source=RoomLimit(venue=venue.key, nights=tuple(sorted(nights))), sentence=sentence)


def _run_limits(grid: SearchGrid) -> Iterator[Named]:
    longest = grid.task.rules.longest_run
    if longest is None:
        return
    names = {team.key: team.name for team in grid.task.teams}
    for team, key in enumerate(grid.teams):
        rounds = len(grid.pools[grid.pool_of[team]].nights)
        if len(grid.pools[grid.pool_of[team]].teams) % 2:
            continue  # a free week interrupts nothing, and the bones do not know where it falls

        def add(bones: Skeleton, team: int = team, rounds: int = rounds, longest: int = longest) -> None:
            for start in range(rounds - longest):
                window = range(start, start + longest + 1)
                bones.problem.row((bones.home[team, number] for number in window), 1, longest)

        sentence = f"{names[key]} play no more than {count(longest)} home or away matches running"
        yield Condition(source=RunLimit(team=key), sentence=sentence), add


def _add_closed(grid: SearchGrid, source: Closed) -> Add:
    homes = [
        (team, number)
        for team, venue in enumerate(grid.venue_of)
        if grid.task.venues[venue].key == source.venue
        for number, night in enumerate(grid.pools[grid.pool_of[team]].nights)
        if grid.nights[night] == source.night
    ]

    def add(bones: Skeleton) -> None:
        for host in homes:
            bones.problem.row((bones.home[host],), at_most=0)

    return add


def _add_meeting(date: Date) -> Add:
    def add(bones: Skeleton) -> None:
        bones.problem.row(bones.meetings(date), at_least=1)

    return add


def _add_team(grid: SearchGrid, request: TeamRequest) -> Add:
    team = grid.teams.index(request.team)
    nights = [grid.nights[night] for night in grid.pools[grid.pool_of[team]].nights]

    def add(bones: Skeleton) -> None:
        problem = bones.problem
        for number in rounds_meant(request, nights):
            home, away = bones.home[team, number], bones.away[team, number]
            if request.where is Where.HOME:
                problem.row((home,), at_least=1)
            if request.where in (Where.NOT_HOME, Where.NO_MATCH):
                problem.row((home,), at_most=0)
            if request.where in (Where.NOT_AWAY, Where.NO_MATCH):
                problem.row((away,), at_most=0)

    return add


def _add_group(grid: SearchGrid, request: GroupConstraint) -> Add:
    teams = tuple(grid.teams.index(team) for team in request.teams)
    party = Party(teams=teams, company=request.company, cost=0)

    def add(bones: Skeleton) -> None:
        add_party(bones, party, may_be_wrong=False)

    return add


SECONDS = 5.0
MOST_CONFLICTS = 5

# Every couple is counted in divisions of so many teams at most: more take too long.
FEW_TEAMS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """A smallest set of conditions that no list meets together: without any one of them nothing is proved."""

    conditions: tuple[Condition, ...]

    @property
    def sentence(self) -> str:
        """The conflict in one sentence."""
        together = "; ".join(condition.sentence for condition in self.conditions)
        if len(self.conditions) == 1:
            return f"{together}: no list can do that."
        return f"{together}: no list can meet these together."


@dataclass(frozen=True, slots=True, kw_only=True)
class WayOut:
    """The best list found when one of a conflict's conditions is dropped."""

    dropped: Condition
    task: Task
    progress: Progress


def conflicts_of(
    task: Task, *, most: int = MOST_CONFLICTS, is_over: Callable[[], bool] = lambda: False
) -> tuple[Conflict, ...]:
    """Return conflicts among conditions and requests, each of them proved.

    After each one its lightest request is left out to look for the next. What is not proved when `is_over()`
    is left out. Where teams do not all meet as often no list has this skeleton, so nothing is proved.
    """
    if not task.is_regular:
        return ()
    grid = grid_of(task)
    left = list(conditions_of(grid))
    conflicts: list[Conflict] = []
    while len(conflicts) < most:
        smallest = _smallest(grid, left, is_over)
        if smallest is None or is_over():
            break
        conditions = tuple(condition for condition, _ in smallest)
        conflicts.append(Conflict(conditions=tuple(_with_joined_rooms(task, conditions))))
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


def _smallest(
    grid: SearchGrid, conditions: Sequence[Named], is_over: Callable[[], bool]
) -> list[Named] | None:
    """Return a smallest set that no skeleton meets, or None if all can be met together.

    The algorithm is QuickXplain (U. Junker 2004). Once `is_over()` it stops, and the set means nothing.
    """
    if not _is_impossible(grid, conditions):
        return None

    def needed(background: list[Named], was_added: bool, left: list[Named]) -> list[Named]:
        if is_over() or (was_added and _is_impossible(grid, background)):
            return []
        if len(left) == 1:
            return left
        half = len(left) // 2
        late = needed(background + left[:half], True, left[half:])
        return needed(background + late, bool(late), left[:half]) + late

    return needed([], False, list(conditions))


def _is_impossible(grid: SearchGrid, conditions: Sequence[Named]) -> bool:
    bones = bare_bones(grid, all_couples_of=FEW_TEAMS)
    for _, add in conditions:
        add(bones)
    return solve(bones.problem, seconds=SECONDS).verdict is SolverVerdict.INFEASIBLE
