"""Read one phrase as days by the first rule of `day_phrases` that fits; and what comes of it."""

import datetime
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from league.scheduling.planner.calendar import DAY, WEEK, monday_of
from league.scheduling.planner.task import End
from league.scheduling.requests.days import (
    MONTHS,
    MOST_DAYS,
    SeasonSpan,
    UnreadableDays,
    match_word,
    parse_nights,
)
from league.scheduling.requests.feasts import feast_days
from league.scheduling.requests.resolving import KnownNames

Days = list[datetime.date]


class AmbiguousDays(ValueError):
    """Raised for words that can mean several days: a question, and phrases that say which, each with words.

    `start` and `end` are where the words stand in the text. `may_be_reason`: they say nothing beside a date.
    `inner` are the words in question where they are a part of a phrase: Easter, of “after Easter”.
    """

    inner = ""

    def __init__(
        self, question: str, phrases: Sequence[tuple[str, str]] = (), *, may_be_reason: bool = False
    ) -> None:
        super().__init__(question)
        self.question, self.phrases, self.may_be_reason = question, tuple(phrases), may_be_reason
        self.start = self.end = 0

    def widen(self, phrase: str) -> None:
        """Make the choices say the whole phrase of which they answer a part, or drop them."""
        if self.inner:
            wider = [phrase.replace(self.inner, text, 1) for _, text in self.phrases if self.inner in phrase]
            self.phrases, self.inner = tuple((text, text) for text in wider), ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DayMention:
    """Days in a sentence, or an end of the season, or both; `edge` is after or before for an open range."""

    start: int = 0
    end: int = 0
    days: tuple[datetime.date, ...] = ()
    ends: tuple[End, ...] = ()
    edge: str = ""


Meaning = Callable[["DayReader", re.Match[str]], DayMention | Days | None]


@dataclass(frozen=True, slots=True)
class DayRule:
    """A pattern of phrases about days, and what they mean; None leaves a phrase to the rules behind."""

    pattern: re.Pattern[str]
    meaning: Meaning


def rule(rules: list[DayRule], pattern: str) -> Callable[[Meaning], Meaning]:
    """Return a decorator that adds a function to rules as the meaning of a pattern."""

    def register(meaning: Meaning) -> Meaning:
        rules.append(DayRule(re.compile(pattern), meaning))
        return meaning

    return register


class DayReader:
    """Reads phrases in the season of a league. `only_month` is the month of a bare day: bar the 17th."""

    def __init__(
        self, rules: Sequence[DayRule], span: SeasonSpan, known: KnownNames, only_month: str
    ) -> None:
        self.rules, self.span, self.only_month = rules, span, only_month
        self.night, self.off = known.league.night, known.off

    def read(self, phrase: str) -> DayMention | None:
        """Return the days of a phrase in lower case; None if it is not about days.

        Raises:
            AmbiguousDays: it could be more than one day.
        """
        for rule in self.rules:
            match = rule.pattern.fullmatch(phrase)
            try:
                days = rule.meaning(self, match) if match else None
            except AmbiguousDays as ambiguous:
                ambiguous.widen(phrase)
                raise
            if days:
                return days if isinstance(days, DayMention) else DayMention(days=tuple(days))
        return None

    def days(self, phrase: str) -> Days:
        """Return the days of a phrase, of a feast by its bare name too; none for an end or an open range."""
        if feast := feast_days(phrase, self.span):
            return feast
        try:
            when = self.read(phrase)
        except AmbiguousDays as ambiguous:
            ambiguous.inner = phrase
            raise
        return list(when.days) if when and not when.ends and not when.edge else []

    def month(self, text: str) -> Days:
        """Return the days of a month by its name."""
        number = match_word(text.removeprefix("the "), MONTHS)
        try:
            return list(parse_nights(MONTHS[number - 1], self.span).days) if number else []
        except UnreadableDays:
            return []

    def between(self, first: datetime.date, last: datetime.date, edge: str = "") -> DayMention | None:
        """Return the days of the season from one day to another."""
        days = every_day(max(first, self.span.first), min(last, self.span.last))
        return DayMention(days=tuple(days), edge=edge) if days else None


def every_day(first: datetime.date, last: datetime.date) -> Days:
    """Return all days from one to another; none if they are too many."""
    length = (last - first).days + 1
    return [first + number * DAY for number in range(length)] if length <= MOST_DAYS else []


def week_of(day: datetime.date) -> Days:
    """Return the days of a week from its Monday."""
    monday = monday_of(day)
    return every_day(monday, monday + WEEK - DAY)


def are_one_week(days: Days) -> bool:
    """Return whether days begin and end in the same week."""
    return bool(days) and monday_of(days[0]) == monday_of(days[-1])
