"""Parse results from a spreadsheet: lines of comma-separated text into values, or faults by line number.

Knows nothing of leagues, formats or the database: the season's format says what a figure means.
"""

import csv
import datetime
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from league.matches.outcomes import AtFault

WHERE = ("division", "date", "home", "away")
TOTALS = ("home_total", "away_total")
HANG_JACKS = ("home_hang_jacks", "away_hang_jacks")
LONGEST = {"division": 40, "home": 80, "away": 80}
MOST = 9999
"""Nothing a match counts is higher; a longer figure is a slip of the keyboard."""

WON, CONCEDED = "w", "x"
_TABLE = re.compile(r"(home|away)_([1-9]\d?)")
_WHOLE = re.compile(r"\d+", re.ASCII)
_HALF = re.compile(r"(\d+)(?:\.([05])0*)?", re.ASCII)

Pair: TypeAlias = tuple[int, int]
Cells: TypeAlias = Pair | AtFault | None
"""The two figures of home and away; who conceded a walkover; or None: not played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultLineFault:
    """What is wrong with a line of the file, in a sentence. The first line, the columns' names, is 1."""

    line: int
    sentence: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.sentence}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultLine:
    """A match from a line of the file.

    `tables` are its tables' figures in order, None while it has not been played; `total` the one figure of
    each side, in halves; `hang_jacks` those of home and away, where the file counts them.
    """

    line: int
    division: str
    date: datetime.date
    home: str
    away: str
    tables: tuple[Cells, ...] | None = None
    total: Cells = None
    hang_jacks: Pair | None = None

    @property
    def is_played(self) -> bool:
        return self.tables is not None or self.total is not None


class WrongResults(ValueError):
    """What is wrong with the columns or with a line; the message is the sentence."""


def read_results(text: str) -> tuple[list[ResultLine], list[ResultLineFault]]:
    """Return every line of the file that is whole, and a fault for every line that is not.

    The first line names the columns: division, date, home, away, then home_1, away_1, home_2, … or
    home_total, away_total, and perhaps home_hang_jacks, away_hang_jacks. Dates are written 2026-09-17.
    Two empty figures are a table or match not played yet; w beside x is a walkover won and given.
    The same match of a day twice is a fault that names the earlier line.
    """
    rows = csv.reader(io.StringIO(text.removeprefix("\N{BYTE ORDER MARK}"), newline=""), strict=True)
    cells: list[tuple[int, Sequence[str]]] = []
    faults: list[ResultLineFault] = []
    columns: tuple[str, ...] = ()
    try:
        columns = tuple(name.strip().lower() for name in next(rows, []))
        cells.extend((rows.line_num, row) for row in rows)
    except csv.Error as wrong:
        faults.append(ResultLineFault(line=rows.line_num, sentence=f"this is no line of a table ({wrong})."))
    try:
        lines, wrong_lines = parse_rows(columns, cells)
    except WrongResults as wrong:
        return [], [ResultLineFault(line=1, sentence=str(wrong))]
    return lines, sorted(faults + wrong_lines, key=lambda fault: fault.line)


def parse_rows(
    columns: Sequence[str], rows: Iterable[tuple[int, Sequence[str]]]
) -> tuple[list[ResultLine], list[ResultLineFault]]:
    """Return the lines of a table of results, each row with its number, and a fault for every wrong one.

    Empty rows are passed over. Raises WrongResults where the columns are not those of results.
    """
    tables = _tables_of(columns)
    lines: list[ResultLine] = []
    faults: list[ResultLineFault] = []
    for number, cells in rows:
        if any(cell.strip() for cell in cells):
            try:
                lines.append(_line(number, columns, cells, tables))
            except WrongResults as wrong:
                faults.append(ResultLineFault(line=number, sentence=str(wrong)))
    return lines, sorted([*faults, *_twice(lines)], key=lambda fault: fault.line)


def _tables_of(columns: Sequence[str]) -> int:
    """Return how many tables the columns have room for; 0 where they give totals."""
    if missing := [name for name in WHERE if name not in columns]:
        text = ", ".join(filter(None, columns)) or "nothing"
        raise WrongResults(
            f"there is no column {missing[0]}; the first line names the columns, and says {text}."
        )
    twice = next((name for name in columns if name and columns.count(name) > 1), None)
    if twice:
        raise WrongResults(f"there are two columns {twice}.")
    numbered = {name for name in columns if _TABLE.fullmatch(name)}
    strange = [name for name in columns if name not in {*WHERE, *TOTALS, *HANG_JACKS, *numbered}]
    if strange:
        raise WrongResults(
            f"“{strange[0]}” is no column of results; after {', '.join(WHERE)} come home_1, away_1, home_2, "
            "away_2 and so on, or home_total and away_total."
        )
    tables = max((int(name.rpartition("_")[2]) for name in numbered), default=0)
    expecteds = [f"{side}_{number}" for number in range(1, tables + 1) for side in ("home", "away")]
    pairs = [TOTALS] if not numbered else []
    if set(HANG_JACKS) & set(columns):
        pairs.append(HANG_JACKS)
    for name in (*expecteds, *(name for pair in pairs for name in pair)):
        if name not in columns:
            raise WrongResults(f"there is no column {name}; figures come in pairs, home and away.")
    if numbered and set(TOTALS) & set(columns):
        raise WrongResults(
            "the file gives tables and totals; leave the totals out, they follow from the tables."
        )
    return tables


