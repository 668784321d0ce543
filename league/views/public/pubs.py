"""The pubs in public."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from league.access import for_public
from league.models import League
from league.selectors import pubs
from league.selectors.seasons import league_today
from league.views.revisits import same_until_changed


@for_public
@same_until_changed
def pub_list(request: HttpRequest, league: League) -> HttpResponse:
    """Every pub of the league with its teams."""
    lines = pubs.pubs_of_league(league, today=league_today(league))
    return render(request, "public/pubs.html", {"section": "pubs", "pubs": lines})


@for_public
@same_until_changed
def pub_page(request: HttpRequest, league: League, pub_slug: str) -> HttpResponse:
    """A pub: where it is, who plays for it, what is played there next."""
    page = pubs.pub_page(league, pub_slug, today=league_today(league))
    if page is None:
        raise Http404(f"{league} has no such pub.")
    return render(request, "public/pub.html", {"section": "pubs", "page": page})
