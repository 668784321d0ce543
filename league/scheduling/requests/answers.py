"""What comes of a request in a sentence: the rows it means, or one question with choices."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.scheduling.planner.task import PlanRequest
from league.scheduling.planner.words import request_words
from league.scheduling.requests.boxes import BoxRow, RowKind, row_of_request
from league.scheduling.requests.days import SeasonSpan
from league.scheduling.requests.resolving import KnownNames
from league.shared.text import capitalised, listed

MOST_CHOICES = 8


class UnreadableSentence(ValueError):
    """Raised for a line that is not understood. The message is one question, with its choices."""

    def __init__(self, question: str, choices: Sequence[str] = ()) -> None:
        self.question, self.choices = question, tuple(choices)[:MOST_CHOICES]
        super().__init__(f"{question} Choose {listed(self.choices, 'or')}." if self.choices else question)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedRequest:
    """A parsed line: rows, each with its kind, and the sentence for checking."""

    line: str
    rows: tuple[tuple[RowKind, BoxRow], ...]
    sentence: str


ParsedLine = tuple[list[tuple[RowKind, BoxRow]], str]
"""The rows of a line, and its sentence without the full stop."""


def parsed_request(line: str, parsed: ParsedLine) -> ParsedRequest:
    """Return the request of a line."""
    rows, sentence = parsed
    return ParsedRequest(line=line.strip(), rows=tuple(rows), sentence=f"{capitalised(sentence)}.")


def rows_of_requests(requests: Sequence[PlanRequest], known: KnownNames, span: SeasonSpan) -> ParsedLine:
    """Return the rows of requests, and their sentence."""
    names = {name: name for name in known.teams.values()}
    return (
        [row_of_request(request, known, span) for request in requests],
        "; ".join(request_words(request, names) for request in requests),
    )
