"""The captain's score sheet: what is printed on every one, and what is written on a match's own.

What stands on a block once its game is known: crosses, the running score, how it ended.
"""

from collections.abc import Iterator
from functools import lru_cache

from league.printing.blocks import (
    BEGGED,
    BOX,
    ENDED,
    FIGURES,
    FOOT,
    HEAD,
    LABEL,
    NAMES,
    NUMBERS,
    ORDER,
    Block,
    key,
    nobodys_line,
    printed_block,
)
from league.printing.codes import SQUARE, beside, square
from league.printing.drawing import (
    A4_HEIGHT,
    A4_WIDTH,
    EDGE,
    FIVES,
    FRAME,
    HAIR,
    Anchor,
    Box,
    Drawing,
    Line,
    Shape,
    Words,
    cross,
    mark,
    middle_of,
    two_marks,
)
from league.printing.forms_on_paper import (
    BlankSheet,
    CodeOnPaper,
    GameOnPaper,
    HandOnPaper,
    MatchOnPaper,
    SideTotals,
    rewards,
)
from league.printing.sheet_pages import (
    BETWEEN,
    BLOCK_WIDTH,
    LEFT,
    REMARKS,
    RIGHT,
    SIGNATURES,
    TOTALS_HEAD,
    TOTALS_ROW,
    SheetPage,
)
from league.templatetags.words import points
from scoring.seats import AWAY, HOME, NOBODY

# All in mm from the top left corner of the paper.
NAMES_ON, NAME_APART = 11.4, 6.2
MARKS_AT = 16.2

# The square to scan, and where the words beside it end and may begin.
SQUARE_AT = (176.5, 5.2)
SQUARE_WORDS_ON, SQUARE_WORDS_ROOM = 8.4, 35.0
BESIDE_SQUARE = 3.5
LEGEND_ON, LEGEND_APART = 25.0, 3.7
TOTALS_LABEL = 25.0
FOOT_ON = 289.4
WHEN_FULL = "Both captains sign, then the sheet goes to the secretary. Keep the four corner squares clean."

CORNER, CORNER_FROM_EDGE = 5.0, 6.0


@lru_cache(maxsize=32)
def printed_sheet(page: SheetPage) -> Drawing:
    """Return what is the same on this page of every sheet of the season."""
    return Drawing(shapes=tuple(_printed(page)))


def _printed(page: SheetPage) -> Iterator[Shape]:
    yield from _corner_marks()
    yield from two_marks(MARKS_AT, NAMES_ON - 1.4, NAME_APART)
    yield from _legend(page.form)
    for block in page.blocks:
        yield from printed_block(block)
    yield _foot(page)
    if page.is_last:
        yield from _totals(page)
        yield from _remarks_and_signatures(page)


def _corner_marks() -> Iterator[Shape]:
    """Four squares, each different, so that a photograph can be straightened and turned the right way up."""
    far_x, far_y = A4_WIDTH - CORNER_FROM_EDGE - CORNER, A4_HEIGHT - CORNER_FROM_EDGE - CORNER
    near = CORNER_FROM_EDGE
    whole, half = 1.5, 0.75
    for x, y, width, height in (
        (near, near, whole, whole),
        (far_x, near, whole, half),
        (near, far_y, half, whole),
        (far_x, far_y, half, half),
    ):
        yield from _black_ring(x, y)
        yield Box(x=x + 1.75, y=y + 1.75, width=width, height=height, weight=0)


def _black_ring(x: float, y: float) -> Iterator[Shape]:
    """Filled, not stroked: its corners stay sharp."""
    for far in (0.0, CORNER - 1):
        yield Box(x=x, y=y + far, width=CORNER, height=1, weight=0)
        yield Box(x=x + far, y=y, width=1, height=CORNER, weight=0)


def _legend(form: BlankSheet) -> Iterator[Shape]:
    *others, last = (column.title for column in form.columns)
    text = f"{', '.join(others)} and {last}"
    x = MARKS_AT - 1
    for taker, word, room in ((HOME, "home", 12.4), (AWAY, "away", 11.8), (NOBODY, "nobody.", 14.6)):
        yield from mark(taker, x + 1, LEGEND_ON - 0.9)
        yield Words(x=x + 3.4, y=LEGEND_ON, text=word, size=8)
        x += room
    yield Words(
        x=x,
        y=LEGEND_ON,
        text=f"After each hand cross one box each for {text} and write the score.",
        size=8,
    )
    yield Words(
        x=MARKS_AT - 1,
        y=LEGEND_ON + LEGEND_APART,
        text=_second_line(form),
        size=8,
    )


