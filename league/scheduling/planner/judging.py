"""A list that is planned, as a season for the judge."""

import datetime
from itertools import combinations

from league.scheduling.judge import Breach, Event, Order, PublishedSeason, breaches_of
from league.scheduling.planner.calendar import WeekOff, monday_of
from league.scheduling.planner.home_nights import agreed_matches
from league.scheduling.planner.round_nights import reserve_nights
from league.scheduling.planner.task import Meeting, Plan, SecondHalf, Task

SHIFTS = {SecondHalf.MIRRORED: 0, SecondHalf.FRENCH: 1, SecondHalf.ENGLISH: -1, SecondHalf.FREE: None}


def season_of(task: Task, plan: Plan) -> PublishedSeason:
    """Return a list as a season. A pub has room for as many matches as the task says."""
    venues = {team.key: team.venue for team in task.teams}
    stays = frozenset(task.standing.meetings if task.standing else ())
    start, calendar = task.keep_before or datetime.date.min, task.calendar
    agreed = agreed_matches(task) if task.home_nights else frozenset()

    def event(meeting: Meeting) -> Event:
        return Event(
            date=meeting.date,
            teams=(meeting.home, meeting.away),
            pub=meeting.venue or venues.get(meeting.home, ""),
            division=meeting.division,
            week=meeting.round,
            is_played=meeting.date < start,
            is_agreed=meeting in stays,
            is_moved=meeting in agreed,
        )

    return PublishedSeason(
        first=calendar.first if calendar else datetime.date.min,
        last=calendar.last if calendar else datetime.date.max,
        events=tuple(map(event, plan.meetings)),
        names={team.key: team.name for team in task.teams},
        places={venue.key: venue.name for venue in task.venues}
        | {division.key: division.name for division in task.divisions},
        meetings={
            division.key: {
                frozenset(pair): division.meetings_of(*pair) for pair in combinations(division.teams, 2)
            }
            for division in task.divisions
        },
        off={
            monday_of(off.day): off.because or off.kind.value
            for off in (calendar.off if calendar else ())
            if off.kind is not WeekOff.RESERVE
        },
        holidays=dict(calendar.holidays) if calendar else {},
        free=dict(calendar.free) if calendar else {},
        closed={venue.key: venue.closed for venue in task.venues},
        tables={venue.key: venue.capacity for venue in task.venues},
        home=venues,
        nights={
            division.key: frozenset((*division.nights, *reserve_nights(division, task)))
            for division in task.divisions
        },
        home_nights=task.home_nights,
        requests=task.requests,
        fixed=task.fixed,
        longest_run=task.rules.longest_run or 0,
        return_after=task.rules.return_after,
        is_in_rounds=True,
        orders={}
        if task.standing
        else {
            division.key: Order(leg=division.leg, rounds=division.rounds, shift=SHIFTS[division.second_half])
            for division in task.divisions
        },
        stays=tuple(map(event, (meeting for meeting in stays if meeting.date < start))),
        since=start,
    )


def faults_of(task: Task, plan: Plan) -> tuple[Breach, ...]:
    """Return what the judge finds broken in a list; nothing if it can be published."""
    return breaches_of(season_of(task, plan))
