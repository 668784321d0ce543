"""A match scored with a thumb: the page at the table, with its script and without, as a phone shows it."""

import datetime
import json
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from league.accounts.services.links import codes_for
from league.models import Match
from league.results.log import Sent, SheetPlace
from league.results.logged_match import LoggedMatch
from league.results.selectors.log import log_of
from league.results.services.entries import receive_entries
from league.scheduling.services.moves import postpone_match
from tests.browser.test_every_page import AXE, LOOK_FOR_FAULTS
from tests.browser.thumbs import AWARDS, PHONE, Thumb, on_a_phone
from tests.builders import a_captains_link, a_match, a_player, a_secretary
from tests.builders_tables import an_entry
from tests.examples import part_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GAME = ("hhah", "ahna", "hhhh", "aana", "hhnn", "ahna", "hana", "ahna")
"""13-12 after these."""
LOW = """() =>
  [...document.querySelectorAll("button, select, input:not([type=hidden]), summary, label:has(input)")]
  .filter(one => one.checkVisibility())
  .filter(one => (one.closest("label") ?? one).getBoundingClientRect().height < 48)
  .map(one => one.outerHTML.slice(0, 90))"""


@pytest.fixture
def match(db: None) -> Match:
    match = a_match()
    for name in ("Norman Ackerley", "Joan Pell"):
        a_player(match.home, name, match.division.season)
    return match


@pytest.fixture
def code(match: Match) -> str:
    return codes_for(matches=[match.pk], now=timezone.now())[match.pk]


@pytest.fixture
def phone(browser: Browser, live_server: Any, code: str) -> Iterator[Thumb]:
    context = on_a_phone(browser)
    yield Thumb(context.new_page(), f"{live_server.url}/s/{code}/")
    context.close()


@pytest.fixture
def other(browser: Browser, phone: Thumb) -> Iterator[Thumb]:
    context = on_a_phone(browser)
    yield Thumb(context.new_page(), phone.address)
    context.close()


def pegged(match: Match, table: int, *hands: str) -> None:
    """Let another phone have pegged these hands before the page is opened."""
    for number, hand in enumerate(hands, start=1):
        body = dict(zip(AWARDS, hand.replace("n", "-"), strict=False))
        an_entry(match, f"h{number}", body, table=table)


def score(match: Match, table: int = 1, game: int = 1) -> tuple[int, ...]:
    logged = LoggedMatch(match, log_of(match))
    return next(one.score for one in logged.games() if (one.table, one.game) == (table, game))


def test_a_stranger_pegs_the_first_hand_in_six_taps(phone: Thumb, match: Match) -> None:
    """Scanned, the match is open: one tap for the table, four for the hand, one to peg it."""
    phone.open()
    phone.tap('[data-table="1"] a')
    expect(phone.page.locator("body[data-ready]")).to_be_attached()
    phone.peg("hhnh")
    phone.shows(3, 0)
    phone.has_sent()
    assert phone.taps == 6
    assert score(match) == (3, 0)


@pytest.mark.slow
def test_a_whole_game_by_four_taps_a_hand(phone: Thumb, match: Match) -> None:
    phone.open("tables/1/")
    expect(phone.button).to_have_text("Who took High?")
    for hand in GAME:
        phone.peg(hand)
    phone.shows(13, 12)
    phone.take("ha")
    expect(phone.button).to_have_text("Who took Jack?")
    phone.answer("jack", "h")
    expect(phone.button).to_have_text("Peg 2–1 and finish: Fleece win 15–13")
    said = phone.page.locator("[data-row=game] [data-not-counted]")
    expect(said).to_have_text("Not counted: Fleece go out on Jack.")
    phone.tap("[data-peg-it]")
    expect(phone.page.locator("[data-outcome]")).to_have_text("The Fleece won 15–13, after 9 hands.")
    expect(phone.page.locator("#hand")).to_be_hidden()
    phone.has_sent()
    assert score(match) == (15, 13)
    assert match.entries.get(place="h9").body == {"high": "h", "low": "a", "jack": "h"}
    assert match.entries.count() == 9


