"""A season's record book as a document: what was played, won and ruled, on A4."""

from collections.abc import Iterator, Sequence
from itertools import chain

from django.utils.text import slugify

from league.printing.documents import Document, Shown
from league.printing.drawing import width_of
from league.printing.handbooks import grid_of, known_chapters, title_size

# In mm: the width of the words on an A4 page; the columns of a grid of results.
WIDTH = 182.0
GRID_NUMBERS, GRID_NAMES, WIDEST_CELL, AIR_OF_CELL = 7.0, 50.0, 16.0, 1.4
# Columns of every table of a division, before those its rules ask for.
HEADS = ("Pl", "W", "D", "L")
# Points: the figures of a grid, the title on the cover.
GRID_SIZE = 8.0
TITLE_SIZES = (54, 48, 42, 36, 30, 24)


def record_book(book: Shown) -> Document:
    """Return the record book of a season."""
    return Document(
        title=f"Record book {book['season']}, {book['league']}",
        filename=f"record-book-{slugify(book['season_slug'])}.pdf",
        template="printing/record_book.html",
        context={
            "book": book,
            "chapters": tuple(_chapters(book)),
            "title_size": title_size(("Record book", book["season"]), WIDTH, TITLE_SIZES),
            "heads": HEADS,
        },
        follows_from=(book,),
    )


def _chapters(book: Shown) -> Iterator[tuple[str, str]]:
    divisions = (
        (
            (each["name"], each["anchor"], True),
            (f"Results, {each['name']}", f"{each['anchor']}-results", each["nights"]),
        )
        for each in book["divisions"]
    )
    return known_chapters(
        (
            *chain.from_iterable(divisions),
            ("Cups and pairs nights", "cups", book["cups"]),
            ("Awards", "awards", book["awards"]),
            ("Players", "players", book["has_players"]),
        )
    )


def record_grid(teams: int) -> Shown:
    """Return how wide the columns of the grid of so many teams are, and the whole (mm)."""
    return grid_of(teams, WIDTH, GRID_NAMES + GRID_NUMBERS, WIDEST_CELL)


def grid_cells(grid: Sequence[Sequence[Sequence[tuple[str, str]]]]) -> list[tuple[str, ...]]:
    """Return the cells of a grid in words: "8–2", in narrow columns one side under the other; own cells "–".

    `grid` has for each home team and each away team the points of their matches.
    """
    scores = [f"{home}–{away}" for line in grid for cell in line for home, away in cell]
    room = record_grid(len(grid))["cell"] - AIR_OF_CELL
    between = "–" if all(width_of(score, GRID_SIZE) <= room for score in scores) else "\n"
    return [
        tuple(
            "–" if row == column else "\n".join(f"{home}{between}{away}" for home, away in cell)
            for column, cell in enumerate(line)
        )
        for row, line in enumerate(grid)
    ]
