"""The captain's score sheet: what is printed on every one, and what is written on a match's own.

Boxes stand where `league.printing.geometry` puts them; here are only the words and lines around them. What is
known of a match that was played is written in: crosses, scores, totals.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from league.printing.blocks import key, nobodys_line
from league.printing.drawing import (
    Anchor,
    Box,
    Disc,
    Drawing,
    Face,
    Line,
    Shape,
    Words,
    mark,
    middle_of,
    two_marks,
)
from league.printing.forms_on_paper import BlankSheet, CodeOnPaper, rewards
from league.printing.geometry import (
    CORNER,
    EVERY,
    FINAL_LEFT,
    FINALS,
    FIRST_PLAYER,
    HEADS_HEIGHT,
    LEFT,
    MORE_APART,
    NUMBER_WIDTH,
    NUMBERS,
    OPENED,
    RIGHT,
    SECOND,
    SIDE_MARK,
    SIDES,
    STRIP,
    TOP,
    VERSION,
    WON,
    WON_LEFT,
    MarkBox,
    SheetGeometry,
    Style,
    TableBlock,
    corner_marks,
    more_places,
    race_places,
    sheet_geometry,
)
from league.templatetags.words import points
from scoring.seats import AWAY, HOME, NOBODY, Taker

# Lines in mm. A hairline survives a bad photocopier.
HAIR, EDGE, LINE, FRAME = 0.27, 0.32, 0.4, 0.55
MARKS_AT, NAMES_ON, NAME_APART = 16.2, 11.4, 6.2
LEGEND_AT, LEGEND_ON, LEGEND_APART = 15.2, 25.0, 3.8
BOX_EXAMPLE = 3.0

TOTALS_Y, TOTALS_HEAD, TOTALS_ROW = 262.7, 3.9, 5.2
TOTALS_LABEL, NARROW_TOTALS = 15.0, 129.5
FOOT_ON = 290.6
SIGN_LOW = 283.2
WHEN_FULL = "Both captains sign, then the sheet goes to the secretary. Keep the four corner squares clean."


def address_on(code: CodeOnPaper, page: int, geometry: SheetGeometry) -> str:
    """Return what the square of a page leads to, with page and version of the geometry for who reads it."""
    large = "l" if geometry.is_large else ""
    return f"{code.address}#p{page}v{VERSION}{large}" if code.site else ""


@lru_cache(maxsize=64)
def printed_sheet(form: BlankSheet, page: int, *, is_large: bool = False) -> Drawing:
    """Return what is the same on this page of tables of every sheet of the season."""
    geometry = sheet_geometry(form, is_large=is_large)
    return Drawing(shapes=tuple(_printed(form, geometry, page)))


def _printed(form: BlankSheet, geometry: SheetGeometry, page: int) -> Iterator[Shape]:
    yield from printed_corners()
    yield from two_marks(MARKS_AT, NAMES_ON - 1.4, NAME_APART)
    yield from _legend(form, geometry)
    for block in geometry.blocks_on(page):
        yield from _block(form, geometry, block)
    for box in geometry.on(page):
        yield drawn_box(box)
    if geometry.style is Style.GAMES and page == 1:
        yield from _race(form)
        yield from _more_games(form, geometry.more_games)
    if page == geometry.table_pages:
        yield from _foot_of_tables(form, geometry)


def printed_corners() -> Iterator[Shape]:
    """Yield four squares, each different, so that a photograph can be straightened and turned."""
    ring = 1.1
    for x, y, width, height in corner_marks():
        for far in (0.0, CORNER - ring):
            yield Box(x=x, y=y + far, width=CORNER, height=ring, weight=0)
            yield Box(x=x + far, y=y, width=ring, height=CORNER, weight=0)
        middle_x, middle_y = x + CORNER / 2, y + CORNER / 2
        yield Box(x=middle_x - width / 2, y=middle_y - height / 2, width=width, height=height, weight=0)


def drawn_box(box: MarkBox) -> Box:
    """Return a box as it is inked: its line stands within its measure."""
    inner = box.size - EDGE
    return Box(x=box.x + EDGE / 2, y=box.y + EDGE / 2, width=inner, height=inner, weight=EDGE)


def text(x: float, middle: float, words: str, size: float, weight: int = 600, **options: Any) -> Words:
    """Return words centred on a point."""
    options.setdefault("anchor", Anchor.MIDDLE)
    return Words(x=x, y=middle_of(middle, size), text=words, size=size, weight=weight, **options)


def _legend(form: BlankSheet, geometry: SheetGeometry) -> Iterator[Shape]:
    """Yield how to mark and how to correct, drawn as well as told."""
    first, second = _instructions(form, geometry)
    x, half = LEGEND_AT + BOX_EXAMPLE / 2, BOX_EXAMPLE / 2
    middle = LEGEND_ON - 1.0
    yield Box(x=x - half, y=middle - half, width=BOX_EXAMPLE, height=BOX_EXAMPLE, weight=HAIR)
    for turn in (-1, 1):
        yield Line(x1=x - 1.1, y1=middle - turn * 1.1, x2=x + 1.1, y2=middle + turn * 1.1, weight=LINE)
    yield Words(x=x + 2.6, y=LEGEND_ON, text=first, size=8, room=152)
    middle += LEGEND_APART
    yield Box(x=x - half, y=middle - half, width=BOX_EXAMPLE, height=BOX_EXAMPLE, weight=0)
    yield Words(x=x + 2.6, y=LEGEND_ON + LEGEND_APART, text=second, size=8, room=107)
    at = 129.0
    kinds: tuple[tuple[Taker, str, float], ...] = (
        (HOME, "home", 12),
        (AWAY, "away", 12),
        (NOBODY, "nobody", 0),
    )
    for taker, word, room in kinds[: 3 if geometry.style is Style.HANDS else 2]:
        yield from mark(taker, at, middle)
        yield Words(x=at + 2, y=LEGEND_ON + LEGEND_APART, text=word, size=8, weight=600)
        at += room


def _instructions(form: BlankSheet, geometry: SheetGeometry) -> tuple[str, str]:
    wrong = "Wrong box? Black it out and cross the right one."
    if geometry.style is Style.GAMES:
        turned = any((form.has_turned, form.has_begging, form.has_hung))
        first = "cross one box for each turn-up, gift and hang jack. At the end " if turned else ""
        return f"In a game, {first}write the points and cross Won." if first else (
            "After each game write the points and cross Won for the winner."
        ), wrong
    if geometry.style is Style.FINALS:
        return "Write the final score of each table, then cross a box for each of its figures.", wrong
    *others, last = (column.title for column in form.columns)
    stop = f" At {form.target} stop, and cross the Final score." if form.target else ""
    first = f"Cross one box each for {', '.join(others)} and {last}, then write the score.{stop}"
    parts = [part for part in (key(form), nobodys_line(form)) if part]
    return first, " ".join([*parts, wrong])


# --- A table ----------------------------------------------------------------------------------


def _block(form: BlankSheet, geometry: SheetGeometry, block: TableBlock) -> Iterator[Shape]:
    yield Box(x=block.x, y=block.y, width=block.right - block.x, height=block.height, weight=FRAME)
    yield Line(x1=block.x, y1=block.head_bottom, x2=block.right, y2=block.head_bottom, weight=FRAME)
    if block.table:
        yield from _players(form, geometry, block)
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
    match geometry.style:
        case Style.HANDS:
            yield from _hands(form, block)
        case Style.GAMES:
            yield from _games(form, block)
        case _:
            yield from _digits(block)


def _players(form: BlankSheet, geometry: SheetGeometry, block: TableBlock) -> Iterator[Shape]:
    x, y = block.x, block.y
    yield text(x + 6, y + 2.9, "TABLE", 6.5)
    yield text(x + 6, y + 8.2, str(block.table), 21, face=Face.SLAB)
    yield Line(x1=x + 12, y1=y, x2=x + 12, y2=block.head_bottom, weight=LINE)
    for side, middle in ((HOME, y + 2.7), (AWAY, y + 10.0)):
        yield from mark(side, x + 14.4, middle)
    between = y + 6.35
    yield text(x + 14.4, between, "No.", 6.8, 400)
    for number in range(1, NUMBERS + 1):
        yield text(x + FIRST_PLAYER + (number - 1) * 6.0, between, str(number), 7)
    if geometry.style is Style.FINALS:
        return
    yield Line(x1=x + 88.6, y1=y, x2=x + 88.6, y2=block.head_bottom, weight=HAIR)
    yield text(x + OPENED, between, form.first_words.split()[0], 6.5)


def _hands(form: BlankSheet, block: TableBlock) -> Iterator[Shape]:
    x, heads = block.x, block.head_bottom
    bottom_of_heads = heads + HEADS_HEIGHT
    size, small = (11, 11) if block.is_large else (7.8, 7)
    yield Line(x1=x, y1=bottom_of_heads, x2=x + FINAL_LEFT, y2=bottom_of_heads, weight=LINE)
    for group in block.groups:
        middle = (group.left + group.right) / 2
        yield text(middle, heads + 2.5, group.title, 10 if block.is_large else 7.8)
        yield Line(x1=group.left, y1=heads, x2=group.left, y2=block.bottom, weight=HAIR)
        for at, side, value in group.boxes:
            if value:
                yield text(at, heads + 5.9, value, 7.5)
            else:
                yield from mark(taker(side), at, heads + 5.9)
    left, right = block.scores_at, x + FINAL_LEFT
    middle = (left + right) / 2
    yield text(middle, heads + 2.5, "Score so far", 7, room=right - left - 0.8)
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
                yield from _small_mark(side, at, low + STRIP / 2)


def _small_mark(side: str, x: float, y: float) -> Iterator[Shape]:
    match side:
        case "home":
            yield Disc(x=x, y=y, radius=0.6)
        case "away":
            yield Disc(x=x, y=y, radius=0.55, weight=0.2)
        case _:
            yield Line(x1=x - 0.7, y1=y, x2=x + 0.7, y2=y, weight=0.35)


def _hatched(block: TableBlock, middle: float) -> Iterator[Shape]:
    """Yield strokes at both edges of the number's column: games seldom come this far."""
    steps, wide = int(block.row / 1.2), 0.5 if block.is_large else 1.0
    top = middle - block.row / 2
    for step in range(steps):
        y = top + (step + 0.8) * block.row / steps
        for left in (block.x, block.x + NUMBER_WIDTH - wide):
            yield Line(x1=left, y1=y, x2=left + wide, y2=y - wide, weight=0.2)


