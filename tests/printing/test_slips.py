"""Table slips: the block of the sheet cut out, with marks, code and names of its own; on the page too."""

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import call_command
from pypdf import PdfReader

from league.printing.codes import QUIET, modules
from league.printing.documents import table_slips
from league.printing.drawing import A4_HEIGHT, A4_WIDTH, Box, Disc, Line, Words, width_of
from league.printing.forms_on_paper import BlankSheet
from league.printing.geometry import BLOCK_WIDTH, VERSION, sheet_geometry
from league.printing.pdf import pdf
from league.printing.slip_geometry import (
    SLIP_CODE_SIZE,
    SLIP_CODE_X,
    SLIP_CODE_Y,
    SLIP_CORNER,
    SLIP_EDGE,
    SLIP_WIDTH,
    moved_box,
    slip_geometry,
)
from league.printing.slips import address_on, printed_slips, written_slips
from tests.examples import sampled
from tests.printing.casts import a_blank, a_form, a_played_sheet, a_sheet
from tests.printing.test_sheets import CODE, FORMS, crossed, every_form, measured, photograph, words_of

LEAST_MARGIN = 3.5  # mm: nothing but the frame of a block comes closer to the edge than 4


@every_form
def test_a_slip_is_the_very_block_of_its_table_on_the_sheet(form: BlankSheet) -> None:
    sheet, slips = sheet_geometry(form), slip_geometry(form)
    assert [block.table for block in slips.blocks] == list(range(1, form.tables + 1))
    for block in slips.blocks:
        (whole,) = (one for one in sheet.blocks if one.table == block.table)
        assert (block.height, block.right - block.x) == (whole.height, pytest.approx(BLOCK_WIDTH))
        boxes = {box.name: box for box in sheet.boxes if box.table == block.table}
        assert {box.name for box in slips.on(block.table or 0)} == set(boxes)
        for box in slips.on(block.table or 0):
            assert box.x - block.x == pytest.approx(boxes[box.name].x - whole.x, abs=0.002)
            assert box.y - block.y == pytest.approx(boxes[box.name].y - whole.y, abs=0.002)


@pytest.mark.parametrize(
    ("tables", "papers"), sampled([(1, 1), (2, 1), (3, 1), (4, 1), (6, 2), (8, 2)], each=6)
)
def test_four_slips_come_out_of_a_sheet_one_a_table(tables: int, papers: int) -> None:
    geometry = slip_geometry(a_form((1,) * tables))
    assert geometry.pages == papers
    pages = range(1, papers + 1)
    assert [table for page in pages for table in geometry.tables_on(page)] == list(range(1, tables + 1))


def test_a_race_has_one_slip_a_table_not_one_a_game() -> None:
    for name in ("caribbean-17", "caribbean-22", "crown-green"):
        form, geometry = FORMS[name], slip_geometry(FORMS[name])
        assert sum(len(geometry.tables_on(page)) for page in range(1, geometry.pages + 1)) == form.tables


def test_a_long_game_has_long_slips_two_to_a_sheet() -> None:
    geometry = slip_geometry(FORMS["to 31"])
    assert (geometry.down, geometry.slips_a_page, geometry.height) == (1, 2, A4_HEIGHT)


def test_a_slip_of_the_first_league_has_the_measures_of_its_design() -> None:
    geometry = slip_geometry(FORMS["heckmondwike"])
    block = geometry.blocks[0]
    assert (round(block.right - block.x, 1), round(block.height, 1)) == (97.5, 103.9)
    assert (SLIP_CORNER, SLIP_EDGE, SLIP_CODE_SIZE) == (5, 4, 15)
    assert len({marks[2:] for marks in geometry.corner_marks()}) == 4


@every_form
def test_marks_code_block_and_cuts_keep_clear_of_one_another(form: BlankSheet) -> None:
    geometry = slip_geometry(form)
    quiet = QUIET * SLIP_CODE_SIZE / len(modules(address_on(CODE, 1)))
    code = (SLIP_CODE_X - quiet, SLIP_CODE_Y - SLIP_EDGE, SLIP_CODE_X + SLIP_CODE_SIZE + quiet)
    for block in geometry.blocks:
        assert 0 < block.x < block.right < SLIP_WIDTH
        assert SLIP_CODE_Y + SLIP_CODE_SIZE + quiet < block.y
        assert block.bottom < min(y for _, y, _, _ in geometry.corner_marks()[2:])
    for x, y, _, _ in geometry.corner_marks():
        assert min(x, y) >= SLIP_EDGE
        assert max(x - SLIP_WIDTH, y - geometry.height) <= -SLIP_EDGE - SLIP_CORNER
        assert y > 20 or x + SLIP_CORNER < code[0] or x > code[2]


