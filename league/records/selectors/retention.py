"""What a league keeps only for a time, and which of it is past its period.

Nothing of a match goes while something about it is open: a missing result, a report that waits, a dispute, an
objection, a penalty to be decided, an appeal.
"""

import calendar
import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db.models import DateField, Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from league.competition.selectors import league_today
from league.matches.selectors import has_result, without_result
from league.models import (
    ApiWrite,
    Appeal,
    AuditEntry,
    Availability,
    CaptainLink,
    CaptainPin,
    Draft,
    Enrolment,
    League,
    Mailing,
    Match,
    MatchDispute,
    Notice,
    Objection,
    Offence,
    PhoneSetAside,
    Photograph,
    PinTries,
    PubLink,
    RetentionRun,
    Scorecard,
    ScoringCode,
    TableEntry,
    UnfiledPhotograph,
)
from league.results.selectors.readings import test_photographs

Rows = QuerySet[Any]
_Day = TypeVar("_Day", datetime.date, datetime.datetime)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outdated:
    """What is past a period: before which moment and day, and of which matches."""

    league: League
    before: datetime.datetime
    day: datetime.date
    matches: QuerySet[Match]


@dataclass(frozen=True, slots=True, kw_only=True)
class RetainedKind:
    """One kind of data that is kept for a time.

    `period` is the field of the league with its months. `rows` finds what is past it, model by model; where
    `cleared` names columns, the rows stay and these are set.
    """

    name: str
    noun: tuple[str, str]
    period: str
    rows: Callable[[Outdated], tuple[Rows, ...]]
    cleared: Mapping[str, Any] = field(default_factory=dict)

    def counted(self, number: int) -> str:
        """Return a number of them in words: 3 photographs."""
        return f"{number} {self.noun[number != 1]}"


def _photographs(past: Outdated) -> tuple[Rows, ...]:
    # One whose match is not known may be the only trace of a result that is missing.
    missing = without_result(
        Match.with_ties.filter(
            division__season__league=past.league,
            division__season__is_finished=False,
            date__lte=OuterRef("received_at__date"),
        )
    )
    unfiled = UnfiledPhotograph.objects.filter(league=past.league, received_at__lt=past.before)
    filed = Photograph.objects.filter(match__in=past.matches, received_at__lt=past.before)
    if past.league.keeps_test_photographs:
        filed = filed.exclude(pk__in=test_photographs(past.league).values("pk"))
    return (
        # Without their pixels: they are listed to delete what was read from them.
        filed.only("pk"),
        unfiled.exclude(Exists(missing)).only("pk"),
    )


def _links(past: Outdated) -> tuple[Rows, ...]:
    ended = Q(enrolment__season__is_finished=True, enrolment__season__ends_on__lt=past.day)
    captains = CaptainLink.objects.filter(enrolment__season__league=past.league)
    return (
        captains.filter(ended | Q(revoked_at__lt=past.before)),
        CaptainPin.objects.filter(ended, enrolment__season__league=past.league),
        PubLink.objects.filter(pub__league=past.league, revoked_at__lt=past.before),
        ScoringCode.objects.filter(match__in=past.matches),
        PinTries.objects.filter(match__in=past.matches),
    )


def _entries(past: Outdated) -> tuple[Rows, ...]:
    return (
        TableEntry.objects.filter(match__in=past.matches, received_at__lt=past.before),
        PhoneSetAside.objects.filter(match__in=past.matches, set_aside_at__lt=past.before),
        Draft.with_deleted.filter(match__in=past.matches, saved_at__lt=past.before),
        Availability.objects.filter(match__in=past.matches),
        ApiWrite.objects.filter(token__league=past.league, made_at__lt=past.before),
    )


def _letters(past: Outdated) -> tuple[Rows, ...]:
    letters = Notice.objects.filter(league=past.league, wanted_at__lt=past.before)
    return (
        letters.filter(Q(match=None) | Q(match__in=past.matches)),
        Mailing.objects.filter(league=past.league, goes_at__lt=past.before),
    )


def _contacts(past: Outdated) -> tuple[Rows, ...]:
    known = ~Q(captain_email="") | ~Q(captain_phone="")
    ended = Enrolment.objects.filter(season__is_finished=True, season__ends_on__lt=past.day)
    return (ended.filter(known, season__league=past.league),)


