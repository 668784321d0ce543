"""The night in a browser: its keys, and the message to the captains' group copied with one press."""

import datetime
import re

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.models import Match
from tests.builders import a_match, a_secretary

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def night(page: Page, live_server) -> Match:
    """The page of last night, where a result is missing."""
    match = a_match(date=timezone.localdate() - datetime.timedelta(days=1))
    league = match.division.season.league
    client = Client()
    client.force_login(a_secretary(league))
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page.goto(f"{live_server.url}/{league.slug}/secretary/nights/{match.date}/")
    return match


def test_the_message_is_copied_with_one_press(page: Page, night: Match) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_text("Copy for the captains’ group").click()
    page.get_by_role("button", name="Copy the message").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.get_by_label("A message for the captains’ group").input_value()
    assert re.search(r"^- The Fleece v The Shears", copied, re.MULTILINE)


@pytest.mark.slow
def test_arrows_move_between_matches_and_escape_closes_one(page: Page, night: Match) -> None:
    rows = page.locator(".opens > details")
    page.keyboard.press("ArrowDown")
    expect(rows.first.locator("> summary")).to_be_focused()
    expect(rows.first).to_have_attribute("open", "")
    page.keyboard.press("Escape")
    expect(rows.first).not_to_have_attribute("open", "")
    page.keyboard.press("Enter")
    expect(rows.first).to_have_attribute("open", "")


@pytest.mark.slow
def test_where_the_browser_cannot_copy_there_is_no_button(page: Page, night: Match) -> None:
    page.add_init_script("delete Navigator.prototype.clipboard")
    page.reload()
    page.get_by_text("Copy for the captains’ group").click()
    expect(page.get_by_label("A message for the captains’ group")).to_be_visible()
    expect(page.get_by_role("button", name="Copy the message")).to_be_hidden()
