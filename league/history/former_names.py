"""Names of teams and pubs of an earlier day: a name has a first day, that of the change which gave it.

Closed seasons show the names of their time; search finds every name.
"""

from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import Q

from league.models import League, RecordChange, Season

TEAM, PUB = "league.team", "league.pub"


class Renaming(NamedTuple):
    """A column of a team or a pub that was changed: its value before."""

    model: str
    key: int
    column: str
    old: str

    @property
    def place(self) -> tuple[str, int, str]:
        """What was changed, without its value."""
        return self.model, self.key, self.column


def renamings(league: League | int, which: Q | None = None) -> Iterator[Renaming]:
    """Yield what teams and pubs were called before each change that stands, the oldest first. One query."""
    of_names = Q(league=league, undone_at=None, kind__in=("pub", "team"))
    changes = RecordChange.objects.filter(of_names & (which or Q()))
    for effects in changes.order_by("made_at", "id").values_list("effects", flat=True):
        for shift in effects.get("shifts", ()):
            model, column, old = (shift[part] for part in ("model", "column", "old"))
            if model in (TEAM, PUB) and column in ("name", "short_name"):
                yield from (Renaming(model, key, column, old) for key in shift["keys"])


def names_of_time(season: Season) -> dict[tuple[str, int, str], str]:
    """Return what teams and pubs were called on the last day of a closed season, by model, key and column.

    Only those whose name changed since; nothing for an open season, without a query.
    """
    if not season.is_finished:
        return {}
    names: dict[tuple[str, int, str], str] = {}
    for renaming in renamings(season.league_id, Q(made_at__date__gt=season.ends_on)):
        names.setdefault(renaming.place, renaming.old)
    return names