def _games(form: BlankSheet, block: TableBlock) -> Iterator[Shape]:
    x, heads = block.x, block.head_bottom
    top = block.rows[0] - block.row
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
        for side, line in ((HOME, -0.5), (AWAY, 0.5)):
            yield from mark(side, x + SIDE_MARK, at + line * block.row)
        yield Line(x1=left, y1=at, x2=x + WON_LEFT, y2=at, weight=HAIR)
        if game < len(block.rows):
            low = at + block.row
            yield Line(x1=x, y1=low, x2=block.right, y2=low, weight=LINE if game % EVERY == 0 else HAIR)


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


def _race(form: BlankSheet) -> Iterator[Shape]:
    if not form.race_to:
        return
    bottom = TOP + 15.4
    yield Box(x=LEFT, y=TOP, width=RIGHT - LEFT, height=15.4, weight=FRAME)
    yield text(LEFT + 2.5, TOP + 4.2, f"Race to {form.race_to}", 14, face=Face.SLAB, anchor=Anchor.START)
    for place, words in enumerate(("One box for each game won,", "at any table.")):
        yield text(LEFT + 2.5, TOP + 9 + 3 * place, words, 7, 400, anchor=Anchor.START)
    places = race_places(form.race_to)
    yield text(places[0] - 5, TOP + 7.7, "games", 7, 400)
    for side, y in ((HOME, TOP + 4.1), (AWAY, TOP + 11.3)):
        yield from mark(side, places[0] - 5, y)
    for won, x in enumerate(places, start=1):
        strong = won % EVERY == 0 or won == form.race_to
        yield text(x, TOP + 7.7, str(won), 7.5 if strong else 6.8, 700 if strong else 400)
    edge = RIGHT - 35
    yield Line(x1=edge, y1=TOP, x2=edge, y2=bottom, weight=LINE)
    yield text(edge + 2, TOP + 3, "Final, in games", 7.5, anchor=Anchor.START)
    for side in (HOME, AWAY):
        left = edge + 5.5 + side * 16.5
        yield from mark(side, left - 2.6, TOP + 10)
        yield Box(x=left, y=TOP + 5.8, width=11, height=8.2, weight=HAIR)


