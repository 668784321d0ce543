"""Find days in a sentence as people say them, the longest phrase first: see `day_phrases`."""

import re
from collections.abc import Iterator
from dataclasses import replace

from league.scheduling.planner.calendar import DAYS, WEEK
from league.scheduling.requests.day_phrases import DAY_RULES
from league.scheduling.requests.day_reader import AmbiguousDays, DayMention, DayReader
from league.scheduling.requests.days import MONTHS, SeasonSpan, match_word
from league.scheduling.requests.feasts import FEASTS

MOST_WORDS = 14
_WORD = re.compile(r"[^\s,;()!?]+")
_BEGINNINGS = """
    cup week w/c w/b w/e wc every all each any first second third fourth last final latter opening start
    finish end in during over through throughout for on a two three four half before after by until
    till til while from since starting between up the christmas boxing easter good new bonfire
    halloween bank festive may spring august alternate maundy shrove ash palm mothering mother's
    pancake st twelfth yorkshire armistice lent advent valentine's valentines
"""
_MONTH = re.compile(r"\b(?:{})\b".format("|".join(name.casefold() for name in MONTHS)))
_BEGINS = frozenset(_BEGINNINGS.split())


def find_days(text: str, span: SeasonSpan, night: int, line: str) -> Iterator[DayMention]:
    """Yield the days in a text that `spell_out` returned, longest first, in their order.

    `line` is the whole text: a month it names alone is the month of a day without one, as in “bar 17th”.

    Raises:
        AmbiguousDays: something could be more than one day.
    """
    words = list(_WORD.finditer(text))
    months = {match[0] for match in _MONTH.finditer(line)}
    reader = DayReader(DAY_RULES, span, night, months.pop() if len(months) == 1 else "")
    asked: AmbiguousDays | None = None
    last: DayMention | None = None
    place, found = 0, 0
    while place < len(words):
        try:
            when, length = _longest(text, words[place : place + MOST_WORDS], reader)
        except AmbiguousDays as ambiguous:
            if not ambiguous.may_be_reason:
                raise
            asked, when, length = asked or ambiguous, None, 1
        if when and last and _is_named_again(text, last, when):
            when = None
        if when:
            found += 1
            last = when
            yield when
        place += length
    if asked and not found:
        raise asked


def _is_named_again(text: str, before: DayMention, when: DayMention) -> bool:
    """Return whether a feast behind a date only says why: 29 October, Halloween."""
    is_feast = text[when.start : when.end] in FEASTS
    between = text[before.end : when.start].strip(" ,(-–")
    days = (*before.days, *when.days)
    return is_feast and not between and bool(before.days) and max(days) - min(days) <= WEEK


def _longest(text: str, words: list[re.Match[str]], reader: DayReader) -> tuple[DayMention | None, int]:
    """Return the days of the longest phrase that begins with the first of some words, and its length."""
    if not _may_begin(words[0][0]):
        return None, 1
    for length in range(len(words), 0, -1):
        begin, end = words[0].start(), words[length - 1].end()
        phrase = text[begin:end].rstrip(".:")
        if "§" in phrase or re.search(r"[()!?;:]|\. |\b(?:and|or|to|plus|for)$", phrase):
            continue
        try:
            when = reader.read(phrase)
        except OverflowError:
            raise AmbiguousDays(f"“{phrase}” is beyond every calendar. Which day is it?") from None
        except AmbiguousDays as ambiguous:
            ambiguous.start, ambiguous.end = begin, begin + len(phrase)
            raise
        if when:
            return replace(when, start=begin, end=begin + len(phrase)), length
    return None, 1


def _may_begin(word: str) -> bool:
    word = word.rstrip(".")
    return word in _BEGINS or word[:1].isdigit() or bool(match_word(word.rstrip("s"), (*DAYS, *MONTHS)))
