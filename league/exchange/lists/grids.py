"""Lists drawn as a grid: teams by nights with their opponents, or home teams by away teams with dates or
scores between. Read as the matches they mean.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from league.exchange.lists.checked_list import ListLine, Passed
from league.exchange.lists.headings import What
from league.exchange.lists.text import SeasonDates, is_date, is_nobody, is_to_come, joined, without_bullet
from league.exchange.result_lines import is_score
from league.exchange.spreadsheets import Rows
from league.shared.text import bare

FEWEST = 2

# A grid has a line a team, and a title above it at most.
HEADS_WITHIN = 6

# A letter behind a name is small or in brackets: “The Fleece A” is a team, at home or not.
_H, _A = r"(?:[Hh]|[Hh]ome|HOME)", r"(?:[Aa]|[Aa]way|AWAY)"
_SMALL_H, _SMALL_A = r"(?:h|[Hh]ome|HOME)", r"(?:a|[Aa]way|AWAY)"
_AT_HOME = re.compile(rf"^{_H}[\s:.)-]+(?:v\.?\s+)?|^v\.?\s+|[\s,]*\({_H}\)$|[\s,]+{_SMALL_H}$")
_AWAY = re.compile(rf"^{_A}[\s:.)-]+(?:[v@]\.?\s*|at\s+)?|^(?:@\s*|at\s+)|[\s,]*\({_A}\)$|[\s,]+{_SMALL_A}$")
_NOTHING = re.compile(r"bye|free(?: week)?|rest|no match|x+|[-–—*\\/]+", re.IGNORECASE)

_PLURALS = {
    "team": "teams",
    "home": "home teams",
    "away": "away teams",
    "date": "dates",
    "score": "scores",
    "opponent, h or a": "opponents",
}

Below = Sequence[tuple[int, Sequence[str]]]
"""The lines under the heads of a grid, with their numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchGrid:
    """The matches of a grid, each with the line it stands in, and what its heads were taken for.

    `head` is the place of its first line, `unknown` are heads of columns that name no team, and `to_come` the
    dates that stand between scores.
    """

    head: int
    columns: Mapping[str, str]
    lines: tuple[ListLine, ...]
    passed: Passed
    unknown: tuple[str, ...] = ()
    to_come: tuple[ListLine, ...] = ()

    @property
    def sentence(self) -> str:
        """Return what the grid was taken for."""
        if "player" in self.columns.values():
            return "This is a grid: teams along the top, their players below"
        side, above, between = (_PLURALS[name] for name in self.columns.values())
        return f"This is a grid: {side} down the side, {above} along the top, {between} between"


def as_list(what: str, rows: Rows, span: SeasonDates | None, teams: Collection[str] = ()) -> MatchGrid | None:
    """Return the lines of a grid; None if the rows are none."""
    if what == What.PLAYERS:
        return _players(rows, set(map(bare, teams)))
    if what not in (What.FIXTURES, What.RESULTS):
        return None
    filled = [number for number, row in enumerate(rows) if any(row)][:HEADS_WITHIN]
    for first in filled:
        heads = {place: joined(cell) for place, cell in enumerate(rows[first]) if place and cell}
        below = [(number, row) for number, row in enumerate(rows[first + 1 :], first + 2) if any(row)]
        if len(heads) < FEWEST or len(below) < FEWEST:
            continue
        before = {at + 1: "above the grid" for at in filled if at < first}
        if what == What.RESULTS:
            if not any(is_score(joined(cell)) for _, row in below for cell in row[1:]):
                continue
            if _is_home_by_away(heads, below, lambda cell: is_score(cell) or is_date(cell, span)):
                return _home_by_away(first, heads, below, before, span, "score")
        elif all(is_date(head, span) for head in heads.values()):
            return _by_nights(first, heads, below, before)
        elif _is_home_by_away(heads, below, lambda cell: is_date(cell, span)):
            return _home_by_away(first, heads, below, before, span, "date")
    return None


