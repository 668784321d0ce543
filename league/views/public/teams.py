"""A team in public."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from league.access import for_public, may_keep
from league.models import League
from league.selectors import teams
from league.selectors.seasons import league_today
from league.views.revisits import same_until_changed


@for_public
@same_until_changed
def team_page(request: HttpRequest, league: League, team_slug: str) -> HttpResponse:
    """A team in the current season, or with `?season=2025-26` in an earlier one."""
    page = teams.team_page(
        league,
        team_slug,
        season_slug=request.GET.get("season", ""),
        today=league_today(league),
        to_secretary=may_keep(request.user, league),
    )
    if page is None:
        raise Http404(f"{league} has no such team in such a season.")
    return render(request, "public/team.html", {"section": "standings", "page": page})
