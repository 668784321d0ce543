"""Read a sentence about the whole league, or a division: weeks off, nights of play, how often all meet."""

import re
from collections.abc import Sequence
from dataclasses import replace

from league.scheduling.planner.calendar import DAYS, WeekOff, monday_of, short_day
from league.scheduling.requests.answers import AnswerChoice, RequestMeaning, UnreadableSentence
from league.scheduling.requests.boxes import BoxRow
from league.scheduling.requests.clauses import SentencePart, TaggedSentence
from league.scheduling.requests.days import format_nights
from league.scheduling.requests.fields import RowKind
from league.scheduling.requests.pub_meanings import NUMBERS
from league.scheduling.requests.unread_words import refuse_rest, unknown_name
from league.scheduling.requests.vocabulary import (
    HARMLESS,
    MATCHES,
    OPPONENTS,
    PLACES,
    REFUSING,
    TELLING,
    Word,
    word_kinds,
)
from league.shared.text import listed

MOST_BARE = 3
_LEAGUE_NIGHT = re.compile(
    r"\b(?:finals?|presentation|league) (?:night|evening|dinner|week)\b", re.IGNORECASE
)
KEPT = word_kinds("reserve cup")
_WHOLE_LEAGUE = word_kinds("everybody nobody")
_WHAT_IS_OFF = MATCHES | {Word.EVERYBODY}
_HOW_KEPT = word_kinds("keep week joint free")
_BARE = word_kinds("days not us")
_ABOUT_TEAMS = PLACES | OPPONENTS | word_kinds("unavailable shut apart neither room")
_WEEK_OFF = (
    MATCHES | KEPT | TELLING | _WHOLE_LEAGUE | word_kinds("days not cannot free keep week joint stop number")
)


def week_off(sentence: TaggedSentence) -> RequestMeaning:
    """Return the weeks without league matches that a sentence asks for which names no team.

    Raises:
        UnreadableSentence: it asks for something else.
    """
    asking = [part for part in sentence.parts if part.is_asking or _is_bare(part)]
    if not _is_league(asking):
        if question := unknown_name(sentence):
            raise question
        teams = sorted(set(sentence.finder.known.teams.values()))
        raise UnreadableSentence(
            "Which team or pub is it about?",
            [AnswerChoice(words=team, line=f"{team}: {sentence.line}") for team in teams],
        )
    runs = _runs(asking)
    if len(runs) > 1:
        meanings = [week_off(replace(sentence, parts=run)) for run in runs]
        return RequestMeaning(
            rows=tuple(row for meaning in meanings for row in meaning.rows),
            words="; ".join(meaning.words for meaning in meanings),
        )
    refuse_rest([token for part in asking for token in part.tokens], _WEEK_OFF)
    days = sorted({day for token in sentence.of_kind(Word.DAYS) for when in token.whens for day in when.days})
    if not days or any(when.ends for token in sentence.of_kind(Word.DAYS) for when in token.whens):
        raise UnreadableSentence("Which week is it?")
    everything = {token.kind for token in sentence.tokens}
    kind = WeekOff.BLANK
    if everything & KEPT:
        kind = WeekOff.RESERVE if Word.RESERVE in everything else WeekOff.CUP
    because = sentence.reason
    because = "" if because.casefold().removesuffix(" week") == kind.value else because
    weeks = dict.fromkeys(map(monday_of, days))
    night = sentence.finder.known.league.night
    firsts = [
        min((day for day in days if monday_of(day) == week), key=lambda day: (day.isoweekday() != night, day))
        for week in weeks
    ]
    numbers = {NUMBERS.get(token.text.casefold()) for token in sentence.of_kind(Word.NUMBER)}
    if numbers - {len(weeks)}:
        raise UnreadableSentence("How many weeks are meant?")
    rows = tuple(
        (RowKind.OFF, BoxRow(texts={"day": day.isoformat(), "kind": kind.value, "because": because}))
        for day in firsts
    )
    why = because or ("" if kind is WeekOff.BLANK else kind.value)
    words = f"no league matches in the week{'s' * (len(firsts) > 1)} of {listed(map(short_day, firsts))}"
    return RequestMeaning(rows=rows, words=f"{words} ({why})" if why else words)


def _runs(asking: Sequence[SentencePart]) -> list[tuple[SentencePart, ...]]:
    """Return parts that ask, as one, or each for itself if they have days of their own and differ in kind."""
    is_each = all(Word.DAYS in part.kinds for part in asking)
    if is_each and len({part.kinds & KEPT for part in asking}) > 1:
        return [(part,) for part in asking]
    return [tuple(asking)]


def _is_bare(part: SentencePart) -> bool:
    """Return whether a part is only days, no to some days, or a night of the league: finals night."""
    is_night = {Word.DAYS, Word.OCCASION} <= part.kinds and any(
        _LEAGUE_NIGHT.search(token.text) for token in part.of_kind(Word.OCCASION)
    )
    return is_night or (Word.DAYS in part.kinds and part.kinds <= _BARE and len(part.order) <= MOST_BARE)


def _is_league(asking: Sequence[SentencePart]) -> bool:
    """Return whether parts that name no team ask for weeks without league matches."""
    kinds = frozenset[Word]().union(*(part.kinds for part in asking))
    if kinds & _ABOUT_TEAMS or (Word.US in kinds and not kinds & _WHOLE_LEAGUE):
        return False
    if kinds & word_kinds("unknown strange cannot") and not kinds & (_WHOLE_LEAGUE | {Word.LEAGUE}):
        return False
    if kinds <= word_kinds("days occasion cup") and Word.OCCASION in kinds:
        return True
    is_free = Word.FREE in kinds and kinds & word_kinds("everybody play league keep")
    is_refused = kinds & word_kinds("not cannot nobody") and kinds & _WHAT_IS_OFF
    is_kept = kinds & KEPT and (kinds & _HOW_KEPT or kinds <= KEPT | word_kinds("days us not league week"))
    if not (is_free or is_refused or is_kept or (Word.RESERVE in kinds and Word.DAYS in kinds)):
        return False
    refused = [part for part in asking if part.kinds & word_kinds("not cannot")]
    is_idle_no = not all(part.kinds & _WHAT_IS_OFF for part in refused)
    refusals = sum(part.refusals for part in asking)
    return not (is_idle_no and Word.NOBODY not in kinds) and refusals <= 1 + len(asking) // 2


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
    days = sentence.days
    weekdays = {day.isoweekday() for day in days}
    if len(weekdays) != 1 or set(days) != set(sentence.span.weekdays(min(weekdays))):
        weekdays = set()
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
