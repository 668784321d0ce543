"""Hands as they come in from the tables: a log, added to and never changed."""

import datetime
import uuid

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from league.models import HandEntry, Match
from league.selectors.scorecards import awards_of
from scoring.faults import sentence
from scoring.hands import faults


def record_hand(
    *,
    match: Match,
    client_id: uuid.UUID,
    table: int,
    hand: int,
    high: str,
    low: str,
    jack: str,
    game_point: str,
    entered_at: datetime.datetime,
    received_at: datetime.datetime,
    game: int = 1,
    sent_for: str = "",
    turned: str = "",
    said: str = "",
    hung: bool | None = None,
    no_game_for: str = "",
) -> HandEntry:
    """Add a hand to the log of a match. The same hand sent again (same client id) counts once.

    `turned`, `said` and `hung` are for games with a card turned up and a hung jack; `no_game_for` names the
    side that reneged. Raises ValidationError for awards that are no side's, or cannot be in this game.
    """
    entry = HandEntry(
        match=match,
        client_id=client_id,
        table=table,
        game=game,
        hand=hand,
        sent_for=sent_for,
        turned=turned,
        said=said,
        high=high,
        low=low,
        jack=jack,
        hung=hung,
        game_point=game_point,
        no_game_for=no_game_for,
        entered_at=entered_at,
        received_at=received_at,
    )
    entry.clean_fields(exclude=["match"])
    rules = match.division.season.rule_book.rules()
    found = faults(awards_of(entry), rules, sides=2)
    if found:
        raise ValidationError([sentence(fault) for fault in found])
    try:
        with transaction.atomic():
            entry.save(force_insert=True)
    except IntegrityError:
        kept = HandEntry.objects.filter(client_id=client_id, match=match).first()
        if kept is None:  # the id is taken by another match: no retry, so nothing to forgive
            raise
        return kept
    return entry
