"""Guess what a sentence asks that is not understood: the first choices of its question, the likeliest first.

A guess is never applied, somebody chooses it. It says the names and days of the sentence with one of the few
things that can be asked of them, so reading it again never asks.
"""

from league.scheduling.planner.task import Where
from league.scheduling.requests.answers import AnswerChoice
from league.scheduling.requests.clauses import TaggedSentence
from league.scheduling.requests.day_reader import DayMention
from league.scheduling.requests.days import format_nights
from league.scheduling.requests.group_meanings import group_choices
from league.scheduling.requests.name_mentions import NameMention
from league.scheduling.requests.vocabulary import MATCHES, OPPONENTS, PLACES, REFUSING, Word, word_kinds
from league.shared.text import listed

MOST_GUESSES = 3
A_COUPLE = 2
WORDS = {
    Where.HOME: "at home",
    Where.NOT_HOME: "not at home",
    Where.NOT_AWAY: "not away",
    Where.NO_MATCH: "no match",
}
SHUT = "shut"
_LIKELY = (WORDS[Where.NOT_HOME], WORDS[Where.NO_MATCH], WORDS[Where.HOME])
_OFF, _OF_ROOM = word_kinds("free unavailable leaves"), word_kinds("event room place")
_OF_LEAGUE = MATCHES | REFUSING | word_kinds("everybody cup reserve free")


def guesses(sentence: TaggedSentence) -> list[AnswerChoice]:
    """Return what a sentence may ask, the likeliest first; nothing if its names or days are not plain."""
    names = _names(sentence)
    mentions = _mentions(sentence)
    if names is None or mentions is None or sentence.of_kind(Word.DIVISION):
        return []
    teams = tuple(dict.fromkeys(team for name in names for team in name.teams))
    days = format_nights(
        {day for when in mentions for day in when.days},
        tuple(dict.fromkeys(end for when in mentions for end in when.ends)),
        sentence.span,
    ) if mentions else ""  # fmt: skip
    if not teams:
        return _of_league(sentence, days)
    if not days:
        return _of_group(sentence, teams) if len(teams) > 1 else []
    if len(teams) == A_COUPLE and sentence.kinds & OPPONENTS:
        return []
    pubs = {pub for name in names for pub in name.pubs}
    choices = [AnswerChoice(words=words, line=f"{listed(teams)} {words} {days}") for words in WORDS.values()]
    is_shut = len(pubs) == 1 and Word.SHUT in sentence.kinds and not any(when.ends for when in mentions)
    if is_shut:
        choices.append(AnswerChoice(words=SHUT, line=f"{min(pubs)} is {SHUT} {days}"))
    order = (SHUT if is_shut else _where(sentence), *_LIKELY)
    return sorted(choices, key=lambda choice: (*order, choice.words).index(choice.words))[:MOST_GUESSES]


def _where(sentence: TaggedSentence) -> str:
    """Return where teams most likely want to be."""
    kinds, is_refused = sentence.kinds, bool(sentence.kinds & REFUSING)
    if kinds >= PLACES:
        return WORDS[Where.NO_MATCH if is_refused else Where.NOT_HOME]
    if Word.HOME in kinds:
        return WORDS[Where.NOT_HOME if is_refused else Where.HOME]
    if Word.AWAY in kinds:
        return WORDS[Where.NOT_AWAY if is_refused else Where.NOT_HOME]
    is_off = kinds & _OFF or (is_refused and not kinds & _OF_ROOM)
    return WORDS[Where.NO_MATCH if is_off else Where.NOT_HOME]


def _of_group(sentence: TaggedSentence, teams: tuple[str, ...]) -> list[AnswerChoice]:
    """Return what teams may ask of each other's nights."""
    never_home, never_away, together = group_choices(listed(teams))
    if sentence.kinds & (REFUSING | {Word.APART}):
        is_away = Word.AWAY in sentence.kinds and Word.HOME not in sentence.kinds
        return [never_away, never_home, together] if is_away else [never_home, never_away, together]
    return [together, never_home, never_away]


def _of_league(sentence: TaggedSentence, days: str) -> list[AnswerChoice]:
    """Return which weeks may be off for everybody."""
    kinds = sentence.kinds
    if not days or not kinds & _OF_LEAGUE:
        return []
    words = (
        f"Keep {days} free for the cup",
        f"Keep {days} for postponed matches",
        f"No league matches on {days}",
    )
    first = words[0 if Word.CUP in kinds else 1 if Word.RESERVE in kinds else 2]
    return [AnswerChoice(words=first, line=first)]


def _names(sentence: TaggedSentence) -> tuple[NameMention, ...] | None:
    """Return whom a sentence is about, without the names in its reasons; None if that is not plain."""
    asked = [token for part in sentence.parts if not part.is_because for token in part.of_kind(Word.TEAM)]
    tokens = asked or sentence.of_kind(Word.TEAM)
    if len({tuple(name.teams for name in token.names) for token in tokens}) > 1:
        return None
    names = tokens[0].names if tokens else ()
    is_plain = all(len(name.teams) == 1 or name.is_whole for name in names)
    return names if is_plain else None


def _mentions(sentence: TaggedSentence) -> tuple[DayMention, ...] | None:
    """Return the days of a sentence, without those of its reasons; None if several differ."""
    asked = [token for part in sentence.parts if not part.is_aside for token in part.of_kind(Word.DAYS)]
    tokens = asked or sentence.of_kind(Word.DAYS)
    if len({tuple((when.days, when.ends) for when in token.whens) for token in tokens}) > 1:
        return None
    return tokens[0].whens if tokens else ()