def test_the_pegs_move_in_the_tap_and_the_end_of_the_table_is_drawn_after_them(
    phone: Thumb, match: Match
) -> None:
    pegged(match, 1, *GAME)
    phone.open("tables/1/")
    phone.take_over()
    phone.take("hah")
    in_the_tap = """button => {
      const shown = selector => document.querySelector(selector)?.checkVisibility();
      button.click();
      return [document.querySelector("[data-score]").innerText.match(/\\d+/g), shown("[data-outcome]")];
    }"""
    assert phone.button.evaluate(in_the_tap) == [["15", "13"], False]
    expect(phone.page.locator("[data-outcome]")).to_be_visible()


@pytest.mark.slow
def test_the_board_shows_what_is_chosen_before_it_is_pegged(phone: Thumb) -> None:
    phone.open("tables/1/")
    phone.peg("hhnh")
    phone.take("haa")
    at = """name => {
      const svg = document.querySelector("[data-board] svg"), peg = svg.querySelector(`[data-peg=${name}]`);
      const place = hole => `translate(${hole.getAttribute("cx")} ${hole.getAttribute("cy")})`;
      const holes = [...svg.querySelectorAll("[data-hole]")];
      if (peg.hasAttribute("display")) return null;
      return Number(holes.find(hole => place(hole) === peg.getAttribute("transform")).dataset.hole);
    }"""
    names = ("home-front", "home-next", "away-front", "away-next")
    assert [phone.page.evaluate(at, name) for name in names] == [3, 4, 0, 2]


@pytest.mark.slow
def test_the_last_hand_is_taken_back_and_stands_ready_to_be_put_right(phone: Thumb, match: Match) -> None:
    phone.open("tables/1/")
    phone.peg("hhnh")
    phone.peg("ahna")
    expect(phone.page.locator("[data-undo]")).to_have_text("Undohand 2, 1–2")
    phone.tap("[data-undo]")
    phone.shows(3, 0)
    phone.answer("high", "h")
    expect(phone.button).to_have_text("Peg 2–1")
    phone.tap("[data-peg-it]")
    phone.shows(5, 1)
    phone.has_sent()
    assert score(match) == (5, 1)


@pytest.mark.slow
def test_a_trembling_thumb_takes_back_one_hand(phone: Thumb) -> None:
    phone.open("tables/1/")
    for hand in ("hhnh", "ahna", "hhhh"):
        phone.peg(hand)
    phone.page.locator("[data-undo]").dblclick()
    phone.shows(4, 2)
    expect(phone.page.locator("[data-lead-hand]")).to_have_text("Hand 3.")


@pytest.mark.slow
def test_half_a_hand_survives_a_reload_and_is_no_second_hand_afterwards(phone: Thumb, other: Thumb) -> None:
    phone.open("tables/1/")
    phone.take("hh")
    phone.page.reload()
    expect(phone.button).to_have_text("Who took Jack?")
    other.open("tables/1/")
    other.peg("hhah")
    phone.page.reload()
    expect(phone.page.locator(".question")).to_contain_text("Another phone has just pegged hand 1")


