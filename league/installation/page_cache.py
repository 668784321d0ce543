"""Pages that change only when the league does: a browser that has one asks whether it is still right.

The league's revision goes up in the transaction that changes anything the public sees, so one row tells
whether the page a browser holds is still the page we would send.
"""

import datetime
import functools
import hashlib
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from http import HTTPStatus
from pathlib import Path
from typing import Concatenate

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import etag

from league.competition.selectors import league_today, night_of
from league.models import Division, League, Match
from league.results.selectors.nights import being_played, movement_of_match
from league.shared.compiled_query import CompiledQuery

LeagueView = Callable[Concatenate[HttpRequest, League, ...], HttpResponse]
Scope = Callable[..., "Within | None"]


class StampKind(StrEnum):
    """What a page's stamp changes with: the league; what is being played, the minute, a log besides."""

    CHANGED = "changed"
    PLAYED = "played"
    DUE = "due"
    LOGGED = "logged"


@dataclass(frozen=True, slots=True, kw_only=True)
class Within:
    """What alone a page shows of what is played: a division, by its key, and of that one match, if any.

    Only for pages that the result of another division, or the beginning of another match, never changes.
    """

    division: int
    match: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Storable:
    """What `stored_pages` needs to know of a page that is the same for everybody."""

    league: str
    kind: StampKind
    stamp: str
    within: Within | None = None
    until: float = 0


# Seconds for which a proxy may answer for us without asking: a whole pub then costs no more than one visitor.
KEPT_BY_PROXIES = 2


def same_until_changed(view: LeagueView) -> LeagueView:
    """Answer 304 to a visitor who holds the page as it still is. Stands under the line that says who may.

    Only for visitors who are not signed in: the page of one who is shows more than the league.
    """
    return _for_this_visitor(view, StampKind.CHANGED)


def same_until_division_changed(view: LeagueView) -> LeagueView:
    """Return the same for a page of one division, which no result of another changes. One query more."""
    return _for_this_visitor(view, StampKind.CHANGED, _within_division)


def same_until_played(view: LeagueView) -> LeagueView:
    """Return the same for a page that also says which matches are being played now. One query more."""
    return _for_this_visitor(view, StampKind.PLAYED)


def same_until_due(view: LeagueView) -> LeagueView:
    """Return the same for the page of a match, which says what is due in it and by when. Two queries more.

    Its view says with `next_due` when that changes; otherwise the page is one of its minute.
    """
    return _for_this_visitor(view, StampKind.DUE, within_match)


def next_due(request: HttpRequest, moments: Iterable[datetime.datetime]) -> None:
    """Note when the first of these moments makes the page another: never, if there are none."""
    until = min((moment.timestamp() for moment in moments), default=math.inf)
    request.page_until = until  # type: ignore[attr-defined]  # kept for the rest of this request


def same_for_everybody(movement: Callable[..., str]) -> Callable[[LeagueView], LeagueView]:
    """For a page that shows a log as it grows and is the same for every visitor, signed in or not.

    `movement` changes with the entries the page shows, given the league and what the address names. Proxies
    may keep it: the page must ask neither who the visitor is nor for their cookies.
    """

    def decorate(view: LeagueView) -> LeagueView:
        def stamp(_: HttpRequest, league: League, **named: object) -> str | None:
            if settings.DEBUG:
                return None
            return f'"{stamp_of(league)}-{night_of(league):%d}-{movement(league, **named)}"'

        checked = etag(stamp)(view)

        @functools.wraps(view)
        def answered(request: HttpRequest, league: League, **named: object) -> HttpResponse:
            response = checked(request, league, **named)
            patch_cache_control(response, public=True, max_age=KEPT_BY_PROXIES)
            return response

        return answered

    return decorate


