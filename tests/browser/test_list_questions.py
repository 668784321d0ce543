"""Questions about a pasted list, answered with the figures of the keyboard."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.hands import at_work
from tests.builders import a_league, a_season, a_secretary

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
LIST = "Pub;Teams\nRoyal Oak, Gomersal;Reds\nRoyal Oak, Heckmondwike;Blues\n"


def test_a_figure_answers_the_first_open_question(browser: Browser, live_server) -> None:
    season = a_season(a_league())
    with at_work("keyboard", browser, live_server.url, a_secretary(season.league)) as hands:
        page = hands.page
        page.goto(f"{live_server.url}/{season.league.slug}/secretary/lists/?what=teams")
        page.get_by_label("Paste it here").fill(LIST)
        page.locator("button[name=look]").last.click()
        expect(page.locator(".question")).to_contain_text("Each has a place and teams of its own.")
        page.keyboard.press("2")
        expect(page.locator("main")).to_contain_text("Blues at Royal Oak")