def _line(number: int, columns: Sequence[str], cells: Sequence[str], tables: int) -> ResultLine:
    if len(cells) > len(columns) and any(cell.strip() for cell in cells[len(columns) :]):
        raise WrongResults(f"{len(cells)} cells where there are {len(columns)} columns.")
    typed = dict(zip(columns, (cell.strip() for cell in cells), strict=False))
    home, away = (_name(typed, side) for side in ("home", "away"))
    if home.casefold() == away.casefold():
        raise WrongResults(f"{home} cannot play itself.")
    figures = tuple(_pair(typed, f"home_{n}", f"away_{n}", _WHOLE) for n in range(1, tables + 1))
    return ResultLine(
        line=number,
        division=_name(typed, "division"),
        date=_date(typed),
        home=home,
        away=away,
        tables=figures if any(figure is not None for figure in figures) else None,
        total=None if tables else _pair(typed, *TOTALS, _HALF),
        hang_jacks=_counts(typed),
    )


def _name(typed: Mapping[str, str], column: str) -> str:
    name = " ".join(typed.get(column, "").split())
    if not name:
        raise WrongResults(f"there is no {column}.")
    if len(name) > LONGEST[column]:
        raise WrongResults(f"the {column} has {len(name)} letters; there is room for {LONGEST[column]}.")
    return name


def _date(typed: Mapping[str, str]) -> datetime.date:
    received = typed.get("date", "")
    try:
        if len(received) != len("2026-09-17"):
            raise ValueError
        return datetime.date.fromisoformat(received)
    except ValueError:
        raise WrongResults(f"“{received}” is no date; one is written 2026-09-17.") from None


def _pair(typed: Mapping[str, str], home: str, away: str, figure: re.Pattern[str]) -> Cells:
    """Return the two cells of a table or match. Totals come out in halves."""
    here, there = typed.get(home, ""), typed.get(away, "")
    if not here and not there:
        return None
    if not here or not there:
        empty, other = (home, there) if not here else (away, here)
        raise WrongResults(f"{empty} is empty beside “{other}”; a result has both, a match to come neither.")
    if {here.lower(), there.lower()} & {WON, CONCEDED}:
        return _walkover(here.lower(), there.lower())
    return _figure(here, home, figure), _figure(there, away, figure)


def _walkover(here: str, there: str) -> AtFault:
    fault = {(WON, CONCEDED): AtFault.AWAY, (CONCEDED, WON): AtFault.HOME, (CONCEDED, CONCEDED): AtFault.BOTH}
    if (here, there) not in fault:
        raise WrongResults(
            f"“{here}” beside “{there}”: a walkover is w beside x, won and given, or x twice, given by both."
        )
    return fault[here, there]


def _figure(typed: str, column: str, pattern: re.Pattern[str]) -> int:
    figure = pattern.fullmatch(typed)
    if not figure or int(figure[1] if pattern is _HALF else figure[0]) > MOST:
        kind = "whole or ending in .5" if pattern is _HALF else "a whole number"
        raise WrongResults(f"{column} is “{typed[:20]}”; a score is {kind}, up to {MOST}, or w or x.")
    return int(figure[1]) * 2 + (figure[2] == "5") if pattern is _HALF else int(figure[0])


def _counts(typed: Mapping[str, str]) -> Pair | None:
    numbers = _pair(typed, *HANG_JACKS, _WHOLE)
    if isinstance(numbers, AtFault):
        raise WrongResults("hang jacks are counted: no walkover can stand for them.")
    return numbers


def _twice(lines: Sequence[ResultLine]) -> Iterator[ResultLineFault]:
    seen: dict[tuple[object, ...], int] = {}
    for line in lines:
        names = (name.casefold() for name in (line.division, line.home, line.away))
        earlier = seen.setdefault((line.date, *names), line.line)
        if earlier != line.line:
            yield ResultLineFault(
                line=line.line,
                sentence=f"{line.home} v {line.away} on {line.date} stands in line {earlier} already.",
            )
