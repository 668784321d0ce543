"""Sends public pages as they were made for an earlier visitor, for as long as their stamp holds.

Stands before all else that a request goes through: what is sent again is the whole answer, headers and
compressed bytes. It is for visitors without cookies, or with nothing but the token of a form: everybody
else's page is made for them.

The web server's threads ask `answer_at_once`, which goes without Django's request and response: of ten pages
asked for on a match night eight are in the store. What it leaves comes to the middleware.
"""

import functools
import json
import re
import threading
import time
from http import HTTPStatus

from django.conf import settings
from django.db import Error
from django.db.models import TextField
from django.db.models.functions import Cast
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import timezone
from gunicorn import SERVER
from gunicorn.http.message import Request
from gunicorn.util import http_date

from league.installation.kinds import kind_of
from league.installation.page_cache import Storable, Within, stamped
from league.installation.page_store import StoredPage, find_page, save_page
from league.installation.replica_reads import REPLICA
from league.installation.request_log import HEADER, is_each_logged, note_answer, route_of, take_number
from league.models import League
from league.shared.compiled_query import CompiledQuery
from league.shared.middleware import Answer, middleware
from league.shared.revisions import reads_committed
from league.shared.usage import Work

BROTLI = re.compile(r"\bbr\b(?!;q=0(\.0+)?(,|$))")
GZIP = re.compile(r"\bgzip\b")

# The only cookie that says nothing about its visitor's pages.
TOKEN_ALONE = re.compile(rf"{re.escape(settings.CSRF_COOKIE_NAME)}=[^;]*;?")

# What an answer without a body still says (RFC 9110, 15.4.5).
OF_NOT_MODIFIED = ("Cache-Control", "ETag", "Vary")
VARIED_BY = frozenset({"cookie", "accept-encoding"})

# With these headers a request is more than the question for a page, or of one visitor.
BEYOND = frozenset({"COOKIE", "EXPECT", "UPGRADE"})

_LEAGUE = CompiledQuery(
    lambda slug: League.objects.filter(slug=slug).values_list(
        "pk", "revision", "results", Cast("results_by_division", TextField()), "time_zone"
    )
)
# Leagues on the same evening, each as it was when last asked for.
KNOWN_LEAGUES = 1024

# All readers of a changed league come for the same few pages: in each process one of them makes it.
_makers = tuple(threading.Lock() for _ in range(64))


@middleware
def stored_pages(request: HttpRequest, get_response: Answer) -> HttpResponse:
    """Answer from the store where it has the page as it still is; store what is made meanwhile."""
    if not _is_for_anybody(request) or settings.DEBUG or not reads_committed():
        return get_response(request)
    address = _address(request)
    page = find_page(address)
    if page is None:
        return _stored(request, address, get_response(request))
    if _holds(request, page):
        return _sent(request, page)
    with _makers[hash(address) % len(_makers)]:
        made = find_page(address)
        if made is not None and made.stamp != page.stamp:
            request.played_now = None  # type: ignore[attr-defined]  # it may have changed while we waited
            if _holds(request, made):
                return _sent(request, made)
        return _stored(request, address, get_response(request))


def _stored(request: HttpRequest, address: str, response: HttpResponse) -> HttpResponse:
    """Store an answer that is the same for everybody, and return it."""
    storable: Storable | None = getattr(response, "storable", None)
    if storable is not None and _may_be_stored(response):
        page = StoredPage(
            league=storable.league,
            kind=storable.kind,
            stamp=storable.stamp,
            division=storable.within.division if storable.within else 0,
            match=storable.within.match if storable.within else "",
            until=storable.until,
            work=kind_of(request),
            route=route_of(request),
            headers="".join(f"{name}: {text}\r\n" for name, text in response.items()),
            body=response.content,
        )
        save_page(address, page)
    return response


def _is_for_anybody(request: HttpRequest) -> bool:
    if request.method != "GET":
        return False
    cookies = request.META.get("HTTP_COOKIE", "")
    return not cookies or TOKEN_ALONE.fullmatch(cookies.strip()) is not None


