"""The layout of a list of pubs and teams: where its headings stand, and what each column means."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from league.exchange.lists.headings import LEAVE_OUT, NAMES, TEAMS, is_meaning, known_column, side_of
from league.exchange.team_lists.checked_list import ListColumn
from league.exchange.team_lists.columns import (
    meanings_by_content,
    meanings_by_heading,
)
from league.exchange.team_lists.text import without_bullet
from league.shared.text import bare

HEADS_WITHIN = 20
_FEWEST_OF_GRID = 3


class LayoutKind(StrEnum):
    """How a list is laid out: under headings, as matches, as a grid of results, or as bare lines."""

    TABLE = "table"
    MATCHES = "matches"
    GRID = "grid"
    LINES = "lines"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLayout:
    """How a list is laid out; `head` is the place of the row with its headings, if there is one."""

    kind: LayoutKind
    head: int | None
    columns: tuple[ListColumn, ...]


def read_layout(
    grid: Sequence[Sequence[str]], *, answers: Mapping[str, str], remembered: Mapping[str, str], of_pubs: bool
) -> ListLayout:
    """Return the layout of a list: columns as chosen, else as remembered, else by heading or content."""
    kind, head = _kind_and_head(grid)
    width = max((len(row) for row in grid), default=0)
    headings = list(grid[head]) if head is not None else []
    headings += [""] * (width - len(headings))
    meanings = _meanings(grid, kind, head, headings)
    if of_pubs:
        meanings = ["pub" if meaning in NAMES else meaning for meaning in meanings]
    columns = []
    for number, (heading, meaning) in enumerate(zip(headings, meanings, strict=True), 1):
        choice = answers.get(f"column-{number}") or (
            remembered.get(bare_heading(heading)) if heading else None
        )
        chosen = choice if choice and is_meaning(TEAMS, choice) else None
        columns.append(
            ListColumn(
                number=number,
                heading=heading,
                meaning=chosen or meaning,
                is_guess=chosen is None and kind is LayoutKind.LINES,
            )
        )
    return ListLayout(kind=kind, head=head, columns=tuple(columns))


def bare_heading(heading: str) -> str:
    """Return a heading as choices are remembered by it."""
    return " ".join(bare(heading).split())[:80]


def _kind_and_head(grid: Sequence[Sequence[str]]) -> tuple[LayoutKind, int | None]:
    """Return how a list is laid out, and the place of the row with its headings, if there is one."""
    filled = [place for place, row in enumerate(grid) if any(row)]
    for place in filled[:HEADS_WITHIN]:
        cells = [cell for cell in grid[place] if cell]
        if {"home", "away"} <= set(map(side_of, cells)):
            return LayoutKind.MATCHES, place
        named = [known_column(TEAMS, cell) for cell in cells]
        if any(meaning in NAMES for meaning in named) and (
            len(cells) == 1 or len(list(filter(None, named))) * 2 >= len(cells) or len(cells) > 2
        ):
            return LayoutKind.TABLE, place
        if _is_grid(grid, place):
            return LayoutKind.GRID, place
    return LayoutKind.LINES, None


def _is_grid(grid: Sequence[Sequence[str]], place: int) -> bool:
    """Return whether a row holds the names that stand at the beginning of the rows below it."""
    across = {bare(cell) for cell in grid[place][1:] if cell}
    down = {bare(row[0]) for row in grid[place + 1 :] if row and row[0]}
    return len(across) >= _FEWEST_OF_GRID and len(across & down) * 5 >= max(len(across), len(down)) * 4


def _meanings(
    grid: Sequence[Sequence[str]], kind: LayoutKind, head: int | None, headings: list[str]
) -> list[str]:
    """Return what each column means as far as nobody has chosen it."""
    width = len(headings)
    if kind is LayoutKind.GRID:
        return ["pub-and-teams"] + [LEAVE_OUT] * (width - 1)
    if kind is LayoutKind.MATCHES:
        names = ("team" if side_of(heading) else known_column(TEAMS, heading) for heading in headings)
        return [name if name in ("team", "division") else LEAVE_OUT for name in names]
    if kind is LayoutKind.TABLE:
        return meanings_by_heading(headings)
    body = [row for place, row in enumerate(grid) if any(row) and (head is None or place > head)]
    rows = [[without_bullet(row[0]), *row[1:]] for row in body if len(set(filter(None, row))) > 1]
    meanings = meanings_by_content(rows or [row[:1] for row in body[:1]])
    return meanings + [LEAVE_OUT] * (width - len(meanings))
