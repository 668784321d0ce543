"""Services that set one phone's entries in the log of a match aside, and let them count again."""

import datetime
import uuid

from league.competition.services import bump_revision
from league.models import Match, PhoneSetAside, TableEntry, User
from league.results.services.scorecards import hold_matches
from league.shared.errors import CHANGED_SINCE, Refused, refused_by, verify, written_whole

ALREADY = "The entries of this phone are set aside already."
NO_ENTRIES = "This phone has sent nothing for this match."


def set_phone_aside(
    *, match: Match, phone: uuid.UUID, by: User, now: datetime.datetime, reason: str = ""
) -> PhoneSetAside:
    """Let nothing count that a phone has sent for a match, or sends from now on; the entries are kept.

    What was signed stays as it is. Raises Refused if the phone has sent nothing, or is set aside already.
    """
    with written_whole():
        hold_matches(match)
        if not TableEntry.objects.filter(match=match, phone=phone).exists():
            raise Refused(NO_ENTRIES)
        row = PhoneSetAside(match=match, phone=phone, reason=reason, set_aside_at=now, set_aside_by=by)
        verify(row)
        with refused_by(phone_set_aside_once=ALREADY, league_phonesetaside=ALREADY):
            row.save()
        bump_revision(league_id=match.division.season.league_id)
    return row


def undo_set_aside(*, match: Match, phone: uuid.UUID, by: User, now: datetime.datetime) -> None:
    """Let the entries of a phone count again. Raises Refused if they do."""
    with written_whole():
        hold_matches(match)
        rows = PhoneSetAside.objects.in_force().filter(match=match, phone=phone)
        if not rows.update(undone_at=now, undone_by=by):
            raise Refused(CHANGED_SINCE)
        bump_revision(league_id=match.division.season.league_id)
