"""Stored pictures of every public page and every tab of the demo league: what changes is seen here first."""

import io
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Browser, Page

from league.demo.services import load_demo
from league.models import League, User
from league.overview.workspace import SECTIONS
from tests import stored_pictures
from tests.builders import FRIDAY
from tests.builders_leagues import public_pages
from tests.stored_pictures import STEP

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FOLDER = Path(__file__).parent / "pictures"
# The width of a window, and how much smaller its picture is stored; of a longer page the beginning.
SMALLER = {360: 3, 390: 3, 1366: 5}
HEIGHT = 1200
EVERY_LOOK = [(width, scheme) for width in (360, 1366) for scheme in ("light", "dark")]
EVERY_LOOK_OF_A_TAB = [(width, scheme) for width in (390, 1366) for scheme in ("light", "dark")]
TABS = [tab.pages[0].name for section in SECTIONS for tab in section.tabs]
# Boards show the time; an address that leads on shows another page of these; news is a few words.
LEFT_OUT = {
    "division",
    "home-and-away",
    "league-fixtures",
    "league-results",
    "league-standings",
    "season-standings",
}
LEFT_OUT |= {"live-list", "night-board", "draw-board", "television", "pub-television"}
LEFT_OUT |= {"your-pub-summary", "news-item"}


def taken(page: Page, width: int) -> Image.Image:
    """Return the picture of the page a browser shows, small and in sixteen shades of grey."""
    picture = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("L")
    size = (width // SMALLER[width], HEIGHT // SMALLER[width])
    small = picture.resize(size, Image.Resampling.LANCZOS)
    return small.point(lambda shade: round(shade / STEP) * STEP)


def differences(name: str, picture: Image.Image) -> list[str]:
    return stored_pictures.differences(FOLDER / f"{name}.png", picture)


@pytest.mark.slow
@pytest.mark.pictures
def test_every_public_page_and_tab_looks_as_it_did(
    browser: Browser, live_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)
    load_demo(today=FRIDAY.date(), password="password")
    league = League.objects.get(is_demo=True)
    addresses = public_pages(league)
    tabs = {name: reverse(name, args=[league.slug]) for name in TABS}
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.clock.set_fixed_time(FRIDAY)  # a live page shows the browser's

    def looked_at(name: str, address: str, looks: Iterable[tuple[int, str]]) -> list[str]:
        page.goto(live_server.url + address)
        page.evaluate("document.fonts.ready")
        found = []
        for width, scheme in looks:
            page.set_viewport_size({"width": width, "height": HEIGHT})
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of two words
            found += differences(f"{name}-{width}-{scheme}", taken(page, width))
        return found

    found = []
    for name in sorted(addresses.keys() - LEFT_OUT):
        found += looked_at(name, addresses[name], EVERY_LOOK)
    client = Client()
    client.force_login(User.objects.get(league_roles__league=league))
    session = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
    context.add_cookies([session])
    for name in TABS:
        found += looked_at(f"tab-{name}", tabs[name], EVERY_LOOK_OF_A_TAB)
    context.close()
    assert found == []
