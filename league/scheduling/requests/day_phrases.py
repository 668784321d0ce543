"""The phrases that mean days: the first Thursday in December, until Easter, the second half of January.

What could be two days is asked back, never guessed. Dates themselves are read by `days`. In a sentence the
longest phrase is found first.
"""

import datetime
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from league.scheduling.planner.calendar import DAY, DAYS, WEEK, short_day
from league.scheduling.planner.task import End
from league.scheduling.requests.day_questions import IN_TIME, QUESTION_RULES
from league.scheduling.requests.day_reader import (
    AmbiguousDays,
    DayMention,
    DayReader,
    Days,
    are_one_week,
    every_day,
    rule,
    week_of,
)
from league.scheduling.requests.days import (
    MONTHS,
    SeasonSpan,
    UnreadableDays,
    WrongWeekday,
    format_nights,
    match_word,
    parse_nights,
)
from league.scheduling.requests.feasts import FEASTS, feast_days
from league.scheduling.requests.resolving import KnownNames

DAY_RULES = [*QUESTION_RULES]
_rule = partial(rule, DAY_RULES)
# Months that are no other word, also without “in”.
_PLAIN_MONTHS = frozenset(name.casefold() for name in MONTHS) - {"march", "may"} | {"sept"}
_ORDINALS = {
    "first": 0, "1st": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2, "fourth": 3, "4th": 3, "last": -1,
}  # fmt: skip
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_ORDINAL = "|".join(_ORDINALS)
_NUMBERS = {"": 1, "a": 1, "one": 1, "couple of": 2, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_LENGTH = (
    r"(?:(?:the |a )?(?P<number>couple of|one|two|three|four|five|six|\d+|)"
    r" ?(?P<unit>day|week|fortnight|month)s?)"
)
_AFTER = r"from|since|after|starting"
_BEFORE = r"up to and including|up until|up to|until|till|til|while|before|by"
_OCCASION = r"(?!(?:.* )?(?:not?|except|before|after|or|and|if|unless|from|to)\b)[a-z']+(?: [a-z']+){0,3}"
MOST_DAYS_BUT_ONE = 62
_WEEKDAY_RANGE = rf"^\w+day (?:the )?({_DAY}) (?:to|till|until|-) \w+day (?:the )?({_DAY} [a-z]+)$"
_BOUNDS = r"(?:the )?(?:(end|finish)|start|beginning) (?:of )?"


@_rule(
    r"(?:the )?(?:very )?(?:(first|1st|opening)|last|final) (?:match|game|night|fixture|evening)"
    r"(?: of (?:the|their) season)?|(?:the )?(first) week of the season|week (1|one)"
    r"|(?:the )?(?:(start|begin|beginning|open|opening)|finish|end) of the season"
)
def _end_of_season(_: DayReader, match: re.Match[str]) -> DayMention:
    return DayMention(ends=(End.FIRST if any(match.groups()) else End.LAST,))


@_rule(
    r"(?:the )?(?:first|1st) (?:(?:match|game|night) )?(?:and|or)"
    r" (?:the )?(?:last|final) (?:match|game|night|fixture)(?:e?s)?"
    r"|(?:the )?(?:start|beginning) (?:and|or) (?:the )?(?:end|finish) of the season"
)
def _both_ends(_: DayReader, __: re.Match[str]) -> DayMention:
    return DayMention(ends=(End.FIRST, End.LAST))


@_rule(rf"{IN_TIME}(?:first|1st|opening) {_LENGTH}(?: of the season)?")
def _beginning(reader: DayReader, match: re.Match[str]) -> DayMention | None:
    first = reader.span.first
    return reader.between(first, _later(first, match[1], match[2]))


@_rule(
    r"(?:the |on )*(?:(?:every other|every second|each alternate) (?=week|\w+day)|alternate (?=\w+day))"
    r"(\w+?)s?"
    r"(?:,? (?:from|starting|beginning)(?: on| with| from)?(?: the)? (.+))?"
)
def _every_other(reader: DayReader, match: re.Match[str]) -> Days:
    nights = reader.span.weekdays(match_word(match[1], DAYS) or reader.night)
    start = reader.days(match[2]) if match[2] else []
    if match[2] and not start:
        return []
    if start and start[0] in nights:
        return nights[nights.index(start[0]) :: 2]
    choices = [
        (f"from {short_day(night)}", format_nights(nights[place::2], (), reader.span))
        for place, night in enumerate(nights[:2])
    ]
    raise AmbiguousDays("Which weeks: which is the first?", choices)


@_rule(rf"({_AFTER}|{_BEFORE})(?: after)? (.+?)(?: (?:onwards?|on))?")
def _edge(reader: DayReader, match: re.Match[str]) -> DayMention | None:
    """Return the days from a day on, or until a day."""
    word, text = match.groups()
    if word in ("from", "since", "starting") and re.search(r"\b(?:to|till|until|for)\b", text):
        return None
    bound = re.match(_BOUNDS, text)
    is_end = bool(bound and bound[1])
    text = text[bound.end() :] if bound else text
    days = reader.month(text) or (_easter(reader) if text == "easter" else reader.days(text))
    days = days[-1:] if is_end else days[:1] if bound else days
    if not days or (days[-1] - days[0]).days >= len(days):
        return None
    if re.fullmatch(_AFTER, word):
        return reader.between(days[-1] + DAY if word == "after" else days[0], reader.span.last, "after")
    is_inclusive = is_end or " after " in match[0] or word in ("by", "up to and including")
    if not is_inclusive and word != "before" and len(days) == 1 and days[0].isoweekday() == reader.night:
        day = short_day(days[0])
        choices = ((f"up to {day}, included", f"up to and including {day}"), (f"before {day}",) * 2)
        raise AmbiguousDays(f"Is {day} itself included?", choices)
    return reader.between(reader.span.first, days[-1] if is_inclusive else days[0] - DAY, "before")


def _easter(reader: DayReader) -> Days:
    """Return the days from Good Friday to Easter Monday."""
    ends = [day for name in ("good friday", "easter monday") for day in feast_days(name, reader.span)]
    return every_day(ends[0], ends[-1]) if ends else reader.days("easter")


@_rule(
    r"(?:on )?(?:the |their |our )?(?:(last|final) (?:night|match|game|fixture) (before)"
    r"|(first|1st|opening) (?:night|match|game|fixture) (after|of|in|back after)) (.+)"
)
def _night_beside(reader: DayReader, match: re.Match[str]) -> Days:
    """Return the night of play that is the last before, or the first after or in, some days."""
    days = reader.month(match[5]) or (_easter(reader) if match[5] == "easter" else reader.days(match[5]))
    if not days:
        return []
    nights = reader.span.weekdays(reader.night)
    if match[2]:
        return [night for night in nights if night < days[0]][-1:]
    first = days[0] if match[4] in ("of", "in") else days[-1] + DAY
    return [night for night in nights if night >= first][:1]


@_rule(r"between (.+) and (.+?)(?: inclusive)?")
def _between(reader: DayReader, match: re.Match[str]) -> Days:
    first, last = map(reader.days, match.groups())
    first = first or reader.days(f"{match[1]} and {match[2]}")[:1]
    return every_day(first[0], last[-1]) if first and last else []


@_rule(rf"(?:for )?{_LENGTH} (?:from|starting|beginning|commencing)(?: on)? (?P<start>.+)")
@_rule(rf"(?:from |starting )?(?P<start>.+?),? for {_LENGTH}")
def _for_a_time(reader: DayReader, match: re.Match[str]) -> Days:
    start = reader.days(match["start"])
    return every_day(start[0], _later(start[0], match["number"], match["unit"])) if len(start) == 1 else []


@_rule(r"(?:in )?(?:the )?week (after|before) (.+)")
def _next_week(reader: DayReader, match: re.Match[str]) -> Days:
    days = reader.days(match[2])
    return week_of(days[0] + (WEEK if match[1] == "after" else -WEEK)) if are_one_week(days) else []


@_rule(
    r"(?:in |over |during )?(.+?),? (?:and|or|plus|nor) (?:in )?the"
    r" (?:week (after|before)|(?:following|next) week)"
)
def _week_and_next(reader: DayReader, match: re.Match[str]) -> Days:
    days = reader.days(match[1]) or reader.days(f"in {match[1]}")
    other = week_of(days[0] + (-WEEK if match[2] == "before" else WEEK)) if are_one_week(days) else []
    return sorted({*days, *other}) if other else []


@_rule(
    rf"(?:in |during |for )?(?:the )?week of (?:the |our |their |its )?({_OCCASION}),? (?:on )?(\w*\W?\d.*)"
)
def _week_of_occasion(reader: DayReader, match: re.Match[str]) -> Days:
    days = reader.days(match[2])
    return week_of(days[0]) if are_one_week(days) else []


@_rule(r"(?:on |the )*(\w+day) (before|after|following) (.+)")
def _weekday_near(reader: DayReader, match: re.Match[str]) -> Days:
    weekday, days = match_word(match[1], DAYS), reader.days(match[3])
    if not weekday or not days:
        return []
    first = days[0] - WEEK if match[2] == "before" else days[-1] + DAY
    return [day for day in every_day(first, first + WEEK - DAY) if day.isoweekday() == weekday]


@_rule(rf"{IN_TIME}(first|1st|last) (week|two weeks|fortnight|three weeks) (?:of|in) (.+)")
def _part_of_month(reader: DayReader, match: re.Match[str]) -> Days:
    length = 7 * {"two weeks": 2, "fortnight": 2, "three weeks": 3}.get(match[2], 1)
    days = reader.month(match[3])
    return days[:length] if match[1] != "last" else days[-length:]


@_rule(rf"{IN_TIME}(second|2nd|third|3rd|fourth|4th) week (?:of|in) (.+)")
def _week_of_month(reader: DayReader, match: re.Match[str]) -> Days:
    """Return a week of a month where there is no doubt which: the month begins on a Monday."""
    days = reader.month(match[2])
    if not days:
        return []
    monday = week_of(days[0])[0] + _ORDINALS[match[1]] * WEEK
    if monday.day == 1 + _ORDINALS[match[1]] * len(DAYS):
        return week_of(monday)
    texts = [f"the week of {short_day(day)}" for day in (monday, monday + WEEK)]
    raise AmbiguousDays(f"Which is “{match[0]}”?", [(text, text) for text in texts])


@_rule(rf"{IN_TIME}(?:(first|1st)|second|2nd|latter|last|other) half (?:of|in) (.+)")
def _half_month(reader: DayReader, match: re.Match[str]) -> Days:
    days = reader.month(match[2])
    return [day for day in days if (day.day < 16) == bool(match[1])]


@_rule(rf"{IN_TIME}(?:any|every|each)? ?(\w+day)s? (?:in|during|of) (lent|advent)")
def _weekdays_of_fast(reader: DayReader, match: re.Match[str]) -> Days:
    weekday = match_word(match[1], DAYS)
    return [day for day in feast_days(match[2], reader.span) if day.isoweekday() == weekday]


@_rule(
    rf"(?:on )?(?:the )?({_ORDINAL})(?: and (?:the )?({_ORDINAL}))? (\w+day)s?"
    r" (?:of|in) (?:each|every|any|the|a) month"
    rf"|(?:on )?(?:the )?every ({_ORDINAL}) (\w+day)(?: (?:of|in) (?:the|a) month)?"
)
def _monthly(reader: DayReader, match: re.Match[str]) -> Days:
    weekday = match_word(match[3] or match[5], DAYS)
    ordinals = [ordinal for ordinal in (match[1], match[2], match[4]) if ordinal]
    months = [reader.month(month.casefold()) for month in MONTHS]
    days = [day for ordinal in ordinals for month in months for day in _nth(month, ordinal, weekday)]
    return sorted(day for day in days if day in reader.span)


@_rule(r"(?:on |the )*(\d{1,2})(?:st|nd|rd|th)")
def _bare_ordinal(reader: DayReader, match: re.Match[str]) -> Days:
    """Return the day of the only month that a line names: until the 14th."""
    return [day for day in reader.month(reader.only_month) if day.day == int(match[1])]


@_rule(
    r"(.+?),? (?:bar|barring|except|excluding|apart from|other than|but not)(?: for)?(?: on)?(?: the)? (.+)"
)
def _but(reader: DayReader, match: re.Match[str]) -> Days:
    days, without = reader.days(match[1]), reader.days(match[2])
    is_short = days and (days[-1] - days[0]).days <= MOST_DAYS_BUT_ONE
    return (
        [day for day in days if day not in without]
        if is_short and without and set(without) < set(days)
        else []
    )


@_rule(
    r"(?:on )?(?:any|every|each|all)(?: (?:the|of the))? (?:date|night|day|week|evening)s?"
    r" (?:in|of|during) (.+)"
)
def _any_of(reader: DayReader, match: re.Match[str]) -> Days:
    return reader.month(match[1]) or reader.days(match[1])


@_rule(rf"{IN_TIME}(?:last|final|closing) {_LENGTH}(?: of the season)?")
def _ending(reader: DayReader, match: re.Match[str]) -> DayMention | None:
    last = reader.span.last
    length = _later(last, match[1], match[2]) - last
    return reader.between(last - length, last)


@_rule(rf"{IN_TIME}(first|last) (couple of|two|three|four) (\w+day)s (?:of|in) (\w+)")
def _several_weekdays(reader: DayReader, match: re.Match[str]) -> Days:
    weekday, number = match_word(match[3], DAYS), _NUMBERS[match[2]]
    days = [day for day in reader.month(match[4]) if day.isoweekday() == weekday]
    return days[:number] if match[1] == "first" else days[-number:]


@_rule(rf"(?:on |the )*({_ORDINAL}) (\w+day) (?:of|in) (\w+)")
def _nth_weekday(reader: DayReader, match: re.Match[str]) -> Days:
    return _nth(reader.month(match[3]), match[1], match_word(match[2], DAYS))


@_rule(
    r"(?:(?:in |during )?(?:the )?week (?:of|beginning|commencing|starting|from)|w/c|w/b|wc|week) (?!on )(.+)"
    r"|(.+?)(?:'s)? week"
)
def _week(reader: DayReader, match: re.Match[str]) -> Days:
    text = match[1] or match[2]
    days = reader.days(text) or reader.days(f"in {text}")
    return week_of(days[0]) if are_one_week(days) else []


@_rule(r"(?:(?:in |during )?(?:the )?week ending|w/e) (.+)")
def _week_ending(reader: DayReader, match: re.Match[str]) -> Days:
    days = reader.days(match[1])
    return every_day(days[0] - WEEK + DAY, days[0]) if len(days) == 1 else []


@_rule(r"(?:(in|on|during|over|throughout|for|at|all(?: of)?|the whole of|the) )?(.+)")
def _feast(reader: DayReader, match: re.Match[str]) -> Days:
    """Return a feast by its name; Christmas and New Year only with a word before them that says when."""
    days = feast_days(match[2], reader.span)
    if match[2] == "christmas":
        return week_of(days[0]) if days and match[1] and match[1] != "the" else []
    return days if match[1] or match[2] not in ("new year", "lent", "advent") else []


@_rule(rf"({IN_TIME})(.+)")
def _dates(reader: DayReader, match: re.Match[str]) -> Days:
    text = match[2].removesuffix(" night").removesuffix(" nights")
    is_month = bool(reader.month(text)) and (match[1] or text in _PLAIN_MONTHS)
    is_weekdays = re.search(r"\b(?:every|all|each|any) \w+day|days\b", text)
    if text.startswith("week on ") or not (re.search(r"\d", text) or is_weekdays or is_month):
        return []
    try:
        nights = parse_nights(_plain_dates(text), reader.span)
    except WrongWeekday as refused:
        if "or" in text.split():
            return []
        near = every_day(refused.day - 3 * DAY, refused.day + 3 * DAY)
        days = (refused.day, *(day for day in near if day.isoweekday() == refused.weekday))
        choices = [(f"{DAYS[day.isoweekday() - 1]} {short_day(day)}", short_day(day)) for day in days]
        is_one = not re.search(r",|\band\b|\bto\b", text)
        raise AmbiguousDays(f"{refused} Which day is it?", choices if is_one else ()) from None
    except UnreadableDays:
        return []
    return list(nights.days) if not nights.ends else []


def _turned(match: re.Match[str]) -> str:
    return f"{match[2]} {match[1]}" if match_word(match[1], MONTHS) else match[0]


_PLAIN: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"\bor\b|\bplus\b", "and"),
    (r"^from (?:the )?", ""),
    (r"^(\d{1,2}) ?[-–] ?(\d{1,2})([/.]\d{1,2})$", r"\1\3 to \2\3"),
    (rf"^({_DAY}) (?:of )?([a-z]{{3,}}) (?:to|till|until|-) (?:the )?({_DAY})$", r"\1 to \3 \2"),
    (r"\b(?:each|any) (?=\w+day)", "every "),
    (r"^\w+days (?=\d)", ""),
    (_WEEKDAY_RANGE, r"\1 to \2"),
    (rf"\b([a-z]{{3,9}}) ({_DAY}(?:(?: and|,) {_DAY})+)$", _turned),
    (r"\b(of|the) (?=\d|[a-z]+$)", ""),
)


