"""What every page of a league knows: the league it is in, and whether the reader keeps it."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from league.access import may_keep


def league(request: HttpRequest) -> dict[str, Any]:
    """`league`, as the view's first line found it, and `may_keep_league`, asked only where it is shown."""
    found = getattr(request, "league", None)
    if found is None:
        return {}
    asked = SimpleLazyObject(lambda: may_keep(request.user, found))
    return {"league": found, "may_keep_league": getattr(request, "keeps_league", asked)}