@every_form
def test_nothing_stands_where_printers_do_not_print(form: BlankSheet) -> None:
    match = a_sheet(form=form, code=CODE)
    for page in range(1, slip_geometry(form).pages + 1):
        for drawing in (printed_slips(form, page), written_slips(match, page)):
            for shape in drawing.all_shapes:
                match shape:
                    case Line(dashed=False):
                        across, down = (shape.x1, shape.x2), (shape.y1, shape.y2)
                    case Box():
                        across, down = (shape.x, shape.x + shape.width), (shape.y, shape.y + shape.height)
                    case Disc():
                        across, down = (shape.x,), (shape.y,)
                    case Words():
                        width = width_of(shape.text, shape.size, shape.face, shape.weight)
                        width = min(width, shape.room) if shape.room else width
                        left = shape.x - {"start": 0, "middle": width / 2, "end": width}[shape.anchor]
                        across, down = (left, left + width), (shape.y,)
                        assert width_of(shape.text, shape.size) * 6 / shape.size <= (shape.room or 200)
                    case _:
                        continue
                assert min(across + down) >= LEAST_MARGIN
                assert max(across) <= A4_WIDTH - LEAST_MARGIN
                assert max(down) <= A4_HEIGHT - LEAST_MARGIN


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(["crown-green", "heckmondwike", "caribbean-22"], each=3))
def test_boxes_are_on_the_rendered_slip_to_a_quarter_of_a_millimetre(tmp_path: Path, name: str) -> None:
    form = FORMS[name]
    geometry = slip_geometry(form)
    pages = photograph(table_slips([a_sheet(form=form, code=CODE)]), tmp_path)
    assert len(pages) == geometry.pages
    for table in range(1, form.tables + 1):
        page, left, top = geometry.place(table)
        for box in (moved_box(box, left, top, page) for box in geometry.on(table)):
            edges = (box.x, box.y, box.x + box.size, box.y + box.size)
            for edge, ink in zip(edges, measured(pages[page - 1], box), strict=True):
                assert abs(edge - ink) < 0.25, box.name


def test_a_slip_says_its_table_both_names_when_and_how_to_mark() -> None:
    match = a_sheet("The Black Labrador, Batley", "Old Bank Working Men’s Club B", code=CODE)
    (page,) = PdfReader(io.BytesIO(pdf(table_slips([match])))).pages
    text = " ".join(page.extract_text().split())
    for words in (
        "The Black Labrador, Batley",
        "Old Bank Working Men’s Club B",
        "Thu 14 Jan 2027, 8.30 pm",
        "Division One, week 12",
        "cross one box",
        "black out a wrong one",
    ):
        assert text.count(words) == 4
    assert text.count("signed") == 8
    for table in (1, 2, 3, 4):
        assert f"Table {table}" in text
        assert f"k7m4 9qtd-{table}" in text


def test_the_number_of_the_table_is_the_largest_on_a_slip() -> None:
    drawing = printed_slips(a_form(), 1)
    largest = max(shape.size for shape in drawing.shapes if isinstance(shape, Words))
    assert {shape.text for shape in drawing.shapes if isinstance(shape, Words) and shape.size == largest} == {
        "1",
        "2",
        "3",
        "4",
    }


def test_the_code_names_table_and_version() -> None:
    assert address_on(CODE, 3) == f"https://three-valleys.example.org/s/k7m49qtd/tables/3/#s3v{VERSION}"


def test_a_game_with_more_boxes_has_their_key_at_the_foot() -> None:
    match = a_sheet(form=FORMS["begging"])
    assert "Beg: G a point given, R run." in words_of(written_slips(match, 1))


def test_a_blank_slip_has_lines_to_write_on() -> None:
    blank = a_blank()
    words = words_of(written_slips(blank, 1))
    assert words.count("date") == 4
    assert "Three Valleys All Fours League, 2026-27" in words


def test_a_played_table_has_its_crosses_and_says_who_sat_there() -> None:
    match = replace(a_played_sheet(), squads=(("Zoë Hirst",), ()))
    drawing = written_slips(match, 1)
    geometry = slip_geometry(match.form)
    _, left, top = geometry.place(1)
    boxes = {box.name for box in geometry.on(1) if crossed(drawing, moved_box(box, left, top, 1))}
    assert {"t1-h1-high-home", "t1-h2-jack-away", "t1-opened-away", "t1-final-away-13"} <= boxes
    assert "t1-player-home-1" in boxes
    told = "Zoë Hirst & Łukasz Żółć v Arthur Thwaite (senior) & Jean Ormondroyd; hand 2: 4 to away"
    assert told in words_of(drawing)


def test_the_command_prints_the_slips_and_where_they_are_cut_out() -> None:
    out = io.StringIO()
    call_command("sheet_geometry", "--format", "heckmondwike", "--slips", "--json", stdout=out)
    told = json.loads(out.getvalue())
    assert (told["version"], told["pages"], told["width"], told["height"]) == (VERSION, 4, 105.0, 148.5)
    assert told["slips"][3] == {"table": 4, "paper": 1, "x": 105.0, "y": 148.5}
    assert {box["page"] for box in told["boxes"]} == {1, 2, 3, 4}
    assert len(told["boxes"]) == 4 * (15 * 10 + 2 * 16 + 2 * 13)
    assert {corner["width"] for corner in told["corners"]} == {5.0}


def test_players_stand_on_the_front_of_a_slip_that_has_room_and_need_no_back() -> None:
    """A third of a slip for two games was blank, and its players were on the back."""
    match = a_sheet(form=a_form((2,) * 6), squads=(("Zoë Hirst",), ()))
    leaves = table_slips([match]).context["leaves"]
    assert len(leaves) == slip_geometry(match.form).pages
    assert words_of(written_slips(match, 1)).count("Zoë Hirst") == 4
