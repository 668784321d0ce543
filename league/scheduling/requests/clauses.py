"""Divide a tagged sentence: what it asks, clause by clause, whom and when each is about, and its reason."""

import datetime
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from league.scheduling.planner.calendar import DAYS, WEEK
from league.scheduling.requests.answers import AnswerChoice, UnreadableSentence
from league.scheduling.requests.days import (
    MONTHS,
    SeasonSpan,
    UnreadableDays,
    format_day,
    match_word,
    parse_nights,
)
from league.scheduling.requests.name_mentions import NameFinder, nearest_names
from league.scheduling.requests.phrases import WordKind
from league.scheduling.requests.tagging import SentenceToken

SEPARATORS = frozenset("&|+,bo")
ASKING = frozenset("HhAavYFESZGJUQ")
REFUSING = frozenset("NCIJ")
FEASTS = {"christmas": (12, 25), "xmas": (12, 25), "new year": (1, 1)}
_DAY_OF_MONTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?")
_IDLE_AHEAD = re.compile(
    r"there|is|there's|it|it's|they|they've|have|has|had|got|of|on|we|we've|are|been|their|the|to|that"
)
_IDLE_BEHIND = re.compile(r"on|at|in|the|for|please|is|be|to|so")


@dataclass(frozen=True, slots=True, kw_only=True)
class SentencePart:
    """Tokens between two separators, and the kind of the separator before them."""

    lead: str
    tokens: tuple[SentenceToken, ...]

    @property
    def kinds(self) -> str:
        """The kinds of its tokens, without filler."""
        return "".join(token.kind for token in self.tokens if token.kind is not WordKind.FILLER)

    def of_kind(self, kind: WordKind) -> tuple[SentenceToken, ...]:
        """Return its tokens of a kind."""
        return tuple(token for token in self.tokens if token.kind is kind)

    @property
    def is_reason(self) -> bool:
        """Whether it gives a reason in so many words."""
        return self.lead == WordKind.BECAUSE

    @property
    def is_asking(self) -> bool:
        """Whether it asks for something."""
        kinds = set(self.kinds)
        is_refused = kinds & REFUSING and kinds & set("PlRDW")
        is_capacity = {"R", "#"} <= kinds and kinds & set("PlW")
        is_pair = "P" in kinds and self.kinds.count("T") > 1
        is_end = kinds & set("se") and kinds & set("TVD")
        return not self.is_reason and bool(kinds & ASKING or is_refused or is_capacity or is_pair or is_end)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskingClause:
    """What is asked, about whom and when. `has_own_days`: the days stand in the clause itself."""

    part: SentencePart
    teams: tuple[SentenceToken, ...] = ()
    whens: tuple[SentenceToken, ...] = ()
    has_own_days: bool = False


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
    def kinds(self) -> str:
        """The kinds of all parts but reasons."""
        return "".join(part.kinds for part in self.parts if not part.is_reason)

    def of_kind(self, kind: WordKind) -> tuple[SentenceToken, ...]:
        """Return all tokens of a kind."""
        return tuple(token for token in self.tokens if token.kind is kind)

    @property
    def reason(self) -> str:
        """What is said beside the requests, names and days."""
        reasons = (_reason(part) for part in self.parts if not part.is_asking)
        return ", ".join(reason for reason in reasons if reason)

    def with_text(self, token: SentenceToken, text: str) -> str:
        """Return the line with another text in place of a token."""
        return f"{self.line[: token.start]}{text}{self.line[token.end :]}"

    def clauses(self) -> list[AskingClause]:
        """Return the clauses that ask, each with the names and days of the parts beside it.

        Raises:
            UnreadableSentence: a name or days cannot be given to one of them.
        """
        clauses: list[AskingClause] = []
        teams: tuple[SentenceToken, ...] = ()
        whens: tuple[SentenceToken, ...] = ()
        for part in self.parts:
            own, days = part.of_kind(WordKind.TEAM), part.of_kind(WordKind.DAYS)
            if (
                part.lead in "|+"
                and part.lead
                and ((clauses and part.is_asking) or not set(part.kinds) - set("D"))
                and not (part.lead == "+" and part.is_asking)
            ):
                raise UnreadableSentence("Which of the two is meant? Say one of them.")
            if part.is_asking:
                teams = own or teams[-1:]
                _same_days(self, whens, days)
                clauses.append(
                    AskingClause(part=part, teams=teams, whens=days or whens, has_own_days=bool(days))
                )
                whens = ()
                continue
            if own and clauses and clauses[-1].teams and not _names(own) <= _names(clauses[-1].teams):
                self.ask_which_team(own)
            if own and clauses and len(clauses[-1].teams) == 2 and part.kinds == WordKind.TEAM:
                clauses[-1] = replace(clauses[-1], teams=(*clauses[-1].teams, *own))
            if own:
                teams = own
            if days and clauses and clauses[-1].whens:
                _same_days(self, clauses[-1].whens, days)
            elif days:
                _same_days(self, whens, days)
                whens = days
        clauses = [replace(clause, teams=clause.teams or teams) for clause in clauses]
        every = self.of_kind(WordKind.DAYS)
        rest = whens or (every if len(every) == 1 else ())
        return [replace(clause, whens=clause.whens or rest) for clause in clauses]

    def ask_which_team(self, tokens: Sequence[SentenceToken]) -> None:
        """Raise the question which of several teams a sentence is about."""
        teams = dict.fromkeys(
            team for token in (*self.of_kind(WordKind.TEAM), *tokens) for team in all_teams(token)
        )
        raise UnreadableSentence(
            "Which team is it about?", [AnswerChoice(words=team, line=team) for team in teams]
        )

    def refuse_or(self, tokens: Sequence[SentenceToken]) -> None:
        """Raise a question for names or days with “or” between them: it may mean one of them or all."""
        for token in tokens:
            text = self.line[token.start : token.end]
            if re.search(r"\bor\b", text, re.IGNORECASE):
                every = re.sub(r"\bor\b", "and", text, flags=re.IGNORECASE)
                choice = AnswerChoice(words=every, line=self.with_text(token, every))
                raise UnreadableSentence(f"“{text}”: all of them, or one?", [choice])

    def check_words(self) -> None:
        """Raise a question for a word that may change what is asked, wherever it stands."""
        for part in self.parts:
            for token in part.tokens:
                if token.kind is WordKind.DURATION and not self._is_feast_of_days(part, token):
                    raise UnreadableSentence(f"Which dates are meant by “{token.text}”?")
                if token.kind is WordKind.WEEKDAY and not self.of_kind(WordKind.DIVISION):
                    raise UnreadableSentence(f"Which dates does “{token.text}” mean?")
                if token.kind is WordKind.UNKNOWN:
                    self._check_date(token)
        self._check_names()

    def _is_feast_of_days(self, part: SentencePart, token: SentenceToken) -> bool:
        """Return whether a part is only the name of a feast within a week of the days, as Christmas is."""
        feast = FEASTS.get(token.text.casefold())
        days = [day for when in self.of_kind(WordKind.DAYS) for mention in when.whens for day in mention.days]
        if feast is None or part.kinds != WordKind.DURATION or not days:
            return False
        near = (datetime.date(year, *feast) for year in (self.span.first.year, self.span.last.year))
        return any(all(abs(day - date) <= WEEK for day in days) for date in near)

    def _check_date(self, token: SentenceToken) -> None:
        word = token.text.casefold().strip("'’")
        if match_word(word.removesuffix("s"), (*DAYS, *MONTHS)) and word not in ("mar", "march", "may"):
            raise UnreadableSentence(f"Which dates does “{token.text}” mean?")
        if not re.match(r"\d", word):
            return
        behind = self.line[token.start :].split()[:2]
        try:
            parse_nights(" ".join(behind).casefold().strip(",.;"), self.span)
        except UnreadableDays as refused:
            if (
                len(behind) > 1
                and "without its month" not in str(refused)
                and re.match(r"[a-z]{3}", behind[1].casefold())
            ):
                raise UnreadableSentence(f"{str(refused).rstrip('.')}. Which day is it?") from None
        number = _DAY_OF_MONTH.fullmatch(word)
        nights = [
            night
            for night in self.span.weekdays(self.finder.known.league.night)
            if number and night.day == int(number[1])
        ]
        days = [format_day(night, self.span) for night in nights]
        raise UnreadableSentence(
            f"Which date does “{token.text}” mean?",
            [AnswerChoice(words=day, line=self.with_text(token, day)) for day in days],
        )

    def _check_names(self) -> None:
        """Raise a question for a word with a capital that “and” joins to a name: no team is called that."""
        tokens = list(self.tokens_with_joints)
        for place, token in enumerate(tokens):
            if token.kind is not WordKind.UNKNOWN or not token.text[:1].isupper():
                continue
            before = "".join(other.kind for other in tokens[:place] if other.text.casefold() != "the")[-2:]
            behind = "".join(
                other.kind for other in tokens[place + 1 :] if other.text.casefold() not in ("the", "both")
            ).lstrip("_")[:2]
            if re.fullmatch(r"T[&|v]", before) or re.match(r"[&|v]T|,?&T", behind):
                raise UnreadableSentence(f"Which team is “{token.text}”?", self.name_choices(token))

    def name_choices(self, token: SentenceToken) -> list[AnswerChoice]:
        """Return the nearest names for a word that is none."""
        names = nearest_names(token.text, self.finder)
        return [AnswerChoice(words=name, line=self.with_text(token, name)) for name in names]

    @property
    def tokens_with_joints(self) -> Iterator[SentenceToken]:
        """All tokens, those that part them too, as far as “and”."""
        for number, part in enumerate(self.parts):
            if number and part.lead in ("&", ",", "|"):
                start = part.tokens[0].start if part.tokens else 0
                yield SentenceToken(kind=WordKind(part.lead), start=start, end=start, text=part.lead)
            yield from part.tokens


