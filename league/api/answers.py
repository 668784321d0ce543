"""What all answers of the API have in common: problems, pages of a list, caching, reading by other sites."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.cache import patch_cache_control

from league.installation.page_cache import KEPT_BY_PROXIES, code_stamp, stamp_of
from league.models import ApiToken, League

PROBLEM = "application/problem+json"
READS = ("GET", "HEAD")
LONGEST_RECEIVED = 80
"""Characters of what was received that a problem repeats."""
A_DAY = 24 * 60 * 60

Row = TypeVar("Row")
Page = dict[str, Any]
"""A page of a list: items, count and next, before the items are read as their shape."""


class ApiRequest(HttpRequest):
    """A request with the leagues it is about, read once for the answer and for its stamp."""

    leagues: list[League]
    league: League
    auth: ApiToken


@dataclass(slots=True)
class ApiProblem(Exception):
    """Why a request is refused: what was received, and what would be right."""

    status: int
    detail: str
    errors: Sequence[dict[str, Any]] = ()
    headers: dict[str, str] = field(default_factory=dict)


def problem_response(problem: ApiProblem) -> HttpResponse:
    """Return a problem as JSON (RFC 9457)."""
    body = {
        "type": "about:blank",
        "title": HTTPStatus(problem.status).phrase,
        "status": problem.status,
        "detail": problem.detail,
        **({"errors": list(problem.errors)} if problem.errors else {}),
    }
    return JsonResponse(body, status=problem.status, content_type=PROBLEM, headers=problem.headers)


def received(value: object) -> str:
    """Return what was received as a problem repeats it."""
    text = str(value)
    return text if len(text) <= LONGEST_RECEIVED else f"{text[:LONGEST_RECEIVED]}…"


def opened_to_all(response: HttpResponseBase) -> HttpResponseBase:
    """Let pages of other sites read the answer: it is the same for everybody, whatever cookies they have."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] = "ETag, Link, Retry-After"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def preflight() -> HttpResponse:
    """Return what a browser asks before a page of another site reads."""
    return HttpResponse(
        status=HTTPStatus.NO_CONTENT,
        headers={
            "Access-Control-Allow-Methods": ", ".join(READS),
            "Access-Control-Allow-Headers": "If-None-Match",
            "Access-Control-Max-Age": str(A_DAY),
        },
    )


def kept_by_caches(response: HttpResponseBase) -> None:
    """Let shared caches answer for us for a moment, and ask with the stamp after that."""
    patch_cache_control(response, public=True, max_age=KEPT_BY_PROXIES)


def entity_tag(request: HttpRequest, leagues: Iterable[League]) -> str | None:
    """Return the entity tag of an answer: it changes with its leagues, with the day and with the site."""
    if settings.DEBUG:
        return None
    parts = [request.get_full_path(), code_stamp(), *map(stamp_of, leagues)]
    return f'"{hashlib.sha256(" ".join(parts).encode()).hexdigest()[:24]}"'


def page_address(request: ApiRequest, name: str, *of: str) -> str:
    """Return the address of a page of the league for people."""
    return request.build_absolute_uri(reverse(name, args=[request.league.slug, *of]))


# --- Pages of a list --------------------------------------------------------------------------
def page_of(
    request: HttpRequest,
    rows: Sequence[Row],
    limit: int,
    offset: int,
    shown: Callable[[Row], Any] = lambda row: row,
) -> Page:
    """Return a page of a list, as many rows as there are in all, and the address of the next page."""
    return {
        "items": [shown(row) for row in rows[offset : offset + limit]],
        "count": len(rows),
        "next": next_page(request, limit, offset) if offset + limit < len(rows) else None,
    }


def next_page(request: HttpRequest, limit: int, offset: int) -> str:
    """Return the address of the page after this one."""
    query = request.GET.copy()
    query["limit"], query["offset"] = str(limit), str(offset + limit)
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
