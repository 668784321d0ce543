"""The block of a table, on sheets and slips alike: the words and lines around its boxes."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from league.printing.drawing import (
    CAP_HEIGHT,
    Anchor,
    Box,
    Disc,
    Face,
    Line,
    Shape,
    Words,
    mark,
    middle_of,
    width_of,
)
from league.printing.forms_on_paper import BlankSheet
from league.printing.geometry import (
    BLOCK_WIDTH,
    BOX,
    EVERY,
    FINAL_LEFT,
    FINALS,
    FIRST_PLAYER,
    HEADS_HEIGHT,
    LARGE_SCALE,
    LARGE_TOP,
    LEFT,
    LINE_HEADS,
    LOSERS,
    NUMBER_WIDTH,
    NUMBERS,
    OPENED,
    SIDE_MARK,
    STRIP,
    WON,
    WON_LEFT,
    MarkBox,
    Style,
    TableBlock,
    losers_apart,
)
from scoring.seats import AWAY, HOME, NOBODY, Taker

# Lines in mm. A hairline survives a bad photocopier.
HAIR, EDGE, LINE, FRAME = 0.27, 0.32, 0.4, 0.55

# Nothing on a sheet is set smaller (points).
LEAST_SIZE, LEAST_LARGE = 6, 16


def drawn_box(box: MarkBox) -> Box:
    """Return a box as it is inked: its line stands within its measure."""
    inner = box.size - EDGE
    return Box(x=box.x + EDGE / 2, y=box.y + EDGE / 2, width=inner, height=inner, weight=EDGE)


def text(x: float, middle: float, words: str, size: float, weight: int = 600, **options: Any) -> Words:
    """Return words centred on a point."""
    options.setdefault("anchor", Anchor.MIDDLE)
    return Words(x=x, y=middle_of(middle, size), text=words, size=size, weight=weight, **options)


def printed_block(
    form: BlankSheet, style: Style, block: TableBlock, *, is_large: bool = False
) -> Iterator[Shape]:
    """Yield the words and lines of a table; in large print those that are then enlarged."""
    yield Box(x=block.x, y=block.y, width=block.right - block.x, height=block.height, weight=FRAME)
    yield Line(x1=block.x, y1=block.head_bottom, x2=block.right, y2=block.head_bottom, weight=FRAME)
    if block.table:
        yield from _players(form, style, block, is_large=is_large)
    else:
        yield text(block.x + 2.5, block.y + 4, "Further games", 13, face=Face.SLAB, anchor=Anchor.START)
        yield text(
            block.x + 2.5,
            block.y + 9.3,
            f"of any table with more than {len(block.rows)} games: cross the table first.",
            7.5,
            400,
            anchor=Anchor.START,
        )
    match style:
        case Style.HANDS:
            yield from _hands(form, block)
        case Style.GAMES:
            yield from _games(form, block)
        case _:
            yield from _digits(block)
            yield from _marks(form, block) if block.lines else _names(form, block)


def enlarged(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """Yield the shapes of a table as large print has them: words of LEAST_LARGE points at least."""

    def x(at: float) -> float:
        return LEFT + (at - LEFT) * LARGE_SCALE

    def y(at: float) -> float:
        return LARGE_TOP + at * LARGE_SCALE

    for shape in shapes:
        match shape:
            case Line():
                yield replace(shape, x1=x(shape.x1), y1=y(shape.y1), x2=x(shape.x2), y2=y(shape.y2))
            case Box():
                width, height = shape.width * LARGE_SCALE, shape.height * LARGE_SCALE
                yield replace(shape, x=x(shape.x), y=y(shape.y), width=width, height=height)
            case Disc():
                radius = shape.radius * LARGE_SCALE
                yield replace(shape, x=x(shape.x), y=y(shape.y), radius=radius)
            case Words():
                size = max(LEAST_LARGE, shape.size * LARGE_SCALE)
                room = shape.room * LARGE_SCALE if shape.room else None
                # The middle of its capitals stays where it is.
                at = y(shape.y) + (size - shape.size * LARGE_SCALE) * CAP_HEIGHT / 2
                yield replace(shape, x=x(shape.x), y=at, size=size, room=room)


def _players(form: BlankSheet, style: Style, block: TableBlock, *, is_large: bool) -> Iterator[Shape]:
    x, y = block.x, block.y
    yield text(x + 6, y + 2.9, form.table_word.upper(), 6.5)
    # Boxes of less than BOX leave a lower head.
    size = 21 if block.size >= BOX else 16
    yield text(x + 6, block.head_bottom - 4.5 * size / 21, str(block.table), size, face=Face.SLAB)
    yield Line(x1=x + 12, y1=y, x2=x + 12, y2=block.head_bottom, weight=LINE)
    between = (y + block.head_bottom) / 2
    for side, middle in ((HOME, between - 3.65), (AWAY, between + 3.65)):
        yield from mark(side, x + 14.4, middle)
    yield text(x + 14.4, between, "No.", 6.8, 400)
    for number in range(1, NUMBERS + 1):
        yield text(x + FIRST_PLAYER + (number - 1) * 6.0, between, str(number), 7)
    if style is Style.FINALS:
        return
    yield Line(x1=x + 88.6, y1=y, x2=x + 88.6, y2=block.head_bottom, weight=HAIR)
    # In large print the longer word has no room.
    yield text(x + OPENED, between, form.first_words.split()[-1 if is_large else 0], 6.5)


def _hands(form: BlankSheet, block: TableBlock) -> Iterator[Shape]:
    x, heads = block.x, block.head_bottom
    bottom_of_heads = heads + HEADS_HEIGHT
    size, small = 7.8, 7
    yield Line(x1=x, y1=bottom_of_heads, x2=x + FINAL_LEFT, y2=bottom_of_heads, weight=LINE)
    for group in block.groups:
        middle = (group.left + group.right) / 2
        yield text(middle, heads + 2.5, group.title, 7.8)
        yield Line(x1=group.left, y1=heads, x2=group.left, y2=block.bottom, weight=HAIR)
        for at, side, value in group.boxes:
            if value:
                yield text(at, heads + 5.9, value, 7.5)
            else:
                yield from mark(taker(side), at, heads + 5.9)
    left, right = block.scores_at, x + FINAL_LEFT
    middle = (left + right) / 2
    room = right - left - 0.8
    has_room = width_of("Score so far", LEAST_SIZE, weight=600) <= room
    yield text(middle, heads + 2.5, "Score so far" if has_room else "Score", 7, room=room)
    yield from mark(HOME, (left + middle) / 2, heads + 5.9)
    yield from mark(AWAY, (middle + right) / 2, heads + 5.9)
    yield Line(x1=left, y1=heads, x2=left, y2=block.bottom, weight=LINE)
    yield Line(x1=middle, y1=heads + 4.4, x2=middle, y2=block.bottom, weight=HAIR)
    yield Line(x1=right, y1=heads, x2=right, y2=block.bottom, weight=FRAME)
    for hand, at in enumerate(block.rows, start=1):
        yield text(x + NUMBER_WIDTH / 2, at, str(hand), size)
        yield from _below_hand(block, hand, at)
    yield from _final_head(block, heads)
    for score, at in block.finals:
        yield text(x + sum(FINALS) / 2, at, str(score), small, 700 if score % EVERY == 0 else 400)
    if not block.finals:
        yield Line(x1=x + 89.9, y1=heads + 4.4, x2=x + 89.9, y2=heads + 20, weight=HAIR)
        yield Line(x1=right, y1=heads + 20, x2=block.right, y2=heads + 20, weight=HAIR)


def _final_head(block: TableBlock, heads: float) -> Iterator[Shape]:
    for side, at in zip((HOME, AWAY), FINALS, strict=True):
        yield from mark(side, block.x + at - (0.6 if side == HOME else -0.6), heads + 1.7)
    yield text(block.x + sum(FINALS) / 2, heads + 1.7, "Final", 7)


def _below_hand(block: TableBlock, hand: int, middle: float) -> Iterator[Shape]:
    """Yield the line under the scores; after five hands the marks once more; late hands hatched, not grey."""
    low = middle + block.row / 2
    last = hand == len(block.rows)
    if not last:
        yield Line(x1=block.scores_at, y1=low, x2=block.x + FINAL_LEFT, y2=low, weight=HAIR)
    if hand > 2 * EVERY:
        yield from _hatched(block, middle)
    if hand % EVERY or last:
        return
    end = block.x + NUMBER_WIDTH
    line = low + STRIP / 2
    yield Line(x1=block.x, y1=line, x2=end, y2=line, weight=LINE)
    for group in block.groups:
        for at, side, value in group.boxes:
            if not value:
                yield from small_mark(side, at, low + STRIP / 2)


def small_mark(side: str, x: float, y: float) -> Iterator[Shape]:
    match side:
        case "home":
            yield Disc(x=x, y=y, radius=0.6)
        case "away":
            yield Disc(x=x, y=y, radius=0.55, weight=0.2)
        case _:
            yield Line(x1=x - 0.7, y1=y, x2=x + 0.7, y2=y, weight=0.35)


def _hatched(block: TableBlock, middle: float) -> Iterator[Shape]:
    """Yield strokes at both edges of the number's column: games seldom come this far."""
    steps, wide = int(block.row / 1.2), 1.0
    top = middle - block.row / 2
    for step in range(steps):
        y = top + (step + 0.8) * block.row / steps
        for left in (block.x, block.x + NUMBER_WIDTH - wide):
            yield Line(x1=left, y1=y, x2=left + wide, y2=y - wide, weight=0.2)


