"""Divide tagged words into parts at commas and joining words, and a line into statements of their own."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from league.scheduling.requests.answers import AnswerChoice, UnreadableSentence
from league.scheduling.requests.clauses import SentencePart, TaggedSentence
from league.scheduling.requests.days import SeasonSpan
from league.scheduling.requests.name_mentions import NameFinder
from league.scheduling.requests.tagging import SentenceToken
from league.scheduling.requests.vocabulary import PLACES, REFUSING, SEPARATORS, WHO_AND_WHEN, Word, word_kinds

A_COUPLE = 2
_EVENTS = word_kinds("event occasion leaves unknown strange attitude")
_TAIL = _EVENTS | word_kinds("filler us place teams")
_UNWANTED = REFUSING | word_kinds("away free shut unavailable")
_SMALL = frozenset(
    (
        "the",
        "a",
        "an",
        "of",
        "do",
        "please",
        "pls",
        "thanks",
        "ta",
        "our",
        "captain's",
        "skipper's",
        "landlord's",
    )
)
_CLAUSE_START = re.compile(r"(?:the|there|it|our|their|we|they|he|she|that)(?:['’]?(?:s|ve|re))?")
_NO_ASIDE = WHO_AND_WHEN | word_kinds("must little much trap only cup reserve free")
_MOVES = PLACES | word_kinds("unavailable free")
_WITHOUT_DAYS = word_kinds("same_night apart start finish both_ends an_end")
_OF_LEAGUE = word_kinds("nobody everybody cup reserve league")
_OF_TEAM = PLACES | word_kinds("unavailable shut both")


def divide(
    line: str, tokens: Sequence[SentenceToken], finder: NameFinder, span: SeasonSpan
) -> TaggedSentence:
    """Return a sentence in parts."""
    parts: list[SentencePart] = []
    lead: Word | None = None
    tokens = _with_asides(tokens)
    leading = ""
    held: list[SentenceToken] = []
    for token in tokens:
        if token.kind not in SEPARATORS:
            held.append(token)
            continue
        if held:
            parts.append(SentencePart(lead=lead, tokens=tuple(held), leading=leading))
            lead, leading, held = None, "", []
        # Of “, because” or “and so” the word says more than the comma.
        if lead is None or (lead in (Word.STOP, Word.JOINT) and token.kind is not Word.STOP):
            lead, leading = token.kind, token.text.casefold()
    if held:
        parts.append(SentencePart(lead=lead, tokens=tuple(held), leading=leading))
    parts = [piece for part in parts for piece in _without_tail(part)]
    return TaggedSentence(line=line, parts=_told(parts), finder=finder, span=span)


def _without_tail(part: SentencePart) -> Sequence[SentencePart]:
    """Return a part that asks something, and as a reason what stands behind its days: 5 November bonfire."""
    end = len(part.tokens)
    while end and part.tokens[end - 1].kind in _TAIL:
        end -= 1
    head, tail = replace(part, tokens=part.tokens[:end]), part.tokens[end:]
    # A word nobody knows may turn a wish about: at home on 5 November is a disaster.
    is_known = (
        not {token.kind for token in tail} & word_kinds("unknown strange attitude") or head.kinds & _UNWANTED
    )
    is_plain = all(token.kind is not Word.FILLER or token.text.casefold() in _SMALL for token in tail)
    if tail and head.kinds & REFUSING and _CLAUSE_START.fullmatch(tail[0].text.casefold()):
        is_plain = True
    is_reason = any(token.kind in _EVENTS for token in tail) and is_known and is_plain
    if not is_reason or not head.is_asking or head.tokens[-1].kind is not Word.DAYS:
        return [part]
    return [head, SentencePart(lead=Word.BECAUSE, tokens=tail)]


def _told(parts: Sequence[SentencePart]) -> tuple[SentencePart, ...]:
    """Return parts with those that only tell why the part behind “so” asks: the heating is off, so ..."""
    so = next((place for place, part in enumerate(parts) if part.lead is Word.SO and part.is_asking), 0)
    return tuple(
        replace(part, is_told=True)
        if place < so and not part.kinds & PLACES and (part.kinds & _EVENTS or not part.is_asking)
        else part
        for place, part in enumerate(parts)
    )


def _with_asides(tokens: Sequence[SentenceToken]) -> Sequence[SentenceToken]:
    """Return tokens with each bracket before a reason as “because”: (darts at home those weeks)."""
    leads = list(tokens)
    is_asking = any(token.kind in _MOVES for token in tokens)
    for place, token in enumerate(tokens):
        if token.text.startswith("("):
            behind = takewhile(lambda other: not other.text.startswith(")"), tokens[place + 1 :])
            kinds = {other.kind for other in behind}
            is_event = kinds & _EVENTS or (is_asking and Word.SHUT in kinds)
            if is_event and not kinds & (REFUSING | _NO_ASIDE):
                leads[place] = replace(token, kind=Word.BECAUSE)
    return leads


def segments(sentence: TaggedSentence) -> list[TaggedSentence]:
    """Return the statements of a line that stand for themselves, parted by full stops or semicolons.

    Each asks something and says when; one about “both” or about no team is about the teams before it. If any
    leans on another, the whole line is one.
    """
    runs: list[list[SentencePart]] = []
    for part in sentence.parts:
        if runs and (not _is_stop(sentence, runs[-1][-1], part) or _is_idle(runs[-1]) or _is_idle([part])):
            runs[-1].append(part)
        else:
            runs.append([part])
    statements: list[TaggedSentence] = []
    for run in runs:
        statement = _with_team(replace(sentence, parts=tuple(run)), statements)
        if statement is None or not _is_complete(statement):
            return [sentence]
        statements.append(statement)
    return statements or [sentence]


def _is_stop(sentence: TaggedSentence, before: SentencePart, part: SentencePart) -> bool:
    between = sentence.line[before.tokens[-1].end : part.tokens[0].start]
    return ";" in between or "." in between


def _is_idle(run: Sequence[SentencePart]) -> bool:
    return all(part.is_idle for part in run)


def _is_complete(statement: TaggedSentence) -> bool:
    is_asking = any(part.is_asking for part in statement.parts)
    return is_asking and bool(statement.kinds & (_WITHOUT_DAYS | {Word.DAYS}))


def _whose(statement: TaggedSentence, team: SentenceToken) -> UnreadableSentence:
    """Return the question whether a statement such as “No matches on 24 December” is about a team or all."""
    line, start = statement.line, statement.parts[0].tokens[0].start
    choice = AnswerChoice(words=team.text, line=f"{line[:start]}{team.text}: {line[start:]}")
    return UnreadableSentence(
        f"Is “{line[start:]}” about {team.text}? A week off for the whole league needs a line of its own.",
        [choice],
    )


def _with_team(statement: TaggedSentence, before: Sequence[TaggedSentence]) -> TaggedSentence | None:
    """Return a statement with the teams it is about; None if “both” are not two.

    Raises:
        UnreadableSentence: it might be about the team before it or about all.
    """
    if statement.of_kind(Word.TEAM) or statement.of_kind(Word.DIVISION) or statement.kinds & _OF_LEAGUE:
        return statement
    tokens = [token for earlier in before for token in earlier.of_kind(Word.TEAM)]
    if not tokens:
        return statement
    team = tokens[-1]
    if not statement.kinds & _OF_TEAM:
        raise _whose(statement, team)
    if Word.BOTH in statement.kinds:
        names = {name.teams: name for token in tokens for name in token.names}
        if len(names) != A_COUPLE:
            return None
        team = replace(team, names=tuple(names.values()))
    first, *rest = statement.parts
    return replace(statement, parts=(replace(first, tokens=(team, *first.tokens)), *rest))
