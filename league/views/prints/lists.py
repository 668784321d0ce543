"""Fixture lists on paper: a division's for the noticeboard, a team's own."""

from django.http import Http404, HttpRequest, HttpResponse

from league.access import for_public
from league.models import League
from league.printing import documents
from league.selectors import fixture_lists
from league.selectors.seasons import division_place, league_today
from league.views.prints.answers import printed


@for_public
def fixture_list(request: HttpRequest, league: League, season_slug: str, division_slug: str) -> HttpResponse:
    """The division's list; `?team=` sets the matches of one team in bold, for its own noticeboard."""
    place = division_place(league, season_slug, division_slug)
    if place is None:
        raise Http404(f"{league} has no division {division_slug} in {season_slug}.")
    fixtures = fixture_lists.fixtures_of_division(place.division)
    asked = request.GET.get("team", "")
    # Only a team of the list: anybody could have as many lists set, each another, as he can think of names.
    ours = asked if any(team.slug == asked for team in fixtures.teams) else ""
    return printed(request, documents.fixture_list([fixtures], printed_on=league_today(league), ours=ours))


@for_public
def team_fixture_list(request: HttpRequest, league: League, team_slug: str) -> HttpResponse:
    """The matches of a team in the season it is playing."""
    today = league_today(league)
    fixtures = fixture_lists.fixtures_of_team(league, team_slug, today)
    if fixtures is None:
        raise Http404(f"{league} has no team {team_slug} in any season.")
    return printed(request, documents.team_fixture_lists([fixtures], printed_on=today))
