"""Where the boxes of a score sheet stand: the one source for drawing, exporting and reading a sheet.

All in mm from the top left corner of an A4 page. A box is measured over its edge, that is with its line.
Whoever moves a box raises VERSION: sheets in drawers carry the number in their code. What an earlier version
did otherwise stands in LAYOUTS, so that its sheets can be read.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from league.printing.forms_on_paper import BlankSheet

VERSION = 4

PAGE_WIDTH, PAGE_HEIGHT = 210.0, 297.0
LEFT, RIGHT = 6.2, 203.8
TOP, BOTTOM = 43.6, 253.4

# The strip of a race lies over the fold, which runs between its boxes; tables above and below it.
RACE_Y, RACE_HEIGHT, BESIDE_RACE, RACE_BOTTOM = 140.2, 15.4, 0.8, 261.4
FOLD_ACROSS, FOLD_DOWN, FOLD_AIR = PAGE_WIDTH / 2, PAGE_HEIGHT / 2, 1.0
BLOCK_WIDTH = 97.5
SECOND = RIGHT - BLOCK_WIDTH
BETWEEN = 1.6

BOX, APART = 4.0, 6.0
LARGE_BOX, LARGE_APART = 5.0, 6.3
CLOSEST = 0.7  # air between two boxes

CORNER = 7.0
CODE_SIZE, CODE_X, CODE_Y = 18.0, 175.3, 5.4

# A block: its table and players, the heads of its columns, then the rows.
PLAYERS_HEIGHT, HEADS_HEIGHT, GAME_HEADS_HEIGHT = 12.7, 8.3, 7.6
FIRST_PLAYER, HOME_PLAYERS = 18.8, 2.7
NUMBERS = 12
OPENED = 93.1
NUMBER_WIDTH = 5.2
GROUP_AIR = 0.75
LEAST_SCORES = 10.4
FINAL_LEFT = 82.4
FINALS = (85.3, 94.6)
EVERY, STRIP = 5, 1.6
MOST_ROW, LARGE_ROW = 6.0, 13.5

GAMES_LEAST, GAMES_MOST = 7, 9
SIDE_MARK = 8.6
GAME_BOXES = 13.3
WON, WON_LEFT = 93.1, 88.3
MORE_Y, MORE_APART = 263.8, 5.3

DIGITS, DIGIT_HEADS = 28.0, 5.0
LINE_HEADS, MOST_LINES = 5.0, 8
MOST_FIGURE, LEAST_LINE, SHRINKS = 9.0, 4.9, 16
MORE_PENALTIES = 205.7
PENALTY_Y, PENALTY_TABLES, PENALTY_HANDS = 279.1, 32.5, 14.0

SIDES = ("home", "away", "nobody")


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """What one version of the geometry does its own way: where tables stand, how large their boxes can be.

    A layout with folds keeps boxes off them, and fills the height there is. `row_air` is how much more than a
    box the row of a hand needs, the widest first; `has_losers` says whether the loser's points have boxes,
    `has_game_penalties` whether penalties have some where several games are played at a table.
    """

    version: int
    top: float
    bottom: float
    boxes: tuple[float, ...]
    race_y: float
    has_folds: bool
    is_large: bool = False
    fold: float = FOLD_DOWN
    row_air: tuple[float, ...] = (1.0,)
    has_losers: bool = False
    has_penalty_page: bool = False
    has_game_penalties: bool = False


# In large print a table fills the page: all of it, words too, is so many times as large.
LARGE_SCALE = (RIGHT - LEFT) / BLOCK_WIDTH
LARGE_TOP, LARGE_BOTTOM = 64.0, 278.0

LAYOUTS = {
    layout.version: layout
    for layout in (
        Layout(version=1, top=31.2, bottom=261.2, boxes=(BOX,), race_y=31.2, has_folds=False),
        Layout(
            version=2,
            top=TOP,
            bottom=BOTTOM,
            boxes=(5.0, 4.8, 4.6, 4.4, 4.2, BOX),
            race_y=RACE_Y,
            has_folds=True,
        ),
    )
}
LAYOUTS[3] = replace(LAYOUTS[2], version=3, has_losers=True)
LAYOUTS[4] = replace(LAYOUTS[3], version=4, has_game_penalties=True)

SECOND_LARGE = Layout(
    version=2,
    top=0,
    bottom=(LARGE_BOTTOM - LARGE_TOP) / LARGE_SCALE,
    boxes=(5.0, 4.8, 4.6, 4.4, 4.2, BOX),
    race_y=0,
    has_folds=True,
    is_large=True,
    fold=(FOLD_DOWN - LARGE_TOP) / LARGE_SCALE,
)
LARGE = {
    2: SECOND_LARGE,
    3: replace(
        SECOND_LARGE,
        version=3,
        boxes=(*SECOND_LARGE.boxes, 3.8, 3.6, 3.4, 3.2, 3.0),
        row_air=(1.0, 0.4),
        has_losers=True,
        has_penalty_page=True,
    ),
}
LARGE[4] = replace(LARGE[3], version=4)


class Style(StrEnum):
    """What the tables of a sheet record."""

    HANDS = "hands"
    GAMES = "games"
    FINALS = "finals"


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkBox:
    """A box to cross. `award` says what for; hand, game and value only where they tell boxes apart."""

    page: int
    award: str
    x: float
    y: float
    size: float = BOX
    table: int | None = None
    game: int | None = None
    hand: int | None = None
    side: str = ""
    value: str = ""

    @property
    def name(self) -> str:
        parts = (
            f"t{self.table}" if self.table else "",
            f"g{self.game}" if self.game else "",
            f"h{self.hand}" if self.hand else "",
            self.award,
            self.side,
            self.value,
        )
        return "-".join(part for part in parts if part)

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.size / 2, self.y + self.size / 2

    @classmethod
    def around(cls, x: float, y: float, size: float = BOX, **what: Any) -> "MarkBox":
        """Return the box with its middle there."""
        return cls(x=round(x - size / 2, 3), y=round(y - size / 2, 3), size=size, **what)


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The boxes of one award in a block: its left edge, its first box and how many there are."""

    title: str
    left: float
    right: float
    boxes: tuple[tuple[float, str, str], ...]
    """The middle of each, its side, its value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableBlock:
    """The frame of a table: where it stands, the middles of its rows, its groups of boxes.

    Without a table it is for further games of any table.
    """

    page: int
    table: int | None
    x: float
    y: float
    height: float
    rows: tuple[float, ...]
    row: float
    groups: tuple[Group, ...]
    scores_at: float = 0.0
    finals: tuple[tuple[int, float], ...] = ()
    lines: tuple[float, ...] = ()
    """The middles of lines to write on, twice beside each other: what was marked, which no box can hold."""
    has_losers: bool = False
    """Whether a game has a third line, between those of the sides: the loser's points."""
    first_game: int = 1
    size: float = BOX
    """The measure of its boxes, before it is enlarged."""
    scale: float = 1.0

    @property
    def right(self) -> float:
        return self.x + BLOCK_WIDTH * self.scale

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def head_bottom(self) -> float:
        return self.y + players_height(self.size) * self.scale

    @property
    def side_at(self) -> float:
        """How far the line of a side is from the middle of its game, in heights of a line."""
        return 1.0 if self.has_losers else 0.5

    @property
    def scores_end(self) -> float:
        return self.x + FINAL_LEFT * self.scale


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetGeometry:
    """The sheet of a match format: its pages of tables, one more for players and rules, and every box."""

    style: Style
    table_pages: int
    blocks: tuple[TableBlock, ...]
    boxes: tuple[MarkBox, ...]
    more_games: int = 0
    has_penalties: bool = False
    is_large: bool = False
    has_penalty_page: bool = False
    version: int = VERSION

    @property
    def back(self) -> int:
        """The page of players and rules."""
        return self.table_pages + 1

    @property
    def pages(self) -> int:
        return self.back + self.has_penalty_page

    def on(self, page: int) -> tuple[MarkBox, ...]:
        return tuple(box for box in self.boxes if box.page == page)

    def blocks_on(self, page: int) -> tuple[TableBlock, ...]:
        return tuple(block for block in self.blocks if block.page == page)


