"""Sheets as they were printed before boxes moved: each is still read by the geometry of its own version."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from league.printing.geometry import LAYOUTS, VERSION, sheet_geometry
from league.reading.known_sheets import sheet_of_book
from league.reading.photographs import read_photograph
from league.regulations.presets import get
from tests.printing.casts import a_form
from tests.tools.photographs.measure import compared
from tests.tools.photographs.sheets import FilledSheet

FOLDER = Path(__file__).parent / "printed_before"


@pytest.mark.parametrize(
    ("name", "least"), [("version-2", 30), pytest.param("version-2-large", 10, marks=pytest.mark.slow)]
)
def test_a_sheet_printed_with_the_second_version_of_the_boxes_is_still_read(name: str, least: int) -> None:
    """The pictures cannot be printed again: first pages with crosses of a biro, at 150 dots to the inch.

    In large print a page is one table; of three of its thirteen hands a figure of the score is in a box.
    """
    told = json.loads((FOLDER / f"{name}.json").read_text())
    book = get("heckmondwike").rule_book()
    known = sheet_of_book(book, is_large=name.endswith("large"), version=2)
    page = read_photograph((FOLDER / f"{name}.png").read_bytes(), lambda _: known)
    assert page.version == 2
    truth = {question: tuple(values) for question, values in told.items()}
    # Only its marks are compared; the picture is the stored one.
    sheet = FilledSheet(picture=None, truth=truth, known=known, page=1, pens=())  # type: ignore[arg-type]
    answer = compared(page, sheet)
    assert (answer.faults, answer.wrong) == ([], 0)
    assert answer.right >= least


@pytest.mark.parametrize("is_large", [False, True])
def test_the_sheets_of_heckmondwike_have_their_tables_where_the_second_version_had_them(
    is_large: bool,
) -> None:
    before, now = (sheet_geometry(a_form(), is_large=is_large, version=version) for version in (2, VERSION))
    assert replace(before, version=VERSION).blocks == now.blocks
    assert set(before.boxes) <= set(now.boxes)


def test_every_version_that_was_printed_has_its_layout() -> None:
    assert set(LAYOUTS) == set(range(1, VERSION + 1))
    form = a_form((2,) * 6)
    assert {box.award for box in sheet_geometry(form, version=2).boxes} == {"player", "opened", "won"}
    assert "loser" in {box.award for box in sheet_geometry(form).boxes}
