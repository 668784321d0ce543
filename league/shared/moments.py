"""When something falls due: so long after a match, on the next Saturday at noon, on a date.

Hours are hours as they pass. Days and weeks are days of the calendar, and clock times are those on the
wall of the pub, so that noon stays noon when the clocks change.
"""

import datetime
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from zoneinfo import ZoneInfo

from league.shared.text import count

DAY = datetime.timedelta(days=1)
DAYS_A_WEEK = 7
MIDNIGHT = datetime.time(0, 0)
NOON = datetime.time(12, 0)


class Unit(StrEnum):
    HOURS = "hours"
    DAYS = "days"
    WEEKS = "weeks"


class Weekday(IntEnum):
    """As `date.weekday()` counts them."""

    MONDAY = 0
    TUESDAY = 1
    WEDNESDAY = 2
    THURSDAY = 3
    FRIDAY = 4
    SATURDAY = 5
    SUNDAY = 6

    @property
    def words(self) -> str:
        return self.name.capitalize()


@dataclass(frozen=True, slots=True)
class Duration:
    """So many hours, days or weeks.

    Days and weeks run to the end of the last day, or to a clock time on it (`at`): a day's notice is given
    in time until midnight before the match, three days for a result end at midnight of the third day.
    """

    number: int
    unit: Unit
    at: datetime.time | None = None

    def __post_init__(self) -> None:
        if self.unit is Unit.HOURS and self.at is not None:
            raise ValueError("hours run from the minute; a clock time goes with days or weeks")

    @property
    def days(self) -> int:
        """How many days of the calendar; asked only of days and weeks."""
        return self.number * (DAYS_A_WEEK if self.unit is Unit.WEEKS else 1)


@dataclass(frozen=True, slots=True)
class WeekdayAfter:
    """The first such weekday on a later day than the match's, at a clock time; or so many weeks after that.

    Without a clock time: the end of that day.
    """

    weekday: Weekday
    at: datetime.time | None = None
    weeks: int = 0


@dataclass(frozen=True, slots=True)
class OnDate:
    """A date, the same for every match, at a clock time or at the end of the day."""

    on: datetime.date
    at: datetime.time | None = None


Due = Duration | WeekdayAfter | OnDate


def falls(due: Due, after: datetime.datetime, zone: ZoneInfo) -> datetime.datetime:
    """Return the last moment that is in time, counted from another; said in the league's time zone."""
    day = local(after, zone).date()
    match due:
        case Duration(unit=Unit.HOURS):
            return later(after, datetime.timedelta(hours=due.number), zone)
        case Duration():
            return on_the_wall(day + due.days * DAY, due.at, zone)
        case WeekdayAfter():
            to_go = (due.weekday - day.weekday() - 1) % DAYS_A_WEEK + 1
            return on_the_wall(day + (to_go + due.weeks * DAYS_A_WEEK) * DAY, due.at, zone)
        case OnDate():
            return on_the_wall(due.on, due.at, zone)


def last_notice(notice: Duration, before: datetime.datetime, zone: ZoneInfo) -> datetime.datetime:
    """Return the last moment at which so much notice of another moment can still be given."""
    if notice.unit is Unit.HOURS:
        return later(before, -datetime.timedelta(hours=notice.number), zone)
    day = local(before, zone).date() - notice.days * DAY
    return on_the_wall(day, notice.at, zone)


def on_the_wall(day: datetime.date, clock: datetime.time | None, zone: ZoneInfo) -> datetime.datetime:
    """Return when a clock in the pub shows that time; None is the end of the day.

    A time the clocks show twice, or jump over, is taken at its latest: nobody is late by a change of clocks.
    """
    if clock is None:
        day, clock = day + DAY, MIDNIGHT
    shown = (datetime.datetime.combine(day, clock.replace(fold=fold), tzinfo=zone) for fold in (0, 1))
    return max(map(instant, shown)).astimezone(zone)


def later(moment: datetime.datetime, by: datetime.timedelta, zone: ZoneInfo) -> datetime.datetime:
    """Return a moment so many hours on, as they pass."""
    return (instant(moment) + by).astimezone(zone)


def local(moment: datetime.datetime, zone: ZoneInfo) -> datetime.datetime:
    """Return a moment as the league's clocks show it. Raises ValueError for one without a time zone."""
    return instant(moment).astimezone(zone)


def instant(moment: datetime.datetime) -> datetime.datetime:
    """Return a moment in UTC, the only shape in which moments are compared.

    Python compares two moments of the same zone by their clock faces, and in the hour the clocks show
    twice those say nothing. Raises ValueError for a moment without a time zone.
    """
    if moment.tzinfo is None:
        raise ValueError(f"{moment.isoformat()} has no time zone; moments here are aware of theirs.")
    return moment.astimezone(datetime.UTC)


def has_passed(moment: datetime.datetime, now: datetime.datetime) -> bool:
    """Return whether it is over; to the minute of a deadline one is still in time."""
    return instant(now) > instant(moment)


def moment_in_words(moment: datetime.datetime) -> str:
    """Return a moment in the pub's words: noon on Saturday 16 January; the end of Sunday 17 January."""
    if moment.time() == MIDNIGHT:
        return f"the end of {day_in_words(moment.date() - DAY)}"
    return f"{clock_in_words(moment.time())} on {day_in_words(moment.date())}"


def day_in_words(day: datetime.date) -> str:
    """Saturday 16 January."""
    return f"{day:%A} {day.day} {day:%B}"


def duration_in_words(span: Duration) -> str:
    """24 hours, three days, one week."""
    number = str(span.number) if span.unit is Unit.HOURS else count(span.number)
    return f"{number} {span.unit.value.removesuffix('s') if span.number == 1 else span.unit.value}"


def clock_in_words(clock: datetime.time) -> str:
    """Noon, midnight, 8.30 pm, 6 pm."""
    if clock in (NOON, MIDNIGHT):
        return "noon" if clock == NOON else "midnight"
    half = "am" if clock.hour < NOON.hour else "pm"
    minutes = f".{clock.minute:02}" if clock.minute else ""
    return f"{clock.hour % NOON.hour or NOON.hour}{minutes} {half}"


def due_in_words(due: Due, counted_from: str) -> str:
    """Return by when something is due: "by noon on the Saturday after the match"."""
    clock = "the end of" if due.at is None else f"{clock_in_words(due.at)} on"
    match due:
        case WeekdayAfter():
            later = f", {duration_in_words(Duration(due.weeks, Unit.WEEKS))} on" if due.weeks else ""
            return f"by {clock} the {due.weekday.words} after {counted_from}{later}"
        case OnDate():
            return f"by {clock} {day_in_words(due.on)} {due.on.year}"
        case Duration(unit=Unit.HOURS):
            return f"within {duration_in_words(due)} after {counted_from}"
        case Duration():
            day = f"{duration_in_words(due)} after {counted_from}" if due.number else "the same day"
            return f"within {day}" if due.at is None else f"by {clock_in_words(due.at)}, {day}"
