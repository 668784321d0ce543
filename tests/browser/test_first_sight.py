"""The first sight of a page: when the fonts come, and the script, nothing moves."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.thumbs import AWARDS, PHONE
from tests.builders import a_division, a_league, a_match, a_season, a_secretary
from tests.builders_seasons import a_round_robin

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LAPTOP = {"width": 1280, "height": 900}
# By what a browser counts: the share of the screen that moved, times how far.
MOST = 0.02
COUNT_SHIFTS = """
  globalThis.moved = 0;
  new PerformanceObserver((seen) => {
    for (const entry of seen.getEntries()) if (!entry.hadRecentInput) globalThis.moved += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
"""
PAINTED = """() => new Promise((done) => {
  new PerformanceObserver(() => done()).observe({ type: "paint", buffered: true });
})"""
FONTS_ARE_THERE = "() => document.fonts.ready.then(() => document.fonts.check('1em Besley'))"
MOVED = """() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(moved))));
})"""


@pytest.fixture(
    params=[pytest.param(PHONE, id="phone"), pytest.param(LAPTOP, id="laptop", marks=pytest.mark.slow)]
)
def page(request: pytest.FixtureRequest, browser: Browser) -> Any:
    context = browser.new_context(viewport=request.param)
    context.add_init_script(COUNT_SHIFTS)
    yield context.new_page()
    context.close()


def hold(page: Page, files: str = "**/*.woff2") -> Callable[[], None]:
    """Hold the fonts back, or other files, as a slow network does, until they are released."""
    held: list[Route] = []
    page.route(files, lambda route: held.append(route))

    def release() -> None:
        page.route(files, lambda route: route.continue_())
        for route in held:
            route.continue_()

    return release


def test_text_stays_where_it_is_when_the_fonts_come(page: Page, live_server: Any) -> None:
    league = a_league()
    division = a_division(a_season(league, "2026-27"), teams=8)
    a_round_robin(division)
    for path in ("", "2026-27/division-one/standings/", "2026-27/division-one/results/"):
        release = hold(page)
        page.goto(f"{live_server.url}/{league.slug}/{path}", wait_until="domcontentloaded")
        page.evaluate(PAINTED)
        release()
        assert page.evaluate(FONTS_ARE_THERE), path
        assert page.evaluate(MOVED) <= MOST, path


HANDS = "hh-a ah-a hh-h ha-a hh-h aa-h hh-a ahaa h"


def test_a_sheet_stays_where_it_is_when_its_script_comes(page: Page, live_server: Any) -> None:
    match = a_match()
    other = a_match(match.division, "The Owl", "The Bell")
    a_match(match.division, "The Ram", "The Star")
    league = match.division.season.league
    client = Client()
    client.force_login(a_secretary(league))
    desk = f"/{league.slug}/secretary"
    fields = {
        f"t{table}-{side}-final": score for table in (2, 3, 4) for side, score in (("home", 15), ("away", 7))
    }
    for hand, marks in enumerate(HANDS.split(), 1):
        fields |= {f"t1-h{hand}-{award}": mark for award, mark in zip(AWARDS, marks, strict=False)}
    sent = client.post(
        f"{desk}/matches/{match.public_id}/entry/", {**fields, "version": 0, "confirm": "sure"}
    )
    assert sent.status_code == 303
    session = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
    page.context.add_cookies([session])
    papers = [*(f"matches/{each.public_id}/entry" for each in (match, other)), f"nights/{other.date}/finals"]
    for paper in papers:
        release = hold(page, "**/*.js")
        page.goto(f"{live_server.url}{desk}/{paper}/", wait_until="commit")
        page.evaluate(PAINTED)
        release()
        expect(page.locator("button[name=save]")).to_be_hidden()
        assert page.evaluate(MOVED) <= MOST, paper
