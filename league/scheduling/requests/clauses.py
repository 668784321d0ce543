"""Divide a tagged sentence: what it asks, clause by clause, whom and when each is about, and its reason."""

import datetime
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from league.scheduling.planner.task import End
from league.scheduling.requests.answers import AnswerChoice, UnreadableSentence
from league.scheduling.requests.boxes import LITTLE, MUCH, NORMAL
from league.scheduling.requests.days import (
    SeasonSpan,
)
from league.scheduling.requests.name_mentions import NameFinder
from league.scheduling.requests.tagging import SentenceToken
from league.scheduling.requests.vocabulary import (
    ASKING,
    OPPONENTS,
    REFUSING,
    WHO_AND_WHEN,
    Word,
    word_kinds,
)

_ADDRESS = word_kinds("team us teams")
_IDLE_AHEAD = re.compile(
    r"r|there|is|there's|it|it's|they|they've|have|has|had|got|of|on|at|we|we've|are|been|their|the|to|that"
)
_STRENGTHS = word_kinds("must little much")
_BECAUSE = re.compile(r"because(?: of)?|'?cos|coz|due to|owing to|as|since|on account of|thanks to|seeing as")
_EXCEPT = re.compile(r"(?:on )?any\b.*\b(?:except|but|bar\w*|apart|than|excluding|save)\b", re.IGNORECASE)
_IDLE_BEHIND = re.compile(r"(?:(?:on|at|in|the|for|please|is|be|to|so|of|from|over|here|over at|by)(?: |$))+")