@pytest.mark.slow
def test_a_doubled_hand_is_removed_in_three_taps_and_a_forgotten_one_inserted(
    phone: Thumb, match: Match
) -> None:
    """Without signal: all of it waits, and comes in as it was done."""
    phone.open("tables/1/")
    phone.page.context.route("**/log/*", lambda route: route.abort())
    for hand in ("hhnh", "hhnh", "ahna"):
        phone.peg(hand)
    undo, rows = phone.page.locator("[data-undo]"), phone.page.locator("[data-hands]")
    expect(rows).to_contain_text("7–2")
    phone.tap("[data-all-hands]")
    phone.taps = 0
    phone.tap('[data-put-right="2"]')
    phone.tap("[data-remove]")
    expect(phone.page.locator("[data-lead]")).to_contain_text("Remove hand 2, the same as hand 1.")
    expect(rows).to_contain_text("4–2 was 7–2")
    expect(phone.button).to_have_text("Remove hand 27–2 becomes 4–2")
    phone.tap("[data-peg-it]")
    phone.shows(4, 2)
    assert phone.taps == 3
    expect(undo).to_have_text("Restorehand 2")
    phone.tap("[data-undo]")
    phone.shows(7, 2)
    phone.tap('[data-put-right="3"]')
    phone.tap("[data-insert]")
    expect(phone.button).to_have_text("Who took High?")
    phone.take("aana")
    expect(phone.button).to_have_text("Insert hand 37–2 becomes 7–5")
    phone.tap("[data-peg-it]")
    phone.shows(7, 5)
    expect(phone.page.locator("[data-lead-hand]")).to_have_text("Hand 5.")
    expect(undo).to_have_text("Removehand 3")
    phone.page.context.unroute_all(behavior="wait")
    phone.look()
    phone.has_sent()
    log = LoggedMatch(match, log_of(match))
    marks = [
        "".join(log.bodies[SheetPlace(1, 1, f"h{hand}")].get(award, "") for award in AWARDS)
        for hand in (1, 2, 3, 4)
    ]
    assert marks == ["hh-h", "hh-h", "aa-a", "ah-a"]
    assert match.entries.count() == 3 + 2 + 2 + 2


@pytest.mark.slow
def test_an_earlier_hand_is_put_right_and_what_follows_is_seen_first(phone: Thumb, match: Match) -> None:
    phone.open("tables/1/")
    for hand in ("hhnh", "ahna", "hhhh"):
        phone.peg(hand)
    phone.tap("[data-all-hands]")
    phone.tap('[data-put-right="2"]')
    expect(phone.page.locator("[data-lead-hand]")).to_have_text("Change hand 2.")
    expect(phone.button).to_have_text("Nothing changed yet")
    phone.answer("high", "h")
    expect(phone.button).to_have_text("Save hand 28–2 becomes 9–1")
    expect(phone.page.locator("[data-hands]")).to_contain_text("9–1 was 8–2")
    phone.tap("[data-peg-it]")
    phone.shows(9, 1)
    expect(phone.page.locator("[data-lead-hand]")).to_have_text("Hand 4.")
    phone.has_sent()
    assert score(match) == (9, 1)
    expect(phone.page.locator("[data-undo]")).to_have_text("Undoedit, hand 2")
    phone.tap("[data-undo]")
    phone.shows(8, 2)
    expect(phone.page.locator("[data-undo]")).to_have_text("Undohand 3, 4–0")


@pytest.mark.slow
def test_a_penalty_is_asked_for_whole_and_pegged_first(phone: Thumb, match: Match) -> None:
    phone.open("tables/1/")
    phone.take("hhnh")
    phone.tap("[data-more]")
    phone.tap("[data-penalties] summary")
    phone.page.locator("#p1-reason").fill("peeked before the pitch")
    expect(phone.button).to_have_text("Who gets the penalty?")
    phone.answer("p1-side", "a")
    phone.tap("[data-sheet-close]")
    expect(phone.button).to_have_text("Peg 3–4")
    phone.tap("[data-peg-it]")
    phone.shows(3, 4)
    phone.has_sent()
    assert score(match) == (3, 4)


