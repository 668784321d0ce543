"""What is known of a game, written into the block of its slip: crosses, the running score, how it ended."""

from collections.abc import Iterator

from league.printing.blocks import (
    BEGGED,
    BOX,
    ENDED,
    FIGURES,
    FOOT,
    HEAD,
    NAMES,
    NUMBERS,
    ORDER,
    Block,
)
from league.printing.drawing import FIVES, Anchor, Line, Shape, Words, cross, middle_of
from league.printing.forms_on_paper import GameOnPaper, HandOnPaper
from scoring.seats import AWAY, HOME, NOBODY


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
