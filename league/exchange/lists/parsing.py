"""Parse a list line by line: find its heads, carry on nights and divisions that are written once, skip totals
and headings. Knows nothing of the league it is for.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from league.exchange.lists.checked_list import NO, ListColumn, ListGuess
from league.exchange.lists.columns import (
    NAMES_TEAMS,
    ListLine,
    Passed,
    What,
    WrongList,
)
from league.exchange.lists.days import SeasonDates, hour_of, is_date, is_to_come
from league.exchange.lists.grids import MatchGrid, as_list
from league.exchange.lists.headings import COLUMNS, LEAVE_OUT, Column
from league.exchange.lists.layout import WEEK, joined, read_layout
from league.exchange.lists.text import (
    is_ditto,
    is_nobody,
    is_repeated,
    is_total,
    match_in_cell,
    repaired,
    slugify,
    without_bullet,
    without_continued,
)
from league.exchange.spreadsheets import Rows

LONGEST_FIGURE = 20
EMPTY = "The list is empty."
NOTHING_BELOW = "The list names its columns, and nothing stands below them."
NOTHING: Mapping[str, str] = {}
LeftOut = Mapping[int, str]
"""Rows that somebody left out, by their numbers, each with what was wrong with it."""
NO_ROWS: LeftOut = {}

_HEADING = re.compile(
    r"(?:division|div\.?|section|group|league)\b.*|.*\b(?:division|section|league)|.*:", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedList:
    """A list as it was understood.

    `columns` has the column that each head was taken for, `unknown` the heads that nobody knows. A line that
    lacks what it needs is among `lines`, with its problems. `layout` are the columns as they stand, `rows`
    the cells, `head` the place of the row with the headings. `named` has the lines of each name of a team as
    it is written, `keys` the key under which it is asked about, `names` the team it means, as answered.
    `refusal` says why there are no lines.
    """

    columns: Mapping[str, str]
    unknown: tuple[str, ...]
    lines: tuple[ListLine, ...]
    passed: Passed
    layout: tuple[ListColumn, ...] = ()
    rows: Rows = ()
    head: int | None = None
    guesses: tuple[ListGuess, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict)
    named: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    refusal: str = ""

    @property
    def meanings(self) -> tuple[str, ...]:
        """Return what is read from its columns."""
        chosen = [column.meaning for column in self.layout if column.meaning not in ("", LEAVE_OUT)]
        return tuple(chosen or self.columns.values())

    def verify(self) -> None:
        """Raise WrongList if the columns cannot be understood."""
        if self.refusal:
            raise WrongList(self.refusal)


def parse_list(
    what: str, rows: Rows, *, span: SeasonDates | None = None, names: Mapping[str, str] = NOTHING
) -> ParsedList:
    """Return the lines of a list. Raises WrongList where its columns cannot be understood.

    `names` says for names of teams as they are written which teams they mean.
    """
    parsed_list = read_list(what, rows, span=span)
    parsed_list.verify()
    lines = (_judged(what, _meant(line, names)) for line in parsed_list.lines)
    return replace(parsed_list, lines=tuple(lines))


def read_list(
    what: str,
    rows: Rows,
    *,
    span: SeasonDates | None = None,
    answers: Mapping[str, str] = NOTHING,
    remembered: Mapping[str, str] = NOTHING,
    teams: Collection[str] = (),
    left_out: LeftOut = NO_ROWS,
) -> ParsedList:
    """Return the lines of a list with the answers so far, or why it cannot be understood.

    `answers` are column choices ("column-2": "home"), guesses ("yes", "no") and answers to questions, by key;
    `remembered` has earlier choices of columns by their bare heading, `teams` the names that the league has.
    """
    if not any(map(any, rows)):
        return ParsedList(columns={}, unknown=(), lines=(), passed={}, refusal=EMPTY)
    originals, rows = rows, tuple(tuple(map(repaired, row)) for row in rows)
    grid = as_list(what, rows, span, teams)
    guesses: tuple[ListGuess, ...] = ()
    if grid is not None:
        guesses = tuple(_guesses(grid, answers))
    if grid is not None and guesses[0].is_accepted:
        parsed_list = _of_grid(grid, rows, are_to_come=guesses[-1].is_accepted, left_out=left_out)
    else:
        reading = _Reading(what, rows, span, answers, remembered, teams, left_out)
        lines = () if reading.layout.refusal else tuple(reading.lines())
        parsed_list = ParsedList(
            columns={column.heading: reading.places[place] for place, column in reading.headed.items()},
            unknown=reading.unknown,
            lines=lines,
            passed=reading.passed,
            layout=reading.layout.columns,
            head=reading.layout.head,
            refusal=reading.layout.refusal or ("" if lines else NOTHING_BELOW),
        )
    named = _named(parsed_list.lines)
    keys = _keys(named)
    names = {name: answers[key] for name, key in keys.items() if answers.get(key) in teams}
    lines = tuple(_judged(what, _meant(line, names)) for line in parsed_list.lines)
    return replace(
        parsed_list,
        lines=lines,
        rows=originals,
        guesses=guesses,
        answers=answers,
        named=named,
        keys=keys,
        names=names,
    )


def _guesses(grid: MatchGrid, answers: Mapping[str, str]) -> Iterator[ListGuess]:
    """Yield what is guessed of a grid."""
    yield ListGuess(key="grid", sentence=grid.sentence, is_accepted=answers.get("grid") != NO)
    if grid.to_come:
        count = len(grid.to_come)
        words = (
            f"{count} cell{'' if count == 1 else 's'} with a date or “postponed”: matches to come, left out"
        )
        yield ListGuess(key="to-come", sentence=words, is_accepted=answers.get("to-come") != NO)


def _of_grid(grid: MatchGrid, rows: Rows, *, are_to_come: bool, left_out: LeftOut) -> ParsedList:
    heads = rows[grid.head]
    width = max(map(len, rows))
    known = [*grid.lines, *(() if are_to_come else grid.to_come)]
    lines = sorted(
        (
            line
            for line in known
            if line.number not in left_out and not is_nobody(line["home"]) and not is_nobody(line["away"])
        ),
        key=lambda line: line.key,
    )
    said = {grid.head + 1, *(line.number for line in lines), *grid.passed}
    silent = (number for number, row in enumerate(rows, 1) if any(row) and number not in said)
    return ParsedList(
        columns=grid.columns,
        unknown=grid.unknown,
        lines=tuple(lines),
        passed={**grid.passed, **{number: left_out.get(number, "no match in it") for number in silent}},
        layout=tuple(
            ListColumn(number=place + 1, heading=joined(head), meaning="", is_fixed=True)
            for place, head in enumerate([*heads, *[""] * (width - len(heads))])
        ),
        head=grid.head,
        refusal="" if lines else NOTHING_BELOW,
    )


def _named(lines: Iterable[ListLine]) -> dict[str, tuple[int, ...]]:
    """Return the lines of each name of a team."""
    named: dict[str, dict[int, None]] = {}
    for line in lines:
        for name in NAMES_TEAMS:
            if line[name]:
                named.setdefault(line[name], {})[line.number] = None
    return {name: tuple(numbers) for name, numbers in named.items()}


def _keys(names: Iterable[str]) -> dict[str, str]:
    """Return a key for each name, under which it is asked which team is meant."""
    keys: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        key = f"team-{slugify(name)[:80]}"
        keys[name] = key if key not in taken else f"{key}-{len(taken)}"
        taken.add(keys[name])
    return keys


def _judged(what: str, line: ListLine) -> ListLine:
    """Return the line with what it lacks among its problems, and without the cells that are too long."""
    rooms = {column.name: column.longest for column in COLUMNS[what]}
    too_long = {
        name: f"“{cell[:20]}…”: {name} has {len(cell)} letters; there is room for {room}."
        for name, cell in line.cells.items()
        if len(cell) > (room := rooms.get(name, LONGEST_FIGURE))
    }
    lacking = (
        f"There is no {column.name} in it."
        for column in COLUMNS[what]
        if column.is_needed and not line[column.name] and not line.problems
        # The date of a result in a grid is that of the fixture.
        if not (line.place and what == What.RESULTS)
    )
    problems = tuple(dict.fromkeys((*line.problems, *lacking, *too_long.values())))
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

    def __init__(
        self,
        what: str,
        rows: Rows,
        span: SeasonDates | None,
        answers: Mapping[str, str],
        remembered: Mapping[str, str],
        teams: Collection[str],
        left_out: LeftOut,
    ) -> None:
        self.what, self.rows, self.span, self.left_out = what, rows, span, left_out
        self.layout = read_layout(what, rows, span=span, answers=answers, remembered=remembered, teams=teams)
        self.first = -1 if self.layout.head is None else self.layout.head
        above = (place for place in range(max(self.first, 0)) if any(rows[place]))
        self.passed = dict.fromkeys((place + 1 for place in above), "above the names of the columns")
        columns = self.layout.columns
        self.places = self.layout.places
        self.heads = [column.heading for column in columns]
        self.headed = {
            column.number - 1: column
            for column in columns
            if column.heading and column.number - 1 in self.places
        }
        self.unknown = tuple(
            column.heading for column in columns if column.heading and column.number - 1 not in self.places
        )
        self._known: Mapping[str, Column] = {column.name: column for column in COLUMNS[what]}
        self._above: dict[str, str] = {}
        self._last: dict[str, str] = {}
        for place in range(max(self.first, 0)):
            # A date or a division above the names of the columns heads the rows below them.
            filled = [joined(cell) for cell in rows[place] if cell]
            if what in (What.FIXTURES, What.RESULTS) and filled:
                self._heading(" ".join(dict.fromkeys(filled)))

    def lines(self) -> Iterator[ListLine]:
        """Yield each line that says something, with what it has from further up."""
        for number, row in enumerate(self.rows[self.first + 1 :], self.first + 2):
            if not any(row):
                continue
            if why := self.left_out.get(number) or self._passed_over(row):
                self.passed[number] = why
            else:
                yield self._line(number, row)

    def _passed_over(self, row: Sequence[str]) -> str:
        """Return why a line is skipped; empty if it is not.

        A heading holds for the lines below it.
        """
        filled = [joined(cell) for cell in row if cell]
        if is_total(filled[0]):
            return "a total"
        if is_repeated(row, self.heads):
            return "the names of the columns again"
        text = " ".join(dict.fromkeys(filled))
        has_match = "match" in self.places.values()
        is_match = has_match and match_in_cell(text) and not is_date(text, self.span)
        is_heading = not is_match and (len(set(filled)) == 1 or (len(filled) == 2 and WEEK.match(text)))
        if is_heading and (has_match or len(self.places) > 1) and (held := self._heading(text)):
            return held
        named = {name: row[place] for place, name in self.places.items() if place < len(row)}
        named |= match_in_cell(named.get("match", ""))
        if any(is_nobody(named.get(name, "")) for name in ("home", "away", "player")):
            for name, cell in named.items():
                self._carry(name, cell)
            return "nobody" if self.what == What.PLAYERS else "a free week"
        return ""

    def _heading(self, text: str) -> str:
        """Return what a line of a single cell says of those below; empty if it is a line itself."""
        text = without_continued(text)
        if self.what == What.PLAYERS:
            return ""
        week = WEEK.match(text)
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
        cells = {
            name: text
            for place, name in self.places.items()
            if place < len(row) and (text := joined(self._text(name, row[place])))
            if not (name == "pub" and self.what == What.FIXTURES and is_nobody(text))
        }
        if self.what == What.FIXTURES and (hour := hour_of(cells.get("date", ""))):
            cells = {"time": hour, **cells}
        if "match" in cells:
            cells = {**match_in_cell(cells["match"]), **cells}
        above = {name: text for name, text in self._above.items() if name not in cells}
        for name, cell in cells.items():
            self._carry(name, cell)
        return ListLine(number=number, cells={**above, **cells}, above=tuple(above))

    def _text(self, name: str, cell: str) -> str:
        """Return what a cell says: for a ditto mark what stands above it, of a name without its bullet."""
        if name == "player":
            cell = without_bullet(cell)
        if name in self._known and name != "score":
            if is_ditto(cell):
                return self._last.get(name, cell)
            self._last[name] = cell or self._last.get(name, "")
        return cell

    def _carry(self, name: str, cell: str) -> None:
        column = self._known.get(name)
        if cell and column is not None and column.goes_on and not is_to_come(cell):
            if name == "date" and self._above.get(name) not in (None, cell):
                self._above.pop("week", None)
            self._above[name] = cell