def players_height(size: float) -> float:
    """Return how high the head of a block is that has two lines of boxes of this size, numbers between."""
    return PLAYERS_HEIGHT + 2 * (size - BOX)


Marks: TypeAlias = tuple[tuple[float, float, float, float], ...]
"""Corner marks: left, top, and width and height of what is inside; each is different."""


def corner_marks() -> Marks:
    """Return the four corner marks of every page."""
    far_x, far_y = PAGE_WIDTH - LEFT - CORNER, PAGE_HEIGHT - LEFT - CORNER
    return (
        (LEFT, LEFT, 2.4, 2.4),
        (far_x, LEFT, 2.4, 0.9),
        (LEFT, far_y, 0.9, 2.4),
        (far_x, far_y, 0.9, 0.9),
    )


@lru_cache(maxsize=64)
def sheet_geometry(form: "BlankSheet", *, is_large: bool = False, version: int = VERSION) -> SheetGeometry:
    """Return where everything stands on the sheet of a match format; in large print one table a page.

    Of a version that nobody has printed it is today's sheet.
    """
    layout = LAYOUTS.get(version, LAYOUTS[VERSION])
    if is_large and layout.has_folds:
        return _with_penalties(form, _enlarged(large_tables(form, layout.version)), LARGE[layout.version])
    if form.has_several_games or form.has_turned:
        return _games_sheet(form, layout)
    if form.has_hands:
        for large in (True, False) if is_large else (False,):
            for down in (1,) if large else _rows_of_blocks(form, layout):
                blocks = _hand_blocks(form, layout, down, large)
                if blocks and (large or blocks[-1].page <= 2):
                    return _hands_sheet(form, layout, blocks, large)
    return _finals_sheet(form, layout)


