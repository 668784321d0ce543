"""What everybody may see: the front page, the league's home, divisions, matches, teams, pubs, players."""

from django.http import Http404

from league.access import for_public
from league.views.public.divisions import (
    fixtures,
    latest_fixtures,
    latest_results,
    latest_standings,
    results,
    standings,
)
from league.views.public.front import front_page, help_page
from league.views.public.home import league_home


@for_public
def match_page(request, *a, **k):
    raise Http404


@for_public
def match_version(request, *a, **k):
    raise Http404


@for_public
def pub_list(request, *a, **k):
    raise Http404


@for_public
def pub_page(request, *a, **k):
    raise Http404


@for_public
def team_page(request, *a, **k):
    raise Http404


@for_public
def player_list(request, *a, **k):
    raise Http404


@for_public
def player_page(request, *a, **k):
    raise Http404


__all__ = [
    "fixtures",
    "front_page",
    "help_page",
    "latest_fixtures",
    "latest_results",
    "latest_standings",
    "league_home",
    "match_page",
    "match_version",
    "player_list",
    "player_page",
    "pub_list",
    "pub_page",
    "results",
    "standings",
    "team_page",
]
