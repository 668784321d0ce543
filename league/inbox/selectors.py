"""Reads what was decided from the inbox."""

from django.db.models import QuerySet

from league.models import Decision, League


def last_decision(league: League) -> Decision | None:
    """Return the latest decision that is not undone; None if there is none. One query."""
    return _decisions(league).filter(undone_at=None).first()


def decisions_of(league: League, *, first: int = 0, count: int = 50) -> list[Decision]:
    """Return decisions of a league, the latest first, undone ones too. One query."""
    return list(_decisions(league)[first : first + count])


def decision_in(league: League, public_id: str) -> Decision | None:
    """Return one decision of the league, or None. One query."""
    return _decisions(league).filter(public_id=public_id).first()


def _decisions(league: League) -> QuerySet[Decision]:
    known = Decision.objects.filter(league=league)
    return known.select_related("decided_by", "undone_by", "match__home", "match__away")
