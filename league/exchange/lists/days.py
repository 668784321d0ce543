"""Days and times as people write them in lists, the day before the month."""

import datetime
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

_DATES = (
    "%Y-%m-%d",
    "%d/%m/%Y",
    "%d.%m.%Y",
    "%d-%m-%Y",
    "%d/%m/%y",
    "%d.%m.%y",
    "%d-%m-%y",
    "%d %b %Y",
    "%d %B %Y",
    "%d-%b-%Y",
    "%d-%b-%y",
    "%d %b %y",
    "%d %B %y",
)
_WITHOUT_YEAR = ("%d %b %Y", "%d %B %Y", "%d-%b %Y", "%d/%m %Y", "%d.%m. %Y", "%b %d %Y", "%B %d %Y")
_TIMES = ("%H:%M", "%H.%M", "%I.%M%p", "%I:%M%p", "%I%p", "%H:%M:%S")
_TO_COME = re.compile(
    r"postponed|p\s*[-/]?\s*p|no date|no date yet|to be (?:fixed|arranged|confirmed)|tb[acd]", re.IGNORECASE
)


_HOUR = re.compile(r"[ T](\d\d?[:.]\d\d(?::\d\d)?\s*(?:[ap]\.?m\.?)?|\d\d?\s*[ap]\.?m\.?)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonDates:
    """From the first day of a season to its last: it knows the year of a day written without one."""

    first: datetime.date
    last: datetime.date

    @classmethod
    def of(cls, season: Any) -> "SeasonDates | None":
        """Return the dates of a season; None without one."""
        return cls(first=season.starts_on, last=season.ends_on) if season else None


def read_date(text: str, span: SeasonDates | None = None) -> datetime.date:
    """Return a day as people write it: 2026-09-17, 17/9/2026, Thu 17 Sep 2026, and 17th September where
    `span` is known. Or ValueError.
    """
    if (moment := _day(text, span)) is None:
        raise ValueError(f"“{text[:30]}” is not a date such as 17/9/2026.")
    return moment.date()


@lru_cache(maxsize=4096)
def _day(text: str, span: SeasonDates | None) -> datetime.datetime | None:
    bare = " ".join(text.replace(",", " ").split()).strip("*=#_~: ")
    bare = re.sub(r"^(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?\s+", "", bare, flags=re.IGNORECASE)
    bare = re.sub(r"(\d)(st|nd|rd|th)\b", r"\1", bare, flags=re.IGNORECASE)
    bare = re.sub(r"\b(\d+) of ", r"\1 ", bare, flags=re.IGNORECASE)
    bare = re.sub(r"\bsept\b", "Sep", bare, flags=re.IGNORECASE)
    bare = _HOUR.sub("", bare)
    return _first_that_fits(bare, _DATES) or (_within(bare, span) if span else None)


def read_time(text: str) -> datetime.time:
    """Return a time of day: 20:30, 8.30 pm, 8pm. Or ValueError."""
    moment = _first_that_fits(text.replace(" ", ""), _TIMES)
    if moment is None:
        raise ValueError(f"“{text[:30]}” is not a time such as 8.30 pm.")
    return moment.time()


def hour_of(text: str) -> str:
    """Return the time of day that stands behind a date; empty if none does, as in dates of spreadsheets."""
    hour = _HOUR.search(text.strip())
    is_said = hour and is_time(hour[1]) and read_time(hour[1]) != datetime.time()
    return hour[1] if hour and is_said else ""


def is_to_come(text: str) -> bool:
    """Return whether a cell says that a match has no date yet."""
    return bool(_TO_COME.fullmatch(text.strip()))


def is_date(text: str, span: SeasonDates | None = None) -> bool:
    """Return whether a day can be read."""
    return _day(text, span) is not None


def is_time(text: str) -> bool:
    """Return whether a time of day can be read."""
    return _first_that_fits(text.replace(" ", ""), _TIMES) is not None


def _within(text: str, span: SeasonDates) -> datetime.datetime | None:
    """Return the day in the year of the season that has it; outside the season the year nearest to it."""
    years = range(span.first.year, span.last.year + 1)
    moments = [day for year in years if (day := _first_that_fits(f"{text} {year}", _WITHOUT_YEAR))]
    inside = [day for day in moments if span.first <= day.date() <= span.last]
    return next(iter([*inside, *moments]), None)


def _first_that_fits(text: str, forms: Sequence[str]) -> datetime.datetime | None:
    # A format that is tried costs more than all the rest of a line.
    for form in _by_shape(tuple(forms)).get(_shape(text), ()):
        try:
            return datetime.datetime.strptime(text, form)  # noqa: DTZ007  a day or a time of day has no zone
        except ValueError:
            continue
    return None


@cache
def _by_shape(forms: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
    """Return formats by the shape of the texts that fit them."""
    by_shape: dict[str, list[str]] = defaultdict(list)
    for form in forms:
        by_shape[_shape(re.sub("%[bBp]", "a", re.sub("%[YmdyHIMS]", "9", form)))].append(form)
    return dict(by_shape)


def _shape(text: str) -> str:
    """Return a text with 9 for each number and a for each word: 17 Sep 2026 is 9 a 9."""
    return re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "9", text))
