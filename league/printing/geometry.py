"""Where the boxes of a score sheet stand: the one source for drawing, exporting and reading a sheet.

All in mm from the top left corner of an A4 page. A box is measured over its edge, that is with its line.
Whoever moves a box raises VERSION: sheets in drawers carry the number in their code.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from league.printing.forms_on_paper import BlankSheet

VERSION = 1

PAGE_WIDTH, PAGE_HEIGHT = 210.0, 297.0
LEFT, RIGHT = 6.2, 203.8
TOP, BOTTOM = 31.2, 261.2
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
FIRST_PLAYER, HOME_PLAYERS, AWAY_PLAYERS = 18.8, 2.7, 10.0
NUMBERS = 12
OPENED = 93.1
NUMBER_WIDTH = 5.2
GROUP_AIR = 0.75
LEAST_SCORES = 10.4
FINAL_LEFT = 82.4
FINALS = (85.3, 94.6)
EVERY, STRIP = 5, 1.6
LEAST_ROW, MOST_ROW, LARGE_ROW = 5.0, 6.0, 13.5

GAMES_LEAST, GAMES_MOST = 7, 9
SIDE_MARK = 8.6
GAME_BOXES = 13.3
WON, WON_LEFT = 93.1, 88.3
RACE_HEIGHT = 15.4
MORE_Y, MORE_APART = 263.8, 5.3

DIGITS, DIGIT_HEADS = 28.0, 5.0
LINE_HEADS, MOST_LINES = 5.0, 8
MORE_PENALTIES = 205.7
PENALTY_Y, PENALTY_TABLES, PENALTY_HANDS = 279.1, 32.5, 14.0

SIDES = ("home", "away", "nobody")


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
    first_game: int = 1
    is_large: bool = False

    @property
    def right(self) -> float:
        return self.x + BLOCK_WIDTH

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def head_bottom(self) -> float:
        return self.y + PLAYERS_HEIGHT


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
    version: int = VERSION

    @property
    def pages(self) -> int:
        return self.table_pages + 1

    def on(self, page: int) -> tuple[MarkBox, ...]:
        return tuple(box for box in self.boxes if box.page == page)

    def blocks_on(self, page: int) -> tuple[TableBlock, ...]:
        return tuple(block for block in self.blocks if block.page == page)


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


@lru_cache(maxsize=32)
def sheet_geometry(form: "BlankSheet", *, is_large: bool = False) -> SheetGeometry:
    """Return where everything stands on the sheet of a match format; in large print two tables a page."""
    if form.has_several_games or form.has_turned:
        return _games_sheet(form)
    if form.has_hands:
        for large in (True, False) if is_large else (False,):
            for down in (1,) if large else (2, 1):
                blocks = _hand_blocks(form, down, large)
                if blocks and (large or blocks[-1].page <= 2):
                    return _hands_sheet(form, blocks, large)
    return _finals_sheet(form)


# --- Hand by hand -----------------------------------------------------------------------------


def _hand_blocks(form: "BlankSheet", down: int, is_large: bool) -> tuple[TableBlock, ...]:
    """Return a block a table with so many below one another; none where rows would be too low."""
    room = (BOTTOM - TOP - (down - 1) * BETWEEN) / down
    head = PLAYERS_HEIGHT + HEADS_HEIGHT
    strips = STRIP * ((form.rows - 1) // EVERY)
    row = min(LARGE_ROW if is_large else MOST_ROW, (room - head - strips) / form.rows)
    if row < (LARGE_BOX + CLOSEST if is_large else LEAST_ROW):
        return ()
    apart = min(LARGE_APART if is_large else APART, _most_apart(form))
    if apart < (LARGE_BOX if is_large else BOX) + CLOSEST:
        return ()
    height = head + strips + form.rows * row
    blocks = []
    for place in range(form.tables):
        page, on_page = divmod(place, 2 * down)
        x = SECOND if on_page % 2 else LEFT
        y = TOP + on_page // 2 * (height + BETWEEN)
        rows = tuple(y + head + (hand + 0.5) * row + STRIP * (hand // EVERY) for hand in range(form.rows))
        groups = tuple(_award_groups(form, x, apart))
        blocks.append(
            TableBlock(
                page=page + 1,
                table=place + 1,
                x=x,
                y=y,
                height=height,
                rows=rows,
                row=row,
                groups=groups,
                scores_at=groups[-1].right,
                finals=tuple(_final_places(form, y, rows)),
                is_large=is_large,
            )
        )
    return tuple(blocks)


def _most_apart(form: "BlankSheet") -> float:
    boxes = sum(column.all_boxes for column in form.columns) + 2 * form.has_begging
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


def _final_places(form: "BlankSheet", y: float, rows: tuple[float, ...]) -> Iterator[tuple[int, float]]:
    """Yield a height for each final score, from the highest down to 0: it runs against the hands."""
    highest = form.highest
    if highest is None:
        return
    top = y + PLAYERS_HEIGHT + 5.3
    if highest == len(rows):
        yield from ((highest - place, at) for place, at in enumerate((top, *rows)))
        return
    apart = (rows[-1] - top) / highest
    if apart >= BOX + CLOSEST:
        yield from ((highest - place, top + place * apart) for place in range(highest + 1))


def _hands_sheet(form: "BlankSheet", blocks: tuple[TableBlock, ...], is_large: bool) -> SheetGeometry:
    size = LARGE_BOX if is_large else BOX
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
    penalties = [
        *_penalty_boxes(form, pages, 1, PENALTY_Y),
        *(
            box
            for number in (2, 3, 4)
            for box in _penalty_boxes(form, pages + 1, number, MORE_PENALTIES + 6 * number)
        ),
    ]
    return SheetGeometry(
        style=Style.HANDS,
        table_pages=pages,
        blocks=blocks,
        boxes=(*boxes, *penalties),
        has_penalties=bool(penalties),
        is_large=is_large,
    )


def _box(
    block: TableBlock,
    x: float,
    middle: float,
    size: float,
    award: str,
    *,
    game: int | None = None,
    hand: int | None = None,
    side: str = "",
    value: str = "",
) -> MarkBox:
    return MarkBox(
        page=block.page,
        table=block.table,
        award=award,
        game=game,
        hand=hand,
        side=side,
        value=value,
        x=round(x - size / 2, 3),
        y=round(middle - size / 2, 3),
        size=size,
    )


def _player_boxes(block: TableBlock) -> Iterator[MarkBox]:
    """Yield the numbers of the players of both sides, and which side opened."""
    for side, y in zip(SIDES, (HOME_PLAYERS, AWAY_PLAYERS), strict=False):
        for number in range(1, NUMBERS + 1):
            x = block.x + FIRST_PLAYER + (number - 1) * APART
            yield _box(block, x, block.y + y, BOX, "player", side=side, value=str(number))
        yield _box(block, block.x + OPENED, block.y + y, BOX, "opened", side=side)


def _final_boxes(block: TableBlock) -> Iterator[MarkBox]:
    for side, x in zip(SIDES, FINALS, strict=False):
        for score, middle in block.finals:
            yield _box(block, block.x + x, middle, BOX, "final", side=side, value=str(score))


def _penalty_boxes(form: "BlankSheet", page: int, number: int, y: float) -> Iterator[MarkBox]:
    """Yield table, hand, side and points of a penalty; none where they do not fit one line."""
    hands_at = PENALTY_TABLES + form.tables * APART + PENALTY_HANDS - APART
    sides_at = hands_at + form.rows * APART + 7
    points_at = sides_at + 2 * APART + 2
    if points_at + 3 * APART + BOX / 2 > RIGHT - CORNER:
        return
    for what, at, count in (
        ("table", PENALTY_TABLES, form.tables),
        ("hand", hands_at, form.rows),
        ("side", sides_at, 2),
        ("points", points_at, 4),
    ):
        for place in range(count):
            yield MarkBox(
                page=page,
                award=f"penalty-{number}-{what}",
                side=SIDES[place] if what == "side" else "",
                value="" if what == "side" else str(place + 1),
                x=round(at + place * APART - BOX / 2, 3),
                y=y,
            )


# --- Game by game -----------------------------------------------------------------------------


def _games_sheet(form: "BlankSheet") -> SheetGeometry:
    """Return two lines a game, home over away; a race has a strip of its own and room for further games."""
    top = TOP + (RACE_HEIGHT + BETWEEN if form.race_to else 0)
    room = (BOTTOM - top - BETWEEN) / 2
    games, more, has_block = _room_for_games(form)
    head = PLAYERS_HEIGHT + GAME_HEADS_HEIGHT
    line = min(MOST_ROW, (room - head) / (2 * games))
    height = head + 2 * games * line
    tables: list[int | None] = [*range(1, form.tables + 1), *([None] if has_block else [])]
    blocks = []
    for place, table in enumerate(tables):
        page, on_page = divmod(place, 4)
        x = SECOND if on_page % 2 else LEFT
        y = top + on_page // 2 * (height + BETWEEN)
        blocks.append(
            TableBlock(
                page=page + 1,
                table=table,
                x=x,
                y=y,
                height=height,
                rows=tuple(y + head + (2 * game + 1) * line for game in range(games)),
                row=line,
                groups=tuple(_game_groups(form, x, is_more=table is None)),
                first_game=1,
            )
        )
    boxes = [box for block in blocks for box in _game_boxes(block)]
    boxes += _race_boxes(form)
    boxes += _more_boxes(form, more)
    return SheetGeometry(
        style=Style.GAMES,
        table_pages=blocks[-1].page,
        blocks=tuple(blocks),
        boxes=tuple(boxes),
        more_games=more,
    )


def _room_for_games(form: "BlankSheet") -> tuple[int, int, bool]:
    """Return games a block, games below, and whether a block of its own holds further games of any table."""
    most = max(form.games)
    if most <= GAMES_LEAST or not form.race_to:
        return min(most, GAMES_MOST), 0, False
    longest = min(sum(form.games), 2 * form.race_to - 1)
    has_block = form.tables % 4 != 0
    for games in range(GAMES_LEAST, GAMES_MOST + 1):
        if games >= most:
            return games, 0, False
        for more in (6, 8):
            if (form.tables + has_block) * games + more >= longest:
                return games, more, has_block
    return GAMES_MOST, 8, has_block


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


AWARD_OF_GROUP = {"Table": "table", "Turned up": "turned", "Gift": "gift", "Hang jack": "hung"}


def _game_boxes(block: TableBlock) -> Iterator[MarkBox]:
    if block.table:
        yield from _player_boxes(block)
    for place, middle in enumerate(block.rows):
        game = block.first_game + place
        for side, at in zip(SIDES, (-0.5, 0.5), strict=False):
            y = middle + at * block.row
            for group in block.groups:
                if group.title == "Table":
                    continue
                for x, _, value in group.boxes:
                    award = AWARD_OF_GROUP[group.title]
                    yield _more(block, _box(block, x, y, BOX, award, game=game, side=side, value=value))
            yield _more(block, _box(block, block.x + WON, y, BOX, "won", game=game, side=side))
        for group in block.groups:
            if group.title == "Table":
                for x, _, value in group.boxes:
                    y = middle - 0.5 * block.row
                    yield _more(block, _box(block, x, y, BOX, "table", game=game, value=value))


def _more(block: TableBlock, box: MarkBox) -> MarkBox:
    """Return the box; one of a further game is told apart by its award, as its table is not known."""
    if block.table:
        return box
    return MarkBox(
        page=box.page,
        award=f"more-{box.award}",
        game=box.game,
        side=box.side,
        value=box.value,
        x=box.x,
        y=box.y,
        size=box.size,
    )


def race_places(race_to: int) -> tuple[float, ...]:
    """Return the middle of each box of the race, in groups of five."""
    room = RIGHT - 39 - (LEFT + 46) - (race_to - 1) // EVERY * 2
    apart = min(APART, room / race_to)
    return tuple(LEFT + 46 + place * apart + place // EVERY * 2 for place in range(race_to))


def _race_boxes(form: "BlankSheet") -> Iterator[MarkBox]:
    if not form.race_to:
        return
    for side, y in zip(SIDES, (4.1, 11.3), strict=False):
        for won, x in enumerate(race_places(form.race_to), start=1):
            yield MarkBox(
                page=1,
                award="race",
                side=side,
                value=str(won),
                x=round(x - BOX / 2, 3),
                y=round(TOP + y - BOX / 2, 3),
            )


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
            yield MarkBox(
                page=1,
                award=f"below-{award}",
                game=number,
                side=side,
                value=value,
                x=round(left + place * APART - BOX / 2, 3),
                y=round(middle - BOX / 2, 3),
            )


# --- Final scores only ------------------------------------------------------------------------


def _finals_sheet(form: "BlankSheet") -> SheetGeometry:
    """Return the final score of each table in figures to cross: hundreds, tens and units of either side."""
    digits = len(str(form.highest)) if form.highest else 3 if form.tables == 1 else 2
    height = PLAYERS_HEIGHT + DIGIT_HEADS + 2 * digits * APART + 1
    down = max(1, int((BOTTOM - TOP + BETWEEN) / (height + BETWEEN)))
    written = 0
    if form.has_marks:
        down = min(down, -(-form.tables // 2))
        free = (BOTTOM - TOP + BETWEEN) / down - BETWEEN - height - LINE_HEADS
        written = max(0, min(MOST_LINES, int(free / APART)))
    digits_end = height
    height += LINE_HEADS + written * APART if written else 0
    blocks = []
    for place in range(form.tables):
        page, on_page = divmod(place, 2 * down)
        x = SECOND if on_page % 2 else LEFT
        y = TOP + on_page // 2 * (height + BETWEEN)
        first = y + PLAYERS_HEIGHT + DIGIT_HEADS + APART / 2
        rows = tuple(first + line * APART for line in range(2 * digits))
        values = tuple((x + DIGITS + value * APART, "", str(value)) for value in range(10))
        group = Group(title="Final", left=x + DIGITS - APART / 2, right=x + BLOCK_WIDTH, boxes=values)
        lines = tuple(y + digits_end + LINE_HEADS + (line + 0.5) * APART for line in range(written))
        blocks.append(
            TableBlock(
                page=page + 1,
                table=place + 1,
                x=x,
                y=y,
                height=height,
                rows=rows,
                row=APART,
                groups=(group,),
                lines=lines,
            )
        )
    boxes: list[MarkBox] = []
    for block in blocks:
        boxes += (box for box in _player_boxes(block) if box.award == "player")
        for line, middle in enumerate(block.rows):
            side, place = divmod(line, digits)
            award = ("hundreds", "tens", "units")[3 - digits + place]
            for x, _, value in block.groups[0].boxes:
                boxes.append(_box(block, x, middle, BOX, award, side=SIDES[side], value=value))
    return SheetGeometry(
        style=Style.FINALS, table_pages=blocks[-1].page, blocks=tuple(blocks), boxes=tuple(boxes)
    )
