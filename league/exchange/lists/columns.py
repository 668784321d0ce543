"""The lines of a list, and the outcome of importing a line."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from django.core.exceptions import ValidationError
from django.db import models

from league.exchange.lists.checked_list import ListQuestion, OpenQuestion
from league.exchange.problems import WrongLine, errors_of
from league.models import ImportRun

What = ImportRun.What


NAMES_TEAMS = ("home", "away", "team")


class WrongList(ValueError):
    """A list whose columns cannot be understood; the message is one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLine:
    """A line of a list by the names of its columns; empty cells are left out.

    The first line of the file is 1. `above` are the columns whose cells were taken from further up.
    `problems` say which needed cells are missing, and which are too long and left out. A line out of a grid
    has the `place` of its cell in the row, from 1.
    """

    number: int
    place: int = 0
    cells: Mapping[str, str]
    above: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> str:
        return self.cells.get(name, "")

    @property
    def key(self) -> int:
        """Return the number of the line, for a cell of a grid with its place."""
        return self.number * 100 + self.place if self.place else self.number


Passed = Mapping[int, str]
"""Lines that are skipped, by their numbers, and why."""


class ImportAction(StrEnum):
    """What importing a line does: add, change or leave what is known; or the line is skipped, or is wrong."""

    NEW = "new"
    CHANGED = "changed"
    KNOWN = "known"
    PASSED = "passed"
    FAULT = "fault"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedRow:
    """The outcome of importing a line: `words` say what it does, or why it cannot be imported.

    `problems` has each reason by itself, `unknown` the names in it that no team has, with teams that may be
    meant, likeliest first, `questions` what is asked about it, and `faults` what no answer solves.
    """

    number: int
    kind: ImportAction
    words: str
    problems: tuple[str, ...] = ()
    unknown: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    questions: tuple[ListQuestion, ...] = ()
    faults: tuple[str, ...] = ()


class UnknownTeam(ValueError):
    """No team is called so, but `like` may be meant; the message is one sentence."""

    def __init__(self, name: str, sentence: str, like: Iterable[object]) -> None:
        super().__init__(sentence)
        self.name, self.like = name, tuple(map(str, like))


def imported_row(line: ListLine, words: str, kind: ImportAction) -> ImportedRow:
    """Return the outcome of a line, naming the columns whose cells were taken from further up."""
    above = f" ({' and '.join(line.above)} from above)" if line.above else ""
    return ImportedRow(number=line.number, kind=kind, words=words + above)


def outcome(line: ListLine, name: object, changes: Iterable[str], *, new: str = "") -> ImportedRow:
    """Return the outcome of a line: what is made, in the words of `new`, or what it changes, or nothing."""
    if new:
        return imported_row(line, new, ImportAction.NEW)
    if words := ", ".join(changes):
        return imported_row(line, f"{name}: {words}", ImportAction.CHANGED)
    return imported_row(line, f"{name}, no change", ImportAction.KNOWN)


def faulty_row(line: ListLine, errors: Iterable[ValueError]) -> ImportedRow:
    """Return the outcome of a line that cannot be imported, with everything that is wrong in it."""
    errors = tuple(errors)
    problems = tuple(dict.fromkeys(map(str, errors)))
    about = f"{line['home']} v {line['away']}: " if line.place and line["home"] else ""
    return ImportedRow(
        number=line.number,
        kind=ImportAction.FAULT,
        words=about + " ".join(problems),
        problems=problems,
        faults=tuple(
            dict.fromkeys(
                f"{about}{error}" for error in errors if not isinstance(error, (UnknownTeam, OpenQuestion))
            )
        ),
        questions=tuple(error.question for error in errors if isinstance(error, OpenQuestion)),
        unknown={error.name: error.like for error in errors if isinstance(error, UnknownTeam)},
    )


def checked(line: ListLine, act: Callable[[ListLine], ImportedRow]) -> ImportedRow:
    """Return the outcome of `act`; errors in what the line says become its problems."""
    try:
        return act(line)
    except ValueError as wrong:
        return faulty_row(line, errors_of(wrong))


def verify(row: models.Model, *, is_unique: bool = False) -> None:
    """Check a row as its model does; of one that is known to be unique without asking the database.

    Raises WrongLine with a problem for every field.
    """
    relations = [field.name for field in row._meta.fields if field.is_relation]
    try:
        row.full_clean(exclude=relations, validate_unique=not is_unique, validate_constraints=not is_unique)
    except ValidationError as wrong:
        raise WrongLine(map(ValueError, wrong.messages)) from wrong


def save(row: models.Model) -> None:
    """Check a row as its model does, and write it. Raises WrongLine with a problem for every field."""
    verify(row)
    row.save()
