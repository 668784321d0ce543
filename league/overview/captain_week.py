"""The lines of a captain's week: what they say, until when, at what cost, and whom a reminder would reach."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from league.matches.sheet.values import match_score
from league.models import Enrolment, Notice, Photograph, Scorecard, Side
from league.overview.captain_matches import key_of, side_of
from league.people.selectors import captains_of
from league.regulations.deadlines import OffenceKind
from league.regulations.facts import FactSide
from league.regulations.selectors.deadlines import Clock
from league.results.selectors.agreement import SECRETARY_DECIDES, Disagreement, disagreements
from league.results.selectors.reports import OTHER_SIDE, WAITS, answer_due
from league.results.selectors.scorecards import sheets_of
from league.results.services.reminders import REMINDER_INTERVAL, reminder_about
from league.scheduling.selectors.postponements import PostponementRequest
from league.shared.moments import DAY, MIDNIGHT, clock_in_words, has_passed
from league.shared.text import counted, plural
from league.standings.selectors.team_matches import TeamMatch
from league.templatetags.dates import pub_date
from league.templatetags.formatting import DASH, full_stop, points

LetterKind = Enrolment.LetterKind
Clocks = Mapping[int, Sequence[Clock]]
"""What is due in matches, by their keys."""
NEW_NIGHT = frozenset({OffenceKind.NO_NEW_DATE, OffenceKind.LATE_REPLAY})

# A line-up is asked for in the week of its match.
LINE_UP_FROM = 7 * DAY


class Due(NamedTuple):
    """A deadline in words ("by noon on Sat 21 Nov", "late since noon on Fri 20 Nov") and how they look."""

    at: datetime.datetime
    words: str
    state: str = ""


@dataclass(slots=True, kw_only=True)
class Reminder:
    """A reminder to the other captain: once an hour by e-mail, or as a text where no letter reaches them."""

    key: str
    match: int
    division: int
    team: int
    side: Side
    letter: LetterKind
    text: str
    sent_at: datetime.datetime | None = None
    is_reachable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WeekItem:
    """One line of a captain's week. `address` is below the captain's own."""

    title: str
    about: str
    button: str
    address: str
    sentence: str = ""
    due: Due | None = None
    cost: str = ""
    reminder: Reminder | None = None

    @property
    def head(self) -> str:
        """The title as it stands before what it is about."""
        return self.title if self.title.endswith("?") else f"{self.title},"


def in_order(items: Iterable[WeekItem]) -> list[WeekItem]:
    """Return lines by their deadlines, those without one last."""
    last = datetime.datetime.max.replace(tzinfo=datetime.UTC)
    return sorted(items, key=lambda item: item.due.at.astimezone(datetime.UTC) if item.due else last)


def _due(moment: datetime.datetime | None, clock: datetime.datetime) -> Due | None:
    """Return a deadline in the words of the page, by the league's clock."""
    if moment is None:
        return None
    local = moment.astimezone(clock.tzinfo)
    is_midnight = local.time() == MIDNIGHT
    day = local.date() - DAY if is_midnight else local.date()
    hour = "the end of" if is_midnight else f"{clock_in_words(local.time())} on"
    if has_passed(moment, clock):
        return Due(moment, f"late since {hour} {pub_date(day)}", "trouble")
    if day == clock.date():
        return Due(moment, f"by {hour.removesuffix(' on')} today", "now")
    return Due(moment, f"by {hour} {pub_date(day)}")


def _of(own: TeamMatch, page: str = "") -> dict[str, Any]:
    """Return what a match is called in a line, The Shears, Thu 14 Jan, and the address of a page of it."""
    about = f"{own.opponent.name}, {pub_date(own.line.date)}" if own.line.date else own.opponent.name
    return {"about": about, "address": f"matches/{own.line.public_id}/{page}"}


# --- Agreeing ---------------------------------------------------------------------------------
def agreements_of(
    matches: Iterable[TeamMatch], enrolment: Enrolment, clock: datetime.datetime
) -> dict[int, tuple[WeekItem, bool]]:
    """Return the lines of the matches that are being agreed, by key, each with whether it waits for this
    captain.

    Three queries; six more where there is an objection, and five for the scores where a card waits.
    """
    own_by_key = {key_of(own): own for own in matches}
    cards: dict[int, dict[str, Scorecard]] = defaultdict(dict)
    waiting = list(Scorecard.objects.filter(WAITS, match__in=own_by_key).order_by("version"))
    for card in waiting:
        cards[card.match_id][card.reported_for] = card
    scores: dict[int, str] = {}
    if waiting:
        rules, form = enrolment.season.rule_book.rules(), enrolment.season.rule_book.match_format()
        for key, sheet in sheets_of(waiting).items():
            home, away = match_score(sheet, rules, form).match_points
            scores[key] = f"{points(home)}{DASH}{points(away)}"
    disputed = disagreements(own_by_key)
    lines: dict[int, tuple[WeekItem, bool]] = {}
    for key, own in own_by_key.items():
        ours, theirs = (cards[key].get(side) for side in (side_of(own), OTHER_SIDE[side_of(own)]))
        if disagreement := disputed.get(key):
            about = theirs if disagreement.side == side_of(own) else ours or theirs
            score = scores[about.pk] if about else _score_that_counts(own)
            lines[key] = _disagreement(own, disagreement, score, clock)
        elif ours or theirs:
            lines[key] = _signed(own, ours, theirs, scores, enrolment, clock)
    return lines