def _more_games(form: BlankSheet, more: int) -> Iterator[Shape]:
    if not more:
        return
    for place, words in enumerate(("Still more", "games")):
        yield text(LEFT + 9.5, 263.6 + 3.2 * place, words, 7.5, anchor=Anchor.START)
    low = 0.0
    for _, left, middle in more_places(more):
        begin, end = left + form.tables * 6.0, left + 9 * 6.0 - 4
        yield Line(x1=begin, y1=middle + 1.8, x2=end, y2=middle + 1.8, weight=HAIR)
        yield text((begin + end) / 2, middle, "–", 7.5, 400)
        low = max(low, middle)
    for left in {left for _, left, _ in more_places(more)}:
        under = low + MORE_APART - 1.5
        for table in range(form.tables):
            yield text(left + table * 6.0, under, f"T{table + 1}", 6.5)
        yield text((left + form.tables * 6.0 + left + 50) / 2, under, "points", 6.5, 400)
        for side in (HOME, AWAY):
            yield from _small_mark(SIDES[side], left + (9 + side) * 6.0, under)
        yield text(left + 11 * 6.0, under, "won", 6.5)


# --- Below the tables -------------------------------------------------------------------------


def _foot_of_tables(form: BlankSheet, geometry: SheetGeometry) -> Iterator[Shape]:
    if form.race_to:
        yield from _signatures(((LEFT + 9, 95.0), (SECOND, 192.0)), 287.0)
        return
    yield from _totals(form)
    if _is_wide(form):
        yield from _signatures(((LEFT + 9, 95.0), (SECOND, 192.0)), SIGN_LOW)
    else:
        left = LEFT + NARROW_TOTALS + 2.4
        for side, y in ((HOME, 269.3), (AWAY, 276.6)):
            yield from mark(side, left + 1.2, y - 0.9)
            yield Words(x=left + 3.2, y=y, text=f"{SIDES[side]} captain", size=7.5)
            yield Line(x1=left + 19.5, y1=y + 0.3, x2=RIGHT, y2=y + 0.3, weight=HAIR)
    if geometry.has_penalties:
        yield from penalty_labels(
            geometry, geometry.table_pages, 1, ("Penalty", "more: back"), with_heads=True
        )


