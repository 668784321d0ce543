"""Read a clause about teams: at home or not, no match, together or apart, when two of them meet."""

import datetime
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from league.scheduling.planner.calendar import DAY, DAYS, short_day
from league.scheduling.planner.task import (
    End,
    PlanRequest,
    TeamGroup,
    TeamRequest,
    Turn,
    TurnRequest,
    Where,
)
from league.scheduling.requests.answers import (
    LEAVE_OUT,
    AnswerChoice,
    RequestMeaning,
    UnreadableSentence,
    meaning_of_requests,
)
from league.scheduling.requests.boxes import NORMAL
from league.scheduling.requests.clauses import (
    AskingClause,
    RequestStrength,
    SentencePart,
    TaggedSentence,
    all_teams,
    strength_of,
)
from league.scheduling.requests.day_reader import DayMention, are_one_week, every_day, week_of
from league.scheduling.requests.days import format_nights
from league.scheduling.requests.group_meanings import IN_TURN, group, group_meaning, is_one_pub, meeting
from league.scheduling.requests.resolving import KnownNames
from league.scheduling.requests.tagging import SentenceToken
from league.scheduling.requests.unread_words import ask_name, is_twisted, refuse_or
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

_ALWAYS = TELLING | word_kinds("team days not cannot neither nobody keep teams occasion")
_ENDS = {
    Word.START: (End.FIRST,),
    Word.FINISH: (End.LAST,),
    Word.BOTH_ENDS: tuple(End),
    Word.AN_END: tuple(End),
}
_USES = {
    Where.HOME: word_kinds("home play place").union(_ENDS),
    Where.NOT_HOME: word_kinds("home away play place").union(_ENDS),
    Where.AWAY: word_kinds("away play").union(_ENDS),
    Where.NOT_AWAY: word_kinds("away play").union(_ENDS),
    Where.NO_MATCH: word_kinds("play free unavailable league everybody"),
}
_NO_FACT = PLACES | OPPONENTS | word_kinds("trap attitude grant strange vague number only")
_AT = re.compile(r"\s+(?:\w+ )?(?:at|in)(?: the)?\s+", re.IGNORECASE)
WORDS = {
    Where.HOME: "at home",
    Where.NOT_HOME: "not at home",
    Where.NOT_AWAY: "not away",
    Where.NO_MATCH: "no match",
}
_WHOLE_WEEK = re.compile(r"(?:that |this )?(?:whole |entire )week|week")
# A room that is taken, so nobody plays at home there: what people tell instead of asking.
_ROOM_TAKEN = re.compile(
    r"\b(?:wedding|function|party|band|karaoke|disco|singer|funeral|christening|quiz|wake|buffet|fair|agm|choir|auction"
    r"|bazaar|sale|gig|polling|election|rehearsal|concert|folk|book\w*"
    r"|done|fitted|painted|laid|replaced|repaired|mended|rewired|redone|renewed|put in|seen to"
    r"|used?|let|hired|taken|occupied|room|space|usable|(?:un)?available|ready|fit)\b"
)


def _names_two(clause: AskingClause) -> bool:
    """Return whether a clause speaks of two, and not of all: all in Benidorm."""
    return any(not token.text.casefold().startswith("all") for token in clause.part.of_kind(Word.BOTH))


