"""What is kept of closed seasons for records and all-time tables, and which seasons it is without."""

import functools
import hashlib
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings
from django.db.models import QuerySet

from league.models import CountedSeasons, League, Season


def kept_of(league: League, what: str) -> QuerySet[CountedSeasons]:
    """Return what is kept, added up as far as it is, with that column."""
    rows = CountedSeasons.objects.filter(league=league, made_by=counting(), whole=None)
    return rows.only("seasons", "first_day", "last_day", what)


def without(rows: Iterable[CountedSeasons], seasons: QuerySet[Season]) -> QuerySet[Season]:
    """Return the seasons that what is kept is without."""
    known = {key for row in rows for key in row.seasons}
    return seasons.exclude(pk__in=known).select_related("rule_book")


def leagues_to_count() -> QuerySet[League]:
    """Return the leagues of which not all closed seasons are kept. Three queries, however many."""
    rows = CountedSeasons.objects.filter(made_by=counting()).values_list("seasons", flat=True)
    known = {key for seasons in rows for key in seasons}
    closed = Season.objects.filter(is_finished=True).order_by().values_list("pk", "league")
    return League.objects.filter(pk__in={league for key, league in closed if key not in known})


@functools.cache
def counting() -> str:
    """Return what changes with the program by which seasons are counted: then they are counted anew."""
    folders = (settings.BASE_DIR / "league" / name for name in ("honours", "matches", "standings"))
    files = sorted(file for folder in folders for file in Path(folder).rglob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]
