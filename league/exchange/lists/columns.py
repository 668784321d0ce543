"""The columns of each list with the names other spreadsheets give them, the lines of a list, and the
outcome of importing a line.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from django.core.exceptions import ValidationError
from django.db import models

from league.exchange.problems import WrongLine
from league.models import ImportRun
from league.shared.text import bare

What = ImportRun.What


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column by our name, with others it goes by; `is_needed` where a line says nothing without it.

    `goes_on`: an empty cell is meant as the one above, as in sheets that write a night or a team once.
    """

    name: str
    also: tuple[str, ...] = ()
    is_needed: bool = False
    longest: int = 80
    goes_on: bool = False


def _column(name: str, *also: str, needed: bool = False, longest: int = 80, goes_on: bool = False) -> Column:
    return Column(name=name, also=also, is_needed=needed, longest=longest, goes_on=goes_on)


_DATE = ("day", "night", "nite", "match night", "match date")
_MATCH = ("fixture", "game", "teams", "match up")
_SIGNED = ("signed", "signed on", "since", "from")
_COLUMNS: Mapping[str, tuple[Column, ...]] = {
    What.PUBS: (
        _column("pub", "name", "pub name", "venue", "club", "house", needed=True),
        _column("address", "street", "where", longest=200),
        _column("postcode", "post code", "zip", longest=10),
        _column("phone", "telephone", "phone number", "tel", "tel no", longest=30),
        _column("tables", "boards", "capacity", longest=10),
    ),
    What.TEAMS: (
        _column("team", "name", "team name", "side", needed=True),
        _column("pub", "pub name", "venue", "home", "ground", "club", "plays at"),
        _column("short name", "short", longest=24),
        _column("division", "div", "section", "league", longest=40, goes_on=True),
        _column("captain", "captain name", "captain's name", "contact"),
        _column("e-mail", "email", "mail", "email address", "captain's email", longest=254),
        _column("phone", "telephone", "phone number", "tel", "tel no", "mobile", longest=30),
    ),
    What.PLAYERS: (
        _column("player", "name", "player name", "full name", needed=True),
        _column("team", "team name", "side", "plays for", "pub", "club", "squad", goes_on=True),
        _column("registered", "date", "registered on", "date registered", *_SIGNED, longest=20),
        _column("told apart by", "note", "known as", longest=40),
    ),
    What.FIXTURES: (
        _column("date", *_DATE, needed=True, longest=40, goes_on=True),
        _column("home", "home team", "at home", "hosts", needed=True),
        _column("away", "away team", "visitors", "visiting team", needed=True),
        _column("match", *_MATCH, longest=200),
        _column("division", "div", "section", longest=40),
        _column("time", "start", "start time", "starts at", "ko", longest=12),
        _column("pub", "venue", "played at"),
        _column("week", "round", "week no", "wk", longest=10, goes_on=True),
    ),
    # Their figures have names of their own; see docs/results-csv.md.
    What.RESULTS: (
        _column("date", *_DATE, needed=True, longest=40, goes_on=True),
        _column("home", "home team", "at home", needed=True),
        _column("away", "away team", "visitors", "visiting team", needed=True),
        _column("match", *_MATCH, longest=200),
        _column("division", "div", "section", longest=40),
        _column("score", "final score", "match score", "result", "res", longest=20),
    ),
}
_FIGURE = re.compile(r"(home|away|h|a)(?:table)?([1-9]\d?|total|score|frames|hangjacks)")
_FIGURES = {"score": "total", "frames": "total", "hangjacks": "hang_jacks"}
_SIDES = {"h": "home", "a": "away"}
_N, _V = r"\d+(?:\.5)?", r"(?:[-–—:]|vs?\.?|versus)"
_SIDE = r".*[^\W\d_].*?"
# Both sides of a match in one cell, perhaps with the score: Reds 8 - 2 Blues, Reds 8 Blues 2, Reds v Blues.
_MATCHES = (
    rf"(?P<home>{_SIDE})\s+(?P<h>{_N}|[wx])\s*{_V}\s*(?P<a>{_N}|[wx])\s+(?P<away>{_SIDE})",
    rf"(?P<home>{_SIDE})\s+(?P<h>{_N})(?:\s+{_V}|,)?\s+(?P<away>{_SIDE})\s+(?P<a>{_N})",
    rf"(?P<home>{_SIDE})\s+{_V}\s+(?P<away>{_SIDE})",
)
NAMES_TEAMS = ("home", "away", "team")
LEAVE_OUT = "leave-out"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """A line that is skipped, and why."""

    number: int
    why: str


