"""Find days in a sentence as people say them: the first Thursday in December, until Easter, week of 14 Jan.

Dates themselves are read by `days`. What could be two days is asked back, never guessed.
"""

import datetime
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from league.scheduling.planner.calendar import DAY, DAYS, WEEK, monday_of, short_day
from league.scheduling.planner.task import End
from league.scheduling.requests.days import (
    MONTHS,
    MOST_DAYS,
    SeasonSpan,
    UnreadableDays,
    format_nights,
    match_word,
    parse_nights,
)
from league.scheduling.requests.feasts import feast_days

MOST_WORDS = 14
_NAMES = tuple(name.casefold() for name in (*MONTHS, *DAYS))
_SHORT = {"weds": "wednesday", "wed": "wednesday", "thurs": "thursday", "xmas": "christmas"}
_WORD = re.compile(r"[^\s,;()!?]+")
_BEGINS = re.compile(
    r"\d|week$|w/c$|every$|all$|each$|first$|second$|third$|fourth$|last$|final$|opening$|in$|during$|over$"
    r"|throughout$|before$|after$|by$|until$|till$|til$|while$|from$|since$|between$|up$|christmas$|boxing$|easter$|good$"
    r"|new$|bonfire$|halloween$|valentine|bank$|may$|spring$|august$|alternate$|start$|finish$|the$|any$"
    r"|maundy$|shrove$|ash$|palm$|mothering$|mother's$|pancake$|st$|twelfth$|yorkshire$|armistice$|w/b$|wc$|lent$|advent$"
)
# Months that are no other word, also without “in”.
_PLAIN_MONTHS = frozenset(name.casefold() for name in MONTHS) - {"march", "may"} | {"sept"}
_ORDINALS = {
    "first": 0,
    "1st": 0,
    "second": 1,
    "2nd": 1,
    "third": 2,
    "3rd": 2,
    "fourth": 3,
    "4th": 3,
    "last": -1,
}
_ENDS = re.compile(
    r"(?:the )?(?:very )?(?:(first|opening)|(last|final)) (?:match|game|night|fixture)(?: of the season)?"
    r"|(?:(start|begin|open)|(finish|end))(?: of)? the season"
)
_AFTER, _BEFORE = (
    ("from", "since", "after"),
    ("until", "till", "til", "while", "up to", "before", "by", "up until"),
)
_EDGE = re.compile(rf"({'|'.join((*_AFTER, *reversed(_BEFORE)))})(?: after)? (.+?)(?: (?:onwards?|on))?")
_WEEK_OF = re.compile(
    r"(?:(?:in |during )?(?:the )?week (?:of|beginning|commencing|starting|from)|w/c|week) (?!on )(.+)"
    r"|(.+?)(?:'s)? week"
)
_PART_OF_MONTH = re.compile(
    r"(?:(?:for|in|during|over) )?(?:the )?(first|last) (week|two weeks|fortnight|three weeks) (?:of|in) (.+)"
)
_MONTHLY = re.compile(r"(?:on )?(?:the )?(\w+ \w+day)s? (?:of|in) (?:each|every|the|a) month")
_LATER_MONTH = re.compile(
    r"^(\d{1,2}(?:st|nd|rd|th)?) (?:of )?([a-z]{3,}) (?:to|till|until|-) (?:the )?(\d{1,2}(?:st|nd|rd|th)?)$"
)
_IN = re.compile(r"(?:in|on|during|over|throughout|for|at|all(?: of)?|the whole of|the) (.+)")


