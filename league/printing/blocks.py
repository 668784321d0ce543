"""A table's block of a form: who sits down, a row of boxes a hand, how it ended. On sheet and slip alike.

Also the key to a form: in a few words what is written in the boxes beside the awards, if its game has such.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from league.matches.sheet.values import GAVE, RAN
from league.printing.drawing import (
    EDGE,
    FIVES,
    FRAME,
    HAIR,
    MARK,
    Anchor,
    Box,
    Face,
    Line,
    Shape,
    Words,
    mark,
    middle_of,
)
from league.printing.forms_on_paper import BlankSheet
from scoring.seats import AWAY, HOME, NOBODY, Taker

# All in mm. The boxes are as wide as a biro's cross and far enough apart that it cannot stray into the next.
BOX = 3.8
PITCH = 6.5
NUMBERS = 6.2
LEAST_SCORE = 8.5
TURNED = 9.5  # room to write a card or two
TABLE_NUMBER = 14.8
NAMES = 6.9
HEADS = 3.9
MARKS = 3.5
FOOT = 6.4
ENDED = 15.0
AROUND_ROWS = 2 * NAMES + HEADS + MARKS + FOOT

LEAST_ROW, MOST_ROW = 5.0, 6.2
EVERY = 5  # hands between two heavier lines
LABEL, HEAD, FIGURES = 7.5, 7.8, 9.5  # points

ORDER: tuple[Taker, ...] = (HOME, AWAY, NOBODY)
"""The boxes of an award, always in this order."""

BEGGED: tuple[tuple[str, str], ...] = ((GAVE, "G"), (RAN, "R"))
"""The boxes of what the dealer did when they were begged, each with its letter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Where the block of one game of a table stands, and how high its rows are."""

    form: BlankSheet
    table: int
    game: int
    x: float
    y: float
    width: float
    row: float

    @property
    def rows_at(self) -> float:
        return self.y + 2 * NAMES + HEADS + MARKS

    @property
    def foot_at(self) -> float:
        return self.rows_at + self.form.rows * self.row

    @property
    def bottom(self) -> float:
        return self.foot_at + FOOT

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def pitch(self) -> float:
        """From one box to the next: closer together only where a hand has more boxes than the width holds."""
        boxes = sum(column.all_boxes for column in self.form.columns) + self.begged_boxes
        return min(PITCH, (self.width - NUMBERS - self.turned_width - 2 * LEAST_SCORE) / boxes)

    @property
    def turned_width(self) -> float:
        """The room to write down the card turned up, where that scores."""
        return TURNED if self.form.has_turned else 0.0

    @property
    def begged_boxes(self) -> int:
        return len(BEGGED) if self.form.has_begging else 0

    @property
    def begged_at(self) -> float:
        """The left edge of the boxes for begging."""
        return self.x + NUMBERS + self.turned_width

    @property
    def column_edges(self) -> tuple[float, ...]:
        """The left edges of the awards' columns, and after them that of the scores."""
        edges = [self.begged_at + self.begged_boxes * self.pitch]
        for column in self.form.columns:
            edges.append(edges[-1] + column.all_boxes * self.pitch)
        return tuple(edges)

    @property
    def scores_at(self) -> float:
        return self.column_edges[-1]

    @property
    def score_width(self) -> float:
        return (self.right - self.scores_at) / 2

    def row_middle(self, hand: int) -> float:
        """Return the height of a hand's row, hands from 1."""
        return self.rows_at + (hand - 0.5) * self.row

    def box_middle(self, column: int, taker: Taker) -> float:
        return self.column_edges[column] + (ORDER.index(taker) + 0.5) * self.pitch

    def hung_middle(self, column: int) -> float:
        """Return the box beside those of a jack: it was hung."""
        return self.column_edges[column] + (self.form.columns[column].boxes + 0.5) * self.pitch

    def begged_middle(self, place: int) -> float:
        return self.begged_at + (place + 0.5) * self.pitch

    def score_middle(self, side: int) -> float:
        return self.scores_at + (side + 0.5) * self.score_width

    def name_top(self, side: int) -> float:
        return self.y + side * NAMES


def printed_block(block: Block) -> Iterator[Shape]:
    """Yield what is printed of a block before anybody writes on it."""
    yield from _names(block)
    yield from _heads(block)
    for hand in range(1, block.form.rows + 1):
        yield from _row(block, hand)
    yield from _uprights(block)
    yield from _foot(block)
    yield Box(x=block.x, y=block.y, width=block.width, height=block.bottom - block.y, weight=FRAME)


def _names(block: Block) -> Iterator[Shape]:
    left, top, middle = block.x + TABLE_NUMBER, block.y, block.x + TABLE_NUMBER / 2
    several = block.form.has_several_games
    yield Words(
        x=middle, y=top + (3.2 if several else 4.0), text="TABLE", size=7, weight=600, anchor=Anchor.MIDDLE
    )
    yield Words(
        x=middle,
        y=top + (9.3 if several else 11.6),
        text=str(block.table),
        size=18 if several else 22,
        weight=600,
        face=Face.SLAB,
        anchor=Anchor.MIDDLE,
    )
    if several:
        yield Words(
            x=middle, y=top + 12.6, text=f"game {block.game}", size=7, weight=600, anchor=Anchor.MIDDLE
        )
    yield Line(x1=left, y1=top, x2=left, y2=top + 2 * NAMES, weight=FIVES)
    yield Line(x1=left, y1=top + NAMES, x2=block.right, y2=top + NAMES, weight=EDGE)
    yield Line(x1=block.x, y1=top + 2 * NAMES, x2=block.right, y2=top + 2 * NAMES, weight=FRAME)
    for side, whose in ((HOME, "home"), (AWAY, "away")):
        y = block.name_top(side) + 2.75
        yield from mark(side, left + 2.4, y - MARK + 0.15)
        yield Words(x=left + 4.6, y=y, text=f"{whose} {block.form.seats}", size=LABEL)
        yield from _first_pitch(block, side)


