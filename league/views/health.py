"""Alive, and able to serve: for whoever watches the server. And what programs may read of it."""

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

from league.access import for_anybody
from league.selectors.leagues import all_leagues

# A machine that follows every link would print every sheet and replay every hand of every match.
ROBOTS = """User-agent: *
Disallow: /*?
Disallow: /*.pdf$
Disallow: /*/secretary/
Disallow: /admin/
Disallow: /sign-in/
"""


@for_anybody
def alive(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("alive\n", content_type="text/plain")


@for_anybody
def ready(request: HttpRequest) -> HttpResponse:
    """The database answers as well, and has our tables."""
    try:
        all_leagues()
    except DatabaseError:
        return HttpResponse("no database\n", status=503, content_type="text/plain")
    return HttpResponse("ready\n", content_type="text/plain")


@for_anybody
def robots(request: HttpRequest) -> HttpResponse:
    """What search engines are asked to leave alone."""
    return HttpResponse(ROBOTS, content_type="text/plain")
