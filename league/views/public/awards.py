"""A season's awards in public: who leads for each, reckoned how, and the pairs that played together."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from league.access import for_public, may_keep
from league.models import League
from league.selectors.awards import LEAST_MATCHES, MOST_LEAST, MOST_PAIRS, season_awards
from league.views.revisits import same_until_changed


@for_public
@same_until_changed
def awards(request: HttpRequest, league: League, season_slug: str) -> HttpResponse:
    """The awards of a season; with `?from=8` only for who has played in eight matches or more."""
    found = season_awards(
        league,
        season_slug,
        least=_least(request.GET.get("from", "")),
        to_secretary=may_keep(request.user, league),
    )
    if found is None:
        raise Http404(f"{league} has no season “{season_slug}”.")
    page = {"awards": found, "pairs": found.pairs[:MOST_PAIRS], "most": MOST_LEAST, "section": "players"}
    return render(request, "public/awards.html", page)


def _least(said: str) -> int:
    """The number asked for; what is none, or past every season, is left at what is usual."""
    is_figure = said.isascii() and said.isdigit() and len(said) <= len(str(MOST_LEAST))
    return int(said) if is_figure else LEAST_MATCHES
