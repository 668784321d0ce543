"""A captain's own matches: any other is as if it did not exist."""

from django.http import Http404

from league.access import Captain
from league.models import Match, Side
from league.selectors.sheets_to_enter import match_in


def own_match(captain: Captain, match_id: str) -> tuple[Match, Side]:
    """The match of that id and the side the captain's team has in it. Http404 if it has none. One query."""
    try:
        match = match_in(captain.league, match_id)
    except Match.DoesNotExist:
        raise Http404(f"{captain.league} has no match {match_id}.") from None
    side = captain.side_of(match)
    if side is None:
        raise Http404("Not a match of this team.")
    return match, side
