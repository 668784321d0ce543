"""A captain taps the hand that is wrong, and sees what would follow before anything is sent."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from league.models import Match, Objection, Side
from league.results.logged_match import LoggedMatch
from league.results.selectors.log import log_of
from league.results.services.reports import Signer, sign_report
from tests.browser.signing import captains_page
from tests.browser.test_scoring import LOW
from tests.builders import FRIDAY
from tests.builders_tables import an_entry, some_hands
from tests.results.test_proposals import HANDS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 320, "height": 568}, has_touch=True)
    yield context.new_page()
    context.close()


def object_to_table_4(page: Page, server: str, match: Match, *finals: tuple[int, int]) -> None:
    """The home captain has signed the match with these scores, and the away captain opens table 4."""
    for table, (home, away) in enumerate(finals, start=1):
        an_entry(match, "final", {"home-final": str(home), "away-final": str(away)}, table=table)
    sheet = LoggedMatch(match, log_of(match)).sheet
    sign_report(match=match, sheet=sheet, signer=Signer(side=Side.HOME), began_from=0, now=FRIDAY)
    page.goto(server + captains_page(match, Side.AWAY))
    page.get_by_role("link", name="Object to table 4").tap()
    page.wait_for_selector("body[data-ready]")


def test_a_figure_is_typed_and_the_first_tap_sends(page: Page, live_server: Any, match: Match) -> None:
    object_to_table_4(page, live_server.url, match, (13, 15), (12, 15), (15, 10), (15, 8))
    page.get_by_label("Shears").fill("9")
    expect(page.get_by_text("Table 4: 15–9")).to_be_visible()
    # Each answer of the server comes late, as in a pub.
    page.route(
        "**/objection/**",
        lambda route: None if "look" in (route.request.post_data or "") else route.continue_(),
    )
    page.get_by_role("button", name="Send objection").tap()
    expect(page.get_by_text("Objection sent to the other captain.")).to_be_visible()
    assert Objection.objects.exists()


@pytest.mark.slow
def test_a_hand_is_tapped_and_the_consequence_seen(page: Page, live_server: Any, match: Match) -> None:
    some_hands(match, 4, *HANDS)
    object_to_table_4(page, live_server.url, match, (13, 15), (12, 15), (15, 10))
    send = page.get_by_role("button", name="Send objection")
    expect(send).to_be_disabled()
    expect(page.get_by_text("Nothing changed yet")).to_be_visible()
    page.locator('[data-hand="3"] summary').tap()
    page.get_by_role("radiogroup", name="Game").get_by_role("radio", name="Shears").tap()
    expect(page.get_by_text("Table 4: 14–9, not finished")).to_be_visible()
    expect(page.get_by_text("Match 6–4 becomes 2–4, with 4 points still open.")).to_be_visible()
    expect(page.locator("#row-8 s")).to_have_text("recorded 15–8")
    assert page.evaluate(LOW) == []
    assert not Objection.objects.exists()
    send.tap()
    expect(page.get_by_text("Objection sent to the other captain.")).to_be_visible()
    body = Objection.objects.get().proposed["4/1/h3"]
    assert body == {"high": "h", "low": "a", "jack": "-", "game": "a"}
