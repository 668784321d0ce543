"""A pub in a browser: what follows shows while one types, and the change is undone with one press."""

from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from league.models import Pub
from tests.builders import a_match, a_secretary

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def pub(page: Page, live_server: Any) -> Pub:
    match = a_match()
    league = match.division.season.league
    client = Client()
    client.force_login(a_secretary(league))
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page.goto(f"{live_server.url}/{league.slug}/secretary/records/pubs/{match.venue.slug}/")
    return match.venue


@pytest.mark.slow
def test_what_follows_shows_while_one_types_and_saving_is_undone(page: Page, pub: Pub) -> None:
    name = page.get_by_label("Name", exact=True)
    name.fill("The Invented Ram")
    expect(page.get_by_text("was The Fleece")).to_be_visible()
    expect(page.get_by_text("1 change, not saved")).to_be_visible()
    expect(page.get_by_text("The new name shows from today")).to_be_visible()
    expect(name).to_be_focused()
    assert Pub.objects.get(pk=pub.pk).name == "The Fleece", "a preview must save nothing"
    page.get_by_role("button", name="Save pub").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The Invented Ram")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The Fleece")