@lru_cache(maxsize=32)
def large_tables(form: "BlankSheet", version: int = VERSION) -> SheetGeometry:
    """Return the tables of a sheet in large print, one a page, before they are enlarged.

    Games of more hands than a page holds in this size are recorded by their final scores.
    """
    layout = LARGE[version]
    if form.has_several_games or form.has_turned:
        return _games_sheet(form, layout)
    if form.has_hands and (blocks := _hand_blocks(form, layout, 1, False)):
        return _hands_sheet(form, layout, blocks, False)
    return _finals_sheet(form, layout)


def _enlarged(tables: SheetGeometry) -> SheetGeometry:
    right, down = LEFT * (1 - LARGE_SCALE), LARGE_TOP
    return replace(
        tables,
        blocks=tuple(moved_block(block, right, down, LARGE_SCALE) for block in tables.blocks),
        boxes=tuple(moved_box(box, right, down, box.page, LARGE_SCALE) for box in tables.boxes),
        is_large=True,
    )


def moved_box(box: MarkBox, right: float, down: float, page: int, scale: float = 1.0) -> MarkBox:
    """Return the box so many times as large and so much further right and down, on another page."""
    x, y = round(box.x * scale + right, 3), round(box.y * scale + down, 3)
    return replace(box, page=page, x=x, y=y, size=round(box.size * scale, 3))


def moved_block(block: TableBlock, right: float, down: float, scale: float = 1.0) -> TableBlock:
    """Return the block so many times as large and so much further right and down."""
    groups = tuple(
        replace(
            group,
            left=group.left * scale + right,
            right=group.right * scale + right,
            boxes=tuple((x * scale + right, side, value) for x, side, value in group.boxes),
        )
        for group in block.groups
    )
    return replace(
        block,
        x=block.x * scale + right,
        y=block.y * scale + down,
        height=block.height * scale,
        rows=tuple(row * scale + down for row in block.rows),
        row=block.row * scale,
        groups=groups,
        scores_at=block.scores_at * scale + right if block.scores_at else 0.0,
        finals=tuple((score, at * scale + down) for score, at in block.finals),
        lines=tuple(line * scale + down for line in block.lines),
        scale=scale,
    )


