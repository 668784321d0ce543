"""The weeks of a season, days in words, and the errors of planning, each with its sentences."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

WEEK = datetime.timedelta(weeks=1)
DAY = datetime.timedelta(days=1)
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


class WeekOff(StrEnum):
    """Why a week holds no league matches. Reserve weeks are for postponed matches."""

    BLANK = "blank"
    CUP = "cup"
    RESERVE = "reserve"


class Holidays(StrEnum):
    """What was said of bank holidays: there is play, or none."""

    PLAYED = "played"
    FREE = "free"


@dataclass(frozen=True, slots=True, kw_only=True)
class Off:
    """A week without league matches, named by any of its days."""

    day: datetime.date
    kind: WeekOff = WeekOff.BLANK
    because: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonCalendar:
    """The first and the last day of the season and the weeks that are taken out of it.

    `holidays` are the bank holidays of which nobody has said whether there is play, with their names, and
    `free` those without play.
    """

    first: datetime.date
    last: datetime.date
    off: tuple[Off, ...] = ()
    holidays: tuple[tuple[datetime.date, str], ...] = ()
    free: tuple[tuple[datetime.date, str], ...] = ()

    def nights(self, weekday: int) -> tuple[datetime.date, ...]:
        """Return the nights of a weekday, Monday 1, on which league matches can be played."""
        return self.without_weeks_off(self._weekly(weekday))

    def without_weeks_off(self, nights: Iterable[datetime.date]) -> tuple[datetime.date, ...]:
        """Return those of some nights that are not taken out, nor their week, in order."""
        weeks_off, free = {monday_of(off.day) for off in self.off}, dict(self.free)
        return tuple(
            night for night in sorted(nights) if monday_of(night) not in weeks_off and night not in free
        )

    def reserve_nights(self, weekday: int) -> tuple[datetime.date, ...]:
        """Return the nights of a weekday in the reserve weeks."""
        reserve_weeks = {monday_of(off.day) for off in self.off if off.kind is WeekOff.RESERVE}
        return tuple(night for night in self._weekly(weekday) if monday_of(night) in reserve_weeks)

    @property
    def has_reserve(self) -> bool:
        """Whether weeks are kept for postponed matches."""
        return any(off.kind is WeekOff.RESERVE for off in self.off)

    def off_on(self, night: datetime.date) -> Off | None:
        """Return what takes a night's week out of the season; None where matches may be played.

        Reserve weeks are kept for matches that were moved, so these may be played then.
        """
        monday = monday_of(night)
        weeks_off = (off for off in self.off if monday_of(off.day) == monday)
        return next((off for off in weeks_off if off.kind is not WeekOff.RESERVE), None)

    def _weekly(self, weekday: int) -> list[datetime.date]:
        first = self.first + (weekday - self.first.isoweekday()) % len(DAYS) * DAY
        return [first + number * WEEK for number in range((self.last - first).days // len(DAYS) + 1)]


def monday_of(day: datetime.date) -> datetime.date:
    """Return the Monday of a day's week."""
    return day - (day.isoweekday() - 1) * DAY


def day_in_words(day: datetime.date) -> str:
    """Return a day with weekday and year: Thursday 14 January 2027."""
    return f"{DAYS[day.isoweekday() - 1]} {day.day} {day:%B %Y}"


def short_day(day: datetime.date) -> str:
    """Return a day without its year: 14 January."""
    return f"{day.day} {day:%B}"


class FixturingError(ValueError):
    """Raised for a list that cannot be planned or read. `reasons` are sentences, in order."""

    def __init__(self, reasons: tuple[str, ...]) -> None:
        super().__init__(" ".join(reasons))
        self.reasons = reasons


class ImpossibleTask(FixturingError):
    """Raised for a task that no list can fulfil: the reasons hold the arithmetic."""


class UnreadableRequests(FixturingError):
    """Raised for a requests file with faults: each reason names its line or key."""
