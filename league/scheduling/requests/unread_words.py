"""Ask about a word that may change what a sentence asks: a day, a name, an “or” that no reading uses."""

import datetime
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from league.scheduling.planner.calendar import DAYS, WEEK
from league.scheduling.requests.answers import LEAVE_OUT, AnswerChoice, UnreadableSentence
from league.scheduling.requests.clauses import SentencePart, TaggedSentence, all_teams
from league.scheduling.requests.days import MONTHS, UnreadableDays, format_day, match_word, parse_nights, runs
from league.scheduling.requests.name_mentions import NameMention, nearest_names
from league.scheduling.requests.tagging import SentenceToken
from league.scheduling.requests.vocabulary import (
    HARMLESS,
    MATCHES,
    PLACES,
    REFUSING,
    WHO_AND_WHEN,
    Word,
    longest,
    word_kinds,
)
from league.shared.text import listed

FEASTS = {"christmas": (12, 25), "xmas": (12, 25), "new year": (1, 1)}
ALSO_VERBS = ("mar", "march", "may")
"""Beginnings of months that are other words as well."""
_DAY_BEFORE = re.compile(r"(\d{1,2}(?:st|nd|rd|th)?)\s+(?:of\s+)?$")
_DAY_OF_MONTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?")
_BARE_DAY = re.compile(r"\b(?:on|the) \d{1,2}$", re.IGNORECASE)
_WEEK_BEFORE = re.compile(
    r"\b(?:w/c|w/b|wc|week (?:commencing|beginning|starting)) (?:the )?$", re.IGNORECASE
)
MONDAY = 1
_COUNTED = MATCHES | {Word.ROOM}
_ASKING_WORDS = frozenset(
    ("is", "are", "when", "why", "who", "where", "what", "which", "how", "does", "has", "did", "was", "were")
)
_TELLING_WORDS = frozenset(("can", "could", "will", "may"))
_POLITE_WORDS = frozenset(("can", "could", "may"))
_LETTER = re.compile(r"[A-HJ-Z1-9]")
_JOINED, _UNFINISHED = word_kinds("joint or"), word_kinds("week vague duration strange")
_UNREAD = word_kinds("unknown strange")
_NOT_THEM, _WHERE = word_kinds("event leaves occasion"), word_kinds("home away free")
_SLIGHT = word_kinds("filler us much little")
_URGENT = word_kinds("must little much")
_PLAIN = word_kinds("unavailable shut")
_WISH = re.compile(
    r"(?:please|pls|can|could|would|should|want(?:s|ed)?|wish(?:es)?|ask(?:s|ed|ing)?|request(?:s|ed|ing)?"
    r"|need\w*|hop(?:e|es|ing)|lik(?:e|es)|love|give|let|put|(?:i|we|they)?'d|any chance.*"
    r"|.*\b(?:would like|'d like|appreciated?|grateful|chance)\b.*)"
)
_BETWEEN_NAMES = word_kinds("joint or versus")
_OR = re.compile(r"\bor\b", re.IGNORECASE)


