"""A captain's page: his team's season, by his link or with his account."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.access import Captain, for_captain


@for_captain
def captain_season(request: HttpRequest, captain: Captain) -> HttpResponse:
    """The season of the captain's team."""
    return render(request, "captains/season.html", {"captain": captain})
