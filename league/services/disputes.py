"""Disputes: the two sides do not agree on a result, and what was confirmed counts until it is settled."""

from django.core.exceptions import ValidationError

from league.models import Match
from league.services.refusals import GONE, Refused, refuse_invalid, written_whole
from league.services.revisions import bump_revision


def dispute_match(*, match: Match, because: str) -> Match:
    """Put on record what the sides do not agree on. Raises Refused when a dispute is open already."""
    with written_whole():
        match = _held(match)
        if match.disputed_because:
            raise Refused(
                f"The match is under dispute already: “{match.disputed_because}” Settle that first."
            )
        if not because.strip():
            raise Refused("Say in a few words what the sides do not agree on.")
        _write(match, because.strip())
    return match


def settle_dispute(*, match: Match) -> Match:
    """End the dispute; the result that stands is the one that counts. Pressing twice changes nothing more."""
    with written_whole():
        match = _held(match)
        if match.disputed_because:
            _write(match, "")
    return match


def _held(match: Match) -> Match:
    held = Match.objects.select_for_update(of=("self",), no_key=True)
    try:
        return held.select_related("division__season", "home", "away").get(pk=match.pk)
    except Match.DoesNotExist:
        raise Refused(GONE) from None


def _write(match: Match, because: str) -> None:
    match.disputed_because = because
    try:
        match.full_clean(exclude=["division", "home", "away", "venue"])
    except ValidationError as fault:
        raise refuse_invalid(fault) from fault
    match.save(update_fields=["disputed_because"])
    bump_revision(league_id=match.division.season.league_id)