def _signatures(places: tuple[tuple[float, float], ...], y: float) -> Iterator[Shape]:
    for side, (left, right) in zip((HOME, AWAY), places, strict=True):
        yield from mark(side, left + 1.2, y - 0.9)
        yield Words(x=left + 3.2, y=y, text=f"{SIDES[side]} captain", size=7.5)
        yield Line(x1=left + 19.5, y1=y + 0.3, x2=right, y2=y + 0.3, weight=HAIR)


def penalty_labels(
    geometry: SheetGeometry, page: int, number: int, titles: tuple[str, ...], *, with_heads: bool
) -> Iterator[Shape]:
    """Yield the words before a line of penalty boxes, and with heads those under them."""
    boxes = [box for box in geometry.on(page) if box.award.startswith(f"penalty-{number}-")]
    if not boxes:
        return
    y = boxes[0].y
    for place, title in enumerate(titles):
        weight, size = (600, 8.0) if place == 0 else (400, 7.0)
        yield text(LEFT + 9, y + 2 + 3.4 * place, title, size, weight, anchor=Anchor.START)
    for what, words in (("hand", "hand"), ("side", "to")):
        first = next(box for box in boxes if box.award.endswith(what))
        yield text(first.x - 1.4, y + 2, words, 7.5, anchor=Anchor.END)
    if not with_heads:
        return
    for box in boxes:
        under, at = y + 5.6, box.middle[0]
        match box.award.rpartition("-")[2]:
            case "table":
                yield text(at, under, f"T{box.value}", 7)
            case "side":
                yield from mark(taker(box.side), at, under)
            case "points":
                yield text(at, under, f"+{box.value}", 7)
            case _:
                yield text(at, under, box.value, 7)


