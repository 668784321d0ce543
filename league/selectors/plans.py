"""A season as the search for its list wants it: who plays where, on which night, and what stands already."""

import datetime
from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Q

from league.fixturing import (
    Division as PlannedDivision,
)
from league.fixturing import (
    LeagueAsItIs,
    Meeting,
    Plan,
    Task,
    Venue,
    parse_wishes,
    task_of,
)
from league.fixturing import (
    Team as PlannedTeam,
)
from league.models import Enrolment, FixturePlan, League, Match, Pub, Ruling, Scorecard, Season
from league.selectors.free_nights import DAY, usual_weekday
from league.selectors.reports import WAITS
from league.selectors.seasons import divisions_of

LISTS = {"is_play_off": False}
"""Which matches a season's list has: play-offs come after it."""


def league_as_it_is(season: Season) -> LeagueAsItIs:
    """Teams, pubs, divisions and the list as it stands, by their addresses.

    Five queries, or six where a team has left or the season is new.
    """
    enrolments = _playing(season)
    teams = {one.team_id: one.team for one in enrolments}
    tables = season.rule_book.tables
    of_division: dict[int, list[str]] = defaultdict(list)
    for one in enrolments:
        of_division[one.division_id].append(one.team.slug)
    pubs = {team.pub_id: team.pub for team in teams.values()}
    return LeagueAsItIs(
        teams=tuple(PlannedTeam(key=one.slug, name=one.name, venue=one.pub.slug) for one in teams.values()),
        venues=tuple(_venue(pub, tables, season) for pub in pubs.values()),
        divisions=tuple(
            PlannedDivision(key=one.slug, name=one.name, teams=tuple(of_division[one.pk]), nights=())
            for one in divisions_of(season)
            if of_division[one.pk]
        ),
        first=season.starts_on,
        last=season.ends_on,
        night=_night_of_the_week(season),
        plan=standing_list(season),
    )


def standing_list(season: Season) -> Plan | None:
    """The list as it stands, published or played; None if there is none. A match without a date stands on
    its first. One query."""
    rows = Match.objects.filter(division__season=season, **LISTS).values_list(
        "date", "postponed_from", "division__slug", "week", "home__slug", "away__slug"
    )
    meetings = tuple(
        Meeting(date=day, division=division, round=week, home=home, away=away)
        for date, first, division, week, home, away in rows
        if (day := date or first)
    )
    return Plan(meetings=meetings) if meetings else None


def played_among(matches: Iterable[Match]) -> set[int]:
    """The keys of the matches that were played, signed or given without play. Two queries."""
    keys = [match.pk for match in matches]
    cards = Scorecard.objects.filter(Q(is_confirmed=True) | WAITS, match__in=keys)
    given = Ruling.objects.filter(match__in=keys, revoked_on=None, table=None)
    return {*cards.values_list("match", flat=True), *given.values_list("match", flat=True)}


def task_of_season(season: Season, wishes: str) -> Task:
    """What is to be planned: the season and the text of a wishes file.

    Raises UnreadableWishes with every fault of the text.
    """
    return task_of(parse_wishes(wishes), league_as_it_is(season))


def plan_of_address(league: League, public_id: str) -> FixturePlan | None:
    """A plan of the league by its id, with its season; None if there is none. One query."""
    found = FixturePlan.objects.filter(season__league=league, public_id=public_id)
    return found.select_related("season__league", "season__rule_book", "season__copied_from").first()


def season_to_plan(league: League) -> Season | None:
    """The latest season that is not finished."""
    found = Season.objects.filter(league=league, is_finished=False).order_by("-starts_on", "-id")
    return found.select_related("league", "rule_book", "copied_from").first()


def _playing(season: Season) -> list[Enrolment]:
    """Who is to be in the list. A team that left before it had a match is not; later its matches stay."""
    gone = Ruling.objects.filter(division__season=season, kind=Ruling.Kind.WITHDRAWAL, revoked_on=None)
    left = set(gone.values_list("team_id", flat=True))
    found = Enrolment.objects.filter(season=season).select_related("team__pub").order_by("team__name", "id")
    if left:
        in_the_list = set(_teams_in_the_list(season))
        left -= in_the_list
    return [one for one in found if one.team_id not in left]


def _teams_in_the_list(season: Season) -> Iterable[int]:
    for pair in Match.objects.filter(division__season=season, **LISTS).values_list("home_id", "away_id"):
        yield from pair


def _venue(pub: Pub, tables: int, season: Season) -> Venue:
    """A pub that has a team of the season can take one match at least, whatever its tables are said to be."""
    closed: frozenset[datetime.date] = frozenset()
    if pub.closed_on:
        first = max(pub.closed_on, season.starts_on)
        closed = frozenset(first + number * DAY for number in range((season.ends_on - first).days + 1))
    return Venue(key=pub.slug, name=pub.name, capacity=max(1, pub.tables // tables), closed=closed)


def _night_of_the_week(season: Season) -> int:
    """Where most of the season is played; else of the season it was copied from; else its first day's."""
    before = season.copied_from
    usual = usual_weekday(season) or (usual_weekday(before) if before else None)
    return usual or season.starts_on.isoweekday()
