"""Where things stand on slips: pure geometry, whatever the match format."""

from dataclasses import replace
from itertools import pairwise

import pytest

from league.models import RuleBook
from league.printing.blocks import BOX, LEAST_ROW, Block
from league.printing.drawing import A4_HEIGHT, A4_WIDTH, Box, Disc, Drawing, Line, Words, width_of
from league.printing.forms_on_paper import AwardColumn, BlankSheet, GameOnPaper, HandOnPaper, sheet_form
from league.printing.slips import printed_slips, slip_pages
from league.printing.written_blocks import written_block
from scoring.seats import AWAY, HOME, NOBODY
from tests.printing.casts import a_form
from tests.results.test_entry_family import CARIBBEAN

LEAST_MARGIN = 5.0
FORMATS = {
    "Heckmondwike": a_form(),
    "one table": a_form((1,)),
    "three tables": a_form((1, 1, 1)),
    "eight tables": a_form((1,) * 8),
    "to 31": a_form(rows=31, target=31),
    "to 9": a_form(rows=9, target=9),
    "seven games a table": a_form((7, 7, 8), rows=14, target=14, game_won=2, table_won=0),
    "a card turned up": sheet_form(RuleBook(**CARIBBEAN)),
    "twelve boxes a hand": a_form(
        columns=tuple(AwardColumn(title=title, boxes=3) for title in ("High", "Low", "Jack", "Game"))
    ),
}
every_format = pytest.mark.parametrize("form", FORMATS.values(), ids=FORMATS.keys())


def boxes_of(drawing: Drawing) -> list[Box]:
    """The boxes to cross: all of one size."""
    return [
        shape
        for shape in drawing.shapes
        if isinstance(shape, Box) and (shape.width, shape.height) == (BOX, BOX)
    ]


def words_of(drawing: Drawing) -> list[str]:
    return [shape.text for shape in drawing.shapes if isinstance(shape, Words)]


def reach(drawing: Drawing) -> tuple[float, float, float, float]:
    """The outermost ink: left, top, right, bottom; but for the lines to cut along, which go to the edge."""
    across, down = [], []
    for shape in drawing.shapes:
        match shape:
            case Line(dashed=False):
                across += [shape.x1, shape.x2]
                down += [shape.y1, shape.y2]
            case Box():
                across += [shape.x, shape.x + shape.width]
                down += [shape.y, shape.y + shape.height]
            case Disc() | Words():
                across.append(shape.x)
                down.append(shape.y)
    return min(across), min(down), max(across), max(down)


@every_format
def test_every_game_has_its_block_in_order(form: BlankSheet) -> None:
    placed = [(block.table, block.game) for page in slip_pages(form) for block in page.blocks]
    assert placed == list(form.every_game)


@every_format
def test_every_hand_has_its_boxes(form: BlankSheet) -> None:
    a_hand = sum(column.all_boxes for column in form.columns) + 2 * form.has_begging
    wanted = len(form.every_game) * (form.rows * a_hand + 2)
    slips = [printed_slips(page) for page in slip_pages(form)]
    assert sum(len(boxes_of(slip)) for slip in slips) == wanted


@every_format
def test_nothing_stands_where_printers_do_not_print(form: BlankSheet) -> None:
    for drawing in map(printed_slips, slip_pages(form)):
        left, top, right, bottom = reach(drawing)
        assert min(left, top, A4_WIDTH - right, A4_HEIGHT - bottom) >= LEAST_MARGIN


@every_format
def test_boxes_never_touch(form: BlankSheet) -> None:
    for drawing in map(printed_slips, slip_pages(form)):
        boxes = sorted(boxes_of(drawing), key=lambda box: (round(box.y, 3), box.x))
        for box, following in pairwise(boxes):
            if abs(box.y - following.y) < BOX:
                assert following.x - box.x > BOX + 0.5


def test_four_slips_come_out_of_one_sheet() -> None:
    assert len(slip_pages(a_form())) == 1
    assert len(slip_pages(a_form((1,) * 8))) == 2


