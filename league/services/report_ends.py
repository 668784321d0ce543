"""How reports end: there is a result, so what still waited is set aside and every objection closed."""

import datetime

from django.db.models import DateTimeField, Value
from django.db.models.functions import Coalesce

from league.models import Match, Objection, Scorecard
from league.selectors.reports import WAITS


def set_aside(card: Scorecard, *, now: datetime.datetime, because: str = "") -> None:
    """A card that counts no more, or waits no more; it stays readable."""
    card.is_confirmed = False
    card.set_aside_at = now
    card.set_aside_because = because
    card.save(update_fields=["is_confirmed", "set_aside_at", "set_aside_because"])


def end_reports(*, match: Match, now: datetime.datetime, but: Scorecard | None = None) -> None:
    """Set aside every report that waits, but the one agreed on, and close what is left of objections.

    Where the sides disagreed about their reports that ends too; a dispute over a result that was confirmed
    long ago is another matter and stays. For who holds the match already.
    """
    waiting = list(Scorecard.objects.filter(WAITS, match=match))
    if not waiting:
        return
    for card in waiting:
        if card != but:
            set_aside(card, now=now)
    close_objections(match=match, state=Objection.State.DECIDED, now=now)
    end_dispute(match=match)


def close_objections(
    *,
    match: Match,
    state: Objection.State,
    now: datetime.datetime,
    to: Scorecard | None = None,
) -> int:
    """Close the objections that are not settled: all of a match, or those to one report; how many."""
    unsettled = Objection.objects.filter(
        scorecard__match=match, state__in=(Objection.State.OPEN, Objection.State.DISPUTED)
    )
    if to is not None:
        unsettled = unsettled.filter(scorecard=to)
    # One the reporter stood by was answered then.
    answered = Coalesce("answered_at", Value(now, DateTimeField()))
    return unsettled.update(state=state, answered_at=answered)


def end_dispute(*, match: Match) -> None:
    """What the sides did not agree on they do now, or it is decided."""
    Match.objects.filter(pk=match.pk).exclude(disputed_because="").update(disputed_because="")
    match.disputed_because = ""