def _games(form: BlankSheet, block: TableBlock) -> Iterator[Shape]:
    x, heads = block.x, block.head_bottom
    top = block.rows[0] - (block.side_at + 0.5) * block.row
    yield Line(x1=x, y1=top, x2=block.right, y2=top, weight=LINE)
    yield Line(x1=x + 5.9, y1=heads, x2=x + 5.9, y2=block.bottom, weight=HAIR)
    yield Line(x1=x + WON_LEFT, y1=heads, x2=x + WON_LEFT, y2=block.bottom, weight=FRAME)
    for group in block.groups:
        middle = (group.left + group.right) / 2 - 0.7
        yield text(middle, heads + 2.4, group.title, 7.8)
        for at, _, value in group.boxes:
            yield text(at, heads + 5.6, value, 7)
        yield Line(x1=group.right - 0.7, y1=heads, x2=group.right - 0.7, y2=block.bottom, weight=HAIR)
    left = block.groups[-1].right - 0.7 if block.groups else x + 11.5
    middle = (left + x + WON_LEFT) / 2
    yield text(middle, heads + 2.4, "Points", 7.8)
    if form.target:
        yield text(middle, heads + 5.6, f"first to {form.target}", 7)
    yield text(x + WON, heads + 2.4, "Won", 7.8)
    for game, at in enumerate(block.rows, start=1):
        yield text(x + 2.95, at, str(game) if block.table else "+", 8.5)
        for side, way in ((HOME, -1), (AWAY, 1)):
            yield from mark(side, x + SIDE_MARK, at + way * block.side_at * block.row)
        yield from _losers(form, block, at)
        if not block.has_losers:
            yield Line(x1=left, y1=at, x2=x + WON_LEFT, y2=at, weight=HAIR)
        if game < len(block.rows):
            low = at + (block.side_at + 0.5) * block.row
            yield Line(x1=x, y1=low, x2=block.right, y2=low, weight=LINE if game % EVERY == 0 else HAIR)


