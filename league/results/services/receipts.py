"""Services of receipts: when results were received and how, and notes that pause reminders."""

import datetime
from collections.abc import Collection

from league.matches.selectors import league_clock
from league.models import Match, ResultReceipt, User
from league.results.services.scorecards import lock_matches
from league.shared.errors import Refused, written_whole
from league.shared.moments import day_in_words, moment_in_words


def record_receipts(
    *,
    matches: Collection[Match],
    received_at: datetime.datetime,
    how: ResultReceipt.How,
    by: User,
    now: datetime.datetime,
    unless_known: bool = False,
) -> int:
    """Record when the results of matches were received and how; return how many were changed.

    With `unless_known` a receipt that is recorded already stays. The matches come with their league.
    Raises Refused if the moment is still to come, or is before the day of one of the matches.
    """
    if not matches:
        return 0
    for match in matches:
        there = league_clock(match.division.season.league, received_at)
        if received_at > now:
            raise Refused(f"A result cannot have been received at {moment_in_words(there)}, still to come.")
        if match.date and there.date() < match.date:
            raise Refused(
                f"{match.home} v {match.away} is on {day_in_words(match.date)}: its result cannot have been "
                f"received on {day_in_words(there.date())}."
            )
    with written_whole():
        lock_matches(*matches)
        receipts = _receipts(matches, by, now)
        changed = [receipt for receipt in receipts if not (unless_known and receipt.received_at)]
        for receipt in changed:
            receipt.received_at, receipt.how = received_at, how
            receipt.recorded_by, receipt.recorded_at = by, now
        _save(changed)
    return len(changed)


def write_note(
    *, match: Match, note: str, pauses_until: datetime.datetime | None, by: User, now: datetime.datetime
) -> None:
    """Write the note of a match whose result is missing; an empty one is deleted.

    Reminders of it wait until `pauses_until`. Raises Refused if that moment is over.
    """
    if note and pauses_until and pauses_until <= now:
        over = moment_in_words(league_clock(match.division.season.league, pauses_until))
        raise Refused(f"Reminders pause until a time that is still to come; it is past {over}.")
    with written_whole():
        lock_matches(match)
        (receipt,) = _receipts([match], by, now)
        receipt.note, receipt.pauses_until = note.strip(), pauses_until if note.strip() else None
        receipt.recorded_by, receipt.recorded_at = by, now
        _save([receipt])


def _receipts(matches: Collection[Match], by: User, now: datetime.datetime) -> list[ResultReceipt]:
    """Return the receipt of each match, made if there is none; for who holds the matches."""
    known = {receipt.match_id: receipt for receipt in ResultReceipt.objects.filter(match__in=matches)}
    return [
        known.get(match.pk) or ResultReceipt(match=match, recorded_by=by, recorded_at=now)
        for match in matches
    ]


def _save(receipts: list[ResultReceipt]) -> None:
    ResultReceipt.objects.bulk_create([receipt for receipt in receipts if receipt.pk is None])
    fields = ["received_at", "how", "note", "pauses_until", "recorded_by", "recorded_at"]
    ResultReceipt.objects.bulk_update([receipt for receipt in receipts if receipt.pk is not None], fields)
