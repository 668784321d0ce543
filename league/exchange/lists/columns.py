"""What stands in a list: its columns, the names they go by in other people's spreadsheets, its lines."""

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.exchange.spreadsheets import Rows
from league.models import ImportRun

What = ImportRun.What


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column by our name, with others it goes by; `is_needed` where a line says nothing without it."""

    name: str
    also: tuple[str, ...] = ()
    is_needed: bool = False
    longest: int = 80


def _column(name: str, *also: str, needed: bool = False, longest: int = 80) -> Column:
    return Column(name=name, also=also, is_needed=needed, longest=longest)


_COLUMNS: Mapping[str, tuple[Column, ...]] = {
    What.PUBS: (
        _column("pub", "name", "venue", "club", "house", needed=True),
        _column("address", "street", longest=200),
        _column("postcode", "post code", "zip", longest=10),
        _column("phone", "telephone", "tel", longest=30),
        _column("tables", "boards", "capacity", longest=10),
    ),
    What.TEAMS: (
        _column("team", "name", "team name", needed=True),
        _column("pub", "venue", "home", "ground", "club"),
        _column("short name", "short", longest=24),
        _column("division", "section", "league", longest=40),
        _column("captain", "captain name", "contact"),
        _column("e-mail", "email", "mail", longest=254),
        _column("phone", "telephone", "tel", "mobile", longest=30),
    ),
    What.PLAYERS: (
        _column("player", "name", "player name", needed=True),
        _column("team", "side", "plays for"),
        _column("registered", "date", "registered on", "signed", longest=20),
        _column("told apart by", "note", "known as", longest=40),
    ),
    What.FIXTURES: (
        _column("date", "day", needed=True, longest=20),
        _column("home", "home team", needed=True),
        _column("away", "away team", "visitors", needed=True),
        _column("division", "section", longest=40),
        _column("time", "start", "starts at", longest=12),
        _column("pub", "venue", "played at"),
        _column("week", "round", longest=10),
    ),
    # Their figures have names of their own; see docs/results-csv.md.
    What.RESULTS: (
        _column("division", longest=40, needed=True),
        _column("date", needed=True, longest=20),
        _column("home", needed=True),
        _column("away", needed=True),
    ),
}


class WrongList(ValueError):
    """A list whose columns cannot be understood; the message is one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of a list by the names of its columns; empty cells are left out.

    The first line of the file is 1.
    """

    number: int
    cells: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        return self.cells.get(name, "")


def columns_of(what: str) -> tuple[Column, ...]:
    """The columns of a list, the needed ones first among them as they are usually written."""
    return _COLUMNS[what]


def understood(what: str, rows: Rows) -> tuple[Mapping[str, str], tuple[Line, ...]]:
    """Which column of ours each head was taken for, and the lines. Raises WrongList.

    Heads are compared without capitals and punctuation. Columns nobody knows are left out and said.
    """
    first = next((number for number, row in enumerate(rows) if any(row)), None)
    if first is None:
        raise WrongList("The list is empty.")
    heads = rows[first]
    taken: dict[int, str] = {}
    for place, head in enumerate(heads):
        name = _known(what, head)
        if name and name not in taken.values():
            taken[place] = name
    missing = [one.name for one in _COLUMNS[what] if one.is_needed and one.name not in taken.values()]
    if missing:
        found = ", ".join(filter(None, heads)) or "nothing"
        raise WrongList(
            f"There is no column “{missing[0]}”: the first line names the columns, and says {found}."
        )
    longest = {one.name: one.longest for one in _COLUMNS[what]}
    lines = [
        Line(number=number, cells=cells)
        for number, row in enumerate(rows[first + 1 :], first + 2)
        if (cells := {name: row[place] for place, name in taken.items() if place < len(row) and row[place]})
    ]
    for line in lines:
        for name, cell in line.cells.items():
            if len(cell) > longest[name]:
                raise WrongList(
                    f"Line {line.number}: {name} has {len(cell)} letters; there is room for {longest[name]}."
                )
    return {heads[place]: name for place, name in taken.items()}, tuple(lines)


def _known(what: str, head: str) -> str:
    wanted = _bare(head)
    for column in _COLUMNS[what]:
        if wanted in map(_bare, (column.name, *column.also)):
            return column.name
    return ""


def _bare(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.casefold())


_DATES = (
    "%Y-%m-%d",
    "%d/%m/%Y",
    "%d.%m.%Y",
    "%d-%m-%Y",
    "%d/%m/%y",
    "%d %b %Y",
    "%d %B %Y",
    "%d-%b-%y",
    "%d %b %y",
)
_TIMES = ("%H:%M", "%H.%M", "%I.%M%p", "%I:%M%p", "%I%p", "%H:%M:%S")


def read_date(text: str) -> datetime.date:
    """A day as people write it, the day before the month: 2026-09-17, 17/9/2026, Thu 17 Sep 2026.

    Or ValueError.
    """
    bare = re.sub(r"^(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+", "", text.strip(), flags=re.IGNORECASE)
    bare = re.sub(r"(\d)(st|nd|rd|th)\b", r"\1", bare, flags=re.IGNORECASE).split(" 00:00")[0]
    return _first_that_fits(bare, _DATES, text, "a date such as 17/9/2026").date()


def read_time(text: str) -> datetime.time:
    """A time of day: 20:30, 8.30 pm, 8pm. Or ValueError."""
    return _first_that_fits(text.replace(" ", ""), _TIMES, text, "a time such as 8.30 pm").time()


def _first_that_fits(text: str, forms: Sequence[str], said: str, right: str) -> datetime.datetime:
    for form in forms:
        try:
            return datetime.datetime.strptime(text, form)  # noqa: DTZ007  a day or a time of day has no zone
        except ValueError:
            continue
    raise ValueError(f"“{said[:30]}” is not {right}.")
