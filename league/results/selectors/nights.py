"""Selectors of nights: those just completed, matches being scored now, matches to score."""

import datetime
import itertools
from collections.abc import Sequence
from operator import attrgetter
from typing import Any

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet

from league.accounts.powers import Power, roles_with
from league.competition.selectors import league_today, night_of
from league.matches.selectors import has_result, league_clock, without_result
from league.models import League, LeagueRole, Match, Notice, TableEntry
from league.results.selectors.scorecards import is_entered
from league.shared.compiled_query import CompiledQuery
from league.shared.sql import Row

# Nights that became complete longer ago are not announced.
RECENT = datetime.timedelta(days=14)


def complete_nights(now: datetime.datetime) -> list[dict[str, Any]]:
    """Return the complete nights of the last fortnight that have not been announced, of every league.

    Each with its league, date, and how many matches it has.

    A league in which nobody can be told has none. Three queries, however many leagues.
    """
    days = (now.date() - RECENT, now.date() + datetime.timedelta(days=1))
    counted = (
        Match.with_ties.filter(date__range=days)
        .order_by("date")
        .values("date", league=F("division__season__league"))
        .annotate(
            matches=Count("pk"),
            settled=Count("pk", filter=has_result()),
            disputed=Count("pk", filter=~Q(disputed_because="")),
        )
    )
    complete = [night for night in counted if night["matches"] == night["settled"] and not night["disputed"]]
    leagues = League.objects.filter(Exists(told_of_nights().filter(league=OuterRef("pk")))).in_bulk(
        {night["league"] for night in complete}
    )
    announced = set(
        Notice.objects.filter(league__in=leagues, kind=Notice.Kind.COMPLETE).values_list("league", "about")
    )
    return [
        {**night, "league": league}
        for night in complete
        if (league := leagues.get(night["league"]))
        and night["date"]
        and night["date"] <= league_clock(league, now).date()
        and (league.pk, complete_about(night["date"])) not in announced
    ]


def told_of_nights() -> QuerySet[LeagueRole]:
    """Return the roles whose holders are told of a complete night: who run a league and have an address."""
    running = LeagueRole.objects.filter(role__in=roles_with(Power.SECRETARY), user__is_active=True)
    return running.exclude(user__email="")


def complete_about(date: datetime.date) -> str:
    """Return the key by which notices about a complete night are sent only once."""
    return f"complete {date}"


# A log without entries for so long: the match is over, or the phone was put away.
SILENCE = datetime.timedelta(hours=3)
A_DAY = datetime.timedelta(days=1)


def being_played(league: League, now: datetime.datetime) -> frozenset[str]:
    """Return the public ids of the matches with recent entries in their log and no result yet.

    One query.
    """
    today = league_today(league, now)
    rows = _BEING_PLAYED.rows(league.pk, today - A_DAY, today + A_DAY, now - SILENCE)
    return frozenset(public_id for (public_id,) in rows)


def _being_played(
    league: int, yesterday: datetime.date, tomorrow: datetime.date, since: datetime.datetime
) -> QuerySet[Match, tuple[str]]:
    # From the few matches of these days to their logs: the other way round all logs of all leagues are read.
    tonight = Match.with_ties.filter(
        Q(date__range=(yesterday, tomorrow)) | Q(date=None),
        division__season__league=league,
        division__season__is_finished=False,
    )
    moved = TableEntry.objects.counting().filter(match=OuterRef("pk"), received_at__gte=since)
    return tonight.filter(Exists(moved), ~is_entered()).order_by().values_list("public_id")


# Every visitor of a league's home asks it.
_BEING_PLAYED = CompiledQuery(_being_played)


def movement_of_match(league: League, match_id: str) -> str:
    """Return a value that changes with every entry that comes in for a match. One query.

    It counts the entries as well: of two that come in at one moment the later number can be there first.
    """
    return _movement(_OF_MATCH.rows(league.pk, match_id))