def _players(rows: Rows, teams: Collection[str]) -> MatchGrid | None:
    """Return the players who stand below their teams, which stand side by side."""
    first = next((place for place, row in enumerate(rows) if any(row)), 0)
    heads = {place: joined(cell) for place, cell in enumerate(rows[first]) if cell}
    if len(heads) < FEWEST or not all(bare(head) in teams for head in heads.values()):
        return None
    lines = tuple(
        ListLine(
            number=number,
            place=place + 1,
            cells={"player": without_bullet(joined(row[place])), "team": head},
        )
        for number, row in enumerate(rows[first + 1 :], first + 2)
        for place, head in heads.items()
        if place < len(row) and (name := without_bullet(joined(row[place]))) and not is_nobody(name)
    )
    return MatchGrid(
        head=first, columns={"first line": "team", "cells below": "player"}, lines=lines, passed={}
    )


def _is_home_by_away(heads: Mapping[int, str], below: Below, look: Callable[[str], bool]) -> bool:
    """Return whether most of the filled cells under the heads look as they should, in the lines of those the
    heads name.
    """
    names = {bare(name) for name in heads.values()}
    if sum(bare(joined(row[0])) in names for _, row in below) < FEWEST:
        return False
    texts = [joined(cell) for _, row in below for place, cell in enumerate(row) if place in heads and cell]
    cells = [cell for cell in texts if not _NOTHING.fullmatch(cell)]
    return bool(cells) and 2 * sum(map(look, cells)) > len(cells)


def _home_by_away(
    first: int,
    heads: Mapping[int, str],
    below: Below,
    before: Passed,
    span: SeasonDates | None,
    name: str,
) -> MatchGrid:
    """Return the matches of a grid of dates, or of scores; dates between scores are matches to come."""
    is_of_scores = name == "score"
    rows = {bare(joined(row[0])) for _, row in below if row[0]}
    lines: list[ListLine] = []
    unknown: list[str] = []
    to_come: list[ListLine] = []
    seen: dict[tuple[str, str], ListLine] = {}
    for place, head in heads.items():
        cells = [
            (number, joined(row[0]), joined(row[place]))
            for number, row in below
            if row[0] and place < len(row) and row[place] and not _NOTHING.fullmatch(joined(row[place]))
        ]
        if (
            is_of_scores
            and bare(head) not in rows
            and not any(is_score(cell) or is_date(cell, span) for _, _, cell in cells)
        ):
            unknown.append(head)
            continue
        for number, home, cell in cells:
            line = ListLine(number=number, place=place + 1, cells={"home": home, "away": head, name: cell})
            if is_of_scores and not is_score(cell) and (is_date(cell, span) or is_to_come(cell)):
                to_come.append(line)
            elif bare(home) != bare(head) or is_score(cell):
                earlier = seen.setdefault((bare(home), bare(head)), line)
                if earlier is not line:
                    problem = f"{home} v {head} stands in line {earlier.number} already."
                    line = replace(line, cells={}, problems=(problem,))
                lines.append(line)
    lines.sort(key=lambda line: line.key)
    columns = {"first column": "home", "first line": "away", "cells between": name}
    return MatchGrid(
        head=first,
        columns=columns,
        lines=tuple(lines),
        passed=before,
        unknown=tuple(unknown),
        to_come=tuple(to_come),
    )


def _by_nights(first: int, heads: Mapping[int, str], below: Below, before: Passed) -> MatchGrid:
    """Return the matches once each: a match stands in the lines of both its teams."""
    seen: dict[tuple[str, ...], int] = {}
    lines: list[ListLine] = []
    for number, row in below:
        for place, night in heads.items():
            cell = joined(row[place]) if place < len(row) else ""
            if not row[0] or not cell or _NOTHING.fullmatch(cell):
                continue
            sides = _sides(joined(row[0]), cell)
            if sides is None:
                problem = f"“{cell[:60]}” on {night} does not say who is at home; write h or a behind it."
                lines.append(
                    ListLine(number=number, place=place + 1, cells={"date": night}, problems=(problem,))
                )
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
                lines.append(
                    ListLine(
                        number=number,
                        place=place + 1,
                        cells={"date": night, "home": home, "away": away},
                        problems=problems,
                    )
                )
    columns = {"first column": "team", "first line": "date", "cells between": "opponent, h or a"}
    return MatchGrid(head=first, columns=columns, lines=tuple(lines), passed=before)


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
