"""Read a sentence about a division: its night of play, when it starts, how often everybody meets."""

import datetime
from collections.abc import Sequence
from dataclasses import replace

from league.scheduling.planner.calendar import DAYS, monday_of, short_day
from league.scheduling.requests.answers import AnswerChoice, RequestMeaning, UnreadableSentence
from league.scheduling.requests.boxes import BoxRow
from league.scheduling.requests.clauses import TaggedSentence
from league.scheduling.requests.days import format_nights
from league.scheduling.requests.fields import RowKind
from league.scheduling.requests.vocabulary import HARMLESS, MATCHES, REFUSING, TELLING, Word, word_kinds
from league.shared.text import listed

_TIMES = {"once": 1, "twice": 2, "thrice": 3, "two times": 2, "three times": 3, "four times": 4}
_OF_WEEK_OFF = MATCHES | REFUSING | TELLING | word_kinds("division days free cup reserve keep week everybody")
_NIGHT = word_kinds("days weekday")
_OF_DIVISION = TELLING | word_kinds("division days weekday play league everybody meet times start")


def division(sentence: TaggedSentence) -> RequestMeaning:
    """Return the night of play, the start or the number of meetings of a division.

    Raises:
        UnreadableSentence: it asks for something else.
    """
    parts = [part for part in sentence.parts if Word.DIVISION in part.kinds]
    if len(parts) > 1 and all(
        part.kinds & _NIGHT and len(part.of_kind(Word.DIVISION)) == 1 for part in parts
    ):
        meanings = [division(replace(sentence, parts=(part,))) for part in parts]
        return RequestMeaning(
            rows=tuple(row for meaning in meanings for row in meaning.rows),
            words="; ".join(meaning.words for meaning in meanings),
        )
    names = list(
        dict.fromkeys(name.division for token in sentence.of_kind(Word.DIVISION) for name in token.names)
    )
    if len(names) != 1:
        divisions = dict.fromkeys(sentence.finder.known.divisions.values())
        raise UnreadableSentence(
            "Which division is it?", [AnswerChoice(words=name, line=name) for name in divisions]
        )
    name, kinds = names[0], sentence.kinds
    if weeks := _weeks_off(sentence, name):
        return weeks
    tokens = [
        token
        for part in sentence.parts
        if not part.is_reason
        for token in part.tokens
        if token.kind is not Word.TRAP
    ]
    if not {token.kind for token in tokens} <= _OF_DIVISION | HARMLESS:
        raise UnreadableSentence(
            f"What is asked for {name}?",
            [
                AnswerChoice(words=words, line=f"{name} {words}")
                for words in (*(f"plays on {day}s" for day in DAYS[:5]), "meets twice")
            ],
        )
    texts = {"name": name, "night": "", "nights": "", "meetings": "", "second_half": ""}
    days = [day for token in sentence.of_kind(Word.DAYS) for when in token.whens for day in when.days]
    weekdays = {day.isoweekday() for day in days} if set(days) == set(_every(days, sentence)) else set()
    for token in sentence.of_kind(Word.WEEKDAY):
        weekdays |= {
            number for number, day in enumerate(DAYS, 1) if day[:3].casefold() == token.text[:3].casefold()
        }
    times = sentence.of_kind(Word.TIMES)
    if Word.START in kinds and days and not times and Word.WEEKDAY not in kinds:
        nights = [
            day for day in sentence.span.weekdays(sentence.finder.known.league.night) if day >= min(days)
        ]
        texts["nights"] = format_nights(nights, (), sentence.span)
        words = f"{name} starts on {short_day(nights[0])}"
    elif (
        len(weekdays) == 1 and not times and Word.START not in kinds and not (days and Word.WEEKDAY in kinds)
    ):
        texts["night"] = str(min(weekdays))
        words = f"{name} plays on {DAYS[min(weekdays) - 1]}s"
    elif len(times) == 1 and not days and kinds & word_kinds("play meet"):
        text = " ".join(times[0].text.casefold().split(" with ")[0].split(" against ")[0].split())
        text = text.removesuffix(" each").removesuffix(" apiece")
        texts["meetings"] = str(_TIMES.get(text) or int(text[0]))
        words = f"{name} meets {text}"
    else:
        raise UnreadableSentence(
            f"What is asked for {name}: its night, when it starts, or how often they meet?"
        )
    return RequestMeaning(rows=((RowKind.DIVISION, BoxRow(texts=texts)),), words=words)


def _weeks_off(sentence: TaggedSentence, name: str) -> RequestMeaning | None:
    """Return all nights of a division but those of a week without matches; None if none is asked."""
    tokens = [token for part in sentence.parts if not part.is_reason for token in part.tokens]
    kinds = sentence.kinds
    refusals = sum(token.kind in REFUSING for token in tokens)
    is_free = Word.FREE in kinds and not refusals
    is_off = is_free or (refusals == 1 and kinds & MATCHES)
    days = {day for token in sentence.of_kind(Word.DAYS) for when in token.whens for day in when.days}
    if not is_off or not days or not kinds <= _OF_WEEK_OFF | HARMLESS:
        return None
    mentions = [when for token in sentence.of_kind(Word.DAYS) for when in token.whens]
    single = [when.days for when in mentions if not when.edge and len(when.days) <= len(DAYS)]
    weeks = {monday_of(day) for own in single for day in own}
    weekdays = sentence.finder.known.nights_of_division(name)
    every = sorted(night for weekday in weekdays for night in sentence.span.weekdays(weekday))
    nights = [night for night in every if night not in days and monday_of(night) not in weeks]
    if not nights or len(nights) == len(every):
        return None
    texts = {"name": name, "night": "", "meetings": "", "second_half": ""}
    texts["nights"] = format_nights(nights, (), sentence.span)
    off = listed(short_day(night) for night in every if night not in nights)
    plays = listed(f"{DAYS[weekday - 1]}s" for weekday in sorted(weekdays))
    words = f"{name} plays on all {plays} but {off}"
    return RequestMeaning(rows=((RowKind.DIVISION, BoxRow(texts=texts)),), words=words)


def _every(days: Sequence[datetime.date], sentence: TaggedSentence) -> list[datetime.date]:
    weekdays = {day.isoweekday() for day in days}
    return list(sentence.span.weekdays(min(weekdays))) if len(weekdays) == 1 else []
