"""A captain's page: his team's season, by his link or with his account."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.access import Captain, for_captain, token_of
from league.access.links import PLAYERS
from league.selectors import captain_seasons
from league.services.links import link_opened


@for_captain
@require_safe
def captain_season(request: HttpRequest, captain: Captain) -> HttpResponse:
    """The next match, what is owed, requests to move, results, and the link for the players."""
    if captain.link is not None:
        link_opened(link=captain.link, now=timezone.now())
    page = {
        "captain": captain,
        "section": "captain",
        "own": captain_seasons.captain_season(captain.enrolment, now=timezone.now()),
        "players_link": _players_link(request, captain),
    }
    return render(request, "captains/season.html", page)


def _players_link(request: HttpRequest, captain: Captain) -> str:
    """What the captain copies to his players; empty while the team has no link."""
    link = captain.link or captain_seasons.live_link(captain.enrolment)
    if link is None:
        return ""
    return request.build_absolute_uri(reverse("players", kwargs={"token": token_of(link, PLAYERS)}))
