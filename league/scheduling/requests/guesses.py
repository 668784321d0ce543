"""Guess what a sentence asks that is not understood: the first choices of its question, the likeliest first.

A guess says the names and days of the sentence with one of the few things that can be asked of them, so
reading it again never asks. Where the evidence is overwhelming, and no word may turn it about, it is taken.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from league.scheduling.planner.calendar import WeekOff
from league.scheduling.planner.task import End, TeamGroup, Where
from league.scheduling.requests.answers import AnswerChoice
from league.scheduling.requests.boxes import LITTLE, MUCH
from league.scheduling.requests.clauses import TaggedSentence, strength_of
from league.scheduling.requests.day_reader import DayMention
from league.scheduling.requests.days import format_nights
from league.scheduling.requests.evidence import OTHER
from league.scheduling.requests.name_mentions import NameMention
from league.scheduling.requests.tagging import SentenceToken, is_time
from league.scheduling.requests.vocabulary import PLACES, REFUSING, Word, word_kinds
from league.shared.text import listed

MOST_GUESSES = 3
A_COUPLE = 2
SURE, UNLIKELY, ABSURD = 0.9, 0.1, 0.02
"""How likely a guess must be to be taken, and what is so unlikely that it is asked though it was read.

`ABSURD` is asked even where the grammar knows every word.
"""
SHUT = "shut"
WORDS = {
    Where.HOME: "at home",
    Where.NOT_HOME: "not at home",
    Where.NOT_AWAY: "not away",
    Where.NO_MATCH: "no match",
}
_OF_GROUP = {
    TeamGroup.NEVER_HOME_TOGETHER: "never both at home",
    TeamGroup.NEVER_ALL_AWAY: "never both away",
    TeamGroup.HOME_TOGETHER: "home together",
}
_OF_LEAGUE = {
    WeekOff.BLANK: "No league matches on {}",
    WeekOff.CUP: "Keep {} free for the cup",
    WeekOff.RESERVE: "Keep {} for postponed matches",
}
_TURNING = word_kinds("trap grant duration vague only attitude or weekday division times")
_OWN_WORDS = {Word.CUP: WeekOff.CUP, Word.RESERVE: WeekOff.RESERVE, Word.SHUT: SHUT}
_ENDS = {Word.START: End.FIRST, Word.FINISH: End.LAST}

Guesses = Mapping[str, AnswerChoice]


def guesses(sentence: TaggedSentence, likely: Mapping[str, float]) -> list[AnswerChoice]:
    """Return what a sentence may ask, the likeliest first; nothing if its names or days are not plain."""
    possible = _possible(sentence)
    kinds = sorted(possible, key=lambda kind: -likely.get(kind, 0))
    if kinds[:1] != [SHUT] and likely.get(SHUT, 0) < UNLIKELY:
        kinds = [kind for kind in kinds if kind != SHUT]
    return [possible[kind] for kind in kinds[:MOST_GUESSES]]


def sure_guess(sentence: TaggedSentence, likely: Mapping[str, float]) -> AnswerChoice | None:
    """Return what a sentence asks that the grammar does not read; None if there is doubt."""
    kind = max(likely, key=lambda kind: likely[kind])
    is_turned = any(
        part.kinds & _TURNING or part.refusals > 1 or part.lead in (Word.OR, Word.BUT)
        for part in sentence.parts
    )
    is_turned = is_turned or any(
        not token.text.isalpha() or is_time(token.text.casefold()) for token in sentence.of_kind(Word.STRANGE)
    )
    others = {own for word, own in _OWN_WORDS.items() if word in sentence.kinds} - {kind}
    is_turned = is_turned or (kind == SHUT and bool(sentence.kinds & REFUSING))
    if is_turned or others or likely[kind] < SURE:
        return None
    return _possible(sentence, strong=True).get(kind)


def is_doubtful(sentence: TaggedSentence, kind: str, likely: Mapping[str, float]) -> bool:
    """Return whether the words of a sentence speak against the kind that the grammar has read."""
    is_known = not any(token.kind in (Word.UNKNOWN, Word.STRANGE) for token in sentence.tokens)
    return kind != OTHER and likely[kind] < (ABSURD if is_known else UNLIKELY)


def _possible(sentence: TaggedSentence, *, strong: bool = False) -> Guesses:
    """Return what can be asked of the names and days of a sentence; `strong`: with how much it matters."""
    asked, mentions = _asked(sentence), _mentions(sentence)
    names = _names(asked)
    if names is None or mentions is None or sentence.of_kind(Word.DIVISION):
        return {}
    teams = tuple(dict.fromkeys(team for name in names for team in name.teams))
    ends = [end for kind, end in _ENDS.items() if kind in sentence.kinds and not mentions]
    days = format_nights(
        {day for when in mentions for day in when.days},
        tuple(dict.fromkeys((*ends, *(end for when in mentions for end in when.ends)))),
        sentence.span,
    ) if mentions or ends else ""  # fmt: skip
    if not teams:
        return dict(_of_league(days)) if days else {}
    strength = _strength(sentence) if strong else ""
    who = f"{listed(teams)} {strength}"
    choices: dict[str, AnswerChoice] = {}
    if not days:
        for group, words in _OF_GROUP.items() if len(teams) == A_COUPLE else ():
            choices[group] = AnswerChoice(words=words, line=who + words)
        return choices
    is_meeting = len(names) == len(teams) == A_COUPLE and not sentence.kinds & PLACES
    if is_meeting and sentence.finder.known.meet(*teams):
        when = sentence.of_kind(Word.DAYS)[0].text if mentions else days
        if " or " in when:
            return {}
        return {"meet": AnswerChoice(words=f"meet {when}", line=f"{who}meet {when}")}
    if len({tuple(name.teams for name in token.names) for token in asked}) > 1:
        return {}
    for where, words in WORDS.items():
        choices[where] = AnswerChoice(words=words, line=f"{who}{words} {days}")
    pubs = {pub for name in names for pub in name.pubs}
    if len(pubs) == 1 and not any(when.ends for when in mentions) and not ends:
        choices[SHUT] = AnswerChoice(words=SHUT, line=f"{min(pubs)} is {SHUT} {days}")
    return choices


def _of_league(days: str) -> Guesses:
    """Return why a week may be off for everybody."""
    lines = {kind: words.format(days) for kind, words in _OF_LEAGUE.items()}
    return {kind: AnswerChoice(words=line, line=line) for kind, line in lines.items()}


def _strength(sentence: TaggedSentence) -> str:
    """Return the word before a request that says how much it matters."""
    strength = strength_of(sentence, sentence.kinds or frozenset(token.kind for token in sentence.tokens))
    if strength.must:
        return "must "
    return {LITTLE: "if possible ", MUCH: "really "}.get(strength.weight, "")


def _asked(sentence: TaggedSentence) -> Sequence[SentenceToken]:
    """Return the names in a sentence, without those in its reasons if there are others."""
    asked = [token for part in sentence.parts if not part.is_because for token in part.of_kind(Word.TEAM)]
    return asked or sentence.of_kind(Word.TEAM)


def _names(tokens: Sequence[SentenceToken]) -> tuple[NameMention, ...] | None:
    """Return whom tokens name, each once; None if that is not plain, or nobody knows which of its teams."""
    names = tuple(
        dict.fromkeys(replace(name, start=0, end=0, typed="") for token in tokens for name in token.names)
    )
    is_plain = all(len(name.teams) == 1 or name.is_whole for name in names)
    return names if is_plain else None


def _mentions(sentence: TaggedSentence) -> tuple[DayMention, ...] | None:
    """Return the days of a sentence, without those of its reasons; None if several differ."""
    asked = [token for part in sentence.parts if not part.is_aside for token in part.of_kind(Word.DAYS)]
    tokens = asked or sentence.of_kind(Word.DAYS)
    if len({tuple((when.days, when.ends) for when in token.whens) for token in tokens}) > 1:
        return None
    return tokens[0].whens if tokens else ()
