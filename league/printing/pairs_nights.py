"""The paper of a pairs night: who sits where, in type to be read across the room; slips; standings."""

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil

from django.utils.text import slugify

from league.cups.selectors.cups import AND
from league.cups.selectors.pairs_nights import NightOnPage, NightTable, TablesOfRound
from league.models import Cup
from league.printing.documents import Document
from league.printing.drawing import MM_PER_POINT, fitted
from league.templatetags.dates import pub_date_year

# In mm: what the tables of a page share, the least and the most one takes, the room for a name.
ROOM, LEAST_ROW, MOST_ROW, NAME_ROOM = 224.0, 10.2, 27.0, 75.0
NAME_SIZES = (30, 27, 24, 22, 20, 18, 16.5, 15, 13.5, 12, 11, 10, 9, 8)

# A pair is two lines; of a row's height, what they may take.
LINE, OF_ROW = 1.12, 0.9
SLIPS_A_PAGE = 8
SLIP_NAME_ROOM, SLIP_NAME_SIZES = 66.0, (15, 14, 13, 12, 11, 10, 9, 8)
SLIP_ROOM, SLIP_LINE_SIZES = 88.0, (9, 8.5, 8, 7.5, 7, 6.5, 6, 5.5)


@dataclass(frozen=True, slots=True, kw_only=True)
class NameOnPaper:
    """A name and the size (points) in which it fits its line."""

    text: str
    size: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOnPaper:
    """A table: the names of each pair, and the score if it is known already."""

    number: int
    pairs: tuple[tuple[NameOnPaper, ...], ...]
    score: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOfTables:
    """A page of a round's tables: a row's height (mm), and the size of what is no name (points)."""

    tables: tuple[TableOnPaper, ...]
    row: float
    size: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """What stands over every paper of a night."""

    name: str
    league: str
    when: str


def tables_on_paper(page: NightOnPage, drawn: TablesOfRound) -> Document:
    """Return who sits at which table in a round, to hang up: one page as long as it can be read from afar."""
    pages = tuple(_pages(drawn.tables))
    return _document(
        page,
        f"round {drawn.number} tables",
        "pairs_tables",
        {"number": drawn.number, "of": page.night.rounds, "pages": pages, "free": drawn.free},
    )


def slips_on_paper(page: NightOnPage, drawn: TablesOfRound) -> Document:
    """Return a slip for each table of a round, eight to a sheet, with boxes for the scores."""
    slips = [_table(table, SLIP_NAME_ROOM, SLIP_NAME_SIZES) for table in drawn.tables]
    sheets = tuple(tuple(slips[first : first + SLIPS_A_PAGE]) for first in range(0, len(slips), SLIPS_A_PAGE))
    return _document(
        page,
        f"round {drawn.number} slips",
        "pairs_slips",
        {"number": drawn.number, "sheets": sheets, "over": _over(page.cup)},
    )


def standings_on_paper(page: NightOnPage, *, printed_on: datetime.date) -> Document:
    """Return where every pair stands; at the end of the night, who has won."""
    played = len(page.rounds) - bool(page.running and page.running.open)
    context = {
        "rows": page.standings,
        "winners": page.won_by,
        "played": played,
        "of": page.night.rounds,
        "printed_on": printed_on,
    }
    return _document(page, "standings", "pairs_standings", context)


def _document(page: NightOnPage, what: str, template: str, context: dict[str, object]) -> Document:
    cup = page.cup
    heading = _heading(cup)
    return Document(
        title=f"{cup.name}: {what}, {heading.league}",
        filename=slugify(f"{cup.name} {what}") + ".pdf",
        template=f"printing/{template}.html",
        context={"heading": heading, **context},
        follows_from=(heading, what, tuple(context.items())),
    )


def _heading(cup: Cup) -> Heading:
    at = cup.finals_at.name if cup.finals_at else ""
    when = ", ".join(filter(None, (at, pub_date_year(cup.finals_on))))
    return Heading(name=cup.name, league=cup.season.league.name, when=when)


def _over(cup: Cup) -> tuple[NameOnPaper, ...]:
    """Return the two lines over a slip, each as large as it fits."""
    heading = _heading(cup)
    lines = filter(None, (heading.name, heading.when))
    return tuple(_name(line, SLIP_ROOM, SLIP_LINE_SIZES) for line in lines)


def _table(table: NightTable, room: float, sizes: Sequence[float]) -> TableOnPaper:
    return TableOnPaper(
        number=table.number,
        pairs=tuple(tuple(_name(name, room, sizes) for name in pair.split(AND)) for pair in table.names),
        score=f"{table.score[0]}–{table.score[1]}" if table.score else "",
    )


def _name(text: str, room: float, sizes: Sequence[float]) -> NameOnPaper:
    return NameOnPaper(text=text, size=fitted([text], room, sizes).size)


def _pages(tables: Sequence[NightTable]) -> Iterator[PageOfTables]:
    """As few pages as can be read from afar, evenly filled; the longest names are set smaller."""
    pages = ceil(len(tables) * LEAST_ROW / ROOM) or 1
    on_a_page = ceil(len(tables) / pages)
    row = min(ROOM / on_a_page, MOST_ROW)
    sizes = [size for size in NAME_SIZES if 2 * size * LINE * MM_PER_POINT <= row * OF_ROW]
    sizes = [size for size in sizes if size <= _usual(tables, sizes)]
    for _, some in groupby(enumerate(tables), key=lambda place: place[0] // on_a_page):
        on_paper = tuple(_table(table, NAME_ROOM, sizes) for _, table in some)
        yield PageOfTables(tables=on_paper, row=row, size=sizes[0])


def _usual(tables: Sequence[NightTable], sizes: Sequence[float]) -> float:
    """Return the size in which three names of four fit their line."""
    names = [name for table in tables for pair in table.names for name in pair.split(AND)]
    fitting = sorted(_name(name, NAME_ROOM, sizes).size for name in names)
    return fitting[len(fitting) // 4]
