"""Read a request in a sentence, such as “Fleece can't be at home on 14 January, darts”.

Every word is accounted for: names and days first, the others by the kinds of `vocabulary` (`tagging`); then
what each clause asks (`clauses`), and what it means (the modules of meanings). Where no reading fits, the
line is a question; a choice is offered only if it keeps every day, team and negation that was recognised.
"""

import re

from league.scheduling.planner.calendar import DAYS, monday_of
from league.scheduling.planner.task import End, HomeNight, Turn, TurnRequest, Where
from league.scheduling.requests.answers import (
    LEAVE_OUT,
    AnswerChoice,
    ParsedRequest,
    RequestMeaning,
    UnreadableSentence,
    bare_rows,
    meaning_of_requests,
    parsed_request,
)
from league.scheduling.requests.boxes import BoxRow, row_of, row_of_teams
from league.scheduling.requests.clauses import AskingClause, TaggedSentence, all_teams
from league.scheduling.requests.days import SeasonSpan, format_day, format_nights
from league.scheduling.requests.dividing import divide, segments
from league.scheduling.requests.fields import LONGEST, RowKind
from league.scheduling.requests.league_meanings import division, week_off
from league.scheduling.requests.name_index import plain_names
from league.scheduling.requests.name_mentions import NameFinder
from league.scheduling.requests.pub_meanings import is_room, room, shut
from league.scheduling.requests.resolving import KnownNames
from league.scheduling.requests.tagging import tag
from league.scheduling.requests.team_meanings import TeamReader
from league.scheduling.requests.unasked import nearest_question
from league.scheduling.requests.unread_words import check_words, is_wish_word, without_grants
from league.scheduling.requests.vocabulary import ASKING, PLACES, REFUSING, Word, word_kinds
from league.shared.text import listed

_UNTOLD = word_kinds("trap only number strange vague duration attitude start finish")
_SOMETHING = ASKING | REFUSING | word_kinds("team division days room number")
_GIVEN = word_kinds("free unavailable")
LONGEST_LINE = 300
_RESTED = re.compile(
    r"[:,]? *(?:(?:would|'d) (?:like|prefer) |wants? |asks? |wish(?:es)? |please )*"
    r"(?:must not|mustn't|not|never|no|to avoid|avoid|don't want|doesn't want)"
    r" (?:to |be(?:ing)? |play(?:ing)? |have )*"
    r"(?:away (?:twice|two (?:weeks|times|matches|games))|(?:twice|two) away(?: matches| games)?)"
    r"(?: running| in a row| on the trot)? (?:just )?before"
    r" (?:(?:they|we) (?:meet|play) |meeting |playing |the (?:derby|match) (?:with|against) )?"
    r"(?:the )?[. !]*",
    re.IGNORECASE,
)
_DAY = r"(mon|tues?|wed(?:s|nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?"
_IDLE = (
    r"(?:[\s:,;.!()=–—-]|['’]s\b|['’]d\b|\b(?:the|for|at|and|of|on|a|we|they|our|their|its|it|team|teams?|please|thanks"
    r"|is|are|be|will|would|must|have|has|having|to|like|wants?|asks?|wish(?:es)?|prefers?|plays?|playing|always|now|from"
    r"|all|this|whole|season|year|week)\b)*"
)
_HOME_NIGHT = re.compile(
    rf"{_IDLE}(?:home nights?\b{_IDLE}{_DAY}s?\b|{_DAY}s?\b{_IDLE}home nights?\b"
    rf"|(?:home(?: matches| games| fixtures| ties)?|host(?:s|ing)?)\b{_IDLE}"
    rf"(?:{_DAY}(?:s\b| nights?\b| evenings?\b)|(?:every|each) {_DAY}\b))(?: nights?\b| evenings?\b)?"
    rf"(?:,? (?:instead of|rather than|not)(?: on| the)* \w+)?{_IDLE}",
    re.IGNORECASE,
)
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
        if home_nights := _home_nights(sentence, known, span):
            return parsed_request(line.strip(), [home_nights])
        sentence = divide(plain, tag(plain, finder, span), finder, span)
        return parsed_request(line.strip(), _meanings(sentence))
    except UnreadableSentence as unread:
        question = nearest_question(sentence.line) or unread
        kept = [choice for choice in question.choices if _keeps(sentence, choice.line)]
        raise UnreadableSentence(question.question, kept) from None