def _second_line(form: BlankSheet) -> str:
    """Return the key, where the game has one: then it takes the place of the target."""
    if boxes := key(form):
        parts = (boxes, nobodys_line(form), "A wrong cross: black the box out, cross the right one.")
        return " ".join(part for part in parts if part)
    first_to = f"First to {form.target}: stop at the point that wins. " if form.target else ""
    return f"{first_to}A wrong cross: black the whole box out and cross the right one."


def _foot(page: SheetPage) -> Words:
    number = f"Page {page.number} of {page.of}. " if page.of > 1 else ""
    return Words(
        x=A4_WIDTH / 2,
        y=FOOT_ON,
        text=number + WHEN_FULL,
        size=8,
        anchor=Anchor.MIDDLE,
    )


def _totals(page: SheetPage) -> Iterator[Shape]:
    top, edges = page.totals_at, totals_edges(page.form)
    bottom = top + TOTALS_HEAD + 2 * TOTALS_ROW
    title = "Game points" if not page.form.has_several_games else "Games won"
    yield Words(x=LEFT + 2, y=middle_of(top + TOTALS_HEAD / 2, 7.8), text=title, size=7.8, weight=600)
    for head, left, right in zip(totals_heads(page.form), edges, edges[1:], strict=False):
        yield Words(
            x=(left + right) / 2,
            y=middle_of(top + TOTALS_HEAD / 2, 7.5),
            text=head,
            size=7.5,
            weight=600,
            anchor=Anchor.MIDDLE,
            room=right - left - 1,
        )
    for side, whose in ((HOME, "home"), (AWAY, "away")):
        middle = top + TOTALS_HEAD + (side + 0.5) * TOTALS_ROW
        yield from mark(side, LEFT + 3.2, middle)
        yield Words(x=LEFT + 5.6, y=middle_of(middle, 8.5), text=whose, size=8.5, weight=600)
    for y in (top + TOTALS_HEAD, top + TOTALS_HEAD + TOTALS_ROW):
        yield Line(x1=LEFT, y1=y, x2=RIGHT, y2=y, weight=EDGE)
    for x in edges[:-1]:
        yield Line(x1=x, y1=top, x2=x, y2=bottom, weight=HAIR)
    for x in (edges[page.form.tables], edges[-2]):
        yield Line(x1=x, y1=top, x2=x, y2=bottom, weight=FRAME)
    yield Box(x=LEFT, y=top, width=RIGHT - LEFT, height=bottom - top, weight=FRAME)


def totals_heads(form: BlankSheet) -> tuple[str, ...]:
    """Return the columns of the totals: each table, the sum, what each part gives, the match points."""
    return (
        *(f"Table {table}" for table in range(1, form.tables + 1)),
        "total",
        *(f"{points(halves)} {what}" for halves, what in rewards(form)),
        "match points",
    )


def totals_edges(form: BlankSheet) -> tuple[float, ...]:
    """Return the edges between the columns of the totals: a table's column is narrower than the others."""
    wide = 1.5
    shares = [1.0 if place < form.tables else wide for place in range(len(totals_heads(form)))]
    unit = (RIGHT - LEFT - TOTALS_LABEL) / sum(shares)
    edges = [LEFT + TOTALS_LABEL]
    for share in shares:
        edges.append(edges[-1] + share * unit)
    return tuple(edges)


def _remarks_and_signatures(page: SheetPage) -> Iterator[Shape]:
    top = page.remarks_at
    line = top + REMARKS
    yield Words(x=LEFT, y=top + 3.4, text="remarks", size=LABEL)
    yield Line(x1=LEFT, y1=line, x2=RIGHT, y2=line, weight=HAIR)
    for place, whose in enumerate(("home", "away")):
        x = LEFT + place * (BLOCK_WIDTH + BETWEEN)
        yield Words(x=x, y=line + 3.2, text=f"{whose} captain, signed and printed", size=LABEL)
        yield Line(x1=x, y1=line + SIGNATURES, x2=x + BLOCK_WIDTH, y2=line + SIGNATURES, weight=EDGE)


