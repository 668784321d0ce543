"""The ugly sheets as photographs: what is read or asked about leads to the verdict of every other way in."""

import random
from dataclasses import replace

import pytest
from django.test import Client
from django.utils import timezone

from league.accounts.services.links import codes_for
from league.models import Match, PhotographReading, Scorecard
from league.printing.documents import score_sheets
from league.printing.forms_on_paper import CodeOnPaper, sheet_form
from league.printing.geometry import MarkBox, sheet_geometry
from league.printing.pdf import pdf
from league.printing.selectors import match_on_paper
from league.reading.photographs import can_read
from league.results.pages.sheet_reader import read_photograph
from league.results.services.photographs import picture_from, request_reading
from league.results.views import readings as reading_views
from tests.builders import FRIDAY
from tests.examples import sampled
from tests.reading import words
from tests.results.photographs_world import LETTERS, SITE, a_photograph, field_of
from tests.results.test_photograph_readings import at, fields_on, reading_at
from tests.results.test_ugly_sheets import UGLY, Ugly, desk, fields_of, match, the_game
from tests.tools.photographs.damage import Camera, photographed
from tests.tools.photographs.pens import PENS, Paper, mark
from tests.tools.photographs.sheets import DOTS, drawn_page

pytestmark = pytest.mark.django_db
__all__ = ["desk", "match"]


def says(box: MarkBox) -> str:
    """Return what a mark in a box means, as the page of the match has it typed."""
    return LETTERS[box.side] if box.hand else box.value


def boxes_marked(sheet: Ugly, boxes: list[MarkBox]) -> list[MarkBox]:
    fields = fields_of(sheet)
    return [box for box in boxes if fields.get(field_of(box), "").lstrip("0") == says(box).lstrip("0") != ""]


@pytest.mark.parametrize("sheet", sampled(UGLY, each=200), ids=str)
def test_a_photograph_has_the_verdict_of_every_other_way(
    desk: Client, match: Match, sheet: Ugly, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not can_read():
        pytest.skip("the libraries that read photographs are not installed")
    monkeypatch.setattr(reading_views, "can_read", lambda: True)
    paper = match_on_paper(match.division.season.league, match.public_id, to_secretary=True)
    assert paper is not None
    code = codes_for(matches=[match.pk], now=FRIDAY)[match.pk]
    printed = drawn_page(pdf(score_sheets([replace(paper, code=CodeOnPaper(code=code, site=SITE))])), 1)
    boxes = list(sheet_geometry(sheet_form(match.division.season.rule_book)).on(1))
    page = Paper(printed.copy(), DOTS, random.Random(sheet.about))
    marked = boxes_marked(sheet, boxes)
    for box in marked:
        mark(page, box.middle, box.size, PENS["biro"])
    taken = photographed(page.picture, Camera(megapixels=4), random.Random(1))
    photograph = a_photograph(match, picture_from(taken).jpeg)
    assert read_photograph(request_reading(photograph=photograph, now=timezone.now()).pk)
    shown = fields_on(desk.get(reading_at(photograph)))

    written = fields_of(sheet)
    read = {name: text for name, text in shown.items() if name in {field_of(box) for box in boxes} and text}
    wrong = {name: text for name, text in read.items() if text != written.get(name, "").lstrip("0")}
    assert wrong == {}
    marks = {each["name"]: each for each in PhotographReading.objects.get().marks["marks"]}
    passed_over = {field_of(box) for box in marked if not marks.get(field_of(box))} - read.keys()
    assert passed_over == set()
    # What is asked about, or has no box, is typed by whoever holds the sheet.
    answer = desk.post(at(match), {**shown, **written, "confirm": "sure"})
    refused = "" if answer.status_code == 303 else words(answer)
    if sheet.refused:
        assert sheet.refused in refused
        assert not Scorecard.objects.exists()
        return
    assert refused == ""
    assert (the_game().home_score, the_game().away_score) == sheet.score
