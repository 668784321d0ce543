"""The log on a phone, without a page around it: kept before it is sent, sent until it has come in."""

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page

from league.models import Match
from league.services.links import codes_for
from tests.builders import a_match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HAND = {"high": "h", "low": "a", "jack": "-", "game": "h"}
OPEN = """async (log) => {
  const { openStore } = await import("/static/js/phone/store.js");
  globalThis.store = await openStore({ log, wire: 1 });
}"""


@pytest.fixture
def match(db: None) -> Match:
    return a_match()


@pytest.fixture
def log(match: Match) -> str:
    return f"/s/{codes_for(matches=[match.pk], now=timezone.now())[match.pk]}/log/"


def phone(context: BrowserContext, url: str, log: str) -> Page:
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"the script failed: {error}"))
    page.goto(f"{url}/help/")
    page.evaluate(OPEN, log)
    return page


def say(page: Page, place: str, body: dict, table: int = 1) -> None:
    page.evaluate("([table, place, body]) => store.say(table, 1, place, body)", [table, place, body])


def all_sent(page: Page) -> None:
    until(page, "store.state().unsent === 0 && !store.state().trouble")


def until(page: Page, true: str) -> None:
    """Wait for what the store says; no page may make code out of text here, as Playwright's own waiting does."""
    page.evaluate(
        f"() => new Promise((done) => {{ const look = () => ({true}) && done(); store.onChange(look); look(); }})"
    )


def test_what_is_said_comes_in(context: BrowserContext, live_server: Any, log: str, match: Match) -> None:
    page = phone(context, live_server.url, log)
    say(page, "h1", HAND)
    say(page, "h2", {**HAND, "jack": "a"})
    all_sent(page)
    assert [entry.place for entry in match.entries.all()] == ["h1", "h2"]
    assert page.evaluate("store.state().games[0].score") == [4, 3]