def _plain_dates(text: str) -> str:
    """Return dates in the order of words that `days` reads: 14 and 21 January."""
    for words, instead in _PLAIN:
        text = re.sub(words, instead, text)
    return text


def _nth(days: Days, ordinal: str, weekday: int) -> Days:
    return [day for day in days if day.isoweekday() == weekday][_ORDINALS[ordinal] :][:1]


def _later(day: datetime.date, number: str, unit: str) -> datetime.date:
    """Return the last day of a time that begins on a day: a fortnight, three weeks, a month."""
    times = int(number) if number.isdigit() else _NUMBERS[number]
    if unit != "month":
        return day + times * {"day": 1, "week": 7, "fortnight": 14}[unit] * DAY - DAY
    years, month = divmod(day.month - 1 + times, len(MONTHS))
    return datetime.date(day.year + years, month + 1, min(day.day, 28)) - DAY


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


def find_days(text: str, span: SeasonSpan, known: KnownNames, line: str) -> Iterator[DayMention]:
    """Yield the days in a text that `spell_out` returned, longest first, in their order.

    `line` is the whole text: a month it names alone is the month of a day without one, as in “bar 17th”.

    Raises:
        AmbiguousDays: something could be more than one day.
    """
    words = list(_WORD.finditer(text))
    months = {match[0] for match in _MONTH.finditer(line)}
    reader = DayReader(DAY_RULES, span, known, months.pop() if len(months) == 1 else "")
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
