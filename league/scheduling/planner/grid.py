"""The task in numbers for the searches. Teams, pubs, nights and rounds are counted from 0."""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from league.scheduling.planner.round_nights import agreed_rounds, round_nights, usual_nights
from league.scheduling.planner.season_shapes import OpponentFacts, opponent_facts
from league.scheduling.planner.task import (
    End,
    GroupConstraint,
    Meeting,
    MeetingRequest,
    Plan,
    PlannedDivision,
    RunRequest,
    Task,
    TeamGroup,
    TeamRequest,
    Turn,
    TurnRequest,
    Where,
)
from league.shared.grouping import grouped

HARD = 1_000_000
"""What breaking a condition costs: more than all the requests of a season."""

Place = tuple[int, int]
"""A team and a round."""

Rows = list[list[int]]
"""For each team and round: opponent + 1, negative when away, 0 for a free week."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """A division: its teams, and its rounds in the order of their nights.

    `labels` are the numbers by which the list calls these rounds: in order, unless a round that was lost is
    made up for later.
    """

    key: str
    division: PlannedDivision
    teams: tuple[int, ...]
    nights: tuple[int, ...]
    labels: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Party:
    """Teams of one pub whose home nights are to fall together or not, and what a wrong night costs."""

    teams: tuple[int, ...]
    company: TeamGroup
    cost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Date:
    """Two teams that are to meet in one of these rounds, or in none of them with `apart`.

    `home` is the team that must be at home, or None.
    """

    teams: tuple[int, int]
    rounds: frozenset[int]
    cost: int
    home: int | None = None
    apart: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchGrid:
    """The data of the searches. `stance[team][round]` is what home, away and no match cost. If the team is at
    home, the round is played on the night `hosts[team][round]`.

    `runs[team]` are the longest runs it may have, each with what a match more costs. `turns[team]` are
    what it asks of home and away as a whole, with the rivals' numbers + 1 and the cost.
    """

    task: Task
    teams: tuple[str, ...]
    nights: tuple[datetime.date, ...]
    pools: tuple[Pool, ...]
    pool_of: tuple[int, ...]
    hosts: tuple[tuple[int, ...], ...]
    venue_of: tuple[int, ...]
    room: tuple[int, ...]
    stance: tuple[tuple[tuple[int, int, int], ...], ...]
    runs: tuple[tuple[tuple[int, int], ...], ...]
    turns: tuple[tuple[tuple[Turn, frozenset[int], int], ...], ...]
    parties: tuple[Party, ...]
    dates: tuple[Date, ...]
    locked: frozenset[tuple[int, int]]
    standing: tuple[tuple[int, ...], ...] | None
    opponents: tuple[OpponentFacts, ...]

    @property
    def first_to_come(self) -> int:
        """The first night that has not been played."""
        start = self.task.keep_before if self.task.standing else None
        return sum(night < start for night in self.nights) if start else 0

    def night(self, team: int, number: int) -> int:
        """Return the night of a team's round."""
        return self.pools[self.pool_of[team]].nights[number]


