"""The paper of a pairs night: who sits where, in type to be read across the room; slips; standings.

Everything is measured before it is set: a paper is one page as long as it can be read, then as few as can be,
each with its heading.
"""

import datetime
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import TypeVar

from django.utils.text import slugify

from league.cups.pairs_nights import NightRow
from league.cups.selectors.cups import AND
from league.cups.selectors.pairs_nights import NightOnPage, NightTable, TablesOfRound
from league.models import Cup
from league.printing.documents import Document
from league.printing.drawing import MM_PER_POINT, Face, broken, fitted, width_of
from league.templatetags.dates import pub_date_year
from league.templatetags.formatting import points, signed

# In mm: the text of an A4 page; what its title, its rule and the heads of its table take.
WIDE, HIGH = 186.0, 277.0
TITLE, AROUND_RULE, TABLE_HEAD, SLACK = 15.0, 4.5, 8.0, 2.0
ABOUT_SIZE, LEAST_SIZE = 12.0, 8.0

# The tables of a round: the room for a name, the most a row takes, the sizes of names (points).
NAME_ROOM, MOST_ROW, MOST_NUMBER = 75.0, 27.0, 16
NAME_SIZES = (30, 27, 24, 22, 20, 18, 16.5, 15, 13.5, 12, 11, 10, 9, 8)
BYE_SIZES, BYE_AIR = (16, 14, 12, 10, 9, 8), 6.0

# The line below a row, with what setting it adds (mm).
ROW_RULE = 0.3

# The air between the two of a pair (mm).
PAIR_GAP = 0.6

# A name is on one line where it can be in this size; else it is broken, in one of these sizes.
ONE_LINE, MOST_LINES, BROKEN_SIZES = 12, 2, (16.5, 15, 13.5, 12, 11, 10, 9)

# How high a line is, and of a row's height what lines may take.
LINE, OF_ROW = 1.12, 0.9

SLIPS_A_PAGE = 8
SLIP_NAME_ROOM, SLIP_NAME_SIZES = 66.0, (15, 14, 13, 12, 11, 10, 9, 8)
SLIP_ROOM, SLIP_LINE_SIZES = 88.0, (9, 8.5, 8)

ROW_SIZES, ROW_LINE, ROW_AIR, MOST_AIR = (13, 12.5, 12, 11.5, 11, 10.5, 10, 9.5, 9, 8.5, 8), 1.2, 1.2, 4.0
STANDINGS_TITLES = (26, 24, 22, 20, 18, 16, 14, 12, 10)
WINNER_SIZES, AROUND_WINNERS, NOTE = (20, 18, 16, 14, 12), 8.0, 8.0
BESIDE_COLUMN, HEAD_SIZE = 3.0, 8.5
COLUMNS = ("", "Won", "Drawn", "Lost", "Byes", "Points", "Difference", "Wins")

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True, kw_only=True)
class NameOnPaper:
    """A name in the size (points) in which it fits its room, in its lines."""

    lines: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        """Its height in mm."""
        return len(self.lines) * self.size * LINE * MM_PER_POINT


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOnPaper:
    """A table: the names of each pair, and the score if it is known already."""

    number: int
    pairs: tuple[tuple[NameOnPaper, ...], ...]
    score: str

    @property
    def height(self) -> float:
        """What its row needs in mm."""
        return max(sum(name.height for name in pair) for pair in self.pairs) / OF_ROW + PAIR_GAP + ROW_RULE

    @property
    def lines(self) -> int:
        """How many lines its longest name takes."""
        return max(len(name.lines) for pair in self.pairs for name in pair)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOfTables:
    """A page of a round's tables: the air of a row (mm), and the size of what is no name (points)."""

    words: str
    tables: tuple[tuple[TableOnPaper, float], ...]
    size: float
    bye: NameOnPaper | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingOnPaper:
    """A row of the standings, the pair in its lines."""

    place: str
    pair: tuple[str, ...]
    figures: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOfStandings:
    """A page of the standings: which of how many, its rows, their size (points) and their air (mm)."""

    words: str
    rows: tuple[StandingOnPaper, ...]
    size: float
    air: float
    is_last: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """What stands over every paper of a night."""

    name: str
    league: str
    when: str
    about: tuple[str, ...] = ()

    @property
    def height(self) -> float:
        """Its height in mm."""
        return TITLE + len(self.about) * ABOUT_SIZE * LINE * MM_PER_POINT + AROUND_RULE


