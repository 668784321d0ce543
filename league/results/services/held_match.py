"""A match held while something is written about it, with what its cards say; in SQL, as `shared.sql` says."""

from dataclasses import dataclass

from django.db import connection

from league.competition.services import FINISHED, hold_cups_of
from league.models import Match, User
from league.shared.errors import GONE, Refused
from league.shared.sql import rows_of

# no_key: a ruling that refers to the match need not wait, which could end in a deadlock.
_HOLD = "SELECT 1 FROM league_match WHERE id = %s FOR NO KEY UPDATE"
_CARDS = """
    SELECT
        league_season.is_finished,
        (SELECT MAX(version) FROM league_scorecard WHERE match_id = %(match)s),
        EXISTS (SELECT 1 FROM league_scorecard WHERE match_id = %(match)s AND is_confirmed),
        EXISTS (
            SELECT 1 FROM league_scorecard
            WHERE match_id = %(match)s AND NOT is_confirmed AND set_aside_at IS NULL
        ),
        EXISTS (SELECT 1 FROM league_draft WHERE match_id = %(match)s AND user_id = %(user)s)
    FROM league_match
    INNER JOIN league_division ON league_division.id = league_match.division_id
    INNER JOIN league_season ON league_season.id = league_division.season_id
    WHERE league_match.id = %(match)s
"""


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
        rows_of(_HOLD, (match,))


def hold_with_cards(match: Match, *, user: User) -> CardsSoFar:
    """Lock a match, and before it its cup; return the facts about its cards. One query, and the lock.

    Raises Refused if it has been deleted or its season is closed.
    """
    hold_cups_of(match)
    hold_match(match.pk)
    return card_facts(match, user=user)


def card_facts(match: Match, *, user: User) -> CardsSoFar:
    """Return the facts about the cards of a match that is held. One query. Raises Refused as above."""
    rows = rows_of(_CARDS, {"match": match.pk, "user": user.pk})
    if not rows:
        raise Refused(GONE)
    is_finished, latest, is_confirmed, waits, has_draft = rows[0]
    if is_finished:
        raise Refused(FINISHED)
    return CardsSoFar(
        latest=latest or 0,
        is_confirmed=bool(is_confirmed),
        has_reports_waiting=bool(waits),
        has_draft=bool(has_draft),
    )