class TeamReader:
    """Reads the clauses of a sentence that are about teams."""

    def __init__(self, sentence: TaggedSentence) -> None:
        self.sentence = sentence
        self.known, self.span = sentence.finder.known, sentence.span
        self.because = sentence.reason

    def meaning(self, clause: AskingClause) -> RequestMeaning:
        """Return the meaning of a clause that asks for something.

        Raises:
            UnreadableSentence: one question.
        """
        kinds = clause.part.kinds
        if not clause.teams:
            raise self.sentence.which_team()
        if kinds & word_kinds("both same_night apart share") and Word.TEAM not in kinds:
            clause = replace(clause, teams=self._both(clause))
        if clause.part.order in IN_TURN and " when " in self.sentence.line and not clause.whens:
            return group(
                self.sentence, clause, tuple(team for each in clause.teams for team in all_teams(each))
            )
        if len(clause.teams) > 1 or kinds & OPPONENTS:
            return meeting(self.sentence, clause)
        teams = self.subjects(clause)
        if not clause.whens and len(teams) > 1 and kinds & word_kinds("both same_night apart share"):
            return group(self.sentence, clause, teams)
        return self._requests(clause, teams)

    def _both(self, clause: AskingClause) -> tuple[SentenceToken, ...]:
        """Return the two teams that a clause means without naming them, as one token."""
        names = {name.typed: name for token in self.sentence.of_kind(Word.TEAM) for name in token.names}
        if len(clause.teams) != 1 or len(clause.teams[0].names) > 1 or len(names) != 2:
            return clause.teams
        return (replace(clause.teams[0], names=tuple(names.values())),)

    def fact(self, teams: Sequence[SentenceToken], whens: Sequence[SentenceToken]) -> RequestMeaning:
        """Return the meaning of a sentence that tells something and asks nothing."""
        if len(teams) != 1:
            raise self.sentence.which_team()
        names = all_teams(teams[0])
        kinds = self.sentence.kinds
        if not whens:
            if Word.SHARE in kinds and len(names) > 1 and is_one_pub(self.sentence, names):
                return group_meaning(
                    self.sentence,
                    names,
                    TeamGroup.NEVER_HOME_TOGETHER,
                    RequestStrength(weight=NORMAL, must=False),
                )
            raise self._what(whens, names)
        if any(token.kind in _NO_FACT for token in self.sentence.tokens):
            raise self._what(whens, names)
        taken = [
            token for token in self.sentence.of_kind(Word.EVENT) if _ROOM_TAKEN.search(token.text.casefold())
        ]
        is_pub = (
            len(names) == 1 and len(self.sentence.finder.teams_of(self.sentence.finder.pub_of[names[0]])) == 1
        )
        if is_team_on_holiday(self.sentence, teams[0]):
            return self._where(names, Where.NO_MATCH, whens, RequestStrength(weight=NORMAL, must=True))
        if taken and is_pub and not kinds & (REFUSING | word_kinds("strange leaves")):
            return self._where(names, Where.NOT_HOME, whens, RequestStrength(weight=NORMAL, must=True))
        raise self._what(whens, names)

    def subjects(self, clause: AskingClause) -> tuple[str, ...]:
        """Return the teams of a clause; a pub's whole name means all of its teams."""
        teams: list[str] = []
        is_every = bool(clause.part.kinds & word_kinds("both neither teams")) or bool(
            self.sentence.kinds & word_kinds("both neither")
        )
        for name in clause.teams[0].names:
            is_all = name.is_whole or (is_every and is_one_pub(self.sentence, name.teams))
            if len(name.teams) > 1 and not is_all:
                ask_name(self.sentence, clause.teams[0], name)
            teams += name.teams
        if Word.NEITHER in clause.part.kinds and len(set(teams)) < 2:
            raise UnreadableSentence("Neither of which teams?")
        return tuple(dict.fromkeys(teams))

    def _what(self, whens: Sequence[SentenceToken], teams: Sequence[str]) -> UnreadableSentence:
        """Return the question where the teams want to be, each answer with its line."""
        days = self._days_text(whens)
        choices = [AnswerChoice(words=words, line=self._line(teams, words, days)) for words in WORDS.values()]
        return UnreadableSentence("What is asked?", choices)

    def _line(self, teams: Sequence[str], words: str, days: str) -> str:
        because = f" ({self.because})" if self.because else ""
        return f"{listed(teams)} {words} {days}".strip() + because

    def _days_text(self, whens: Sequence[SentenceToken]) -> str:
        mentions = [when for token in whens for when in token.whens]
        ends = tuple(dict.fromkeys(end for when in mentions for end in when.ends))
        return format_nights([day for when in mentions for day in when.days], ends, self.span)

    def _refuse_rest(self, clause: AskingClause, allowed: frozenset[Word], teams: Sequence[str]) -> None:
        """Raise a question for a word of a clause that its reading has no use for."""
        for token in clause.part.tokens:
            if token.kind in HARMLESS | allowed:
                continue
            days = self._days_text(clause.whens)
            choices = [
                AnswerChoice(words=words, line=self._line(teams, words, days))
                for words in WORDS.values()
                if days and teams
            ]
            question = f"What does “{token.text}” change? What is asked?"
            raise UnreadableSentence(question, choices)

    def _requests(self, clause: AskingClause, teams: tuple[str, ...]) -> RequestMeaning:
        kinds = clause.part.kinds
        if Word.BOTH in kinds and len(teams) < 2 and _names_two(clause):
            raise UnreadableSentence("Which two teams are meant by “both”?")
        if bounded := self._only_from(clause, teams):
            return bounded
        where = self._where_of(clause, teams)
        of_several = word_kinds("both same_night") if len(teams) > 1 else word_kinds("both")
        if where is Where.HOME:
            refuse_weekday_at_home(self.known, teams, clause)
        self._refuse_rest(clause, _ALWAYS | _USES[where] | of_several, teams)
        if is_twisted(self.sentence, clause.part):
            raise self._what(clause.whens, teams)
        is_both = Word.BOTH in kinds and kinds & word_kinds("not cannot")
        if (is_both and len(teams) > 1) or (Word.SAME_NIGHT in kinds and len(teams) > 1 and kinds & REFUSING):
            raise UnreadableSentence("Which of them is it on these nights?")
        if not kinds & {*REFUSING, Word.UNAVAILABLE}:
            refuse_or(self.sentence, (*clause.teams, *clause.whens))
        asked = [end for kind in kinds & _ENDS.keys() for end in _ENDS[kind]]
        days = {day for token in clause.whens for when in token.whens for day in (*when.days, *when.ends)}
        if asked and days - set(asked):
            raise UnreadableSentence("On which nights is it: those days, or an end of the season?")
        strength = strength_of(self.sentence, kinds)
        if clause.part.refusals and Word.BOTH_ENDS in kinds:
            raise UnreadableSentence("Not both of them, or neither of them?")
        if Word.AN_END in kinds and not clause.part.refusals:
            turn = Turn.ENDS_HOME if where is Where.HOME else Turn.ENDS_AWAY
            request = TurnRequest(
                teams=teams, turn=turn, weight=strength.weight, must=strength.must, because=self.because
            )
            return meaning_of_requests([request], self.known, self.span)
        if asked:
            return self._where(teams, where, (), strength, tuple(asked))
        mentions = [when for token in clause.whens for when in token.whens]
        if not mentions:
            line = self.sentence.line.rstrip(" .?!")
            raise UnreadableSentence(
                f"On which nights: {listed(teams)}?",
                [
                    AnswerChoice(words=f"the {end.value} night", line=f"{line} on the {end.value} night")
                    for end in End
                ],
            )
        if len(mentions) > 1 and any(when.edge for when in mentions):
            raise UnreadableSentence("Which of these days is meant?")
        return self._where(teams, where, self._whole_week(clause), strength)

    def _whole_week(self, clause: AskingClause) -> Sequence[SentenceToken]:
        """Return the days of a clause, of “that whole week” all of the week they lie in."""
        own = {token.text.casefold() for token in clause.part.of_kind(Word.WEEK)}
        texts = own | {token.text.casefold() for token in self.sentence.of_kind(Word.THAT_NIGHT)}
        is_week = any(map(_WHOLE_WEEK.fullmatch, texts))
        days = sorted(day for token in clause.whens for when in token.whens for day in when.days)
        if not is_week or not are_one_week(days):
            return clause.whens
        return (replace(clause.whens[0], whens=(DayMention(days=tuple(week_of(days[0]))),)),)

    def _only_from(self, clause: AskingClause, teams: tuple[str, ...]) -> RequestMeaning | None:
        """Return what “can only be at home from December” means: not before; None of another clause."""
        mentions = [when for token in clause.whens for when in token.whens]
        kinds = clause.part.kinds
        is_only = can_only(self.sentence, clause.part)
        if not is_only or len(mentions) != 1 or not mentions[0].edge:
            return None
        where = Where.NOT_HOME if Word.HOME in kinds else Where.NO_MATCH
        if where is Where.NO_MATCH and not kinds & (MATCHES | word_kinds("free")):
            return None
        self._refuse_rest(clause, _ALWAYS | _USES[Where.HOME] | word_kinds("only free"), teams)
        season = every_day(self.span.first, self.span.last)
        rest = tuple(day for day in season if day not in set(mentions[0].days))
        if not rest:
            return None
        day = replace(clause.whens[0], whens=(DayMention(days=rest),))
        return self._where(teams, where, (day,), RequestStrength(weight=NORMAL, must=True))

    def _is_there(self, clause: AskingClause) -> bool:
        """Return whether matches are named at the pub: no cards at the Fleece."""
        return any(
            token.kind in MATCHES
            and behind.kind is Word.TEAM
            and _AT.fullmatch(self.sentence.line[token.end : behind.start])
            for token, behind in pairwise(
                other for other in clause.part.tokens if other.kind is not Word.FILLER
            )
        )

    def _where_of(self, clause: AskingClause, teams: Sequence[str]) -> Where:
        kinds, refusals = clause.part.kinds, clause.part.refusals
        is_home = Word.HOME in kinds or self._is_there(clause)
        is_away = Word.AWAY in kinds
        is_free = bool(kinds & word_kinds("free unavailable"))
        if refusals > 1 or is_home + is_away + is_free > 1 or (is_free and refusals):
            raise self._what(clause.whens, teams)
        if is_home:
            return Where.NOT_HOME if refusals else Where.HOME
        if is_away:
            is_end = kinds & _ENDS.keys() or (clause.days and clause.days <= set(End))
            return Where.NOT_AWAY if refusals else Where.AWAY if is_end else Where.NOT_HOME
        is_no_cards = any(token.text.casefold() == "cards" for token in clause.part.of_kind(Word.PLAY))
        is_about_room = refusals and kinds & word_kinds("place room")
        if is_about_room or (is_no_cards and refusals and self.sentence.of_kind(Word.EVENT)):
            raise self._what(clause.whens, teams)
        if is_free or (refusals and (kinds & MATCHES or is_not_given(self.sentence, clause.part))):
            return Where.NO_MATCH
        raise self._what(clause.whens, teams)

    def _where(
        self,
        teams: Sequence[str],
        where: Where,
        whens: Sequence[SentenceToken],
        strength: RequestStrength,
        ends: tuple[End, ...] = (),
    ) -> RequestMeaning:
        mentions = [when for token in whens for when in token.whens]
        days = tuple(sorted({day for when in mentions for day in when.days}))
        ends = ends or tuple(dict.fromkeys(end for when in mentions for end in when.ends))
        requests: list[PlanRequest] = [
            TeamRequest(
                team=team, where=where, days=days, ends=ends, weight=strength.weight, must=strength.must,
                because=self.because,
            )
            for team in teams
        ]  # fmt: skip
        meaning = meaning_of_requests(requests, self.known, self.span)
        return replace(meaning, words=meaning.words + off_night(self.known, teams, days))


