"""The end of a match on one phone: four tables over, both captains sign, the result is shared."""

import datetime
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from PIL import Image
from playwright.sync_api import APIResponse, Browser, Route, expect

from league.accounts.services.pins import set_pin
from league.models import Match, RuleBook, Scorecard, Signature
from tests.browser.test_every_page import AXE, LOOK_FOR_FAULTS
from tests.browser.test_scoring import LOW
from tests.browser.thumbs import TWO_FRAMES, Thumb, on_a_phone
from tests.builders import FRIDAY, a_captain, a_captains_link, a_division, a_match, a_walkover
from tests.builders_tables import an_entry

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

THREE_AND_A_WALKOVER = re.compile(r"^\s*Fleece\s+15\s+12\s+15\s+15\s+57\s+6 \+ 2\s*$")
FINALS = ((15, 9), (12, 15), (15, 11), (13, 8))
# Milliseconds after which the page asks again whether the other captain has signed.
AGAIN = 5000


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
    context = on_a_phone(browser, accept_downloads=True)
    context.clock.install()
    base = f"{live_server.url}{a_captains_link(match.division, match.home)}matches/{match.public_id}/score/"
    yield Thumb(context.new_page(), base)
    context.close()


def test_both_captains_sign_on_one_phone(phone: Thumb, match: Match, tmp_path: Path) -> None:
    phone.open("tables/4/")
    phone.take_over()
    phone.peg("h")
    expect(phone.page.locator("[data-next]")).to_have_text("Match")
    phone.tap("[data-next]")
    expect(phone.page.locator("[data-title]")).to_have_text("Match finished")
    expect(phone.page.locator("[data-end-figure=h]")).to_have_text("8")
    phone.tap("[data-end-signing] button.primary")
    expect(phone.page.locator("[data-end-signing] .end-signed")).to_contain_text("Brenda Ollerenshaw signed")
    expect(phone.page.locator("[data-end-signing]")).to_contain_text("Hand the phone to Łukasz Wrzoskowiak")
    phone.type_pin("9999")
    expect(phone.page.get_by_role("alert")).to_have_text("That is not Łukasz’s PIN. 4 tries left.")
    expect(phone.page.locator("[data-pin] .filled")).to_have_count(0)
    phone.type_pin("603")
    phone.page.get_by_role("button", name="Delete the last figure").click()
    phone.type_pin("38")
    expect(phone.page.locator(".end-head")).to_have_text("Result agreed: 8–2")
    assert Scorecard.objects.get(match=match).is_confirmed
    with phone.page.expect_download() as saved:
        phone.tap("[data-share=boards]")
    picture = Image.open(BytesIO(Path(saved.value.path()).read_bytes()))
    assert picture.size == (1200, 630)
    assert len(picture.getcolors(1200 * 630) or ()) > 50


@pytest.mark.slow
def test_without_signal_the_own_signature_is_kept_and_sent_later_once(phone: Thumb, match: Match) -> None:
    phone.open("tables/4/")
    phone.take_over()
    phone.has_sent()
    cut(phone)
    phone.peg("h")
    phone.tap("[data-next]")
    expect(phone.page.locator("[data-end-figure=h]")).to_have_text("8")
    expect(phone.page.locator("[data-end-side=h]")).to_contain_text("6 + 2")
    phone.tap("[data-own-sign] button")
    given = phone.page.locator("[data-own-given]")
    kept = "Brenda Ollerenshaw signed 8–2. It will be sent when there is a signal."
    expect(given).to_contain_text(kept)
    expect(phone.page.locator("[data-sending]")).to_contain_text("Saved, 2 to send")
    # The phone goes into a pocket and comes out again.
    phone.open()
    expect(given).to_contain_text(kept)
    assert not Scorecard.objects.exists()
    phone.page.context.unroute_all(behavior="wait")
    phone.look()
    expect(phone.page.locator(".end-signed >> text=Brenda Ollerenshaw signed,")).to_be_visible()
    expect(given).to_be_hidden()
    phone.open()
    assert [signature.how for signature in Signature.objects.filter(scorecard__match=match)] == [
        Signature.How.LINK
    ]


@pytest.mark.slow
def test_a_signature_for_a_score_that_changed_is_not_taken_and_asked_again(
    phone: Thumb, match: Match
) -> None:
    phone.open("tables/4/")
    phone.take_over()
    cut(phone)
    phone.peg("h")
    phone.tap("[data-next]")
    phone.tap("[data-own-sign] button")
    expect(phone.page.locator("[data-own-given]")).to_be_visible()
    first = match.entries.get(table=2)
    body = {"home-final": "10", "away-final": "15"}
    an_entry(match, "final", body, table=2, follows=[str(first.client_id)])
    phone.page.context.unroute_all(behavior="wait")
    phone.look()
    expect(phone.page.locator("[data-end-waits]")).to_contain_text("your signature was not taken")
    expect(phone.page.locator("[data-end-signing] button.primary")).to_have_text("Sign 8–2")
    assert not Signature.objects.exists()
    phone.tap("[data-end-signing] button.primary")
    expect(phone.page.locator("[data-pin]")).to_be_visible()
    assert Signature.objects.get().scorecard.version == 1


