"""A match held while something is written about it, with what its cards say."""

from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Exists, QuerySet, Subquery

from league.competition.services import FINISHED, hold_cups_of
from league.models import Draft, Match, Scorecard, User
from league.shared.compiled_query import CompiledQuery
from league.shared.errors import GONE, Refused

# no_key: a ruling that refers to the match need not wait, which could end in a deadlock.
_HOLD = CompiledQuery(
    lambda match: Match.with_ties.select_for_update(no_key=True).filter(pk=match).order_by().values_list("pk")
)


def _cards(match: int, user: int) -> QuerySet[Match, Any]:
    cards = Scorecard.objects.filter(match=match)
    return Match.with_ties.filter(pk=match).values_list(
        "division__season__is_finished",
        Subquery(cards.order_by("-version").values("version")[:1]),
        Exists(cards.confirmed()),
        Exists(cards.filter(is_confirmed=False, set_aside_at=None)),
        Exists(Draft.with_deleted.filter(match=match, user=user)),
    )


_CARDS = CompiledQuery(_cards)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsSoFar:
    """What cards a match has: `latest` is the newest version, 0 for none; the draft is a user's own."""

    latest: int
    is_confirmed: bool
    has_reports_waiting: bool
    has_draft: bool


def hold_match(match: int) -> None:
    """Lock a match until the transaction ends. On SQLite the transaction holds the whole database already."""
    if connection.features.has_select_for_update:
        _HOLD.rows(match)


def hold_with_cards(match: Match, *, user: User) -> CardsSoFar:
    """Lock a match, and before it its cup; return the facts about its cards. One query, and the lock.

    Raises Refused if it has been deleted or its season is closed.
    """
    hold_cups_of(match)
    hold_match(match.pk)
    return card_facts(match, user=user)


def card_facts(match: Match, *, user: User) -> CardsSoFar:
    """Return the facts about the cards of a match that is held. One query. Raises Refused as above."""
    rows = _CARDS.rows(match.pk, user.pk)
    if not rows:
        raise Refused(GONE)
    is_finished, latest, is_confirmed, waits, has_draft = rows[0]
    if is_finished:
        raise Refused(FINISHED)
    return CardsSoFar(
        latest=latest or 0,
        is_confirmed=is_confirmed,
        has_reports_waiting=waits,
        has_draft=has_draft,
    )
