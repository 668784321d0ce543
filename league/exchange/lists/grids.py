"""Fixture lists drawn as a grid: teams by nights with their opponents, or home teams by away teams with the
dates between. Read as the matches they mean.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.exchange.lists.columns import ListLine, Passed
from league.exchange.lists.days import SeasonDates, is_date
from league.exchange.spreadsheets import Rows

FEWEST = 2

# A grid has a line a team, and a title above it at most.
HEADS_WITHIN = 6

# A letter behind a name is small or in brackets: “The Fleece A” is a team, at home or not.
_H, _A = r"(?:[Hh]|[Hh]ome|HOME)", r"(?:[Aa]|[Aa]way|AWAY)"
_SMALL_H, _SMALL_A = r"(?:h|[Hh]ome|HOME)", r"(?:a|[Aa]way|AWAY)"
_AT_HOME = re.compile(rf"^{_H}[\s:.)-]+(?:v\.?\s+)?|^v\.?\s+|[\s,]*\({_H}\)$|[\s,]+{_SMALL_H}$")
_AWAY = re.compile(rf"^{_A}[\s:.)-]+(?:[v@]\.?\s*|at\s+)?|^(?:@\s*|at\s+)|[\s,]*\({_A}\)$|[\s,]+{_SMALL_A}$")
_NOTHING = re.compile(r"bye|free(?: week)?|rest|no match|x+|[-–—*\\/]+", re.IGNORECASE)

Below = Sequence[tuple[int, Sequence[str]]]
"""The lines under the heads of a grid, with their numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchGrid:
    """The matches of a grid, each with the line it stands in, and what its heads were taken for."""

    columns: Mapping[str, str]
    lines: tuple[ListLine, ...]
    passed: tuple[Passed, ...]


def as_list(rows: Rows, span: SeasonDates | None) -> MatchGrid | None:
    """Return the matches of a grid; None if the rows are none."""
    filled = [number for number, row in enumerate(rows) if any(row)][:HEADS_WITHIN]
    for first in filled:
        heads = {place: _joined(cell) for place, cell in enumerate(rows[first]) if place and cell}
        below = [(number, row) for number, row in enumerate(rows[first + 1 :], first + 2) if any(row)]
        if len(heads) < FEWEST or len(below) < FEWEST:
            continue
        before = tuple(Passed(number=at + 1, why="above the grid") for at in filled if at < first)
        if all(is_date(head, span) for head in heads.values()):
            return _by_nights(heads, below, before)
        if _is_home_by_away(heads, below, span):
            return _by_opponents(heads, below, before, span)
    return None


def _is_home_by_away(heads: Mapping[int, str], below: Below, span: SeasonDates | None) -> bool:
    """Return whether most of the filled cells under the heads are dates, in the lines of those the heads
    name.
    """
    names = {name.casefold() for name in heads.values()}
    if sum(_joined(row[0]).casefold() in names for _, row in below) < FEWEST:
        return False
    texts = [cell for _, row in below for place, cell in enumerate(row) if place in heads and cell]
    cells = [cell for cell in texts if not _NOTHING.fullmatch(cell)]
    return bool(cells) and 2 * sum(is_date(cell, span) for cell in cells) > len(cells)


def _by_opponents(
    heads: Mapping[int, str],
    below: Below,
    before: tuple[Passed, ...],
    span: SeasonDates | None,
) -> MatchGrid:
    lines = [
        ListLine(number=number, cells={"date": _joined(row[place]), "home": _joined(row[0]), "away": head})
        for number, row in below
        for place, head in heads.items()
        if row[0] and place < len(row) and row[place]
        if row[0].casefold() != head.casefold() and not _NOTHING.fullmatch(row[place])
    ]
    columns = {"first column": "home", "first line": "away", "cells between": "date"}
    return MatchGrid(columns=columns, lines=tuple(lines), passed=before)


def _by_nights(heads: Mapping[int, str], below: Below, before: tuple[Passed, ...]) -> MatchGrid:
    """Return the matches once each: a match stands in the lines of both its teams."""
    seen: dict[tuple[str, ...], int] = {}
    lines: list[ListLine] = []
    for number, row in below:
        for place, night in heads.items():
            cell = _joined(row[place]) if place < len(row) else ""
            if not row[0] or not cell or _NOTHING.fullmatch(cell):
                continue
            sides = _sides(_joined(row[0]), cell)
            if sides is None:
                problem = f"“{cell[:60]}” on {night} does not say who is at home; write h or a behind it."
                lines.append(ListLine(number=number, cells={"date": night}, problems=(problem,)))
                continue
            home, away = sides
            key = (night, home.casefold(), away.casefold())
            problems: tuple[str, ...] = ()
            if other := seen.get((night, key[2], key[1])):
                problems = (
                    f"{home} and {away} on {night}: lines {other} and {number} have different ones at home.",
                )
            if key not in seen:
                seen[key] = number
                cells = {"date": night, "home": home, "away": away}
                lines.append(ListLine(number=number, cells=cells, problems=problems))
    columns = {"first column": "team", "first line": "date", "cells between": "opponent, h or a"}
    return MatchGrid(columns=columns, lines=tuple(lines), passed=before)


def _sides(team: str, cell: str) -> tuple[str, str] | None:
    """Return who is at home: “The Shears h”, “H The Shears”, “v The Shears”; “The Shears (a)”, “at The
    Shears”.

    An opponent in capitals comes to the team's own pub. None if the cell does not say.
    """
    if _AWAY.search(cell):
        return _AWAY.sub("", cell).strip(), team
    if _AT_HOME.search(cell):
        return team, _AT_HOME.sub("", cell).strip()
    if cell.isupper():
        return team, cell
    return None


def _joined(cell: str) -> str:
    return " ".join(cell.split())