@pytest.mark.slow
def test_who_plays_and_who_opens(phone: Thumb, match: Match) -> None:
    phone.open("tables/1/")
    phone.tap("[data-opening] [value=h]")
    expect(phone.page.locator("[data-lead]")).to_contain_text("Hand 1. Fleece pitch, Shears deal.")
    phone.tap("[data-more]")
    phone.tap("[data-names-of-table] summary")
    phone.page.get_by_label("Player 1").first.select_option("Joan Pell")
    for field, name in (("home-2", "Norman"), ("away-1", "Derek Hoyland"), ("away-2", "Sunil Rao")):
        phone.page.locator(f"#{field}-other").fill(name)
    phone.page.get_by_role("button", name="Save players").click()
    expect(phone.page.locator("[data-lead]")).to_contain_text("Joan pitches, Sunil deals, on Joan’s right.")
    expect(phone.page.locator(".seats .opens")).to_have_text("Joan Pell")
    phone.peg("hhnh")
    expect(phone.page.locator("[data-lead]")).to_contain_text("Derek pitches, Joan deals, on Derek’s right.")
    phone.has_sent()
    joan = match.home.registrations.get(player__name="Joan Pell").player
    assert match.entries.get(place="home").body == {"1": joan.public_id, "2": "Norman"}


@pytest.mark.slow
def test_other_tables_are_a_link_or_a_swipe_away_without_loading(phone: Thumb) -> None:
    phone.open("tables/1/")
    phone.page.evaluate("globalThis.sameDocument = true")
    phone.take("hh")
    phone.tap("[data-more]")
    phone.tap('[data-go="2"]')
    expect(phone.page.locator("[data-title]")).to_have_text("Table 2")
    phone.peg("aana")
    phone.shows(0, 3)
    swipe(phone.page, across=140)
    expect(phone.page.locator("[data-title]")).to_have_text("Table 1")
    expect(phone.button).to_have_text("Who took Jack?")
    assert phone.page.evaluate("sameDocument")


def swipe(page: Page, across: int) -> None:
    page.evaluate(
        """across => {
          const main = document.getElementById("main");
          const touch = x => [new Touch({ identifier: 1, target: main, clientX: x, clientY: 300 })];
          const send = (name, what) => main.dispatchEvent(new TouchEvent(name, { ...what, bubbles: true }));
          send("touchstart", { touches: touch(100) });
          send("touchend", { changedTouches: touch(100 + across) });
        }""",
        across,
    )


@pytest.mark.slow
def test_without_signal_it_is_said_quietly_and_sent_later(phone: Thumb, match: Match) -> None:
    phone.open("tables/1/")
    phone.page.context.route("**/log/*", lambda route: route.abort())
    phone.peg("hhnh")
    phone.peg("ahna")
    sending = phone.page.locator("[data-sending]")
    expect(sending).to_contain_text("Saved, 2 to send")
    phone.page.context.unroute_all(behavior="wait")
    phone.look()
    phone.has_sent()
    assert score(match) == (4, 2)


@pytest.mark.slow
def test_a_league_that_asks_to_wait_is_sent_the_hand_later(phone: Thumb, match: Match) -> None:
    wait = {"X-Pegboard-Page": "yes", "Retry-After": "1"}
    busy = json.dumps({"v": 1, "sentence": "Wait a moment."})
    phone.open("tables/1/")
    phone.page.context.route(
        "**/log/",
        lambda route: route.fulfill(status=429, headers=wait, body=busy, content_type="application/json"),
    )
    phone.peg("hhnh")
    sending = phone.page.locator("[data-sending]")
    expect(sending).to_contain_text("Saved, 1 to send: the league asks to wait")
    phone.peg("ahna")
    phone.page.context.unroute_all(behavior="wait")
    phone.has_sent()
    assert score(match) == (4, 2)


@pytest.mark.slow
def test_a_phone_that_is_set_aside_is_told(phone: Thumb, match: Match, client: Client) -> None:
    client.force_login(a_secretary(match.division.season.league))
    phone.open("tables/1/")
    phone.peg("hhnh")
    phone.has_sent()
    sender = str(match.entries.get().phone)
    log = f"/{match.division.season.league.slug}/secretary/matches/{match.public_id}/log/"
    client.post(log, {"set-aside": sender, "reason": "not at the match"})
    told = phone.page.locator("#trouble")
    phone.look()
    expect(told).to_contain_text("The secretary has set aside what this phone sent.")
    phone.shows(0, 0)
    client.post(log, {"undo": sender})
    phone.look()
    expect(told).to_be_hidden()
    phone.shows(3, 0)