def _first_pitch(block: Block, side: int) -> Iterator[Shape]:
    middle = block.name_top(side) + NAMES / 2
    yield Box(x=block.right - 1.7 - BOX, y=middle - BOX / 2, width=BOX, height=BOX)
    yield Words(
        x=block.right - 2.6 - BOX,
        y=middle_of(middle, LABEL),
        text=block.form.first_words,
        size=LABEL,
        anchor=Anchor.END,
    )


def _heads(block: Block) -> Iterator[Shape]:
    top = block.y + 2 * NAMES
    words_on = middle_of(top + HEADS / 2, HEAD)
    marks_on = top + HEADS + MARKS / 2
    edges = block.column_edges
    for number, column in enumerate(block.form.columns):
        middle = (edges[number] + edges[number + 1]) / 2
        yield Words(x=middle, y=words_on, text=column.title, size=HEAD, weight=600, anchor=Anchor.MIDDLE)
        for taker in ORDER[: column.boxes]:
            yield from mark(taker, block.box_middle(number, taker), marks_on)
        if column.has_hung:
            yield _letter(block.hung_middle(number), marks_on, "!")
    yield from _heads_of_the_deal(block, words_on, marks_on)
    yield Words(
        x=(block.scores_at + block.right) / 2,
        y=words_on,
        text="Score so far",
        size=HEAD,
        weight=600,
        anchor=Anchor.MIDDLE,
    )
    for side in (HOME, AWAY):
        yield from mark(side, block.score_middle(side), marks_on)
    yield Line(x1=block.x, y1=top + HEADS, x2=block.right, y2=top + HEADS)
    yield Line(x1=block.x, y1=block.rows_at, x2=block.right, y2=block.rows_at, weight=FIVES)


def _heads_of_the_deal(block: Block, words_on: float, marks_on: float) -> Iterator[Shape]:
    """Yield the card turned up, and the boxes of what was done when eldest begged."""
    if block.form.has_turned:
        middle = block.x + NUMBERS + block.turned_width / 2
        yield Words(x=middle, y=words_on, text="Up", size=HEAD, weight=600, anchor=Anchor.MIDDLE)
    if block.form.has_begging:
        middle = block.begged_at + block.begged_boxes * block.pitch / 2
        yield Words(x=middle, y=words_on, text="Beg", size=HEAD, weight=600, anchor=Anchor.MIDDLE)
        for place, (_, letter) in enumerate(BEGGED):
            yield _letter(block.begged_middle(place), marks_on, letter)


def _letter(x: float, middle: float, text: str) -> Words:
    """Return a letter over a box that is no side's."""
    return Words(x=x, y=middle_of(middle, LABEL), text=text, size=LABEL, weight=600, anchor=Anchor.MIDDLE)


def _row(block: Block, hand: int) -> Iterator[Shape]:
    middle = block.row_middle(hand)
    yield Words(
        x=block.x + NUMBERS / 2,
        y=middle_of(middle, HEAD),
        text=str(hand),
        size=HEAD,
        weight=600,
        anchor=Anchor.MIDDLE,
    )
    for number, column in enumerate(block.form.columns):
        for taker in ORDER[: column.boxes]:
            yield _box(block.box_middle(number, taker), middle)
        if column.has_hung:
            yield _box(block.hung_middle(number), middle)
    for place in range(block.begged_boxes):
        yield _box(block.begged_middle(place), middle)
    below = block.rows_at + hand * block.row
    last = hand == block.form.rows
    weight = FIVES if last or hand % EVERY == 0 else HAIR
    yield Line(x1=block.x, y1=below, x2=block.right, y2=below, weight=weight)


def _box(x: float, middle: float) -> Box:
    return Box(x=x - BOX / 2, y=middle - BOX / 2, width=BOX, height=BOX)


def _uprights(block: Block) -> Iterator[Shape]:
    top = block.y + 2 * NAMES
    of_the_deal = [block.x + NUMBERS] * block.form.has_turned + [block.begged_at] * block.form.has_begging
    for x in (*of_the_deal, *block.column_edges[:-1]):
        yield Line(x1=x, y1=top, x2=x, y2=block.foot_at, weight=EDGE)
    yield Line(x1=block.scores_at, y1=top, x2=block.scores_at, y2=block.bottom, weight=FRAME)
    between = block.scores_at + block.score_width
    yield Line(x1=between, y1=top + HEADS, x2=between, y2=block.foot_at)
    yield Line(x1=between, y1=block.foot_at, x2=between, y2=block.bottom, weight=FIVES)


def _foot(block: Block) -> Iterator[Shape]:
    ended = block.scores_at - ENDED
    yield Words(x=block.x + 1.6, y=block.foot_at + 2.75, text="penalties (hand, side, points)", size=LABEL)
    yield Line(x1=ended, y1=block.foot_at, x2=ended, y2=block.bottom, weight=EDGE)
    yield Words(
        x=ended + ENDED / 2,
        y=middle_of(block.foot_at + FOOT / 2, HEAD),
        text="ended",
        size=HEAD,
        weight=600,
        anchor=Anchor.MIDDLE,
    )


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
