"""Services of photographs that are read: requested, claimed by a process, stored, filed under their match.

A reading that was killed is noticed by its silence, and another process takes it over.
"""

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from league.models import League, Match, Photograph, PhotographReading, UnfiledPhotograph, User
from league.results.selectors.readings import silent_before
from league.results.services.photographs import (
    MOST_PHOTOGRAPHS,
    add_photograph,
    picture_from,
)
from league.results.services.scorecards import lock_matches
from league.shared.errors import GONE, Refused, verify, written_whole

State = PhotographReading.State
MOST_ATTEMPTS = 3
UNREADABLE = "unreadable"
MOST_UNFILED = 60
TOO_MANY = f"There are {MOST_UNFILED} photographs without a match already. Delete some first."
Row = TypeVar("Row", PhotographReading, UnfiledPhotograph)


def request_reading(*, photograph: Photograph, now: datetime.datetime) -> PhotographReading:
    """Return the reading of a photograph: a new one waits, and so does one that failed."""
    with written_whole():
        reading, is_new = PhotographReading.objects.select_for_update().get_or_create(
            photograph=photograph, defaults={"requested_at": now}
        )
        if not is_new and reading.state == State.FAILED:
            _wait_anew(reading, now)
    return reading


def _wait_anew(row: PhotographReading | UnfiledPhotograph, now: datetime.datetime) -> None:
    row.state, row.attempts, row.requested_at, row.started_at = State.WAITING, 0, now, None
    row.problem, row.facts = "", {}
    row.save(update_fields=["state", "attempts", "requested_at", "started_at", "problem", "facts"])


def claim_reading(model: type[Row], key: int, *, now: datetime.datetime) -> Row | None:
    """Claim a picture that waits, or whose reading has gone silent; None if it cannot be claimed.

    One that has been tried too often is given up.
    """
    with written_whole():
        row = model._default_manager.select_for_update().filter(pk=key).first()
        if row is None or row.state in {State.READ, State.FAILED}:
            return None
        is_silent = row.started_at is not None and row.started_at < silent_before(now)
        if row.state == State.READING and not is_silent:
            return None
        if row.attempts >= MOST_ATTEMPTS:
            row.state, row.problem = State.FAILED, UNREADABLE
            row.save(update_fields=["state", "problem"])
            return None
        row.state, row.started_at, row.attempts = State.READING, now, row.attempts + 1
        row.save(update_fields=["state", "started_at", "attempts"])
    return row


def store_reading(
    *,
    reading: PhotographReading,
    marks: Mapping[str, Any],
    straightened: bytes,
    problem: str = "",
    facts: Mapping[str, Any] | None = None,
) -> bool:
    """Save what was read; return False if another process has claimed the picture since.

    With a problem there are marks only as far as they can be used.
    """
    return bool(
        _claimed(reading).update(
            state=State.READ if marks else State.FAILED,
            marks=dict(marks),
            straightened=straightened or None,
            problem=problem,
            facts=dict(facts or {}),
        )
    )


def fail_unfiled(*, unfiled: UnfiledPhotograph, problem: str, facts: Mapping[str, Any] | None = None) -> bool:
    """Save why a photograph of a pile has no match; return False if it was claimed anew or deleted."""
    return bool(_claimed(unfiled).update(state=State.FAILED, problem=problem, facts=dict(facts or {})))


def _claimed(row: PhotographReading | UnfiledPhotograph) -> Any:
    manager = type(row)._default_manager
    return manager.filter(pk=row.pk, state=State.READING, started_at=row.started_at)


def file_photograph(
    *,
    unfiled: UnfiledPhotograph,
    match: Match,
    marks: Mapping[str, Any] | None = None,
    straightened: bytes = b"",
    problem: str = "",
    facts: Mapping[str, Any] | None = None,
) -> Photograph:
    """Move a photograph of a pile to its match, with what was read; without marks it is not read yet.

    Raises Refused if the match has no room, or the photograph is gone.
    """
    with written_whole():
        lock_matches(match)
        if not UnfiledPhotograph.objects.select_for_update().filter(pk=unfiled.pk).exists():
            raise Refused("Somebody has filed or deleted this photograph already.")
        photograph = add_photograph(
            match=match,
            jpeg=bytes(unfiled.jpeg),
            width=unfiled.width,
            height=unfiled.height,
            received_at=unfiled.received_at,
        )
        if marks is not None:
            PhotographReading.objects.update_or_create(
                photograph=photograph,
                defaults={
                    "state": State.READ if marks else State.FAILED,
                    "requested_at": unfiled.requested_at,
                    "started_at": unfiled.started_at,
                    "attempts": unfiled.attempts,
                    "marks": dict(marks),
                    "straightened": straightened or None,
                    "problem": problem,
                    "facts": dict(facts or {}),
                },
            )
        unfiled.delete()
    return photograph


def add_unfiled(*, league: League, sent: bytes, by: User, now: datetime.datetime) -> UnfiledPhotograph:
    """Save a photograph of a pile, encoded anew, to be read; the same one sent twice is saved once.

    Raises Refused for what is no picture, and when too many lie there already.
    """
    picture = picture_from(sent)
    with written_whole():
        League.objects.select_for_update().get(pk=league.pk)
        known = UnfiledPhotograph.objects.filter(league=league)
        if same := known.filter(jpeg=picture.jpeg).defer("jpeg").first():
            return same
        if known.count() >= MOST_UNFILED:
            raise Refused(TOO_MANY)
        unfiled = UnfiledPhotograph(
            league=league,
            sent_by=by,
            received_at=now,
            requested_at=now,
            jpeg=picture.jpeg,
            width=picture.width,
            height=picture.height,
        )
        verify(unfiled)
        unfiled.save(force_insert=True)
    return unfiled


def delete_unfiled(*, league: League, public_id: str) -> bool:
    """Delete a photograph of a pile; return whether there was one."""
    removed, _ = UnfiledPhotograph.objects.filter(league=league, public_id=public_id).delete()
    return bool(removed)


def move_photograph(*, photograph: Photograph, to: Match, now: datetime.datetime) -> Photograph:
    """File a photograph under another match of its league, with what was read from it.

    Raises Refused if that match has no room, or has the very picture already.
    """
    with written_whole():
        lock_matches(photograph.match, to)
        known = Photograph.objects.filter(match=to)
        if known.count() >= MOST_PHOTOGRAPHS:
            raise Refused(f"{to} has {MOST_PHOTOGRAPHS} photographs already; delete one first.")
        if not Photograph.objects.filter(pk=photograph.pk, match=photograph.match).update(match=to):
            raise Refused(GONE)
        photograph.match = to
        for reading in PhotographReading.objects.select_for_update().filter(photograph=photograph):
            _wait_anew(reading, now)
    return photograph