def grid_of(task: Task) -> SearchGrid:
    """Return the task in numbers. The task has been through `verify_task`."""
    teams = tuple(team for division in task.divisions for team in division.teams)
    number = {team: place for place, team in enumerate(teams)}
    played = [round_nights(division, task) for division in task.divisions]
    nights_of_team = {
        team: sorted(days.values())
        for division, days in zip(task.divisions, played, strict=True)
        for team in division.teams
    }
    hosts = {team: [task.home_night(team, night) for night in own] for team, own in nights_of_team.items()}
    nights = tuple(sorted({night for own in (*nights_of_team.values(), *hosts.values()) for night in own}))
    night_number = {night: place for place, night in enumerate(nights)}
    pools = tuple(
        Pool(
            key=division.key,
            division=division,
            teams=tuple(number[team] for team in division.teams),
            nights=tuple(sorted(night_number[night] for night in days.values())),
            labels=tuple(sorted(days, key=lambda label: days[label])),
        )
        for division, days in zip(task.divisions, played, strict=True)
    )
    pool_of = tuple(place for place, pool in enumerate(pools) for _ in pool.teams)
    venues = {venue.key: place for place, venue in enumerate(task.venues)}
    teams_by_key = task.teams_by_key()
    standing = _rows_of(task.standing, number, pools) if task.standing else None
    host_numbers = tuple(tuple(night_number[night] for night in hosts[team]) for team in teams)
    return SearchGrid(
        task=task,
        teams=teams,
        nights=nights,
        pools=pools,
        pool_of=pool_of,
        hosts=host_numbers,
        venue_of=tuple(venues[teams_by_key[team].venue] for team in teams),
        room=tuple(venue.capacity for venue in task.venues),
        stance=tuple(_stances(task, team, nights_of_team[team], hosts[team]) for team in teams),
        runs=tuple(
            (
                *([(task.rules.longest_run, HARD)] if task.rules.longest_run is not None else []),
                *(
                    (request.longest, HARD if request.must else request.weight)
                    for request in task.requests
                    if isinstance(request, RunRequest) and team in request.teams
                ),
            )
            for team in teams
        ),
        turns=tuple(
            tuple(
                (
                    request.turn,
                    frozenset(number[rival] + 1 for rival in request.teams[1:]),
                    HARD if request.must else request.weight,
                )
                for request in task.requests
                if isinstance(request, TurnRequest) and team in request.asking
            )
            for team in teams
        ),
        parties=tuple(_parties(task, number)),
        dates=tuple(_dates(task, number, pools, pool_of, nights, host_numbers)),
        locked=frozenset(_locked(task, number, pools)),
        standing=tuple(map(tuple, standing)) if standing else None,
        opponents=opponent_facts(task),
    )


def crowded(grid: SearchGrid) -> Iterable[tuple[list[Place], int]]:
    """Return the nights to come on which a pub might have more matches than room: team and round of each."""
    hosts = grouped(
        ((venue, night), (team, number))
        for team, venue in enumerate(grid.venue_of)
        for number, night in enumerate(grid.hosts[team])
    )
    return (
        (places, grid.room[venue])
        for (venue, night), places in hosts.items()
        if len(places) > grid.room[venue] and night >= grid.first_to_come
    )


def nights_of(grid: SearchGrid, teams: Sequence[int]) -> Iterable[list[Place]]:
    """Return the nights on which all of these teams have a round: team and round each."""
    nights = grouped(
        (night, (team, number))
        for team in teams
        for number, night in enumerate(grid.pools[grid.pool_of[team]].nights)
    )
    return (places for places in nights.values() if len(places) == len(teams))


def fairness_alone(grid: SearchGrid) -> SearchGrid:
    """Return the grid without rooms, closed nights and requests of single nights: what a match moves for."""
    nothing = (0, 0, 0)
    return replace(
        grid,
        stance=tuple(tuple(nothing for _ in row) for row in grid.stance),
        room=tuple(len(grid.teams) for _ in grid.room),
    )


def _stances(
    task: Task, team: str, nights: list[datetime.date], hosts: list[datetime.date]
) -> tuple[tuple[int, int, int], ...]:
    venue = task.venues_by_key()[task.teams_by_key()[team].venue]
    costs = [
        [HARD if host in venue.closed or task.is_lost(team, night) else 0, 0, 0]
        for night, host in zip(nights, hosts, strict=True)
    ]
    for request in task.requests:
        if isinstance(request, TeamRequest) and request.team == team:
            for side in unwanted(request.where):
                for place in rounds_meant(request, side, nights, hosts):
                    costs[place][SIDES.index(side)] += HARD if request.must else request.weight
    return tuple((home, away, free) for home, away, free in costs)


def rounds_meant(
    request: TeamRequest, side: bool | None, nights: list[datetime.date], hosts: list[datetime.date]
) -> list[int]:
    """Return the rounds in which a team's request is about this side: at home it plays on its own nights."""
    is_at_home = request.where in (Where.HOME, Where.NOT_HOME)
    nights = hosts if is_at_home or (side and request.where is Where.NO_MATCH) else nights
    meant = {place for place, night in enumerate(nights) if night in request.days}
    if End.FIRST in request.ends:
        meant.add(0)
    if End.LAST in request.ends:
        meant.add(len(nights) - 1)
    return sorted(meant)


