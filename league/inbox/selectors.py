"""Reads what was decided from the inbox."""

from collections.abc import Collection

from django.db.models import QuerySet

from league.models import Decision, League


def last_decision(league: League, kinds: Collection[Decision.Kind]) -> Decision | None:
    """Return the latest decision of these kinds that is not undone; None if there is none. One query."""
    return _decisions(league).filter(undone_at=None, kind__in=kinds).first()


def decisions_of(
    league: League, kinds: Collection[Decision.Kind], *, first: int = 0, count: int = 50
) -> list[Decision]:
    """Return decisions of these kinds, the latest first, undone ones too. One query."""
    return list(_decisions(league).filter(kind__in=kinds)[first : first + count])


def decision_in(league: League, public_id: str) -> Decision | None:
    """Return one decision of the league, or None. One query."""
    return _decisions(league).filter(public_id=public_id).first()


def _decisions(league: League) -> QuerySet[Decision]:
    known = Decision.objects.filter(league=league)
    return known.select_related("decided_by", "undone_by", "match__home", "match__away")
