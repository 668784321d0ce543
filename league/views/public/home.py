"""The league's home page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.access import for_public
from league.listings import GlanceListing
from league.models import League
from league.selectors import home
from league.selectors.seasons import league_today
from league.views.revisits import played_now, same_until_played


@for_public
@same_until_played
def league_home(request: HttpRequest, league: League) -> HttpResponse:
    """The answer first. With `?team=the-fleece` it is that team's answer, with its way through the season."""
    own, today = request.GET.get("team", ""), league_today(league)
    page = home.league_home(league, today, own)
    if page.season is None:
        return render(request, "public/no_season.html", {"section": "week"})
    listings = [
        GlanceListing(glance.lines, league=league, division=glance.table.division, own=own)
        for glance in page.glances
    ]
    context = {
        "section": "week",
        "page": page,
        "listings": listings,
        "own": own,
        "today": today,
        "playing": played_now(request, league),
    }
    return render(request, "public/home.html", context)
