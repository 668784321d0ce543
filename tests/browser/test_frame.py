"""The frame of public pages: where they begin, the closing line, and what paper leaves out."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.builders import a_card, a_division, a_match
from tests.examples import sampled

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LISTS = ("standings", "fixtures", "results")
# Where content begins at the latest: the width of a screen, and its distance from the top.
BEGINS = {1366: 170, 390: 215}
FIRST_LINE = "main > .page-header + *"


@pytest.fixture
def below(live_server: Any) -> str:
    """The address of a division with a result and a match to come, beside another division."""
    division = a_division(teams=4)
    a_division(division.season, "Division Two", position=2, teams=0)
    a_card(a_match(division), (15, 13), (12, 15), (15, 11), (15, 8))
    a_match(division, "Packhorse & Drover", "The Tup and Bell", week=2)
    league = division.season.league.slug
    return f"{live_server.url}/{league}/{division.season.slug}/{division.slug}/"


@pytest.mark.parametrize(("width", "latest"), sampled(BEGINS.items(), each=2))
@pytest.mark.slow
def test_content_begins_near_the_top(page: Page, below: str, width: int, latest: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for name in LISTS:
        page.goto(f"{below}{name}/")
        box = page.locator(FIRST_LINE).bounding_box()
        assert box is not None, name
        assert box["y"] <= latest, name


@pytest.mark.parametrize("width", sampled(BEGINS, each=2))
def test_one_word_of_the_closing_line_opens_one_row_under_all(page: Page, below: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{below}fixtures/")
    line = page.locator(".closing-line")
    words = line.locator("summary")
    assert words.all_inner_texts() == ["Print", "Copy", "Download", "Subscribe"]
    for word, link in (("Print", "A4"), ("Subscribe", "Copy calendar link")):
        words.filter(has_text=word).click()
        expect(line.locator("[open]")).to_have_count(1)
        opened = line.get_by_role("link", name=link, exact=True).bounding_box()
        last = words.last.bounding_box()
        assert opened is not None
        assert last is not None
        assert opened["y"] >= last["y"] + 44


@pytest.mark.slow
def test_copy_has_the_text_of_the_page_in_a_field(page: Page, below: str) -> None:
    page.goto(f"{below}results/")
    page.locator(".closing-line summary", has_text="Copy").click()
    expect(page.get_by_label("This page as text")).to_have_value(
        page.request.get(f"{below}results.txt").text()
    )


def test_the_closing_line_works_without_script(browser: Browser, below: str) -> None:
    with browser.new_context(java_script_enabled=False) as window:
        page = window.new_page()
        page.goto(f"{below}results/")
        page.locator(".closing-line summary", has_text="Copy").click()
        page.get_by_role("link", name="This page as text").click()
        assert page.url == f"{below}results.txt"


@pytest.mark.slow
def test_paper_leaves_out_bar_tabs_closing_line_and_foot(page: Page, below: str) -> None:
    page.goto(f"{below}standings/")
    parts = page.locator(".top, .page-header .tabs, .closing-line, .foot")
    assert [part.is_visible() for part in parts.all()] == [True] * 4
    page.emulate_media(media="print")
    assert [part.is_visible() for part in parts.all()] == [False] * 4