def _is_wide(form: BlankSheet) -> bool:
    return form.tables > 4


def totals_heads(form: BlankSheet) -> tuple[str, ...]:
    """Return the columns of the totals: each table, the sum, what each part gives, the match points."""
    return (
        *(f"Table {table}" for table in range(1, form.tables + 1)),
        "Total",
        *(f"{points(halves)} {what}" for halves, what in rewards(form)),
        "Match points",
    )


def totals_edges(form: BlankSheet) -> tuple[float, ...]:
    """Return the edges between the columns of the totals: a table's column is narrower than the others."""
    shares = [
        1.0 if place < form.tables else 1.1 if head == "Total" else 1.45
        for place, head in enumerate(totals_heads(form))
    ]
    width = (RIGHT - LEFT) if _is_wide(form) else NARROW_TOTALS
    unit = (width - TOTALS_LABEL) / sum(shares)
    edges = [LEFT + TOTALS_LABEL]
    for share in shares:
        edges.append(edges[-1] + share * unit)
    return tuple(edges)


def _totals(form: BlankSheet) -> Iterator[Shape]:
    edges = totals_edges(form)
    bottom = TOTALS_Y + TOTALS_HEAD + 2 * TOTALS_ROW
    title = "games" if form.has_several_games else ""
    if title:
        yield text(LEFT + 2, TOTALS_Y + TOTALS_HEAD / 2, title, 7, anchor=Anchor.START)
    for head, left, right in zip(totals_heads(form), edges, edges[1:], strict=False):
        middle = TOTALS_Y + TOTALS_HEAD / 2
        yield text((left + right) / 2, middle, head, 7, room=right - left - 1)
    for side in (HOME, AWAY):
        middle = TOTALS_Y + TOTALS_HEAD + (side + 0.5) * TOTALS_ROW
        yield from mark(side, LEFT + 2.4, middle)
        yield text(LEFT + 4.6, middle, SIDES[side], 8, anchor=Anchor.START)
        line = TOTALS_Y + TOTALS_HEAD + side * TOTALS_ROW
        yield Line(x1=LEFT, y1=line, x2=edges[-1], y2=line, weight=HAIR)
    for x in edges[:-1]:
        yield Line(x1=x, y1=TOTALS_Y, x2=x, y2=bottom, weight=HAIR)
    for x in (edges[form.tables], edges[-2]):
        yield Line(x1=x, y1=TOTALS_Y, x2=x, y2=bottom, weight=FRAME)
    yield Box(x=LEFT, y=TOTALS_Y, width=edges[-1] - LEFT, height=bottom - TOTALS_Y, weight=FRAME)


def taker(side: str) -> Taker:
    """Return who has what the boxes of a side say: "home", "away" or anything else for nobody."""
    sides: dict[str, Taker] = {"home": HOME, "away": AWAY}
    return sides.get(side, NOBODY)
