"""A captain's page on a phone: its texts go to the team's chat by the phone's own menu, or are copied."""

import pytest
from playwright.sync_api import Page, expect

from league.models import Match
from tests.browser.thumbs import PHONE
from tests.builders import a_captains_link, a_player

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MENU = "Navigator.prototype.share = function (what) { window.shared = what.text; return Promise.resolve(); }"


@pytest.fixture
def captains(page: Page, live_server, match: Match) -> str:
    """The address of the page of a captain whose only player has not said."""
    Match.objects.update(date="2027-09-16")
    a_player(match.home, "Gwen Lister", match.division.season)
    page.set_viewport_size(PHONE)
    return f"{live_server.url}{a_captains_link(match.division, match.home)}"


def test_the_message_is_shared_as_it_was_changed(page: Page, captains: str) -> None:
    page.add_init_script(MENU)
    page.goto(captains)
    page.get_by_label("Message for the team’s chat").fill("Thursday, eight o’clock.")
    page.get_by_role("button", name="Share with team chat").click()
    assert page.evaluate("window.shared") == "Thursday, eight o’clock."


@pytest.mark.slow
def test_only_those_who_have_not_said_are_asked(page: Page, captains: str) -> None:
    page.add_init_script(MENU)
    page.goto(captains)
    page.get_by_role("button", name="Ask Gwen").click()
    shared = page.evaluate("window.shared")
    assert "Gwen: can you play? Answer here: http" in shared
    assert "We have" not in shared


@pytest.mark.slow
def test_without_the_menu_the_message_is_copied(page: Page, captains: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script("delete Navigator.prototype.share")
    page.goto(captains)
    page.get_by_role("button", name="Share with team chat").click()
    expect(page.get_by_text("Copied. Paste it into the chat.")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.get_by_label("Message for the team’s chat").input_value()
