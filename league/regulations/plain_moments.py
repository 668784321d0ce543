"""Moments of the regulations as plain mappings: spans, weekdays, dates."""

from collections.abc import Mapping
from typing import Any

from league.regulations.moments import Due, OnDate, Span, Unit, Weekday, WeekdayAfter
from league.regulations.reading import (
    CLOCK_TIME,
    DATE,
    Codec,
    UnreadableRegulations,
    mapping_of,
    only_keys,
    whole,
)

MOST_DAYS = 366
MOST_HOURS = 24 * MOST_DAYS


def _read_span(value: object, key: str) -> Span:
    given = only_keys(value, (*Unit, "at"), key)
    units = [unit for unit in Unit if unit in given]
    if len(units) != 1:
        raise UnreadableRegulations(key, value, 'one of "hours", "days" and "weeks" with a number')
    unit = units[0]
    if unit is Unit.HOURS and "at" in given:
        raise UnreadableRegulations(
            f"{key}.at", given["at"], "left out: a clock time goes with days or weeks"
        )
    number = whole(0, MOST_HOURS if unit is Unit.HOURS else MOST_DAYS).read(given[unit], f"{key}.{unit}")
    at = CLOCK_TIME.read(given["at"], f"{key}.at") if "at" in given else None
    return Span(number, unit, at)


def _write_span(span: Span) -> dict[str, Any]:
    return {span.unit.value: span.number, **({"at": CLOCK_TIME.write(span.at)} if span.at else {})}


def _read_weekday(value: object, key: str) -> Weekday:
    names = [day.name.lower() for day in Weekday]
    if not isinstance(value, str) or value not in names:
        raise UnreadableRegulations(key, value, f"a day of the week: {', '.join(names)}")
    return Weekday[value.upper()]


def _read_due(value: object, key: str) -> Due:
    if isinstance(value, Mapping) and "weekday" in value:
        weekday: WeekdayAfter = WEEKDAY_AFTER.read(value, key)
        return weekday
    if isinstance(value, Mapping) and "on" in value:
        date: OnDate = ON_DATE.read(value, key)
        return date
    return _read_span(value, key)


def _write_due(due: Due) -> Any:
    match due:
        case Span():
            return _write_span(due)
        case WeekdayAfter():
            return WEEKDAY_AFTER.write(due)
        case OnDate():
            return ON_DATE.write(due)


SPAN = Codec(_read_span, _write_span)
WEEKDAY = Codec(_read_weekday, lambda day: day.name.lower())
WEEKDAY_AFTER = mapping_of(
    WeekdayAfter,
    {"weekday": ("weekday", WEEKDAY), "at": ("at", CLOCK_TIME), "weeks": ("weeks", whole(0, MOST_DAYS // 7))},
)
ON_DATE = mapping_of(OnDate, {"on": ("on", DATE), "at": ("at", CLOCK_TIME)})
DUE = Codec(_read_due, _write_due)
