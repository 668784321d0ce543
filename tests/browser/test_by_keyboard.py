"""Typical visits without a mouse, on a phone and a laptop; and what comes out of a printer."""

import io
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from league.models import Match
from league.overview.help_pages import READERS
from tests.browser.test_every_page import FOCUS, LAPTOP, PHONE
from tests.builders import FRIDAY
from tests.builders_leagues import TINY, a_whole_league, public_pages
from tests.examples import part_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_TABS = 120
PRINTED = ("division-standings", "division-fixtures", "division-results")
# What of a page is not black on white, or can only be pressed.
OFF_PAPER = """() => {
  const seen = [...document.querySelectorAll("body *")].filter(element => element.checkVisibility());
  const faults = seen.filter(element => element.matches("nav, button, .nav, .foot, .menu-button"));
  const texts = seen.filter(element => element.matches("main h1, main h2, main td, main th, main a, main p"));
  const black = texts.filter(element => getComputedStyle(element).color !== "rgb(0, 0, 0)");
  const ground = getComputedStyle(document.documentElement).backgroundColor;
  return [...faults, ...black].map(element => element.outerHTML.slice(0, 80))
    .concat(["rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"].includes(ground) ? [] : [ground]);
}"""


@pytest.fixture
def pages(db: None, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)
    return public_pages(a_whole_league(TINY))


def go_by_tab(page: Page, words: str) -> None:
    """Press Tab until a link or button of these words has the focus, seen and marked, then Enter."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        at = page.evaluate(FOCUS)
        if at and words in at["place"]:
            assert at["isSeen"], f"{words} has the focus out of sight"
            assert at["isMarked"], f"nothing shows that {words} has the focus"
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"Tab does not lead to {words} on {page.url}")


def open_part(page: Page, name: str) -> None:
    """Go to a part of the league by its menu, which a phone opens first."""
    if page.get_by_role("button", name="Menu").is_visible():
        go_by_tab(page, "Menu")
    go_by_tab(page, name)


@pytest.mark.slow
def test_tab_reaches_the_left_column_of_home_before_the_right(
    page: Page, live_server: Any, match: Match
) -> None:
    page.set_viewport_size(LAPTOP)
    page.goto(f"{live_server.url}/{match.division.season.league.slug}/")
    last = page.locator(".home-matches a").last
    last.focus()
    page.keyboard.press("Tab")
    assert page.evaluate("Boolean(document.activeElement.closest('.home-table'))")


@pytest.mark.parametrize(
    "screen",
    [pytest.param(PHONE, id="phone"), pytest.param(LAPTOP, id="laptop", marks=pytest.mark.slow)],
)
def test_typical_visits_need_no_mouse(
    page: Page, live_server: Any, pages: dict[str, str], screen: Any
) -> None:
    page.set_viewport_size(screen)
    heading = page.get_by_role("heading", level=1)
    home = live_server.url + pages["league-home"]

    page.goto(home)
    go_by_tab(page, "The Fleece 11")
    expect(heading).to_contain_text("The Fleece 11")

    page.goto(home)
    open_part(page, "Players")
    expect(heading).to_contain_text("players", ignore_case=True)
    go_by_tab(page, "Hirst")
    expect(heading).to_contain_text("Jack Hirst")

    page.goto(home)
    open_part(page, "Results")
    expect(heading).to_contain_text("results")


def test_paper_is_black_on_white_without_what_can_only_be_pressed(
    page: Page, live_server: Any, pages: dict[str, str]
) -> None:
    for name in part_of(PRINTED, each=3):
        page.goto(live_server.url + pages[name])
        page.emulate_media(media="print", color_scheme="dark")
        assert page.evaluate(OFF_PAPER) == [], name


@pytest.mark.slow
def test_pages_to_hand_out_fit_one_sheet(page: Page, live_server: Any, db: None) -> None:
    handed_out = next(reader for reader in READERS if reader.slug == "trial").pages
    for name in part_of(handed_out, each=3):
        page.goto(f"{live_server.url}/help/{name}/")
        assert len(PdfReader(io.BytesIO(page.pdf(format="A4"))).pages) == 1, name
