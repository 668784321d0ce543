"""With the league's consent photographs of confirmed results leave it as test cases, without names."""

import json
import os
import random
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from league.models import League, Match, PhotographReading, ScoringCode
from league.reading.photographs import can_read
from league.results.services.photographs import picture_from
from league.results.services.scorecards import confirm_scorecard
from tests.builders import FRIDAY, a_match, a_secretary
from tests.photographs.test_cases import CASES, verify_case
from tests.results.photographs_world import a_photograph, typed_sheet
from tests.tools.photographs.damage import Camera, photographed
from tests.tools.photographs.sheets import CODE, FilledSheet, filled_sheet

pytestmark = pytest.mark.django_db
LETTERS = {"home": "h", "away": "a", "nobody": "-"}


def a_confirmed(sheet: FilledSheet, camera: Camera) -> Match:
    """A match of which this sheet was photographed, read and confirmed."""
    match = a_match()
    ScoringCode.objects.create(match=match, code=CODE.code, issued_at=FRIDAY)
    taken = picture_from(photographed(sheet.picture, camera, random.Random(1)))
    photograph = a_photograph(match, taken.jpeg, public_id=f"simulated-{sheet.pens[0][:2]}")
    PhotographReading.objects.create(photograph=photograph, state="read", requested_at=FRIDAY)
    fields = {
        name: LETTERS.get(str(values[0]), "y")
        for name, values in sheet.truth.items()
        if "-h" in name and values
    }
    by = a_secretary(match.division.season.league)
    confirm_scorecard(match=match, sheet=typed_sheet(match, fields).sheet, by=by, began_from=0, now=FRIDAY)
    return match


@pytest.mark.slow
@pytest.mark.parametrize("pen", ["biro", pytest.param("pencil", marks=pytest.mark.slow)])
def test_a_case_has_what_was_confirmed_and_opens_no_match(pen: str, tmp_path: Path) -> None:
    """With PEGBOARD_NEW_CASES set the cases in the folder are made anew."""
    if not can_read():
        pytest.skip("the libraries that read photographs are not installed")
    league = a_confirmed(filled_sheet(4, pens=(pen,)), Camera(megapixels=4)).division.season.league
    with pytest.raises(CommandError, match="keeps no photographs as test cases"):
        call_command("export_sheet_cases", league.slug, tmp_path)
    League.objects.update(keeps_test_photographs=True)
    folder = CASES if os.environ.get("PEGBOARD_NEW_CASES") else tmp_path
    call_command("export_sheet_cases", league.slug, folder)
    (case,) = folder.glob(f"simulated-{pen[:2]}.json")
    page = verify_case(case)
    assert (page.code, page.site, page.seals) == ("testcase", "https://example.org", "")
    marks = json.loads(case.read_text())["marks"]
    assert len(marks) > 100
    assert "Player Number" not in case.read_text()
