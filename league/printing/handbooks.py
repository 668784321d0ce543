"""A season's handbook as values and as a document: A5 pages to read, or to fold from A4."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.text import slugify

from league.printing.codes import code_alone
from league.printing.documents import Document, Folding, Shown
from league.printing.drawing import Face, Fitted, fitted
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


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionInBook:
    """A division: its teams by name and its nights."""

    name: str
    anchor: str
    usual: str
    teams: tuple[Shown, ...]
    nights: tuple[Shown, ...]

    @property
    def cell(self) -> float:
        """Return how wide a column of the grid of results is, in mm."""
        return min((WIDTH - GRID_NAMES) / max(len(self.teams), 1), WIDEST_CELL)

    @property
    def grid(self) -> float:
        """Return how wide the grid of results is, in mm."""
        return GRID_NAMES + self.cell * len(self.teams)

    @property
    def numbers(self) -> range:
        """Return the numbers of the teams in the grid."""
        return range(1, len(self.teams) + 1)


def chapters(known: Iterable[tuple[str, str, object]]) -> tuple[Shown, ...]:
    """Return the titles and anchors of the chapters that have something to say."""
    return tuple({"title": title, "anchor": anchor} for title, anchor, content in known if content)


@dataclass(frozen=True, slots=True, kw_only=True)
class Handbook:
    """All that a handbook says. `rules_before` is the season its rules are compared with, if there is one."""

    league: str
    season: str
    season_slug: str
    about: str
    summary: str
    target: int | None
    site: str
    printed_on: datetime.date
    is_for_members: bool
    officers: tuple[Shown, ...]
    secretary: str
    postponing: tuple[str, ...]
    usual: str
    dates: tuple[Shown, ...]
    pubs: tuple[Shown, ...]
    divisions: tuple[DivisionInBook, ...]
    rules: tuple[Shown, ...]
    game: tuple[Shown, ...]
    rules_before: str
    left_out: tuple[str, ...]
    cups: tuple[Shown, ...]
    honours: tuple[Shown, ...]

    @property
    def chapters(self) -> tuple[Shown, ...]:
        """Return the chapters that have something to say, in order."""
        return chapters(
            (
                ("Officers", "officers", self.officers),
                ("Dates of the season", "dates", self.dates),
                ("Pubs and clubs", "pubs", True),
                ("Teams and captains", "teams", True),
                *(
                    (f"Fixtures, {each.name}", f"fixtures-{each.anchor}", each.nights)
                    for each in self.divisions
                ),
                ("Tables to fill in", "tables", True),
                ("Rules of the league", "rules", True),
                ("How the game is played", "game", True),
                ("Cups and pairs nights", "cups", self.cups),
                ("Roll of honour", "honours", self.honours),
                ("Index", "index", True),
            )
        )

    @property
    def index(self) -> tuple[Shown, ...]:
        """Return pubs, teams, cups and rules by name, with the places where they stand."""
        anchors: dict[str, list[str]] = {}
        entries = (
            *((pub["name"], pub["anchor"]) for pub in self.pubs),
            *((team["name"], team["anchor"]) for division in self.divisions for team in division.teams),
            *((section["title"], section["anchor"]) for section in (*self.rules, *self.game)),
            *((cup["name"], cup["anchor"]) for cup in self.cups),
        )
        for name, anchor in entries:
            anchors.setdefault(name, []).append(anchor)
        return tuple(
            {"name": name, "anchors": tuple(places)}
            for name, places in sorted(anchors.items(), key=lambda item: bare(item[0]))
        )

    @property
    def site_name(self) -> str:
        """Return the site's address as people type it."""
        return self.site.removeprefix("https://").removeprefix("http://")

    @property
    def board_scale(self) -> float:
        """Return how much larger than its own size the peg board of the cover is, to fill the width."""
        return round(BOARD_SCALE * min(1, BOARD_TARGET / (self.target or BOARD_TARGET)), 2)

    @property
    def league_type(self) -> Fitted:
        """Return the type of the league's name on the cover."""
        return fitted([self.league], WIDTH, LEAGUE_SIZES, weight=600)

    @property
    def season_type(self) -> Fitted:
        """Return the type of the cover's title."""
        return fitted(["Handbook", self.season], WIDTH * 0.98, TITLE_SIZES, Face.SLAB, weight=600)


def handbook(book: Handbook) -> Document:
    """Return the handbook as A5 pages as they are read; their number is a multiple of four."""
    return _document(book, Folding.PAGES)


def handbook_booklet(book: Handbook) -> Document:
    """Return the same pages in pairs on A4, to be printed on both sides, folded and stapled."""
    return _document(book, Folding.BOOKLET)


def _document(book: Handbook, folding: Folding) -> Document:
    named = "handbook-booklet" if folding is Folding.BOOKLET else "handbook"
    drawings = {}
    if book.site:
        drawings["drawing:code"] = code_alone(book.site, CODE)
    return Document(
        title=f"Handbook {book.season}, {book.league}",
        filename=f"{named}-{slugify(book.season_slug)}.pdf",
        template="printing/handbook.html",
        context={"book": book, "has_code": bool(drawings), "heads": HEADS},
        follows_from=(book, folding),
        drawings=drawings,
        folding=folding,
    )