def _keeps(sentence: TaggedSentence, line: str) -> bool:
    """Return whether the line of a choice has every day, every team and the negation of a sentence."""
    if not line or not list(sentence.tokens):
        return True
    try:
        tokens = tag(line, sentence.finder, sentence.span)
    except UnreadableSentence:
        return False
    other = divide(line, tokens, sentence.finder, sentence.span)
    named = {team for token in other.of_kind(Word.TEAM) for team in all_teams(token)}
    return (
        sentence.moments <= other.moments
        and all(named.intersection(all_teams(token)) for token in sentence.of_kind(Word.TEAM))
        and (not sentence.is_refusing or other.is_refusing)
    )


def rows_to_fill(line: str, known: KnownNames, span: SeasonSpan) -> list[tuple[RowKind, BoxRow]]:
    """Return rows of a line that is not understood, with its teams, its days and its words as the reason."""
    finder, plain = NameFinder(known), plain_names(line.strip())
    try:
        sentence = divide(plain, tag(plain, finder, span), finder, span)
    except UnreadableSentence:
        sentence = divide(plain, (), finder, span)
    because = line[:LONGEST]
    ends = [end for end in End if end in sentence.moments]
    on = format_nights(sentence.days, ends, span) if sentence.moments else ""
    teams = dict.fromkeys(team for name in finder.find(plain) for team in name.teams)
    if not teams and sentence.days:
        weeks = {monday_of(day): format_day(day, span) for day in sorted(sentence.days, reverse=True)}
        texts = [{"day": weeks[week], "kind": "", "because": because} for week in sorted(weeks)]
        return [(RowKind.OFF, BoxRow(texts=row)) for row in texts]
    if len(teams) > 1 and not sentence.moments:
        return [(RowKind.COMPANY, row_of_teams(tuple(teams), {"because": because}))]
    row = {"where": "", "on": on, "strength": "", "because": because}
    return [(RowKind.TEAM, BoxRow(texts={"team": team, **row})) for team in teams or ("",)]


def _rested(sentence: TaggedSentence) -> RequestMeaning | None:
    """Return that a team is not away twice running before it meets rivals; None of another sentence."""
    line, teams = sentence.line, sentence.of_kind(Word.TEAM)
    said = line[teams[0].end : teams[1].start] + line[teams[1].end :] if len(teams) == 2 else ""
    if not (match := _RESTED.fullmatch(said)):
        return None
    asking, rivals = map(all_teams, teams)
    if len(asking) > 1 or not all(sentence.finder.known.meet(asking[0], rival) for rival in rivals):
        raise sentence.which_team()
    request = TurnRequest(teams=(*asking, *rivals), turn=Turn.RESTED, must="must" in match[0])
    return meaning_of_requests([request], sentence.finder.known, sentence.span)


def _home_nights(sentence: TaggedSentence, known: KnownNames, span: SeasonSpan) -> RequestMeaning | None:
    """Return that teams are at home on another night than their division; None of another sentence."""
    names = [name for name in sentence.finder.find(sentence.line) if name.teams]
    said = sentence.line
    for name in reversed(names):
        said = said[: name.start] + said[name.end :]
    if not (match := _HOME_NIGHT.fullmatch(said)):
        return None
    if not names:
        raise sentence.which_team()
    typed = match[match.lastindex or 0][:3].casefold()
    night = next(number for number, day in enumerate(DAYS, 1) if day.casefold().startswith(typed))
    teams = [team for name in names for team in name.teams]
    is_plain = all(len(name.teams) == 1 or name.is_whole for name in names)
    if not is_plain or any(night in known.nights_of(team) for team in teams):
        return None
    return RequestMeaning(
        rows=tuple(
            (RowKind.HOME_NIGHT, row_of(HomeNight(team=team, night=night), known, span)) for team in teams
        ),
        words=f"{listed(teams)} play their home matches on {DAYS[night - 1]}s",
    )


