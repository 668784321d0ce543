"""From a photograph to a result: one press, on the site as it really runs, read in a process of its own."""

import datetime
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.models import Match, Scorecard
from league.reading.photographs import can_read
from tests.browser.servers import Server
from tests.builders import a_match, a_secretary
from tests.results.photographs_world import a_filled_sheet, all_hands

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.slow
@pytest.mark.skipif(not can_read(), reason="the libraries that read photographs are not installed")
def test_a_photograph_becomes_a_result_with_one_press(page: Page, server: Server, tmp_path: Path) -> None:
    match = a_match(date=timezone.localdate() - datetime.timedelta(days=1))
    league = match.division.season.league
    client = Client()
    client.force_login(a_secretary(league))
    session = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": server.url}
    page.context.add_cookies([session])
    sheet = tmp_path / "sheet.jpg"
    sheet.write_bytes(a_filled_sheet(match, all_hands(), tmp_path, dots=200))

    page.goto(f"{server.url}/{league.slug}/secretary/photographs/")
    page.set_input_files("#photographs", sheet)
    page.get_by_role("button", name="Read photographs").click()
    page.get_by_role("link", name=str(match.home)).click(timeout=60_000)
    expect(page.get_by_role("heading", name="All marks")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Confirm result").click()

    expect(page.get_by_text("Result confirmed")).to_be_visible()
    assert Scorecard.objects.get(match=Match.objects.get()).is_confirmed
    page.goto(f"{server.url}/{league.slug}/{match.division.season.slug}/{match.division.slug}/standings/")
    expect(page.locator(f"tr#{match.away.slug}")).to_contain_text("1")
