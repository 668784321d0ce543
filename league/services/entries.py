"""Hands as they come in from the tables: a log, added to and never changed."""

import datetime
import uuid

from django.db import IntegrityError, transaction

from league.models import HandEntry, Match


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
) -> HandEntry:
    """Add a hand to the log of a match. The same hand sent again (same client id) counts once.

    Raises ValidationError for awards that are no side's.
    """
    entry = HandEntry(
        match=match,
        client_id=client_id,
        table=table,
        game=game,
        hand=hand,
        sent_for=sent_for,
        high=high,
        low=low,
        jack=jack,
        game_point=game_point,
        entered_at=entered_at,
        received_at=received_at,
    )
    entry.clean_fields(exclude=["match"])
    try:
        with transaction.atomic():
            entry.save(force_insert=True)
    except IntegrityError:
        kept = HandEntry.objects.filter(client_id=client_id, match=match).first()
        if kept is None:  # the id is taken by another match: no retry, so nothing to forgive
            raise
        return kept
    return entry
