"""Names of teams and pubs of an earlier day: a name has a first day, that of the change which gave it.

Closed seasons show the names of their time; search finds every name.
"""

import datetime
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone

from league.models import RecordChange, Season

TEAM, PUB = "league.team", "league.pub"


class Renaming(NamedTuple):
    """A column of a team or a pub that was changed, and when: its value before."""

    model: str
    key: int
    column: str
    old: str
    made_at: datetime.datetime

    @property
    def place(self) -> tuple[str, int, str]:
        """What was changed, without its value."""
        return self.model, self.key, self.column


def renamings(which: Q) -> Iterator[Renaming]:
    """Yield what teams and pubs were called before each change that stands, the oldest first. One query."""
    changes = RecordChange.objects.filter(which, undone_at=None, kind__in=("pub", "team"))
    for effects, made_at in changes.order_by("made_at", "id").values_list("effects", "made_at"):
        for shift in effects.get("shifts", ()):
            model, column, old = (shift[part] for part in ("model", "column", "old"))
            if model in (TEAM, PUB) and column in ("name", "short_name"):
                yield from (Renaming(model, key, column, old, made_at) for key in shift["keys"])


def names_of_times(seasons: Iterable[Season]) -> dict[int, dict[tuple[str, int, str], str]]:
    """Return what teams and pubs were called on the last day of each closed season: by model, key and column.

    Only those whose name changed since; nothing for open seasons. One query, if any is closed.
    """
    by_key = {season.pk: season for season in seasons}
    names: dict[int, dict[tuple[str, int, str], str]] = {key: {} for key in by_key}
    if closed := [season for season in by_key.values() if season.is_finished]:
        first = min(season.ends_on for season in closed)
        leagues = {season.league_id for season in closed}
        for renaming in renamings(Q(league__in=leagues, made_at__date__gt=first)):
            made_on = timezone.localtime(renaming.made_at).date()
            for season in closed:
                if made_on > season.ends_on:
                    names[season.pk].setdefault(renaming.place, renaming.old)
    return names
