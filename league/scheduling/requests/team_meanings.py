"""Read a clause about teams: at home or not, no match, together or apart, when two of them meet."""

import re
from collections.abc import Sequence

from league.scheduling.planner.task import (
    End,
    GroupConstraint,
    PlanRequest,
    TeamGroup,
    TeamRequest,
    Where,
)
from league.scheduling.requests.answers import (
    AnswerChoice,
    RequestMeaning,
    UnreadableSentence,
    meaning_of_requests,
)
from league.scheduling.requests.boxes import NORMAL
from league.scheduling.requests.clauses import (
    REFUSING,
    AskingClause,
    RequestStrength,
    TaggedSentence,
    all_teams,
    strength_of,
)
from league.scheduling.requests.days import format_nights
from league.scheduling.requests.meeting_meanings import meeting
from league.scheduling.requests.phrases import WordKind
from league.scheduling.requests.tagging import SentenceToken
from league.scheduling.requests.unread_words import ask_name, refuse_or, refuse_rest
from league.shared.text import listed

WORDS = {
    Where.HOME: "at home",
    Where.NOT_HOME: "not at home",
    Where.NOT_AWAY: "not away",
    Where.NO_MATCH: "no match",
}
_ALWAYS = frozenset("TDNCIMLXufKtzn")
_TOGETHER = frozenset("THAPNCIMLXBWZufKtir")
# A room that is taken, so nobody plays at home there: what people tell instead of asking.
_ROOM_TAKEN = re.compile(
    r"\b(?:wedding|function|party|band|karaoke|disco|singer|funeral|christening|quiz|wake|buffet|fair|agm|choir|auction"
    r"|bazaar|sale|gig|polling|election|rehearsal|concert|folk|book\w*"
    r"|used?|let|hired|taken|occupied|room|space|usable|(?:un)?available|ready|fit)\b"
)


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
        if len(clause.teams) > 1 or set(kinds) & set("hvaY"):
            return meeting(self.sentence, clause)
        teams = self.subjects(clause)
        if not clause.whens and len(teams) > 1 and set(kinds) & set("BWZi"):
            return self._group(clause, teams)
        return self._requests(clause, teams)

    def fact(self, teams: Sequence[SentenceToken], whens: Sequence[SentenceToken]) -> RequestMeaning:
        """Return the meaning of a sentence that tells something and asks nothing."""
        if len(teams) != 1:
            raise self.sentence.which_team()
        names = all_teams(teams[0])
        kinds = self.sentence.kinds
        if not whens:
            if "i" in kinds and len(names) > 1 and self._is_one_pub(names):
                return self._company(
                    names, TeamGroup.NEVER_HOME_TOGETHER, RequestStrength(weight=NORMAL, must=False)
                )
            raise self._what(whens, names)
        taken = [
            token
            for token in self.sentence.of_kind(WordKind.EVENT)
            if _ROOM_TAKEN.search(token.text.casefold())
        ]
        is_pub = (
            len(names) == 1 and len(self.sentence.finder.teams_of(self.sentence.finder.pub_of[names[0]])) == 1
        )
        if taken and is_pub and not set(kinds) & {*REFUSING, "_", "p"}:
            return self._where(names, Where.NOT_HOME, whens, RequestStrength(weight=NORMAL, must=True))
        raise self._what(whens, names)

    def ask_without(self, token: SentenceToken) -> None:
        """Raise a question for a word that turns the sense of a sentence about."""
        teams = self.sentence.of_kind(WordKind.TEAM)
        days = self._days_text(self.sentence.of_kind(WordKind.DAYS))
        choices = [
            AnswerChoice(words=words, line=f"{listed(all_teams(teams[0]))} {words} {days}")
            for words in WORDS.values()
            if len(teams) == 1 and days
        ]
        raise UnreadableSentence(f"What is asked? “{token.text}” can change it.", choices)

    def _is_one_pub(self, teams: Sequence[str]) -> bool:
        return len({self.sentence.finder.pub_of[team] for team in teams}) == 1

    def subjects(self, clause: AskingClause) -> tuple[str, ...]:
        """Return the teams of a clause; a pub's whole name means all of its teams."""
        teams: list[str] = []
        is_every = bool(set(clause.part.kinds) & set("BIt")) or bool(set(self.sentence.kinds) & set("BI"))
        for name in clause.teams[0].names:
            is_all = name.is_whole or (is_every and self._is_one_pub(name.teams))
            if len(name.teams) > 1 and not is_all:
                ask_name(self.sentence, clause.teams[0], name)
            teams += name.teams
        if "I" in clause.part.kinds and len(set(teams)) < 2:
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

    def _refuse_rest(self, clause: AskingClause, allowed: frozenset[str], teams: Sequence[str]) -> None:
        """Raise a question for a word of a clause that its reading has no use for."""
        for token in clause.part.tokens:
            if token.kind is WordKind.FILLER or token.kind in allowed:
                continue
            days = self._days_text(clause.whens)
            choices = [
                AnswerChoice(words=words, line=self._line(teams, words, days))
                for words in WORDS.values()
                if days and teams
            ]
            raise UnreadableSentence(f"What does “{token.text}” change? What is asked?", choices)

    def _requests(self, clause: AskingClause, teams: tuple[str, ...]) -> RequestMeaning:
        kinds = clause.part.kinds
        if "B" in kinds and len(teams) < 2:
            raise UnreadableSentence("Which two teams are meant by “both”?")
        where = self._where_of(clause, teams)
        uses = {
            Where.HOME: "HPser", Where.NOT_HOME: "HAPser", Where.NOT_AWAY: "APse", Where.NO_MATCH: "PFEl",
        }[where]  # fmt: skip
        self._refuse_rest(clause, _ALWAYS | set(uses) | set("BW" if len(teams) > 1 else ""), teams)
        if "B" in kinds and set(kinds) & set("NC"):
            raise self._not_both(clause, teams)
        if "W" in kinds and len(teams) > 1 and set(kinds) & REFUSING:
            raise self._not_both(clause, teams)
        if not set(kinds) & {*REFUSING, WordKind.UNAVAILABLE}:
            refuse_or(self.sentence, (*clause.teams, *clause.whens))
        ends = {"s": End.FIRST, "e": End.LAST}
        asked = [end for kind, end in ends.items() if kind in kinds]
        days = {day for token in clause.whens for when in token.whens for day in (*when.days, *when.ends)}
        if asked and days - set(asked):
            raise UnreadableSentence("On which nights is it: those days, or an end of the season?")
        if asked:
            return self._where(teams, where, (), strength_of(self.sentence, kinds), tuple(asked))
        mentions = [when for token in clause.whens for when in token.whens]
        if not mentions:
            raise UnreadableSentence(f"On which nights: {listed(teams)}?")
        if len(mentions) > 1 and any(when.edge for when in mentions):
            raise UnreadableSentence("Which of these days is meant?")
        return self._where(teams, where, clause.whens, strength_of(self.sentence, kinds))

    def _not_both(self, clause: AskingClause, teams: Sequence[str]) -> UnreadableSentence:
        """Return the question for “not both” on some nights: a team is named, or it holds for every night."""
        days, place = self._days_text(clause.whens), "away" if "A" in clause.part.kinds else "at home"
        choices = [
            AnswerChoice(words=f"{team} not {place}", line=self._line([team], f"not {place}", days))
            for team in teams
        ]
        words = f"never both {place} on any night"
        choices.append(AnswerChoice(words=words, line=self._line(teams, f"never both {place}", "")))
        return UnreadableSentence("Which of them is it on these nights?", choices)

    def _where_of(self, clause: AskingClause, teams: Sequence[str]) -> Where:
        kinds = clause.part.kinds
        negatives = sum(kind in REFUSING for kind in kinds)
        wheres = {
            where
            for kind, where in (("H", "H"), ("A", "A"), ("F", "F"), ("E", "F"))
            if kind in kinds
        }  # fmt: skip
        is_sure = negatives < 2 and len(wheres) < 2 and not ("F" in wheres and negatives)
        if is_sure and wheres == {"H"}:
            return Where.NOT_HOME if negatives else Where.HOME
        if is_sure and wheres == {"A"}:
            return Where.NOT_AWAY if negatives else Where.NOT_HOME
        if is_sure and (wheres or (negatives and set(kinds) & set("Pl"))):
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
        return meaning_of_requests(requests, self.known, self.span)

    def _group(self, clause: AskingClause, teams: tuple[str, ...]) -> RequestMeaning:
        kinds = clause.part.kinds
        refuse_rest(clause.part.tokens, _TOGETHER)
        is_refused = sum(kind in REFUSING for kind in kinds)
        places = set(kinds) & set("HA")
        company: TeamGroup | None = None
        if is_refused > 1 or len(places) > 1:
            pass
        elif "Z" in kinds and not is_refused and places <= {"H"} and (places or self._is_one_pub(teams)):
            company = TeamGroup.NEVER_HOME_TOGETHER
        elif is_refused and places == {"H"}:
            is_all = len(teams) > 2 and any(
                token.text.casefold().startswith("all") for token in clause.part.of_kind(WordKind.BOTH)
            )
            company = TeamGroup.NEVER_ALL_HOME if is_all else TeamGroup.NEVER_HOME_TOGETHER
        elif is_refused and places == {"A"}:
            company = TeamGroup.NEVER_ALL_AWAY
        elif is_refused and "W" in kinds and not places and self._is_one_pub(teams) and "P" not in kinds:
            company = TeamGroup.NEVER_HOME_TOGETHER
        elif places == {"H"} and not is_refused:
            company = TeamGroup.HOME_TOGETHER
        if company is None:
            names = listed(teams)
            raise UnreadableSentence(
                f"What is asked of {names}?",
                [
                    AnswerChoice(
                        words=words, line=f"{names} {words}{f' ({self.because})' if self.because else ''}"
                    )
                    for words in ("never both at home", "never both away", "always at home together")
                ],
            )
        return self._company(teams, company, strength_of(self.sentence, kinds))

    def _company(
        self, teams: tuple[str, ...], company: TeamGroup, strength: RequestStrength
    ) -> RequestMeaning:
        request = GroupConstraint(
            teams=teams, company=company, weight=strength.weight, must=strength.must, because=self.because
        )
        return meaning_of_requests([request], self.known, self.span)
