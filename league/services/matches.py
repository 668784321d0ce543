"""Matches moved to another night."""

import datetime

from django.core.exceptions import ValidationError

from league.models import Match
from league.services.refusals import GONE, Refused, refuse_invalid, written_whole
from league.services.revisions import bump_revision


def postpone_match(*, match: Match, to: datetime.date | None, reason: str) -> Match:
    """Move a match to another date, or off its date until a new one is agreed (`to=None`).

    The first date stays on record however often the match moves; moved back to it, the match counts as
    not postponed. Raises Refused when the match has been played, or when nothing would change.
    """
    with written_whole():
        held = Match.objects.select_for_update(of=("self",), no_key=True)
        try:
            match = held.select_related("division__season").get(pk=match.pk)
        except Match.DoesNotExist:
            raise Refused(GONE) from None
        if match.scorecards.filter(is_confirmed=True).exists():
            raise Refused("The match has a confirmed result, so it was played; correct the result first.")
        if to == match.date:
            raise Refused(
                "The match already stands on that date." if to else "The match already has no date."
            )
        first_date = match.postponed_from or match.date
        match.date = to
        match.postponed_from = None if to == first_date else first_date
        match.postponed_because = reason if match.postponed_from else ""
        try:
            match.full_clean(exclude=["division", "home", "away", "venue"])
        except ValidationError as fault:
            raise refuse_invalid(fault) from fault
        match.save(update_fields=["date", "postponed_from", "postponed_because"])
        bump_revision(league_id=match.division.season.league_id)
    return match
