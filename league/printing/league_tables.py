"""The standings of every division as a document: on as few pages as can be read, or of one division alone."""

import datetime
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.urls import reverse

from league.models import Division, League
from league.people.names import KeptBack
from league.printing.codes import square
from league.printing.documents import Document
from league.printing.drawing import Drawing, Face, Fitted, fitted
from league.printing.standings_blocks import StandingsBlock, TableMeasure
from league.printing.standings_on_paper import FORM_HEIGHT, PrintedTable, form_drawings, printed_table
from league.standings.selectors.standings import tables_of

# In mm: the page without its margins, its head, its foot, and between two tables; the code to scan.
WIDTH, HEIGHT, HEAD, FOOT, GAP, CODE = 186.0, 275.0, 25.0, 26.0, 6.0, 20.0

# Sizes of type in points, the largest first. Smaller than LEGIBLE is only for tables longer than a page.
SIZES = (12, 11.4, 10.8, 10.2, 9.6, 9)
LEGIBLE, SMALLEST = 9.0, 8.0
ROW, MOST_ROW = 0.5, 0.68
TITLE_SIZES = (34, 30, 26, 23, 20, 17)


@dataclass(frozen=True, slots=True, kw_only=True)
class TablesFacts:
    """A season's standings as plain values, and where they are on the site."""

    league: str
    season: str
    season_slug: str
    tables: tuple[PrintedTable, ...]
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TablesPage:
    """A page of tables: its blocks, the size of type (points), the height of a row and of marks (mm)."""

    blocks: tuple[StandingsBlock, ...]
    size: float
    row: float
    form: float


def tables_facts(league: League, divisions: Sequence[Division]) -> TablesFacts | None:
    """Return the standings of these divisions of a season, as everybody may read them; None without any.

    Two queries; one more where points were taken or given. The divisions come with season and rule book.
    """
    tables = tables_of(divisions)
    if not any(table.rows for table in tables):
        return None
    hide: Callable[[str], str] = KeptBack.of(league).hide
    season, first = divisions[0].season, divisions[0]
    return TablesFacts(
        league=league.name,
        season=season.name,
        season_slug=season.slug,
        tables=tuple(printed_table(table, hide) for table in tables if table.rows),
        path=reverse("division-standings", args=[league.slug, season.slug, first.slug]),
    )


def league_tables(facts: TablesFacts, *, printed_on: datetime.date, site: str = "") -> Document:
    """Return the tables on as few pages as can be read, each in the largest type that leaves them so few."""
    address = site + facts.path if site else ""
    title = facts.tables[0].division if len(facts.tables) == 1 else "League tables"
    code = Drawing(shapes=(square(address, 0, 0, CODE),), width=CODE, height=CODE) if address else None
    pages = tables_pages(facts.tables)
    return Document(
        title=f"{title}, {facts.season}, {facts.league}",
        filename=f"league-tables-{facts.season_slug}-{printed_on}.pdf",
        template="printing/league_tables.html",
        context={
            "facts": facts,
            "title": title,
            "title_type": _title_type(title),
            "pages": pages,
            "printed_on": printed_on,
            "code": "drawing:code" if code else "",
            "site": urlsplit(site).netloc,
        },
        follows_from=(facts, printed_on, site),
        drawings=form_drawings(facts.tables) | ({"drawing:code": code} if code else {}),
    )


def _title_type(title: str) -> Fitted:
    return fitted([title], WIDTH, TITLE_SIZES, Face.SLAB)


def tables_pages(tables: Sequence[PrintedTable]) -> tuple[TablesPage, ...]:
    """Return the tables on as few pages as legible type needs, in the largest that needs no more."""
    fewest = len(_pages(tables, LEGIBLE))
    for size in SIZES:
        pages = _pages(tables, size)
        if len(pages) <= fewest:
            return tuple(_page(page, size) for page in pages)
    return tuple(_page(page, SMALLEST) for page in _pages(tables, SMALLEST))


def _pages(tables: Iterable[PrintedTable], size: float) -> list[list[StandingsBlock]]:
    measure = TableMeasure(size=size, row=size * ROW)
    pages: list[list[StandingsBlock]] = [[]]
    for table in tables:
        block = measure.block(table.division, table, WIDTH, is_whole=True)
        if pages[-1] and _height([*pages[-1], block]) > _room():
            pages.append([])
        pages[-1].append(block)
    return pages


def _room() -> float:
    return HEIGHT - HEAD - FOOT


def _height(blocks: Sequence[StandingsBlock]) -> float:
    return sum(block.height + GAP for block in blocks)


def _page(blocks: Sequence[StandingsBlock], size: float) -> TablesPage:
    """Return a page with its rows as far apart as there is room."""
    rows = sum(len(block.table.rows) + 1 for block in blocks)
    row = size * ROW + max((_room() - _height(blocks)) / max(rows, 1), 0)
    row = min(row, size * MOST_ROW)
    return TablesPage(blocks=tuple(blocks), size=size, row=row, form=min(row * 0.8, FORM_HEIGHT))
