"""Lists of a division and a cup in a browser: what paper and a phone make of them."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.builders import NIGHT, WEEK, a_division, a_match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LEAGUE = "/three-valleys-all-fours-league/"


def test_months_that_are_folded_are_printed_whole(page: Page, live_server: Any) -> None:
    division = a_division(teams=2)
    for week in range(1, 12):
        a_match(division, week=week, date=NIGHT + week * WEEK)
    page.goto(f"{live_server.url}{LEAGUE}2026-27/division-one/fixtures/")
    folded = page.locator(".month:not([open]) .match-row")
    expect(folded.first).to_be_hidden()
    page.emulate_media(media="print")
    assert all(row.bounding_box() for row in folded.all())
    expect(folded.first).to_be_visible()