def _score_that_counts(own: TeamMatch) -> str:
    """Return the match points that count, home first: 6–4."""
    home, away = own.line.home_share, own.line.away_share
    return f"{points(home.half_points)}{DASH}{points(away.half_points)}" if home and away else "the result"


def _signed(
    own: TeamMatch,
    ours: Scorecard | None,
    theirs: Scorecard | None,
    scores: Mapping[int, str],
    enrolment: Enrolment,
    clock: datetime.datetime,
) -> tuple[WeekItem, bool]:
    """Return the line of a match of which one side has signed, or both but not the same."""
    if ours and theirs:
        last = max(ours.entered_at, theirs.entered_at)
        return WeekItem(
            title="Compare two results",
            sentence=f"You signed {scores[ours.pk]}, they {scores[theirs.pk]}. "
            "Sign theirs, or the secretary decides.",
            due=_due(answer_due(enrolment.season, last), clock),
            button="Compare",
            **_of(own),
        ), True
    until = next(card.waits_until for card in (theirs, ours) if card)
    silence, due = "Without an answer it counts." if until else "", _due(until, clock)
    if theirs:
        return WeekItem(
            title=f"Sign {scores[theirs.pk]}",
            sentence=f"They have signed. {silence or 'It counts when you sign too.'}",
            due=due,
            button="Sign",
            **_of(own),
        ), True
    score = scores[ours.pk] if ours else ""
    return WeekItem(
        title=f"Signature for {score}",
        sentence=f"{own.opponent.name} are still to sign. {silence}".rstrip(),
        due=due,
        button="Remind",
        reminder=_reminder(own, LetterKind.SIGN, f"Please sign {score}"),
        **_of(own),
    ), False


def _disagreement(
    own: TeamMatch, disagreement: Disagreement, score: str, clock: datetime.datetime
) -> tuple[WeekItem, bool]:
    common = {**_of(own), "due": _due(disagreement.until, clock)}
    if disagreement.is_for_secretary:
        sentence = disagreement.sentence.removesuffix(SECRETARY_DECIDES).rstrip()
        title = f"The secretary decides about {score}"
        return WeekItem(title=title, sentence=sentence, button="View", **common), False
    if disagreement.answerer == side_of(own):
        common["about"] = pub_date(own.line.date)  # the sentence names the other side
        title = f"Answer an objection to {score}"
        return WeekItem(title=title, sentence=disagreement.sentence, button="Answer", **common), True
    return WeekItem(
        title=f"Your objection to {score}",
        sentence=f"{own.opponent.name} are still to answer. After that the secretary decides.",
        button="Remind",
        reminder=_reminder(own, LetterKind.OBJECTION, "Please answer our objection to the result"),
        **common,
    ), False


# --- Moves ------------------------------------------------------------------------------------
def move_item(request: PostponementRequest, team: int, clock: datetime.datetime) -> tuple[WeekItem, bool]:
    """Return the line of a request to move a match, and whether it waits for this team's captain."""
    match, words = request.match, _move_words(request)
    is_ours = request.answerer.pk == team
    if is_ours:
        title, sentence = f"{words}?", f"They ask: {full_stop(request.postponement.reason)}"
    else:
        title, sentence = words, f"{request.answerer} are still to answer."
    reminder = Reminder(
        key=f"move-{match.public_id}",
        match=match.pk,
        division=match.division_id,
        team=request.answerer.pk,
        side=OTHER_SIDE[Side(request.postponement.asked_by)],
        letter=LetterKind.MOVE,
        text=f"Please answer our request: {words}, {match.home} v {match.away}.",
    )
    return WeekItem(
        title=title,
        about=str(request.asker if is_ours else request.answerer),
        sentence=sentence,
        due=_due(request.postponement.answer_by, clock),
        button="Answer" if is_ours else "Remind",
        address=f"matches/{match.public_id}/postpone/",
        reminder=None if is_ours else reminder,
    ), is_ours


def _move_words(request: PostponementRequest) -> str:
    """Return what is asked for: Move Thu 10 Dec to Tue 15 Dec."""
    what = f"Move {pub_date(request.match.date)}" if request.match.date else "New night"
    if not request.offered:
        return what
    if len(request.offered) > 1:
        return f"{what}, {counted(len(request.offered), 'night')} offered"
    return f"{what}{' to' if request.match.date else ':'} {pub_date(request.offered[0])}"


