"""The end of a match on one phone: four tables over, both captains sign, the result is shared."""

import datetime
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Browser, expect

from league.accounts.services.pins import set_pin
from league.models import Match, Scorecard
from tests.browser.test_every_page import AXE, LOOK_FOR_FAULTS
from tests.browser.test_scoring import LOW
from tests.browser.thumbs import PHONE, Thumb
from tests.builders import FRIDAY, a_captain, a_captains_link, a_division, a_match
from tests.builders_tables import an_entry

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FINALS = ((15, 9), (12, 15), (15, 11), (13, 8))


@pytest.fixture
def match(db: None) -> Match:
    """A match of yesterday; home needs two more points at the last table."""
    division = a_division()
    match = a_match(division, date=timezone.localdate() - datetime.timedelta(days=1))
    a_captain(division, "The Fleece", name="Brenda Ollerenshaw")
    set_pin(enrolment=a_captain(division, "The Shears", name="Łukasz Wrzoskowiak"), pin="6038", now=FRIDAY)
    for table, (home, away) in enumerate(FINALS[:3], start=1):
        an_entry(match, "final", {"home-final": str(home), "away-final": str(away)}, table=table)
    for number, hand in enumerate(("hh-h", "hhah", "ahah", "hh-h", "hh-h"), start=1):
        body = dict(zip(("high", "low", "jack", "game"), hand, strict=True))
        an_entry(match, f"h{number}", body, table=4)
    return match


@pytest.fixture
def phone(browser: Browser, live_server: Any, match: Match) -> Iterator[Thumb]:
    """The home captain's own."""
    context = browser.new_context(viewport=PHONE, has_touch=True, accept_downloads=True)
    base = f"{live_server.url}{a_captains_link(match.division, match.home)}matches/{match.public_id}/score/"
    yield Thumb(context.new_page(), base)
    context.close()


def test_both_captains_sign_on_one_phone(phone: Thumb, match: Match, tmp_path: Path) -> None:
    phone.open("tables/4/")
    phone.peg("h")
    phone.taps = 0
    expect(phone.page.locator("[data-next]")).to_have_text("Match")
    phone.tap("[data-next]")
    expect(phone.page.locator("[data-title]")).to_have_text("Match finished")
    expect(phone.page.locator("[data-end-figure=h]")).to_have_text("8")
    phone.tap("[data-end-sign] button")
    expect(phone.page.locator(".end-signed")).to_contain_text("Brenda Ollerenshaw signed")
    expect(phone.page.locator("[data-end-sign]")).to_contain_text("Hand the phone to Łukasz Wrzoskowiak")
    phone.page.locator("[data-pin] input").press_sequentially("9999")
    phone.tap("[data-end-sign] button")
    expect(phone.page.get_by_role("alert")).to_have_text("That is not Łukasz’s PIN. 4 tries left.")
    phone.page.locator("[data-pin] input").press_sequentially("6038")
    phone.tap("[data-end-sign] button")
    expect(phone.page.locator(".end-head")).to_have_text("Result agreed: 8–2")
    assert Scorecard.objects.get(match=match).is_confirmed
    # The wrong PIN apart.
    assert phone.taps - 1 + len("6038") <= 12
    with phone.page.expect_download() as saved:
        phone.tap("[data-share=boards]")
    picture = Image.open(BytesIO(Path(saved.value.path()).read_bytes()))
    assert picture.size == (1200, 630)
    assert len(picture.getcolors(1200 * 630) or ()) > 50


def test_without_signal_the_result_stands_and_signing_waits(phone: Thumb, match: Match) -> None:
    phone.open("tables/4/")
    phone.page.context.route("**/log/*", lambda route: route.abort())
    phone.peg("h")
    phone.tap("[data-next]")
    expect(phone.page.locator("[data-end-figure=h]")).to_have_text("8")
    expect(phone.page.locator("[data-end-side=h]")).to_contain_text("6 + 2")
    expect(phone.page.locator("[data-end-waits]")).to_contain_text("Nothing is lost")
    expect(phone.page.locator("[data-end-sign]")).to_have_count(0)
    phone.page.context.unroute_all(behavior="wait")
    expect(phone.page.locator("[data-end-sign] button")).to_have_text("Sign 8–2", timeout=30_000)


@pytest.mark.parametrize(
    ("width", "scheme"), [(320, "light"), pytest.param(414, "dark", marks=pytest.mark.slow)]
)
def test_every_state_is_readable(
    browser: Browser, live_server: Any, match: Match, width: int, scheme: Any
) -> None:
    an_entry(match, "h6", {"high": "h"}, table=4)
    context = browser.new_context(viewport={"width": width, "height": 568}, color_scheme=scheme)
    base = f"{live_server.url}{a_captains_link(match.division, match.home)}matches/{match.public_id}/score/"
    phone = Thumb(context.new_page(), base)
    phone.open()
    for answer in ("", "6038"):
        assert_readable(phone)
        if answer:
            phone.page.locator("[data-pin] input").fill(answer)
        phone.tap("[data-end-sign] button")
        shown = ".end-head" if answer else "[data-pin]"
        expect(phone.page.locator(shown)).to_be_visible()
    assert_readable(phone)
    context.close()


def assert_readable(phone: Thumb) -> None:
    found = Axe().run(phone.page, options=AXE)
    assert found.violations_count == 0, found.generate_report()
    assert phone.page.evaluate(LOOK_FOR_FAULTS) == []
    assert phone.page.evaluate(LOW) == []
