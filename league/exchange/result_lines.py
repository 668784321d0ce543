"""Parse results from a spreadsheet: lines of text into values, with everything that is wrong in each line.

Knows nothing of leagues, formats or the database: the season's format says what a figure means.
"""

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeAlias

from league.exchange.lists.checked_list import Problems, WrongLine, WrongList
from league.exchange.lists.text import is_to_come
from league.matches.outcomes import TURNED, AtFault

WHERE = ("division", "date", "home", "away")
NO_FIGURES = (*WHERE, "match", "cup", "week")
TOTALS = ("home_total", "away_total")
POINTS = ("home_points", "away_points")
SCORE = "score"
"""A column that gives both totals in one cell, as 8 - 2."""
HANG_JACKS = ("home_hang_jacks", "away_hang_jacks")
MOST = 9999
"""Nothing a match counts is higher; a longer figure is a slip of the keyboard."""

WON, CONCEDED = "w", "x"
_IN_WORDS = {WON: "won", CONCEDED: "given"}
_WON_OR_GIVEN = re.compile(r"\b[wx]\b", re.IGNORECASE)
_TABLE = re.compile(r"(home|away|games)_([1-9]\d?)")
_GAME = re.compile(r"(\d{1,4})\s*[-–—:]\s*(\d{1,4})", re.ASCII)
_WHOLE = re.compile(r"\d+", re.ASCII)
_HALF = re.compile(r"(\d+)(?:\.([05])0*)?(½)?", re.ASCII)
_BOTH = re.compile(r"(?:score:?\s*)?([\d.½]+|[wx])\s*(?:[-–—:]|\bv\b)\s*([\d.½]+|[wx])", re.IGNORECASE)

Pair: TypeAlias = tuple[int, int]


class Unscored(StrEnum):
    """What stands in place of a score: it counts for nobody; or it was given, and by whom is not said."""

    VOID = "void"
    WALKOVER = "walkover"


Cells: TypeAlias = Pair | AtFault | Unscored | None
"""The two figures of home and away; who conceded a walkover; what stands in their place; None: not played."""
_UNSCORED = {
    Unscored.VOID: re.compile(r"(?:null (?:and|&) )?void(?:ed)?", re.IGNORECASE),
    Unscored.WALKOVER: re.compile(r"w[./]?o\.?|walk-? ?over", re.IGNORECASE),
}


LineFault: TypeAlias = tuple[int, str]
"""The number of a line of the file, and what is wrong with it. The first line, the columns' names, is 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultFigures:
    """The figures of a match.

    `tables` are its tables' figures in order, None while it has not been played or where only its total is
    known, and `games` their single games where the file has those; `total` the one figure of each side, in
    halves, and `score` the one beside its points, in halves too; `hang_jacks` those of home and away, where
    the file counts them. Of a walkover (`is_walkover`) nothing says by whom it was given.
    """

    tables: tuple[Cells, ...] | None = None
    total: Cells = None
    hang_jacks: Pair | None = None
    is_void: bool = False
    is_walkover: bool = False
    score: Pair | None = None
    games: tuple[tuple[Pair, ...], ...] = ()

    @property
    def is_played(self) -> bool:
        return self.tables is not None or self.total is not None or self.is_void

    @property
    def turned(self) -> "ResultFigures":
        """Return the figures with the other side at home."""
        values = {name: getattr(self, name) for name in ("tables", "total", "score", "hang_jacks")}
        games = tuple(tuple(map(_turned, table)) for table in self.games)
        return replace(self, games=games, **{name: _turned(value) for name, value in values.items()})

    @property
    def is_nil_nil(self) -> bool:
        """Return whether every figure is nought: it has no score, or its sheet is not filled in."""
        return self.is_played and {*(self.tables or ()), self.total} <= {(0, 0), None}


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedResult:
    """A line as far as it can be parsed: what is empty or None is missing or wrong, and `faults` say why.

    `row` is its number where a line is a cell of a grid.
    """

    line: int
    row: int = 0
    division: str = ""
    date: datetime.date | None = None
    home: str = ""
    away: str = ""
    figures: ResultFigures = ResultFigures()
    faults: tuple[str, ...] = ()


def _turned(value: Any) -> Any:
    is_pair = isinstance(value, tuple) and all(isinstance(figure, int) for figure in value)
    if isinstance(value, tuple):
        return value[::-1] if is_pair else tuple(map(_turned, value))
    return TURNED.get(value, value)


def is_score(cell: str) -> bool:
    """Return whether a cell holds both totals of a match: 8 - 2, Score 8-2, w - x."""
    return bool(_BOTH.fullmatch(cell.strip()) or _unscored(cell))


def without_play(cell: str) -> str:
    """Return a cell of a score in words, if nothing was played: w - x is won - given."""
    if kind := _unscored(cell):
        return str(kind)
    return _WON_OR_GIVEN.sub(lambda letter: _IN_WORDS[letter[0].casefold()], cell)


def _unscored(*cells: str) -> Unscored | None:
    """Return what a cell says in place of a score."""
    return next(
        (kind for kind, look in _UNSCORED.items() if any(look.fullmatch(cell.strip()) for cell in cells)),
        None,
    )


class ResultColumns:
    """The columns of a list of results, by our names: `tables` is how many they have room for.

    Raises WrongList if figures of one side are missing, or stand there twice.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.is_away_first = next((name for name in names if name in ("home", "away")), "") == "away"
        numbers = [int(table[2]) for name in names if (table := _TABLE.fullmatch(name))]
        self.tables = max(numbers, default=0)
        if SCORE in names and set(TOTALS) & set(names):
            raise WrongList("There are totals and a column score; leave one of them out, they say the same.")
        expected = [f"{side}_{number}" for number in range(1, self.tables + 1) for side in ("home", "away")]
        expected += (name for pair in (POINTS, TOTALS, HANG_JACKS) if {*pair} & {*names} for name in pair)
        if missing := [name for name in expected if name not in names]:
            raise WrongList(
                f"There is no column {' or '.join(missing[:4])}; figures come in pairs, home and away."
            )

    def figures(self, typed: Mapping[str, str], problems: Problems) -> ResultFigures:
        """Return the figures of a line by the names of the columns; wrong ones are left out and noted."""
        tables = tuple(
            problems.take(_pair, typed, f"home_{number}", f"away_{number}", _WHOLE)
            for number in range(1, self.tables + 1)
        )
        games = tuple(
            problems.take(_games, typed.get(f"games_{number}", "")) or ()
            for number in range(1, self.tables + 1)
        )
        total, points = problems.take(_total, typed), problems.take(_pair, typed, *POINTS, _HALF)
        said = {*tables} - {None} if {total, points} == {None} else {total, points} - {None}
        if len(said) == 1 and said <= {*Unscored}:
            return ResultFigures(is_void=Unscored.VOID in said, is_walkover=Unscored.VOID not in said)
        if Unscored.WALKOVER in tables:
            problems.add("a walkover at a table is w beside x, won and given.")
        return ResultFigures(
            tables=tables if any(table is not None for table in (*tables, *filter(None, games))) else None,
            games=games if any(games) else (),
            total=total if points is None else points,
            score=total if points is not None and isinstance(total, tuple) else None,
            hang_jacks=problems.take(_counts, typed),
        )


