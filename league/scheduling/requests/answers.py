"""What comes of a request in a sentence: the rows it means, or one question with choices."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from league.scheduling.planner.phrases import request_words
from league.scheduling.planner.task import PlanRequest
from league.scheduling.requests.boxes import GROUP_OF, NORMAL, BoxRow, row_of
from league.scheduling.requests.days import SeasonSpan
from league.scheduling.requests.fields import RowKind
from league.scheduling.requests.resolving import KnownNames
from league.shared.text import capitalised, listed

_INSISTS = re.compile(r"\b(?:must|ha(?:ve|s) (?:got )?to|needs? to|require[sd]?|essential)\b", re.IGNORECASE)
MOST_NAMED = 8
"""Choices that the sentence of a question names; the rest are in `choices` only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerChoice:
    """An answer to a question, in words, and the line that says it: the next to read."""

    words: str
    line: str


LEAVE_OUT = AnswerChoice(words="leave this line out", line="")


class UnreadableSentence(ValueError):
    """Raised for a line that is not understood. The message is one question, with its choices."""

    def __init__(self, question: str, choices: Sequence[AnswerChoice] = ()) -> None:
        self.question = question
        self.choices = tuple(dict.fromkeys(choices))
        named = [choice.words for choice in self.choices[:MOST_NAMED]]
        super().__init__(f"{question} Choose {listed(named, 'or')}." if named else question)


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestMeaning:
    """What a line or a part of it means: rows, each with its kind, and words without the full stop."""

    rows: tuple[tuple[RowKind, BoxRow], ...]
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedRequest:
    """A parsed line: its rows, the sentence for checking, and whether its words say how much it matters."""

    line: str
    rows: tuple[tuple[RowKind, BoxRow], ...]
    sentence: str

    @property
    def is_open(self) -> bool:
        """Whether a strength could be chosen and the words leave it open; what cannot be may be a wish."""
        strengths = {row.text("strength") for _, row in self.rows}
        return strengths == {str(NORMAL)} or (strengths == {"must"} and not _INSISTS.search(self.line))


def meaning_of_requests(
    requests: Sequence[PlanRequest], known: KnownNames, span: SeasonSpan
) -> RequestMeaning:
    """Return the rows of requests, and their words."""
    names = {name: name for name in known.teams.values()}
    return RequestMeaning(
        rows=tuple((GROUP_OF[type(request)], row_of(request, known, span)) for request in requests),
        words="; ".join(request_words(request, names) for request in requests),
    )


def parsed_request(line: str, meanings: Sequence[RequestMeaning]) -> ParsedRequest:
    """Return the request of a line from the meanings of its parts."""
    words = "; ".join(meaning.words for meaning in meanings)
    return ParsedRequest(
        line=line,
        rows=tuple(row for meaning in meanings for row in meaning.rows),
        sentence=f"{capitalised(words)}.",
    )


def bare_rows(meaning: RequestMeaning) -> list[tuple[RowKind, dict[str, str]]]:
    """Return what a meaning asks, without its strength and its reason, for comparing with another."""
    return [
        (kind, {key: row.text(key) for key in row.texts if key not in ("because", "strength")})
        for kind, row in meaning.rows
    ]
