"""Split a pasted text into rows of cells, whatever stands between them."""

import csv
import io
import re
from collections.abc import Sequence

from league.exchange.team_lists.columns import known_heading
from league.exchange.team_lists.text import plain_cell, with_dittos

Grid = tuple[tuple[str, ...], ...]

_BULLET_AND_TAB = re.compile(r"^([ ]*(?:[-*•·▪◦–—o§]|\d{1,3}[.)]))\t+", re.MULTILINE)
_SIGNS = "\t;|"
# So many lines show what stands between the cells.
_LINES_TO_JUDGE_BY = 30
_FEWEST_COMMAS = 2


def split_cells(text: str) -> Grid:
    """Return a text as rows of cells, every row of the text at its own place.

    Cells stand between tabs, semicolons or bars; between commas only if most lines have as many. A text of
    other lines has one cell a line.
    """
    text = (
        text.removeprefix("\N{BYTE ORDER MARK}").replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    )
    text = _BULLET_AND_TAB.sub(r"\1 ", text)
    if named := re.match(r"sep=([,;\t|])\n", text, re.IGNORECASE):
        return _rows(text[named.end() :], named[1])
    sign = _separator(text)
    if sign:
        return _rows(with_dittos(text, sign), sign)
    return tuple((plain_cell(line),) if line.strip() else () for line in text.split("\n"))


def _separator(text: str) -> str:
    lines = [line for line in text.split("\n") if line.strip()][:_LINES_TO_JUDGE_BY]
    counts = {sign: sum(sign in line for line in lines) for sign in _SIGNS}
    best = max(_SIGNS, key=lambda sign: counts[sign])
    if counts[best]:
        return best
    commas = sorted(line.count(",") for line in lines)
    usual = commas[len(commas) // 2] if commas else 0
    is_regular = usual and commas.count(usual) * 4 >= len(commas) * 3
    if is_regular and (usual >= _FEWEST_COMMAS or _names_columns(lines)):
        return ","
    return ""


def _names_columns(lines: Sequence[str]) -> bool:
    """Return whether a line near the top of a text with commas has headings: short, one word each."""
    return any(all(map(known_heading, line.split(","))) for line in lines[:5])


def _rows(text: str, sign: str) -> Grid:
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=sign))
    except csv.Error:
        rows = [line.split(sign) for line in text.split("\n")]
    return tuple(tuple(map(plain_cell, row)) for row in rows)
