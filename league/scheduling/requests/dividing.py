"""Divide tagged words into parts at commas and joining words, and a line into statements of their own."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from league.scheduling.requests.clauses import SentencePart, TaggedSentence
from league.scheduling.requests.days import SeasonSpan
from league.scheduling.requests.name_mentions import NameFinder
from league.scheduling.requests.tagging import SentenceToken
from league.scheduling.requests.vocabulary import PLACES, REFUSING, SEPARATORS, WHO_AND_WHEN, Word, word_kinds

A_COUPLE = 2
_EVENTS = word_kinds("event occasion leaves unknown")
_NO_ASIDE = WHO_AND_WHEN | word_kinds("must little much trap only cup reserve free shut")
_WITHOUT_DAYS = word_kinds("same_night apart start finish")
_OF_LEAGUE = word_kinds("nobody everybody cup reserve league")
_OF_TEAM = PLACES | word_kinds("unavailable shut both")


def divide(
    line: str, tokens: Sequence[SentenceToken], finder: NameFinder, span: SeasonSpan
) -> TaggedSentence:
    """Return a sentence in parts."""
    parts: list[SentencePart] = []
    lead: Word | None = None
    tokens = _with_asides(tokens)
    held: list[SentenceToken] = []
    for token in tokens:
        if token.kind not in SEPARATORS:
            held.append(token)
            continue
        if held:
            parts.append(SentencePart(lead=lead, tokens=tuple(held)))
            lead, held = None, []
        # Of “, because” or “and so” the word says more than the comma.
        lead = (
            token.kind
            if lead in (None, Word.STOP, Word.JOINT) and token.kind is not Word.STOP
            else lead or token.kind
        )
    if held:
        parts.append(SentencePart(lead=lead, tokens=tuple(held)))
    return TaggedSentence(line=line, parts=tuple(parts), finder=finder, span=span)


def _with_asides(tokens: Sequence[SentenceToken]) -> Sequence[SentenceToken]:
    """Return tokens with each bracket before a reason as “because”: (darts at home those weeks)."""
    leads = list(tokens)
    for place, token in enumerate(tokens):
        if token.text.startswith("("):
            behind = takewhile(lambda other: not other.text.startswith(")"), tokens[place + 1 :])
            kinds = {other.kind for other in behind}
            if kinds & _EVENTS and not kinds & (REFUSING | _NO_ASIDE):
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


def _with_team(statement: TaggedSentence, before: Sequence[TaggedSentence]) -> TaggedSentence | None:
    """Return a statement with the teams it is about; None if they might be those before it or all."""
    if statement.of_kind(Word.TEAM) or statement.of_kind(Word.DIVISION) or statement.kinds & _OF_LEAGUE:
        return statement
    tokens = [token for earlier in before for token in earlier.of_kind(Word.TEAM)]
    if not tokens:
        return statement
    if not statement.kinds & _OF_TEAM:
        return None
    team = tokens[-1]
    if Word.BOTH in statement.kinds:
        names = {name.teams: name for token in tokens for name in token.names}
        if len(names) != A_COUPLE:
            return None
        team = replace(team, names=tuple(names.values()))
    first, *rest = statement.parts
    return replace(statement, parts=(replace(first, tokens=(team, *first.tokens)), *rest))