def divide(
    line: str, tokens: Sequence[SentenceToken], finder: NameFinder, span: SeasonSpan
) -> TaggedSentence:
    """Return a sentence in parts."""
    parts: list[SentencePart] = []
    lead, held = "", list[SentenceToken]()
    for token in tokens:
        if token.kind not in SEPARATORS:
            held.append(token)
            continue
        if held:
            parts.append(SentencePart(lead=lead, tokens=tuple(held)))
            lead, held = "", []
        # Of “, because” or “and so” the word says more than the comma.
        lead = (
            token.kind
            if lead in ("", WordKind.STOP, WordKind.JOINT) and token.kind is not WordKind.STOP
            else lead or token.kind
        )
    if held:
        parts.append(SentencePart(lead=lead, tokens=tuple(held)))
    return TaggedSentence(line=line, parts=tuple(parts), finder=finder, span=span)


def all_teams(token: SentenceToken) -> tuple[str, ...]:
    """Return the teams that the names of a token can mean, each once."""
    return tuple(dict.fromkeys(team for name in token.names for team in name.teams))


def _names(tokens: Sequence[SentenceToken]) -> set[str]:
    return {name for token in tokens for mention in token.names for name in (*mention.teams, *mention.pubs)}


def _same_days(
    sentence: TaggedSentence, some: Sequence[SentenceToken], others: Sequence[SentenceToken]
) -> None:
    """Raise a question if days stand in two parts that are not the same days."""
    sets = [
        {day for token in tokens for when in token.whens for day in (*when.days, *when.ends)}
        for tokens in (some, others)
    ]
    if all(sets) and sets[0] != sets[1]:
        raise UnreadableSentence("Which of these days is meant?", [])


def _reason(part: SentencePart) -> str:
    """Return the reason of a part: its words but names, days and what only leads to it."""
    tokens = [token for token in part.tokens if token.kind not in (WordKind.TEAM, WordKind.DAYS)]
    while tokens and _IDLE_AHEAD.fullmatch(tokens[0].text.casefold()):
        tokens = tokens[1:]
    while tokens and _IDLE_BEHIND.fullmatch(tokens[-1].text.casefold()):
        tokens = tokens[:-1]
    if all(token.kind in (WordKind.FILLER, WordKind.US, WordKind.TEAMS) for token in tokens):
        return ""
    return " ".join(token.text for token in tokens)