def faults_of_lines(lines: Sequence[ParsedResult]) -> Iterator[LineFault]:
    """Yield what was wrong with each line when it was parsed, and every match of a day that comes twice."""
    seen: dict[tuple[object, ...], ParsedResult] = {}
    for line in lines:
        yield from ((line.line, fault) for fault in line.faults)
        if not (line.date and line.home and line.away):
            continue
        earlier = seen.setdefault((line.date, line.home.casefold(), line.away.casefold()), line)
        if earlier is not line:
            same = f"{line.home} v {line.away} on {line.date}"
            yield line.line, f"{same} stands in line {earlier.row or earlier.line} already."


def _pair(typed: Mapping[str, str], home: str, away: str, figure: re.Pattern[str]) -> Cells:
    """Return the two cells of a table or match. Totals come out in halves."""
    here, there = typed.get(home, ""), typed.get(away, "")
    if (kind := _unscored(here, there)) or not (here or there) or is_to_come(f"{here}-{there}"):
        return kind
    if not here or not there:
        empty, other = (home, there) if not here else (away, here)
        raise ValueError(
            f"{empty} is empty beside “{other[:20]}”; a result has both, a match to come neither."
        )
    if {here.lower(), there.lower()} & {WON, CONCEDED}:
        return _walkover(here, there, f"{home} and {away}")
    problems = Problems()
    figures = problems.take(_figure, here, home, figure), problems.take(_figure, there, away, figure)
    if figures[0] is None or figures[1] is None:
        raise WrongLine(problems)
    return figures[0], figures[1]


def _games(text: str) -> tuple[Pair, ...]:
    """Return the single games of a table."""
    pairs = _GAME.findall(text)
    if _GAME.sub("", text).strip(" ,;"):
        raise ValueError(f"“{text[:20]}” are no games of a table; they are written as 14–9, 8–14.")
    return tuple((int(home), int(away)) for home, away in pairs)


def _total(typed: Mapping[str, str]) -> Cells:
    """Return the total of each side, from two cells or from one, in halves."""
    score = typed.get(SCORE, "")
    if not score or is_to_come(score):
        return _pair(typed, *TOTALS, _HALF)
    if kind := _unscored(score):
        return kind
    both = _BOTH.fullmatch(score)
    if not both:
        raise ValueError(f"score is “{score[:20]}”; it is written home - away, as 8 - 2.")
    return _pair({SCORE: both[1], f"{SCORE} of away": both[2]}, SCORE, f"{SCORE} of away", _HALF)


def _walkover(here: str, there: str, columns: str) -> AtFault:
    fault = {(WON, CONCEDED): AtFault.AWAY, (CONCEDED, WON): AtFault.HOME, (CONCEDED, CONCEDED): AtFault.BOTH}
    cells = (here.lower(), there.lower())
    if cells not in fault:
        raise ValueError(
            f"{columns} are “{here[:20]}” beside “{there[:20]}”: a walkover is w beside x, won and given, "
            "or x twice, given by both."
        )
    return fault[cells]


def _figure(typed: str, column: str, pattern: re.Pattern[str]) -> int:
    figure = pattern.fullmatch(typed)
    if not figure or int(figure[1] if pattern is _HALF else figure[0]) > MOST:
        kind = "whole or ending in .5" if pattern is _HALF else "a whole number"
        raise ValueError(f"{column} is “{typed[:20]}”; a score is {kind}, up to {MOST}, or w or x.")
    return int(figure[1]) * 2 + bool(figure[2] == "5" or figure[3]) if pattern is _HALF else int(figure[0])


def _counts(typed: Mapping[str, str]) -> Pair | None:
    numbers = _pair(typed, *HANG_JACKS, _WHOLE)
    if isinstance(numbers, str):
        raise ValueError("hang jacks are counted: no walkover can stand for them.")
    return numbers
