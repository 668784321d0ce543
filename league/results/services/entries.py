"""Services of the log of the tables, which is added to and never changed."""

import datetime
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from league.competition.services import FINISHED
from league.models import Match
from league.results.log import AWARDS, MARKS, LogEntry, Sent
from league.results.log_room import A_MINUTE, Wait, must_wait
from league.results.selectors.log import LogMark, awards_in, log_of
from league.results.selectors.log_matches import LogMatch
from league.results.services.held_match import hold_match
from league.results.services.log_rows import add_entries, contents_of, facts_of
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


def record_entries(
    *,
    match: Match,
    sent: Sequence[Sent],
    phone: uuid.UUID,
    received_at: datetime.datetime,
    sent_for: str = "",
    may_join: Callable[[], bool] = lambda: True,
) -> Received:
    """Add entries to the log of a match that came with its rule book; see `receive_entries`."""
    return receive_entries(
        match=LogMatch.of(match),
        sent=sent,
        phone=phone,
        received_at=received_at,
        sent_for=sent_for,
        may_join=may_join,
    )


def receive_entries(
    *,
    match: LogMatch,
    sent: Sequence[Sent],
    phone: uuid.UUID,
    received_at: datetime.datetime,
    sent_for: str = "",
    may_join: Callable[[], bool] = lambda: True,
    since: int | None = None,
) -> Received:
    """Add entries to the log of a match; an id that is known is not added again.

    Known ids with other content are refused, as are entries that cannot be in this game. Those that come
    after the result was confirmed are stored as well, marked as late: nothing somebody typed is lost.
    `may_join` says whether a phone that is new to a full log may still be heard; `since` is how far it has
    read the log, None if it does not ask. Raises Refused if the match is gone, its season is
    closed or its log is full. Two queries and an insert; one more if there is something unread, another if
    an id is known, and PostgreSQL's lock.
    """
    refused = {entry.client_id: fault for entry in sent if (fault := _fault(entry, match.rules))}
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
