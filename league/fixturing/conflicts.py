"""What cannot be had together: a smallest set of wishes and conditions that contradict each other, proved.

The proof stands on the bare bones of any list (skeleton): what has no bones has no list. In divisions of a
few teams the bones are whole lists, and what is not named can be had. In larger ones only the couples are
counted of which something is asked; where a conflict needs the others too nothing is claimed.
"""

import datetime
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from league.fixturing.calendar import short_day
from league.fixturing.grid import Date, Grid, Party, crowded, grid_of, rounds_meant
from league.fixturing.searching import Progress, best_plan
from league.fixturing.skeleton import Skeleton, add_party, bare_bones
from league.fixturing.solver import Verdict, solve
from league.fixturing.task import Fixed, Task, Venue
from league.fixturing.wish_words import fixed_said, wish_said
from league.fixturing.wishes import CompanyWish, MeetingWish, TeamWish, Where, Wish
from league.fixturing.working import cost_of
from scoring.prose.words import count, listed

SECONDS = 5.0
MOST_CONFLICTS = 5
# Every couple is counted in divisions of so many teams at most: more take too long.
FEW_TEAMS = 6
MOST_NIGHTS_SAID = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """A night on which a pub cannot host."""

    venue: str
    night: datetime.date


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """That a pub has room for so many matches on a night and no more."""

    venue: str
    nights: tuple[datetime.date, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """That a team plays no more than so many home, or away, matches running."""

    team: str


Source = Wish | Fixed | Closed | Room | Run


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """One of those that cannot be met together, and how it is said, without its full stop."""

    source: Source
    sentence: str


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
    left = list(_conditions(grid))
    found: list[Conflict] = []
    while len(found) < most:
        smallest = _smallest(grid, left, is_over)
        if smallest is None or is_over():
            break
        conditions = tuple(condition for condition, _ in smallest)
        found.append(Conflict(conditions=tuple(_with_rooms_as_one(task, conditions))))
        wishes = [one for one in smallest if isinstance(one[0].source, Wish) and not one[0].source.must]
        if not wishes:
            break
        left.remove(min(wishes, key=lambda one: _weight(one[0].source)))
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


def _or_known(found: Progress, relaxed: Task, known: Progress | None) -> Progress:
    cost = cost_of(grid_of(relaxed), known.state["rows"]) if known else found.found
    if known is None or cost >= found.found:
        return found
    return replace(known, found=cost, bound=min(cost, found.bound), is_optimal=False, within_template=None)


def without(task: Task, source: Source) -> Task | None:
    """The task without one of its conditions; None where nobody can give it up."""
    if isinstance(source, Wish):
        return replace(task, wishes=tuple(wish for wish in task.wishes if wish != source))
    if isinstance(source, Fixed):
        return replace(task, fixed=tuple(one for one in task.fixed if one != source))
    if isinstance(source, Closed):
        return replace(task, venues=tuple(_opened(venue, source) for venue in task.venues))
    return None


def _opened(venue: Venue, source: Closed) -> Venue:
    return replace(venue, closed=venue.closed - {source.night}) if venue.key == source.venue else venue


def _weight(source: Source) -> int:
    return source.weight if isinstance(source, Wish) else 0


def _with_rooms_as_one(task: Task, conditions: Sequence[Condition]) -> Iterator[Condition]:
    """A room that is short on many nights is said once."""
    rooms: dict[str, list[datetime.date]] = defaultdict(list)
    for condition in conditions:
        if isinstance(condition.source, Room):
            rooms[condition.source.venue] += condition.source.nights
    for venue in task.venues:
        if venue.key in rooms:
            yield _room(task, venue, rooms[venue.key])
    yield from (condition for condition in conditions if not isinstance(condition.source, Room))


def _room(task: Task, venue: Venue, nights: Sequence[datetime.date]) -> Condition:
    playing = {team for division in task.divisions for team in division.teams}
    teams = listed(team.name for team in task.teams if team.venue == venue.key and team.key in playing)
    matches = f"{count(venue.capacity)} match{'' if venue.capacity == 1 else 'es'}"
    at = f"at {venue.name} on {listed(map(short_day, sorted(nights)))}"
    if len(nights) > MOST_NIGHTS_SAID:
        at = f"a night at {venue.name}"
    sentence = f"{teams} share room for {matches} {at}"
    return Condition(source=Room(venue=venue.key, nights=tuple(sorted(nights))), sentence=sentence)


Add = Callable[[Skeleton], None]
"""Puts a condition to the bones."""

Named = tuple[Condition, Add]


def _smallest(grid: Grid, conditions: Sequence[Named], is_over: Callable[[], bool]) -> list[Named] | None:
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


def _is_impossible(grid: Grid, conditions: Sequence[Named]) -> bool:
    bones = bare_bones(grid, all_couples_of=FEW_TEAMS)
    for _, add in conditions:
        add(bones)
    return solve(bones.problem, seconds=SECONDS).verdict is Verdict.INFEASIBLE


def _conditions(grid: Grid) -> Iterator[Named]:
    """Rooms first and wishes last: the search for a smallest set keeps what comes first if it can choose."""
    task = grid.task
    yield from _rooms(grid)
    yield from _runs(grid)
    for venue in task.venues:
        for night in sorted(venue.closed):
            if night in grid.nights:
                sentence = f"{venue.name} is shut on {short_day(night)}"
                source = Closed(venue=venue.key, night=night)
                yield Condition(source=source, sentence=sentence), _shut(grid, source)
    meetings = [wish for wish in task.wishes if isinstance(wish, MeetingWish)]
    dates = dict(zip((*task.fixed, *meetings), grid.dates, strict=True))
    for one in (one for one in task.fixed if dates[one].rounds):
        yield Condition(source=one, sentence=fixed_said(one, task)), _meeting(dates[one])
    for wish in sorted(task.wishes, key=lambda wish: (not wish.must, -wish.weight)):
        if isinstance(wish, TeamWish):
            yield Condition(source=wish, sentence=wish_said(wish, task)), _team(grid, wish)
        elif isinstance(wish, CompanyWish):
            yield Condition(source=wish, sentence=wish_said(wish, task)), _company(grid, wish)
        elif task.standing is None:  # else a match may have been put on a night of its own
            yield Condition(source=wish, sentence=wish_said(wish, task)), _meeting(dates[wish])


def _rooms(grid: Grid) -> Iterator[Named]:
    for hosts, room in crowded(grid):
        team, number = hosts[0]
        venue = grid.task.venues[grid.venue_of[team]]
        night = grid.nights[grid.night(team, number)]

        def add(bones: Skeleton, hosts: list[tuple[int, int]] = hosts, room: int = room) -> None:
            bones.problem.row((bones.home[host] for host in hosts), at_most=room)

        yield _room(grid.task, venue, [night]), add


def _runs(grid: Grid) -> Iterator[Named]:
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
        yield Condition(source=Run(team=key), sentence=sentence), add


def _shut(grid: Grid, source: Closed) -> Add:
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


def _meeting(date: Date) -> Add:
    def add(bones: Skeleton) -> None:
        bones.problem.row(bones.meetings(date), at_least=1)

    return add


def _team(grid: Grid, wish: TeamWish) -> Add:
    team = grid.teams.index(wish.team)
    nights = [grid.nights[night] for night in grid.pools[grid.pool_of[team]].nights]

    def add(bones: Skeleton) -> None:
        problem = bones.problem
        for number in rounds_meant(wish, nights):
            home, away = bones.home[team, number], bones.away[team, number]
            if wish.where is Where.HOME:
                problem.row((home,), at_least=1)
            if wish.where in (Where.NOT_HOME, Where.NO_MATCH):
                problem.row((home,), at_most=0)
            if wish.where in (Where.NOT_AWAY, Where.NO_MATCH):
                problem.row((away,), at_most=0)

    return add


def _company(grid: Grid, wish: CompanyWish) -> Add:
    teams = tuple(grid.teams.index(team) for team in wish.teams)
    party = Party(teams=teams, company=wish.company, cost=0)

    def add(bones: Skeleton) -> None:
        add_party(bones, party, may_be_wrong=False)

    return add