def check_words(sentence: TaggedSentence) -> None:
    """Check the words that may change what is asked, wherever they stand.

    Raises:
        UnreadableSentence: asks about the first.
    """
    if any(
        Word.GRANT in part.kinds and part.lead is Word.BUT and not part.kinds & WHO_AND_WHEN
        for part in sentence.parts
    ):
        raise UnreadableSentence("Is it a request, or does it not matter?", [LEAVE_OUT])
    for before, part in pairwise((SentencePart(lead=None, tokens=()), *sentence.parts)):
        is_choice = part.lead == Word.OR and not (before.is_idle and part.is_idle)
        is_exception = part.lead == Word.BUT and not part.is_asking and Word.DAYS in part.kinds
        if is_choice or is_exception:
            raise UnreadableSentence("Which of the two is meant? Say one of them.")
        if part.order in ((Word.NOT,), (Word.CANNOT,)):
            raise UnreadableSentence(f"What is not to be: “{part.tokens[0].text}”?")
        days = part.of_kind(Word.DAYS)
        if len({frozenset(day for when in token.whens for day in when.days) for token in days}) > 1:
            raise UnreadableSentence("Which of these days is meant?")
        for token in part.tokens:
            is_told = part.is_aside or (part.is_idle and token is not _first_word(part))
            if token.kind is Word.DURATION and not (is_told or _is_feast_of_days(sentence, part, token)):
                raise UnreadableSentence(f"Which dates are meant by “{token.text}”?")
            if token.kind is Word.WEEKDAY and not sentence.of_kind(Word.DIVISION):
                raise UnreadableSentence(f"Which dates does “{token.text}” mean?")
            if token.kind is Word.THAT_NIGHT and not sentence.of_kind(Word.DAYS):
                raise UnreadableSentence(f"Which date is meant by “{token.text}”?")
            is_day = token.kind is Word.NUMBER and _BARE_DAY.search(sentence.line[: token.end])
            if token.kind is Word.STRANGE or (is_day and not sentence.kinds & _COUNTED):
                _check_date(sentence, token)
        if part.lead in _JOINED and part.is_idle and not part.is_aside and part.kinds & _UNFINISHED:
            text = sentence.line[part.tokens[0].start : part.tokens[-1].end]
            raise UnreadableSentence(f"What does “{text}” add? Say it with its date, or its team.")
    _check_names(sentence)
    _check_mood(sentence)


def refuse_or(sentence: TaggedSentence, tokens: Sequence[SentenceToken]) -> None:
    """Raise a question for names or days with “or” between them: it may mean one of them or all."""
    for token in tokens:
        text = sentence.line[token.start : token.end]
        if _OR.search(text):
            raise UnreadableSentence(f"“{text}”: all of them, or one? Say “and”, or name one.")


def refuse_rest(tokens: Sequence[SentenceToken], allowed: frozenset[Word]) -> None:
    """Raise a question for a word that a reading has no use for."""
    for token in tokens:
        if token.kind not in HARMLESS | allowed:
            question = f"What does “{token.text}” change? Say the request without it."
            raise UnreadableSentence(question)


def is_twisted(sentence: TaggedSentence, part: SentencePart) -> bool:
    """Return whether a word that nobody knows may turn about what a part asks.

    It may where it is what is refused (no bother playing, cannot wait to play), what is needed (needs a car),
    or who is away (their captain is away), or where nothing says that anybody wishes anything.
    """
    tokens = [token for token in part.tokens if not token.text.casefold().endswith("ly")]
    for place, token in enumerate(tokens):
        rest = [other for other in tokens[place + 1 :] if other.kind not in _SLIGHT]
        if token.kind in REFUSING | {Word.MUST} and rest[:1] and rest[0].kind is Word.UNKNOWN:
            return True
    kinds = [token.kind for token in tokens if token.kind is not Word.FILLER]
    if part.refusals or part.kinds & _PLAIN:
        return False
    if is_wish(sentence):
        return False
    plain = [kind for kind in kinds if kind is not Word.TEAMS]
    if any({first, second} & _NOT_THEM and {first, second} & _WHERE for first, second in pairwise(plain)):
        return True
    if Word.UNKNOWN not in kinds:
        return False
    last = len(kinds) - kinds[::-1].index(Word.UNKNOWN)
    is_tail = Word.DAYS in kinds and kinds.index(Word.DAYS) < kinds.index(Word.UNKNOWN) and last == len(kinds)
    return not is_tail or part.kinds & {Word.HOME} != frozenset()


def is_wish(sentence: TaggedSentence) -> bool:
    """Return whether a word says that something is asked: please, want, could."""
    return any(map(is_wish_word, sentence.tokens))


def is_wish_word(token: SentenceToken) -> bool:
    """Return whether a word says that something is asked."""
    return token.kind in _URGENT or bool(_WISH.fullmatch(token.text.casefold()))


def without_grants(sentence: TaggedSentence) -> TaggedSentence:
    """Return a sentence without what somebody does not mind, if another part asks for days of its own."""
    granted = [
        part for part in sentence.parts if {Word.GRANT, Word.DAYS} <= part.kinds and not part.is_reason
    ]
    rest = [part for part in sentence.parts if part not in granted]
    if not granted or not any(part.is_asking and Word.DAYS in part.kinds for part in rest):
        return sentence
    teams = tuple(token for part in granted for token in part.of_kind(Word.TEAM))
    is_same = not teams or any(Word.TEAM in part.kinds for part in rest)
    if is_same:
        return replace(sentence, parts=tuple(rest))
    return replace(sentence, parts=(SentencePart(lead=None, tokens=teams), *rest))


