"""Type on a phone of 360 px: no text of a chart is under 13 px, cut or covered by another."""

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser

from league.demo.services import load_demo
from league.models import League
from tests.builders import FRIDAY
from tests.builders_leagues import public_pages

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SAMPLE = ("team", "player", "match")
TEXTS_OF_CHARTS = """() => {
  const faults = [];
  for (const chart of document.querySelectorAll("svg:not(svg svg)")) {
    const { left, right } = chart.parentElement.getBoundingClientRect();
    const texts = [...chart.querySelectorAll("text")].filter((text) => text.getClientRects().length);
    const boxes = texts
      .map((text) => {
        const scale = text.getScreenCTM();
        const box = text.getBoundingClientRect();
        const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(scale.a, scale.b);
        return { words: text.textContent.trim(), size, box };
      })
      .filter(({ box }) => box.right > left);
    for (const [at, { words, size, box }] of boxes.entries()) {
      if (size < 12.99) faults.push(`${words} is ${size.toFixed(1)} px`);
      if (box.right > right + 1 || box.left < left - 1) faults.push(`${words} is cut`);
      for (const other of boxes.slice(at + 1)) {
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (across > 0.5 && down > 2) faults.push(`${words} and ${other.words} overlap`);
      }
    }
  }
  return faults;
}"""


@pytest.mark.parametrize("names", [SAMPLE, pytest.param((), marks=pytest.mark.slow)])
def test_text_of_charts_is_large_enough_on_a_phone_and_stands_apart(
    browser: Browser, live_server: Any, monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...]
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)
    load_demo(today=FRIDAY.date(), password="password")
    pages = public_pages(League.objects.get(is_demo=True))
    page = browser.new_page(viewport={"width": 360, "height": 800})
    found = {}
    for name in names or pages:
        page.goto(live_server.url + pages[name])
        if faults := page.evaluate(TEXTS_OF_CHARTS):
            found[name] = faults
    page.close()
    assert found == {}