Drawn = Sequence[tuple[NightOnPage, TablesOfRound]]


def tables_on_paper(drawn: Drawn) -> Document:
    """Return who sits at which table in these rounds, to hang up."""
    papers = tuple(_tables(page, each) for page, each in drawn)
    return _document([page for page, _ in drawn], _of_rounds(drawn, "tables"), "pairs_tables", papers)


def slips_on_paper(drawn: Drawn) -> Document:
    """Return a slip for each table of these rounds, eight to a sheet, with boxes for the scores."""
    papers = tuple(_slips(page, each) for page, each in drawn)
    return _document([page for page, _ in drawn], _of_rounds(drawn, "slips"), "pairs_slips", papers)


def standings_on_paper(nights: Sequence[NightOnPage], *, printed_on: datetime.date) -> Document:
    """Return where every pair stands; at the end of a night, who has won."""
    papers = tuple(_standings(page, printed_on) for page in nights)
    return _document(nights, "standings", "pairs_standings", papers)


def _of_rounds(drawn: Drawn, what: str) -> str:
    return f"round {drawn[0][1].number} {what}" if len(drawn) == 1 else what


def _document(
    nights: Sequence[NightOnPage], what: str, template: str, papers: tuple[dict[str, object], ...]
) -> Document:
    cup = nights[0].cup
    name = cup.name if len(nights) == 1 else "Pairs nights"
    return Document(
        title=f"{name}: {what}, {cup.season.league.name}",
        filename=slugify(f"{name} {what}") + ".pdf",
        template=f"printing/{template}.html",
        context={"papers": papers},
        follows_from=(what, *(tuple(paper.items()) for paper in papers)),
    )


def night_heading(cup: Cup, *more: str) -> Heading:
    """Return the heading of a paper of a night, with these lines or with where and when it is."""
    at = cup.finals_at.name if cup.finals_at else ""
    when = ", ".join(filter(None, (at, pub_date_year(cup.finals_on))))
    league = cup.season.league.name
    lines = [
        line
        for words in more or (", ".join(filter(None, (cup.name, when))), league)
        for line in _about(words)
    ]
    return Heading(name=cup.name, league=league, when=when, about=tuple(lines))


def _about(words: str) -> tuple[str, ...]:
    return broken(words, ABOUT_SIZE, WIDE, weight=600)


# --- Tables -----------------------------------------------------------------------------------


def _tables(page: NightOnPage, drawn: TablesOfRound) -> dict[str, object]:
    heading = night_heading(page.cup)
    bye = _name(f"Bye in this round: {drawn.free}", WIDE, BYE_SIZES) if drawn.free else None
    room = HIGH - heading.height - TABLE_HEAD - SLACK
    pages = _pages_of_tables(drawn.tables, room, bye)
    return {"heading": heading, "number": drawn.number, "of": page.night.rounds, "pages": tuple(pages)}


def _pages_of_tables(
    tables: Sequence[NightTable], room: float, bye: NameOnPaper | None
) -> Iterator[PageOfTables]:
    """Yield as few pages as can be read, in the largest type they hold; the longest names are smaller."""
    foot = bye.height + BYE_AIR if bye else 0.0

    def split(largest: float, least: float) -> list[list[TableOnPaper]]:
        sizes = [size for size in NAME_SIZES if min(least, ONE_LINE) <= size <= largest]
        rows = [_table(table, NAME_ROOM, sizes, least) for table in tables]
        return split_evenly(rows, lambda row: row.height, room, foot)

    fewest = len(split(LEAST_SIZE, LEAST_SIZE))
    usual = _usual(tables)
    size, pages = next(
        (largest, pages)
        for least in (*BROKEN_SIZES, LEAST_SIZE)
        for largest in NAME_SIZES
        if least <= largest <= max(usual, least)
        and len(pages := split(largest, least)) == fewest
        and (least == LEAST_SIZE or all(row.lines <= MOST_LINES for page in pages for row in page))
    )
    for place, rows in enumerate(pages, start=1):
        is_last = place == len(pages)
        left = room - (foot if is_last else 0.0) - sum(row.height for row in rows)
        each = max(left, 0.0) / max(map(len, pages))
        words = f"Tables {rows[0].number} to {rows[-1].number}, sheet {place} of {len(pages)}"
        yield PageOfTables(
            words=words if len(pages) > 1 else "Who plays",
            tables=tuple((row, max(row.height, min(MOST_ROW, row.height + each)) - ROW_RULE) for row in rows),
            size=min(size, MOST_NUMBER),
            bye=bye if is_last else None,
        )


