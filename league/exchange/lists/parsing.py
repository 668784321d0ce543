"""Parse a list line by line: find its heads, carry on nights and divisions that are written once, skip totals
and headings. Knows nothing of the league it is for.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from league.exchange.lists.checked_list import (
    NAMES_TEAMS,
    NOBODY,
    Asking,
    ListColumn,
    ListLine,
    ListQuestion,
    Passed,
    WrongList,
)
from league.exchange.lists.grids import MatchGrid, as_list
from league.exchange.lists.headings import BANK, COLUMNS, LEAVE_OUT, Column, What
from league.exchange.lists.layout import OF_TEAMS, WEEK, Grid, Layout, read_layout
from league.exchange.lists.text import (
    CUP,
    NOT_READ,
    SeasonDates,
    cup_and_round,
    hour_of,
    is_date,
    is_ditto,
    is_nobody,
    is_of_a_cup,
    is_repeated,
    is_to_come,
    is_total,
    joined,
    match_in_cell,
    repaired,
    round_name,
    slugify,
    without_bullet,
    without_continued,
)
from league.exchange.spreadsheets import Rows
from league.shared.text import plural

LONGEST_FIGURE = 200
# A row of a week and its date.
WEEK_AND_DATE = 2
NOTHING_BELOW = "The list names its columns, and nothing stands below them."
NOTHING: Mapping[str, str] = {}
NO_ROWS: Passed = {}

_HEADING = re.compile(
    r"(?:division|div\.?|section|group|league)\b.*|.*\b(?:division|section|league)|.*:", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedList:
    """A list as it was understood.

    `columns` has the column that each head was taken for, `unknown` the heads that nobody knows. A line that
    lacks what it needs is among `lines`, with its problems. `layout` are the columns as they stand, `rows`
    the cells, `head` the place of the row with the headings. `named` asks of each name of a team as it is
    written which one it means. `refusal` says why there are no lines.
    """

    columns: Mapping[str, str]
    unknown: tuple[str, ...]
    lines: tuple[ListLine, ...]
    passed: Passed
    layout: tuple[ListColumn, ...] = ()
    rows: Rows = ()
    head: int | None = None
    asked: Asking = field(default_factory=Asking)
    named: Mapping[str, ListQuestion] = field(default_factory=dict)
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


def read_list(
    what: str,
    rows: Rows,
    *,
    span: SeasonDates | None = None,
    answers: Mapping[str, str] = NOTHING,
    remembered: Mapping[str, str] = NOTHING,
    teams: Collection[str] = (),
    left_out: Passed = NO_ROWS,
) -> ParsedList:
    """Return the lines of a list with the answers so far, or why it cannot be understood.

    `answers` are column choices ("column-2": "home"), guesses ("yes", "no") and answers to questions, by key;
    `remembered` has earlier choices of columns by their bare heading, `teams` the names that the league has.
    """
    if not any(map(any, rows)):
        return ParsedList(columns={}, unknown=(), lines=(), passed={}, refusal="The list is empty.")
    originals, rows = rows, tuple(tuple(map(repaired, row)) for row in rows)
    asked = Asking(answers)
    grid = as_list(what, rows, span, teams)
    if grid is not None and asked.guess("grid", grid.sentence):
        cells = plural(len(grid.to_come), "cell")
        are_to_come = not grid.to_come or asked.guess(
            "to-come", f"{cells} with a date or “postponed”: matches to come, left out"
        )
        parsed_list = _of_grid(grid, rows, are_to_come=are_to_come, left_out=left_out)
    else:
        layout = read_layout(what, rows, span=span, answers=answers, remembered=remembered, teams=teams)
        reader = RowReader(what, rows, layout, span=span, left_out=left_out)
        lines = () if layout.refusal else tuple(reader.lines())
        headed = {column.heading: column.meaning for column in layout.columns if column.heading}
        parsed_list = ParsedList(
            columns={heading: meaning for heading, meaning in headed.items() if meaning != LEAVE_OUT},
            unknown=tuple(heading for heading, meaning in headed.items() if meaning == LEAVE_OUT),
            lines=lines,
            passed=reader.passed,
            layout=layout.columns,
            head=layout.head,
            refusal=layout.refusal or ("" if lines else NOTHING_BELOW),
        )
    named = _named(parsed_list.lines, answers, teams)
    names = {name: question.answer for name, question in named.items() if question.answer}
    lines = tuple(_judged(what, _meant(line, names)) for line in parsed_list.lines)
    return replace(parsed_list, lines=lines, rows=originals, asked=asked, named=named)


def _of_grid(grid: MatchGrid, rows: Rows, *, are_to_come: bool, left_out: Passed) -> ParsedList:
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
            ListColumn(number=place + 1, heading=joined(head), meaning="")
            for place, head in enumerate([*heads, *[""] * (width - len(heads))])
        ),
        head=grid.head,
        refusal="" if lines else NOTHING_BELOW,
    )


def _named(
    lines: Iterable[ListLine], answers: Mapping[str, str], teams: Collection[str]
) -> dict[str, ListQuestion]:
    """Return for each name of a team which team is meant, as it would be asked."""
    rows: dict[str, dict[int, None]] = {}
    for line in lines:
        for name in filter(None, (line[column] for column in NAMES_TEAMS)):
            rows.setdefault(name, {})[line.number] = None
    named: dict[str, ListQuestion] = {}
    keys: set[str] = set()
    for name, numbers in rows.items():
        key = f"team-{slugify(name)[:80]}"
        key = key if key not in keys else f"{key}-{len(keys)}"
        keys.add(key)
        named[name] = ListQuestion(
            key=key,
            heading="Which team is this?",
            sentence=f"Row {next(iter(numbers))}, “{name}”, is not a team of the league.",
            choices=(),
            rows=tuple(numbers),
            about=name,
            answer=answers[key] if answers.get(key) in teams else "",
        )
    return named


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


class RowReader:
    """The rows of a list from its headings down: what heads others, what goes on, what says nothing."""

    above_headings, headings_again = "above the names of the columns", "the names of the columns again"
    # Where nobody stands, the cell is empty.
    may_be_nobody: Collection[str] = ()

    def __init__(
        self,
        what: str,
        rows: Grid,
        layout: Layout,
        *,
        span: SeasonDates | None = None,
        left_out: Passed = NO_ROWS,
    ) -> None:
        self.what, self.rows, self.layout, self.span = what, rows, layout, span
        self.passed = dict(left_out)
        self.understood: dict[tuple[int, int], str] = {}
        self.above: dict[str, str] = {}
        self._known: Mapping[str, Column] = {column.name: column for column in COLUMNS[what]}
        self._last: dict[int, str] = {}
        weeks = (each.heading for each in layout.columns if each.meaning == "week")
        self._rounds = not next(weeks, "").casefold().startswith("w")
        if what == What.FIXTURES:
            self.may_be_nobody = ("pub",)

    def lines(self) -> Iterator[ListLine]:
        """Yield each line that says something, with what it has from further up."""
        head = -1 if self.layout.head is None else self.layout.head
        for number, row in enumerate(self.rows, 1):
            texts = [joined(cell) for cell in row if cell]
            if not texts or number == head + 1:
                continue
            if number <= head:
                self.heads(number, texts, is_above=True)
                self.passed.setdefault(number, self.above_headings)
            elif number not in self.passed:
                why = self.why_passed(number, row, texts)
                line = None if why else self.line(number, row)
                if line and not (why := self.nobody(line)):
                    yield line
                else:
                    self.passed[number] = why

    def why_passed(self, number: int, row: Sequence[str], texts: Sequence[str]) -> str:
        """Return why a row is skipped; empty if it is not. A heading holds for the rows below it."""
        if is_total(without_bullet(texts[0])) and self.what != BANK:
            return "a total"
        if texts[0].startswith(NOT_READ):
            return "not in this list"
        if is_repeated(row, [column.heading for column in self.layout.columns]):
            return self.headings_again
        return self.heads(number, texts)

    def heads(self, number: int, texts: Sequence[str], *, is_above: bool = False) -> str:
        """Return what a row says of those below, a night or a division; empty if it is a line itself."""
        if self.what in (What.PLAYERS, BANK):
            return ""
        text = without_continued(" ".join(dict.fromkeys(texts)))
        week = WEEK.match(text)
        has_match = "match" in self.layout.places.values()
        is_match = has_match and match_in_cell(text) and not is_date(text, self.span)
        is_single = len({*texts}) == 1 or (len(texts) == WEEK_AND_DATE and week)
        if not is_above and (is_match or not is_single or not (has_match or len(self.layout.places) > 1)):
            return ""
        rest = text[week.end() :].strip(" ()") if week else text
        if week and not text.casefold().startswith("round"):
            self.above.pop("cup", None)
        if week and "week" in self._known:
            self.above["week"] = week[1]
        if CUP.search(rest):
            cup, cup_round = cup_and_round(rest)
            self.above |= {"cup": cup, "week": cup_round}
        elif "cup" in self.above and round_name(rest):
            self.above["week"] = rest
        elif is_date(rest, self.span):
            self.above["date"] = rest
            if not week:
                self.above.pop("week", None)
        elif not week and _HEADING.fullmatch(rest):
            self.above["division"] = rest.strip(" :")
            self.above = {name: text for name, text in self.above.items() if name not in ("week", "cup")}
        elif not week:
            return f"says nothing of a match: {text[:60]}"
        return f"heads the lines below: {text[:60]}"

    def line(self, number: int, row: Sequence[str]) -> ListLine:
        """Return what the cells of a row say, and what goes on from further up."""
        cells: dict[str, str] = {}
        said: set[str] = set()
        for place, name in self.layout.places.items():
            text = joined(row[place]) if place < len(row) else ""
            if name == "player" or (not place and self.what in OF_TEAMS):
                text = without_bullet(text)
            if name in self._known and name != "score":
                if is_ditto(text) and (text := self._last.get(place, "")):
                    self.understood[number, place] = text
                self._last[place] = text or self._last.get(place, "")
            if not text:
                continue
            said.add(name)
            if name in self.may_be_nobody and is_nobody(text):
                self.understood[number, place] = NOBODY
            else:
                cells[name if name not in cells else f"{name} {place}"] = text
        if self.what == What.FIXTURES and (hour := hour_of(cells.get("date", ""))):
            cells = {"time": hour, **cells}
        if "match" in cells:
            cells = {**match_in_cell(cells["match"]), **cells}
        above = {name: text for name, text in self.above.items() if text and name not in said | cells.keys()}
        above = {name: text for name, text in above.items() if self.goes_on(number, name, cells)}
        for name, cell in cells.items():
            self._carry(name, cell)
        cells = {**above, **cells}
        if competition := cells.pop("cup", ""):
            cup, cup_round = cup_and_round(competition)
            if is_of_a_cup(cup):
                # The number of a week is no round.
                cells |= {"cup": cup, "round": cup_round or (cells.get("week", "") if self._rounds else "")}
        return ListLine(number=number, cells=cells, above=tuple(above))

    def goes_on(self, number: int, name: str, cells: Mapping[str, str]) -> bool:
        """Return whether an empty cell is meant as the one above."""
        return True

    def nobody(self, line: ListLine) -> str:
        """Return why a line is skipped that names nobody; empty if it names somebody."""
        if line["cup"] and is_nobody(line["home"]) is not is_nobody(line["away"]):
            return ""
        if any(is_nobody(line[name]) for name in ("home", "away", "player")):
            return "nobody" if self.what == What.PLAYERS else "a free week"
        return ""

    def _carry(self, name: str, cell: str) -> None:
        column = self._known.get(name)
        if column is not None and column.goes_on and not is_to_come(cell):
            if name == "date" and "cup" not in self.above and self.above.get(name) not in (None, cell):
                self.above.pop("week", None)
            self.above[name] = cell
