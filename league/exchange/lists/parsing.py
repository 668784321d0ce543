"""Parse a list line by line: find its heads, carry on nights and divisions that are written once, skip totals
and headings. Knows nothing of the league it is for.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from league.exchange.lists.columns import (
    NAMES_TEAMS,
    Column,
    ListLine,
    Passed,
    What,
    WrongList,
    columns_of,
    known_column,
)
from league.exchange.lists.days import SeasonDates, is_date, is_to_come
from league.exchange.lists.grids import as_list
from league.exchange.spreadsheets import Rows

# A title, the year, whose list it is: heads stand below them.
HEADS_WITHIN = 20
LONGEST_FIGURE = 20

_TOTAL = re.compile(
    r"(?:grand |sub-? ?)?totals?(?: (?:number )?(?:of )?(?:teams|pubs|players|matches|fixtures|points))?:?"
    r"(?: *\d+)?",
    re.IGNORECASE,
)
_HEADING = re.compile(
    r"(?:division|div\.?|section|group|league)\b.*|.*\b(?:division|section|league)|.*:", re.IGNORECASE
)
_WEEK = re.compile(r"(?:week|round|wk)\.?\s*(\d{1,3})\b[\s:,.–-]*", re.IGNORECASE)
_NOBODY = re.compile(r"bye|free(?: week)?|rest|no match|blank|[-–—]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedList:
    """A list as it was understood.

    `columns` has the column that each head was taken for, `unknown` the heads that nobody knows. A line that
    lacks what it needs is among `lines`, with its problems.
    """

    columns: Mapping[str, str]
    unknown: tuple[str, ...]
    lines: tuple[ListLine, ...]
    passed: tuple[Passed, ...]


def parse_list(
    what: str, rows: Rows, *, span: SeasonDates | None = None, names: Mapping[str, str] | None = None
) -> ParsedList:
    """Return the lines of a list. Raises WrongList where its columns cannot be understood.

    `names` says for names of teams as they are written which teams they mean.
    """
    if not any(map(any, rows)):
        raise WrongList("The list is empty.")
    grid = as_list(rows, span) if what == What.FIXTURES else None
    if grid is not None:
        parsed_list = ParsedList(columns=grid.columns, unknown=(), lines=grid.lines, passed=grid.passed)
    else:
        reading = _Reading(what, rows, span)
        parsed_list = ParsedList(
            columns=reading.columns,
            unknown=reading.unknown,
            lines=tuple(reading.lines()),
            passed=tuple(reading.passed),
        )
    if not parsed_list.lines:
        raise WrongList("The list names its columns, and nothing stands below them.")
    lines = (_meant(line, names or {}) for line in parsed_list.lines)
    return replace(parsed_list, lines=tuple(_judged(what, line) for line in lines))


def _judged(what: str, line: ListLine) -> ListLine:
    """Return the line with what it lacks among its problems, and without the cells that are too long."""
    rooms = {column.name: column.longest for column in columns_of(what)}
    too_long = {
        name: f"“{cell[:20]}…”: {name} has {len(cell)} letters; there is room for {room}."
        for name, cell in line.cells.items()
        if len(cell) > (room := rooms.get(name, LONGEST_FIGURE))
    }
    lacking = (
        f"There is no {column.name} in it."
        for column in columns_of(what)
        if column.is_needed and not line[column.name] and not line.problems
    )
    problems = (*line.problems, *lacking, *too_long.values())
    if not problems:
        return line
    cells = {name: cell for name, cell in line.cells.items() if name not in too_long}
    return replace(line, cells=cells, problems=problems)


def _meant(line: ListLine, names: Mapping[str, str]) -> ListLine:
    """Return the line with the teams that its names mean."""
    if not any(line[name] in names for name in NAMES_TEAMS):
        return line
    meant = {name: names.get(line[name], line[name]) for name in NAMES_TEAMS if name in line.cells}
    return replace(line, cells={**line.cells, **meant})


class _Reading:
    """One list, read from its heads down."""

    def __init__(self, what: str, rows: Rows, span: SeasonDates | None) -> None:
        self.what, self.rows, self.span = what, rows, span
        self.passed: list[Passed] = []
        self.first = self._heads()
        heads = [_joined(cell) for cell in rows[self.first]]
        self.heads = [head.casefold() for head in heads if head]
        self.places: dict[int, str] = {}
        for place, head in enumerate(heads):
            name = known_column(what, head)
            if name and name not in self.places.values():
                self.places[place] = name
        self.columns = {heads[place]: name for place, name in self.places.items()}
        self.unknown = tuple(head for place, head in enumerate(heads) if head and place not in self.places)
        self._known: Mapping[str, Column] = {column.name: column for column in columns_of(what)}
        self._above: dict[str, str] = {}

    def _heads(self) -> int:
        """Return the line that names the columns: the first that has all that are needed."""
        needed = {column.name for column in columns_of(self.what) if column.is_needed}
        filled = [number for number, row in enumerate(self.rows) if any(row)][:HEADS_WITHIN]
        texts_by_key = {
            number: {known_column(self.what, cell) for cell in self.rows[number]} for number in filled
        }
        for number in filled:
            if needed <= texts_by_key[number]:
                return number
            self.passed.append(Passed(number=number + 1, why="above the names of the columns"))
        nearest = max(filled, key=lambda number: (len(texts_by_key[number] & needed), -number))
        missing = next(
            column.name for column in columns_of(self.what) if column.name in needed - texts_by_key[nearest]
        )
        text = ", ".join(filter(None, map(_joined, self.rows[nearest])))
        if not texts_by_key[nearest] & needed:
            usual = ", ".join(column.name for column in columns_of(self.what) if column.is_needed)
            raise WrongList(
                f"There is no column “{missing}”: the first line names the columns, and says {text[:120]}. "
                f"Write a line above it: {usual}."
            )
        raise WrongList(
            f"There is no column “{missing}”: line {nearest + 1} names the columns, and says {text[:120]}."
        )

    def lines(self) -> Iterator[ListLine]:
        """Yield each line that says something, with what it has from further up."""
        last: ListLine | None = None
        for number, row in enumerate(self.rows[self.first + 1 :], self.first + 2):
            if not any(row):
                continue
            if why := self._passed_over(number, row):
                self.passed.append(Passed(number=number, why=why))
                continue
            line = self._line(number, row)
            if last and self.what == What.PUBS and self._goes_on(line, last):
                self.passed.append(Passed(number=number, why=f"goes on from line {last.number}"))
                last = self._with_more(last, line)
                continue
            if last:
                yield last
            last = line
        if last:
            yield last

    def _passed_over(self, number: int, row: Sequence[str]) -> str:
        """Return why a line is skipped; empty if it is not.

        A heading holds for the lines below it.
        """
        filled = [_joined(cell) for cell in row if cell]
        if _TOTAL.fullmatch(filled[0]):
            return "a total"
        if [text.casefold() for text in filled] == self.heads:
            return "the names of the columns again"
        if len(set(filled)) == 1 and len(self.places) > 1 and (held := self._heading(filled[0])):
            return held
        named = {name: row[place] for place, name in self.places.items() if place < len(row)}
        if self.what == What.FIXTURES and any(
            _NOBODY.fullmatch(named.get(side, "")) for side in ("home", "away")
        ):
            for name, cell in named.items():
                self._carry(name, cell)
            return "a free week"
        return ""

    def _heading(self, text: str) -> str:
        """Return what a line of a single cell says of those below; empty if it is a line itself."""
        if self.what in (What.PUBS, What.PLAYERS):
            return ""
        if self.what == What.TEAMS:
            if not _HEADING.fullmatch(text):
                return ""
            self._above["division"] = text.strip(" :")
            return f"heads the lines below: {text}"
        week = _WEEK.match(text)
        rest = text[week.end() :].strip(" ()") if week else text
        if week and "week" in self._known:
            self._above["week"] = week[1]
        if is_date(rest, self.span):
            self._above["date"] = rest
            if not week:
                self._above.pop("week", None)
        elif not week and _HEADING.fullmatch(rest):
            self._above["division"] = rest.strip(" :")
            self._above.pop("week", None)
        elif not week:
            return f"says nothing of a match: {text[:60]}"
        return f"heads the lines below: {text[:60]}"

    def _line(self, number: int, row: Sequence[str]) -> ListLine:
        cells = {name: row[place] for place, name in self.places.items() if place < len(row) and row[place]}
        house, _, where = cells.get("pub", "").partition("\n")
        if self.what == What.PUBS and where:
            cells = {"address": where, **cells, "pub": house}
        cells = {
            name: cell.replace("\n", ", ") if name == "address" else _joined(cell)
            for name, cell in cells.items()
        }
        above = {name: text for name, text in self._above.items() if name not in cells}
        for name, cell in cells.items():
            self._carry(name, cell)
        return ListLine(number=number, cells={**above, **cells}, above=tuple(above))

    def _carry(self, name: str, cell: str) -> None:
        column = self._known.get(name)
        if cell and column is not None and column.goes_on and not is_to_come(cell):
            if name == "date" and self._above.get(name) not in (None, cell):
                self._above.pop("week", None)
            self._above[name] = cell

    def _goes_on(self, line: ListLine, last: ListLine) -> bool:
        return not line["pub"] and bool(line["address"] or line["postcode"] or line["phone"])

    def _with_more(self, last: ListLine, line: ListLine) -> ListLine:
        """Return a pub that takes two lines: its address goes on, what was empty is filled."""
        address = ", ".join(filter(None, (last["address"], line["address"])))
        cells = {**line.cells, **last.cells, **({"address": address} if address else {})}
        return ListLine(number=last.number, cells=cells, above=last.above)


def _joined(cell: str) -> str:
    return " ".join(cell.split())
