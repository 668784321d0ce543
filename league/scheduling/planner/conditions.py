"""The conditions of a list, each with its sentence and its rows in the skeleton."""

import datetime
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from league.scheduling.planner.calendar import short_day
from league.scheduling.planner.grid import Date, Party, SearchGrid, crowded, rounds_meant, unwanted
from league.scheduling.planner.phrases import fixed_sentence, request_sentence
from league.scheduling.planner.round_nights import round_nights
from league.scheduling.planner.skeleton import Skeleton, add_party
from league.scheduling.planner.task import (
    Fixed,
    GroupConstraint,
    MeetingRequest,
    PlanRequest,
    Task,
    TeamRequest,
    Venue,
)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """The room of a pub on any night; without a venue that of all pubs together."""

    venue: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LongestRun:
    """The longest run of home, or of away, matches allowed for everybody."""

    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SoonestReturn:
    """How many rounds lie between a match and its return at least."""

    rounds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NightPlayed:
    """A night on which a division plays. One with time to spare could leave it out."""

    division: str
    night: datetime.date


Source = PlanRequest | Fixed | Closed | RoomLimit | RunLimit | Room | LongestRun | SoonestReturn | NightPlayed


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
                source = Closed(venue=venue.key, night=night)
                yield _shut(source, venue), _add_closed(grid, source)
    meetings = [request for request in task.requests if isinstance(request, MeetingRequest)]
    dates = dict(zip((*task.fixed, *meetings), grid.dates, strict=True))
    for fixed in task.fixed:
        if dates[fixed].rounds:
            yield Condition(source=fixed, sentence=fixed_sentence(fixed, task)), _add_meeting(dates[fixed])
    for request in sorted(task.requests, key=lambda request: (not request.must, -request.weight)):
        if isinstance(request, TeamRequest):
            add = _add_team(grid, request)
        elif task.home_nights.keys() & set(request.teams):  # whether two are at home on one night is not seen
            continue
        elif isinstance(request, GroupConstraint):
            add = _add_group(grid, request)
        elif task.standing is None and isinstance(request, MeetingRequest):
            add = _add_meeting(dates[request])
        else:  # a match may have been put on a night of its own, and runs are left to the search
            continue
        yield Condition(source=request, sentence=request_sentence(request, task)), add


def conditions_to_drop(task: Task, *, only_musts: bool = True) -> Iterator[Condition]:
    """Yield the conditions of a task that can be dropped, closed nights first; with its requests, if asked.

    What comes last is named only if it has to be: the rules, and the rooms of all pubs.
    """
    nights = {night for division in task.divisions for night in division.nights}
    for venue in task.venues:
        for night in sorted(venue.closed & nights):
            if task.keep_before is None or night >= task.keep_before:
                yield _shut(Closed(venue=venue.key, night=night), venue)
    for fixed in task.fixed:
        yield Condition(source=fixed, sentence=fixed_sentence(fixed, task))
    for request in sorted(task.requests, key=lambda request: (not request.must, -request.weight)):
        if request.must or not only_musts:
            yield Condition(source=request, sentence=request_sentence(request, task))
    yield from rules_of(task)
    room = count(sum(venue.capacity for venue in task.venues))
    yield Condition(source=Room(), sentence=f"all pubs together have room for {room} matches a night")


def rules_of(task: Task) -> Iterator[Condition]:
    """Yield the rules that hold for every team, as conditions."""
    longest, rounds = task.rules.longest_run, task.rules.return_after
    if longest is not None:
        running = f"nobody plays more than {count(longest)} home or away matches running"
        yield Condition(source=LongestRun(limit=longest), sentence=running)
    if rounds:
        soon = f"no return match comes within {count(rounds)} round{'' if rounds == 1 else 's'}"
        yield Condition(source=SoonestReturn(rounds=rounds), sentence=soon)


def room_of(venue: Venue) -> Condition:
    """Return the condition that a pub has no more matches than room on any night."""
    matches = f"{count(venue.capacity)} match{'' if venue.capacity == 1 else 'es'}"
    return Condition(source=Room(venue=venue.key), sentence=f"{venue.name} has room for {matches} a night")


def played_nights(task: Task) -> Iterator[Condition]:
    """Yield the nights of rounds to come on which a team is asked to be at home: that its division plays."""
    for division in task.divisions:
        asked = {
            night
            for request in task.requests
            if isinstance(request, TeamRequest) and request.team in division.teams
            if None in unwanted(request.where)
            for night in request.days
        }
        for night in sorted(asked & set(round_nights(division, task).values())):
            if task.keep_before is None or night >= task.keep_before:
                source = NightPlayed(division=division.key, night=night)
                yield Condition(source=source, sentence=f"{division.name} plays on {short_day(night)}")


def _shut(source: Closed, venue: Venue) -> Condition:
    return Condition(source=source, sentence=f"{venue.name} is shut on {short_day(source.night)}")


def _room_limits(grid: SearchGrid) -> Iterator[Named]:
    for hosts, room in crowded(grid):
        team, number = hosts[0]
        venue = grid.task.venues[grid.venue_of[team]]
        night = grid.nights[grid.hosts[team][number]]

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
        for number, night in enumerate(grid.hosts[team])
        if grid.nights[night] == source.night
    ]

    def add(bones: Skeleton) -> None:
        for host in homes:
            bones.problem.row((bones.home[host],), at_most=0)

    return add


def _add_meeting(date: Date) -> Add:
    return lambda bones: bones.add_date(date)


def _add_team(grid: SearchGrid, request: TeamRequest) -> Add:
    team = grid.teams.index(request.team)
    nights, hosts = (
        [grid.nights[night] for night in own]
        for own in (grid.pools[grid.pool_of[team]].nights, grid.hosts[team])
    )

    def add(bones: Skeleton) -> None:
        problem = bones.problem
        for side in unwanted(request.where):
            for number in rounds_meant(request, side, nights, hosts):
                home, away = bones.home[team, number], bones.away[team, number]
                if side is None:
                    problem.row((home, away), at_least=1)
                else:
                    problem.row((home if side else away,), at_most=0)

    return add


def _add_group(grid: SearchGrid, request: GroupConstraint) -> Add:
    teams = tuple(grid.teams.index(team) for team in request.teams)
    party = Party(teams=teams, company=request.company, cost=0)
    return lambda bones: add_party(bones, party, may_be_wrong=False)