def written_sheet(page: SheetPage, match: MatchOnPaper) -> Drawing | None:
    """Return what is known of the match beyond its names, on this page; None while nothing is."""
    known = {(game.table, game.game): game for game in match.games}
    shapes = [
        shape for block in page.blocks for shape in _written(block, known.get((block.table, block.game)))
    ]
    if match.code:
        shapes += _code(match.code)
    if page.is_last and match.totals:
        shapes += _written_totals(page, match.totals)
    return Drawing(shapes=tuple(shapes)) if shapes else None


def _code(code: CodeOnPaper) -> Iterator[Shape]:
    """In the corner where the thumb is not, clear of the corner square that a photograph needs."""
    x, y = SQUARE_AT
    if code.site:
        yield from square(code.address, x, y)
    end = x - BESIDE_SQUARE if code.site else x + SQUARE
    yield from beside(code, end, SQUARE_WORDS_ON, SQUARE_WORDS_ROOM)


def _written(block: Block, game: GameOnPaper | None) -> Iterator[Shape]:
    return iter(()) if game is None else written_block(block, game)


def _written_totals(page: SheetPage, totals: tuple[SideTotals, SideTotals]) -> Iterator[Shape]:
    edges = totals_edges(page.form)
    for side, line in enumerate(totals):
        middle = page.totals_at + TOTALS_HEAD + (side + 0.5) * TOTALS_ROW
        cells = (*line.tables, str(line.total), *map(points, line.parts), points(line.match_points))
        for text, left, right in zip(cells, edges, edges[1:], strict=False):
            yield Words(
                x=(left + right) / 2,
                y=middle_of(middle, FIGURES),
                text=text,
                size=FIGURES,
                weight=700 if right == edges[-1] else 400,
                anchor=Anchor.MIDDLE,
            )


def written_block(block: Block, game: GameOnPaper) -> Iterator[Shape]:
    """Yield everything known of the game, in its place on the block."""
    for number, hand in enumerate(game.hands[: block.form.rows], start=1):
        yield from _written_hand(block, number, hand)
    if game.first_pitch is not None:
        middle = block.name_top(game.first_pitch) + NAMES / 2
        yield from cross(block.right - 1.7 - BOX / 2, middle, BOX / 2)
    for side, score in zip((HOME, AWAY), game.score, strict=False):
        yield _figure(block.score_middle(side), block.foot_at + FOOT / 2, str(score), weight=700)
    if game.penalties:
        room = block.scores_at - ENDED - block.x - 3.2
        yield Words(x=block.x + 1.6, y=block.bottom - 0.9, text=game.penalties, size=8, weight=600, room=room)


def _written_hand(block: Block, number: int, hand: HandOnPaper) -> Iterator[Shape]:
    middle = block.row_middle(number)
    for column, taker in enumerate(hand.takers):
        if taker is not None and ORDER.index(taker) < block.form.columns[column].boxes:
            yield from cross(block.box_middle(column, taker), middle, BOX / 2)
        if hand.is_hung and block.form.columns[column].has_hung:
            yield from cross(block.hung_middle(column), middle, BOX / 2)
        if taker is NOBODY and block.form.columns[column].is_struck_out:
            yield _struck_out(block, column, middle)
    if block.form.has_turned and hand.turned:
        at = block.x + NUMBERS + block.turned_width / 2
        room = block.turned_width - 1
        yield Words(
            x=at, y=middle_of(middle, HEAD), text=hand.turned, size=HEAD, anchor=Anchor.MIDDLE, room=room
        )
    for place, (text, _) in enumerate(BEGGED[: block.begged_boxes]):
        if hand.said == text:
            yield from cross(block.begged_middle(place), middle, BOX / 2)
    for side, score in zip((HOME, AWAY), hand.score, strict=True):
        yield _figure(block.score_middle(side), middle, str(score))


def _struck_out(block: Block, column: int, middle: float) -> Line:
    """Return a line through the boxes of an award nobody took, which has none for nobody."""
    first, last = block.box_middle(column, HOME), block.box_middle(column, AWAY)
    return Line(x1=first - BOX / 2, y1=middle, x2=last + BOX / 2, y2=middle, weight=FIVES)


def _figure(x: float, middle: float, text: str, weight: int = 400) -> Words:
    return Words(
        x=x, y=middle_of(middle, FIGURES), text=text, size=FIGURES, weight=weight, anchor=Anchor.MIDDLE
    )