class AmbiguousDays(ValueError):
    """Raised for words that can mean several days: a question, and phrases that say which, each with words.

    `start` and `end` are where the words stand in the text.
    """

    def __init__(self, question: str, phrases: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__(question)
        self.question, self.phrases = question, tuple(phrases)
        self.start = self.end = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DayMention:
    """Days in a sentence, or an end of the season, or both; `edge` is after or before for an open range."""

    start: int
    end: int
    days: tuple[datetime.date, ...] = ()
    ends: tuple[End, ...] = ()
    edge: str = ""


def plain_days(text: str) -> str:
    """Return a text in lower case with months and days of the week spelt out, as far as they are misspelt."""
    return re.sub(r"[^\W\d_]+", lambda word: _spelt(word[0]), text.casefold())


def _spelt(word: str) -> str:
    if word in _SHORT:
        return _SHORT[word]
    if len(word) < 6 or word in _NAMES or word.removesuffix("s") in _NAMES:
        return word
    near = get_close_matches(word, _NAMES, n=1, cutoff=0.84)
    return near[0] if near and near[0][0] == word[0] else word


def find_days(text: str, span: SeasonSpan, night: int) -> Iterator[DayMention]:
    """Yield the days in a text that `plain_days` returned, longest first, in their order.

    Raises:
        AmbiguousDays: something could be more than one day.
    """
    words = list(_WORD.finditer(text))
    place = 0
    reader = _Reader(span, night)
    while place < len(words):
        for length in range(min(MOST_WORDS, len(words) - place), 0, -1):
            begin, end = words[place].start(), words[place + length - 1].end()
            phrase = text[begin:end].rstrip(".:")
            if (
                "§" in phrase
                or not _may_begin(words[place][0])
                or re.search(r"[()!?;:]|\. |\b(?:and|or|to|plus)$", phrase)
            ):
                continue
            try:
                when = reader.read(phrase)
            except OverflowError:
                raise AmbiguousDays(f"“{phrase}” is beyond every calendar. Which day is it?") from None
            except AmbiguousDays as ambiguous:
                ambiguous.start, ambiguous.end = begin, begin + len(phrase)
                raise
            if when:
                yield replace(when, start=begin, end=begin + len(phrase))
                place += length
                break
        else:
            place += 1


def _may_begin(word: str) -> bool:
    return bool(_BEGINS.match(word) or match_word(word.rstrip("s."), (*DAYS, *MONTHS)))


class _Reader:
    """Reads one phrase as days."""

    def __init__(self, span: SeasonSpan, night: int) -> None:
        self.span, self.night = span, night

    def read(self, phrase: str) -> DayMention | None:
        if end := _ENDS.fullmatch(phrase):
            which = End.FIRST if end[1] or end[3] else End.LAST
            return DayMention(start=0, end=0, ends=(which,))
        if re.fullmatch(r"(?:the )?first and last (?:match|game|night|fixture)(?:e?s)?", phrase):
            return DayMention(start=0, end=0, ends=(End.FIRST, End.LAST))
        if re.fullmatch(
            r"(?:the |on )*(?:every other|every second) (?:weeks?|\w+days?)|alternate \w+days", phrase
        ):
            raise AmbiguousDays("Which weeks: which is the first?", self._alternate_nights())
        if re.fullmatch(r"(?:at |over |in |during |the )*easter(?: week)?", phrase):
            raise AmbiguousDays("Which week at Easter?", self._easter_weeks())
        edge = _EDGE.fullmatch(phrase)
        if edge and not (edge[1] == "from" and re.search(r"\b(?:to|till|until)\b", edge[2])):
            return self._edge(edge[1], edge[2], is_after="after" in phrase.split()[:2])
        if days := self._days(phrase):
            return DayMention(start=0, end=0, days=tuple(days))
        return None

    def _feast(self, phrase: str) -> list[datetime.date]:
        """Return a feast by its name; Christmas and New Year only with a word before them that says when."""
        inner = _IN.fullmatch(phrase)
        name = inner[1] if inner else phrase
        days = feast_days(name, self.span)
        if name == "christmas":
            return _week(days[0]) if days and inner and not phrase.startswith("the ") else []
        return days if inner or name not in ("new year", "lent", "advent") else []

    def _alternate_nights(self) -> list[tuple[str, str]]:
        nights = self.span.weekdays(self.night)
        return [
            (f"from {short_day(night)}", format_nights(nights[place::2], (), self.span))
            for place, night in enumerate(nights[:2])
        ]

    def _easter_weeks(self) -> list[tuple[str, str]]:
        days = [
            friday + later for friday in feast_days("good friday", self.span) for later in (0 * WEEK, WEEK)
        ]
        return [(f"the week of {short_day(monday_of(day))}",) * 2 for day in days]

    def _edge(self, word: str, text: str, *, is_after: bool) -> DayMention | None:
        """Return the days from a day on, or until a day."""
        month = self._named(re.sub(r"^(?:the )?(?:end|finish) of ", "", text))
        days = month or feast_days(text, self.span) or self._days(text)
        if re.match(r"(?:the )?(?:end|finish) of ", text):
            days = days[-1:]
        elif re.match(r"(?:the )?(?:start|beginning) of ", text):
            days = self._days(re.sub(r"^(?:the )?(?:start|beginning) of ", "", text))[:1]
        is_end = bool(re.match(r"(?:the )?(?:end|finish) of ", text))
        if not days or (days[-1] - days[0]).days >= len(days):
            return None
        if word in _AFTER:
            first = days[-1] + DAY if word == "after" else days[0]
            return self._between(first, self.span.last, "after")
        is_inclusive = is_end or is_after or word == "by"
        if not is_inclusive and word != "before" and len(days) == 1 and days[0].isoweekday() == self.night:
            day = short_day(days[0])
            raise AmbiguousDays(
                f"Is {day} itself included?",
                ((f"up to {day}, included", f"by {day}"), (f"before {day}",) * 2),
            )
        return self._between(self.span.first, days[-1] if is_inclusive else days[0] - DAY, "before")

    def _between(self, first: datetime.date, last: datetime.date, edge: str) -> DayMention | None:
        days = _every_day(max(first, self.span.first), min(last, self.span.last))
        return DayMention(start=0, end=0, days=tuple(days), edge=edge) if days else None

    def _days(self, phrase: str) -> list[datetime.date]:
        phrase = phrase.removesuffix(" night").removesuffix(" nights") if "bonfire" not in phrase else phrase
        if between := re.fullmatch(r"between (.+) and (.+)", phrase):
            first, last = (feast_days(end, self.span) or self._days(end) for end in between.groups())
            first = first or self._days(f"{between[1]} and {between[2]}")[:1]
            return _every_day(first[0], last[-1]) if first and last else []
        if near := re.fullmatch(r"(?:in )?(?:the )?week (after|before) (.+)", phrase):
            days = self._days(near[2])
            step = WEEK if near[1] == "after" else -WEEK
            return _week(days[0] + step) if len(days) == 1 else []
        if part := _PART_OF_MONTH.fullmatch(phrase):
            days = self._named(part[3])
            length = 7 * {"two weeks": 2, "fortnight": 2, "three weeks": 3}.get(part[2], 1)
            return days[:length] if part[1] == "first" else days[-length:]
        if every := re.fullmatch(
            r"(?:on )?(?:any|every|each|all(?: the)?)? ?(\w+day)s? (?:in|during|of) (lent|advent)", phrase
        ):
            weekday = match_word(every[1], DAYS)
            return [day for day in feast_days(every[2], self.span) if day.isoweekday() == weekday]
        if monthly := _MONTHLY.fullmatch(phrase):
            months = [self._ordinal(f"{monthly[1]} of {month.casefold()}") for month in MONTHS]
            return sorted(day for days in months for day in days if day in self.span)
        if weekly := re.fullmatch(r"(?:every|each) week (?:in|of|during) (\w+)", phrase):
            return self._named(weekly[1])
        if week := _WEEK_OF.fullmatch(phrase):
            days = self._days(week[1] or week[2]) or self._days(f"in {week[1] or week[2]}")
            return _week(days[0]) if days and monday_of(days[0]) == monday_of(days[-1]) else []
        return self._ordinal(phrase) or self._feast(phrase) or self._plain(phrase)

    def _ordinal(self, phrase: str) -> list[datetime.date]:
        match = re.fullmatch(r"(?:on |the )*(\w+) (\w+day) (?:of|in) (\w+)", phrase)
        if not match or match[1] not in _ORDINALS:
            return []
        weekday = match_word(match[2], DAYS)
        days = [day for day in self._named(match[3]) if day.isoweekday() == weekday]
        place = _ORDINALS[match[1]]
        return days[place:][:1] if days else []

    def _named(self, text: str) -> list[datetime.date]:
        """Return the days of a month by its name."""
        number = match_word(text.removeprefix("the ").removeprefix("end of "), MONTHS)
        if not number:
            return []
        try:
            return list(parse_nights(MONTHS[number - 1], self.span).days)
        except UnreadableDays:
            return []

    def _plain(self, phrase: str) -> list[datetime.date]:
        inner = re.fullmatch(r"(?:in|on|during|over|throughout|for|all(?: of)?|the) (.+)", phrase)
        text = inner[1] if inner else phrase
        is_month = bool(self._named(text))
        is_weekdays = bool(re.search(r"\b(?:every|all|each|any) \w+day|days\b", text))
        if text.startswith("week on "):
            return []
        if (
            not re.search(r"\d", text)
            and not is_weekdays
            and not (is_month and (inner or text in _PLAIN_MONTHS))
        ):
            return []
        text = re.sub(r"\bor\b|\bplus\b", "and", text)
        text = re.sub(r"^from (?:the )?", "", text)
        text = _LATER_MONTH.sub(r"\1 to \3 \2", text)
        text = re.sub(r"\b(?:each|any) (?=\w+day)", "every ", text)
        text = re.sub(
            r"\b([a-z]{3,9}) (\d{1,2}(?:st|nd|rd|th)?)((?: and|,) \d{1,2}(?:st|nd|rd|th)?)+$", _turned, text
        )
        try:
            nights = parse_nights(re.sub(r"\b(of|the) (?=\d|[a-z]+$)", "", text), self.span)
        except UnreadableDays as refused:
            if str(refused).endswith(tuple(f"is no {day}." for day in DAYS)) and "or" not in text.split():
                raise AmbiguousDays(f"{refused} Which day is it?") from None
            return []
        return list(nights.days) if not nights.ends else []


def _turned(match: re.Match[str]) -> str:
    """Return January 14 and 21 as 14 and 21 January."""
    month = match[1]
    return f"{match[0].removeprefix(month).strip()} {month}" if match_word(month, MONTHS) else match[0]


def _week(day: datetime.date) -> list[datetime.date]:
    monday = monday_of(day)
    return _every_day(monday, monday + WEEK - DAY)


def _every_day(first: datetime.date, last: datetime.date) -> list[datetime.date]:
    length = (last - first).days + 1
    return [first + number * DAY for number in range(length)] if length <= MOST_DAYS else []
