"""Alive, and able to serve: for whoever watches the server. And what programs may read of it.

Answers to requests that are refused before any page is asked.
"""

from django.core.exceptions import RequestDataTooBig
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.accounts.access import for_anybody
from league.competition.selectors import all_leagues

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
    """Show the process answers."""
    return HttpResponse("alive\n", content_type="text/plain")


@for_anybody
def ready(request: HttpRequest) -> HttpResponse:
    """Show the database answers as well, and has our tables."""
    try:
        all_leagues()
    except DatabaseError:
        return HttpResponse("no database\n", status=503, content_type="text/plain")
    return HttpResponse("ready\n", content_type="text/plain")


@for_anybody
def robots(request: HttpRequest) -> HttpResponse:
    """Show what search engines are asked to leave alone."""
    return HttpResponse(ROBOTS, content_type="text/plain")


@for_anybody
def not_understood(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Show what was sent cannot be read; whether it is too much is said."""
    is_too_big = isinstance(exception, RequestDataTooBig)
    return render(request, "400.html", {"is_too_big": is_too_big}, status=400)
