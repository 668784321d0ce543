"""The weekly bulletin as a document: always one page, whatever the league has to tell.

The page is tried from the richest to the barest, each in every size of type; the first that fits is printed.
"""

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar
from urllib.parse import urlsplit

from django.urls import reverse

from league.printing.bulletin_selectors import (
    BulletinDivision,
    BulletinFacts,
    PrintedMeeting,
    PrintedResult,
)
from league.printing.codes import square
from league.printing.documents import Document
from league.printing.drawing import Drawing, Face, Fitted, fitted, lines_in, width_of
from league.printing.standings_blocks import LINE, SMALL, SMALL_LINE, StandingsBlock, TableMeasure
from league.printing.standings_on_paper import FORM_HEIGHT, PrintedTable, form_drawings
from league.templatetags.dates import pub_date, pub_date_year, pub_time

# In mm: the page without its margins, what stands at its head and its foot, the code to scan.
WIDTH, HEIGHT = 186.0, 275.0
HEAD, FOOT, CODE = 25.0, 28.0, 22.0
GAP, BETWEEN = 4.2, 7.0

# Sizes of type in points; for a point a row in mm, lower where the type is small.
SIZES = (10.2, 9.8, 9.4, 9, 8.6, 8.3, 8)
ROW, ROW_TIGHT, TIGHT_BELOW, ROW_BAREST = 0.52, 0.45, 9, 0.405
LEAD_SIZES = (16, 14.5, 13, 11.5)

# Between two names, and what the scores of tables may take, in mm.
MIDDLE, TABLES_ROOM = 16.0, 62.0

THREE_NOTICES = 3

# With so many columns a division's results and its table share one heading.
CROWDED = 3

# How much higher rows become where the page has room for it.
MOST_STRETCH = 0.3


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsBlock:
    """A division's results: both names as they fit, each with its result."""

    template: ClassVar = "printing/_bulletin_results.html"
    title: str
    rows: tuple[tuple[str, str, PrintedResult], ...]
    is_wide: bool
    with_tables: bool
    height: float


@dataclass(frozen=True, slots=True, kw_only=True)
class NextBlock:
    """The matches a division plays next."""

    template: ClassVar = "printing/_bulletin_next.html"
    title: str
    when: str
    rows: tuple[tuple[str, str, PrintedMeeting], ...]
    is_below: bool
    height: float


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticesBlock:
    """Notices, a word in bold and a sentence; `more` are those left out."""

    template: ClassVar = "printing/_bulletin_notices.html"
    notices: tuple[tuple[str, str], ...]
    more: int
    height: float


Block = ResultsBlock | StandingsBlock | NextBlock | NoticesBlock


@dataclass(frozen=True, slots=True, kw_only=True)
class Tier:
    """How much the page tells: its columns, whether the first division is as wide as it, what is left out."""

    columns: int
    is_first_wide: bool = False
    with_results: bool = True
    with_next: bool = True
    with_played: bool = True
    with_reasons: bool = True
    notices: int = 99