RETAINED = (
    RetainedKind(
        name="photographs",
        noun=("photograph", "photographs"),
        period="photographs_kept_for",
        rows=_photographs,
    ),
    RetainedKind(
        name="links",
        noun=("link, code or PIN", "links, codes and PINs"),
        period="links_kept_for",
        rows=_links,
    ),
    RetainedKind(
        name="entries",
        noun=("entry, draft or answer", "entries, drafts and answers"),
        period="entries_kept_for",
        rows=_entries,
    ),
    RetainedKind(name="letters", noun=("e-mail", "e-mails"), period="letters_kept_for", rows=_letters),
    RetainedKind(
        name="contacts",
        noun=("captain’s contact", "captains’ contacts"),
        period="contacts_kept_for",
        rows=_contacts,
        cleared={"captain_email": "", "captain_phone": "", "declined_letters": []},
    ),
    RetainedKind(
        name="log",
        noun=("line of the audit log", "lines of the audit log"),
        period="log_kept_for",
        rows=lambda past: (AuditEntry.objects.filter(league=past.league, last_at__lt=past.before),),
    ),
)


def outdated(league: League, kind: RetainedKind, now: datetime.datetime) -> Outdated:
    """Return where the period of a kind begins, with the matches before it of which nothing is open."""
    months = int(getattr(league, kind.period))
    return Outdated(
        league=league,
        before=_months_before(now, months),
        day=(day := _months_before(league_today(league, now), months)),
        matches=_closed(_matches_before(league, day)),
    )


def has_outdated(league: League, now: datetime.datetime) -> bool:
    """Return whether a league keeps anything for longer than its periods say."""
    return any(rows.exists() for kind in RETAINED for rows in kind.rows(outdated(league, kind, now)))


def matches_still_open(league: League, kind: RetainedKind, now: datetime.datetime) -> int:
    """Return of how many matches past the period everything stays, because something is open. One query."""
    every = _matches_before(
        league, _months_before(league_today(league, now), int(getattr(league, kind.period)))
    )
    return every.exclude(pk__in=_closed(every)).count()


def leagues_due(now: datetime.datetime) -> list[tuple[League, datetime.date]]:
    """Return the leagues whose old data has not been deleted today, each with its day. Two queries."""
    lately = RetentionRun.objects.filter(on__gte=now.date() - datetime.timedelta(days=1))
    done = set(lately.values_list("league", "on"))
    days = [(league, league_today(league, now)) for league in League.objects.all()]
    return [(league, day) for league, day in days if (league.pk, day) not in done]


def last_deletions(league: League, number: int) -> list[tuple[datetime.date, list[str]]]:
    """Return the last days on which something was deleted, each with how much of what. One query."""
    kinds: Mapping[str, RetainedKind] = {kind.name: kind for kind in RETAINED}
    runs = [run for run in league.retention_runs.all() if run.deleted][:number]
    return [
        (run.on, [kinds[name].counted(rows) for name, rows in run.deleted.items() if name in kinds])
        for run in runs
    ]


def _matches_before(league: League, day: datetime.date) -> QuerySet[Match]:
    of_league = Match.with_ties.filter(division__season__league=league).order_by()
    return of_league.alias(
        first_day=Coalesce(F("date"), F("postponed_from"), output_field=DateField())
    ).filter(first_day__lt=day)


def _closed(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Return those of the matches about which nothing is open."""
    of_match = Q(match=OuterRef("pk"))
    appealed = Q(ruling__match=OuterRef("pk")) | Q(offence__match=OuterRef("pk"))
    is_open = (
        Scorecard.objects.filter(of_match, is_confirmed=False, set_aside_at=None),
        MatchDispute.objects.filter(of_match, closed_at=None),
        Objection.objects.filter(scorecard__match=OuterRef("pk"), state=Objection.State.OPEN),
        Offence.objects.filter(of_match, state=Offence.State.PROPOSED),
        Appeal.objects.filter(appealed, outcome=Appeal.Outcome.OPEN),
    )
    closed = matches.filter(has_result(), disputed_because="")
    for rows in is_open:
        closed = closed.exclude(Exists(rows))
    return closed


def _months_before(day: _Day, months: int) -> _Day:
    """Return the same day so many months before, or the last of that month."""
    month = day.year * 12 + day.month - 1 - months
    year, month = month // 12, month % 12 + 1
    return day.replace(year=year, month=month, day=min(day.day, calendar.monthrange(year, month)[1]))