def _meanings(sentence: TaggedSentence) -> list[RequestMeaning]:
    if rested := _rested(sentence):
        return [rested]
    is_told = any(part.is_asking for part in sentence.parts)
    for trap in sentence.of_kind(Word.TRAP):
        if is_told and any(part.is_aside and trap in part.tokens for part in sentence.parts):
            continue
        if sentence.of_kind(Word.DIVISION) and _OTHER_NIGHT.fullmatch(trap.text):
            continue
        raise UnreadableSentence(f"What is asked? “{trap.text}” can change it.")
    if not any(token.kind in _SOMETHING for token in sentence.tokens) and not re.search(r"\d", sentence.line):
        raise UnreadableSentence("No request is found in this line.", [LEAVE_OUT])
    sentence = without_grants(sentence)
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
    meanings: list[tuple[AskingClause, RequestMeaning]] = []
    refused: list[tuple[AskingClause, UnreadableSentence]] = []
    for clause in clauses:
        try:
            is_shut = Word.SHUT in clause.part.kinds
            meanings.append((clause, shut(sentence, clause) if is_shut else reader.meaning(clause)))
        except UnreadableSentence as unread:
            refused.append((clause, unread))
    for clause, question in refused:
        if not meanings or not _is_telling(clause, meanings):
            raise question
    return _distinct(meanings)


def _is_telling(clause: AskingClause, meanings: list[tuple[AskingClause, RequestMeaning]]) -> bool:
    """Return whether a clause that is not understood only tells why, or says again, what the others ask."""
    kinds, part = clause.part.kinds, clause.part
    if part.lead in (Word.BUT, Word.OR, Word.SO) or kinds & _UNTOLD or (part.refusals and kinds & _GIVEN):
        return False
    days = {day for other, _ in meanings for day in other.days}
    if clause.has_own_days and not part.is_aside and (part.refusals or not clause.days <= days):
        return False
    if not kinds & PLACES:
        return True
    wheres = {row.text("where") for _, meaning in meanings for _, row in meaning.rows}
    return wheres == {Where.NOT_HOME} and (Word.AWAY in kinds) is not bool(part.refusals)


def _distinct(meanings: list[tuple[AskingClause, RequestMeaning]]) -> list[RequestMeaning]:
    """Return each meaning once. Of two that share the days of one of them one is a wish, or it is a question.

    The other tells why: we are away at a wedding on 14 January, so please no match.
    """
    distinct: list[tuple[AskingClause, RequestMeaning]] = []
    for clause, meaning in meanings:
        same = next((pair for pair in distinct if bare_rows(pair[1]) == bare_rows(meaning)), None)
        if same is None:
            distinct.append((clause, meaning))
        elif _is_must(meaning) and not _is_must(same[1]):
            distinct[distinct.index(same)] = (clause, meaning)
    if len(distinct) > 1 and not all(clause.has_own_days or not clause.whens for clause, _ in meanings):
        pubs = [meaning for _, meaning in distinct if meaning.rows[0][0] is RowKind.PUB]
        if len(pubs) == 1:
            return pubs
        wishes = [meaning for clause, meaning in distinct if _is_plain_wish(clause)]
        if len(wishes) == 1:
            return wishes
        raise UnreadableSentence(
            "Which is it?", [AnswerChoice(words=meaning.words, line=meaning.words) for _, meaning in distinct]
        )
    return [meaning for _, meaning in distinct]


def _is_must(meaning: RequestMeaning) -> bool:
    return all(row.text("strength").startswith("must") for _, row in meaning.rows)


def _is_plain_wish(clause: AskingClause) -> bool:
    return clause.part.lead is Word.SO or any(is_wish_word(token) for token in clause.part.tokens)