def movement_of_night(league: League, date: datetime.date) -> str:
    """Return the same for all matches of a date. One query."""
    return _movement(_OF_NIGHT.rows(league.pk, date))


def movement_of_tonight(league: League, **_: object) -> str:
    """Return the same for tonight, until five in the morning. One query."""
    return movement_of_night(league, night_of(league))


def _movement(rows: Sequence[Row]) -> str:
    return " ".join(f"{newest or 0}-{count}" for _, newest, count in rows)


def _entries_of(matches: QuerySet[Match]) -> QuerySet[Match, tuple[int, int | None, int]]:
    of_league = matches.order_by().values_list("division__season__league")
    return of_league.annotate(newest=Max("entries"), count=Count("entries"))


_OF_MATCH = CompiledQuery(
    lambda league, match_id: _entries_of(
        Match.with_ties.filter(division__season__league=league, public_id=match_id)
    )
)
_OF_NIGHT = CompiledQuery(
    lambda league, date: _entries_of(Match.with_ties.filter(division__season__league=league, date=date))
)


DAYS = datetime.timedelta(days=7)
LONGEST_ID = 12
Nights = tuple[tuple[datetime.date, tuple[Match, ...]], ...]


def matches_to_score(league: League, *, today: datetime.date) -> Nights:
    """Return the matches without a result of the week before and after today, by night, today's first.

    One query.
    """
    near = _open(league).filter(date__range=(today - DAYS, today + DAYS))
    matches = sorted(near, key=lambda match: (match.date, match.home.name.casefold(), match.pk))
    nights = [(date, tuple(of_night)) for date, of_night in itertools.groupby(matches, attrgetter("date"))]
    return tuple(sorted(nights, key=lambda night: (night[0] != today, night[0])))


def match_to_score(league: League, public_id: str) -> Match | None:
    """Return a match by its public id, unless it is over or of another league."""
    if not public_id.isalnum() or len(public_id) > LONGEST_ID:
        return None
    return _open(league).filter(public_id=public_id).first()


def _open(league: League) -> QuerySet[Match]:
    matches = Match.with_ties.filter(division__season__league=league)
    return without_result(matches).select_related("home", "away", "venue", "division")


# Who opens their mail after breakfast still reaches everybody before the night.
LETTERS_FROM = datetime.time(9)
DAY = datetime.timedelta(days=1)


def matches_tomorrow(now: datetime.datetime) -> list[Match]:
    """Return the matches that are tomorrow by their league's clock, from nine in the morning on. One query.

    They come with their teams, pub and league; what is given or void is left out.
    """
    days = [now.date() + number * DAY for number in range(3)]
    matches = Match.with_ties.filter(date__in=days, division__season__is_finished=False).exclude(has_result())
    known = matches.select_related("home", "away", "venue", "division__season__league").order_by("id")
    clocks = ((match, league_clock(match.division.season.league, now)) for match in known)
    return [
        match for match, clock in clocks if match.date == clock.date() + DAY and clock.time() >= LETTERS_FROM
    ]


NEIGHBOURS = datetime.timedelta(days=22)


def matches_beside(match: Match) -> dict[datetime.date, str]:
    """Return the other matches of both teams in the weeks around a match, by date: “The Fleece v The Ram”.

    One query; none for a match without a date.
    """
    if match.date is None:
        return {}
    teams = (match.home_id, match.away_id)
    others = (
        Match.with_ties.filter(Q(home__in=teams) | Q(away__in=teams))
        .filter(date__range=(match.date - NEIGHBOURS, match.date + NEIGHBOURS))
        .exclude(pk=match.pk)
        .exclude(date=match.date)
    )
    lines: dict[datetime.date, list[str]] = {}
    for date, home, away in others.order_by("pk").values_list("date", "home__name", "away__name"):
        if date:
            lines.setdefault(date, []).append(f"{home} v {away}")
    return {date: " and ".join(names) for date, names in sorted(lines.items())}