A_COUPLE = 2
_ALL_AT = re.compile(
    r"(?:(?:we|all|everybody|everyone|us|at|of|from|the|hi|hello|dear|please|note|that|both|reminder)\b\W*)*",
    re.IGNORECASE,
)
_ARE_ALL = re.compile(
    r"\s+(?:(?:are|is|will|be|all|team|side|we|we're|they|they're|have|gone|both|that)\s+)*", re.IGNORECASE
)
_ON_HOLIDAY = re.compile(r"\b(?:holidays?|hols|cruise|tour)\b", re.IGNORECASE)
_GIVING = re.compile(
    r"\b(?:give|gives|put|fix|schedule|draw|slot|pencil|arrange)\b",
    re.IGNORECASE,
)
_NOTHING, _IN_TIME = ("nothing", "nowt"), ("on", "in", "for", "the", "please", "during", "over")
_CAN_ONLY = re.compile(
    r"\b(?:(?:can|could|able to|available|ready|free) only|only (?:be )?(?:can|free|available|able|ready))\b"
    r"|\b(?:available|free|host|play) (?:from|after|until|till|up to) .{3,25} only\b",
    re.IGNORECASE,
)


def is_team_on_holiday(sentence: TaggedSentence, team: SentenceToken) -> bool:
    """Return whether a whole team is on holiday, and not somebody in it."""
    leaving = sentence.of_kind(Word.LEAVES)
    if len(leaving) != 1 or not sentence.kinds <= word_kinds("team days leaves filler us teams"):
        return False
    is_plain = all(name.is_whole or len(name.teams) == 1 for name in team.names)
    return is_plain and bool(
        _ALL_AT.fullmatch(sentence.line[: team.start])
        and _ARE_ALL.fullmatch(sentence.line[team.end : leaving[0].start])
        and _ON_HOLIDAY.search(leaving[0].text)
    )


