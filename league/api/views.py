"""The addresses of the API: a page for people, and everything for programs.

The library behind the API is loaded with the first request that needs it, not with the site.
"""

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt

from league.accounts.access import for_anybody
from league.competition.selectors import all_leagues


@for_anybody
def api_guide(request: HttpRequest) -> HttpResponse:
    """Show people what programs can read here, and where it is described."""
    leagues = [{"name": league.name, "path": f"leagues/{league.slug}/seasons"} for league in all_leagues()]
    address = request.build_absolute_uri(request.path)
    return render(request, "api/guide.html", {"section": "help", "leagues": leagues, "address": address})


@for_anybody
@csrf_exempt
def api(request: HttpRequest, rest: str) -> HttpResponse:
    """Answer a program. No cookie adds to what is sent, so no token of a form is asked for."""
    from league.api.application import answer

    return cast(HttpResponse, answer(request, rest))  # hands are a stream, which is no HttpResponse by type