def _address(request: HttpRequest) -> str:
    """Return what tells answers apart: the address as it was asked for, and how it may be compressed."""
    meta = request.META
    host = meta.get("HTTP_HOST") or f"{meta.get('SERVER_NAME')}:{meta.get('SERVER_PORT')}"
    asked = f"{request.scheme}://{host}{request.path}?{meta.get('QUERY_STRING', '')}"
    return _in_form(asked, meta.get("HTTP_ACCEPT_ENCODING", ""))


def _in_form(asked: str, accepted: str) -> str:
    form = "br" if BROTLI.search(accepted) else "gzip" if GZIP.search(accepted) else "-"
    return f"{form} {settings.DATABASES['default']['NAME']} {asked}"


@functools.lru_cache(KNOWN_LEAGUES)
def _league(key: int, revision: int, results: int, by_division: str, time_zone: str) -> League:
    """Return a league as far as stamps need it, for reading only."""
    return League(
        pk=key,
        revision=revision,
        results=results,
        results_by_division=json.loads(by_division),
        time_zone=time_zone,
    )


def _holds(request: HttpRequest, page: StoredPage) -> bool:
    """Return whether a page is still what would be made. One query, and one more where play is shown."""
    for row in _LEAGUE.rows(page.league):
        league = _league(*row)
        within = Within(division=page.division, match=page.match) if page.division else None
        stamp = stamped(request, league, page.kind, within)
        if stamp == page.stamp:
            return True
        # Of another minute, in which nothing has fallen due.
        is_ahead = timezone.now().timestamp() < page.until
        return is_ahead and stamp.rpartition("-")[0] == page.stamp.rpartition("-")[0]
    return False


def _sent(request: HttpRequest, page: StoredPage) -> HttpResponse:
    has_it = page.stamp in request.META.get("HTTP_IF_NONE_MATCH", "")
    response = HttpResponseNotModified() if has_it else HttpResponse(page.body)
    for line in _lines(page, has_it):
        name, _, text = line.partition(": ")
        response.headers[name] = text.rstrip()
    return response


def _lines(page: StoredPage, has_it: bool) -> list[str]:
    """Return the headers of an answer with a page, or without it to who has it."""
    lines = page.headers.splitlines(keepends=True)
    return [line for line in lines if line.startswith(OF_NOT_MODIFIED)] if has_it else lines


def answer_at_once(asked: Request) -> bytes | None:
    """Return the whole answer to a request as gunicorn has read it; None if it goes the long way.

    It says what the middleware says of the same page. Nothing is looked at but what tells pages apart: who
    brings a cookie goes the long way.
    """
    if asked.method != "GET" or "%" in asked.path or settings.DEBUG:
        return None
    # Which database, or which cell, only the middleware tells.
    if REPLICA in settings.DATABASES or settings.CELLS:
        return None
    headers = dict(asked.headers)
    if len(headers) < len(asked.headers) or "HOST" not in headers or not BEYOND.isdisjoint(headers):
        return None
    began = time.perf_counter()
    address = f"{asked.scheme}://{headers['HOST']}{settings.SUB_PATH}{asked.path}?{asked.query}"
    page = find_page(_in_form(address, headers.get("ACCEPT-ENCODING", "")))
    try:
        if page is None or not _holds(HttpRequest(), page):
            return None
    except Error:
        # The long way says what is to be said of a database that is away.
        return None
    has_it = page.stamp in headers.get("IF-NONE-MATCH", "")
    status = HTTPStatus.NOT_MODIFIED if has_it else HTTPStatus.OK
    lines = _lines(page, has_it)
    number = take_number(headers.get(HEADER.upper(), ""))
    if is_each_logged():
        lines.append(f"{HEADER}: {number}\r\n")
    head = (
        f"HTTP/1.1 {status} {status.phrase}\r\nServer: {SERVER}\r\nDate: {http_date()}\r\n"
        f"Connection: keep-alive\r\n{''.join(lines)}\r\n"
    ).encode("latin-1")
    seconds = time.perf_counter() - began
    note_answer(Work(page.work), lambda: page.route, method="GET", status=status, seconds=seconds)
    return head if has_it else head + page.body


def _may_be_stored(response: HttpResponse) -> bool:
    varied_by = {name.strip().lower() for name in response.headers.get("Vary", "").split(",")}
    return not response.streaming and not response.cookies and varied_by <= VARIED_BY