def is_not_given(sentence: TaggedSentence, part: SentencePart) -> bool:
    """Return whether a part that refuses days asks for no match: don't give us that week, nothing on."""
    text = sentence.line[part.tokens[0].start : part.tokens[-1].end]
    tokens = [token for token in part.tokens if token.text.casefold() not in _IN_TIME]
    if len(tokens) > A_COUPLE and sentence.line[tokens[0].end : tokens[1].start].split()[:1] == ["for"]:
        tokens = [tokens[0], *(token for token in tokens[1:] if token.kind is not Word.TEAM)]
    is_nothing = any(
        token.text.casefold() in _NOTHING and behind.kind in (Word.DAYS, Word.THAT_NIGHT)
        for token, behind in pairwise(tokens)
    )
    is_ours = bool(part.kinds & word_kinds("us team"))
    return is_nothing or (is_ours and bool(_GIVING.search(text)))


def can_only(sentence: TaggedSentence, part: SentencePart) -> bool:
    """Return whether a part tells when alone something can be: can only host, only available."""
    return Word.ONLY in part.kinds and not part.kinds & REFUSING and bool(_CAN_ONLY.search(sentence.line))


_EVERY = re.compile(r"\b(?:every|each|all)\b", re.IGNORECASE)
_WEEKDAYS = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b", re.IGNORECASE)
FEWEST_DAYS, MOST_OF_A_MONTH = 3, 5