def _rows_of_blocks(form: "BlankSheet", layout: Layout) -> tuple[int, ...]:
    """Return how many blocks below one another to try, that of the fewest pages first."""
    if not layout.has_folds:
        return (2, 1)
    if layout.is_large:
        return (1,)
    return tuple(dict.fromkeys(-(-form.tables // (2 * pages)) for pages in range(1, form.tables + 1)))


def _tops(layout: Layout, down: int, height: float) -> list[float]:
    """Return where so many blocks begin; an even number of them leaves the fold between two."""
    if not layout.has_folds or down % 2:
        return [layout.top + place * (height + BETWEEN) for place in range(down)]
    lower = down // 2
    first = FOLD_DOWN - FOLD_AIR - lower * height - (lower - 1) * BETWEEN
    tops = [first + place * (height + BETWEEN) for place in range(down)]
    return [y + (2 * FOLD_AIR - BETWEEN if place >= lower else 0) for place, y in enumerate(tops)]


def _heights(layout: Layout, down: int) -> float:
    """Return how high each of so many blocks can be."""
    room, count = layout.bottom - layout.top, down
    if layout.has_folds and down % 2 == 0:
        room, count = min(FOLD_DOWN - layout.top, layout.bottom - FOLD_DOWN) - FOLD_AIR, down // 2
    return (room - (count - 1) * BETWEEN) / count


def clear_of(fold: float, middles: Iterable[float], size: float = BOX) -> tuple[float, ...]:
    """Return the middles of boxes in a line, from the first on the fold moved past it."""
    moved, cleared = 0.0, []
    for middle in middles:
        if abs(middle + moved - fold) < size / 2 + FOLD_AIR:
            moved = fold + FOLD_AIR + size / 2 - middle
        cleared.append(middle + moved)
    return tuple(cleared)


def is_clear(middles: Iterable[float], size: float, fold: float) -> bool:
    """Return whether no box with its middle there stands on the fold across the page."""
    return all(abs(middle - fold) >= size / 2 + FOLD_AIR for middle in middles)


# --- Hand by hand -----------------------------------------------------------------------------


def _hand_blocks(form: "BlankSheet", layout: Layout, down: int, is_large: bool) -> tuple[TableBlock, ...]:
    """Return a block a table with so many below one another; none where rows would be too low."""
    sizes = (LARGE_BOX,) if is_large else layout.boxes
    fits = (
        _fit_of_rows(form, layout, down, size, CLOSEST if is_large else air, is_large=is_large)
        for air, size in product(layout.row_air, sizes)
    )
    fit = next((fit for fit in fits if fit), None)
    if fit is None:
        return ()
    size, row, apart, height = fit
    players = BOX if is_large else size
    head = players_height(players) + HEADS_HEIGHT
    blocks = []
    places = _places(form.tables, _tops(layout, down, height), layout)
    for table, (page, x, y) in enumerate(places, start=1):
        rows = tuple(y + head + (hand + 0.5) * row + STRIP * (hand // EVERY) for hand in range(form.rows))
        rows = clear_of(layout.fold, rows, size) if layout.has_folds else rows
        groups = tuple(_award_groups(form, x, apart))
        blocks.append(
            TableBlock(
                page=page,
                table=table,
                x=x,
                y=y,
                height=height,
                rows=rows,
                row=row,
                groups=groups,
                scores_at=groups[-1].right,
                finals=tuple(_final_places(form, layout, y + players_height(players) + 5.3, rows, players)),
                size=players,
            )
        )
    return tuple(blocks)


def _blocks_a_page(tables: int, down: int, layout: Layout) -> int:
    """Return how many tables stand on a page of a sheet: on each about as many."""
    pages = tables if layout.is_large else -(-tables // (2 * down))
    return -(-tables // pages) if layout.has_folds else 2 * down


def _places(count: int, tops: list[float], layout: Layout) -> Iterator[tuple[int, float, float]]:
    """Yield the page of each of so many blocks, its left edge and its top."""
    a_page = _blocks_a_page(count, len(tops), layout)
    for place in range(count):
        page, on_page = divmod(place, a_page)
        yield page + 1, SECOND if on_page % 2 else LEFT, tops[on_page // 2]


def _fit_of_rows(
    form: "BlankSheet", layout: Layout, down: int, size: float, air: float, *, is_large: bool
) -> tuple[float, float, float, float] | None:
    """Return the boxes, how far their rows and columns are apart, and the height of a block; None if too
    close.
    """
    head = players_height(BOX if is_large else size) + HEADS_HEIGHT + STRIP * ((form.rows - 1) // EVERY)
    fold = size + 2 * FOLD_AIR if layout.has_folds and down % 2 else 0.0
    height = _heights(layout, down)
    row = (height - head - fold) / form.rows
    if not layout.has_folds:
        row = min(LARGE_ROW if is_large else MOST_ROW, row)
        height = head + form.rows * row
    apart = min(LARGE_APART if is_large or layout.has_folds else APART, _most_apart(form))
    is_wide = row >= size + air and apart >= size + CLOSEST
    return (size, row, apart, height) if is_wide else None


def _most_apart(form: "BlankSheet") -> float:
    boxes = sum(column.boxes + column.has_hung for column in form.columns) + 2 * form.has_begging
    air = GROUP_AIR * (len(form.columns) + form.has_begging)
    return (FINAL_LEFT - NUMBER_WIDTH - LEAST_SCORES - air) / boxes


def _award_groups(form: "BlankSheet", x: float, apart: float) -> Iterator[Group]:
    left = x + NUMBER_WIDTH
    groups = [("Beg", (("", "G"), ("", "R")))] if form.has_begging else []
    for column in form.columns:
        hung = (("", "!"),) if column.has_hung else ()
        groups.append((column.title, (*((side, "") for side in SIDES[: column.boxes]), *hung)))
    for title, places in groups:
        right = left + len(places) * apart + GROUP_AIR
        first = left + GROUP_AIR / 2 + apart / 2
        boxes = tuple((first + place * apart, side, value) for place, (side, value) in enumerate(places))
        yield Group(title=title, left=left, right=right, boxes=boxes)
        left = right


def _final_places(
    form: "BlankSheet", layout: Layout, top: float, rows: tuple[float, ...], size: float
) -> Iterator[tuple[int, float]]:
    """Yield a height for each final score, from the highest down to 0: it runs against the hands."""
    highest = form.highest
    if highest is None:
        return
    if highest == len(rows):
        yield from ((highest - place, at) for place, at in enumerate((top, *rows)))
        return
    fold = size + 2 * FOLD_AIR if layout.has_folds else 0.0
    apart = (rows[-1] - top - fold) / highest
    if apart >= size + CLOSEST:
        places = tuple(top + place * apart for place in range(highest + 1))
        places = clear_of(layout.fold, places, size) if layout.has_folds else places
        yield from ((highest - place, at) for place, at in enumerate(places))


def _hands_sheet(
    form: "BlankSheet", layout: Layout, blocks: tuple[TableBlock, ...], is_large: bool
) -> SheetGeometry:
    size = LARGE_BOX if is_large else blocks[0].size
    boxes: list[MarkBox] = []
    for block in blocks:
        boxes += _player_boxes(block)
        for hand, middle in enumerate(block.rows, start=1):
            for group in block.groups:
                for x, side, value in group.boxes:
                    award = "hung" if value == "!" else group.title.lower()
                    letter = "" if value == "!" else value
                    boxes.append(_box(block, x, middle, size, award, hand=hand, side=side, value=letter))
        boxes += _final_boxes(block)
    pages = blocks[-1].page
    penalties = _all_penalties(form, layout, pages)
    return SheetGeometry(
        style=Style.HANDS,
        table_pages=pages,
        blocks=blocks,
        boxes=(*boxes, *penalties),
        has_penalties=bool(penalties),
        is_large=is_large,
        version=layout.version,
    )


def _box(block: TableBlock, x: float, middle: float, size: float, award: str, **what: Any) -> MarkBox:
    """Return a box of a table; one of a further game, whose table is not known, has an award of its own."""
    award = award if block.table else f"more-{award}"
    return MarkBox.around(x, middle, size, page=block.page, table=block.table, award=award, **what)


def _player_boxes(block: TableBlock) -> Iterator[MarkBox]:
    """Yield the numbers of the players of both sides, and which side opened."""
    at = HOME_PLAYERS + (block.size - BOX) / 2
    for side, y in zip(SIDES, (block.y + at, block.head_bottom - at), strict=False):
        for number in range(1, NUMBERS + 1):
            x = block.x + FIRST_PLAYER + (number - 1) * APART
            yield _box(block, x, y, block.size, "player", side=side, value=str(number))
        yield _box(block, block.x + OPENED, y, block.size, "opened", side=side)


def _final_boxes(block: TableBlock) -> Iterator[MarkBox]:
    for side, x in zip(SIDES, FINALS, strict=False):
        for score, middle in block.finals:
            yield _box(block, block.x + x, middle, block.size, "final", side=side, value=str(score))


def _all_penalties(form: "BlankSheet", layout: Layout, pages: int) -> list[MarkBox]:
    """Return the boxes of a penalty below the tables, and of three more on the back."""
    places = [(pages, 1, PENALTY_Y)]
    places += [(pages + 1, number, MORE_PENALTIES + 6 * number) for number in (2, 3, 4)]
    return [box for place in places for box in _penalty_boxes(form, layout, *place)]


def _penalty_boxes(form: "BlankSheet", layout: Layout, page: int, number: int, y: float) -> Iterator[MarkBox]:
    """Yield table, hand, side and points of a penalty; none where they do not fit one line."""
    if layout.is_large:
        return
    places = next(
        (
            places
            for step in range(14 if layout.has_folds else 1)
            if (places := _places_of_penalty(form, layout, APART - step / 10))[-1][2] + BOX / 2
            <= RIGHT - CORNER
        ),
        (),
    )
    yield from (_penalty_box(page, number, what, value, x, y) for what, value, x in places)


def _penalty_box(
    page: int, number: int, what: str, value: int, x: float, y: float, size: float = BOX
) -> MarkBox:
    """Return a box of a penalty, whose middle is so far right and whose upper edge so far down."""
    is_side = what == "side"
    return MarkBox(
        page=page,
        award=f"penalty-{number}-{what}",
        side=SIDES[value - 1] if is_side else "",
        value="" if is_side else str(value),
        x=round(x - size / 2, 3),
        y=y,
        size=size,
    )


def _places_of_penalty(
    form: "BlankSheet", layout: Layout, apart: float
) -> tuple[tuple[str, int, float], ...]:
    """Return what each box of a penalty is for, its value, and its middle, with boxes so far apart."""
    at, places = PENALTY_TABLES, []
    for what, count, air in (
        ("table", form.tables, PENALTY_HANDS - APART),
        ("game", max(form.games), 7.0) if form.has_several_games else ("hand", form.rows, 7.0),
        ("side", 2, 2.0),
        ("points", 4, 0.0),
    ):
        places += [(what, value, at + (value - 1) * apart) for value in range(1, count + 1)]
        at += count * apart + air
    middles = tuple(x for _, _, x in places)
    cleared = clear_of(FOLD_ACROSS, middles) if layout.has_folds else middles
    return tuple((what, value, x) for (what, value, _), x in zip(places, cleared, strict=True))


# In large print a page holds four penalties, two on each side of the fold: in one line the table, to whom and
# how many, under it the hands.
LARGE_PENALTIES, LARGE_PENALTY, LARGE_PENALTY_BOX = 4, 54.0, 6.2
LARGE_PENALTY_LINE, LARGE_PENALTY_TABLES, LARGE_PENALTY_HANDS = 15.0, LEFT + 38, LEFT + 22
MOST_OF_A_LINE, LEAST_LARGE_APART, MOST_LARGE_APART = 22, 7.0, 9.0


def large_penalty_top(number: int) -> float:
    """Return where a penalty begins on the page of penalties in large print."""
    return FOLD_DOWN + FOLD_AIR + (number - 1 - LARGE_PENALTIES // 2) * LARGE_PENALTY


def _with_penalties(form: "BlankSheet", tables: SheetGeometry, layout: Layout) -> SheetGeometry:
    """Return the sheet with a page of penalties, if its tables fit a line.

    At a single table, as in a tie of pairs, they are written on the back: one sheet of paper less.
    """
    if not layout.has_penalty_page or tables.style is not Style.HANDS or form.tables == 1:
        return tables
    room = RIGHT - CLOSEST - LARGE_PENALTY_TABLES - 2 * 18 - LARGE_PENALTY_BOX
    apart = min(MOST_LARGE_APART, room / (form.tables + 6))
    if apart < LEAST_LARGE_APART:
        return tables
    page = tables.back + 1
    boxes = (
        box
        for number in range(1, LARGE_PENALTIES + 1)
        for line in _lines_of_penalty(form, apart)
        for box in _boxes_in_line(page, number, *line)
    )
    return replace(tables, boxes=(*tables.boxes, *boxes), has_penalties=True, has_penalty_page=True)


PenaltyLine: TypeAlias = tuple[int, list[tuple[str, int, float]]]
"""Which line of a penalty, and its boxes: what for, which value, the middle before the fold is cleared."""


def _lines_of_penalty(form: "BlankSheet", apart: float) -> Iterator[PenaltyLine]:
    at, first = LARGE_PENALTY_TABLES, []
    for what, count in (("table", form.tables), ("side", 2), ("points", 4)):
        first += [(what, value, at + (value - 0.5) * apart) for value in range(1, count + 1)]
        at += count * apart + 16
    yield 0, first
    lines = -(-form.rows // MOST_OF_A_LINE)
    a_line = -(-form.rows // lines)
    apart = min(MOST_LARGE_APART, (RIGHT - LARGE_PENALTY_HANDS - 2 * FOLD_AIR) / (a_line + 1))
    for line in range(lines):
        hands = range(line * a_line + 1, min(form.rows, (line + 1) * a_line) + 1)
        middles = (LARGE_PENALTY_HANDS + (place + 0.5) * apart for place in range(len(hands)))
        yield line + 1, [("hand", hand, x) for hand, x in zip(hands, middles, strict=True)]


def _boxes_in_line(
    page: int, number: int, line: int, places: list[tuple[str, int, float]]
) -> Iterator[MarkBox]:
    size = LARGE_PENALTY_BOX
    y = large_penalty_top(number) + 3 + line * LARGE_PENALTY_LINE
    middles = clear_of(FOLD_ACROSS, (x for _, _, x in places), size)
    for (what, value, _), x in zip(places, middles, strict=True):
        yield _penalty_box(page, number, what, value, x, y, size)


# --- Game by game -----------------------------------------------------------------------------


def _games_sheet(form: "BlankSheet", layout: Layout) -> SheetGeometry:
    """Return two lines a game, home over away; a race has a strip of its own and room for further games."""
    games, more, has_block = _room_for_games(form)
    further = int(has_block)
    if layout.is_large and form.race_to:
        games, more = GAMES_MOST, 0
        further = -(-_longest(form, form.race_to) // games) - form.tables
    tables: list[int | None] = [*range(1, form.tables + 1), *[None] * further]
    size, line, height, tops, lines = (_filled_games if layout.has_folds else _first_games)(
        form, layout, games, len(tables)
    )
    head = players_height(size) + GAME_HEADS_HEIGHT
    blocks = []
    for place, (page, x, y) in enumerate(_places(len(tables), tops, layout)):
        table = tables[place]
        blocks.append(
            TableBlock(
                page=page,
                table=table,
                x=x,
                y=y,
                height=height,
                rows=tuple(y + head + (game + 0.5) * lines * line for game in range(games)),
                row=line,
                has_losers=lines > 2,
                groups=tuple(_game_groups(form, x, is_more=table is None)),
                first_game=1 + games * max(0, place - form.tables),
                size=size,
            )
        )
    boxes = [box for block in blocks for box in (*_game_boxes(block), *_loser_boxes(form, block))]
    boxes += _race_boxes(form, layout)
    boxes += _more_boxes(form, more)
    has_penalties = (
        layout.has_game_penalties and form.has_hands and form.has_several_games and not form.race_to
    )
    boxes += _all_penalties(form, layout, blocks[-1].page) if has_penalties else []
    return SheetGeometry(
        style=Style.GAMES,
        table_pages=blocks[-1].page,
        blocks=tuple(blocks),
        boxes=tuple(boxes),
        more_games=more,
        has_penalties=has_penalties,
        version=layout.version,
    )


GamesFit: TypeAlias = tuple[float, float, float, list[float], int]
"""Boxes, height of a line and of a block, where blocks begin, how many lines a game has."""


def _first_games(form: "BlankSheet", layout: Layout, games: int, blocks: int) -> GamesFit:
    """Return how the first version set games: four tables a page below the race, in lines of one height."""
    top = layout.top + (RACE_HEIGHT + BETWEEN if form.race_to else 0)
    head = PLAYERS_HEIGHT + GAME_HEADS_HEIGHT
    line = min(MOST_ROW, ((layout.bottom - top - BETWEEN) / 2 - head) / (2 * games))
    height = head + 2 * games * line
    return BOX, line, height, [top, top + height + BETWEEN], 2


def _filled_games(form: "BlankSheet", layout: Layout, games: int, blocks: int) -> GamesFit:
    """Return the fewest pages on which lines are far enough apart, and the largest boxes on them."""
    # The longest games leave no room for a fold in large print.
    fold = 0.0 if layout.is_large else layout.fold
    for pages in range(1, blocks + 1):
        down = 1 if layout.is_large else -(-blocks // (2 * pages))
        height = _heights(layout, down)
        tops = _tops(layout, down, height)
        if form.race_to and not layout.is_large:
            below = RACE_Y + RACE_HEIGHT + BESIDE_RACE
            height = RACE_BOTTOM - below
            tops = [RACE_Y - BESIDE_RACE - height, below]
        for lines, size in product((3, 2) if layout.has_losers else (2,), layout.boxes):
            if lines == 3 and size > losers_apart(form) - CLOSEST:
                continue
            head = players_height(size) + GAME_HEADS_HEIGHT
            line = (height - head) / (lines * games)
            while line >= size + (LOSER_AIR if lines == 3 else CLOSEST):
                middles = [y + head + (place + 0.5) * line for y in tops for place in range(lines * games)]
                if is_clear(middles, size, fold):
                    return size, line, height, tops, lines
                line -= 0.05
    raise ValueError(f"{games} games find no place at a table")


def _room_for_games(form: "BlankSheet") -> tuple[int, int, bool]:
    """Return games a block, games below, and whether a block of its own holds further games of any table."""
    most = max(form.games)
    if most <= GAMES_LEAST or not form.race_to:
        return min(most, GAMES_MOST), 0, False
    longest = _longest(form, form.race_to)
    has_block = form.tables % 4 != 0
    for games in range(GAMES_LEAST, GAMES_MOST + 1):
        if games >= most:
            return games, 0, False
        for more in (6, 8):
            if (form.tables + has_block) * games + more >= longest:
                return games, more, has_block
    return GAMES_MOST, 8, has_block


def _longest(form: "BlankSheet", race_to: int) -> int:
    """Return the most games there can be in a race."""
    return min(sum(form.games), 2 * race_to - 1)


def _game_groups(form: "BlankSheet", x: float, *, is_more: bool) -> Iterator[Group]:
    groups: list[tuple[str, tuple[str, ...]]] = []
    if is_more:
        groups.append(("Table", tuple(f"T{table}" for table in range(1, form.tables + 1))))
    elif form.has_turned:
        groups.append(("Turned up", form.turned))
    if form.has_begging:
        groups.append(("Gift", ("1", "2", "3")))
    if form.has_hung:
        groups.append(("Hang jack", ("1", "2", "3")))
    left = x + GAME_BOXES - APART / 2 - 0.3
    for title, values in groups:
        boxes = tuple((left + 0.3 + (place + 0.5) * APART, "", value) for place, value in enumerate(values))
        right = left + len(values) * APART + 2
        yield Group(title=title, left=left, right=right, boxes=boxes)
        left = right


LOSERS, LOSER_AIR = 13.4, 2.6  # where boxes of the loser's points begin; the air above them has their numbers


def losers_apart(form: "BlankSheet") -> float:
    """Return how far boxes of the loser's points are apart; 0 without them.

    A race has no room, and who wins has to end on the target.
    """
    if not form.target or form.highest != form.target or form.race_to:
        return 0.0
    return min(APART, (WON_LEFT - CLOSEST - LOSERS) / form.target)


def _loser_boxes(form: "BlankSheet", block: TableBlock) -> Iterator[MarkBox]:
    """Yield the points with which the loser of a game can end."""
    for game, middle in enumerate(block.rows if block.has_losers else (), start=block.first_game):
        for points in range(form.target or 0):
            x = block.x + LOSERS + (points + 0.5) * losers_apart(form)
            yield _box(block, x, middle, block.size, "loser", game=game, value=str(points))


AWARD_OF_GROUP = {"Turned up": "turned", "Gift": "gift", "Hang jack": "hung"}


def _game_boxes(block: TableBlock) -> Iterator[MarkBox]:
    if block.table:
        yield from _player_boxes(block)
    tables, awards = ((), block.groups) if block.table else (block.groups[0].boxes, block.groups[1:])
    for game, middle in enumerate(block.rows, start=block.first_game):
        for side, way in zip(SIDES, (-1, 1), strict=False):
            y = middle + way * block.side_at * block.row
            for group in awards:
                for x, _, value in group.boxes:
                    award, size = AWARD_OF_GROUP[group.title], min(block.size, APART - CLOSEST)
                    yield _box(block, x, y, size, award, game=game, side=side, value=value)
            yield _box(block, block.x + WON, y, block.size, "won", game=game, side=side)
        for x, _, value in tables:
            yield _box(block, x, middle - 0.5 * block.row, block.size, "table", game=game, value=value)


def race_places(race_to: int, version: int = VERSION) -> tuple[float, ...]:
    """Return the middle of each box of the race, in groups of five."""
    room = RIGHT - 39 - (LEFT + 46) - (race_to - 1) // EVERY * 2
    apart = min(APART, room / race_to)
    places: tuple[float, ...] = ()
    for step in range(14):
        middles = (LEFT + 46 + place * apart + place // EVERY * 2 for place in range(race_to))
        places = clear_of(FOLD_ACROSS, middles) if LAYOUTS[version].has_folds else tuple(middles)
        if places[-1] <= RIGHT - 39:
            break
        apart = max(BOX + CLOSEST, APART - step / 10)
    return places


def _race_boxes(form: "BlankSheet", layout: Layout) -> Iterator[MarkBox]:
    if not form.race_to or layout.is_large:
        return
    for side, y in zip(SIDES, (4.1, 11.3), strict=False):
        for won, x in enumerate(race_places(form.race_to, layout.version), start=1):
            yield MarkBox.around(x, layout.race_y + y, page=1, award="race", side=side, value=str(won))


def more_places(more: int) -> Iterator[tuple[int, float, float]]:
    """Yield the number of each further game below the blocks, its left edge and the middle of its line."""
    for number in range(more):
        column, line = divmod(number, more // 2)
        yield number + 1, (LEFT + 26 if column == 0 else SECOND + 8), MORE_Y + line * MORE_APART


def _more_boxes(form: "BlankSheet", more: int) -> Iterator[MarkBox]:
    for number, left, middle in more_places(more):
        tables = [("table", "", f"T{table}") for table in range(1, form.tables + 1)]
        places = [
            *enumerate(tables),
            *((9 + place, ("won", side, "")) for place, side in enumerate(SIDES[:2])),
        ]
        for place, (award, side, value) in places:
            x = left + place * APART
            yield MarkBox.around(
                x, middle, page=1, award=f"below-{award}", game=number, side=side, value=value
            )


# --- Final scores only ------------------------------------------------------------------------


def _finals_sheet(form: "BlankSheet", layout: Layout) -> SheetGeometry:
    """Return the final score of each table in figures to cross: hundreds, tens and units of either side."""
    digits = len(str(form.highest)) if form.highest else 3 if form.tables == 1 else 2
    size, row, height, written, tops = (_filled_finals if layout.has_folds else _first_finals)(
        form, layout, digits
    )
    head = players_height(size) + DIGIT_HEADS
    blocks = []
    for table, (page, x, y) in enumerate(_places(form.tables, tops, layout), start=1):
        rows = tuple(y + head + (line + 0.5) * row for line in range(2 * digits))
        values = tuple((x + DIGITS + value * APART, "", str(value)) for value in range(10))
        group = Group(title="Final", left=x + DIGITS - APART / 2, right=x + BLOCK_WIDTH, boxes=values)
        first = y + head + 2 * digits * row + 1 + LINE_HEADS
        apart = (y + height - first) / written if written else 0
        blocks.append(
            TableBlock(
                page=page,
                table=table,
                x=x,
                y=y,
                height=height,
                rows=rows,
                row=row,
                groups=(group,),
                lines=tuple(first + (line + 0.5) * apart for line in range(written)),
                size=size,
            )
        )
    boxes: list[MarkBox] = []
    for block in blocks:
        boxes += (box for box in _player_boxes(block) if box.award == "player")
        for line, middle in enumerate(block.rows):
            side, place = divmod(line, digits)
            award = ("hundreds", "tens", "units")[3 - digits + place]
            for x, _, value in block.groups[0].boxes:
                boxes.append(_box(block, x, middle, size, award, side=SIDES[side], value=value))
    return SheetGeometry(
        style=Style.FINALS,
        table_pages=blocks[-1].page,
        blocks=tuple(blocks),
        boxes=tuple(boxes),
        version=layout.version,
    )


FinalsFit: TypeAlias = tuple[float, float, float, int, list[float]]
"""Boxes, height of a line and of a block, lines to write on, where blocks begin."""


def _first_finals(form: "BlankSheet", layout: Layout, digits: int) -> FinalsFit:
    """Return how the first version set final scores: lines of one height, from the top."""
    height = PLAYERS_HEIGHT + DIGIT_HEADS + 2 * digits * APART + 1
    room = layout.bottom - layout.top + BETWEEN
    down, written = max(1, int(room / (height + BETWEEN))), 0
    if form.has_marks:
        down = min(down, -(-form.tables // 2))
        free = room / down - BETWEEN - height - LINE_HEADS
        written = max(0, min(MOST_LINES, int(free / APART)))
    height += LINE_HEADS + written * APART if written else 0
    return BOX, APART, height, written, _tops(layout, down, height)


def _filled_finals(form: "BlankSheet", layout: Layout, digits: int) -> FinalsFit:
    """Return the fewest pages on which boxes are far enough apart, and the most lines to write hands on."""
    for down in _rows_of_blocks(form, layout):
        most = range(MOST_LINES if form.has_marks else 0, -1, -1)
        for written, size, less in product(most, layout.boxes, range(SHRINKS)):
            height = _heights(layout, down) - less * 0.2
            tops = _tops(layout, down, height)
            head = players_height(size) + DIGIT_HEADS
            free = height - head - 1 - (LINE_HEADS + written * LEAST_LINE if written else 0)
            row = min(MOST_ROW if written else MOST_FIGURE, free / (2 * digits))
            while row >= size + CLOSEST:
                middles = [y + head + (line + 0.5) * row for y in tops for line in range(2 * digits)]
                if is_clear(middles, size, layout.fold):
                    return size, row, height, written, tops
                row -= 0.1
    raise ValueError(f"the figures of {form.tables} tables find no place")
