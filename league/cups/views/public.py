"""Cups as everybody sees them: which there are, and each with its rounds, its bracket and the hat."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from league.accounts.access import for_public, may_keep
from league.cups.selectors.cups import cup_at, cup_on_page
from league.cups.selectors.lists import cup_lines
from league.cups.selectors.pairs_nights import night_on_page
from league.installation.page_cache import same_until_changed
from league.models import Cup, League


@for_public
@same_until_changed
def cup_list(request: HttpRequest, league: League) -> HttpResponse:
    """All cups of the league, season by season."""
    lines = cup_lines(league, to_secretary=may_keep(request.user, league))
    return render(request, "cups/cups.html", {"section": "results", "lines": lines})


@for_public
@same_until_changed
def cup_page(request: HttpRequest, league: League, cup_slug: str) -> HttpResponse:
    """A cup as it stands, or a pairs night."""
    cup = cup_at(league, cup_slug)
    if cup is None:
        raise Http404(f"{league} has no cup {cup_slug}.")
    to_secretary = may_keep(request.user, league)
    if cup.kind == Cup.Kind.PAIRS_NIGHT:
        night = night_on_page(cup, to_secretary=to_secretary)
        shown = None if night.winners else night.running
        return render(request, "cups/pairs_night.html", {"section": "results", "page": night, "shown": shown})
    page = cup_on_page(cup, to_secretary=to_secretary)
    return render(request, "cups/cup.html", {"section": "results", "page": page})