def ask_name(sentence: TaggedSentence, token: SentenceToken, name: NameMention) -> None:
    """Raise the question which of its teams a name means, or all of them."""
    start, end = token.start, token.end

    def renamed(team: str) -> str:
        return sentence.with_text(token, sentence.line[start:end].replace(name.typed, team, 1))

    choices = [AnswerChoice(words=team, line=renamed(team)) for team in name.teams]
    every = AnswerChoice(words="all of them", line=renamed(listed(name.teams)))
    raise UnreadableSentence(f"Which team is “{name.typed}”?", [*choices, every])


def unknown_name(sentence: TaggedSentence) -> UnreadableSentence | None:
    """Return the question for a name that is not the league's, with the nearest; None without one."""
    run: list[SentenceToken] = []
    for token in sentence.tokens:
        is_name = token.text[:1].isupper() and token.kind not in (Word.TEAM, Word.DAYS)
        if not run and is_name and token.kind in _UNREAD:
            run = [token]
        elif run and is_name and sentence.line[run[-1].end : token.start].isspace():
            run.append(token)
        elif run:
            break
    return _which_name(sentence, run) if run else None


def _which_name(sentence: TaggedSentence, run: Sequence[SentenceToken]) -> UnreadableSentence:
    start, end = run[0].start, run[-1].end
    typed = sentence.line[start:end]
    choices = [
        AnswerChoice(words=name, line=f"{sentence.line[:start]}{name}{sentence.line[end:]}")
        for name in nearest_names(typed, sentence.finder)
    ]
    return UnreadableSentence(f"Which team is “{typed}”?", choices)


def _first_word(part: SentencePart) -> SentenceToken:
    return next((token for token in part.tokens if token.kind is not Word.FILLER), part.tokens[0])


def _is_feast_of_days(sentence: TaggedSentence, part: SentencePart, token: SentenceToken) -> bool:
    """Return whether a part is only the name of a feast within a week of the days, as Christmas is."""
    feast = FEASTS.get(token.text.casefold())
    days = [day for when in sentence.of_kind(Word.DAYS) for mention in when.whens for day in mention.days]
    if feast is None or part.order != (Word.DURATION,) or not days:
        return False
    near = (datetime.date(year, *feast) for year in (sentence.span.first.year, sentence.span.last.year))
    return any(all(abs(day - date) <= WEEK for day in days) for date in near)


def _check_mood(sentence: TaggedSentence) -> None:
    """Raise a question for what asks or tells instead of requesting: is … at home? … can be at home."""
    tokens = list(sentence.tokens)
    is_polite = sentence.line.rstrip().endswith("?")
    first = tokens[0].text.casefold() if tokens else ""
    if first in _ASKING_WORDS or (is_polite and first == "will"):
        raise UnreadableSentence("Is this a request, or a question to the secretary? Say what is to be.")
    for before, token in pairwise(tokens):
        if sentence.line[before.end : token.start].strip():
            continue
        telling = _TELLING_WORDS - _POLITE_WORDS if is_polite else _TELLING_WORDS
        is_told = token.kind is Word.FILLER and token.text.casefold() in telling
        part = next(part for part in sentence.parts if token in part.tokens)
        if Word.ONLY in part.kinds and any(
            when.edge for day in part.of_kind(Word.DAYS) for when in day.whens
        ):
            continue
        if is_told and before.kind is Word.TEAM and part.kinds & PLACES and not part.kinds & REFUSING:
            choice = AnswerChoice(words="it is a request", line=sentence.with_text(token, "to"))
            raise UnreadableSentence(f"They “{token.text}”: is it a request?", [choice])