@pytest.mark.slow
def test_a_match_ends_although_a_table_was_given_as_a_walkover(phone: Thumb, match: Match) -> None:
    RuleBook.objects.update(walkover_in_aggregate=True)
    match.entries.filter(table=3).delete()
    a_walkover(match, table=3)
    phone.open("tables/3/")
    expect(phone.page.locator("[data-outcome]")).to_have_text("Walkover for The Fleece.")
    expect(phone.page.locator("#hand")).to_be_hidden()
    phone.open("tables/4/")
    phone.take_over()
    cut(phone)
    phone.peg("h")
    expect(phone.page.locator("[data-next]")).to_have_text("Match")
    phone.tap("[data-next]")
    expect(phone.page.locator("[data-title]")).to_have_text("Match finished")
    # Counted by the phone itself, then by the league.
    expect(phone.page.locator("[data-end-side=h]")).to_have_text(THREE_AND_A_WALKOVER)
    phone.page.context.unroute_all(behavior="wait")
    phone.look()
    expect(phone.page.locator("[data-end-signing] button.primary")).to_have_text("Sign 8–2")
    expect(phone.page.locator("[data-end-side=h]")).to_have_text(THREE_AND_A_WALKOVER)
    given = phone.page.locator("[data-table='3']")
    expect(given.locator("[data-figure]")).to_have_text("walkover")
    expect(given.locator("[data-state]")).to_have_text("Walkover for The Fleece.")
    phone.tap("[data-end-signing] button.primary")
    expect(phone.page.locator("[data-end-signing] .end-signed")).to_be_visible()


@pytest.mark.slow
def test_an_answer_that_comes_late_is_not_drawn_over_a_pin(phone: Thumb, match: Match) -> None:
    phone.open("tables/4/")
    phone.take_over()
    phone.peg("h")
    phone.tap("[data-next]")
    expect(phone.page.locator("[data-end-signing] button.primary")).to_be_visible()
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if route.request.method == "GET" and not held:
            held.append((route, route.fetch()))
        else:
            route.continue_()

    phone.page.context.route("**/score/", hold)
    phone.page.clock.fast_forward(AGAIN)
    with phone.page.expect_request("**/score/"):
        phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    phone.tap("[data-end-signing] button.primary")
    expect(phone.page.locator("[data-pin]")).to_be_visible()
    phone.type_pin("60")
    with phone.page.expect_event("requestfinished"):
        [(route, answer)] = held
        route.fulfill(response=answer)
    phone.page.evaluate(TWO_FRAMES)
    expect(phone.page.locator("[data-pin] .filled")).to_have_count(2)
    phone.type_pin("38")
    expect(phone.page.locator(".end-head")).to_have_text("Result agreed: 8–2")


@pytest.mark.slow
def test_a_pin_is_not_kept_without_signal(phone: Thumb, match: Match) -> None:
    phone.open("tables/4/")
    phone.take_over()
    phone.peg("h")
    phone.tap("[data-next]")
    phone.tap("[data-end-signing] button.primary")
    expect(phone.page.locator("[data-pin]")).to_be_visible()
    phone.page.context.route("**/score/", lambda route: route.abort())
    phone.type_pin("6038")
    expect(phone.page.locator("[data-end-waits]")).to_contain_text("a PIN is not kept")
    expect(phone.page.locator("[data-pin] input")).to_have_value("")


def cut(phone: Thumb) -> None:
    """Take the signal away, but for the page itself."""
    for where in ("**/log/*", "**/log/"):
        phone.page.context.route(where, lambda route: route.abort())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "scheme"), [(320, "dark"), pytest.param(414, "light", marks=pytest.mark.slow)]
)
def test_every_state_is_readable(
    browser: Browser, live_server: Any, match: Match, width: int, scheme: Any
) -> None:
    an_entry(match, "h6", {"high": "h"}, table=4)
    context = on_a_phone(browser, viewport={"width": width, "height": 568}, color_scheme=scheme)
    context.clock.install()
    base = f"{live_server.url}{a_captains_link(match.division, match.home)}matches/{match.public_id}/score/"
    phone = Thumb(context.new_page(), base)
    phone.open()
    for answer in ("", "6038"):
        assert_readable(phone)
        if answer:
            phone.type_pin(answer)
        else:
            phone.tap("[data-end-signing] button.primary")
        shown = ".end-head" if answer else "[data-pin]"
        expect(phone.page.locator(shown)).to_be_visible()
    assert_readable(phone)
    context.close()


def assert_readable(phone: Thumb) -> None:
    found = Axe().run(phone.page, options=AXE)
    assert found.violations_count == 0, found.generate_report()
    assert phone.page.evaluate(LOOK_FOR_FAULTS) == []
    assert phone.page.evaluate(LOW) == []
