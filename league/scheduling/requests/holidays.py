"""The bank holidays of England."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

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
