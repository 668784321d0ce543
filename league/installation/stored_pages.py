"""Sends public pages as they were made for an earlier visitor, for as long as their stamp holds.

Stands before all else that a request goes through: what is sent again is the whole answer, headers and
compressed bytes. It is for visitors without cookies, or with nothing but the token of a form: everybody
else's page is made for them.
"""

import re
import threading
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import timezone

from league.installation.page_cache import STAMPS, Storable, Within
from league.installation.page_store import StoredPage, find_page, save_page
from league.models import League
from league.shared.compiled_query import CompiledQuery
from league.shared.revisions import reads_committed

Answer = Callable[[HttpRequest], HttpResponse]

BROTLI = re.compile(r"\bbr\b(?!;q=0(\.0+)?(,|$))")
GZIP = re.compile(r"\bgzip\b")

# The only cookie that says nothing about its visitor's pages.
TOKEN_ALONE = re.compile(rf"{re.escape(settings.CSRF_COOKIE_NAME)}=[^;]*;?")

# What an answer without a body still says (RFC 9110, 15.4.5).
OF_NOT_MODIFIED = ("Cache-Control", "ETag", "Vary")
VARIED_BY = frozenset({"cookie", "accept-encoding"})

_LEAGUE = CompiledQuery(
    lambda slug: League.objects.filter(slug=slug).values_list(
        "pk", "revision", "results", "results_by_division", "time_zone"
    )
)

# All readers of a changed league come for the same few pages: in each process one of them makes it.
_makers = tuple(threading.Lock() for _ in range(64))


def stored_pages(get_response: Answer) -> Answer:
    """Answer from the store where it has the page as it still is; store what is made meanwhile."""

    def answer(request: HttpRequest) -> HttpResponse:
        if not _is_for_anybody(request) or settings.DEBUG or not reads_committed():
            return get_response(request)
        address = _address(request)
        page = find_page(address)
        if page is None:
            return _made(request, address)
        if _holds(request, page):
            return _sent(request, page)
        with _makers[hash(address) % len(_makers)]:
            page = find_page(address)
            request.played_now = None  # type: ignore[attr-defined]  # it may have changed while we waited
            if page is not None and _holds(request, page):
                return _sent(request, page)
            return _made(request, address)

    def _made(request: HttpRequest, address: str) -> HttpResponse:
        response = get_response(request)
        storable: Storable | None = getattr(response, "storable", None)
        if storable is not None and _may_be_stored(response):
            page = StoredPage(
                league=storable.league,
                kind=storable.kind,
                stamp=storable.stamp,
                division=storable.within.division if storable.within else 0,
                match=storable.within.match if storable.within else "",
                until=storable.until,
                headers=dict(response.items()),
                body=response.content,
            )
            save_page(address, page)
        return response

    return answer


def _is_for_anybody(request: HttpRequest) -> bool:
    if request.method != "GET":
        return False
    cookies = request.META.get("HTTP_COOKIE", "")
    return not cookies or TOKEN_ALONE.fullmatch(cookies.strip()) is not None


def _address(request: HttpRequest) -> str:
    """Return what tells answers apart: the address as it was asked for, and how it may be compressed."""
    meta = request.META
    accepted = meta.get("HTTP_ACCEPT_ENCODING", "")
    form = "br" if BROTLI.search(accepted) else "gzip" if GZIP.search(accepted) else "-"
    host = meta.get("HTTP_HOST") or f"{meta.get('SERVER_NAME')}:{meta.get('SERVER_PORT')}"
    database = settings.DATABASES["default"]["NAME"]
    return f"{form} {database} {request.scheme}://{host}{request.path}?{meta.get('QUERY_STRING', '')}"


def _holds(request: HttpRequest, page: StoredPage) -> bool:
    """Return whether a page is still what would be made. One query, and one more where play is shown."""
    for key, revision, results, by_division, time_zone in _LEAGUE.rows(page.league):
        league = League(
            pk=key, revision=revision, results=results, results_by_division=by_division, time_zone=time_zone
        )
        within = Within(division=page.division, match=page.match) if page.division else None
        stamp = f'"{STAMPS[page.kind](request, league, within)}"'
        if stamp == page.stamp:
            return True
        # Of another minute, in which nothing has fallen due.
        is_ahead = timezone.now().timestamp() < page.until
        return is_ahead and stamp.rpartition("-")[0] == page.stamp.rpartition("-")[0]
    return False


def _sent(request: HttpRequest, page: StoredPage) -> HttpResponse:
    response: HttpResponse
    if page.stamp in request.META.get("HTTP_IF_NONE_MATCH", ""):
        response = HttpResponseNotModified()
        for name in OF_NOT_MODIFIED:
            if name in page.headers:
                response.headers[name] = page.headers[name]
        return response
    response = HttpResponse(page.body)
    for name, text in page.headers.items():
        response.headers[name] = text
    return response


def _may_be_stored(response: HttpResponse) -> bool:
    varied_by = {name.strip().lower() for name in response.headers.get("Vary", "").split(",")}
    return not response.streaming and not response.cookies and varied_by <= VARIED_BY
