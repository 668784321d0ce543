"""The page of a table on every screen: nothing scrolls, overlaps or is cut, and five taps are a hand."""

import datetime
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from league.accounts.services.links import codes_for
from league.competition.selectors import night_of
from league.models import Match, RuleBook, Season
from tests.browser.thumbs import Thumb, on_a_phone
from tests.builders import a_division, a_match
from tests.examples import part_of
from tests.results.test_entry_family import CARIBBEAN

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SCREENS = {
    "smallest": (320, 568, ""),
    "usual": (360, 640, ""),
    "on its side": (740, 360, ""),
    "the smallest on its side": (640, 320, ""),
    "large text": (360, 740, "32px"),
    "large text, small": (320, 640, "32px"),
    "large text, smallest": (320, 568, "32px"),
    "large text on its side": (640, 360, "32px"),
}
"""Here who pitches and who deals comes after the answers."""
SHORT = ("large text, smallest",)
LONGEST = ("The Wheelwrights’ & Blacksmiths’ Arms B", "Crowther Fold Working Men’s Club Bowling Green A")
PARTS = (
    ".strip",
    ".pairs",
    ".live-board",
    ".lead, .opening",
    "[data-row=high]",
    "[data-row=low]",
    "[data-row=jack]",
    "[data-row=game]",
    ".thumb-bar",
)
HANDS = ("[data-hands] tr", "[data-all-hands]")
SEEN = """parts => {
  const faults = [];
  const boxes = parts.map(part => [...document.querySelectorAll(part)].find(one => one.checkVisibility()));
  boxes.forEach((one, at) => {
    if (!one) return faults.push(`${parts[at]} is not there`);
    const box = one.getBoundingClientRect();
    if (box.top < -1 || box.left < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1)
      faults.push(`${parts[at]} is not in sight: ${JSON.stringify(box)}`);
    boxes.slice(at + 1).filter(Boolean).forEach(other => {
      const there = other.getBoundingClientRect();
      const across = Math.min(box.right, there.right) - Math.max(box.left, there.left);
      const down = Math.min(box.bottom, there.bottom) - Math.max(box.top, there.top);
      if (across > 1 && down > 1) faults.push(`${parts[at]} lies over ${other.className}`);
    });
  });
  for (const one of document.querySelectorAll(".asked label, .thumb-bar .button, .opening .button")) {
    if (!one.checkVisibility()) continue;
    const box = one.getBoundingClientRect();
    if (box.height < 48) faults.push(`too low: ${one.textContent.trim()}`);
    if (one.scrollWidth > one.clientWidth + 1) faults.push(`cut: ${one.textContent.trim()}`);
  }
  const main = document.getElementById("main");
  if (main.scrollHeight > main.clientHeight + 1)
    faults.push(`scrolls: ${main.scrollHeight} in ${main.clientHeight}`);
  if (document.documentElement.scrollWidth > innerWidth) faults.push("wider than the screen");
  return faults;
}"""


@pytest.fixture
def match(db: None) -> Match:
    division = a_division()
    return a_match(division, *LONGEST, date=night_of(division.season.league))


@pytest.fixture
def address(live_server: Any, match: Match) -> str:
    code = codes_for(matches=[match.pk], now=timezone.now())[match.pk]
    return f"{live_server.url}/s/{code}/"


@pytest.fixture
def phone_with(browser: Browser, address: str) -> Iterator[Callable[[str], Thumb]]:
    """A phone with one of the screens."""
    contexts = []

    def made(name: str) -> Thumb:
        width, height, _ = SCREENS[name]
        contexts.append(on_a_phone(browser, viewport={"width": width, "height": height}))
        return Thumb(contexts[-1].new_page(), address)

    yield made
    for context in contexts:
        context.close()


@pytest.mark.slow
def test_everything_is_in_sight_on_every_screen(phone_with: Callable[[str], Thumb]) -> None:
    screens = part_of(SCREENS, each=4, place=2)
    phone = phone_with(screens[0])
    for name in screens:
        open_on(phone, name)
        assert faults_of(phone, name) == [], name
    phone.tap("[data-opening] [value=h]")
    phone.peg("hhnh")
    phone.take("hhn")
    assert phone.taps == 1 + 5 + 3
    for name in screens:
        open_on(phone, name)
        phone.shows(3, 0)
        expect(phone.button).to_have_text("Who took Game?")
        assert faults_of(phone, name, *(() if "large text" in name else HANDS)) == [], name
        expect(phone.page.locator("[data-undo]")).to_have_accessible_name("Undo hand 1, 3–0")
        lead = phone.page.locator("[data-lead]")
        lead.scroll_into_view_if_needed()
        expect(lead).to_be_in_viewport()


def open_on(phone: Thumb, name: str) -> None:
    width, height, text = SCREENS[name]
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.open("tables/1/")
    enlarge(phone.page, text)


