"""Names of 41 letters that cannot be broken, and of other scripts: no public page scrolls sideways."""

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserType

from tests.builders import FRIDAY
from tests.builders_leagues import LONG, a_whole_league, public_pages

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# A window of 1280 px is 320 px wide at 400 %. Letters twice as large, as on a laptop set to them.
LOOKS = {"16": (320,), "32": (360, 1280)}
SAMPLE = ("division-standings", "league-home", "match", "player-list")
WIDEST = """() => {
  const wide = document.documentElement.scrollWidth;
  if (wide <= innerWidth) return "";
  const out = [...document.querySelectorAll("body *")]
    .filter(element => element.getBoundingClientRect().right > innerWidth + 1)
    .map(({tagName, className}) => `${tagName.toLowerCase()}.${className}`);
  return `${wide}: ${out.slice(0, 3).join(", ")}`;
}"""


@pytest.mark.slow
@pytest.mark.parametrize("names", [SAMPLE, pytest.param((), marks=pytest.mark.slow)])
def test_nothing_scrolls_sideways(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    live_server: Any,
    monkeypatch: pytest.MonkeyPatch,
    names: tuple[str, ...],
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)
    pages = public_pages(a_whole_league(LONG))
    found = {}
    for letters, widths in LOOKS.items():
        arguments = [*browser_type_launch_args["args"], f"--blink-settings=defaultFontSize={letters}"]
        browser = browser_type.launch(**{**browser_type_launch_args, "args": arguments})
        page = browser.new_page()
        for name in names or pages:
            page.goto(live_server.url + pages[name])
            for width in widths:
                page.set_viewport_size({"width": width, "height": 900})
                if wide := page.evaluate(WIDEST):
                    found[f"{name} at {width} px, letters of {letters} px"] = wide
        browser.close()
    assert found == {}