TIERS = (
    Tier(columns=2, is_first_wide=True),
    Tier(columns=2, is_first_wide=True, with_results=False),
    Tier(columns=2),
    Tier(columns=2, is_first_wide=True, with_results=False, notices=THREE_NOTICES),
    Tier(columns=3),
    Tier(columns=3, notices=THREE_NOTICES),
    Tier(columns=3, with_next=False, notices=THREE_NOTICES),
    Tier(columns=4, with_next=False, notices=THREE_NOTICES, with_played=False),
    Tier(columns=3, with_next=False, with_results=False, notices=THREE_NOTICES),
    Tier(columns=4, with_next=False, with_results=False, notices=THREE_NOTICES, with_played=False),
    Tier(columns=4, with_next=False, with_results=False, notices=0, with_played=False),
    Tier(columns=4, with_next=False, with_results=False, notices=0, with_played=False, with_reasons=False),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BulletinPage:
    """The page as its template shows it: blocks over the whole width, then columns of blocks."""

    facts: BulletinFacts
    title: str
    lead: Fitted
    wide: tuple[Block, ...]
    columns: tuple[tuple[Block, ...], ...]
    column: float
    size: float
    row: float
    code: str
    site: str
    printed_at: str
    height: float

    @property
    def form(self) -> float:
        """How high the marks of form are."""
        return min(self.row * 0.8, FORM_HEIGHT)


def bulletin_on_paper(facts: BulletinFacts, *, printed_at: datetime.datetime, site: str = "") -> Document:
    """Return the bulletin of a night on one page; `printed_at` in the league's time, `site` is public."""
    address = site + reverse("league-home", args=[facts.league_slug]) if site else ""
    page = _page(facts, printed_at, "drawing:code" if address else "", urlsplit(site).netloc)
    tables = [division.table for division in facts.divisions if division.table]
    code = Drawing(shapes=(square(address, 0, 0, CODE),), width=CODE, height=CODE) if address else None
    return Document(
        title=f"{page.title}, {pub_date_year(facts.night)}, {facts.league}",
        filename=f"bulletin-{facts.night}.pdf",
        template="printing/bulletin.html",
        context={"page": page},
        follows_from=(facts, page.printed_at, site),
        drawings=form_drawings(tables) | ({"drawing:code": code} if code else {}),
    )


def _page(facts: BulletinFacts, printed_at: datetime.datetime, code: str, site: str) -> BulletinPage:
    """Return the richest page that fits, in the largest type."""
    lead = fitted([facts.headline], WIDTH * 1.9, LEAD_SIZES, Face.SLAB)
    lines = lines_in(facts.headline, WIDTH * 0.98, lead.size, Face.SLAB, 600) if facts.headline else 0
    room = HEIGHT - HEAD - FOOT - (lines * lead.size * LINE + 4.0 if lines else 0)
    ways = (_Page(facts, tier, size).set_out() for tier in TIERS for size in SIZES)
    barest = _Page(facts, TIERS[-1], SIZES[-1]).set_out()
    page = next((way for way in ways if way.height <= room), barest)
    rows = _rows(page.wide) + max(map(_rows, page.columns), default=0)
    return replace(
        page,
        row=page.row + max(min((room - page.height) / max(rows, 1), page.row * MOST_STRETCH), 0),
        title=f"Week {facts.week} bulletin" if facts.week else "Bulletin",
        lead=replace(lead, lines=lines),
        code=code,
        site=site,
        printed_at=f"{pub_date_year(printed_at.date())}, {pub_time(printed_at.time())}",
    )


def _rows(blocks: Sequence[Block]) -> int:
    """Return how many rows of tables stand one below the other in these blocks."""
    tables = [block for block in blocks if not isinstance(block, NoticesBlock)]
    return sum(len(block.rows) + isinstance(block, StandingsBlock) for block in tables)


class _Page:
    """A bulletin in one size and as rich as a tier says."""

    def __init__(self, facts: BulletinFacts, tier: Tier, size: float) -> None:
        self.facts, self.tier, self.size = facts, tier, size
        self.row = size * (ROW if size >= TIGHT_BELOW else ROW_TIGHT)
        if not tier.with_reasons:
            self.row = size * ROW_BAREST
        self.measure = TableMeasure(size=size, row=self.row)
        self.column = (WIDTH - BETWEEN * (tier.columns - 1)) / tier.columns - 0.05

    def set_out(self) -> BulletinPage:
        """Return the page; `height` is what its blocks take."""
        wide = list(self._wide())
        used = sum(block.height + GAP for block in wide)
        blocks = list(self._blocks())
        columns = _even(blocks, self.tier.columns) if not wide else _shortest(blocks, self.tier.columns)
        tallest = max((_height(column) for column in columns), default=0.0)
        return BulletinPage(
            facts=self.facts,
            title="",
            lead=Fitted(size=0),
            wide=tuple(wide),
            columns=tuple(tuple(column) for column in columns),
            column=self.column,
            size=self.size,
            row=self.row,
            code="",
            site="",
            printed_at="",
            height=used + tallest,
        )

    def _wide(self) -> Iterator[Block]:
        if self.tier.is_first_wide and self.facts.divisions:
            first = self.facts.divisions[0]
            if first.results:
                yield self._results(first, WIDTH, is_wide=True)
            if first.table:
                yield self._table(first, first.table, WIDTH, is_whole=True)

    def _blocks(self) -> Iterator[Block]:
        tier = self.tier
        for division in self.facts.divisions[1:] if tier.is_first_wide else self.facts.divisions:
            if division.results and tier.with_results:
                yield self._results(division, self.column, is_wide=False)
            if division.table:
                yield self._table(division, division.table, self.column, is_whole=False)
        if self.facts.notices and tier.notices:
            yield self._notices()
        if tier.with_next:
            for division in self.facts.divisions:
                if division.to_come:
                    yield self._next(division)

    def _called(self, division: BulletinDivision, what: str) -> str:
        if self.tier.columns >= CROWDED and what != "next week":
            return division.name
        return f"{division.name} {what}" if len(self.facts.divisions) > 1 else what.capitalize()

    def _results(self, division: BulletinDivision, width: float, *, is_wide: bool) -> ResultsBlock:
        beside = TABLES_ROOM if is_wide else 0
        names = self.measure.names(
            [name for result in division.results for name in (result.home, result.away)],
            (width - beside - MIDDLE) / 2 - 1,
            weight=700,
        )
        texts = ["  ".join((*result.tables, result.total)) for result in division.results]
        with_tables = is_wide and all(width_of(text, self.size * 0.9) <= TABLES_ROOM - 4 for text in texts)
        remarks = (
            0
            if is_wide
            else sum(
                lines_in(result.note, width * 0.95, SMALL) for result in division.results if result.remark
            )
        )
        return ResultsBlock(
            title=self._called(division, "results"),
            rows=tuple((names[result.home], names[result.away], result) for result in division.results),
            is_wide=is_wide,
            with_tables=with_tables,
            height=self.measure.heading + len(division.results) * self.row + remarks * SMALL_LINE,
        )

    def _table(
        self, division: BulletinDivision, table: PrintedTable, width: float, *, is_whole: bool
    ) -> StandingsBlock:
        if not self.tier.with_reasons:
            table = replace(table, caption="", notes=())
        has_own = self.tier.columns < CROWDED or not (division.results and self.tier.with_results)
        title = self._called(division, "table") if has_own else ""
        return self.measure.block(title, table, width, is_whole=is_whole, with_played=self.tier.with_played)

    def _next(self, division: BulletinDivision) -> NextBlock:
        names = self.measure.names(
            [name for meeting in division.to_come for name in (meeting.home, meeting.away)],
            (self.column - MIDDLE) / 2 - 1,
        )
        remarks = sum(
            lines_in(meeting.remark, self.column * 0.95, SMALL)
            for meeting in division.to_come
            if meeting.remark
        )
        title = self._called(division, "next week")
        week = f", week {division.next_week}" if division.next_week else ""
        hour = f", {division.to_come[0].hour}" if division.to_come[0].hour else ""
        when = f"{pub_date(division.next_date)}{week}{hour}"
        head, is_below = self.measure.head(title, when, self.column)
        return NextBlock(
            title=title,
            when=when,
            rows=tuple((names[meeting.home], names[meeting.away], meeting) for meeting in division.to_come),
            is_below=is_below,
            height=head + len(division.to_come) * self.row + remarks * SMALL_LINE,
        )

    def _notices(self) -> NoticesBlock:
        shown = self.facts.notices[: self.tier.notices]
        lines = sum(lines_in(f"{word}: {text}", self.column * 0.95, self.size) for word, text in shown)
        more = len(self.facts.notices) - len(shown)
        height = (
            self.measure.heading
            + lines * self.size * LINE
            + len(shown) * 1.0
            + (self.size * LINE if more else 0)
        )
        return NoticesBlock(notices=shown, more=more, height=height)


def _height(column: Sequence[Block]) -> float:
    return sum(block.height + GAP for block in column)


def _shortest(blocks: Sequence[Block], count: int) -> list[list[Block]]:
    """Return the blocks in columns, each in turn in the one that is shortest."""
    columns: list[list[Block]] = [[] for _ in range(count)]
    for block in blocks:
        min(columns, key=_height).append(block)
    return columns


def _even(blocks: Sequence[Block], count: int) -> list[list[Block]]:
    """Return the blocks in columns in their order, evenly; one without a heading follows the last."""
    units: list[list[Block]] = []
    for block in blocks:
        if isinstance(block, StandingsBlock) and not block.title:
            units[-1].append(block)
        else:
            units.append([block])
    even = max([_height(blocks) / count, *map(_height, units)], default=0.0)
    while True:
        columns: list[list[Block]] = [[]]
        for unit in units:
            if columns[-1] and _height([*columns[-1], *unit]) > even:
                columns.append([])
            columns[-1] += unit
        if len(columns) <= count:
            return columns
        even += 1.0