@pytest.mark.slow
def test_two_phones_that_differ_are_shown_at_both_ends_and_either_accepts(
    phone: Thumb, other: Thumb, match: Match
) -> None:
    for one in (phone, other):
        one.open("tables/1/")
        one.page.context.route("**/log/*", lambda route: route.abort())
    phone.peg("hhnh")
    other.peg("ahnh")
    for one in (phone, other):
        one.page.context.unroute_all(behavior="wait")
        one.look()
        one.has_sent()
    phone.look()
    for one in (phone, other):
        differs = one.page.locator("[data-differs=h1]")
        expect(differs).to_contain_text("Hand 1: two phones differ.")
        for points in (": 3–0", ": 2–1"):
            expect(differs).to_contain_text(points)
    other.page.get_by_role("button", name="High Shears, Low Fleece").click()
    other.has_sent()
    phone.look()
    for one in (phone, other):
        expect(one.page.locator("[data-differs]")).to_have_count(0)
        one.shows(2, 1)
    assert score(match) == (2, 1)


@pytest.mark.slow
def test_a_hand_pegged_elsewhere_meanwhile_is_not_pegged_twice(
    phone: Thumb, other: Thumb, match: Match
) -> None:
    phone.open("tables/1/")
    other.open("tables/1/")
    phone.take("hhn")
    other.peg("hhna")
    other.has_sent()
    phone.look()
    notice = phone.page.locator(".question")
    expect(notice).to_contain_text("Another phone has just pegged hand 1")
    phone.answer("game", "h")
    phone.tap("[data-peg-it]")
    phone.shows(2, 1)
    phone.page.get_by_role("button", name="That is the hand I mean").click()
    phone.take_over()
    expect(phone.page.locator("[data-lead-hand]")).to_have_text("Hand 2.")
    expect(phone.button).to_have_text("Who took High?")
    phone.has_sent()
    assert match.entries.count() == 2, "the hand that was taken over is said once more"


def test_one_phone_scores_another_watches_takes_over_and_pegs_no_hand_again_unasked(
    phone: Thumb, other: Thumb, match: Match, live_server: Any
) -> None:
    captain = a_captains_link(match.division, match.away)
    other.address = f"{live_server.url}{captain}matches/{match.public_id}/score/"
    for one in (phone, other):
        one.open("tables/1/")
    other.peg("hana")
    other.has_sent()
    phone.look()
    phone.shows(1, 2)
    expect(phone.page.locator("[data-company]")).to_have_text("You are watching")
    expect(phone.button).to_have_text("Take overThe phone of The Shears scores this table. You are watching.")
    expect(phone.page.locator("#hand")).to_be_hidden()
    phone.take_over()
    phone.has_sent()
    other.look()
    expect(other.button).to_contain_text("You are watching.")
    phone.peg("hana")
    phone.shows(1, 2)
    expect(phone.page.locator(".question")).to_contain_text(
        "Another phone has just pegged the same as hand 1"
    )
    phone.page.get_by_role("button", name="Same hand. The score stays 1–2").click()
    expect(phone.page.locator(".question")).to_have_count(0)
    phone.peg("hana")
    phone.page.get_by_role("button", name="Next hand. 1–2 becomes 2–4").click()
    phone.shows(2, 4)
    phone.peg("hana")
    phone.shows(3, 6)
    phone.has_sent()
    assert match.entries.count() == 4, "the hand that was taken over is said once more"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("theirs", "first"),
    [("aana", "phone"), ("aana", "other"), ("hhnh", "phone"), ("hhnh", "other")],
)
def test_taken_over_without_signal_both_score_and_differences_are_asked_whoever_arrives_first(
    phone: Thumb, other: Thumb, match: Match, theirs: str, first: str
) -> None:
    for one in (phone, other):
        one.open("tables/1/")
    other.peg("hana")
    other.has_sent()
    phone.look()
    expect(phone.page.locator("body.watching")).to_be_attached()
    for one in (phone, other):
        one.page.context.route("**/log/*", lambda route: route.abort())
    phone.take_over()
    phone.peg("hhnh")
    phone.shows(4, 2)
    other.peg(theirs)
    order = (phone, other) if first == "phone" else (other, phone)
    for one in order:
        one.page.context.unroute_all(behavior="wait")
        one.look()
        one.has_sent()
    order[0].look()
    for one in order:
        expect(one.page.locator("[data-differs=h2]")).to_have_count(int(theirs != "hhnh"))
    if theirs != "hhnh":
        order[1].page.get_by_role("button", name="This phone: ").click()
        order[1].has_sent()
        order[0].look()
    for one in order:
        expect(one.page.locator("[data-differs]")).to_have_count(0)
        one.shows(*((1, 5) if theirs != "hhnh" and order[1] is other else (4, 2)))
    assert match.entries.exclude(place__in=("h1", "h2")).count() == 0