def _usual(tables: Sequence[NightTable]) -> float:
    """Return the size in which three names of four fit their line."""
    names = [name for table in tables for pair in table.names for name in pair.split(AND)]
    fitting = sorted(_name(name, NAME_ROOM, NAME_SIZES).size for name in names)
    return fitting[len(fitting) // 4] if fitting else NAME_SIZES[0]


def _table(table: NightTable, room: float, sizes: Sequence[float], least: float) -> TableOnPaper:
    return TableOnPaper(
        number=table.number,
        pairs=tuple(
            tuple(_name(name, room, sizes, least) for name in pair.split(AND)) for pair in table.names
        ),
        score=f"{table.score[0]}–{table.score[1]}" if table.score else "",
    )


def _name(text: str, room: float, sizes: Sequence[float], least: float | None = None) -> NameOnPaper:
    """Return a name in the largest size in which it fits a line; else in the least, on several."""
    size = next((size for size in sizes if width_of(text, size, weight=600) <= room), least or sizes[-1])
    return NameOnPaper(lines=_balanced(text, size, room), size=size)


def _balanced(text: str, size: float, room: float) -> tuple[str, ...]:
    """Return a text on as few lines as it takes, all about as long."""
    lines = broken(text, size, room, weight=600)
    for share in (0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95):
        narrower = broken(text, size, room * share, weight=600)
        if len(lines) > 1 and len(narrower) == len(lines):
            return narrower
    return lines


def split_evenly(
    rows: Sequence[Item], height: Callable[[Item], float], room: float, foot: float
) -> list[list[Item]]:
    """Return rows on as few pages as hold them, evenly filled; below the last row stands a foot."""
    whole = sum(map(height, rows)) + foot
    pages: list[list[Item]] = []
    for count in range(max(1, ceil(whole / room)), len(rows) + 2):
        pages = _split(rows, height, room, foot, share=whole / count)
        if len(pages) <= count:
            return pages
    return pages


def _split(
    rows: Sequence[Item], height: Callable[[Item], float], room: float, foot: float, *, share: float
) -> list[list[Item]]:
    pages: list[list[Item]] = [[]]
    used = 0.0
    for place, row in enumerate(rows, start=1):
        ends = foot if place == len(rows) else 0.0
        if pages[-1] and (used >= share - 0.01 or used + height(row) + ends > room):
            pages.append([])
            used = 0.0
        pages[-1].append(row)
        used += height(row)
    return pages


# --- Slips ------------------------------------------------------------------------------------


def _slips(page: NightOnPage, drawn: TablesOfRound) -> dict[str, object]:
    heading = night_heading(page.cup)
    slips = [_table(table, SLIP_NAME_ROOM, SLIP_NAME_SIZES, LEAST_SIZE) for table in drawn.tables]
    sheets = tuple(tuple(slips[first : first + SLIPS_A_PAGE]) for first in range(0, len(slips), SLIPS_A_PAGE))
    over = tuple(_name(line, SLIP_ROOM, SLIP_LINE_SIZES) for line in (heading.name, heading.when) if line)
    return {"number": drawn.number, "sheets": sheets, "over": over}


# --- Standings --------------------------------------------------------------------------------


def _standings(page: NightOnPage, printed_on: datetime.date) -> dict[str, object]:
    played = len(page.rounds) - bool(page.running and page.running.open)
    rounds = f"{played} round{'' if played == 1 else 's'}"
    how_far = "Nothing is played yet."
    if page.won_by:
        how_far = f"After {rounds}."
    elif played:
        how_far = f"As it stood after round {played} of {page.night.rounds}."
    cup = page.cup
    when = night_heading(cup).when
    first = f"{when}. {cup.season.league.name}" if when else cup.season.league.name
    heading = night_heading(cup, first, f"{how_far} Printed on {pub_date_year(printed_on)}.")
    title = fitted([cup.name], WIDE - 30, STANDINGS_TITLES, Face.SLAB).size
    winners = _winners(page.won_by) if page.won_by else None
    above = winners.height + AROUND_WINNERS if winners else 0.0
    room = HIGH - heading.height - above - TABLE_HEAD - SLACK
    pages, widths = _pages_of_standings(page.standings, room)
    return {
        "heading": heading,
        "title": title,
        "winners": winners,
        "columns": tuple(zip(COLUMNS, widths, strict=True)),
        "pair_room": WIDE - sum(widths),
        "pages": tuple(pages),
    }


def _winners(won_by: str) -> NameOnPaper:
    """Return who has won, on one line or two where that can be read."""
    words = f"Won by {won_by}"
    lines = [(size, broken(words, size, WIDE, Face.SLAB, 600)) for size in WINNER_SIZES]
    few = [fit for most in (1, 2) for fit in lines if len(fit[1]) == most]
    size, on = few[0] if few else lines[-1]
    return NameOnPaper(lines=on, size=size)


def _pages_of_standings(rows: Sequence[NightRow], room: float) -> tuple[list[PageOfStandings], list[float]]:
    """Return the pages of the standings and the widths of their figures' columns (mm)."""
    measured = []
    for size in ROW_SIZES:
        widths = _widths(rows, size)
        pair_room = WIDE - sum(widths) - BESIDE_COLUMN
        lines = [_standing(row, size, pair_room) for row in rows]
        pages = split_evenly(lines, partial(_row_height, size=size), room, NOTE)
        measured.append((size, widths, pages))
    fewest = len(measured[-1][2])
    size, widths, pages = next(fit for fit in measured if len(fit[2]) == fewest)
    left = min(room - NOTE - sum(_row_height(row, size=size) for row in page) for page in pages)
    air = ROW_AIR + min(MOST_AIR, max(0.0, left / max(map(len, pages))))
    return [
        PageOfStandings(
            words=f"Sheet {place} of {len(pages)}" if len(pages) > 1 else "",
            rows=tuple(page),
            size=size,
            air=air / 2,
            is_last=place == len(pages),
        )
        for place, page in enumerate(pages, start=1)
    ], widths


def _row_height(row: StandingOnPaper, *, size: float) -> float:
    return len(row.pair) * size * ROW_LINE * MM_PER_POINT + ROW_AIR + ROW_RULE


def _standing(row: NightRow, size: float, room: float) -> StandingOnPaper:
    return StandingOnPaper(
        place=_place(row), pair=tuple(_pair_lines(row.entrant.name, size, room)), figures=_figures(row)
    )


def _pair_lines(name: str, size: float, room: float) -> Iterator[str]:
    """Yield a pair on one line, or its two players on a line each."""
    if width_of(name, size, weight=600) <= room:
        yield name
        return
    first, _, second = name.partition(AND)
    yield from broken(f"{first} &" if second else first, size, room, weight=600)
    yield from broken(second, size, room, weight=600)


def _place(row: NightRow) -> str:
    return f"{row.place}{'=' if row.is_shared else ''}"


def _figures(row: NightRow) -> tuple[str, ...]:
    return (
        str(row.won),
        str(row.drawn),
        str(row.lost),
        str(row.free),
        f"{row.points_for}–{row.points_against}",
        signed(row.difference),
        points(row.half_points),
    )


def _widths(rows: Sequence[NightRow], size: float) -> list[float]:
    """Return how wide the columns of figures are, the place first."""
    cells = [(_place(row), *_figures(row)) for row in rows]
    return [
        max([width_of(head, HEAD_SIZE, weight=600), *(width_of(row[at], size, weight=700) for row in cells)])
        + BESIDE_COLUMN
        for at, head in enumerate(COLUMNS)
    ]
