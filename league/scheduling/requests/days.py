"""Days in words: parse and format them ("14 Jan", "1 to 14 August", "Tuesdays in October", "last night")."""

import calendar
import datetime
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from league.scheduling.planner.calendar import DAY, DAYS, day_in_words, monday_of
from league.scheduling.planner.task import End

LONGEST_TEXT = 2_000
MOST_DAYS = 400
FEWEST_WEEKS = 5
"""The days are written as “every Tuesday” only if the season has at least so many Tuesdays."""
MONTHS = tuple(calendar.month_name)[1:]
A_CENTURY = A_LEAP_YEAR = 2000
SHORTEST_WORD = 3

END_PHRASES = {"first night": End.FIRST, "last night": End.LAST, "first": End.FIRST, "last": End.LAST}
_PARTS = re.compile(r"\s*(?:[,;\n&]|\band\b)\s*")
_RANGE = re.compile(r"(.+?)(?:\s+(?:to|till|until|-)\s+|\s*[–—]\s*)(.+)")
_DASH = re.compile(r"(\d{1,2}(?:st|nd|rd|th)?)-(\d{1,2}(?:st|nd|rd|th)? [a-z].*)")
_EVERY = re.compile(r"(?:(?:every|all) ([a-z]+?)s?|([a-z]+?)s)(?: (?:in|of) ([a-z]+)(?: (\d{4}))?)?")
_MONTH = re.compile(r"(?:in |all |all of )?([a-z]+)(?: (\d{4}))?")
_WEEK = re.compile(r"(?:the )?week (?:of |beginning |commencing )?(.+)")
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_FIGURES = re.compile(r"(\d{1,2})[/.](\d{1,2})(?:[/.](\d{4}|\d{2}))?")
_DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?(?: (?:of )?([a-z]+)\.?(?:,? (\d{4}|\d{2}))?)?")
_MONTH_FIRST = re.compile(r"([a-z]+)\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?")


class UnreadableDays(ValueError):
    """Raised for a text that is no day. The message is a sentence."""


