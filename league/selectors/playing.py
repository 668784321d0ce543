"""Which matches are being played at this moment, as the phones at the tables tell."""

import datetime

from django.db.models import Count, Max, Q, QuerySet

from league.models import League, Scorecard, TableEntry
from league.selectors.seasons import league_today

# A log in which nothing has moved for so long is a match that is over, or a phone that was put away.
SILENCE = datetime.timedelta(hours=3)
A_DAY = datetime.timedelta(days=1)


def being_played(league: League, now: datetime.datetime) -> frozenset[str]:
    """The public ids of the matches whose log has moved lately and which have no result yet. One query."""
    today = league_today(league, now)
    tonight = Q(match__date__range=(today - A_DAY, today + A_DAY)) | Q(match__date=None)
    moved = TableEntry.objects.filter(
        tonight, match__division__season__league=league, received_at__gte=now - SILENCE
    )
    done = Scorecard.objects.filter(match__division__season__league=league, is_confirmed=True)
    playing = moved.exclude(match__in=done.values("match"))
    return frozenset(playing.order_by().values_list("match__public_id", flat=True).distinct())


def movement(entries: QuerySet[TableEntry]) -> str:
    """What changes with every entry that comes in. One query.

    Counted as well as the newest: of two that come in at one moment the later number can be there first.
    """
    seen = entries.aggregate(newest=Max("pk"), count=Count("pk"))
    return f"{seen['newest'] or 0}-{seen['count']}"
