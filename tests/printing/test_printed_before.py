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
from tests.printing.worlds import book_of
from tests.tools.photographs.measure import compared
from tests.tools.photographs.sheets import FilledSheet

FOLDER = Path(__file__).parent / "printed_before"


@pytest.mark.parametrize(
    ("version", "name", "least"),
    [
        (2, "version-2", 30),
        pytest.param(2, "version-2-large", 10, marks=pytest.mark.slow),
        (3, "version-3", 30),
    ],
)
def test_a_sheet_printed_with_an_earlier_version_of_the_boxes_is_still_read(
    version: int, name: str, least: int
) -> None:
    """The pictures cannot be printed again: first pages with crosses of a biro, at 150 dots to the inch.

    In large print a page is one table; of three of its thirteen hands a figure of the score is in a box. That
    of the third version has six tables of two games, without boxes of penalties.
    """
    told = json.loads((FOLDER / f"{name}.json").read_text())
    book = get("heckmondwike").rule_book() if version == 2 else book_of("six by two")
    known = sheet_of_book(book, is_large=name.endswith("large"), version=version)
    page = read_photograph((FOLDER / f"{name}.png").read_bytes(), lambda _: known)
    assert page.version == version
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
    third, now = (sheet_geometry(form, version=version) for version in (3, VERSION))
    assert "loser" in {box.award for box in third.boxes}
    new = [box for box in now.boxes if box not in third.boxes]
    assert {box.award.partition("-")[0] for box in new} == {"penalty"}
    assert {box.size for box in new} == {4.0}
    assert set(third.boxes) < set(now.boxes)
