"""A thumb on a phone at a table."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.servers import Server, Site

PHONE = {"width": 360, "height": 740}
TWO_FRAMES = """async () => {
  for (let frame = 0; frame < 2; frame += 1)
    await new Promise((done) => {
      if (document.hidden) setTimeout(done);
      else requestAnimationFrame(() => setTimeout(done));
    });
}"""
AWARDS = ("high", "low", "jack", "game")


def on_a_phone(browser: Browser, **options: Any) -> BrowserContext:
    """Return a phone that keeps no page for when there is no signal, which takes longer than most tests."""
    return browser.new_context(
        **{"viewport": PHONE, "has_touch": True, "service_workers": "block", **options}
    )


class Thumb:
    """A thumb on a phone at a table."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.taps = 0
        page.on("pageerror", lambda error: pytest.fail(f"the page's script failed: {error}"))

    def open(self, where: str = "") -> None:
        self.page.goto(self.address + where)
        expect(self.page.locator("body[data-ready]")).to_be_attached()

    def tap(self, what: str) -> None:
        self.taps += 1
        self.page.locator(what).click()

    def answer(self, name: str, value: str) -> None:
        self.tap(f'#hand label:has([name="{name}"][value="{value}"])')

    def take(self, marks: str) -> None:
        for award, mark in zip(AWARDS, marks.replace("n", "-"), strict=False):
            self.answer(award, mark)

    def peg(self, marks: str = "") -> None:
        self.take(marks)
        self.tap("[data-peg-it]")

    def take_over(self) -> None:
        """Score a table that another phone has scored so far."""
        expect(self.page.locator("body.watching")).to_be_attached()
        self.tap("[data-peg-it]")
        expect(self.page.locator("body.watching")).to_have_count(0)

    def look(self) -> None:
        """Come back to the page: it asks the league at once, and not when its pause is over."""
        self.page.evaluate("dispatchEvent(new Event('focus'))")

    def type_pin(self, pin: str) -> None:
        """Tap the figures of a PIN. The page takes none in the moment in which it has drawn them.

        Its clock is ours: see `page.clock`.
        """
        expect(self.page.locator("[data-pin].drawn")).to_be_visible()
        self.page.clock.fast_forward(700)
        for figure in pin:
            self.tap(f'[data-pin-key="{figure}"]')

    @property
    def button(self) -> Any:
        return self.page.locator("[data-peg-it]")

    def shows(self, home: int, away: int) -> None:
        expect(self.page.locator("[data-score]")).to_have_text(re.compile(rf"^\s*{home}\s+{away}\s*$"))

    def has_sent(self) -> None:
        # The score is drawn first: until the frame after it the line may still tell of the hand before.
        self.page.evaluate(TWO_FRAMES)
        expect(self.page.locator("[data-sending]")).to_have_text(re.compile("^All sent, "))


def scan(context: BrowserContext, server: Server | Site, code: str, where: str = "") -> Thumb:
    """Open the page of a code in a new page of this phone."""
    thumb = Thumb(context.new_page(), f"{server.url}/s/{code}/")
    thumb.open(where)
    return thumb


def opens_without_signal(thumb: Thumb) -> None:
    expect(thumb.page.locator("[data-opens]")).to_have_text(
        "This page opens again on this phone without signal.", timeout=30_000
    )


def all_sent(thumb: Thumb) -> None:
    """The pauses between tries grow to a quarter of a minute."""
    expect(thumb.page.locator("[data-sending]")).to_have_text(re.compile("^All sent, "), timeout=30_000)
