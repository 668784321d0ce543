"""The page of a match in a browser: stepped through by links, readable by everybody."""

import datetime
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from league.matches.sheet.values import SeatName, Sheet, SheetGame, SheetTable
from league.models import Match
from league.results.services.scorecards import confirm_scorecard
from scoring import AWAY, HOME, NOBODY
from scoring.hands import Hand
from tests.builders import a_match, a_secretary

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ROWS = ("hhah", "ahna", "hhhh", "aana", "hhnn", "ahna", "hana", "aana", "aa..")
TAKERS = {"h": HOME, "a": AWAY, "n": NOBODY, ".": None}


@pytest.fixture
def match(db: None) -> Match:
    """Every table was played as the same nine hands, which away won 15-12."""
    match = a_match()
    hands = tuple(Hand(*(TAKERS[mark] for mark in row)) for row in ROWS)
    game = SheetGame(hands=hands, home_pair=(SeatName(written="A Stranger"),))
    sheet = Sheet(tables=tuple(SheetTable(number=number, games=(game,)) for number in (1, 2, 3, 4)))
    secretary = a_secretary(match.division.season.league)
    now = datetime.datetime(2027, 1, 15, 9, 0, tzinfo=datetime.UTC)
    confirm_scorecard(match=match, sheet=sheet, by=secretary, began_from=0, now=now)
    return match


@pytest.fixture
def address(live_server: Any, match: Match) -> str:
    return f"{live_server.url}/{match.division.season.league.slug}/matches/{match.public_id}/"


@pytest.mark.slow
def test_the_hands_are_stepped_through_by_links(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("link", name="Table 2, hand by hand").click()
    page.get_by_role("link", name="one hand back").click()
    expect(page.locator("#replay b").first).to_have_text("Hand 8 of 9")
    expect(page.locator("#replay .step .score")).to_have_text("12–13")
    expect(page.locator("tr.current th")).to_have_text("8")
    page.go_back()
    expect(page.locator("#replay b").first).to_have_text("Hand 9 of 9")


@pytest.mark.parametrize("scheme", ["dark", pytest.param("light", marks=pytest.mark.slow)])
@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=pytest.mark.slow)])
@pytest.mark.slow
def test_the_page_is_accessible_and_fits(page: Page, address: str, scheme: Any, width: int) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{address}?table=3&hand=5")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out sideways"
