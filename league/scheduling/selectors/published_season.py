"""A season as it is published, for the judge."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from league.cups.selectors.dated_ties import dated_ties
from league.cups.selectors.rooms import tables_of_tie
from league.matches.rooms import tables_of
from league.matches.selectors import lapsed_since_leaving
from league.models import Cup, Match, Pub, Season
from league.scheduling.judge import Event, Promise, PublishedSeason
from league.scheduling.planner.calendar import WeekOff, monday_of, short_day
from league.scheduling.planner.task import End, Task, TeamRequest, Where
from league.scheduling.requests.boxes import bank_holidays
from league.scheduling.selectors.plans import (
    LISTS,
    plan_in_force,
    played_among,
    task_of_season,
    withdrawn_teams,
)

ALLOWED: dict[Where, tuple[bool | None, ...]] = {
    Where.HOME: (True,),
    Where.NOT_HOME: (False, None),
    Where.NOT_AWAY: (True, None),
    Where.NO_MATCH: (None,),
}


def published_season(season: Season) -> PublishedSeason:
    """Return the season with its matches and cup ties, judged by the requests of the published plan.

    Raises:
        UnreadableRequests: the plan's requests cannot be read any more.
    """
    plan = plan_in_force(season, published_only=True)
    task = task_of_season(season, plan.wishes if plan else "")
    matches = tuple(_matches(season))
    tables = season.rule_book.tables
    pubs = dict(Pub.objects.filter(league=season.league_id).values_list("name", "tables"))
    own = {venue.key: venue for venue in task.venues}
    return PublishedSeason(
        first=season.starts_on,
        last=season.ends_on,
        events=(*matches, *_ties(season)),
        meetings=_meetings(season, task, matches),
        off={
            monday_of(off.day): off.because or off.kind.value
            for off in (task.calendar.off if task.calendar else ())
            if off.kind is not WeekOff.RESERVE
        },
        holidays={
            holiday.day: holiday.name
            for year in range(season.starts_on.year, season.ends_on.year + 1)
            for holiday in bank_holidays(year)
            if season.starts_on <= holiday.day <= season.ends_on
        },
        closed={venue.name: venue.closed for venue in task.venues},
        tables=pubs | {v.name: max(pubs.get(v.name, 0), v.capacity * tables) for v in own.values()},
        home={team.name: own[team.venue].name for team in task.teams},
        promises=tuple(_promises(task, matches)),
        longest_run=task.rules.longest_run or 0,
        return_after=task.rules.return_after,
    )


def _matches(season: Season) -> Iterator[Event]:
    rows = Match.objects.filter(division__season=season, **LISTS).exclude(lapsed_since_leaving())
    matches = list(rows.select_related("division__season__rule_book", "home", "away", "venue"))
    played = played_among(matches)
    for match in matches:
        yield Event(
            date=match.date,
            teams=(match.home.name, match.away.name),
            pub=match.venue.name if match.venue else "",
            tables=tables_of(match),
            division=match.division.name,
            is_played=match.pk in played,
        )


def _ties(season: Season) -> Iterator[Event]:
    for tie in dated_ties(Cup.objects.filter(season=season), to_secretary=True):
        page = tie.on_page
        yield Event(
            date=tie.date,
            teams=tuple(team.name for team in page.teams if team),
            pub=page.venue.name if page.venue else "",
            tables=tables_of_tie(tie),
            title=f"{tie.cup.name}, {tie.title}",
            is_played=page.tie.is_over,
        )


def _meetings(season: Season, task: Task, matches: tuple[Event, ...]) -> dict[frozenset[str], int]:
    """Return how often each two teams are to meet; as often as they do where one has left."""
    names = {team.key: team.name for team in task.teams}
    left = set(season.league.teams.filter(pk__in=withdrawn_teams(season)).values_list("slug", flat=True))
    there = Counter(frozenset(match.teams) for match in matches)
    return {
        couple: there[couple] if left & {one, two} else division.meetings_of(one, two)
        for division in task.divisions
        for one, two in combinations(division.teams, 2)
        for couple in [frozenset((names[one], names[two]))]
    }


def _promises(task: Task, matches: tuple[Event, ...]) -> Iterator[Promise]:
    """Yield what must be of a team, on the nights of its division."""
    names = {team.key: team.name for team in task.teams}
    for request in task.requests:
        if not (isinstance(request, TeamRequest) and request.must):
            continue
        name = task.division_of()[request.team].name
        nights = sorted({match.date for match in matches if match.division == name and match.date})
        ends = {End.FIRST: nights[:1], End.LAST: nights[-1:]}
        meant = {night for night in nights if night in request.days}
        for night in sorted(meant.union(*(ends[end] for end in request.ends))):
            words = f"{names[request.team]} {request.where.value} on {short_day(night)}"
            yield Promise(team=names[request.team], date=night, allowed=ALLOWED[request.where], words=words)
