"""Which matches wait for a result, and since when. One answer for the desk, the night, the clock."""

import datetime
import zoneinfo

from django.db.models import Exists, OuterRef, Q, QuerySet

from league.models import League, Match, Ruling, Scorecard


def settled() -> Q:
    """Matches that wait for nothing: a confirmed card, or given or void as a whole."""
    decided = Ruling.objects.filter(
        match=OuterRef("pk"), kind__in=["walkover", "void"], table=None, revoked_on=None
    )
    return Q(Exists(Scorecard.objects.filter(match=OuterRef("pk"), is_confirmed=True)) | Exists(decided)) | Q(
        Exists(_withdrawals())
    )


def unsettled(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Those of the matches that somebody waits for."""
    return matches.exclude(settled())


def left_alone() -> Q:
    """Matches nobody owes anything about: void, of a team that has withdrawn, or still disputed."""
    void = Ruling.objects.filter(match=OuterRef("pk"), kind="void", table=None, revoked_on=None)
    card = Scorecard.objects.filter(match=OuterRef("pk"), is_confirmed=True)
    disputed = ~Q(disputed_because="") & ~Q(Exists(card))
    return Q(Exists(void)) | Q(Exists(_withdrawals())) | disputed


def _withdrawals() -> QuerySet[Ruling]:
    """Nobody waits for a match of a team that has withdrawn."""
    return Ruling.objects.filter(
        Q(team=OuterRef("home")) | Q(team=OuterRef("away")),
        division=OuterRef("division"),
        kind="withdrawal",
        revoked_on=None,
    )


def league_clock(league: League, now: datetime.datetime) -> datetime.datetime:
    """The date and the time it is where the league plays."""
    return now.astimezone(zoneinfo.ZoneInfo(league.time_zone))


def has_begun(date: datetime.date | None, starts_at: datetime.time | None, clock: datetime.datetime) -> bool:
    """Whether a match has started by the league's own clock; one without a time starts with its day."""
    if date is None:
        return False
    return (date, starts_at or datetime.time.min) <= (clock.date(), clock.time())
