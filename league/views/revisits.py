"""Pages that change only when the league does: a browser that has one asks whether it is still right.

The league's revision goes up in the transaction that changes anything the public sees, so one row tells
whether the page a browser holds is still the page we would send.
"""

import functools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Concatenate

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import etag

from league.models import League
from league.selectors.seasons import league_today

LeagueView = Callable[Concatenate[HttpRequest, League, ...], HttpResponse]


def same_until_changed(view: LeagueView) -> LeagueView:
    """Answer 304 to a visitor who holds the page as it still is. Stands under the line that says who may.

    Only for visitors who are not signed in: the page of one who is shows more than the league.
    """
    checked = etag(_stamp)(view)

    @functools.wraps(view)
    def answered(request: HttpRequest, league: League, **rest: object) -> HttpResponse:
        response = checked(request, league, **rest)
        patch_vary_headers(response, ["Cookie"])
        patch_cache_control(response, private=True, no_cache=True)
        return response

    return answered


def _stamp(request: HttpRequest, league: League, **_: object) -> str | None:
    if settings.DEBUG or request.user.is_authenticated:
        return None
    return f'"{league.pk}-{league.revision}-{league_today(league):%Y%m%d}-{_code_stamp()}"'


@functools.cache
def _code_stamp() -> str:
    """Changes when the site itself is changed: the same league may then look different."""
    return f"{max(file.stat().st_mtime_ns for file in _code()):x}"


def _code() -> Iterator[Path]:
    for folder in ("league", "scoring", "templates"):
        for file in (settings.BASE_DIR / folder).rglob("*"):
            if file.suffix in {".py", ".html", ".css", ".js", ".svg"}:
                yield file
