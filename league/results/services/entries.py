"""Services of the log of the tables, which is added to and never changed."""

import datetime
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Exists

from league.competition.services import FINISHED
from league.models import Match, Scorecard, TableEntry
from league.results.log import AWARDS, SheetPlace
from league.results.selectors.log import awards_in
from league.results.services.scorecards import hold_matches
from league.shared.errors import Refused, written_whole
from scoring.errors import sentence
from scoring.hand_faults import faults
from scoring.rules import Rules

# A match of eight tables with every hand corrected twice has fewer; more is somebody playing with the code.
MOST_ENTRIES = 3000
TAKEN = "This was sent before, for another match; open the code of that match."
FULL = "The log of this match is full. Ask the secretary."


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """An entry as a phone sent it, its fields read but not yet judged."""

    client_id: uuid.UUID
    place: SheetPlace
    body: Mapping[str, Any]
    follows: tuple[uuid.UUID, ...] = ()
    entered_at: datetime.datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """The outcome of a message: the entries now in the log, and those refused, with the reason."""

    stored: tuple[uuid.UUID, ...] = ()
    refused: Mapping[uuid.UUID, str] = field(default_factory=dict)
    is_late: bool = False


def record_entries(
    *,
    match: Match,
    sent: Sequence[Sent],
    phone: uuid.UUID,
    received_at: datetime.datetime,
    sent_for: str = "",
) -> Received:
    """Add entries to the log of a match; an id that is known is not added again.

    Entries that cannot be in this game are refused. Those that come after the result was confirmed are stored
    as well, marked as late: nothing somebody typed is lost. The match must come with its rule book. Raises
    Refused if the match is gone, its season is closed or its log is full.
    """
    rules = match.division.season.rule_book.rules()
    refused = {entry.client_id: fault for entry in sent if (fault := _fault(entry, rules))}
    with written_whole():
        # One phone after the other, so that the numbers of a log go up in the order of commits.
        hold_matches(match)
        ids = [entry.client_id for entry in sent]
        is_finished, is_late, entries, is_known = _as_it_stands(match, ids)
        if is_finished:
            raise Refused(FINISHED)
        before = TableEntry.objects.filter(client_id__in=ids) if is_known else TableEntry.objects.none()
        known = dict(before.values_list("client_id", "match"))
        refused |= {client_id: TAKEN for client_id, of_match in known.items() if of_match != match.pk}
        new = [entry for entry in sent if entry.client_id not in known and entry.client_id not in refused]
        if new and entries + len(new) > MOST_ENTRIES:
            raise Refused(FULL)
        TableEntry.objects.bulk_create(
            TableEntry(
                match=match,
                client_id=entry.client_id,
                phone=phone,
                sent_for=sent_for,
                table=entry.place.table,
                game=entry.place.game,
                place=entry.place.name,
                body=entry.body,
                follows=[str(other) for other in entry.follows],
                is_late=is_late,
                entered_at=entry.entered_at,
                received_at=received_at,
            )
            for entry in {entry.client_id: entry for entry in new}.values()
        )
    stored = tuple(client_id for client_id in dict.fromkeys(ids) if client_id not in refused)
    return Received(stored=stored, refused=refused, is_late=is_late)


def _as_it_stands(match: Match, ids: Sequence[uuid.UUID]) -> tuple[bool, bool, int, bool]:
    """Return facts about a locked match in one query, because every hand of every table needs them.

    They are: whether its season is closed, whether its result is confirmed, how many entries its log has, and
    whether any of these ids was sent before.
    """
    confirmed = Scorecard.objects.confirmed().filter(match=match.pk)
    sent = TableEntry.objects.filter(client_id__in=ids)
    facts = ("division__season__is_finished", Exists(confirmed), Count("entries"), Exists(sent))
    is_finished, is_late, entries, is_known = Match.objects.filter(pk=match.pk).values_list(*facts).get()
    return is_finished, is_late, entries, is_known


def _fault(sent: Sent, rules: Rules) -> str:
    """Return why a hand cannot be, whatever came before it; empty if it can."""
    if sent.place.hand is None or not any(sent.body.get(award) for award in AWARDS):
        return ""
    return " ".join(sentence(fault) for fault in faults(awards_in(sent.body), rules, sides=2))
