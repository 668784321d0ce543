"""A visitor’s pub: chosen once, remembered on the device, marked on every page; without script a link."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.thumbs import PHONE
from tests.builders import NIGHT, WEEK, a_card, a_division, a_match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LEAGUE = "/three-valleys-all-fours-league/"
WON_8_2 = ((15, 13), (12, 15), (15, 11), (15, 8))


@pytest.fixture
def league(live_server: Any, db: None) -> str:
    division = a_division(teams=4)
    a_card(a_match(division), *WON_8_2)
    a_match(division, "The Shears", "Packhorse & Drover", week=2, date=NIGHT + 60 * WEEK)
    return f"{live_server.url}{LEAGUE}"


@pytest.mark.slow
def test_it_is_chosen_once_and_marked_on_every_page(page: Page, league: str) -> None:
    page.goto(f"{league}your-pub/")
    page.get_by_role("link", name="The Shears").click()
    page.goto(f"{league}standings/")
    bar = page.get_by_role("link", name="Your pub")
    expect(bar).to_have_text("Your pub The Shears, 2nd")
    expect(page.locator("tr.yours").first).to_have_attribute("data-team", "the-shears")
    bar.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("The Shears")
    page.goto(f"{league}your-pub/")
    page.get_by_role("button", name="Forget my pub").click()
    expect(page.get_by_role("link", name="Your pub")).to_have_text("Your pub Choose")


@pytest.mark.slow
def test_it_asks_for_nothing_while_the_league_stays_the_same(page: Page, league: str) -> None:
    page.goto(f"{league}your-pub/")
    page.get_by_role("link", name="The Shears").click()
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(league)
    page.wait_for_load_state("networkidle")
    assert not [address for address in asked if "/your-pub/" in address]


@pytest.mark.slow
def test_on_a_phone_the_menu_begins_with_it(page: Page, league: str) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{league}standings/")
    page.get_by_role("button", name="Menu").click()
    links = page.locator("#menu a")
    first = min(range(links.count()), key=lambda at: links.nth(at).bounding_box()["y"])  # type: ignore[index]
    expect(links.nth(first)).to_have_text("Your pub Choose")
