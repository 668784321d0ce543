"""A table's block of a form: who sits down, a row of boxes a hand, how it ended. On sheet and slip alike."""

from collections.abc import Iterator
from dataclasses import dataclass

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
    cross,
    mark,
    middle_of,
)
from league.selectors.prints import GameOnPaper, HandOnPaper
from league.selectors.sheet_forms import SheetForm
from scoring.seats import AWAY, HOME, NOBODY, Taker

# All in mm. The boxes are as wide as a biro's cross and far enough apart that it cannot stray into the next.
BOX = 3.8
PITCH = 6.5
NUMBERS = 6.2
LEAST_SCORE = 8.5
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Where the block of one game of a table stands, and how high its rows are."""

    form: SheetForm
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
        boxes = sum(column.boxes for column in self.form.columns)
        return min(PITCH, (self.width - NUMBERS - 2 * LEAST_SCORE) / boxes)

    @property
    def column_edges(self) -> tuple[float, ...]:
        """The left edges of the awards' columns, and after them that of the scores."""
        edges = [self.x + NUMBERS]
        for column in self.form.columns:
            edges.append(edges[-1] + column.boxes * self.pitch)
        return tuple(edges)

    @property
    def scores_at(self) -> float:
        return self.column_edges[-1]

    @property
    def score_width(self) -> float:
        return (self.right - self.scores_at) / 2

    def row_middle(self, hand: int) -> float:
        """The height of a hand's row, hands from 1."""
        return self.rows_at + (hand - 0.5) * self.row

    def box_middle(self, column: int, taker: Taker) -> float:
        return self.column_edges[column] + (ORDER.index(taker) + 0.5) * self.pitch

    def score_middle(self, side: int) -> float:
        return self.scores_at + (side + 0.5) * self.score_width

    def name_top(self, side: int) -> float:
        return self.y + side * NAMES


def printed_block(block: Block) -> Iterator[Shape]:
    """What is printed of a block before anybody writes on it."""
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
        text="pitched first",
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
            yield Box(x=block.box_middle(number, taker) - BOX / 2, y=middle - BOX / 2, width=BOX, height=BOX)
    below = block.rows_at + hand * block.row
    last = hand == block.form.rows
    weight = FIVES if last or hand % EVERY == 0 else HAIR
    yield Line(x1=block.x, y1=below, x2=block.right, y2=below, weight=weight)


def _uprights(block: Block) -> Iterator[Shape]:
    top = block.y + 2 * NAMES
    for x in block.column_edges[:-1]:
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


def written_block(block: Block, game: GameOnPaper) -> Iterator[Shape]:
    """What stands on a block when its game is known: crosses, the running score, how it ended."""
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
        if taker is not None:
            yield from cross(block.box_middle(column, taker), middle, BOX / 2)
    for side, score in zip((HOME, AWAY), hand.score, strict=True):
        yield _figure(block.score_middle(side), middle, str(score))


def _figure(x: float, middle: float, text: str, weight: int = 400) -> Words:
    return Words(
        x=x, y=middle_of(middle, FIGURES), text=text, size=FIGURES, weight=weight, anchor=Anchor.MIDDLE
    )
