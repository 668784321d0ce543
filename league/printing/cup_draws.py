"""A round's ties as a list to hang up: who is at home to whom, when and where, who is free, and the lot."""

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.text import slugify

from league.cups.rules import DrawnBy
from league.cups.selectors.cup_pages import CupOnPage, RoundOnPage
from league.cups.selectors.tie_pages import TieOnPage
from league.printing.brackets import round_in_words, tie_in_words
from league.printing.documents import Document
from league.printing.drawing import MM_PER_POINT, Face, broken, fitted, width_of
from league.shared.text import capitalised

# In mm: the text of an A4 page, what the heads of the table and the foot take, air in a row.
ROOM, HEIGHT = 186.0, 273.0
TABLE_HEAD, ROW_AIR, MOST_ROW_AIR, FOOT = 7.5, 2.6, 12.0, 8.0
ABOVE_WHERE, ROW_RULE = 0.6, 0.3
BETWEEN, AROUND_SCORE, NUMBER = 19.0, 7.0, 11.0
NAME_SIZES = (24, 22, 20, 18, 16.5, 15, 14, 13, 12, 11.5, 11, 10.5, 10, 9.5, 9, 8.5, 8)
WHERE_SIZE, MOST_WHERE = 0.8, 13.0
LEAST_SIZE, LEADING = 8.0, 1.2

# How much smaller type may be for each line more than one that names take.
WRAPPED = 0.3
TITLE_SIZES, TITLE_HEIGHT = (34, 30, 26, 22), 15.0
CUP_SIZES, CUP_HEIGHT = (20, 18, 16, 14, 12, 11), 9.0
LEAGUE_SIZE, NIGHT_SIZE = 10.5, 13.0
BYE_SIZE, BYE_AIR = 12.0, 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawRow:
    """A tie of the list, each cell in its measured lines; `winner` is 0 or 1 once somebody went through."""

    number: str
    home: tuple[str, ...]
    away: tuple[str, ...]
    score: str
    where: tuple[str, ...]
    winner: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawPage:
    """A page of the list: its ties, and the words of which of how many it is."""

    words: str
    rows: tuple[DrawRow, ...]
    has_foot: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOnPaper:
    """A round's list: the heading, its pages, who is free, how it was drawn. Sizes in points, the rest mm."""

    cup: str
    cup_size: float
    league: tuple[str, ...]
    title: str
    title_size: float
    night: tuple[str, ...]
    size: float
    small: float
    above: float
    heads: tuple[str, str]
    name_room: float
    between: float
    pages: tuple[DrawPage, ...]
    byes: tuple[str, ...]
    lot: str
    printed_on: datetime.date


def round_at_hand(page: CupOnPage) -> RoundOnPage | None:
    """Return the round to hang up: the first to be played of those known, or the last played."""
    known = [each for each in page.rounds if each.is_known or (each.round.is_drawn and each.round.is_over)]
    return next((each for each in known if not each.round.is_over), known[-1] if known else None)


def draws_on_paper(
    drawn: Sequence[tuple[CupOnPage, RoundOnPage]], *, printed_on: datetime.date
) -> Document | None:
    """Return the list of each of these rounds. None without any."""
    if not drawn:
        return None
    lists = tuple(_draw(page, each, printed_on) for page, each in drawn)
    first = lists[0]
    what = f"{first.cup}: {first.title}" if len(lists) == 1 else "Cup draws"
    season = drawn[0][0].cup.season.name
    return Document(
        title=f"{what}, {season}",
        filename=slugify(f"{what} draw {season}") + ".pdf",
        template="printing/cup_draw.html",
        context={"draws": lists},
        follows_from=lists,
    )


