"""Bank holidays of England and Wales, and the weeks that a league might leave out for them.

Banking and Financial Dealings Act 1971, schedule 1, with the days given by proclamation every year: New
Year's Day and the first Monday in May. Christmas Day and Good Friday are holidays by custom. One that
falls on a Saturday or Sunday is kept on the next day that is free.
"""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from league.fixturing.calendar import DAY, WEEK, Off, monday_of
from league.fixturing.wishes_file import LeagueAsItIs, WishesFile

SATURDAY = 6
CHRISTMAS, NEW_YEAR = "Christmas", "New Year"
OFF_ANYWAY = (CHRISTMAS, NEW_YEAR)


@dataclass(frozen=True, slots=True, kw_only=True)
class Holiday:
    """A day off, and what it is called."""

    day: datetime.date
    name: str


def bank_holidays(year: int) -> tuple[Holiday, ...]:
    """The eight of a year, in order, each on the day it is kept."""
    easter = _easter(year)
    return (
        Holiday(day=_kept(datetime.date(year, 1, 1)), name=NEW_YEAR),
        Holiday(day=easter - 2 * DAY, name="Good Friday"),
        Holiday(day=easter + DAY, name="Easter Monday"),
        Holiday(day=_monday_from(datetime.date(year, 5, 1)), name="May Day"),
        Holiday(day=monday_of(datetime.date(year, 5, 31)), name="Spring bank holiday"),
        Holiday(day=monday_of(datetime.date(year, 8, 31)), name="August bank holiday"),
        *_christmas(year),
    )


def weeks_to_leave_out(file: WishesFile, league: LeagueAsItIs) -> tuple[Off, ...]:
    """The weeks of Christmas and the New Year, and those whose night of play is a bank holiday.

    A holiday on another day of the week keeps nobody from playing. Weeks that are out already are left out.
    """
    first, last = file.first or league.first, file.last or league.last
    taken = {monday_of(off.day) for off in file.off}
    nights = {one.night or league.night for one in file.divisions} | {league.night}
    found = []
    for holiday in _holidays(first, last):
        week = monday_of(holiday.day)
        if week in taken or not (holiday.name in OFF_ANYWAY or holiday.day.isoweekday() in nights):
            continue
        taken.add(week)
        found.append(Off(day=holiday.day, because=holiday.name))
    return tuple(found)


def _holidays(first: datetime.date, last: datetime.date) -> Iterator[Holiday]:
    for year in range(first.year, min(last.year, first.year + 2) + 1):
        yield from (one for one in bank_holidays(year) if first <= one.day <= last)


def _christmas(year: int) -> tuple[Holiday, Holiday]:
    """Where one of the two falls on a weekend, it is kept on the next day that the other leaves free."""
    christmas, boxing = datetime.date(year, 12, 25), datetime.date(year, 12, 26)
    if christmas.isoweekday() >= SATURDAY:
        christmas += 2 * DAY
    if boxing.isoweekday() >= SATURDAY:
        boxing += 2 * DAY
    return Holiday(day=christmas, name=CHRISTMAS), Holiday(day=boxing, name="Boxing Day")


def _kept(day: datetime.date) -> datetime.date:
    """The day itself, or the Monday after a weekend."""
    return monday_of(day) + WEEK if day.isoweekday() >= SATURDAY else day


def _monday_from(day: datetime.date) -> datetime.date:
    return day if day.isoweekday() == 1 else monday_of(day) + WEEK


def _easter(year: int) -> datetime.date:
    """Easter Sunday in the Gregorian calendar, as Meeus, Jones and Butcher reckon it."""
    century, rest = divmod(year, 100)
    golden = year % 19
    corrected = century - century // 4 - (century - (century + 8) // 25 + 1) // 3
    moon = (19 * golden + corrected + 15) % 30
    sunday = (32 + 2 * (century % 4) + 2 * (rest // 4) - moon - rest % 4) % 7
    late = (golden + 11 * moon + 22 * sunday) // 451
    month, day = divmod(moon + sunday - 7 * late + 114, 31)
    return datetime.date(year, month, day + 1)