def _check_date(sentence: TaggedSentence, token: SentenceToken) -> None:
    """Raise a question for a month or a figure that no day has used: 15th of which month?"""
    word = token.text.casefold().strip("'’")
    if match_word(word.removesuffix("s"), (*DAYS, *MONTHS)) and word not in ALSO_VERBS:
        if day := _DAY_BEFORE.search(sentence.line[: token.start]):
            _check_day(f"{day[1]} {word}", sentence)
        if number := match_word(word, MONTHS):
            if all(day.month == number for day in sentence.days) and sentence.days:
                return
            _check_day(word, sentence)
        raise UnreadableSentence(f"Which dates does “{token.text}” mean?")
    if not re.match(r"\d", word):
        return
    figures, _, behind = sentence.line[token.start :].partition(" ")
    month = re.match(r"[A-Za-z]{3,}", behind)
    if month and (month[0].istitle() or longest(month[0].casefold(), 0)[0] is Word.UNKNOWN):
        _check_day(f"{figures} {month[0]}", sentence)
    raise _which_month(sentence, token)


def _which_month(sentence: TaggedSentence, token: SentenceToken) -> UnreadableSentence:
    """Return the question for a day without its month; its choices are nights of play, if it is any."""
    number = _DAY_OF_MONTH.fullmatch(token.text.casefold())
    span = sentence.span
    days = [
        day
        for weekday in range(1, len(DAYS) + 1)
        for day in span.weekdays(weekday)
        if number and day.day == int(number[1])
    ]
    is_week = _WEEK_BEFORE.search(sentence.line[: token.start])
    weekday = MONDAY if is_week else sentence.finder.known.league.night
    nights = [day for day in days if day.isoweekday() == weekday]
    texts = [format_day(day, span) for day in sorted(nights or days)]
    return UnreadableSentence(
        f"Which date does “{token.text}” mean? The season {runs(span)}.",
        [AnswerChoice(words=text, line=sentence.with_text(token, text)) for text in texts],
    )


def _check_day(text: str, sentence: TaggedSentence) -> None:
    """Raise a question for a day that cannot be read, or is not in the season."""
    try:
        parse_nights(text, sentence.span)
    except UnreadableDays as refused:
        raise UnreadableSentence(f"{str(refused).rstrip('.')}. Which day is it?") from None


def _check_names(sentence: TaggedSentence) -> None:
    """Raise a question for a word with a capital that “and” joins to a name: no team is called that."""
    tokens = list(_tokens_with_joints(sentence))
    for name, letter in pairwise(tokens):
        if name.kind is Word.TEAM and _LETTER.fullmatch(letter.text):
            raise _which_letter(sentence, name, letter)
    for place, token in enumerate(tokens):
        if token.kind not in _UNREAD or not token.text[:1].isupper():
            continue
        before = [other.kind for other in tokens[:place] if other.text.casefold() != "the"]
        behind = [
            other.kind
            for other in tokens[place + 1 :]
            if other.text.casefold() not in ("the", "both") and other.kind not in _UNREAD
        ]
        if behind[:2] == [Word.STOP, Word.JOINT]:
            behind = behind[1:]
        is_behind = before[-2:-1] == [Word.TEAM] and before[-1] in _BETWEEN_NAMES
        if is_behind or (behind[1:2] == [Word.TEAM] and behind[0] in _BETWEEN_NAMES):
            raise _which_name(sentence, [token])


def _which_letter(sentence: TaggedSentence, name: SentenceToken, letter: SentenceToken) -> UnreadableSentence:
    """Return the question for the letter of a team that a pub does not have."""
    line = sentence.line
    choices = [
        AnswerChoice(words=team, line=f"{line[: name.start]}{team}{line[letter.end :]}")
        for team in all_teams(name)
    ]
    return UnreadableSentence(f"Which team is “{line[name.start : letter.end]}”?", choices)


def _tokens_with_joints(sentence: TaggedSentence) -> Iterator[SentenceToken]:
    """Yield all tokens, those that part them too, as far as “and”."""
    for number, part in enumerate(sentence.parts):
        if number and part.lead in (Word.JOINT, Word.STOP, Word.OR):
            start = part.tokens[0].start if part.tokens else 0
            yield SentenceToken(kind=part.lead, start=start, end=start, text=part.lead)
        yield from part.tokens
