"""Services of the log of the tables, which is added to and never changed."""

import datetime
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from league.competition.services import FINISHED
from league.models import Match, PhoneSetAside, Scorecard, ScoringCode, TableEntry
from league.results.log import AWARDS, SheetPlace
from league.results.log_room import A_MINUTE, LogUse, Wait, must_wait
from league.results.selectors.log import awards_in, changes_of
from league.results.services.scorecards import hold_matches
from league.shared.errors import Refused, written_whole
from scoring.errors import sentence
from scoring.hand_faults import faults
from scoring.rules import Rules

TAKEN = "This was sent before, for another match; open the code of that match."
LATELY = datetime.timedelta(seconds=A_MINUTE)
USES = ("of_phone", "of_phone_lately", "of_address", "of_address_lately")
BEFORE_ALL_CODES = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)


class NotNow(Refused):
    """More than the log takes now. Nothing of it is wrong: whoever sent it keeps it, and tries again."""

    def __init__(self, wait: Wait) -> None:
        super().__init__(wait.sentence)
        self.seconds = wait.seconds


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
    """The outcome of a message: the entries now in the log, and those refused, with the reason.

    `is_set_aside` says that nothing of this phone counts; for `changes` see `LogMark`.
    """

    stored: tuple[uuid.UUID, ...] = ()
    refused: Mapping[uuid.UUID, str] = field(default_factory=dict)
    is_late: bool = False
    is_set_aside: bool = False
    changes: int = 0


def record_entries(
    *,
    match: Match,
    sent: Sequence[Sent],
    phone: uuid.UUID,
    received_at: datetime.datetime,
    sent_for: str = "",
    may_join: Callable[[], bool] = lambda: True,
) -> Received:
    """Add entries to the log of a match; an id that is known is not added again.

    Entries that cannot be in this game are refused. Those that come after the result was confirmed are stored
    as well, marked as late: nothing somebody typed is lost. `may_join` says whether a phone that is new to a
    full log may still be heard. The match must come with its rule book. Raises Refused if the match is gone,
    its season is closed or its log is full.
    """
    rules = match.division.season.rule_book.rules()
    refused = {entry.client_id: fault for entry in sent if (fault := _fault(entry, rules))}
    with written_whole():
        # One phone after the other, so that the numbers of a log go up in the order of commits.
        hold_matches(match)
        ids = [entry.client_id for entry in sent]
        facts = _as_it_stands(match, ids, phone, sent_for, received_at)
        if facts["is_finished"]:
            raise Refused(FINISHED)
        before = (
            TableEntry.objects.filter(client_id__in=ids) if facts["is_known"] else TableEntry.objects.none()
        )
        known = dict(before.values_list("client_id", "match"))
        refused |= {client_id: TAKEN for client_id, of_match in known.items() if of_match != match.pk}
        new = [entry for entry in sent if entry.client_id not in known and entry.client_id not in refused]
        use = LogUse(**{name: facts[name] for name in USES})
        if new and (wait := must_wait(use, len(new), may_join)):
            raise NotNow(wait)
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
                is_late=facts["is_late"],
                entered_at=entry.entered_at,
                received_at=received_at,
            )
            for entry in {entry.client_id: entry for entry in new}.values()
        )
    stored = tuple(client_id for client_id in dict.fromkeys(ids) if client_id not in refused)
    return Received(
        stored=stored,
        refused=refused,
        is_late=facts["is_late"],
        is_set_aside=facts["is_set_aside"],
        changes=facts["changes"],
    )


def _as_it_stands(
    match: Match, ids: Sequence[uuid.UUID], phone: uuid.UUID, sent_for: str, now: datetime.datetime
) -> dict[str, Any]:
    """Return facts about a locked match in one query, because every hand of every table needs them.

    They are: whether its season is closed, whether its result is confirmed, whether any of these ids was sent
    before, whether the phone is set aside, how often that was changed, and the fields of `LogUse`. What is
    set aside takes no room from others.
    """
    aside = PhoneSetAside.objects.in_force().filter(match=match.pk)
    of_phone = Q(entries__phone=phone)
    of_address = Q(entries__sent_for=sent_for) & ~Q(entries__phone__in=aside.values("phone"))
    if not sent_for:
        code = ScoringCode.objects.filter(match=OuterRef("pk"), revoked_at=None).values("issued_at")
        of_address &= Q(entries__received_at__gte=Coalesce(Subquery(code), BEFORE_ALL_CODES))
    lately = Q(entries__received_at__gt=now - LATELY)
    facts = {
        "is_finished": F("division__season__is_finished"),
        "is_late": Exists(Scorecard.objects.confirmed().filter(match=match.pk)),
        "is_known": Exists(TableEntry.objects.filter(client_id__in=ids)),
        "is_set_aside": Exists(aside.filter(phone=phone)),
        "changes": Coalesce(Subquery(changes_of({"match": OuterRef("pk")})), 0),
        "of_phone": Count("entries", filter=of_phone),
        "of_phone_lately": Count("entries", filter=of_phone & lately),
        "of_address": Count("entries", filter=of_address),
        "of_address_lately": Count("entries", filter=of_address & lately),
    }
    row: dict[str, Any] = Match.with_ties.filter(pk=match.pk).annotate(**facts).values(*facts).get()
    return row


def _fault(sent: Sent, rules: Rules) -> str:
    """Return why a hand cannot be, whatever came before it; empty if it can."""
    if sent.place.hand is None or not any(sent.body.get(award) for award in AWARDS):
        return ""
    return " ".join(sentence(fault) for fault in faults(awards_in(sent.body), rules, sides=2))
