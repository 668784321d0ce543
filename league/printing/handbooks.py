"""A season's handbook as a document: A5 pages to read, or to fold from A4."""

from collections.abc import Iterable, Iterator

from django.utils.text import slugify

from league.printing.codes import codes_alone
from league.printing.documents import Document, Folding, Shown
from league.printing.drawing import Face, fitted
from league.shared.text import bare

# In mm: the width of the words on an A5 page, the square to scan, the columns of a grid to write results in.
WIDTH, CODE = 120.0, 22.0
GRID_NAMES, WIDEST_CELL = 41.0, 12.0
# A peg board to 15 fills the width of a page at this scale.
BOARD_SCALE, BOARD_TARGET = 6.1, 15
# Columns of a table to fill in.
HEADS = ("Pl", "W", "D", "L", "For", "Ag", "Pts")
# Points: the name of the league and of the book on the cover.
LEAGUE_SIZES, TITLE_SIZES = (13, 12, 11, 10), (44, 40, 36, 32, 28, 24, 20, 17)


def handbook(book: Shown, folding: Folding = Folding.PAGES) -> Document:
    """Return the handbook as A5 pages as they are read, or in pairs on A4, to be folded and stapled.

    The number of pages is a multiple of four.
    """
    named = "handbook-booklet" if folding is Folding.BOOKLET else "handbook"
    target, site = book["target"] or BOARD_TARGET, book["site"]
    return Document(
        title=f"Handbook {book['season']}, {book['league']}",
        filename=f"{named}-{slugify(book['season_slug'])}.pdf",
        template="printing/handbook.html",
        context={
            "book": book,
            "chapters": tuple(_chapters(book)),
            "index": index_of(book),
            "site_name": site.removeprefix("https://").removeprefix("http://"),
            "board_scale": round(BOARD_SCALE * min(1, BOARD_TARGET / target), 2),
            "league_size": fitted([book["league"]], WIDTH, LEAGUE_SIZES, weight=600).size,
            "title_size": title_size(("Handbook", book["season"]), WIDTH, TITLE_SIZES),
            "heads": HEADS,
        },
        follows_from=(book, folding),
        drawings=codes_alone([site], CODE),
        folding=folding,
    )


def title_size(lines: Iterable[str], width: float, sizes: tuple[int, ...]) -> float:
    """Return the size of a title on the cover of a book (points)."""
    return fitted([*lines], width * 0.98, sizes, Face.SLAB, weight=600).size


def known_chapters(chapters: Iterable[tuple[str, str, object]]) -> Iterator[tuple[str, str]]:
    """Yield the titles and anchors of the chapters that have something to say."""
    yield from ((title, anchor) for title, anchor, content in chapters if content)


def _chapters(book: Shown) -> Iterator[tuple[str, str]]:
    return known_chapters(
        (
            ("Officers", "officers", book["officers"]),
            ("Dates of the season", "dates", book["dates"]),
            ("Pubs and clubs", "pubs", True),
            ("Teams and captains", "teams", True),
            *(
                (f"Fixtures, {each['name']}", f"fixtures-{each['anchor']}", each["nights"])
                for each in book["divisions"]
            ),
            ("Tables to fill in", "tables", True),
            ("Rules of the league", "rules", True),
            ("How the game is played", "game", True),
            ("Cups and pairs nights", "cups", book["cups"]),
            ("Roll of honour", "honours", book["honours"]),
            ("Index", "index", True),
        )
    )


def index_of(book: Shown) -> list[tuple[str, list[str]]]:
    """Return pubs, teams, cups and rules by name, with the anchors of the places where they stand."""
    anchors: dict[str, list[str]] = {}
    teams = (team for division in book["divisions"] for team in division["teams"])
    for entry in (*book["pubs"], *teams, *book["rules"], *book["game"], *book["cups"]):
        anchors.setdefault(entry["name"], []).append(entry["anchor"])
    return sorted(anchors.items(), key=lambda item: bare(item[0]))


def grid_of(teams: int, width: float, names: float, widest: float) -> Shown:
    """Return how wide the columns of a grid of results are, and the whole beside its names (mm)."""
    cell = min((width - names) / max(teams, 1), widest)
    return {"cell": cell, "width": names + cell * teams}
