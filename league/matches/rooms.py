"""Tables of a pub on a night: which matches take them, and how many are left."""

import datetime
from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q, QuerySet

from league.models import League, Match, Pub, Ruling
from league.shared.text import count, counted


def to_be_played(dates: Collection[datetime.date]) -> QuerySet[Match]:
    """Return matches on these dates that are to be played: not awarded, not void, of no withdrawn team."""
    ruling_query_set = Ruling.objects.of_whole_matches().filter(match=OuterRef("pk"))
    left = Ruling.objects.withdrawals().filter(
        Q(team=OuterRef("home")) | Q(team=OuterRef("away")), division=OuterRef("division")
    )
    known = Match.objects.select_related("home", "away", "division__season__rule_book")
    between = (min(dates), max(dates)) if dates else (datetime.date.min, datetime.date.min)
    return (
        known.filter(date__range=between)
        .exclude(Exists(ruling_query_set))
        .exclude(Exists(left))
        .order_by("id")
    )


def tables_of(match: Match) -> int:
    """Return how many tables a match needs."""
    return match.division.season.rule_book.tables


def no_room(venue: Pub, date: datetime.date | None, *, needed: int, taken: Collection[int] = ()) -> str:
    """Return why a pub has not so many tables free on a night, without a full stop; empty if it has.

    `taken` is how many tables each other match or cup tie of that night needs there.
    """
    if venue.closed_on and (date is None or date >= venue.closed_on):
        return f"{venue} closed on {venue.closed_on:%d/%m/%Y}"
    left = venue.tables - sum(taken)
    if left >= needed:
        return ""
    if not taken:
        return f"{venue} has {counted(venue.tables, 'table')}, the match needs {count(needed)}"
    if left <= 0:
        return f"{venue} is full: {count(len(taken))} match{'' if len(taken) == 1 else 'es'}"
    return f"{venue} has only {counted(left, 'table')} left, the match needs {count(needed)}"


def hold_rooms(league_id: int) -> None:
    """Lock the league's nights, so that the last free table is used once.

    Call it after the match or the cup is locked, and before free tables are looked up.
    """
    list(League.objects.select_for_update(no_key=True).filter(pk=league_id))
