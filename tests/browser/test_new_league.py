"""The page that opens a league, as a browser shows it."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.examples import sampled

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("zone", "is_asked"), sampled([("America/Port_of_Spain", True), ("Europe/London", False)], each=2)
)
def test_a_time_zone_is_asked_for_where_it_is_not_the_browsers(
    browser: Browser, live_server: Any, zone: str, is_asked: bool
) -> None:
    with browser.new_context(timezone_id=zone) as context:
        page = context.new_page()
        page.goto(f"{live_server.url}/new-league/")
        expect(page.get_by_label("Name of the league")).to_be_visible()
        expect(page.get_by_label("Time zone")).to_be_visible(visible=is_asked)
