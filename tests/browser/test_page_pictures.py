"""Stored pictures of every public page of the demo league: a page that looks different is seen here first."""

import io
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Browser, Page

from league.demo.services import load_demo
from league.models import League
from tests import stored_pictures
from tests.builders import FRIDAY
from tests.builders_leagues import public_pages
from tests.stored_pictures import STEP

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FOLDER = Path(__file__).parent / "pictures"
# The width of a window, and how much smaller its picture is stored; of a longer page the beginning.
SMALLER = {360: 3, 1366: 5}
HEIGHT = 1200
EVERY_LOOK = [(width, scheme) for width in SMALLER for scheme in ("light", "dark")]
IN_EVERY_RUN = {
    "contacts": (360, "light"),
    "league-rules-of-game": (1366, "dark"),
    "pub": (1366, "light"),
    "your-pub": (360, "dark"),
}
# Boards show the time; an address that leads on shows another page of these; the demo has no news.
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


@pytest.mark.pictures
@pytest.mark.parametrize("is_sample", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_every_public_page_looks_as_it_did(
    browser: Browser, live_server: Any, monkeypatch: pytest.MonkeyPatch, is_sample: bool
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)
    load_demo(today=FRIDAY.date(), password="password")
    pages = public_pages(League.objects.get(is_demo=True))
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    found = []
    for name in IN_EVERY_RUN if is_sample else sorted(pages.keys() - LEFT_OUT):
        page.goto(live_server.url + pages[name])
        page.evaluate("document.fonts.ready")
        for width, scheme in [IN_EVERY_RUN[name]] if is_sample else EVERY_LOOK:
            page.set_viewport_size({"width": width, "height": HEIGHT})
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of two words
            found += differences(f"{name}-{width}-{scheme}", taken(page, width))
    context.close()
    assert found == []