def same_until_logged(view: LeagueView) -> LeagueView:
    """Return the same for the board of one match, which the store has, too, for who comes without cookies."""

    def stamp(request: HttpRequest, league: League, match_id: str) -> str | None:
        return (
            None
            if settings.DEBUG
            else _stamp_for_view(request, league, StampKind.LOGGED, within_match, match_id=match_id)
        )

    checked = etag(stamp)(view)

    @functools.wraps(view)
    def answered(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
        response = checked(request, league, match_id=match_id)
        patch_cache_control(response, public=True, max_age=KEPT_BY_PROXIES)
        # What a screen lacks is for those who have just that: too many answers to store.
        if "have" not in request.GET:
            _offer(request, league, StampKind.LOGGED, response)
        return response

    return answered


def played_now(request: HttpRequest, league: League) -> frozenset[str]:
    """Return the public ids of the matches being played, asked once for a page and for its stamp."""
    texts: frozenset[str] | None = getattr(request, "played_now", None)
    if texts is None:
        texts = being_played(league, timezone.now())
        request.played_now = texts  # type: ignore[attr-defined]  # kept for the rest of this request
    return texts


def _for_this_visitor(view: LeagueView, kind: StampKind, within: Scope | None = None) -> LeagueView:
    def stamp(request: HttpRequest, league: League, **named: str) -> str | None:
        if settings.DEBUG or request.user.is_authenticated:
            return None
        return _stamp_for_view(request, league, kind, within, **named)

    checked = etag(stamp)(view)

    @functools.wraps(view)
    def answered(request: HttpRequest, league: League, **rest: object) -> HttpResponse:
        response = checked(request, league, **rest)
        patch_vary_headers(response, ["Cookie"])
        if not _is_for_anybody(request):
            patch_cache_control(response, private=True, no_cache=True)
            return response
        patch_cache_control(response, public=True, no_cache=True)
        _offer(request, league, kind, response)
        return response

    return answered


def _stamp_for_view(
    request: HttpRequest, league: League, kind: StampKind, within: Scope | None, **named: str
) -> str:
    """Return the stamp of a page, made before the page is: what changes meanwhile is no part of it.

    Who has looked at the stored page of the same has made it already.
    """
    scope = within(league, **named) if within else None
    if getattr(request, "page_within", ...) == scope:
        return str(request.page_stamp)  # type: ignore[attr-defined]  # kept with it
    return stamped(request, league, kind, scope)


def stamped(request: HttpRequest, league: League, kind: str, within: Within | None) -> str:
    """Return the stamp of a page, and keep it with what the page is of for the rest of this request."""
    made = f'"{STAMPS[kind](request, league, within)}"'
    request.page_stamp, request.page_within = made, within  # type: ignore[attr-defined]  # as the docstring says
    return made


def _offer(request: HttpRequest, league: League, kind: StampKind, response: HttpResponse) -> None:
    """Say of an answer what `stored_pages` needs to know."""
    made = getattr(request, "page_stamp", None)
    if made and response.status_code == HTTPStatus.OK:
        response.storable = Storable(  # type: ignore[attr-defined]  # read by `stored_pages`
            league=league.slug,
            kind=kind,
            stamp=made,
            within=request.page_within,  # type: ignore[attr-defined]  # kept with the stamp
            until=getattr(request, "page_until", 0),
        )


_DIVISION_AT = CompiledQuery(
    lambda league, season, division: (
        Division.objects.filter(season__league=league, season__slug=season, slug=division)
        .order_by()
        .values_list("pk")
    )
)
_DIVISION_OF = CompiledQuery(
    lambda league, match: (
        Match.with_ties.filter(division__season__league=league, public_id=match)
        .order_by()
        .values_list("division_id")
    )
)


def _within_division(league: League, season_slug: str, division_slug: str) -> Within | None:
    rows = _DIVISION_AT.rows(league.pk, season_slug, division_slug)
    return next((Within(division=key) for (key,) in rows), None)


def within_match(league: League, match_id: str) -> Within | None:
    """Return the match of that public id with its division; None if there is none. One query."""
    rows = _DIVISION_OF.rows(league.pk, match_id)
    return next((Within(division=key, match=match_id) for (key,) in rows), None)


def _is_for_anybody(request: HttpRequest) -> bool:
    """Return whether a cache between may store the page, to ask each time whether it is still right.

    Only a page that was asked for without cookies and sends none (a form with a token would): nothing in it
    can be of one visitor.
    """
    return not request.COOKIES and "CSRF_COOKIE_NEEDS_UPDATE" not in request.META


def _stamp_with_play(request: HttpRequest, league: League, within: Within | None) -> str:
    shown = played_now(request, league)
    if within is not None:
        shown &= {within.match}
    playing = " ".join(sorted(shown))
    return f"{stamp_of(league, within)}-{hashlib.sha256(playing.encode()).hexdigest()[:12]}"


def _stamp_with_minute(request: HttpRequest, league: League, within: Within | None) -> str:
    """A deadline falls on a minute. The store knows when: there a page holds beyond its minute."""
    return f"{_stamp_with_play(request, league, within)}-{timezone.now():%H%M}"


def _stamp_with_log(_: HttpRequest, league: League, within: Within | None) -> str:
    movement = movement_of_match(league, within.match) if within else ""
    return f"{stamp_of(league, within)}-{night_of(league):%d}-{movement}"


def stamp_of(league: League, within: Within | None = None) -> str:
    """Return what changes with anything the public sees of a league, with the day, and with the site.

    Within a division it does not change with the results of others.
    """
    revision = str(league.revision)
    if within is not None:
        others, own = league.revision_of(within.division)
        revision = f"{others}.{within.division}.{own}"
    return f"{league.pk}-{revision}-{league_today(league):%Y%m%d}-{code_stamp()}"


STAMPS: dict[str, Callable[[HttpRequest, League, Within | None], str]] = {
    StampKind.CHANGED: lambda _, league, within: stamp_of(league, within),
    StampKind.PLAYED: _stamp_with_play,
    StampKind.DUE: _stamp_with_minute,
    StampKind.LOGGED: _stamp_with_log,
}


@functools.cache
def code_stamp() -> str:
    """Changes when the site itself is changed: the same league may then look different."""
    return f"{max(file.stat().st_mtime_ns for file in _code()):x}"


def _code() -> Iterator[Path]:
    for folder in ("league", "scoring", "templates"):
        for file in (settings.BASE_DIR / folder).rglob("*"):
            if file.suffix in {".py", ".html", ".txt", ".css", ".js", ".svg"}:
                yield file
