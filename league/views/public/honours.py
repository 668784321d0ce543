"""The roll of honour in public, and final tables of years long gone."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from league.access import for_public, may_keep
from league.models import League
from league.selectors import honours
from league.views.revisits import same_until_changed


@for_public
@same_until_changed
def roll_of_honour(request: HttpRequest, league: League) -> HttpResponse:
    """Who won what, from the league's first year to the last that is over."""
    years = honours.roll_of_honour(league, to_secretary=may_keep(request.user, league))
    return render(request, "public/honours.html", {"section": "standings", "years": years})


@for_public
@same_until_changed
def old_table(request: HttpRequest, league: League, year: int, division_slug: str) -> HttpResponse:
    """A final table as it was typed in."""
    table = honours.old_table(league, year, division_slug)
    if table is None:
        raise Http404(f"{league} has no such table.")
    page = {"section": "standings", "table": table, "slug": division_slug}
    return render(request, "public/old_table.html", page)