@pytest.mark.slow
def test_the_page_of_an_ended_code_names_the_hands_that_were_not_sent(phone: Thumb, match: Match) -> None:
    phone.open("tables/2/")
    phone.page.context.route("**/log/*", lambda route: route.abort())
    phone.peg("hhna")
    phone.peg("aana")
    match.scoring_codes.update(revoked_at=timezone.now())
    phone.page.goto(f"{phone.address}tables/2/")
    unsent = phone.page.locator("[data-unsent]")
    expect(unsent).to_have_text("Not sent from this phone: table 2, hand 1; table 2, hand 2.")
    expect(phone.page.get_by_label("The new code")).to_be_visible()


@pytest.mark.slow
def test_a_match_moved_while_it_is_scored_asks_how_it_goes_on(phone: Thumb, match: Match) -> None:
    phone.open("tables/1/")
    phone.peg("hhna")
    phone.has_sent()
    postpone_match(match=match, to=match.date + datetime.timedelta(days=7), reason="Snow.")
    phone.look()
    notice = phone.page.locator("[data-other-day]")
    expect(notice).to_contain_text("This match has been moved to Thu 21 Jan.")
    phone.open("tables/1/")
    asked = phone.page.locator(".question")
    expect(asked).to_contain_text("This table was begun before the match was moved: 2–1.")
    phone.peg("aana")
    phone.shows(2, 1)
    phone.page.get_by_role("button", name="Begin again from 0–0").click()
    phone.shows(0, 0)
    expect(asked).to_have_count(0)
    phone.tap("[data-undo]")
    phone.shows(2, 1)
    phone.page.get_by_role("button", name="Continue from 2–1").click()
    phone.peg("aana")
    phone.shows(2, 4)


@pytest.mark.slow
def test_a_game_ends_without_script(browser: Browser, live_server: Any, code: str, match: Match) -> None:
    pegged(match, 1, *GAME[:-1])
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{live_server.url}/s/{code}/tables/1/")
    for hand in (GAME[-1], "hahn"):
        for award, mark in zip(AWARDS, hand.replace("n", "-"), strict=True):
            page.locator(f'#hand label:has([name="{award}"][value="{mark}"])').click()
        page.get_by_role("button", name="Peg hand").click()
    expect(page.locator("[data-outcome]")).to_have_text("The Fleece won 15–13, after 9 hands.")
    context.close()
    assert score(match) == (15, 13)


