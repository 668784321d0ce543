"""The lines of a captain's week: what they say, until when, and whom a reminder would reach."""

import datetime
from dataclasses import dataclass

from league.models import Enrolment, Side
from league.overview.captain_matches import OwnMatch
from league.results.selectors.reports import OTHER_SIDE
from league.shared.moments import DAY, MIDNIGHT, clock_in_words, has_passed
from league.templatetags.dates import pub_date

LetterKind = Enrolment.LetterKind


@dataclass(frozen=True, slots=True)
class Due:
    """A deadline in words: "by noon on Sat 21 Nov", "by noon today", "late since noon on Fri 20 Nov"."""

    at: datetime.datetime
    words: str
    is_today: bool = False
    is_late: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder:
    """A reminder to the other captain: once an hour by e-mail, or as a text where no letter reaches them."""

    key: str
    match: int
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


def due_at(moment: datetime.datetime | None, clock: datetime.datetime) -> Due | None:
    """Return a deadline in the words of the page, by the league's clock."""
    if moment is None:
        return None
    local = moment.astimezone(clock.tzinfo)
    is_midnight = local.time() == MIDNIGHT
    day = local.date() - DAY if is_midnight else local.date()
    hour = "the end of" if is_midnight else f"{clock_in_words(local.time())} on"
    if has_passed(moment, clock):
        return Due(moment, f"late since {hour} {pub_date(day)}", is_late=True)
    if day == clock.date():
        words = "by the end of today" if is_midnight else f"by {clock_in_words(local.time())} today"
        return Due(moment, words, is_today=True)
    return Due(moment, f"by {hour} {pub_date(day)}")


def match_words(own: OwnMatch) -> str:
    """Return a match in a line: The Shears, Thu 14 Jan."""
    date = own.line.date
    return f"{own.other}, {pub_date(date)}" if date else own.other


def address_of(own: OwnMatch, page: str = "") -> str:
    """Return the address of a page of a match, below the captain's own."""
    return f"matches/{own.line.public_id}/{page}"


def reminder_of(own: OwnMatch, letter: LetterKind, words: str) -> Reminder:
    """Return a reminder to the captain of the other side."""
    line = own.line
    match = f"{line.home.name} v {line.away.name}, {pub_date(line.date)}"
    return Reminder(
        key=f"{letter}-{line.public_id}",
        match=own.key,
        side=OTHER_SIDE[own.side],
        letter=letter,
        text=f"{words}: {match}.",
    )
