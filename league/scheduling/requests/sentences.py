"""Read a request in a sentence, such as “Fleece can't be at home on 14 January, darts”.

Every word is accounted for: names and days first, the others by the kinds of `vocabulary` (`tagging`); then
what each clause asks (`clauses`), and what it means (the modules of meanings). A word that no reading has
used, beside a reason, makes one question of the sentence; nothing is guessed.
"""

import re

from league.scheduling.requests.answers import (
    AnswerChoice,
    ParsedRequest,
    RequestMeaning,
    UnreadableSentence,
    parsed_request,
    without_reason,
)
from league.scheduling.requests.boxes import RowKind
from league.scheduling.requests.clauses import AskingClause, TaggedSentence
from league.scheduling.requests.days import SeasonSpan
from league.scheduling.requests.dividing import divide, segments
from league.scheduling.requests.division_meanings import division
from league.scheduling.requests.name_index import plain_names
from league.scheduling.requests.name_mentions import NameFinder
from league.scheduling.requests.pub_meanings import is_room, room, shut
from league.scheduling.requests.resolving import KnownNames
from league.scheduling.requests.tagging import tag
from league.scheduling.requests.team_meanings import TeamReader
from league.scheduling.requests.unasked import nearest_question
from league.scheduling.requests.unread_words import check_words
from league.scheduling.requests.vocabulary import Word
from league.scheduling.requests.week_meanings import week_off

LONGEST_LINE = 300
_OTHER_NIGHT = re.compile(
    r"(?:instead of|rather than) \S*(?:on )?\w*(?:day|days|thurs|tues|weds?|mon|fri)", re.IGNORECASE
)


def parse_sentence(line: str, known: KnownNames, span: SeasonSpan) -> ParsedRequest:
    """Return the rows of a line.

    Raises:
        UnreadableSentence: one question about it, with choices.
    """
    if len(line) > LONGEST_LINE:
        raise UnreadableSentence(
            f"“{line[:40]}…” is longer than {LONGEST_LINE} letters; say one thing in a line."
        )
    finder = NameFinder(known)
    plain = plain_names(line.strip())
    sentence = divide(plain, (), finder, span)
    try:
        sentence = divide(plain, tag(plain, finder, span), finder, span)
        return parsed_request(line.strip(), _meanings(sentence))
    except UnreadableSentence:
        if question := nearest_question(sentence):
            raise question from None
        raise


def _meanings(sentence: TaggedSentence) -> list[RequestMeaning]:
    for trap in sentence.of_kind(Word.TRAP):
        if sentence.of_kind(Word.DIVISION) and _OTHER_NIGHT.fullmatch(trap.text):
            continue
        TeamReader(sentence).ask_without(trap)
    for segment in segments(sentence):
        check_words(segment)
    return [meaning for segment in segments(sentence) for meaning in _of_segment(segment)]


def _of_segment(sentence: TaggedSentence) -> list[RequestMeaning]:
    if sentence.of_kind(Word.DIVISION):
        return [division(sentence)]
    teams = sentence.of_kind(Word.TEAM)
    if not teams:
        return [week_off(sentence)]
    if is_room(sentence):
        return [room(sentence)]
    reader = TeamReader(sentence)
    clauses = sentence.clauses()
    if not clauses:
        return [reader.fact(teams, sentence.of_kind(Word.DAYS))]
    meanings = [
        shut(sentence, clause) if Word.SHUT in clause.part.kinds else reader.meaning(clause)
        for clause in clauses
    ]
    return _distinct(clauses, meanings)


def _distinct(clauses: list[AskingClause], meanings: list[RequestMeaning]) -> list[RequestMeaning]:
    """Return each meaning once. Two that share the days of one of them are a question."""
    distinct: list[RequestMeaning] = []
    for meaning in meanings:
        if all(without_reason(meaning) != without_reason(other) for other in distinct):
            distinct.append(meaning)
    if len(distinct) > 1 and not all(clause.has_own_days or not clause.whens for clause in clauses):
        pubs = [meaning for meaning in distinct if meaning.rows[0][0] is RowKind.PUB]
        if len(pubs) == 1:
            return pubs
        raise UnreadableSentence(
            "Which is it?", [AnswerChoice(words=meaning.words, line=meaning.words) for meaning in distinct]
        )
    return distinct