def _draw(page: CupOnPage, each: RoundOnPage, printed_on: datetime.date) -> DrawOnPaper:
    cup = page.cup
    is_fixed = page.played.rules.drawn_by is DrawnBy.BRACKET
    league = broken(f"{cup.season.league.name}, season {cup.season.name}", LEAGUE_SIZE, ROOM)
    night = broken(round_in_words(each), NIGHT_SIZE, ROOM, weight=600)
    free = ", ".join(entrant.name for entrant in each.round.byes)
    byes = broken(f"Bye in this round: {free}.", BYE_SIZE, ROOM) if free else ()
    head = TITLE_HEIGHT + CUP_HEIGHT + _leading(LEAGUE_SIZE) * len(league) + _leading(NIGHT_SIZE) * len(night)
    room = HEIGHT - head - TABLE_HEAD - 8.0
    table = _fitted_table(each, is_fixed, room, _leading(BYE_SIZE) * len(byes) + BYE_AIR + FOOT)
    lot = f"Drawn by the lot “{each.lot}”. The same lot always gives the same draw." if each.lot else ""
    return DrawOnPaper(
        cup=cup.name,
        cup_size=fitted([cup.name], ROOM, CUP_SIZES, Face.SLAB).size,
        league=league,
        title=each.round.title,
        title_size=fitted([each.round.title], ROOM - 26, TITLE_SIZES, Face.SLAB).size,
        night=night,
        size=table.size,
        small=table.small,
        above=table.air / 2,
        heads=("Drawn first", "Drawn second")
        if any(tie.tie.is_neutral for tie in each.ties)
        else ("Home", "Away"),
        name_room=table.name_room,
        between=table.between,
        pages=tuple(_pages(table)),
        byes=byes,
        lot=lot,
        printed_on=printed_on,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """The ties measured in one size: how high each row is, and how many stand on a page."""

    rows: tuple[DrawRow, ...]
    size: float
    name_room: float
    between: float
    room: float
    foot: float

    @property
    def small(self) -> float:
        return _small(self.size)

    def height(self, row: DrawRow) -> float:
        """Return the height of a row with the least air."""
        names = max(len(row.home), len(row.away)) * _leading(self.size)
        where = len(row.where) * _leading(self.small) + ABOVE_WHERE if row.where else 0.0
        return names + where + ROW_AIR + ROW_RULE

    @property
    def worth(self) -> float:
        """How well it reads: in larger type better, with names on two lines worse, on three much worse."""
        lines = [len(lines) for row in self.rows for lines in (row.home, row.away)]
        wrapped = sum(min(count - 1, 2) for count in lines) / (len(lines) or 1)
        return self.size * (1 - WRAPPED * wrapped)

    @property
    def pages(self) -> tuple[tuple[DrawRow, ...], ...]:
        """The ties of each page, as few pages as can be, evenly filled; the last has room for the foot."""
        heights = [self.height(row) for row in self.rows]
        count = ceil((sum(heights) + self.foot) / self.room)
        while len(split := tuple(_evenly(self.rows, heights, self.room, self.foot, count))) > count:
            count += 1
        return split

    @property
    def air(self) -> float:
        """The air in a row: what is left of a page, within reason."""
        left = min(
            (self.room - self.foot - sum(map(self.height, rows))) / len(rows) for rows in self.pages if rows
        )
        return min(MOST_ROW_AIR, ROW_AIR + max(left, 0.0))


def _evenly(
    rows: Sequence[DrawRow], heights: Sequence[float], room: float, foot: float, count: int
) -> Iterator[tuple[DrawRow, ...]]:
    """Yield the rows of each page, so many pages if they have room enough."""
    share = (sum(heights) + foot) / count
    page: list[DrawRow] = []
    used = 0.0
    for place, (row, height) in enumerate(zip(rows, heights, strict=True)):
        ends = foot if place == len(rows) - 1 else 0.0
        if page and (used >= share or used + height + ends > room):
            yield tuple(page)
            page, used = [], 0.0
        page.append(row)
        used += height
    yield tuple(page)


def _pages(table: _Table) -> Iterator[DrawPage]:
    split = table.pages
    for place, rows in enumerate(split, start=1):
        words = f"Sheet {place} of {len(split)}" if len(split) > 1 else ""
        yield DrawPage(words=words, rows=rows, has_foot=place == len(split))


def _fitted_table(each: RoundOnPage, is_fixed: bool, room: float, foot: float) -> _Table:
    """Return the list on as few pages as can be, in the type that reads best on them."""
    where = [capitalised(", ".join(tie_in_words(tie, each))) for tie in each.ties]
    has_numbers = is_fixed and len(each.ties) > 1
    tables = [_table(each, where, size, room, foot, has_numbers=has_numbers) for size in NAME_SIZES]
    fewest = len(tables[-1].pages)
    fitting = (table for table in tables if len(table.pages) == fewest)
    return max(fitting, key=lambda table: table.worth)


def _table(
    each: RoundOnPage, where: Sequence[str], size: float, room: float, foot: float, *, has_numbers: bool
) -> _Table:
    scores = (width_of(_score(tie), size) for tie in each.ties)
    between = max(BETWEEN, *(width + AROUND_SCORE for width in scores))
    name_room = (ROOM - between - (NUMBER if has_numbers else 0.0)) / 2
    return _Table(
        rows=tuple(
            _row(tie, text, size, name_room, has_number=has_numbers)
            for tie, text in zip(each.ties, where, strict=True)
        ),
        size=size,
        name_room=name_room,
        between=between,
        room=room,
        foot=foot,
    )


def _score(on_page: TieOnPage) -> str:
    score = on_page.tie.verdict.score
    return f"{score[0]}–{score[1]}" if score else ""


def _row(on_page: TieOnPage, where: str, size: float, name_room: float, *, has_number: bool) -> DrawRow:
    tie = on_page.tie
    home, away = (
        broken(seat.words if seat.entrant else capitalised(seat.words), size, name_room, weight=700)
        for seat in (tie.home, tie.away)
    )
    return DrawRow(
        number=str(tie.called) if has_number else "",
        home=home,
        away=away,
        score=_score(on_page),
        where=broken(where, _small(size), ROOM - NUMBER) if where else (),
        winner=tie.verdict.winner,
    )


def _small(size: float) -> float:
    return min(MOST_WHERE, max(LEAST_SIZE, round(size * WHERE_SIZE, 1)))


def _leading(size: float) -> float:
    return size * LEADING * MM_PER_POINT
