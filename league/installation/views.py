"""Alive, and able to serve: for whoever watches the server.

Answers to requests that are refused before any page is asked.
"""

from http import HTTPStatus

from django.core.exceptions import RequestDataTooBig
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render

from league.accounts.access import for_anybody
from league.accounts.signing_in import held_fields, is_from_own_page, wants_json
from league.competition.selectors import all_leagues


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
def not_understood(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Show that what was sent cannot be read, and whether it is too much."""
    is_too_big = isinstance(exception, RequestDataTooBig)
    return render(request, "400.html", {"is_too_big": is_too_big}, status=400)


@for_anybody
def token_refused(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Show a form whose token is not valid, to be sent once more if it is from one of our own pages.

    A token changes with each sign-in. A script gets the one that is valid now.
    """
    is_own = is_from_own_page(request)
    if is_own and wants_json(request):
        return JsonResponse({"token": get_token(request)}, status=HTTPStatus.FORBIDDEN)
    page = {
        "is_own": is_own,
        "held": held_fields(request) if is_own else (),
        "has_files": bool(request.FILES),
    }
    return render(request, "403_token.html", page, status=HTTPStatus.FORBIDDEN)
