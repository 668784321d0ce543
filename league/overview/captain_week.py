"""A captain's week as lists: what waits for them, what they have to do, what waits for others.

A match stays in one of them until it is closed, also while an objection or a dispute runs.
"""

import datetime
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from league.models import Enrolment, Match, Notice, Photograph, Side, TableEntry
from league.overview.captain_agreements import Agreements, agreement_item
from league.overview.captain_items import LetterKind, Reminder, WeekItem, address_of, due_at, match_words
from league.overview.captain_matches import OwnMatch
from league.overview.captain_next import NextMatch
from league.people.selectors import captains_of
from league.regulations.deadlines import OffenceKind
from league.regulations.facts import FactSide
from league.regulations.selectors.deadlines import Clock
from league.results.selectors.reports import OTHER_SIDE
from league.results.services.reminders import REMINDER_INTERVAL, reminder_about
from league.scheduling.selectors.postponements import PostponementRequest
from league.shared.moments import DAY
from league.shared.text import counted, plural
from league.templatetags.dates import pub_date
from league.templatetags.formatting import full_stop

NEW_NIGHT = frozenset({OffenceKind.NO_NEW_DATE, OffenceKind.LATE_REPLAY})

# A line-up is asked for in the week of its match.
LINE_UP_FROM = 7 * DAY


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptainWeek:
    """The three lists, each with the first deadline first."""

    waiting_for_you: tuple[WeekItem, ...]
    to_do: tuple[WeekItem, ...]
    waiting_for_others: tuple[WeekItem, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.waiting_for_you or self.to_do or self.waiting_for_others)


@dataclass(frozen=True, slots=True, kw_only=True)
class WeekFacts:
    """What a captain's week is made of. `owed` need a result; `played` have one, and may owe their slips."""

    enrolment: Enrolment
    clock: datetime.datetime
    agreements: Agreements
    running: tuple[OwnMatch, ...]
    owed: tuple[OwnMatch, ...]
    undated: tuple[OwnMatch, ...]
    played: tuple[OwnMatch, ...]
    requests: tuple[PostponementRequest, ...]
    following: NextMatch | None


def captain_week(facts: WeekFacts) -> CaptainWeek:
    """Return a captain's week.

    Four queries at most: logs of matches without a result, photographs of slips, and where somebody can be
    reminded, how and since when.
    """
    scored = set(
        TableEntry.objects.filter(match__in=[own.key for own in facts.owed])
        .order_by()
        .values_list("match", flat=True)
        .distinct()
    )
    others = [_move_asked(request, facts) for request in facts.requests if _asks(request, facts)]
    yours = [_move_to_answer(request, facts) for request in facts.requests if not _asks(request, facts)]
    for own in facts.running:
        item, is_yours = agreement_item(own, facts.agreements, facts.enrolment, facts.clock)
        (yours if is_yours else others).append(item)
    to_do = [
        *(_result(own, facts, is_scored=own.key in scored) for own in facts.owed),
        *_slips(facts),
        *_line_up(facts),
        *(_new_night(own, facts) for own in facts.undated),
    ]
    return CaptainWeek(
        waiting_for_you=_in_order(yours),
        to_do=_in_order(to_do),
        waiting_for_others=_in_order(_with_reminders(others, facts)),
    )


def _in_order(items: Iterable[WeekItem]) -> tuple[WeekItem, ...]:
    last = datetime.datetime.max.replace(tzinfo=datetime.UTC)
    return tuple(sorted(items, key=lambda item: item.due.at.astimezone(datetime.UTC) if item.due else last))


# --- Moves ------------------------------------------------------------------------------------
def _asks(request: PostponementRequest, facts: WeekFacts) -> bool:
    return request.asker.pk == facts.enrolment.team_id


def _move_words(request: PostponementRequest) -> str:
    """Return what is asked for: Move Thu 10 Dec to Tue 15 Dec."""
    what = f"Move {pub_date(request.match.date)}" if request.match.date else "New night"
    if not request.offered:
        return what
    if len(request.offered) > 1:
        return f"{what}, {counted(len(request.offered), 'night')} offered"
    return f"{what}{' to' if request.match.date else ':'} {pub_date(request.offered[0])}"


def _move_to_answer(request: PostponementRequest, facts: WeekFacts) -> WeekItem:
    return WeekItem(
        title=f"{_move_words(request)}?",
        about=str(request.asker),
        sentence=f"They ask: {full_stop(request.postponement.reason)}",
        due=due_at(request.postponement.answer_by, facts.clock),
        button="Answer",
        address=f"matches/{request.match.public_id}/postpone/",
    )


def _move_asked(request: PostponementRequest, facts: WeekFacts) -> WeekItem:
    match = request.match
    words = f"Please answer our request: {_move_words(request)}, {match.home} v {match.away}"
    return WeekItem(
        title=_move_words(request),
        about=str(request.answerer),
        sentence=f"{request.answerer} are still to answer.",
        due=due_at(request.postponement.answer_by, facts.clock),
        button="Remind",
        address=f"matches/{match.public_id}/postpone/",
        reminder=Reminder(
            key=f"move-{match.public_id}",
            match=match.pk,
            side=OTHER_SIDE[Side(request.postponement.asked_by)],
            letter=LetterKind.MOVE,
            text=f"{words}.",
        ),
    )


