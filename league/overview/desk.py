"""What lies before the secretary: results to enter and open questions; the week, and what was done last."""

import datetime
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from django.db.models import Count, F, OuterRef, QuerySet, Subquery

from league.cups.selectors.dated_ties import DatedTie, dated_ties
from league.matches.selectors import being_played, has_result
from league.models import Cup, Draft, League, Match, Notice, Scorecard, User
from league.regulations.selectors.ineligible import PlayerToCheck, open_players
from league.results.selectors.reports import in_hand
from league.standings.selectors.match_lists import MatchLine, match_lines

LAST_CONFIRMED = 6
NIGHTS_TO_CHECK = 2

# The week on either side: Thursday's pile is entered on Friday, next Thursday's sheets are printed before.
NEARBY = datetime.timedelta(days=7)

Unplayed = Mapping[int, datetime.date | None]
"""What `unplayed_matches` returns."""


def nights_around(league: League, *, today: datetime.date) -> list[Mapping[str, Any]]:
    """Return the nights of the week on either side of today, each with how many matches it has, how many of
    them have their result or were given, and how many are missing; where nothing is to come in it the next
    night, whose sheets may be wanted.

    One query; another while no match is near.
    """
    matches = being_played(league)
    near = _summaries(matches.filter(date__range=(today - NEARBY, today + NEARBY)))
    if near and near[-1]["date"] >= today:
        return near
    return near + _summaries(
        matches.filter(date__in=matches.filter(date__gt=today + NEARBY).order_by("date").values("date")[:1])
    )


def _summaries(matches: QuerySet[Match]) -> list[Mapping[str, Any]]:
    counted = matches.order_by("date").values("date")
    return list(
        counted.annotate(
            matches=Count("pk"),
            settled=Count("pk", filter=has_result()),
            missing=F("matches") - F("settled"),
        )
    )


def owed_nights(unplayed: Unplayed, *, today: datetime.date) -> list[tuple[datetime.date, list[Match]]]:
    """Return the nights in the past with their matches without a result, the oldest first. One query; none
    where all have it.

    Each match has `reminded_at`, if its result was asked for.
    """
    keys = [key for key, date in unplayed.items() if date and date < today]
    owed = Match.with_ties.filter(pk__in=keys).exclude(in_hand())
    reminders = Notice.objects.filter(match=OuterRef("pk"), kind=Notice.Kind.CHASE).order_by("-wanted_at")
    known = owed.select_related("home", "away", "division", "receipt").annotate(
        reminded_at=Subquery(reminders.values("wanted_at")[:1])
    )
    by_night = groupby(known.order_by("date", "division__position", "id"), key=lambda match: match.date)
    return [(date, list(matches)) for date, matches in by_night if date]


def without_date(unplayed: Unplayed) -> QuerySet[Match]:
    """Return the matches that wait for a date. One query; none where there is none."""
    undated = Match.with_ties.filter(pk__in=[key for key, date in unplayed.items() if date is None])
    return undated.select_related("home", "away", "division")


def ties_owed(league: League, *, today: datetime.date) -> list[DatedTie]:
    """Return ties of cups whose night has passed, both sides known, the oldest first.

    A tie that is to be entered as a match is among the matches. One query, and three more where cups are
    played.
    """
    ties = dated_ties(Cup.objects.filter(season__league=league, season__is_finished=False), to_secretary=True)
    late = (tie for tie in ties if tie.date < today and tie.on_page.tie.is_open and not tie.on_page.is_match)
    return sorted(late, key=lambda tie: (tie.date, tie.cup.name, tie.on_page.tie.number))


def players_to_check(league: League) -> list[PlayerToCheck]:
    """Return the players to be checked of the last played nights, the latest night first. Up to twelve
    queries.
    """
    nights = (
        being_played(league)
        .filter(date__isnull=False, scorecards__is_confirmed=True)
        .order_by("-date")
        .values("date")
        .distinct()[:NIGHTS_TO_CHECK]
    )
    return sorted(
        open_players(Scorecard.objects.filter(match__in=being_played(league).filter(date__in=nights))),
        key=lambda player: player.match.date or datetime.date.min,
        reverse=True,
    )


def last_confirmed(league: League) -> list[tuple[Scorecard, MatchLine]]:
    """Return what was confirmed last, each with its match as lists show it. Four queries."""
    cards = list(
        Scorecard.objects.confirmed()
        .filter(match__division__season__league=league)
        .select_related("entered_by")
        .order_by("-entered_at", "-id")[:LAST_CONFIRMED]
    )
    by_match = {
        line.outcome.match: line
        for line in match_lines(Match.with_ties.filter(pk__in=[card.match_id for card in cards]))
    }
    return [(card, by_match[card.match_id]) for card in cards]


def own_drafts(league: League, by: User) -> QuerySet[Draft]:
    """Return the drafts of one person by the nights of their matches. One query."""
    return (
        Draft.objects.filter(match__division__season__league=league, user=by)
        .select_related("match__home", "match__away", "match__division")
        .order_by(F("match__date").asc(nulls_last=True), "id")
    )