def test_a_hand_with_a_turn_up_and_begging_is_in_sight_on_a_low_screen(
    browser: Browser, address: str
) -> None:
    Season.objects.update(rule_book=RuleBook.objects.create(**CARIBBEAN))
    context = on_a_phone(browser, viewport={"width": 740, "height": 360})
    phone = Thumb(context.new_page(), address)
    phone.open("tables/1/")
    parts = [part for part in (*PARTS, "[data-row=turnup]", "[data-row=beg]") if part != ".live-board"]
    assert phone.page.evaluate(SEEN, parts) == []
    phone.tap("[data-opening] [value=h]")
    phone.tap("[data-row=turnup] label:has([value='6'])")
    phone.tap("[data-row=beg] label:has([value=r])")
    expect(phone.page.locator(".folded")).to_be_visible()
    assert phone.page.evaluate(SEEN, parts) == []
    context.close()


def faults_of(phone: Thumb, name: str, *more: str) -> list[str]:
    parts = [part for part in (*PARTS, *more) if not (name in SHORT and part.startswith(".lead"))]
    faults = phone.page.evaluate(SEEN, parts)
    return [fault for fault in faults if not (name in SHORT and fault.startswith("scrolls: "))]


def enlarge(page: Page, text: str) -> None:
    expect(page.locator("body[data-ready]")).to_be_attached()
    if text:
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", text)


@pytest.mark.slow
def test_what_is_not_asked_in_every_hand_lies_in_one_sheet(phone_with: Callable[[str], Thumb]) -> None:
    phone = phone_with("usual")
    phone.open("tables/1/")
    phone.take("hh")
    final = phone.page.locator("[data-final-link]")
    expect(final).to_be_hidden()
    phone.tap("[data-more]")
    expect(final).to_be_visible()
    expect(phone.page.locator("#hand [data-row=high]")).to_be_hidden()
    phone.page.go_back()
    expect(final).to_be_hidden()
    expect(phone.button).to_have_text("Who took Jack?")


@pytest.mark.slow
def test_the_view_for_the_table_turns_each_half_to_its_reader(phone_with: Callable[[str], Thumb]) -> None:
    phone = phone_with("on its side")
    phone.open("tables/1/")
    phone.peg("hhnh")
    phone.tap("[data-more]")
    phone.tap(".counter-opener [data-counter-open]")
    points = phone.page.locator("[data-counter-points=h]")
    expect(points).to_have_text(["3", "3"])
    expect(phone.page.locator("[data-counter-needs]")).to_contain_text("need 12")
    box = "one => { const { left, right } = one.getBoundingClientRect(); return [left, right]; }"
    theirs, ours = (half.evaluate(box) for half in phone.page.locator(".counter-half").all())
    assert theirs[1] <= ours[0]
    phone.tap("[data-counter-score]")
    expect(phone.page.locator("[data-counter]")).to_be_hidden()


@pytest.mark.slow
def test_the_view_is_offered_once_when_the_phone_is_turned(browser: Browser, address: str) -> None:
    context = on_a_phone(browser, viewport={"width": 360, "height": 640})
    phone = Thumb(context.new_page(), address)
    phone.open("tables/1/")
    offer = phone.page.locator("[data-counter-offer]")
    across, upright = {"width": 640, "height": 360}, {"width": 360, "height": 640}
    expect(offer).to_be_hidden()
    phone.page.set_viewport_size(across)
    expect(offer).to_be_visible()
    phone.tap("[data-counter-offer] [data-counter-open]")
    expect(offer).to_be_hidden()
    expect(phone.page.locator("[data-counter]")).to_be_visible()
    phone.page.reload()
    expect(phone.page.locator("body[data-ready]")).to_be_attached()
    for size in (upright, across):
        phone.page.set_viewport_size(size)
    phone.answer("high", "h")
    expect(offer).to_be_hidden()
    context.close()


@pytest.mark.slow
def test_the_view_is_offered_to_a_phone_that_lies_flat(browser: Browser, address: str) -> None:
    context = on_a_phone(browser)
    context.clock.install()
    phone = Thumb(context.new_page(), address)
    phone.open("tables/1/")
    offer = phone.page.locator("[data-counter-offer]")
    lie = "flat => dispatchEvent(new DeviceOrientationEvent('deviceorientation', {beta: flat, gamma: 2}))"
    for beta, shown in ((60, False), (3, True)):
        phone.page.evaluate(lie, beta)
        phone.page.clock.fast_forward(1600)
        phone.page.evaluate(lie, beta)
        expect(offer).to_be_visible(visible=shown)
    phone.answer("high", "h")
    expect(offer).to_be_hidden()
    expect(phone.page.locator("[data-row=high] [value=h]")).to_be_checked()
    context.close()


@pytest.mark.slow
def test_a_match_of_another_day_says_so(browser: Browser, live_server: Any, match: Match) -> None:
    next_week = night_of(match.division.season.league) + datetime.timedelta(days=7)
    other = a_match(match.division, match.home, "The Shears", date=next_week, week=2)
    code = codes_for(matches=[other.pk], now=timezone.now())[other.pk]
    phone = Thumb(on_a_phone(browser).new_page(), f"{live_server.url}/s/{code}/")
    phone.open("tables/1/")
    notice = phone.page.locator("[data-other-day]")
    expect(notice).to_contain_text(f"not today. Today: {match.home} v {match.away}.")
    notice.get_by_role("button").click()
    expect(notice).to_be_hidden()
    phone.page.context.close()
