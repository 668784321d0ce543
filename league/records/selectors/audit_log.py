"""The audit log of a league: who did what when. It reads what is recorded already, wherever that is.

Each source is one model. A page merges the latest of each, so that its queries do not grow with the league.
"""

import datetime
import heapq
import itertools
import zoneinfo
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce
from typing import Any

from django.db.models import Q, QuerySet

from league.history.nouns import ModelClass
from league.models import (
    AcceptedPlayer,
    ApiToken,
    ApiWrite,
    AuditEntry,
    BankImport,
    Bulletin,
    CaptainLink,
    Charge,
    Decision,
    FixturePlan,
    Handover,
    ImportRun,
    League,
    Mailing,
    MatchDispute,
    Offence,
    PhoneSetAside,
    Postponement,
    PubLink,
    RecordChange,
    ResultReceipt,
    RetentionRun,
    Ruling,
    Scorecard,
    Signature,
    TableSquare,
    User,
)
from league.records.selectors.mentions import of_league
from league.records.selectors.retention import RETAINED

KINDS = {
    "contacts": "Contacts read",
    "export": "Exports",
    "personal": "Personal data",
    "people": "People and roles",
    "sign_in": "Sign-ins",
    "result": "Results",
    "ruling": "Rulings and decisions",
    "record": "Records and settings",
    "fixture": "Fixtures",
    "import": "Imports",
    "message": "Messages",
    "money": "Money",
    "program": "Programs",
    "deletion": "Data deleted by its age",
}
NOBODY = "none"
"""Chosen as the person: what the clock, a phone, a program or a command did."""
LINES_A_PAGE = 50
ROWS_AT_ONCE = 500
EVERY = Q()


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditLine:
    """One line of the log. `day_only` where the hour is not recorded; `times` where it is a day's reading."""

    at: datetime.datetime
    day_only: bool = False
    kind: str
    what: str
    about: str = ""
    by: User | None = None
    times: int = 1
    key: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditFilter:
    """What is asked for; None and empty ask for everything. `person` is a sign-in name, or NOBODY."""

    kind: str = ""
    person: str = ""
    first_day: datetime.date | None = None
    last_day: datetime.date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Rows of one model in the log: `at` and `by` are its columns, `what` says what a row tells.

    Without a `kind` each row has its own.
    """

    kind: str
    model: ModelClass
    at: str
    by: str | None
    what: Callable[[Any], str]
    related: tuple[str, ...] = ()
    deferred: tuple[str, ...] = ()
    only: Q = EVERY


def _match(row: Any) -> str:
    return f"{row.match.home} v {row.match.away}"


def _card(row: Scorecard) -> str:
    version = f", version {row.version}" if row.version > 1 else ""
    because = f": {row.reason}" if row.reason else ""
    return f"Result {'entered' if row.entered_by_id else 'reported'}, {_match(row)}{version}{because}"


def _change(row: RecordChange) -> str:
    fields = ", ".join(
        f"{name.replace('_', ' ')} from “{row.before.get(name, '')}” to “{new}”"
        for name, new in row.after.items()
        if row.action == RecordChange.Action.EDITED
    )
    because = f". {row.reason}" if row.reason else ""
    return f"{row.get_kind_display().capitalize()} {row.get_action_display()}: {row.label}" + (
        f" ({fields}){because}" if fields else because
    )


def _ruling(row: Ruling) -> str:
    whom = _match(row) if row.match else str(row.team)
    return f"Ruling, {row.get_kind_display()}, {whom}: {row.reason}"


def _charge(row: Charge) -> str:
    return f"{row.get_kind_display().capitalize()} of £{abs(row.pence) / 100:.2f}, {row.pub}: {row.reason}"


def _deleted(row: RetentionRun) -> str:
    kinds = {kind.name: kind for kind in RETAINED}
    parts = [kinds[name].counted(number) for name, number in row.deleted.items() if name in kinds]
    return f"Past their period: {', '.join(parts)}"


_SIDES = ("match__home", "match__away")
SOURCES: tuple[Source, ...] = (
    Source(kind="", model=AuditEntry, at="last_at", by="by", what=lambda row: row.what, related=("about",)),
    Source(kind="result", model=Scorecard, at="entered_at", by="entered_by", what=_card, related=_SIDES),
    Source(
        kind="result",
        model=Signature,
        at="signed_at",
        by="user",
        what=lambda row: f"Result signed, {_match(row.scorecard)}",
        related=("scorecard__match__home", "scorecard__match__away"),
    ),
    Source(
        kind="result",
        model=ResultReceipt,
        at="recorded_at",
        by="recorded_by",
        what=lambda row: f"Receipt of a result noted, {_match(row)}",
        related=_SIDES,
    ),
    Source(
        kind="result",
        model=MatchDispute,
        at="opened_at",
        by="opened_by",
        what=lambda row: f"Dispute opened, {_match(row)}: {row.reason}",
        related=_SIDES,
    ),
    Source(
        kind="result",
        model=MatchDispute,
        at="closed_at",
        by="closed_by",
        what=lambda row: f"Dispute closed, {_match(row)}: {row.decision}",
        related=_SIDES,
    ),
    Source(
        kind="result",
        model=PhoneSetAside,
        at="set_aside_at",
        by="set_aside_by",
        what=lambda row: f"A phone’s entries set aside, {_match(row)}",
        related=_SIDES,
    ),
    Source(
        kind="result",
        model=PhoneSetAside,
        at="undone_at",
        by="undone_by",
        what=lambda row: f"A phone’s entries count again, {_match(row)}",
        related=_SIDES,
    ),
    Source(
        kind="ruling",
        model=AcceptedPlayer,
        at="accepted_at",
        by="accepted_by",
        what=lambda row: f"A player accepted although not eligible: {row.reason}",
    ),
    Source(
        kind="ruling",
        model=Ruling,
        at="decided_on",
        by="decided_by",
        what=_ruling,
        related=("team", *_SIDES),
    ),
    Source(
        kind="ruling",
        model=Offence,
        at="decided_at",
        by="decided_by",
        what=lambda row: f"Penalty {row.get_state_display()}, {row.team}: {row.reason}",
        related=("team",),
    ),
    Source(
        kind="ruling",
        model=Decision,
        at="decided_at",
        by="decided_by",
        what=lambda row: f"{row.question} {row.decision}",
    ),
    Source(
        kind="ruling",
        model=Decision,
        at="undone_at",
        by="undone_by",
        what=lambda row: f"Undone: {row.question} {row.decision}",
    ),
    Source(
        kind="record", model=RecordChange, at="made_at", by="made_by", what=_change, deferred=("effects",)
    ),
    Source(
        kind="record",
        model=RecordChange,
        at="undone_at",
        by="undone_by",
        what=lambda row: f"Undone: {_change(row)}",
        deferred=("effects",),
    ),
    Source(
        kind="fixture",
        model=FixturePlan,
        at="made_at",
        by="made_by",
        what=lambda row: f"Plan of fixtures created: {row.name}",
        deferred=("best", "progress", "resume", "wishes"),
    ),
    Source(
        kind="fixture",
        model=Postponement,
        at="asked_at",
        by="recorded_by",
        what=lambda row: f"Request to move {_match(row)}: {row.reason}",
        related=_SIDES,
    ),
    Source(
        kind="import",
        model=ImportRun,
        at="made_at",
        by="made_by",
        what=lambda row: f"List of {row.what} imported: {row.named or 'pasted'}",
        deferred=("made", "changed"),
    ),
    Source(
        kind="import",
        model=ImportRun,
        at="undone_at",
        by=None,
        what=lambda row: f"Import of {row.what} undone: {row.named or 'pasted'}",
        deferred=("made", "changed"),
    ),
    Source(
        kind="money",
        model=BankImport,
        at="made_at",
        by="made_by",
        what=lambda row: f"Bank statement imported: {row.named or 'pasted'}",
    ),
    Source(kind="money", model=Charge, at="on", by="entered_by", what=_charge, related=("pub",)),
    Source(
        kind="message",
        model=Mailing,
        at="written_at",
        by="written_by",
        what=lambda row: f"{row.get_kind_display().capitalize()} to {row.audience}: {row.subject}",
        deferred=("text",),
    ),
    Source(
        kind="message",
        model=Bulletin,
        at="published_at",
        by="published_by",
        what=lambda row: f"Bulletin of {row.night:%-d %B %Y} published",
        deferred=("published_text",),
    ),
    Source(
        kind="people",
        model=CaptainLink,
        at="issued_at",
        by="issued_by",
        what=lambda row: f"Captain’s link issued: {row.enrolment.team}",
        related=("enrolment__team",),
    ),
    Source(
        kind="people",
        model=PubLink,
        at="issued_at",
        by="issued_by",
        what=lambda row: f"Pub’s link issued: {row.pub}",
        related=("pub",),
    ),
    Source(
        kind="people",
        model=TableSquare,
        at="issued_at",
        by="issued_by",
        what=lambda row: f"Square for tables issued: {row.pub}",
        related=("pub",),
    ),
    *(
        Source(
            kind="people",
            model=Handover,
            at=f"{act}_at",
            by=f"{act}_by",
            what=lambda _, words=words: words,  # type: ignore[misc]  # it takes the row alone
        )
        for act, words in (
            ("started", "Handover started"),
            ("exported", "League exported for the handover"),
            ("printed", "Copies printed for the handover"),
            ("ended", "Handover ended"),
        )
    ),
    Source(
        kind="program",
        model=ApiToken,
        at="created_at",
        by="created_by",
        what=lambda row: f"Token created: {row.name}, for {', '.join(row.scopes)}",
    ),
    Source(
        kind="program",
        model=ApiWrite,
        at="made_at",
        by="token__created_by",
        what=lambda row: f"Written by {row.token.name}: {row.about}",
        related=("token",),
        deferred=("answer",),
    ),
    Source(
        kind="deletion",
        model=RetentionRun,
        at="on",
        by=None,
        what=_deleted,
        only=~Q(deleted={}),
    ),
)


def audit_lines(league: League, asked: AuditFilter, *, most: int | None = None) -> Iterator[AuditLine]:
    """Yield the lines of the log, the latest first, at most so many. One query for each source."""
    sources = [source for source in SOURCES if not asked.kind or source.kind in {"", asked.kind}]
    lines = [_lines(league, source, number, asked, most) for number, source in enumerate(sources)]
    return itertools.islice(heapq.merge(*lines, key=lambda line: (line.at, line.key), reverse=True), most)


def people_in_log(league: League) -> tuple[User, ...]:
    """Return whoever can be asked for: with a role, or in a line of what is read or changed. One query."""
    had = Q(league_roles__league=league)
    for model, column in ((AuditEntry, "by"), (RecordChange, "made_by"), (Decision, "decided_by")):
        had |= Q(pk__in=model._default_manager.filter(league=league).order_by().values(column))
    return tuple(
        sorted(User.objects.filter(had).distinct(), key=lambda user: (str(user).casefold(), user.username))
    )


def _lines(
    league: League, source: Source, number: int, asked: AuditFilter, most: int | None
) -> Iterator[AuditLine]:
    zone = zoneinfo.ZoneInfo(league.time_zone)
    is_day = source.model._meta.get_field(source.at).get_internal_type() == "DateField"
    rows = _rows(league, source, asked, zone, is_day=is_day).order_by(f"-{source.at}", "-pk")
    for row in rows[:most] if most is not None else rows.iterator(chunk_size=ROWS_AT_ONCE):
        at = getattr(row, source.at)
        is_entry = isinstance(row, AuditEntry)
        yield AuditLine(
            # In UTC: two moments of one zone are compared by their clock faces.
            at=(_midnight(at, zone) if is_day else at).astimezone(datetime.UTC),
            day_only=is_day,
            kind=KINDS[source.kind or row.kind],
            what=source.what(row),
            about=str(row.about or "") if is_entry else "",
            by=reduce(getattr, source.by.split("__"), row) if source.by else None,
            times=row.times if is_entry else 1,
            key=(number, row.pk),
        )


def _rows(
    league: League, source: Source, asked: AuditFilter, zone: datetime.tzinfo, *, is_day: bool
) -> QuerySet[Any]:
    """Return the rows of a source that were asked for; those of which nobody knows when are no part of it."""
    condition = of_league(source.model, league) & source.only & Q(**{f"{source.at}__isnull": False})
    if asked.kind and not source.kind:
        condition &= Q(kind=asked.kind)
    if asked.person and source.by is None:
        condition &= Q() if asked.person == NOBODY else Q(pk__in=[])
    elif asked.person:
        who = {source.by: None} if asked.person == NOBODY else {f"{source.by}__username": asked.person}
        condition &= Q(**who)  # type: ignore[arg-type]  # that there is one was asked above
    if asked.first_day:
        condition &= Q(
            **{f"{source.at}__gte": asked.first_day if is_day else _midnight(asked.first_day, zone)}
        )
    if asked.last_day:
        after = asked.last_day + datetime.timedelta(days=1)
        condition &= Q(**{f"{source.at}__lt": after if is_day else _midnight(after, zone)})
    joined = (*source.related, *((source.by,) if source.by else ()))
    rows = source.model._base_manager.filter(condition).defer(*source.deferred)
    return rows.select_related(*joined) if joined else rows


def _midnight(day: datetime.date, zone: datetime.tzinfo) -> datetime.datetime:
    return datetime.datetime.combine(day, datetime.time(), zone)