def _losers(form: BlankSheet, block: TableBlock, middle: float) -> Iterator[Shape]:
    """Yield what stands around the boxes of the loser's points, between the lines of both sides."""
    if not block.has_losers:
        return
    end = block.x + WON_LEFT
    for low in (middle - block.size / 2 - 2.5, middle + block.row / 2):
        yield Line(x1=block.x + LOSERS, y1=low, x2=end, y2=low, weight=HAIR)
    yield text(block.x + LOSERS - 0.6, middle, "loser", 7, 400, anchor=Anchor.END)
    for points in range(form.target or 0):
        at = block.x + LOSERS + (points + 0.5) * losers_apart(form)
        yield text(at, middle - block.size / 2 - 1.2, str(points), 6.5)


def _digits(block: TableBlock) -> Iterator[Shape]:
    (group,) = block.groups
    digits = len(block.rows) // 2
    heads = block.rows[0] - block.row / 2
    names = ("hundreds", "tens", "units")[-digits:]
    yield text(block.x + 8, heads - 2.4, "Final score", 7)
    for at, _, value in group.boxes:
        yield text(at, heads - 2.2, value, 7.5)
    for line, middle in enumerate(block.rows):
        yield text(block.x + 23.8, middle, names[line % digits], 6.5, 400, anchor=Anchor.END)
    for side in (HOME, AWAY):
        first = heads + side * digits * block.row
        yield from mark(side, block.x + 2.4, first + digits * block.row / 2)
        height = digits * block.row - 1.6
        yield Box(x=block.x + 4.6, y=first + 0.8, width=9.4, height=height, weight=HAIR)
    low = heads + digits * block.row
    yield Line(x1=block.x, y1=low, x2=block.right, y2=low, weight=HAIR)