def off_night(known: KnownNames, teams: Sequence[str], days: Sequence[datetime.date]) -> str:
    """Return a remark for single days on which no division of the teams plays; empty without one."""
    nights = frozenset[int]().union(*(known.nights_of(team) for team in teams))
    every = set(days)
    single = [day for day in days if not {day - DAY, day + DAY} & every and day.isoweekday() not in nights]
    if not single:
        return ""
    off = frozenset(day.isoweekday() for day in single)
    if len(single) > FEWEST_DAYS or len(off) > 1:
        return f"; the matches are on {_plural(nights)}, not on {_plural(off)}"
    verb = f"is a {DAYS[min(off) - 1]}" if len(single) == 1 else f"are {_plural(off)}"
    return f"; {listed(map(short_day, single))} {verb}: the matches are on {_plural(nights)}"


def refuse_weekday_at_home(known: KnownNames, teams: Sequence[str], clause: AskingClause) -> None:
    """Raise a question for “Tuesdays at home”: nobody is at home each week; its night may be its own."""
    for token in clause.whens:
        days = {day for when in token.whens for day in when.days}
        weekdays = {day.isoweekday() for day in days}
        is_all = len(days) > MOST_OF_A_MONTH and len(weekdays) == 1 and _WEEKDAYS.search(token.text)
        if not is_all or _EVERY.search(token.text):
            continue
        nights = frozenset[int]().union(*(known.nights_of(team) for team in teams))
        if weekdays <= nights:
            raise UnreadableSentence(
                f"{listed(teams)} play on {_plural(nights)} already, about every second match at home.",
                [LEAVE_OUT],
            )
        line = f"{listed(teams)} home on {_plural(frozenset(weekdays))}"
        raise UnreadableSentence(
            f"{listed(teams)} play on {_plural(nights)}, the nights of the division. Is another night meant "
            "for all home matches?",
            [AnswerChoice(words=line, line=line), LEAVE_OUT],
        )


def _plural(nights: frozenset[int]) -> str:
    return listed(f"{DAYS[night - 1]}s" for night in sorted(nights))