SIDES = (True, False, None)
"""At home, away and without a match, in the order of `stance`."""


def unwanted(where: Where) -> tuple[bool | None, ...]:
    """Return the sides that break a request."""
    return {
        Where.HOME: (False, None),
        Where.NOT_HOME: (True,),
        Where.AWAY: (True, None),
        Where.NOT_AWAY: (False,),
        Where.NO_MATCH: (True, False),
    }[where]


def _parties(task: Task, number: dict[str, int]) -> Iterable[Party]:
    for request in task.requests:
        if isinstance(request, GroupConstraint):
            cost = HARD if request.must else request.weight
            yield Party(
                teams=tuple(number[team] for team in request.teams), company=request.company, cost=cost
            )


def _dates(
    task: Task,
    number: dict[str, int],
    pools: tuple[Pool, ...],
    pool_of: tuple[int, ...],
    nights: tuple[datetime.date, ...],
    all_hosts: Sequence[Sequence[int]],
) -> Iterable[Date]:
    def rounds(team: int, since: datetime.date | None, until: datetime.date | None) -> frozenset[int]:
        return frozenset(
            place
            for place, night in enumerate(pools[pool_of[team]].nights)
            if (since is None or nights[night] >= since) and (until is None or nights[night] <= until)
        )

    for fixed in task.fixed:
        home, away = number[fixed.home], number[fixed.away]
        hosts = frozenset(place for place, night in enumerate(all_hosts[home]) if nights[night] == fixed.date)
        own = rounds(home, fixed.date, fixed.date) | hosts
        yield Date(teams=(home, away), rounds=own, cost=HARD, home=home)
    for request in task.requests:
        if isinstance(request, MeetingRequest):
            first, second = (number[team] for team in request.teams)
            cost = HARD if request.must else request.weight
            days = rounds(first, request.since, request.until)
            yield Date(teams=(first, second), rounds=days, cost=cost, apart=request.apart)


def _locked(task: Task, number: dict[str, int], pools: tuple[Pool, ...]) -> Iterable[Place]:
    """Yield rounds of teams that have been played, or have a night of their own."""
    if task.standing is None:
        return
    start = task.keep_before or datetime.date.min
    for pool in pools:
        usual = usual_nights(task.standing, pool.key)
        agreed = agreed_rounds(pool.division, task, usual)
        places = {label: place for place, label in enumerate(pool.labels)}
        for meeting in task.standing.of_division(pool.key):
            if meeting.date < start or meeting.date != usual[meeting.round] or meeting.round in agreed:
                yield number[meeting.home], places[meeting.round]
                yield number[meeting.away], places[meeting.round]


def _rows_of(plan: Plan, number: dict[str, int], pools: tuple[Pool, ...]) -> Rows:
    rows = [[0] * len(pool.nights) for pool in pools for _ in pool.teams]
    places = {pool.key: {label: place for place, label in enumerate(pool.labels)} for pool in pools}
    for meeting in plan.meetings:
        home, away = number[meeting.home], number[meeting.away]
        place = places[meeting.division][meeting.round]
        rows[home][place] = away + 1
        rows[away][place] = -home - 1
    return rows


def plan_of(grid: SearchGrid, rows: Rows) -> Plan:
    """Return the list of these rows."""
    standing_meetings = {}
    if grid.task.standing:
        standing_meetings = {
            (meeting.division, meeting.round, meeting.home): meeting
            for meeting in grid.task.standing.meetings
        }
    locked = grid.locked
    meetings = []
    for team, row in enumerate(rows):
        pool = grid.pools[grid.pool_of[team]]
        for place, opponent in enumerate(row):
            if opponent <= 0:
                continue
            label, home = pool.labels[place], grid.teams[team]
            meeting = Meeting(
                date=grid.nights[pool.nights[place]],
                division=pool.key,
                round=label,
                home=home,
                away=grid.teams[opponent - 1],
            )
            stood = standing_meetings.get((pool.key, label, home))
            if stood and ((team, place) in locked or replace(stood, venue="") == meeting):
                meeting = stood  # with the pub it was given
            meetings.append(meeting)
    return Plan(meetings=tuple(meetings))
