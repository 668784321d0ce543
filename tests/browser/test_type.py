"""Type on a phone of 360 px: no text of a chart is under 13 px, cut or covered by another; no line ends
inside a word, a time, a season, a score or before the letter of a team.
"""

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser

from league.demo.services import load_demo
from league.models import League
from tests.builders import FRIDAY
from tests.builders_leagues import public_pages

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

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


BROKEN = r"""() => {
  const whole = [
    /\d{1,2}\.\d\d\s[ap]m\b/g,
    /\b\d{4}-\d\d\b(?!-)/g,
    /\b\d+–\d+\b/g,
    /[\p{L}’')]+\s[A-F](?=$|[,.;:)’]|\s(?!&))/gmu,
    /\p{L}+/gu,
  ];
  const blocks = new Map();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode()); ) {
    let block = text.parentElement;
    if (block.closest(".visually-hidden, script, style, svg, select, textarea")) continue;
    while (getComputedStyle(block).display === "inline") block = block.parentElement;
    blocks.set(block, [...(blocks.get(block) ?? []), text]);
  }
  const faults = new Set();
  for (const [block, texts] of blocks) {
    if (!block.checkVisibility({ visibilityProperty: true }) || block.clientWidth < 3) continue;
    if (getComputedStyle(block).writingMode !== "horizontal-tb") continue;
    const places = texts.flatMap((text) => [...text.data].map((_, at) => [text, at]));
    const words = texts.map((text) => text.data).join("");
    for (const { 0: found, index } of whole.flatMap((kind) => [...words.matchAll(kind)])) {
      const range = document.createRange();
      range.setStart(...places[index]);
      const [last, at] = places[index + found.length - 1];
      range.setEnd(last, at + 1);
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0.5).map(({ top }) => top);
      const line = parseFloat(getComputedStyle(block).fontSize) * 0.7;
      if (Math.max(...tops) - Math.min(...tops) > line) faults.add(found.replace(/\s+/g, " "));
    }
  }
  return [...faults];
}"""


@pytest.mark.slow
def test_type_on_a_phone_is_large_enough_and_lines_end_between_words(
    browser: Browser, live_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)
    load_demo(today=FRIDAY.date(), password="password")
    pages = public_pages(League.objects.get(is_demo=True))
    page = browser.new_page(viewport={"width": 360, "height": 800})
    found = {}
    for name, address in pages.items():
        page.goto(live_server.url + address)
        page.evaluate("document.querySelectorAll('details').forEach((folded) => { folded.open = true; })")
        page.evaluate("document.fonts.ready")
        if faults := page.evaluate(TEXTS_OF_CHARTS) + page.evaluate(BROKEN):
            found[name] = faults
    page.close()
    assert found == {}
