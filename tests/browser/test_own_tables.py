"""A table of one's own: three sides score a game on one phone, which keeps it and sends nothing."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Request, expect

from tests.browser.servers import Site
from tests.browser.test_screens import SCREENS, SHORT, enlarge, faults_of
from tests.browser.thumbs import Thumb, on_a_phone

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HARDEST = ("large text, smallest",)
LONGEST = ("The Dyers’ & Finishers’", "Crowther Fold WMC Green", "Łukasz & Bartholomew")


def begin(
    phone: Thumb, game: str = "west_yorkshire/6/3", names: tuple[str, ...] = (), target: str = ""
) -> None:
    phone.open("table/")
    phone.page.select_option("#id_game", game)
    phone.page.fill("#id_target", target)
    for number, name in enumerate(names, 1):
        phone.page.fill(f"#own-name-{number}", name)
    phone.page.get_by_role("button", name="Start game").click()
    expect(phone.page.locator("body.at-table[data-ready]")).to_be_attached()


def shows(phone: Thumb, *points: int) -> None:
    expect(phone.page.locator("[data-points]")).to_have_text([str(number) for number in points])


@pytest.mark.slow
def test_three_sides_play_a_game_to_its_end_on_one_phone(
    pocket: Callable[[], BrowserContext], site: Site
) -> None:
    pocketed = pocket()
    written: list[Request] = []
    pocketed.on("request", lambda request: written.append(request) if request.method != "GET" else None)
    phone = Thumb(pocketed.new_page(), f"{site.url}/")
    begin(phone, names=("Ann & Bob", "Cath & Dev", "Eve & Fay"), target="7")
    opens = phone.page.locator("[data-opens]")
    expect(opens).to_have_text("This page opens again on this phone without signal.", timeout=30_000)

    phone.tap("[data-opening] [value=c]")
    lead = phone.page.locator("[data-lead]")
    expect(lead).to_have_text(re.compile(r"Hand 1\.\s+Eve pitch,\s+Cath deal\."))
    phone.peg("cahc")
    assert phone.taps == 1 + 5
    shows(phone, 1, 1, 2)
    expect(lead).to_have_text(re.compile(r"Hand 2\.\s+Ann pitch,\s+Eve deal\."))

    board = phone.page.locator("[data-board] title")
    expect(board).to_have_text("Game 1: Ann & Bob 1, Cath & Dev 1, Eve & Fay 2, playing to 7")

    site.kill()
    phone.peg("hhnh")
    assert phone.taps == 1 + 5 + 5
    shows(phone, 4, 1, 2)
    phone.page.reload()
    expect(phone.page.locator("body[data-ready]")).to_be_attached()
    shows(phone, 4, 1, 2)
    expect(phone.page.locator("[data-undo]")).to_have_text("Undohand 2, 3–0–0")
    phone.tap("[data-undo]")
    shows(phone, 1, 1, 2)
    phone.peg("")
    shows(phone, 4, 1, 2)

    phone.page.locator("[data-more]").click()
    phone.page.locator("[data-put-right='1']").click()
    phone.answer("jack", "c")
    expect(phone.button).to_have_text("Save hand 14–1–2 becomes 3–1–3")
    phone.tap("[data-peg-it]")
    shows(phone, 3, 1, 3)

    phone.take("cc")
    phone.answer("jack", "h")
    phone.answer("game", "c")
    phone.tap("[data-peg-it]")
    shows(phone, 4, 1, 6)
    phone.answer("high", "c")
    expect(phone.button).to_have_text("Peg and finish game 1: Eve 7–4–1")
    phone.tap("[data-peg-it]")
    expect(phone.page.locator("[data-outcome]")).to_have_text("Eve & Fay won 7–4–1, after 4 hands.")
    shared = phone.page.get_by_role("button", name="Share result")
    expect(shared).to_have_attribute(
        "data-share-text", "West Yorkshire All Fours, 3 sides of 2: Ann & Bob 4, Cath & Dev 1, Eve & Fay 7."
    )

    phone.tap("[data-next]")
    shows(phone, 0, 0, 0)
    expect(phone.page.locator(".games-won")).to_have_text("games 0–0–1")
    expect(lead).to_have_text(re.compile(r"Hand 1\.\s+Ann pitch,\s+Eve deal\."))
    phone.page.locator("[data-more]").click()
    phone.page.get_by_role("link", name="Game 1", exact=True).click()
    shows(phone, 4, 1, 7)

    # The choice opens without signal as well, and the table is on it.
    phone.open("table/")
    phone.page.get_by_role("link", name="Ann & Bob, Cath & Dev, Eve & Fay").click()
    shows(phone, 4, 1, 7)
    assert [request.url for request in written] == []


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in HARDEST else pytest.mark.slow) for name in SCREENS]
)
@pytest.mark.slow
def test_three_long_names_are_in_sight_on_every_screen(browser: Browser, live_server: Any, name: str) -> None:
    width, height, text = SCREENS[name]
    context = on_a_phone(browser, viewport={"width": width, "height": height})
    phone = Thumb(context.new_page(), f"{live_server.url}/")
    begin(phone, names=LONGEST)
    enlarge(phone.page, text)
    assert faults_of(phone, name) == []
    phone.tap("[data-opening] [value=h]")
    phone.peg("hhnh")
    phone.take("hhn")
    phone.page.evaluate("document.getElementById('main').scrollTop = 0")
    # With three names in large text who pitches comes after the answers, as on the smallest phone.
    assert faults_of(phone, SHORT[0] if name == "large text on its side" else name) == []
    context.close()


@pytest.mark.slow
def test_a_card_turned_and_a_gift_are_scored_by_three(browser: Browser, live_server: Any) -> None:
    context = on_a_phone(browser)
    phone = Thumb(context.new_page(), f"{live_server.url}/")
    begin(phone, "seven_up/3/3")
    phone.tap("[data-opening] [value=h]")
    phone.tap(".by-cards label:has([value=J])")
    shows(phone, 0, 0, 1)
    phone.answer("beg", "g")
    shows(phone, 1, 1, 1)
    phone.take("hcna")
    phone.tap("[data-peg-it]")
    shows(phone, 2, 2, 2)
    context.close()
