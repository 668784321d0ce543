"""Services of disputes: open, close, reopen. Each writes the history and the flag of the match together.

`Match.disputed_because` is the flag that other code reads. A match that was flagged before disputes had a
history gets its row when the dispute is closed.
"""

import datetime

from league.competition.services import bump_revision
from league.matches.sheet.values import DISPUTED, Sheet
from league.models import Match, MatchDispute, Side, User
from league.results.models.disputes import LONGEST_DECISION
from league.results.selectors.reports import is_taken_off
from league.shared.errors import GONE, Refused, refused_by, verify, written_whole

NO_REASON = "Describe what the sides disagree about."
NO_DECISION = "Describe what was decided."
CHANGED = "This dispute has changed since you opened the page. Check it again."
NOT_DISPUTED = "The match is not under dispute."
TAKEN_OFF = "The result was taken off: there is nothing left to dispute."
OPENED_MEANWHILE = "Another dispute about this match has been opened since. Close that one first."


class StaleDispute(Refused):
    """The dispute changed after the page was opened: somebody else opened, closed or reopened one."""


def dispute_match(
    *,
    match: Match,
    because: str,
    now: datetime.datetime,
    by: User | None = None,
    side: Side | None = None,
) -> Match:
    """Open a dispute: record what the sides do not agree on. Return the match as it is now.

    `by` is the account and `side` the captain's side; with neither, a job opens it. Raises StaleDispute
    when a dispute is open already, Refused without a reason.
    """
    with written_whole():
        match = _locked(match)
        if match.disputed_because:
            raise StaleDispute(
                f"The match is under dispute already: “{match.disputed_because}” Close that dispute first."
            )
        if not because.strip():
            raise Refused(NO_REASON)
        dispute = MatchDispute(
            match=match, reason=because.strip(), opened_at=now, opened_by=by, opened_for=side or ""
        )
        _write_open(match, dispute)
    return match


def dispute_marked(
    *,
    match: Match,
    sheet: Sheet,
    now: datetime.datetime,
    by: User | None = None,
    side: Side | None = None,
) -> None:
    """Open a dispute about tables whose foot and hands differ, if the confirmed sheet asks for it."""
    tables = [
        str(table.number)
        for table in sheet.tables
        if any(game.contradiction == DISPUTED for game in table.games)
    ]
    if tables and not _locked(match).disputed_because:
        word = match.division.season.rule_book.table_word.capitalize()
        because = f"{word} {', '.join(tables)}: the foot of the sheet and its hands differ."
        dispute_match(match=match, because=because, now=now, by=by, side=side)


def close_dispute(
    *, match: Match, dispute: int, decision: str, by: User, now: datetime.datetime
) -> MatchDispute:
    """Close the dispute with what was decided; the confirmed result counts.

    `dispute` is its key, 0 for one that has no history yet. Sending the same decision twice is no mistake.
    Raises StaleDispute when it was closed meanwhile, Refused without a decision.
    """
    if not decision.strip():
        raise Refused(NO_DECISION)
    with written_whole():
        match = _locked(match)
        current = _open_dispute(match)
        if current is None or dispute != (current.pk or 0):
            closed = match.disputes.filter(pk=dispute).first() if dispute else match.disputes.first()
            if closed is None:
                raise StaleDispute(NOT_DISPUTED)
            if (closed.closed_by_id, closed.decision) == (by.pk, decision.strip()):
                return closed
            raise StaleDispute(_closed_meanwhile(closed, current))
        _write_closed(match, current, decision.strip(), now=now, by=by)
        bump_revision(league_id=match.division.season.league_id)
    return current


def _closed_meanwhile(closed: MatchDispute, current: MatchDispute | None) -> str:
    """Return what became of a dispute somebody wants to close, and which one is open now."""
    if closed.closed_at is None:
        return CHANGED
    sentence = f"The dispute was closed meanwhile: “{closed.decision}”"
    return f"{sentence} Another is open since: “{current.reason}”" if current else sentence


def reopen_dispute(*, match: Match, dispute: int, by: User, now: datetime.datetime) -> MatchDispute:
    """Reopen the dispute of that key, closed by mistake: a new row for the same reason, which names it.

    What was decided stays in the history. Reopening twice is no mistake. Raises StaleDispute when the match
    has had another dispute since, or lost its result.
    """
    with written_whole():
        match = _locked(match)
        latest = match.disputes.last()
        if latest and latest.reopens_id == dispute and latest.closed_at is None:
            return latest
        if match.disputed_because or latest is None or latest.pk != dispute:
            raise StaleDispute(OPENED_MEANWHILE)
        if is_taken_off(match):
            raise StaleDispute(TAKEN_OFF)
        reopened = MatchDispute(
            match=match, reason=latest.reason, opened_at=now, opened_by=by, reopens=latest
        )
        _write_open(match, reopened)
    return reopened


def end_dispute(
    *,
    match: Match,
    decision: str,
    now: datetime.datetime,
    by: User | None = None,
    side: Side | None = None,
) -> None:
    """Close the dispute, if there is one, because of something else that was done: `decision` says what.

    The caller has locked the match and counts the revision up.
    """
    held = Match.with_ties.only("disputed_because").get(pk=match.pk)
    dispute = _open_dispute(held)
    if dispute:
        _write_closed(held, dispute, decision[:LONGEST_DECISION], now=now, by=by, side=side)
    match.disputed_because = ""


def _locked(match: Match) -> Match:
    held = Match.with_ties.select_for_update(of=("self",), no_key=True)
    try:
        return held.select_related("division__season", "home", "away").get(pk=match.pk)
    except Match.DoesNotExist:
        raise Refused(GONE) from None


def _open_dispute(match: Match) -> MatchDispute | None:
    """Return the open dispute of a locked match; without a history, a row that is not saved yet."""
    if not match.disputed_because:
        return None
    dispute = match.disputes.filter(closed_at=None).first()
    return dispute or MatchDispute(match=match, reason=match.disputed_because)


def _write_open(match: Match, dispute: MatchDispute) -> None:
    verify(dispute)
    with refused_by(one_open_dispute_a_match=OPENED_MEANWHILE, league_matchdispute=OPENED_MEANWHILE):
        dispute.save(force_insert=True)
    _write_flag(match, dispute.reason)
    bump_revision(league_id=match.division.season.league_id)


def _write_closed(
    match: Match,
    dispute: MatchDispute,
    decision: str,
    *,
    now: datetime.datetime,
    by: User | None,
    side: Side | None = None,
) -> None:
    dispute.decision, dispute.closed_at, dispute.closed_by = decision, now, by
    dispute.closed_for = side or ""
    verify(dispute)
    dispute.save()
    _write_flag(match, "")


def _write_flag(match: Match, reason: str) -> None:
    match.disputed_because = reason
    match.save(update_fields=["disputed_because"])
