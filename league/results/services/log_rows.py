"""The log of a match as it is counted and added to for every hand."""

import datetime
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db.models import Count, Exists, Max, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from league.models import Match, Scorecard, ScoringCode, TableEntry
from league.results.log import Body, LogEntry, Sent, SheetPlace
from league.results.log_room import LogUse
from league.results.selectors.log import phones_aside, set_aside_changes
from league.shared.compiled_insert import CompiledInsert
from league.shared.compiled_query import CompiledQuery

_BEFORE_ALL_CODES = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class LogFacts:
    """What every message needs to know of a locked match and its log.

    `is_late` says that the result is confirmed, `is_known` that one of the ids was sent before,
    `is_set_aside` that nothing of the phone counts; for `changes` and `last` see `LogMark`.
    """

    is_finished: bool
    is_late: bool
    is_known: bool
    is_set_aside: bool
    changes: int
    last: int
    use: LogUse


def facts_of(
    match: int, ids: Sequence[uuid.UUID], *, phone: uuid.UUID, sent_for: str, lately: datetime.datetime
) -> LogFacts | None:
    """Return the facts about a match in one query; None if there is no such match.

    `lately` is since when entries count as sent lately. What is set aside takes no room from others.
    """
    facts = _FACTS if sent_for else _FACTS_BY_CODE
    for finished, late, known, aside, changes, last, *use in facts.rows(match, phone, sent_for, lately, *ids):
        return LogFacts(
            is_finished=finished,
            is_late=late,
            is_known=bool(known),
            is_set_aside=aside,
            changes=changes or 0,
            last=last or 0,
            use=LogUse(of_phone=use[0], of_phone_lately=use[1], of_address=use[2], of_address_lately=use[3]),
        )
    return None


def _facts(
    match: int, phone: uuid.UUID, sent_for: str, lately: datetime.datetime, *ids: uuid.UUID, by_code: bool
) -> QuerySet[Match, Any]:
    aside = phones_aside(match)
    of_phone = Q(entries__phone=phone)
    of_address = Q(entries__sent_for=sent_for) & ~Q(entries__phone__in=aside)
    if by_code:
        # What came by the code counts from its issue on: a new code begins anew.
        issued = ScoringCode.objects.live().filter(match=match).order_by().values("issued_at")
        of_address &= Q(entries__received_at__gte=Coalesce(Subquery(issued), _BEFORE_ALL_CODES))
    recent = Q(entries__received_at__gt=lately)
    return (
        Match.with_ties.filter(pk=match)
        .order_by()
        .values_list(
            "division__season__is_finished",
            Exists(Scorecard.objects.confirmed().filter(match=match)),
            Exists(TableEntry.objects.filter(client_id__in=ids)),
            Exists(aside.filter(phone=phone)),
            set_aside_changes(match),
        )
        .annotate(
            last=Max("entries"),
            of_phone=Count("entries", filter=of_phone),
            of_phone_lately=Count("entries", filter=of_phone & recent),
            of_address=Count("entries", filter=of_address),
            of_address_lately=Count("entries", filter=of_address & recent),
        )
    )


_FACTS = CompiledQuery(partial(_facts, by_code=False))
_FACTS_BY_CODE = CompiledQuery(partial(_facts, by_code=True))
_ENTRIES = CompiledInsert(TableEntry, returning=["client_id"])
_CONTENTS = CompiledQuery(
    lambda *ids: (
        TableEntry.objects.filter(client_id__in=ids)
        .order_by()
        .values_list("client_id", "match", "table", "game", "place", "body")
    )
)


def contents_of(ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, tuple[int, SheetPlace, Body]]:
    """Return match, place and fields of each of these ids that is in a log. One query."""
    return {
        client_id: (match, SheetPlace(table, game, place), body)
        for client_id, match, table, game, place, body in _CONTENTS.rows(*ids)
    }


def add_entries(
    match: int,
    sent: Iterable[Sent],
    *,
    phone: uuid.UUID,
    sent_for: str,
    is_late: bool,
    received_at: datetime.datetime,
) -> tuple[LogEntry, ...]:
    """Add entries to the log of a locked match; return them with their numbers. One statement, or none."""
    entries = {entry.client_id: entry for entry in sent}
    if not entries:
        return ()
    added = _ENTRIES.insert_rows(
        [
            {
                "match_id": match,
                "client_id": entry.client_id,
                "phone": phone,
                "sent_for": sent_for,
                "table": entry.place.table,
                "game": entry.place.game,
                "place": entry.place.name,
                "body": entry.body,
                "follows": [str(other) for other in entry.follows],
                "is_late": is_late,
                "entered_at": entry.entered_at,
                "received_at": received_at,
            }
            for entry in entries.values()
        ]
    )
    return tuple(
        LogEntry(
            id=str((entry := entries[uuid.UUID(str(client_id))]).client_id),
            number=number,
            place=entry.place,
            body=entry.body,
            follows=tuple(str(other) for other in entry.follows),
            sent_for=sent_for,
            phone=str(phone),
        )
        for number, client_id in sorted(added)
    )