def columns_of(what: str) -> tuple[Column, ...]:
    """Return the columns of a list as they are usually written."""
    return _COLUMNS[what]


def heads_of(what: str) -> list[str]:
    """Return the columns of a list as it is exported: each side of a match has its own."""
    return [column.name for column in _COLUMNS[what] if column.name != "match"]


def known_column(what: str, head: str) -> str:
    """Return the column that a head means, whatever its capitals and signs; empty if none."""
    expected = _bare(head)
    for column in _COLUMNS[what]:
        if expected in map(_bare, (column.name, *column.also)):
            return column.name
    if what == What.RESULTS and (figure := _FIGURE.fullmatch(expected)):
        side, number = figure.groups()
        return f"{_SIDES.get(side, side)}_{_FIGURES.get(number, number)}"
    return ""


def match_in_cell(cell: str) -> dict[str, str]:
    """Return both teams and the score, if there is one, of a cell that holds a match; else nothing."""
    text = " ".join(cell.split())
    found = (match for pattern in _MATCHES if (match := re.fullmatch(pattern, text, re.IGNORECASE)))
    if not (match := next(found, None)):
        return {}
    sides = match.groupdict()
    score = {"score": f"{sides['h']} - {sides['a']}"} if "h" in sides else {}
    return {"home": sides["home"], "away": sides["away"], **score}


def _bare(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.casefold())


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
    questions: tuple["OpenQuestion", ...] = ()
    faults: tuple[str, ...] = ()


class UnknownTeam(ValueError):
    """No team is called so, but `like` may be meant; the message is one sentence."""

    def __init__(self, name: str, sentence: str, like: Iterable[object]) -> None:
        super().__init__(sentence)
        self.name, self.like = name, tuple(map(str, like))


class OpenQuestion(ValueError):
    """Something about a line that is never guessed; the message is one sentence.

    `choices` are values with their labels, `about` is the column it is asked about.
    """

    def __init__(
        self, sentence: str, *, key: str, heading: str, choices: Mapping[str, str], about: str
    ) -> None:
        super().__init__(sentence)
        self.key, self.heading, self.about = key, heading, about
        self.choices = tuple(choices.items())


def imported_row(line: ListLine, words: str, kind: ImportAction) -> ImportedRow:
    """Return the outcome of a line, naming the columns whose cells were taken from further up."""
    above = f" ({' and '.join(line.above)} from above)" if line.above else ""
    return ImportedRow(number=line.number, kind=kind, words=words + above)


def faulty_row(line: ListLine, errors: Iterable[ValueError]) -> ImportedRow:
    """Return the outcome of a line that cannot be imported, with everything that is wrong in it."""
    errors = tuple(errors)
    problems = tuple(dict.fromkeys(map(str, errors)))
    about = f"{line['home']} v {line['away']}: " if line.place and line["home"] else ""
    questions = (UnknownTeam, OpenQuestion)
    return ImportedRow(
        number=line.number,
        kind=ImportAction.FAULT,
        words=about + " ".join(problems),
        problems=problems,
        faults=tuple(
            dict.fromkeys(f"{about}{error}" for error in errors if not isinstance(error, questions))
        ),
        unknown={error.name: error.like for error in errors if isinstance(error, UnknownTeam)},
        questions=tuple(error for error in errors if isinstance(error, OpenQuestion)),
    )


def checked(line: ListLine, act: Callable[[], ImportedRow]) -> ImportedRow:
    """Return the outcome of `act`; errors in what the line says become its problems."""
    try:
        return act()
    except WrongLine as wrong:
        return faulty_row(line, wrong.errors)
    except ValueError as wrong:
        return faulty_row(line, [wrong])


def save(row: models.Model) -> None:
    """Check a row as its model does, and write it. Raises WrongLine with a problem for every field."""
    try:
        row.full_clean(exclude=[field.name for field in row._meta.fields if field.is_relation])
    except ValidationError as wrong:
        raise WrongLine(map(ValueError, wrong.messages)) from wrong
    row.save()


_DIVISION = re.compile(r"\bdiv(?:ision|\.|(?=[\s\d]))\s*")
_NUMBERS = {
    word: str(number)
    for number, words in enumerate(("one i", "two ii", "three iii", "four iv", "five v", "six vi"), start=1)
    for word in words.split()
}


def division_key(name: str) -> str:
    """Return a name of a division as people mean it: Div 1, Division One and One are the same."""
    rest = _DIVISION.sub("", bare(name)).strip()
    return _NUMBERS.get(rest, rest)
