"""Nights of which every result is in, and of which nobody was told yet."""

import datetime
from dataclasses import dataclass

from django.db.models import Count, F, Q

from league.matches.selectors import league_clock, settled
from league.models import League, Match, Notice

# Nights that became complete longer ago are nobody's news.
RECENT = datetime.timedelta(days=14)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteNight:
    """A night of a league of which everything is in."""

    league: League
    date: datetime.date
    matches: int


def complete_nights(now: datetime.datetime) -> list[CompleteNight]:
    """The nights of the last fortnight of which everything is in, in every league, and nobody was told.

    Three queries, however many leagues.
    """
    days = (now.date() - RECENT, now.date() + datetime.timedelta(days=1))
    counted = (
        Match.objects.filter(date__range=days)
        .order_by("date")
        .values("date", league=F("division__season__league"))
        .annotate(
            matches=Count("pk"),
            settled=Count("pk", filter=settled()),
            disputed=Count("pk", filter=~Q(disputed_because="")),
        )
    )
    complete = [one for one in counted if one["matches"] == one["settled"] and not one["disputed"]]
    leagues = League.objects.in_bulk({one["league"] for one in complete})
    told = set(
        Notice.objects.filter(league__in=leagues, kind=Notice.Kind.COMPLETE).values_list("league", "about")
    )
    return [
        CompleteNight(league=league, date=one["date"], matches=one["matches"])
        for one in complete
        if (league := leagues.get(one["league"]))
        and one["date"]
        and one["date"] <= league_clock(league, now).date()
        and (league.pk, complete_about(one["date"])) not in told
    ]


def complete_about(date: datetime.date) -> str:
    """What a notice about a complete night is about, and no second one."""
    return f"complete {date}"
