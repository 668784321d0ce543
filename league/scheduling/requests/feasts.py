"""Feasts and bank holidays by their names, as days of a season."""

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from league.scheduling.planner.calendar import DAY, WEEK, monday_of
from league.scheduling.requests.days import SeasonSpan

SATURDAY = 6
CHRISTMAS, NEW_YEAR = "Christmas", "New Year"
HOLIDAY_NAMES = {
    "New Year's Day": NEW_YEAR,
    "Spring Bank Holiday": "Spring bank holiday",
    "Late Summer Bank Holiday": "August bank holiday",
    "Christmas Day": CHRISTMAS,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Holiday:
    """A bank holiday and its name."""

    day: datetime.date
    name: str


@cache
def bank_holidays(year: int) -> tuple[Holiday, ...]:
    """Return the bank holidays of a year in England, by date, each on the weekday it is observed."""
    # Imported here: the package takes longer to load than the rest of planning, and only this needs it.
    from holidays.countries.united_kingdom import UnitedKingdom

    calendar = UnitedKingdom(subdiv="ENG", years=year, language="en_GB")  # type: ignore[no-untyped-call]
    days = sorted(calendar.items())
    names = [(day, name.removesuffix(" (observed)")) for day, name in days if day.isoweekday() < SATURDAY]
    return tuple(Holiday(day=day, name=HOLIDAY_NAMES.get(name, name)) for day, name in names)


def holidays_between(first: datetime.date, last: datetime.date) -> Iterator[Holiday]:
    """Yield the bank holidays of a season."""
    for year in range(first.year, min(last.year, first.year + 2) + 1):
        yield from (holiday for holiday in bank_holidays(year) if first <= holiday.day <= last)


_FIXED: Mapping[str, tuple[int, int]] = {
    "christmas eve": (12, 24), "christmas day": (12, 25), "boxing day": (12, 26), "new year's eve": (12, 31),
    "new years eve": (12, 31), "new year's day": (1, 1), "new years day": (1, 1), "bonfire night": (11, 5),
    "halloween": (10, 31), "valentine's day": (2, 14), "valentines day": (2, 14), "christmas": (12, 25),
    "new year": (1, 1), "the new year": (1, 1), "st stephen's day": (12, 26), "st stephens day": (12, 26),
    "twelfth night": (1, 5), "st patrick's day": (3, 17), "st patricks day": (3, 17),
    "st george's day": (4, 23), "st georges day": (4, 23), "yorkshire day": (8, 1), "armistice day": (11, 11),
}  # fmt: skip
_BANK_HOLIDAYS = {
    "may day": "May Day", "may bank holiday": "May Day", "spring bank holiday": "Spring bank holiday",
    "august bank holiday": "August bank holiday",
}  # fmt: skip
BANK_HOLIDAYS = (
    "christmas day", "boxing day", "new year's day", "good friday", "easter monday", *_BANK_HOLIDAYS,
)  # fmt: skip
"""The names of bank holidays that fall into seasons of the winter."""
# The first and the last day, counted from Good Friday.
_BY_EASTER = {
    "good friday": (0, 0), "maundy thursday": (-1, -1), "palm sunday": (-5, -5), "easter sunday": (2, 2),
    "easter monday": (3, 3), "mothering sunday": (-19, -19), "mother's day": (-19, -19),
    "ash wednesday": (-44, -44), "shrove tuesday": (-45, -45), "pancake day": (-45, -45), "lent": (-44, 1),
}  # fmt: skip


FEASTS = (*_FIXED, *_BY_EASTER, *_BANK_HOLIDAYS)


def nearest_feast(name: str, span: SeasonSpan) -> datetime.date:
    """Return the day of a feast of `FEASTS` that is nearest to a season without it."""
    years = SeasonSpan(first=datetime.date(span.first.year, 1, 1), last=datetime.date(span.last.year, 12, 31))
    wide = [
        day
        for year in range(years.first.year, years.last.year + 1)
        for day in feast_days(
            name, SeasonSpan(first=datetime.date(year, 1, 1), last=datetime.date(year, 12, 31))
        )[:1]
    ]
    return min(wide, key=lambda day: min(abs(day - span.first), abs(day - span.last)))


def feast_days(name: str, span: SeasonSpan) -> list[datetime.date]:
    """Return the days of a feast in the season, by its name in lower case; none if it is no feast."""
    years = range(span.first.year, span.last.year + 1)
    if name in _FIXED:
        days = [datetime.date(year, *_FIXED[name]) for year in years]
        return [day for day in days if day in span][:1]
    if name == "advent":
        return [day for year in years for day in _advent(year) if day in span]
    if name not in _BY_EASTER and name not in _BANK_HOLIDAYS:
        return []
    holidays = [holiday for year in years for holiday in bank_holidays(year)]
    if name in _BANK_HOLIDAYS:
        return [day.day for day in holidays if day.name == _BANK_HOLIDAYS[name] and day.day in span][:1]
    first, last = _BY_EASTER[name]
    fridays = [holiday.day for holiday in holidays if holiday.name == "Good Friday"]
    days = [friday + number * DAY for friday in fridays for number in range(first, last + 1)]
    return [day for day in days if day in span]


def _advent(year: int) -> list[datetime.date]:
    """Return the days from the fourth Sunday before Christmas to Christmas Eve."""
    eve = datetime.date(year, 12, 24)
    last_sunday = eve - (eve.isoweekday() % 7) * DAY
    first = last_sunday - 3 * WEEK
    return [first + number * DAY for number in range((eve - first).days + 1)]


def half_terms(span: SeasonSpan) -> list[datetime.date]:
    """Return the Mondays of the weeks in the season in which most English schools have half term."""
    mondays = [
        monday_of(day)
        for year in range(span.first.year, span.last.year + 1)
        for day in (datetime.date(year, 2, 18), datetime.date(year, 10, 29))
    ]
    return [day for day in mondays if day in span]