# --- To do ------------------------------------------------------------------------------------
def result_item(own: TeamMatch, clocks: Clocks, clock: datetime.datetime, *, is_scored: bool) -> WeekItem:
    """Return the line of a result that is owed, perhaps begun at the tables."""
    asked = _asked(own, clocks, (OffenceKind.LATE_RESULT,))
    return WeekItem(
        title="Result",
        sentence="Begun at the tables, not signed." if is_scored else "" if asked else "It is not in yet.",
        button="Check and sign" if is_scored else "Enter",
        **_until(asked, own, clock),
        **_of(own, "" if is_scored else "score/"),
    )


def slips_items(played: Iterable[TeamMatch], clocks: Clocks, clock: datetime.datetime) -> Iterator[WeekItem]:
    """Yield the matches whose hands are still to be sent, and no photograph of the slips was. One query."""
    due = [
        (own, asked)
        for own in played
        for asked in [_asked(own, clocks, (OffenceKind.MISSING_CARD,))]
        if asked and _is_ours(asked, own)
    ]
    if not due:
        return
    sent = set(
        Photograph.objects.filter(match__in=[key_of(own) for own, _ in due])
        .order_by()
        .values_list("match", "sent_for")
    )
    for own, asked in due:
        if (key_of(own), side_of(own)) not in sent:
            yield WeekItem(
                title="Photograph slips",
                button="Add",
                **_until(asked, own, clock),
                **_of(own, "#photographs"),
            )


def line_up_items(following: Mapping[str, Any], clock: datetime.datetime) -> Iterator[WeekItem]:
    """Yield the line-up of the next match while this side can name it and has not named everybody."""
    own, tables = following["own"], following["tables"]
    if not following["line_ups"].may_give or (tables and not any(missing for *_, missing in tables)):
        return
    starts = datetime.datetime.combine(
        own.line.date, own.line.starts_at or datetime.time(23, 59), tzinfo=clock.tzinfo
    )
    if starts - clock > LINE_UP_FROM:
        return
    full, book = sum(not missing for *_, missing in tables), own.line.division.season.rule_book
    state = f"{full} of {plural(len(tables), book.table_word)} full" if tables else "not named yet"
    yield WeekItem(
        title="Line-up",
        due=_due(starts, clock),
        button="Finish" if tables else "Name",
        **_of(own, "line-up/")
        | {"about": f"{'at home to' if own.is_home else 'at'} {own.opponent.name}, {state}"},
    )


def new_night_item(own: TeamMatch, clocks: Clocks, clock: datetime.datetime) -> WeekItem:
    """Return the line of a match for which the captains are to agree a night."""
    since = f"Postponed from {pub_date(own.line.postponed_from)}." if own.line.postponed_from else ""
    return WeekItem(
        title="Agree a new night",
        sentence=since,
        button="Offer",
        **_until(_asked(own, clocks, NEW_NIGHT), own, clock),
        **_of(own, "postpone/"),
    )


def _asked(own: TeamMatch, clocks: Clocks, kinds: Iterable[OffenceKind]) -> Clock | None:
    """Return the first deadline of some kinds for which the own side is responsible, else the first."""
    found = [clock for clock in clocks.get(key_of(own), ()) if clock.kind in kinds]
    return next((clock for clock in found if _is_ours(clock, own)), next(iter(found), None))


def _is_ours(clock: Clock, own: TeamMatch) -> bool:
    return not clock.sides or FactSide(side_of(own)) in clock.sides


def _until(asked: Clock | None, own: TeamMatch, clock: datetime.datetime) -> dict[str, Any]:
    """Return a deadline as a line says it, and what it costs the own side to be late, if it does."""
    cost = ""
    if asked and asked.cost and _is_ours(asked, own):
        cost = f"the sanction is {asked.cost}" if asked.has_fallen else f"then the sanction is {asked.cost}"
    return {"due": _due(asked.falls_at if asked else None, clock), "cost": cost}


# --- Reminders --------------------------------------------------------------------------------
def _reminder(own: TeamMatch, letter: LetterKind, words: str) -> Reminder:
    """Return a reminder to the captain of the other side."""
    line = own.line
    return Reminder(
        key=f"{letter}-{line.public_id}",
        match=key_of(own),
        division=line.division.pk,
        team=own.opponent.key,
        side=OTHER_SIDE[side_of(own)],
        letter=letter,
        text=f"{words}: {line.home.name} v {line.away.name}, {pub_date(line.date)}.",
    )


def resolve_reminders(items: Iterable[WeekItem], clock: datetime.datetime) -> None:
    """Note with lines whether the other captain can be reminded by e-mail, and when they were.

    Two queries where there is a reminder.
    """
    reminders = [item.reminder for item in items if item.reminder]
    if not reminders:
        return
    captains = captains_of([(each.division, each.team, each.team) for each in reminders])
    lately = Notice.objects.filter(
        match__in=[each.match for each in reminders],
        about__startswith=reminder_about(),
        wanted_at__gt=clock.astimezone(datetime.UTC) - REMINDER_INTERVAL,
    )
    sent = {about.rsplit(" ", 1)[0]: at for about, at in lately.values_list("about", "wanted_at")}
    for each in reminders:
        captain = captains.get((each.division, each.team))
        each.is_reachable = captain is not None and captain.wants(each.letter)
        each.sent_at = sent.get(reminder_about(each.key))