# --- To do ------------------------------------------------------------------------------------
def _clock(own: OwnMatch, kinds: Iterable[OffenceKind]) -> Clock | None:
    """Return the first deadline of some kinds for which the own side is responsible, else the first."""
    clocks = [clock for clock in own.clocks if clock.kind in kinds]
    return next((clock for clock in clocks if _is_ours(clock, own)), next(iter(clocks), None))


def _is_ours(clock: Clock, own: OwnMatch) -> bool:
    return not clock.sides or FactSide(own.side) in clock.sides


def _cost(clock: Clock | None, own: OwnMatch) -> str:
    """Return what it costs the own side to be late; empty where it costs it nothing."""
    if clock is None or not clock.cost or not _is_ours(clock, own):
        return ""
    return f"the sanction is {clock.cost}" if clock.has_fallen else f"then the sanction is {clock.cost}"


def _result(own: OwnMatch, facts: WeekFacts, *, is_scored: bool) -> WeekItem:
    clock = _clock(own, (OffenceKind.LATE_RESULT,))
    return WeekItem(
        title="Result",
        about=match_words(own),
        sentence="Begun at the tables, not signed." if is_scored else "" if clock else "It is not in yet.",
        due=due_at(clock.falls_at if clock else None, facts.clock),
        cost=_cost(clock, own),
        button="Check and sign" if is_scored else "Enter",
        address=address_of(own, "" if is_scored else "score/"),
    )


def _slips(facts: WeekFacts) -> Iterator[WeekItem]:
    """Yield the matches whose hands are still to be sent, and no photograph of the slips was. One query."""
    due = [
        (own, clock)
        for own in facts.played
        for clock in [_clock(own, (OffenceKind.MISSING_CARD,))]
        if clock and _is_ours(clock, own)
    ]
    if not due:
        return
    sent = set(
        Photograph.objects.filter(match__in=[own.key for own, _ in due])
        .order_by()
        .values_list("match", "sent_for")
    )
    for own, clock in due:
        if (own.key, own.side) not in sent:
            yield WeekItem(
                title="Photograph slips",
                about=match_words(own),
                due=due_at(clock.falls_at, facts.clock),
                cost=_cost(clock, own),
                button="Add",
                address=f"{address_of(own)}#photographs",
            )


def _line_up(facts: WeekFacts) -> Iterator[WeekItem]:
    """Yield the line-up of the next match while this side can name it and has not named everybody."""
    following = facts.following
    if following is None or not following.line_ups.may_give:
        return
    own, tables = following.own, following.tables
    if own.line.date is None or (tables and not any(table.missing for table in tables)):
        return
    starts = datetime.datetime.combine(
        own.line.date, own.line.starts_at or datetime.time(23, 59), tzinfo=facts.clock.tzinfo
    )
    if starts - facts.clock > LINE_UP_FROM:
        return
    full, book = sum(not table.missing for table in tables), own.line.division.season.rule_book
    state = f"{full} of {plural(len(tables), book.table_word)} full" if tables else "not named yet"
    yield WeekItem(
        title="Line-up",
        about=f"{'at home to' if own.side == Side.HOME else 'at'} {own.other}, {state}",
        due=due_at(starts, facts.clock),
        button="Finish" if tables else "Name",
        address=address_of(own, "line-up/"),
    )


def _new_night(own: OwnMatch, facts: WeekFacts) -> WeekItem:
    clock = _clock(own, NEW_NIGHT)
    since = f"Postponed from {pub_date(own.line.postponed_from)}." if own.line.postponed_from else ""
    return WeekItem(
        title="Agree a new night",
        about=own.other,
        sentence=since,
        due=due_at(clock.falls_at if clock else None, facts.clock),
        cost=_cost(clock, own),
        button="Offer",
        address=address_of(own, "postpone/"),
    )


# --- Reminders --------------------------------------------------------------------------------
def _with_reminders(items: Sequence[WeekItem], facts: WeekFacts) -> list[WeekItem]:
    """Return the lines with whether the other captain can be reminded by e-mail, and when they were."""
    reminders = [item.reminder for item in items if item.reminder]
    if not reminders:
        return list(items)
    matches = Match.with_ties.in_bulk([reminder.match for reminder in reminders])
    captains = captains_of([(row.division_id, row.home_id, row.away_id) for row in matches.values()])
    lately = Notice.objects.filter(
        match__in=matches,
        about__startswith=reminder_about(),
        wanted_at__gt=facts.clock.astimezone(datetime.UTC) - REMINDER_INTERVAL,
    )
    sent = {about.rsplit(" ", 1)[0]: at for about, at in lately.values_list("about", "wanted_at")}

    def resolved(reminder: Reminder) -> Reminder:
        row = matches.get(reminder.match)
        if row is None:  # deleted in this moment
            return reminder
        team = row.home_id if reminder.side == Side.HOME else row.away_id
        captain = captains.get((row.division_id, team))
        return replace(
            reminder,
            is_reachable=captain is not None and captain.wants(reminder.letter),
            sent_at=sent.get(reminder_about(reminder.key)),
        )

    return [replace(item, reminder=resolved(item.reminder)) if item.reminder else item for item in items]