NAME_LINE, MOST_NAME_LINE = 7.0, 14.0


def _names(form: BlankSheet, block: TableBlock) -> Iterator[Shape]:
    """Yield lines for the names of both sides, written in full, where there is room below the figures."""
    top = block.rows[-1] + block.row / 2 + 1
    free = block.bottom - top - LINE_HEADS
    lines = min(form.players, int(free / NAME_LINE))
    if lines < 1:
        return
    apart = min(MOST_NAME_LINE, free / lines)
    yield Line(x1=block.x, y1=top, x2=block.right, y2=top, weight=LINE)
    for side, left in ((HOME, block.x), (AWAY, block.x + BLOCK_WIDTH / 2)):
        yield from mark(side, left + 2.4, top + 2.7)
        yield text(left + 4.6, top + 2.7, "names, in full", 7, 400, anchor=Anchor.START)
        for line in range(1, lines + 1):
            y = top + LINE_HEADS + line * apart - 1.5
            yield Line(x1=left + 2, y1=y, x2=left + BLOCK_WIDTH / 2 - 2, y2=y, weight=HAIR)


MARKS_AT, GAME_AT, SO_FAR = (11.0, 21.0), 29.0, (36.5, 45.0)


def _marks(form: BlankSheet, block: TableBlock) -> Iterator[Shape]:
    """Yield the lines on which is written what both sides marked in each hand, in two columns."""
    apart = block.bottom - block.lines[-1]
    top, half = block.lines[0] - apart - LINE_HEADS, BLOCK_WIDTH / 2
    yield Line(x1=block.x, y1=top, x2=block.right, y2=top, weight=LINE)
    for column in (0, 1):
        left = block.x + column * half
        for side, marked, score in zip((HOME, AWAY), MARKS_AT, SO_FAR, strict=True):
            yield from mark(side, left + marked, top + 2.6)
            yield from mark(side, left + score, top + 2.6)
        yield from (text(left + GAME_AT, top + 2.6, column.title, 6.5) for column in form.columns)
        upright = (6.0, 16.0, 25.5, 32.5) if form.columns else (6.0, 16.0, 32.5)
        for at in (*upright, *([0.0] if column else [])):
            weight = LINE if at in (0.0, 32.5) else HAIR
            yield Line(x1=left + at, y1=top, x2=left + at, y2=block.bottom, weight=weight)
        for number, middle in enumerate(block.lines, 1 + column * len(block.lines)):
            yield text(left + 3, middle, str(number), 7)
            above = middle - apart
            yield Line(x1=left, y1=above, x2=left + half, y2=above, weight=HAIR)


def signatures(
    places: Iterable[tuple[float, float, float]], words: tuple[str, str], room: float
) -> Iterator[Shape]:
    """Yield a line for either side, behind a word with so much room: from where to where, and how low."""
    for side, word, (left, right, y) in zip((HOME, AWAY), words, places, strict=True):
        yield from mark(side, left + 1.2, y - 0.9)
        yield Words(x=left + 3.2, y=y, text=word, size=7.5)
        yield Line(x1=left + room, y1=y + 0.3, x2=right, y2=y + 0.3, weight=HAIR)


def taker(side: str) -> Taker:
    """Return who has what the boxes of a side say: "home", "away" or anything else for nobody."""
    sides: dict[str, Taker] = {"home": HOME, "away": AWAY}
    return sides.get(side, NOBODY)
