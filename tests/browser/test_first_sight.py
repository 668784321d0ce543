"""The first sight of a page: when the fonts come, nothing moves."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.browser.thumbs import PHONE
from tests.builders import a_division, a_league, a_season
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


def hold(page: Page) -> Callable[[], None]:
    """Hold the fonts back, as a slow network does, until they are released."""
    held: list[Route] = []
    page.route("**/*.woff2", lambda route: held.append(route))

    def release() -> None:
        page.route("**/*.woff2", lambda route: route.continue_())
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