@dataclass(frozen=True, slots=True, kw_only=True)
class SentencePart:
    """Tokens between two separators, and the separator before them: its kind, and its text in lower case."""

    lead: Word | None
    tokens: tuple[SentenceToken, ...]
    is_told: bool = False
    leading: str = ""

    @property
    def order(self) -> tuple[Word, ...]:
        """The kinds of its tokens in their order, without filler."""
        return tuple(token.kind for token in self.tokens if token.kind is not Word.FILLER)

    @property
    def kinds(self) -> frozenset[Word]:
        """The kinds of its tokens, without filler."""
        return frozenset(self.order)

    @property
    def refusals(self) -> int:
        """How many words refuse something."""
        return sum(kind in REFUSING for kind in self.order)

    def of_kind(self, kind: Word) -> tuple[SentenceToken, ...]:
        """Return its tokens of a kind."""
        return tuple(token for token in self.tokens if token.kind is kind)

    @property
    def is_reason(self) -> bool:
        """Whether it gives a reason in so many words."""
        return self.lead == Word.BECAUSE

    @property
    def is_because(self) -> bool:
        """Whether nobody it names can be one whom the request is about."""
        return self.is_reason and bool(_BECAUSE.fullmatch(self.leading))

    @property
    def is_aside(self) -> bool:
        """Whether it only tells why: behind “because”, or before “so”."""
        return self.is_told or self.is_because

    @property
    def is_idle(self) -> bool:
        """Whether it asks nothing and names nobody and no day."""
        return not self.is_asking and not self.kinds & WHO_AND_WHEN

    @property
    def is_asking(self) -> bool:
        """Whether it asks for something."""
        kinds = self.kinds
        is_refused = kinds & REFUSING and kinds & word_kinds("play league room days same_night")
        is_capacity = word_kinds("room number") <= kinds and kinds & word_kinds("play league same_night")
        is_pair = Word.PLAY in kinds and self.order.count(Word.TEAM) > 1
        is_end = kinds & word_kinds("start finish both_ends an_end") and kinds & WHO_AND_WHEN
        is_only = word_kinds("only play days") <= kinds
        return (
            not self.is_reason
            and not self.is_told
            and bool(kinds & ASKING or is_refused or is_capacity or is_pair or is_end or is_only)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AskingClause:
    """What is asked, about whom and when. `has_own_days`: the days stand in the clause itself."""

    part: SentencePart
    teams: tuple[SentenceToken, ...] = ()
    whens: tuple[SentenceToken, ...] = ()
    has_own_days: bool = False

    @property
    def days(self) -> set[datetime.date | End]:
        """The days it is about, and the ends of the season."""
        mentions = [when for token in self.whens for when in token.whens]
        days = {day for when in mentions for day in when.days}
        return days | {end for when in mentions for end in when.ends}

    @property
    def is_group(self) -> bool:
        """Whether it says how the nights of several teams fall together."""
        return (
            bool(self.part.kinds & word_kinds("same_night apart")) and Word.THAT_NIGHT not in self.part.kinds
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestStrength:
    """How much a request matters: its weight, and whether it must be met."""

    weight: int
    must: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggedSentence:
    """A line, its parts, and what every part needs to be read."""

    line: str
    parts: tuple[SentencePart, ...]
    finder: NameFinder
    span: SeasonSpan

    @property
    def tokens(self) -> Iterator[SentenceToken]:
        for part in self.parts:
            yield from part.tokens

    @property
    def kinds(self) -> frozenset[Word]:
        """The kinds of all parts but reasons."""
        return frozenset[Word]().union(*(part.kinds for part in self.parts if not part.is_reason))

    @property
    def days(self) -> set[datetime.date]:
        """All days that it names."""
        return {day for token in self.of_kind(Word.DAYS) for when in token.whens for day in when.days}

    @property
    def moments(self) -> set[datetime.date | End]:
        """All days that it names, and the ends of the season."""
        ends = {end for token in self.of_kind(Word.DAYS) for when in token.whens for end in when.ends}
        return self.days | ends

    @property
    def is_refusing(self) -> bool:
        """Whether a word of it refuses something."""
        return any(token.kind in REFUSING for token in self.tokens)

    def of_kind(self, kind: Word) -> tuple[SentenceToken, ...]:
        """Return all tokens of a kind."""
        return tuple(token for token in self.tokens if token.kind is kind)

    @property
    def reason(self) -> str:
        """What is said beside the requests, names and days."""
        reasons = ""
        last: SentenceToken | None = None
        for part in self.parts:
            words = [] if part.is_asking else _reason(part)
            if not words:
                last = None
                continue
            is_whole = not part.kinds & word_kinds("team days")
            between = self.line[last.end : words[0].start] if last and is_whole else ", " if reasons else ""
            reasons += between + " ".join(token.text for token in words)
            last = words[-1] if is_whole else None
        return reasons

    def with_text(self, token: SentenceToken, text: str) -> str:
        """Return the line with another text in place of a token."""
        return f"{self.line[: token.start]}{text}{self.line[token.end :]}"

    def clauses(self) -> list[AskingClause]:
        """Return the clauses that ask, each with the names and days of the parts beside it.

        Raises:
            UnreadableSentence: a name or days cannot be given to one of them.
        """
        if listed := self._listed():
            return listed
        clauses: list[AskingClause] = []
        teams: tuple[SentenceToken, ...] = ()
        whens: tuple[SentenceToken, ...] = ()
        is_plain = False
        for part in self.parts:
            own, days = part.of_kind(Word.TEAM), part.of_kind(Word.DAYS)
            if part.is_asking:
                is_against = part.kinds & OPPONENTS and part.order.count(Word.TEAM) == 1 and is_plain
                teams = (
                    (*teams[-1:], *own)
                    if is_against and not _names(own) <= _names(teams)
                    else own or teams[-1:]
                )
                self._same_days(whens, days)
                clauses.append(
                    AskingClause(part=part, teams=teams, whens=days or whens, has_own_days=bool(days))
                )
                whens = ()
                continue
            if own and part.is_because:
                continue
            if own and clauses and clauses[-1].teams and not _names(own) <= _names(clauses[-1].teams):
                raise self.which_team()
            if own and clauses and len(clauses[-1].teams) == 2 and part.order == (Word.TEAM,):
                clauses[-1] = replace(clauses[-1], teams=(*clauses[-1].teams, *own))
            if own:
                teams, is_plain = own, part.kinds <= _ADDRESS
            if (
                days
                and part.is_aside
                and any(other.is_asking and Word.DAYS in other.kinds for other in self.parts)
            ):
                continue
            if days and clauses and clauses[-1].whens:
                self._same_days(clauses[-1].whens, days)
            elif days:
                self._same_days(whens, days)
                whens = days
        clauses = [replace(clause, teams=clause.teams or teams) for clause in clauses]
        every = self.of_kind(Word.DAYS)
        rest = whens or (every if len(every) == 1 else ())
        is_other = any(clause.has_own_days and clause.part.of_kind(Word.TEAM) for clause in clauses)
        return [
            replace(clause, whens=clause.whens or (() if is_other and clause.is_group else rest))
            for clause in clauses
        ]

    def _listed(self) -> list[AskingClause]:
        """Return the clauses of a list such as “Shut: Fleece 24 December, Owl 31 December”; else none."""
        heads = [part for part in self.parts if part.is_asking]
        entries = [part for part in self.parts if part not in heads]
        if (
            len(heads) != 1
            or heads[0] is not self.parts[0]
            or heads[0].kinds & WHO_AND_WHEN
            or len(entries) < 2
        ):
            return []
        if any(sorted(entry.order) != [Word.DAYS, Word.TEAM] for entry in entries):
            return []
        return [
            AskingClause(
                part=replace(entry, tokens=(*heads[0].tokens, *entry.tokens)),
                teams=entry.of_kind(Word.TEAM),
                whens=entry.of_kind(Word.DAYS),
                has_own_days=True,
            )
            for entry in entries
        ]

    def _same_days(self, some: Sequence[SentenceToken], others: Sequence[SentenceToken]) -> None:
        """Raise a question if days stand in two parts that are not the same days."""
        sets = [
            {day for token in tokens for when in token.whens for day in (*when.days, *when.ends)}
            for tokens in (some, others)
        ]
        if all(sets) and sets[0] != sets[1]:
            raise UnreadableSentence("Which of these days is meant?")

    def which_team(self) -> UnreadableSentence:
        """Return the question which team a sentence is about."""
        if len(self.of_kind(Word.TEAM)) > 1:
            return UnreadableSentence("Which team is it about?")
        names = sorted(set(self.finder.known.teams.values()))
        choices = [AnswerChoice(words=name, line=f"{name}: {self.line}") for name in names]
        return UnreadableSentence("Which team is it?", choices)


def strength_of(sentence: TaggedSentence, kinds: frozenset[Word]) -> RequestStrength:
    """Return how much a request of a clause with these kinds matters. Neither can is both cannot."""
    for part in sentence.parts:
        if part.kinds <= _STRENGTHS:
            kinds |= part.kinds
    weight = LITTLE if Word.LITTLE in kinds else MUCH if Word.MUCH in kinds else NORMAL
    has_can = any(token.text.casefold() == "can" for token in sentence.of_kind(Word.FILLER))
    is_must = bool(kinds & word_kinds("must cannot")) or (Word.NEITHER in kinds and has_can)
    has_can = has_can or any(token.text.casefold() == "available" for token in sentence.of_kind(Word.PLAY))
    is_must = is_must or any(
        "except" in token.text.casefold() for token in sentence.of_kind(Word.UNAVAILABLE)
    )
    is_must = is_must or (has_can and any(_EXCEPT.match(token.text) for token in sentence.of_kind(Word.NOT)))
    return RequestStrength(weight=weight, must=is_must and Word.LITTLE not in kinds)


def all_teams(token: SentenceToken) -> tuple[str, ...]:
    """Return the teams that the names of a token can mean, each once."""
    return tuple(dict.fromkeys(team for name in token.names for team in name.teams))


def _names(tokens: Sequence[SentenceToken]) -> set[str]:
    return {name for token in tokens for mention in token.names for name in (*mention.teams, *mention.pubs)}


def _reason(part: SentencePart) -> list[SentenceToken]:
    """Return the words of a part that give a reason: all but names, days and what only leads to it."""
    tokens = [token for token in part.tokens if token.kind not in (Word.TEAM, Word.DAYS)]
    while tokens and _IDLE_AHEAD.fullmatch(tokens[0].text.casefold()):
        tokens = tokens[1:]
    while tokens and _IDLE_BEHIND.fullmatch(tokens[-1].text.casefold()):
        tokens = tokens[:-1]
    is_idle = all(token.kind in (Word.FILLER, Word.US, Word.TEAMS) for token in tokens)
    return [] if is_idle else tokens
