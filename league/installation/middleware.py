"""What every answer says to the browser: what it may load and do, and how it is led on."""

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import brotli
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers

from league.accounts.access import is_public
from league.models import DeletedLeague, League
from league.records.kinds import LEAGUES, PUBS, TEAMS
from league.records.selectors.twins import moved_record
from league.results.parsing.phone_messages import WIRE
from league.shared.middleware import Answer, middleware

# Scripts, styles, fonts and pictures are our own files; `data:` is for small pictures inside stylesheets.
# A league's pages need none of the powers.
OF_PAGES = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'self'",
            "img-src 'self' data:",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    ),
    "Permissions-Policy": ", ".join(
        f"{power}=()"
        for power in ("camera", "geolocation", "microphone", "payment", "usb", "browsing-topics")
    ),
}

# What is never opened by itself; the worker of a phone is no file of these, and heeds what is said to it.
PARTS = ("text/css", "text/javascript", "font/")

# Where the address itself is the permission: it is told to nobody, errors included, and found by no search.
PERMITTING = ("/s/", "/t/", "/c/", "/p/", "/pub/")

BROTLI = re.compile(r"\bbr\b(?!;q=0(\.0+)?(,|$))")
# As fast as the gzip of Django; the next better one takes ten times as long.
BROTLI_QUALITY = 6
WORTH_COMPRESSING = 200  # bytes

# By this a phone tells our answers from those of a public network (worker.js and sync.js in js/phone).
OWN_MARK = "X-Pegboard-Page"

# What is worth compressing; pictures, fonts and PDFs are compressed as they are.
TEXTS = frozenset(
    {
        "application/json",
        "application/manifest+json",
        "application/xml",
        "image/svg+xml",
        "text/calendar",
        "text/css",
        "text/csv",
        "text/html",
        "text/javascript",
        "text/plain",
        "text/xml",
    }
)


@middleware
def security_headers(request: HttpRequest, get_response: Answer) -> HttpResponse:
    """Adds the policies to every answer, errors included; to a static file those that are heeded there.

    A style sheet, a script and a typeface are never opened as a page: what only pages heed would be a
    quarter of a kilobyte of each.
    """
    response = get_response(request)
    if request.path_info.startswith("/static/") and response.get("Content-Type", "").startswith(PARTS):
        del response["Cross-Origin-Opener-Policy"]
    else:
        for name, policy in OF_PAGES.items():
            response.headers.setdefault(name, policy)
    response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    response.headers.setdefault(OWN_MARK, str(WIRE))
    if request.path_info.startswith(PERMITTING):
        response.headers["Referrer-Policy"] = "no-referrer"
    if request.path_info.startswith(PERMITTING) or (
        request.resolver_match and not is_public(request.resolver_match)
    ):
        response.headers["X-Robots-Tag"] = "noindex"
    return response


class CompressedTexts(GZipMiddleware):
    """Compresses pages and data; static files lie compressed on the disk.

    A page that shows what was asked for beside a secret could be guessed by its length (BREACH). Our tokens
    are masked anew in each answer, Django adds a random number of bytes to what it gzips, and other sites'
    requests come without cookies. Who comes without one is nobody's guess: Brotli is a seventh less.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.status_code == HTTPStatus.NOT_MODIFIED:
            # Caches that renew a page by this answer keep it apart as well.
            patch_vary_headers(response, ("Accept-Encoding",))
            return response
        if response.headers.get("Content-Type", "").partition(";")[0] not in TEXTS:
            return response
        if not request.COOKIES and BROTLI.search(request.headers.get("Accept-Encoding", "")):
            _compress_by_brotli(response)
        return super().process_response(request, response)


def _compress_by_brotli(response: HttpResponseBase) -> None:
    """Compress a whole text in place; a stream, a short one or one that is compressed already is left."""
    if (
        not isinstance(response, HttpResponse)
        or response.has_header("Content-Encoding")
        or len(response.content) < WORTH_COMPRESSING
    ):
        return
    response.content = brotli.compress(response.content, mode=brotli.MODE_TEXT, quality=BROTLI_QUALITY)
    response.headers["Content-Length"] = str(len(response.content))
    response.headers["Content-Encoding"] = "br"
    patch_vary_headers(response, ("Accept-Encoding",))
    tag = response.headers.get("ETag", "")
    if tag.startswith('"'):
        response.headers["ETag"] = f"W/{tag}"


@middleware
def host_of_browser(request: HttpRequest, get_response: Answer) -> HttpResponse:
    """Put back the host a proxy changed or whose port it dropped, where the browser vouches for its own.

    A browser says "same-origin" of a form only if it was sent to where its page is from; no page can say so.
    Whole addresses (`build_absolute_uri`) begin with the site's own, if it has a public one: any other name
    or port is the sender's choice, and a letter may go to somebody else.
    """
    if request.headers.get("Sec-Fetch-Site") == "same-origin":
        scheme, _, host = request.headers.get("Origin", "").partition("://")
        if scheme == request.scheme and validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
            request.META["HTTP_HOST"] = host
    if settings.SITE:
        request._current_scheme_host = settings.SITE  # type: ignore[attr-defined]  # cached there by Django
    return get_response(request)


@middleware
def see_other(request: HttpRequest, get_response: Answer) -> HttpResponse:
    """Leads on with "see other", never "found": what follows a form is fetched, not sent a second time."""
    response = get_response(request)
    if response.status_code == HTTPStatus.FOUND:
        response.status_code = HTTPStatus.SEE_OTHER
    return response


@middleware
def moved_addresses(request: HttpRequest, get_response: Answer) -> HttpResponse:
    """Lead from the address a league, pub or team had before, or that was merged, to the one of now."""
    response = get_response(request)
    if response.status_code != HTTPStatus.NOT_FOUND or request.method not in {"GET", "HEAD"}:
        return response
    match = request.resolver_match
    moved = moved_to(match.kwargs) if match else None
    if match is not None and _is_deleted(match.kwargs):
        return render(request, "league_deleted.html", status=HTTPStatus.GONE)
    if match is None or moved is None:
        return response
    query = request.META.get("QUERY_STRING", "")
    return redirect(f"{reverse(match.view_name, kwargs=moved)}{'?' if query else ''}{query}")


def _is_deleted(kwargs: Mapping[str, Any]) -> bool:
    """Return whether an address is that of a league which was deleted, and of no other since. Two queries."""
    slug = kwargs.get("league_slug")
    is_gone = slug is not None and DeletedLeague.objects.filter(slug=slug).exists()
    return is_gone and not League.objects.filter(slug=slug).exists()


def moved_to(kwargs: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the parts of an address with the slugs records have now; None if none of them has moved.

    A slug that a record has is never replaced. At most six queries.
    """
    if (slug := kwargs.get("league_slug")) is None:
        return None
    league = League.objects.filter(slug=slug).first() or moved_record(LEAGUES, slug)
    if league is None:
        return None
    moved = {**kwargs, "league_slug": league.slug}
    for name, kind in (("pub_slug", PUBS), ("team_slug", TEAMS)):
        is_free = name in kwargs and not kind.rows(league).filter(slug=kwargs[name]).exists()
        if is_free and (row := moved_record(kind, kwargs[name], league)):
            moved[name] = row.slug
    return None if moved == dict(kwargs) else moved
