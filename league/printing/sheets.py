"""The captain's score sheet: what is printed on every one, and what is written on a match's own.

Boxes stand where `league.printing.geometry` puts them; here are only the words and lines around them. What is
known of a match that was played is written in: crosses, scores, totals.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from league.printing.drawing import (
    Anchor,
    Box,
    Drawing,
    Face,
    Line,
    Shape,
    Words,
    broken,
    mark,
    two_marks,
    width_of,
)
from league.printing.forms_on_paper import BlankSheet, CodeOnPaper, rewards
from league.printing.geometry import (
    BLOCK_WIDTH,
    CORNER,
    EVERY,
    LEFT,
    MORE_APART,
    RACE_Y,
    RIGHT,
    SECOND,
    SIDES,
    TOP,
    MarkBox,
    Marks,
    SheetGeometry,
    Style,
    corner_marks,
    large_tables,
    more_places,
    race_places,
    sheet_geometry,
)
from league.printing.sheet_blocks import (
    FRAME,
    HAIR,
    LINE,
    drawn_box,
    enlarged,
    printed_block,
    signatures,
    small_mark,
    taker,
    text,
)
from league.templatetags.formatting import points
from scoring.seats import AWAY, HOME, NOBODY, Taker

MARKS_AT, NAMES_ON, NAME_APART, LARGE_NAME_APART = 16.2, 11.4, 6.2, 6.8
LEGEND_AT, LEGEND_ON, LEGEND_APART = 15.2, 25.0, 3.8
BOX_EXAMPLE, LEGEND_ROOM = 3.0, 152.0

# The edge of a corner mark, of its size.
CORNER_RING = 1.1 / 7

TOTALS_Y, TOTALS_HEAD, TOTALS_ROW, LOW_TOTALS_ROW = 255.2, 4.4, 8.2, 5.6
TOTALS_LABEL, NARROW_TOTALS = 15.0, 129.5
FOOT_ON = 290.6
CAPTAINS, CAPTAIN_ROOM = ("home captain", "away captain"), 19.5
SIGN_LOW, SIGN_ABOVE_PENALTY = 283.2, 276.4
WHEN_FULL = "Both captains sign, then the sheet goes to the secretary. Keep the four corner squares clean."


def address_on(code: CodeOnPaper, page: int, geometry: SheetGeometry, seals: str = "") -> str:
    """Return what the square of a page leads to, with its page, the version of boxes, the squads."""
    large, sealed = "l" if geometry.is_large else "", f"s{seals}" if seals else ""
    return f"{code.address}#p{page}v{geometry.version}{large}{sealed}" if code.site else ""


@lru_cache(maxsize=64)
def printed_sheet(form: BlankSheet, page: int, *, is_large: bool = False) -> Drawing:
    """Return what is the same on this page of tables of every sheet of the season."""
    geometry = sheet_geometry(form, is_large=is_large)
    shapes = _printed_large(form, geometry, page) if is_large else _printed(form, geometry, page)
    return Drawing(shapes=tuple(shapes))


LARGE_WORDS_ON, LARGE_APART, LARGE_SIZE = 43.0, 6.2, 16


def _printed_large(form: BlankSheet, geometry: SheetGeometry, page: int) -> Iterator[Shape]:
    """Yield one table over the whole page, and how to mark it, all in large letters."""
    yield from printed_corners()
    yield from two_marks(MARKS_AT, NAMES_ON - 1.4, LARGE_NAME_APART)
    words = " ".join(_instructions(form, geometry))
    for place, line in enumerate(broken(words, LARGE_SIZE, RIGHT - LEFT - 2)):
        yield Words(x=LEFT, y=LARGE_WORDS_ON + place * LARGE_APART, text=line, size=LARGE_SIZE)
    tables = large_tables(form)
    for block in tables.blocks_on(page):
        yield from enlarged(printed_block(form, tables.style, block, is_large=True))
    yield from (drawn_box(box) for box in geometry.on(page))
    words = f"Page {page} of {geometry.pages}"
    yield Words(x=RIGHT, y=36.8, text=words, size=LARGE_SIZE, weight=700, anchor=Anchor.END)


def _printed(form: BlankSheet, geometry: SheetGeometry, page: int) -> Iterator[Shape]:
    yield from printed_corners()
    yield from two_marks(MARKS_AT, NAMES_ON - 1.4, NAME_APART)
    yield from _legend(form, geometry)
    for block in geometry.blocks_on(page):
        yield from printed_block(form, geometry.style, block)
    for box in geometry.on(page):
        yield drawn_box(box)
    if geometry.style is Style.GAMES and page == 1:
        yield from _race(form)
        yield from _more_games(form, geometry.more_games)
    yield from _empty_places(geometry, page)
    if page == geometry.table_pages:
        yield from _foot_of_tables(form, geometry)


REMARK_APART = 9.0


def _empty_places(geometry: SheetGeometry, page: int) -> Iterator[Shape]:
    """Yield lines for remarks where no table stands in the grid of a page."""
    lowest = max(geometry.blocks, key=lambda block: block.bottom)
    taken = {(block.x, block.y) for block in geometry.blocks_on(page)}
    for x, y in sorted({(x, block.y) for x in (LEFT, SECOND) for block in geometry.blocks} - taken):
        yield text(x + 2.5, y + 5, "Remarks", 11, face=Face.SLAB, anchor=Anchor.START)
        for line in range(2, int(lowest.height / REMARK_APART) + 1):
            at = y + line * REMARK_APART
            yield Line(x1=x, y1=at, x2=x + BLOCK_WIDTH, y2=at, weight=HAIR)


def printed_corners(
    marks: Marks | None = None, size: float = CORNER, left: float = 0, top: float = 0
) -> Iterator[Shape]:
    """Yield four squares, each different, so that a photograph can be straightened and turned.

    Those of a page, or those of a slip that begins there.
    """
    marks, ring = marks or corner_marks(), size * CORNER_RING
    for x, y, width, height in marks:
        x, y = left + x, top + y
        for far in (0.0, size - ring):
            yield Box(x=x, y=y + far, width=size, height=ring, weight=0)
            yield Box(x=x + far, y=y, width=ring, height=size, weight=0)
        middle_x, middle_y = x + size / 2, y + size / 2
        yield Box(x=middle_x - width / 2, y=middle_y - height / 2, width=width, height=height, weight=0)


def has_squads(geometry: SheetGeometry) -> bool:
    """Return whether the players stand above the tables; a race needs the room."""
    return geometry.blocks[0].y > TOP - 1


def crossed_box(x: float, y: float, size: float, reach: float) -> Iterator[Shape]:
    """Yield a box that is crossed, as an example, with its middle there."""
    yield replace(black_box(x, y, size), weight=HAIR)
    for turn in (-reach, reach):
        yield Line(x1=x - reach, y1=y - turn, x2=x + reach, y2=y + turn, weight=LINE)


def black_box(x: float, y: float, size: float) -> Box:
    """Return a box that is blacked out, as an example, with its middle there."""
    return Box(x=x - size / 2, y=y - size / 2, width=size, height=size, weight=0)


def _legend(form: BlankSheet, geometry: SheetGeometry) -> Iterator[Shape]:
    """Yield how to mark and how to correct, drawn as well as told."""
    first, second = _instructions(form, geometry)
    number = f" No.: each player’s number, {'above the tables' if has_squads(geometry) else 'on the back'}."
    if width_of(first + number, 8) <= LEGEND_ROOM:
        first += number
    else:
        second += number
    x, middle = LEGEND_AT + BOX_EXAMPLE / 2, LEGEND_ON - 1.0
    yield from crossed_box(x, middle, BOX_EXAMPLE, 1.1)
    yield Words(x=x + 2.6, y=LEGEND_ON, text=first, size=8, room=LEGEND_ROOM)
    middle += LEGEND_APART
    yield black_box(x, middle, BOX_EXAMPLE)
    yield Words(x=x + 2.6, y=LEGEND_ON + LEGEND_APART, text=second, size=8, room=107)
    at = 129.0
    kinds: tuple[tuple[Taker, str, float], ...] = (
        (HOME, "home", 12),
        (AWAY, "away", 12),
        (NOBODY, "nobody", 0),
    )
    for whose, word, room in kinds[: 3 if geometry.style is Style.HANDS else 2]:
        yield from mark(whose, at, middle)
        yield Words(x=at + 2, y=LEGEND_ON + LEGEND_APART, text=word, size=8, weight=600)
        at += room


def key(form: BlankSheet) -> str:
    """Return what the boxes beside the awards are for; empty where there are none."""
    parts = ["Up: the card turned."] * form.has_turned
    parts += ["Beg: G a point given, R run."] * form.has_begging
    parts += ["!: jack hung."] * any(column.has_hung for column in form.columns)
    return " ".join(parts)


def nobodys_line(form: BlankSheet) -> str:
    """Return how to write that nobody took an award that has no box for nobody; empty where all have one."""
    struck = [column.title for column in form.columns if column.is_struck_out]
    return f"No trump out: a line through {' and '.join(struck)}." if struck else ""


def _instructions(form: BlankSheet, geometry: SheetGeometry) -> tuple[str, str]:
    wrong = "Wrong box? Black it out and cross the right one."
    if geometry.style is Style.GAMES:
        if form.has_turned or form.has_begging or form.has_hung:
            first = "In a game, cross one box for each turn-up, gift and hang jack."
            return f"{first} At the end write the points and cross Won.", wrong
        losers = " and the loser’s points" if geometry.blocks[0].has_losers else " for the winner"
        return f"After each {form.game_word} write the points, and cross Won{losers}.", wrong
    if geometry.style is Style.FINALS:
        first = "Write the hands, then" if form.has_marks else "Write"
        is_longer = geometry.is_large and sheet_geometry(form).style is Style.HANDS
        hands = "Hands have no room in large print: keep them on the ordinary sheet. " * is_longer
        return (
            f"{hands}{first} the final score of each {form.table_word}; cross a box for each of its figures.",
            wrong,
        )
    *others, last = (column.title for column in form.columns)
    stop = f" At {form.target} stop, and cross the Final score." if form.target else ""
    first = f"Cross one box each for {', '.join(others)} and {last}, then write the score.{stop}"
    parts = [part for part in (key(form), nobodys_line(form)) if part]
    return first, " ".join([*parts, wrong])


def _race(form: BlankSheet) -> Iterator[Shape]:
    if not form.race_to:
        return
    bottom = RACE_Y + 15.4
    yield Box(x=LEFT, y=RACE_Y, width=RIGHT - LEFT, height=15.4, weight=FRAME)
    yield text(LEFT + 2.5, RACE_Y + 4.2, f"Race to {form.race_to}", 14, face=Face.SLAB, anchor=Anchor.START)
    for place, words in enumerate(("One box for each game won,", "at any table.")):
        yield text(LEFT + 2.5, RACE_Y + 9 + 3 * place, words, 7, 400, anchor=Anchor.START)
    places = race_places(form.race_to)
    yield text(places[0] - 5, RACE_Y + 7.7, "games", 7, 400)
    for side, y in ((HOME, RACE_Y + 4.1), (AWAY, RACE_Y + 11.3)):
        yield from mark(side, places[0] - 5, y)
    for won, x in enumerate(places, start=1):
        strong = won % EVERY == 0 or won == form.race_to
        yield text(x, RACE_Y + 7.7, str(won), 7.5 if strong else 6.8, 700 if strong else 400)
    edge = RIGHT - 35
    yield Line(x1=edge, y1=RACE_Y, x2=edge, y2=bottom, weight=LINE)
    yield text(edge + 2, RACE_Y + 3, "Final, in games", 7.5, anchor=Anchor.START)
    for side in (HOME, AWAY):
        left = edge + 5.5 + side * 16.5
        yield from mark(side, left - 2.6, RACE_Y + 10)
        yield Box(x=left, y=RACE_Y + 5.8, width=11, height=8.2, weight=HAIR)


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
            yield from small_mark(SIDES[side], left + (9 + side) * 6.0, under)
        yield text(left + 11 * 6.0, under, "won", 6.5)


# --- Below the tables -------------------------------------------------------------------------


def _foot_of_tables(form: BlankSheet, geometry: SheetGeometry) -> Iterator[Shape]:
    if form.race_to:
        yield from signatures(((LEFT + 9, 95.0, 287.0), (SECOND, 192.0, 287.0)), CAPTAINS, CAPTAIN_ROOM)
        return
    yield from _totals(form)
    if _is_wide(form):
        low = SIGN_ABOVE_PENALTY if geometry.has_penalties else SIGN_LOW
        yield from signatures(((LEFT + 9, 95.0, low), (SECOND, 192.0, low)), CAPTAINS, CAPTAIN_ROOM)
    else:
        left = LEFT + NARROW_TOTALS + 2.4
        yield from signatures(((left, RIGHT, 266.3), (left, RIGHT, 275.0)), CAPTAINS, CAPTAIN_ROOM)
    if geometry.has_penalties:
        yield from penalty_labels(
            geometry, geometry.table_pages, 1, ("Penalty", "more: back"), with_heads=True
        )


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
    first = {box.award.rpartition("-")[2]: box for box in reversed(boxes)}
    for what, words in (("hand", "hand"), ("game", "game"), ("side", "to")):
        if what in first:
            yield text(first[what].x - 1.4, y + 2, words, 7.5, anchor=Anchor.END)
    if not with_heads:
        return
    for box in boxes:
        yield from under_penalty(box, y + 5.6, 7)


def under_penalty(box: MarkBox, y: float, size: float, weight: int = 600) -> Iterator[Shape]:
    """Yield what a box of a penalty is for, so low under it."""
    if box.side:
        yield from mark(taker(box.side), box.middle[0], y)
    else:
        sign = {"table": "T", "points": "+"}.get(box.award.rpartition("-")[2], "")
        yield text(box.middle[0], y, sign + box.value, size, weight)


def _is_wide(form: BlankSheet) -> bool:
    return form.tables > 4


def totals_heads(form: BlankSheet) -> tuple[str, ...]:
    """Return the columns of the totals: each table, the sum, what each part gives, the match points."""
    return (
        *(f"{form.table_word.capitalize()} {table}" for table in range(1, form.tables + 1)),
        "Total",
        *(f"{points(halves)} {what}" for halves, what in rewards(form)),
        "Match points",
    )


def totals_row(form: BlankSheet) -> float:
    """Return how high a side's line of the totals is; lower where both captains sign below."""
    return LOW_TOTALS_ROW if _is_wide(form) else TOTALS_ROW


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
    edges, row = totals_edges(form), totals_row(form)
    bottom = TOTALS_Y + TOTALS_HEAD + 2 * row
    title = f"{form.game_word}s" if form.has_several_games else ""
    if title:
        yield text(LEFT + 2, TOTALS_Y + TOTALS_HEAD / 2, title, 7, anchor=Anchor.START)
    for head, left, right in zip(totals_heads(form), edges, edges[1:], strict=False):
        middle = TOTALS_Y + TOTALS_HEAD / 2
        yield text((left + right) / 2, middle, head, 7, room=right - left - 1)
    for side in (HOME, AWAY):
        middle = TOTALS_Y + TOTALS_HEAD + (side + 0.5) * row
        yield from mark(side, LEFT + 2.4, middle)
        yield text(LEFT + 4.6, middle, SIDES[side], 8, anchor=Anchor.START)
        line = TOTALS_Y + TOTALS_HEAD + side * row
        yield Line(x1=LEFT, y1=line, x2=edges[-1], y2=line, weight=HAIR)
    for x in edges[:-1]:
        yield Line(x1=x, y1=TOTALS_Y, x2=x, y2=bottom, weight=HAIR)
    for x in (edges[form.tables], edges[-2]):
        yield Line(x1=x, y1=TOTALS_Y, x2=x, y2=bottom, weight=FRAME)
    yield Box(x=LEFT, y=TOTALS_Y, width=edges[-1] - LEFT, height=bottom - TOTALS_Y, weight=FRAME)
