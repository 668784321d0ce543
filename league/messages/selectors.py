"""Notices: who was asked or told what, and which messages are still to go out."""

import datetime
from collections import defaultdict
from collections.abc import Collection

from django.db.models import Q

from league.models import Notice

# A message is tried for a day; what came later would ask for what has long arrived.
TRIED_FOR = datetime.timedelta(days=1)

# After the first failure; from then on a message rests as long again as it has waited.
FIRST_PAUSE = datetime.timedelta(minutes=10)


def chases_of(matches: Collection[int]) -> dict[int, list[Notice]]:
    """Who was asked for the result of each of the matches, the latest last. One query."""
    asked: dict[int, list[Notice]] = defaultdict(list)
    found = Notice.objects.filter(match__in=matches, kind=Notice.Kind.CHASE)
    for notice in found.order_by("wanted_at", "id"):
        asked[notice.match_id or 0].append(notice)
    return asked


def due_notices(now: datetime.datetime) -> list[Notice]:
    """The messages to be tried now, those never tried first. One query."""
    open_ones = Notice.objects.filter(
        Q(sent_at=None) | ~Q(failed_because=""), wanted_at__gt=now - TRIED_FOR, wanted_at__lte=now
    )
    due = [notice for notice in open_ones.select_related("wanted_by") if is_due(notice, now)]
    return sorted(due, key=lambda notice: notice.sent_at is not None)


def is_due(notice: Notice, now: datetime.datetime) -> bool:
    """Whether a message that was not sent yet has rested long enough since it was last tried."""
    if notice.sent_at is None:
        return True
    return now - notice.sent_at >= max(FIRST_PAUSE, notice.sent_at - notice.wanted_at)
