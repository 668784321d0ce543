"""Photographs that leagues let be kept: every row is right or asked, none wrong and silent.

`manage.py export_sheet_cases` writes them. Those here are simulated until a league has sent one.
"""

import json
from pathlib import Path

import pytest

from league.reading.known_sheets import sheet_of_book
from league.reading.photographs import KnownSheet, read_photograph
from league.reading.readings import ReadPage, SheetCode
from league.regulations.presets.reading import read_book
from tests.examples import sampled

CASES = Path(__file__).parent / "cases"


def verify_case(case: Path) -> ReadPage:
    """Fail for a mark that is read otherwise than it was confirmed, and not asked."""
    told = json.loads(case.read_text())
    book = read_book(told["rules"]).rule_book()

    def known(code: SheetCode) -> KnownSheet:
        return sheet_of_book(book, is_large=code.is_large, is_slip=code.is_slip, version=code.version)

    page = read_photograph(case.with_suffix(".jpg").read_bytes(), known)
    read = {mark.name: mark for mark in page.marks}
    wrong = {
        name: (values, list(read[name].values) if name in read else [])
        for name, values in told["marks"].items()
        if not (name in read and read[name].asked)
        and values != (list(read[name].values) if name in read else [])
    }
    assert wrong == {}
    return page


@pytest.mark.parametrize("case", sampled(sorted(CASES.glob("*.json")), each=2), ids=lambda case: case.stem)
def test_no_row_of_a_case_is_wrong_and_silent(case: Path) -> None:
    verify_case(case)
