"""A season's record book as values and as a document: what was played, won and ruled, on A4."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from django.utils.text import slugify

from league.printing.documents import Document, Shown
from league.printing.drawing import Face, Fitted, fitted, width_of
from league.printing.handbooks import chapters

# In mm: the width of the words on an A4 page; the columns of a grid of results.
WIDTH = 182.0
GRID_NUMBERS, GRID_NAMES, WIDEST_CELL, AIR_OF_CELL = 7.0, 50.0, 16.0, 1.4
# Columns of every table of a division, before those its rules ask for.
HEADS = ("Pl", "W", "D", "L")
# Points: the figures of a grid, the title on the cover.
GRID_SIZE = 8.0
TITLE_SIZES = (54, 48, 42, 36, 30, 24)


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionRecord:
    """A division's season. `moves` say who goes up and down, `rulings` what was decided about teams."""

    name: str
    anchor: str
    heads: tuple[str, ...]
    table: tuple[Shown, ...]
    moves: tuple[str, ...]
    rulings: tuple[str, ...]
    grid: tuple[Shown, ...]
    nights: tuple[Shown, ...]
    teams: tuple[Shown, ...]

    @property
    def numbers(self) -> range:
        """Return the numbers of the teams in the grid."""
        return range(1, len(self.grid) + 1)

    @property
    def cell(self) -> float:
        """Return how wide a column of the grid is, in mm."""
        return cell_width(len(self.grid))

    @property
    def grid_width(self) -> float:
        """Return how wide the grid is, in mm."""
        return GRID_NAMES + GRID_NUMBERS + self.cell * len(self.grid)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordBook:
    """All that a season's record book says, with names as the public sees them."""

    league: str
    season: str
    season_slug: str
    is_final: bool
    span: str
    printed_on: datetime.date
    champions: tuple[tuple[str, str], ...]
    divisions: tuple[DivisionRecord, ...]
    cups: tuple[Shown, ...]
    awards: tuple[Shown, ...]

    @property
    def chapters(self) -> tuple[Shown, ...]:
        """Return the chapters that have something to say, in order."""
        divisions = (
            ((each.name, each.anchor, True), (f"Results, {each.name}", f"{each.anchor}-results", each.nights))
            for each in self.divisions
        )
        return chapters(
            (
                *chain.from_iterable(divisions),
                ("Cups and pairs nights", "cups", self.cups),
                ("Awards", "awards", self.awards),
                ("Players", "players", self.has_players),
            )
        )

    @property
    def has_players(self) -> bool:
        """Return whether anybody is known to have sat down."""
        return any(division.teams for division in self.divisions)

    @property
    def title_type(self) -> Fitted:
        """Return the type of the cover's title."""
        return fitted(["Record book", self.season], WIDTH * 0.98, TITLE_SIZES, Face.SLAB, weight=600)


def cell_width(teams: int) -> float:
    """Return how wide a column of a grid of so many teams is, in mm."""
    return min((WIDTH - GRID_NAMES - GRID_NUMBERS) / max(teams, 1), WIDEST_CELL)


def grid_cells(grid: Sequence[Sequence[Sequence[tuple[str, str]]]]) -> list[tuple[str, ...]]:
    """Return the cells of a grid in words: "8–2", in narrow columns one side under the other; own cells "–".

    `grid` has for each home team and each away team the points of their matches.
    """
    scores = [f"{home}–{away}" for line in grid for cell in line for home, away in cell]
    room = cell_width(len(grid)) - AIR_OF_CELL
    between = "–" if all(width_of(score, GRID_SIZE) <= room for score in scores) else "\n"
    return [
        tuple(
            "–" if row == column else "\n".join(f"{home}{between}{away}" for home, away in cell)
            for column, cell in enumerate(line)
        )
        for row, line in enumerate(grid)
    ]


def record_book(book: RecordBook) -> Document:
    """Return the record book of a season."""
    return Document(
        title=f"Record book {book.season}, {book.league}",
        filename=f"record-book-{slugify(book.season_slug)}.pdf",
        template="printing/record_book.html",
        context={"book": book, "heads": HEADS},
        follows_from=(book,),
    )
