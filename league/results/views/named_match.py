"""The match that an address of the results names."""

from django.http import Http404, HttpRequest

from league.models import League, Match
from league.results.selectors.entry import SheetToEnter, match_in, sheet_to_enter
from league.shared.decisions import secretary


def match_or_404(league: League, match_id: str) -> Match:
    """Return the match of the league, as `match_in` does. Raises Http404 if it has none of that id."""
    try:
        return match_in(league, match_id)
    except Match.DoesNotExist:
        raise Http404(f"{league} has no match {match_id}.") from None


def sheet_or_404(request: HttpRequest, league: League, match_id: str) -> SheetToEnter:
    """Return the match with all that entering it needs. Raises Http404 if the league has none of that id."""
    try:
        return sheet_to_enter(league, match_id, by=secretary(request))
    except Match.DoesNotExist:
        raise Http404(f"{league} has no match {match_id}.") from None
