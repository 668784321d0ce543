"""Phrases about days that always make a question, with the weeks they can mean: half term, bank holidays."""

import datetime
import re
from collections.abc import Iterable
from functools import partial

from league.scheduling.planner.calendar import DAY, WEEK, WeekOff, monday_of, short_day
from league.scheduling.requests.day_reader import AmbiguousDays, DayReader, DayRule, Days, rule
from league.scheduling.requests.days import format_nights, runs
from league.scheduling.requests.feasts import BANK_HOLIDAYS, FEASTS, feast_days, half_terms, nearest_feast

_SEASONS = ("christmas", "new year", "the new year", "lent")
QUESTION_RULES: list[DayRule] = []
IN_TIME = r"(?:(?:in|on|during|over|through|throughout|for|at|all of|all|the whole of|the|month of) )*"
_rule = partial(rule, QUESTION_RULES)


@_rule(rf"{IN_TIME}(?:first|1st|second|2nd|latter|other) half(?: of (?:the|our|their) season)?")
def _half_season(reader: DayReader, _: re.Match[str]) -> None:
    halves = (("before Christmas", "before the new year"), ("after Christmas", "from the new year"))
    raise AmbiguousDays("A season has no half by the calendar. Which days are meant?", halves)


@_rule(r"(?:at |over |in |during |the )*easter(?: week| time)?")
def _easter(reader: DayReader, _: re.Match[str]) -> None:
    fridays = feast_days("good friday", reader.span)
    if not fridays:
        raise _outside("easter sunday", "Easter", reader)
    weeks = [friday + later for friday in fridays for later in (0 * WEEK, WEEK)]
    raise AmbiguousDays("Which week at Easter?", _weeks(weeks))


@_rule(
    rf"(?:(?:week (?:of|before|after)|after|before|until|by|since|from) )*{IN_TIME}"
    rf"({'|'.join(FEASTS)})(?: week)?"
)
def _feast_outside(reader: DayReader, match: re.Match[str]) -> None:
    if match[1] not in _SEASONS and not feast_days(match[1], reader.span):
        raise _outside(match[1], match[1].title().replace("'S", "’s"), reader)


def _outside(name: str, words: str, reader: DayReader) -> AmbiguousDays:
    day = short_day(nearest_feast(name, reader.span))
    year = nearest_feast(name, reader.span).year
    question = f"{words} is on {day} {year}, outside the season, which {runs(reader.span)}. Which day is it?"
    return AmbiguousDays(question, may_be_reason=True)


@_rule(rf"{IN_TIME}(?:christmas|festive) (?:time|period|holidays?|season)|{IN_TIME}christmas and new year")
def _christmas_time(reader: DayReader, _: re.Match[str]) -> None:
    mondays = [monday_of(day) for name in ("christmas", "new year") for day in feast_days(name, reader.span)]
    both = [(short_day(mondays[0]), short_day(mondays[-1] + WEEK - DAY))] if len(mondays) == 2 else []
    phrases = [(f"from {first} to {last}",) * 2 for first, last in both]
    raise AmbiguousDays("Which weeks at Christmas?", (*_weeks(mondays), *phrases), may_be_reason=True)


@_rule(r"(?:in|over|during|at|for) (?:the )?new year")
def _new_year(reader: DayReader, match: re.Match[str]) -> None:
    days = feast_days("new year", reader.span)
    phrases = ("from the new year", "all January")
    choices = (*_weeks(days), *(((phrase,) * 2) for phrase in phrases))
    raise AmbiguousDays(f"Which days are “{match[0]}”?", choices)


@_rule(rf"{IN_TIME}(?:(?:all|any|every|each|the) )*bank holidays?(?: weeks?| weekends?)?")
def _bank_holidays(reader: DayReader, _: re.Match[str]) -> None:
    days = [day for name in BANK_HOLIDAYS for day in feast_days(name, reader.span)]
    every = [("all of them", format_nights(days, (), reader.span))] if days else []
    raise AmbiguousDays("Which bank holidays are meant?", [*every, *_weeks(days)], may_be_reason=True)


@_rule(rf"{IN_TIME}cup (?:night|week|date)s?")
def _cup_nights(reader: DayReader, match: re.Match[str]) -> Days:
    """Return the nights of the weeks that the season calendar keeps for cups."""
    nights = reader.span.weekdays(reader.night)
    if WeekOff.CUP not in reader.off.values():
        raise AmbiguousDays("Which dates are cup nights? No week is a cup week yet.", may_be_reason=True)
    return [night for night in nights if reader.off.get(monday_of(night)) is WeekOff.CUP]


@_rule(rf"{IN_TIME}week ([2-9]|[1-4]\d)(?: of the season)?")
def _numbered_week(reader: DayReader, match: re.Match[str]) -> Days:
    """Return the night of a week by its number, where weeks off before it leave no doubt which."""
    nights, number = reader.span.weekdays(reader.night), int(match[1])
    played = [night for night in nights if monday_of(night) not in reader.off]
    days = [day for every in (nights, played) for day in every[number - 1 : number]]
    if len(set(days)) != 1:
        phrases = [(short_day(day), f"on {short_day(day)}") for day in sorted(set(days))]
        raise AmbiguousDays(f"Which date is “{match[0]}”, with weeks off counted or without?", phrases)
    return days[:1]


@_rule(rf"{IN_TIME}half[- ]terms?(?: week| holidays?)?")
def _half_term(reader: DayReader, _: re.Match[str]) -> None:
    raise AmbiguousDays("Which week is half term?", _weeks(half_terms(reader.span)), may_be_reason=True)


def _weeks(days: Iterable[datetime.date]) -> list[tuple[str, str]]:
    firsts = {monday_of(day): day for day in reversed(list(days))}
    return [(f"the week of {short_day(firsts[week])}",) * 2 for week in sorted(firsts)]
