"""What is said of a line of a list that was brought in, and how a row is checked and written."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from django.core.exceptions import ValidationError
from django.db import models

from league.exchange.lists.columns import Line


class Kind(StrEnum):
    """What a line does: it adds something, changes something, says what is known already, says nothing to
    take, or cannot be."""

    NEW = "new"
    CHANGED = "changed"
    KNOWN = "known"
    PASSED = "passed"
    FAULT = "fault"


@dataclass(frozen=True, slots=True, kw_only=True)
class LineSaid:
    """A line of the list in words: what it was understood to say, or why it cannot be.

    `unknown` is the name of a team in it that nobody has.
    """

    number: int
    kind: Kind
    words: str
    unknown: str = ""


class UnknownTeam(ValueError):
    """No team is called so; the message is one sentence."""

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__(sentence)
        self.name = name


def said(line: Line, words: str, kind: Kind) -> LineSaid:
    """What a line does, in words, and what of it was taken from further up."""
    above = f" ({' and '.join(line.above)} from above)" if line.above else ""
    return LineSaid(number=line.number, kind=kind, words=words + above)


def fault(line: Line, words: str) -> LineSaid:
    """Why a line cannot be taken."""
    return LineSaid(number=line.number, kind=Kind.FAULT, words=words)


def checked(line: Line, act: Callable[[], LineSaid]) -> LineSaid:
    """What a line does, or, if it cannot be, why not."""
    try:
        return act()
    except ValidationError as wrong:
        return fault(line, " ".join(wrong.messages))
    except UnknownTeam as wrong:
        return LineSaid(number=line.number, kind=Kind.FAULT, words=str(wrong), unknown=wrong.name)
    except ValueError as wrong:
        return fault(line, str(wrong))


def save(row: models.Model) -> None:
    """Check a row as its model does, and write it. Raises ValidationError."""
    row.full_clean(exclude=[field.name for field in row._meta.fields if field.is_relation])
    row.save()