def test_long_games_have_long_slips_two_to_a_sheet() -> None:
    (first, second) = slip_pages(a_form((1, 1, 1), rows=31))
    assert [len(first.blocks), len(second.blocks)] == [2, 1]
    assert first.blocks[0].row >= LEAST_ROW


def test_home_away_and_nobody_always_stand_in_that_order() -> None:
    block = slip_pages(a_form())[0].blocks[0]
    for column in range(4):
        assert block.box_middle(column, HOME) < block.box_middle(column, AWAY)
    assert block.box_middle(2, AWAY) < block.box_middle(2, NOBODY)


def is_crossed(drawing: Drawing, x: float, y: float) -> bool:
    strokes = [
        line
        for line in drawing.shapes
        if isinstance(line, Line) and near((line.x1 + line.x2) / 2, x) and near((line.y1 + line.y2) / 2, y)
    ]
    return len(strokes) == 2


def word_at(drawing: Drawing, x: float, y: float) -> str:
    (found,) = (
        shape.text
        for shape in drawing.shapes
        if isinstance(shape, Words) and near(shape.x, x) and abs(shape.y - y) < 2
    )
    return found


def near(one: float, other: float) -> bool:
    return abs(one - other) < 0.01


def test_a_block_says_its_table_and_its_game() -> None:
    page = slip_pages(a_form((2, 2)))[0]
    words = words_of(printed_slips(page))
    assert words.count("game 1") == words.count("game 2") == 2
    assert isinstance(page.blocks[0], Block)


def test_sheets_have_room_for_what_their_game_knows() -> None:
    (page, *_) = slip_pages(FORMATS["a card turned up"])
    words = words_of(printed_slips(page))
    assert {"Up", "Beg", "G", "R", "!", "led first"} <= set(words)
    key = "Up: the card turned. Beg: G a point given, R run. !: jack hung. No trump out: a line through High"
    assert key in " ".join(words)
    heckmondwike = words_of(printed_slips(slip_pages(a_form())[0]))
    assert not {"Up", "Beg", "!", "led first"} & set(heckmondwike)
    assert "trump" not in " ".join(heckmondwike)


def test_high_and_low_that_nobody_took_are_struck_out_where_they_have_no_box_for_it() -> None:
    block = slip_pages(FORMATS["a card turned up"])[0].blocks[0]
    hand = HandOnPaper(takers=(NOBODY, NOBODY, NOBODY, HOME), score=(1, 0))
    game = GameOnPaper(
        table=1, game=1, home_pair="", away_pair="", hands=(hand,), score=(), first_pitch=None, penalties=""
    )
    lines = [
        shape for shape in written_block(block, game) if isinstance(shape, Line) and shape.y1 == shape.y2
    ]
    (high, low) = lines
    assert high.y1 == low.y1 == block.row_middle(1)
    assert high.x1 < block.box_middle(0, HOME) < block.box_middle(0, AWAY) < high.x2 < low.x1


@every_format
def test_every_line_of_a_key_has_room(form: BlankSheet) -> None:
    for shape in printed_slips(slip_pages(form)[0]).shapes:
        if isinstance(shape, Words) and "wrong cross" in shape.text:
            assert width_of(shape.text, shape.size) <= slip_pages(form)[0].blocks[0].width


def test_a_card_turned_a_gift_and_a_hung_jack_are_written_where_they_belong() -> None:
    block = slip_pages(FORMATS["a card turned up"])[0].blocks[0]
    plain = HandOnPaper(takers=(HOME, HOME, HOME, HOME), score=(5, 0))
    full = replace(plain, turned="6S", said="g", is_hung=True)
    game = GameOnPaper(
        table=1,
        game=1,
        home_pair="",
        away_pair="",
        hands=(plain, full),
        score=(),
        first_pitch=None,
        penalties="",
    )
    drawn = [shape for shape in written_block(block, game) if not isinstance(shape, Words)]
    below = [shape for shape in drawn if isinstance(shape, Line) and shape.y1 > block.rows_at + block.row]
    assert len(below) - (len(drawn) - len(below)) == 2 * 2, "two more crosses in the second row"
    assert "6S" in [shape.text for shape in written_block(block, game) if isinstance(shape, Words)]
