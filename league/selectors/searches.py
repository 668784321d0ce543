"""Which plans wait to be searched, and which searches have gone silent."""

import datetime

from django.db.models import Q

from league.models import FixturePlan

State = FixturePlan.State

# No step of the search takes as long, on a slow machine with a county's league.
SILENCE = datetime.timedelta(minutes=3)


def silent_before(now: datetime.datetime) -> datetime.datetime:
    """A search that was last heard of before this has died."""
    return now - SILENCE


def searches_due(now: datetime.datetime) -> list[int]:
    """The plans to be searched, one a league, those that waited longest first. One query."""
    due = Q(state=State.WAITING) | Q(state=State.SEARCHING, alive_at__lt=silent_before(now))
    busy = FixturePlan.objects.filter(state=State.SEARCHING, alive_at__gte=silent_before(now))
    waiting = FixturePlan.objects.filter(due).exclude(season__league__in=busy.values("season__league"))
    first: dict[int, int] = {}
    for league, plan in waiting.order_by("made_at", "pk").values_list("season__league", "pk"):
        first.setdefault(league, plan)
    return list(first.values())