class WrongWeekday(UnreadableDays):
    """Raised for a day that is not on the day of the week it is said to be on, Monday 1."""

    def __init__(self, day: datetime.date, weekday: int) -> None:
        super().__init__(f"{day_in_words(day)} is no {DAYS[weekday - 1]}.")
        self.day, self.weekday = day, weekday


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonSpan:
    """The season within which a day needs no year."""

    first: datetime.date
    last: datetime.date

    def __contains__(self, day: datetime.date) -> bool:
        return self.first <= day <= self.last

    def weekdays(self, weekday: int) -> list[datetime.date]:
        """Return all days of a weekday, Monday 1, from the first day to the last."""
        begin = self.first.toordinal() + (weekday - self.first.isoweekday()) % len(DAYS)
        return [
            datetime.date.fromordinal(number) for number in range(begin, self.last.toordinal() + 1, len(DAYS))
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Nights:
    """Days by date, and the first or the last night."""

    days: tuple[datetime.date, ...] = ()
    ends: tuple[End, ...] = ()


@dataclass(frozen=True, slots=True)
class _Month:
    """The month and year that a bare number takes from the date after it: 3 and 10 November."""

    number: int
    year: int | None


def parse_nights(text: str, span: SeasonSpan) -> Nights:
    """Return the nights of a text.

    Raises:
        UnreadableDays: part of the text is no day.
    """
    if len(text) > LONGEST_TEXT:
        raise UnreadableDays(f"That is longer than {LONGEST_TEXT} letters; say it in several rows.")
    days: set[datetime.date] = set()
    ends: list[End] = []
    month: _Month | None = None
    for part in reversed([part for part in _PARTS.split(_plain(text)) if part]):
        if part in END_PHRASES:
            ends.insert(0, END_PHRASES[part])
            continue
        try:
            part_days, month = _part(part, span, month)
        except OverflowError:
            raise UnreadableDays(f"“{part}” is beyond every calendar.") from None
        days.update(part_days)
        if len(days) > MOST_DAYS:
            raise UnreadableDays(f"“{part}” makes more than {MOST_DAYS} days.")
    return Nights(days=tuple(sorted(days)), ends=tuple(dict.fromkeys(ends)))


def parse_day(text: str, span: SeasonSpan) -> datetime.date:
    """Return the only day of a text.

    Raises:
        UnreadableDays: the text is not one day.
    """
    nights = parse_nights(text, span)
    if len(nights.days) != 1 or nights.ends:
        raise UnreadableDays(f"“{text.strip()[:40]}” is not one day; one would be {_example(span)}.")
    return nights.days[0]


def format_nights(days: Iterable[datetime.date], ends: Sequence[End], span: SeasonSpan) -> str:
    """Return the same as `read_nights` reads it again: 14 Jan, 1 Aug to 14 Aug, every Tuesday, first
    night.
    """
    left = set(days)
    texts = []
    for number, name in enumerate(DAYS, 1):
        weekly = span.weekdays(number)
        # Consecutive days are written from the first to the last.
        if (
            len(weekly) >= FEWEST_WEEKS
            and left.issuperset(weekly)
            and (max(left) - min(left)).days != len(left) - 1
        ):
            texts.append(f"every {name}")
            left -= set(weekly)
    return ", ".join([*texts, *_runs(sorted(left), span), *(f"{end.value} night" for end in ends)])


def _runs(days: Sequence[datetime.date], span: SeasonSpan) -> Iterator[str]:
    """Yield the days as text, three or more consecutive ones as the first to the last."""
    begin = 0
    for place, day in enumerate(days, 1):
        if place < len(days) and days[place].toordinal() == day.toordinal() + 1:
            continue
        run, begin = days[begin:place], place
        if len(run) > 2:
            yield f"{format_day(run[0], span)} to {format_day(run[-1], span)}"
        else:
            yield from (format_day(day, span) for day in run)


def format_day(day: datetime.date, span: SeasonSpan) -> str:
    """Return a day as 14 Jan, with its year if the season does not make that clear."""
    short = f"{day.day} {_short(day)}"
    within = day in span and _in_season(day.month, day.day, span) == day
    return short if within else f"{short} {day.year:04}"


def _short(day: datetime.date) -> str:
    return MONTHS[day.month - 1][:SHORTEST_WORD]


def _plain(text: str) -> str:
    words = " ".join(text.casefold().replace("\n", ",").split())
    return re.sub(r"(?:^|(?<=[\s,;]))(?:on|the|from)\s+(?!week)", "", words).strip(" .,;")


def _part(part: str, span: SeasonSpan, month: _Month | None) -> tuple[Iterable[datetime.date], _Month | None]:
    """Return the days of a part, and the month that a bare number before it takes."""
    if week := _WEEK.fullmatch(part):
        monday = monday_of(_day(week[1], span, month)[0])
        return [monday + number * DAY for number in range(len(DAYS))], month
    if every := _every(part, span):
        return every, month
    if between := _RANGE.fullmatch(part) or _DASH.fullmatch(part):
        last, own = _day(between[2], span, month)
        first, _ = _day(between[1], span, own)
        return _from_to(first, last, part), own
    day, own = _day(part, span, month)
    return [day], own


def _from_to(first: datetime.date, last: datetime.date, part: str) -> list[datetime.date]:
    if last < first:
        raise UnreadableDays(f"“{part}” ends before it begins.")
    if (last - first).days > MOST_DAYS:
        raise UnreadableDays(f"“{part}” makes more than {MOST_DAYS} days.")
    return [first + number * DAY for number in range((last - first).days + 1)]


def _every(part: str, span: SeasonSpan) -> list[datetime.date]:
    """Return the days of a phrase such as October, every Tuesday or Tuesdays in October; else none."""
    month = _MONTH.fullmatch(part)
    if month and (number := match_word(month[1], MONTHS)):
        return _of_month(number, month[2], span)
    every = _EVERY.fullmatch(part)
    weekday = match_word(every[1] or every[2], DAYS) if every else 0
    if every is None or not weekday:
        return []
    if every[3] is None:
        return span.weekdays(weekday)
    number = match_word(every[3], MONTHS)
    if not number:
        raise UnreadableDays(f"“{every[3]}” is no month.")
    return [day for day in _of_month(number, every[4], span) if day.isoweekday() == weekday]


def _of_month(number: int, year: str | None, span: SeasonSpan) -> list[datetime.date]:
    if year:
        first = _date(int(year), number, 1)
    else:
        years = range(span.first.year, span.last.year + 1)
        months = [datetime.date(year, number, 1) for year in years]
        ends = [month.replace(day=calendar.monthrange(month.year, number)[1]) for month in months]
        days = [day for day, end in zip(months, ends, strict=True) if end >= span.first and day <= span.last]
        if not days:
            raise UnreadableDays(f"{MONTHS[number - 1]} is not in the season{_season(span)}.")
        first = days[0]
    return [first + number * DAY for number in range(calendar.monthrange(first.year, first.month)[1])]


def _day(part: str, span: SeasonSpan, month: _Month | None) -> tuple[datetime.date, _Month | None]:
    weekday, _, bare = part.partition(" ")
    number = match_word(weekday.rstrip(","), DAYS)
    day, own = _bare_day((bare if number else part).strip(), span, month)
    if number and day.isoweekday() != number:
        raise WrongWeekday(day, number)
    return day, own


def _bare_day(part: str, span: SeasonSpan, month: _Month | None) -> tuple[datetime.date, _Month | None]:
    year: int | None
    if iso := _ISO.fullmatch(part):
        year, number, day = int(iso[1]), int(iso[2]), int(iso[3])
    elif figures := _FIGURES.fullmatch(part):
        day, number, year = int(figures[1]), int(figures[2]), _year(figures[3])
    elif first := _MONTH_FIRST.fullmatch(part):
        day, number, year = int(first[2]), match_word(first[1], MONTHS), _year(first[3])
    elif named := _DAY_FIRST.fullmatch(part):
        day = int(named[1])
        number, year = (match_word(named[2], MONTHS), _year(named[3])) if named[2] else _borrowed(month, part)
    else:
        raise UnreadableDays(_no_day(part, span))
    if not number:
        raise UnreadableDays(_no_day(part, span))
    if year is not None:
        return _date(year, number, day), _Month(number, year)
    date = _in_season(number, day, span)
    if date is None:
        _date(A_LEAP_YEAR, number, day)
        raise UnreadableDays(f"{day} {MONTHS[number - 1]} is not in the season{_season(span)}.")
    return date, _Month(number, None)


def _no_day(part: str, span: SeasonSpan) -> str:
    return f"“{part[:40]}” is no day; one would be {_example(span)}."


def _example(span: SeasonSpan) -> str:
    return f"{span.first.day} {_short(span.first)}"


def _borrowed(month: _Month | None, part: str) -> tuple[int, int | None]:
    if month is None:
        raise UnreadableDays(f"“{part}” is a day without its month.")
    return month.number, month.year


def _year(text: str | None) -> int | None:
    if text is None:
        return None
    return int(text) + (A_CENTURY if len(text) == 2 else 0)


def _in_season(month: int, day: int, span: SeasonSpan) -> datetime.date | None:
    """Return the first such day within the season."""
    for year in range(span.first.year, span.last.year + 1):
        if 1 <= month <= len(MONTHS) and 1 <= day <= calendar.monthrange(year, month)[1]:
            date = datetime.date(year, month, day)
            if date in span:
                return date
    return None


def _date(year: int, month: int, day: int) -> datetime.date:
    try:
        return datetime.date(year, month, day)
    except ValueError:
        name = MONTHS[month - 1] if 1 <= month <= len(MONTHS) else f"month {month}"
        of_year = "" if year == A_LEAP_YEAR else f" in {year}"
        raise UnreadableDays(f"There is no {day} {name}{of_year}.") from None


def _season(span: SeasonSpan) -> str:
    return f", which {runs(span)}; give its year if that is meant"


def runs(span: SeasonSpan) -> str:
    """Return from when to when a season runs, in words."""
    return f"runs from {_in_full(span.first)} to {_in_full(span.last)}"


def _in_full(day: datetime.date) -> str:
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def match_word(prefix: str | None, words: Sequence[str]) -> int:
    """Return the number, from 1, of the only word with this prefix of at least three letters; else 0."""
    if not prefix or len(prefix) < SHORTEST_WORD:
        return 0
    matches = [number for number, word in enumerate(words, 1) if word.casefold().startswith(prefix)]
    return matches[0] if len(matches) == 1 else 0