SAID = """() => ["[data-title]", "[data-lead]", "[data-undo]", "[data-hands]", "[data-score]", ".pairs",
    "[data-outcome]", "[data-row=high]", ".seat-plan .opens", "[data-tables]", "[data-board] title",
    "[data-notices]"]
  .map(place => document.querySelector(place)).filter(Boolean)
  .map(one => one.tagName === "circle" ? one.getAttribute("cx") + one.getAttribute("cy") : one)
  .map(one => typeof one === "string" ? one : one.checkVisibility() ? one.innerText ?? one.textContent : "")
  .map(text => text.replace(/\\s+/g, " ").trim())"""


WHERE = ("", "tables/1/", "tables/2/", "tables/3/", "tables/3/?hand=2", "tables/4/")


@pytest.mark.parametrize("us", [pytest.param("", marks=pytest.mark.slow), "a"])
def test_the_page_says_the_same_with_its_script_and_without(
    browser: Browser, live_server: Any, code: str, match: Match, us: str
) -> None:
    base = f"/s/{code}/"
    if us:
        base = f"{a_captains_link(match.division, match.away)}matches/{match.public_id}/score/"
    phone = Thumb(on_a_phone(browser).new_page(), live_server.url + base)
    seats_at(match, 1, first="a")
    seats_at(match, 2, first="h")
    for hands, table in ((GAME, 2), (("hhnh", "ahna"), 3), ((*GAME, "hah"), 4)):
        pegged(match, table, *hands)
    plain = browser.new_context(viewport=PHONE, java_script_enabled=False).new_page()
    for where in part_of(WHERE, each=3, place=2):
        phone.open(where)
        plain.goto(phone.address + where)
        # What the script puts into its sheet stands in the page without it.
        if phone.page.locator("body.watching").count():
            phone.take_over()
        phone.page.evaluate("document.body.classList.remove('has-script')")
        assert phone.page.evaluate(SAID) == plain.evaluate(SAID), where
    for page in (phone.page, plain):
        page.context.close()


def seats_at(match: Match, table: int, *, first: str) -> None:
    """Names at a table, and who opened."""
    typed = {
        "home": {"1": match.home.registrations.first().player.public_id, "2": "James"},
        "away": {"1": "Derek Hoyland", "2": "Derek Rao"},
        "pitch": {"first-pitch": first},
    }
    sent = [
        Sent(client_id=uuid.uuid4(), place=SheetPlace(table, 1, place), body=body, entered_at=timezone.now())
        for place, body in typed.items()
    ]
    receive_entries(match=match, sent=sent, phone=uuid.uuid4(), received_at=timezone.now())


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_the_page_is_accessible_whole_and_large_enough(
    browser: Browser, live_server: Any, code: str, match: Match, scheme: Any
) -> None:
    context = on_a_phone(browser, color_scheme=scheme)
    phone = Thumb(context.new_page(), f"{live_server.url}/s/{code}/")
    pages = (("", None), ("tables/1/", None), ("tables/2/", unfold), ("tables/2/?hand=2", None))
    for where, act in part_of(pages, each=4, place=2):
        phone.open(where)
        if act:
            act(phone)
        found = Axe().run(phone.page, options=AXE)
        assert not found.response["violations"], found.generate_report()
        assert phone.page.evaluate(LOOK_FOR_FAULTS) == []
        assert phone.page.evaluate(LOW) == []
    context.close()


def unfold(phone: Thumb) -> None:
    phone.peg("hhnh")
    phone.peg("ahna")
    phone.take("ha")
    phone.tap("[data-more]")
    for details in phone.page.locator("details").all():
        if details.is_visible():
            details.locator("summary").click()


def test_what_the_league_has_comes_with_the_page(phone: Thumb, match: Match) -> None:
    """Before the first message has come and gone: nobody taps hand 1 of a game that is at hand 3."""
    pegged(match, 1, "hhnh", "ahna")
    phone.page.context.route("**/log/*", lambda route: route.abort())
    phone.open("tables/1/")
    phone.shows(4, 2)
    expect(phone.page.locator("[data-lead-hand]")).to_have_text("Hand 3.")
