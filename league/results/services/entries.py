"""Services of the log of the tables, which is added to and never changed."""

import datetime
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.db.models import Count, Exists, Max, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from league.competition.services import FINISHED
from league.models import Match, Scorecard, ScoringCode, TableEntry
from league.results.log import AWARDS, MARKS, Body, LogEntry, Sent, SheetPlace
from league.results.log_room import A_MINUTE, LogUse, Wait, must_wait
from league.results.selectors.log import LogMark, LogMatch, awards_in, log_of, phones_aside, set_aside_changes
from league.results.services.held_match import hold_match
from league.shared.compiled_insert import CompiledInsert
from league.shared.compiled_query import CompiledQuery
from league.shared.errors import GONE, Refused, written_whole
from scoring.errors import sentence
from scoring.hand_faults import faults
from scoring.rules import Rules

TAKEN = "This was sent before, for another match; open the code of that match."
OTHERWISE = "This was sent before with other content, which stays. Enter it again as a change."
LATELY = datetime.timedelta(seconds=A_MINUTE)


class NotNow(Refused):
    """More than the log takes now. Nothing of it is wrong: whoever sent it keeps it, and tries again."""

    def __init__(self, wait: Wait) -> None:
        super().__init__(wait.sentence)
        self.seconds = wait.seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """The outcome of a message: the entries now in the log, and those refused, with the reason.

    `is_set_aside` says that nothing of this phone counts. `mark` is how far the log goes with them, `unread`
    what the phone had not read of it and counts.
    """

    stored: tuple[uuid.UUID, ...] = ()
    refused: Mapping[uuid.UUID, str] = field(default_factory=dict)
    is_late: bool = False
    is_set_aside: bool = False
    mark: LogMark
    unread: tuple[LogEntry, ...] = ()


def receive_entries(
    *,
    match: Match | LogMatch,
    sent: Sequence[Sent],
    phone: uuid.UUID,
    received_at: datetime.datetime,
    sent_for: str = "",
    may_join: Callable[[], bool] = lambda: True,
    since: int | None = None,
) -> Received:
    """Add entries to the log of a match, which has its rule book; an id that is known is not added again.

    Known ids with other content are refused, as are entries that cannot be in this game. Those that come
    after the result was confirmed are stored as well, marked as late: nothing somebody typed is lost.
    `may_join` says whether a phone that is new to a full log may still be heard; `since` is how far it has
    read the log, None if it does not ask. Raises Refused if the match is gone, its season is
    closed or its log is full. Two queries and an insert; one more if there is something unread, another if
    an id is known, and PostgreSQL's lock.
    """
    rules = match.rules if isinstance(match, LogMatch) else match.division.season.rule_book.rules()
    refused = {entry.client_id: fault for entry in sent if (fault := _fault(entry, rules))}
    with written_whole():
        # One phone after the other, so that the numbers of a log go up in the order of commits.
        hold_match(match.pk)
        ids = [entry.client_id for entry in sent]
        facts = facts_of(match.pk, ids, phone=phone, sent_for=sent_for, lately=received_at - LATELY)
        if facts is None:
            raise Refused(GONE)
        if facts.is_finished:
            raise Refused(FINISHED)
        known = contents_of(ids) if facts.is_known else {}
        first = {entry.client_id: (match.pk, entry.place, entry.body) for entry in reversed(sent)} | known
        refused |= {
            entry.client_id: TAKEN if first[entry.client_id][0] != match.pk else OTHERWISE
            for entry in sent
            if first[entry.client_id] != (match.pk, entry.place, entry.body)
        }
        new = [entry for entry in sent if entry.client_id not in known and entry.client_id not in refused]
        if new and (wait := must_wait(facts.use, len(new), may_join)):
            raise NotNow(wait)
        unread = log_of(match, since=since) if since is not None and since < facts.last else ()
        added = add_entries(
            match.pk,
            new,
            phone=phone,
            sent_for=sent_for,
            is_late=facts.is_late,
            received_at=received_at,
        )
    if since is not None and not facts.is_set_aside:
        unread += tuple(entry for entry in added if entry.number > since)
    return Received(
        stored=tuple(client_id for client_id in dict.fromkeys(ids) if client_id not in refused),
        refused=refused,
        is_late=facts.is_late,
        is_set_aside=facts.is_set_aside,
        mark=LogMark(last=max([facts.last, *(entry.number for entry in added)]), changes=facts.changes),
        unread=unread,
    )


def _fault(sent: Sent, rules: Rules) -> str:
    """Return why a hand cannot be, whatever came before it; empty if it can."""
    if sent.place.hand is None or not any(map(sent.body.get, (*AWARDS, *MARKS))):
        return ""
    return " ".join(sentence(fault) for fault in faults(awards_in(sent.body), rules, sides=2))


# --- Rows of the log --------------------------------------------------------------------------------
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
