"""What is watched in a browser: pegs move by themselves, a television shows every match whole."""

import json
import re
from itertools import pairwise
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from league.models import Match
from tests.builders import NIGHT, WEEK, a_division, a_drawn_cup, a_match
from tests.builders_tables import an_entry, some_hands
from tests.examples import examples, part_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LEAGUE = "/three-valleys-all-fours-league/"
BOARD = f"{LEAGUE}nights/{NIGHT}/board/"
LONG = "Old Bank Working Men’s Social Club & Institute {:02} B"
# Milliseconds.
UNTIL_IT_ASKS = 3000
FULL_HD = {"width": 1920, "height": 1080}
FOUR_K = {"width": 3840, "height": 2160}


def a_night(matches: int) -> list[Match]:
    """A night of two divisions; in every match one of the names takes two lines."""
    first = a_division(teams=0)
    second = a_division(first.season, "Division Two", teams=0)
    found = [
        a_match(second if number > 2 else first, f"The Fleece {number:02}", LONG.format(number))
        for number in range(matches)
    ]
    for match in found:
        for table in range(1, 5):
            some_hands(match, table, "ha-h", "hhha", "aaah")
    return found


def test_a_hand_is_seen_without_loading_and_it_is_the_same_peg(page: Page, live_server: Any) -> None:
    match, *_ = a_night(2)
    page.clock.install()
    page.goto(live_server.url + BOARD)
    table = page.locator(".row").first.locator(".table").first
    expect(table.locator(".score")).to_have_text("6 to 5")
    stood = page.evaluate("(window.peg = document.querySelector('[data-peg=home-front]')).outerHTML")
    an_entry(match, "h4", {"high": "h", "low": "h", "jack": "h", "game": "h"})
    page.clock.fast_forward(UNTIL_IT_ASKS)
    expect(table.locator(".score")).to_have_text("10 to 5")
    assert page.evaluate("document.contains(window.peg)"), (
        "the peg that stood there, not another in its place"
    )
    assert page.evaluate("window.peg.outerHTML") != stood


@pytest.mark.slow
@pytest.mark.parametrize("entrants", [4, 49])
def test_every_line_of_a_draw_is_shown_whole(page: Page, live_server: Any, entrants: int) -> None:
    cup = a_drawn_cup(a_division(teams=0).season, *(f"The Pig and Whistle {n}" for n in range(entrants)))
    page.set_viewport_size(FULL_HD)
    page.goto(f"{live_server.url}{LEAGUE}cups/{cup.slug}/draw/")
    side = page.locator(".ball-side")
    expect(side).to_contain_text("Anybody who has the lot can draw again")
    height, whole = side.evaluate("side => [side.clientHeight, side.scrollHeight]")
    assert whole <= height


UPDATES = examples(1000)
QUICKLY = """
const wait = window.setTimeout.bind(window);
window.setTimeout = (work, pause) => wait(work, pause >= 20000 ? pause : Math.min(pause || 0, 1));
window.clearTimeout = window.clearTimeout.bind(window);
const ask = window.fetch.bind(window);
window.answers = [];
window.asked = 0;
window.fetch = (url, how) => {
  const ready = window.answers.length === 2 && window.asked < %d;
  if (!ready) return new Promise(() => {});
  window.asked += 1;
  return Promise.resolve(new Response(window.answers[window.asked %% 2], { status: 200 }));
};
window.really = ask;
"""


def until_asked(page: Page, times: int) -> None:
    for _ in range(6000):
        if page.evaluate("asked") >= times:
            return
        page.wait_for_timeout(10)
    pytest.fail(f"only {page.evaluate('asked')} of {times} updates in a minute")


@pytest.mark.slow
def test_updates_leave_nothing_behind(page: Page, live_server: Any) -> None:
    """A week on the wall: neither nodes nor listeners grow, nor the heap once it is swept."""
    match, *_ = a_night(4)
    board = live_server.url + BOARD
    page.add_init_script(QUICKLY % 0)
    page.set_viewport_size(FULL_HD)
    page.goto(board)
    first = page.evaluate("really(location.href + '?have=').then(answer => answer.text())")
    an_entry(match, "h4", {"high": "h", "low": "h", "jack": "h", "game": "h"})
    second = page.evaluate("really(location.href + '?have=nothing').then(answer => answer.text())")
    assert first != second
    page.add_init_script((QUICKLY % UPDATES) + f"window.answers = {json.dumps([first, second])};")
    page.goto(board)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")

    def measured() -> dict[str, float]:
        devtools.send("HeapProfiler.collectGarbage")
        metrics = {
            metric["name"]: metric["value"] for metric in devtools.send("Performance.getMetrics")["metrics"]
        }
        return {name: metrics[name] for name in ("Nodes", "JSEventListeners", "JSHeapUsedSize")}

    until_asked(page, UPDATES // 5)
    before = measured()
    until_asked(page, UPDATES)
    after = measured()
    assert page.locator(".row").count() == 4
    assert after["Nodes"] <= before["Nodes"] + 200
    assert after["JSEventListeners"] <= before["JSEventListeners"]
    assert after["JSHeapUsedSize"] <= before["JSHeapUsedSize"] + 1_000_000


@pytest.mark.slow
def test_a_television_goes_on_with_the_next_night_by_itself(
    page: Page, live_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Quiet, then the board of the night, then quiet again; no page was loaded and no pointer is seen."""
    a_night(2)
    night = [NIGHT - WEEK]
    for module in ("league.live.views", "league.installation.page_cache"):
        monkeypatch.setattr(f"{module}.night_of", lambda _: night[0])
    monkeypatch.setattr("league.installation.page_cache.KEPT_BY_PROXIES", 0)
    page.clock.install()
    page.set_viewport_size(FULL_HD)
    page.goto(f"{live_server.url}{LEAGUE}tv/the-fleece-00/")
    expect(page.locator(".quiet h2")).to_have_text("Next: Thu 14 Jan, 8.30 pm")
    page.evaluate("window.stayed = true")
    night[0] = NIGHT
    page.clock.fast_forward(UNTIL_IT_ASKS)
    expect(page.locator(".row")).to_have_count(2)
    assert page.locator(".row").first.locator("svg use").count() == 4
    assert page.evaluate("document.getElementById('wood-15-small').getBBox === undefined") is False
    night[0] = NIGHT + WEEK
    page.clock.fast_forward(UNTIL_IT_ASKS)
    expect(page.locator(".quiet h2")).to_have_text("No match is planned")
    assert page.evaluate("window.stayed")
    assert page.evaluate("getComputedStyle(document.documentElement).cursor") == "none"


@pytest.mark.slow
def test_the_picture_shifts_a_little_and_never_off_the_glass(page: Page, live_server: Any) -> None:
    a_night(2)
    page.clock.install()
    page.set_viewport_size(FULL_HD)
    page.goto(live_server.url + BOARD)
    seen = set()
    for _ in range(10):
        page.clock.fast_forward("10:00")
        expect(page.locator("#watched")).to_have_attribute("style", re.compile("translate"))
        seen.add(page.locator("#watched").get_attribute("style"))
    assert len(seen) > 3
    moves = [int(step) for style in seen for step in re.findall(r"(-?\d+)px", style or "")]
    assert max(map(abs, moves)) <= 8


def test_an_outage_is_said_quietly_and_ends_by_itself(page: Page, live_server: Any) -> None:
    a_night(2)
    page.clock.install()
    page.goto(live_server.url + BOARD)
    page.route("**/board/?have=*", lambda route: route.abort())
    page.clock.fast_forward(UNTIL_IT_ASKS)
    expect(page.locator(".news")).to_contain_text("This is the last known state")
    assert re.search(r"state, from \d+\.\d\d [ap]m\.", page.locator(".news").inner_text())
    expect(page.locator(".row")).to_have_count(2)
    page.unroute("**/board/?have=*")
    page.clock.fast_forward(2 * UNTIL_IT_ASKS)
    expect(page.locator(".news")).to_have_text("")


@pytest.mark.slow
@pytest.mark.parametrize(
    "matches",
    [
        pytest.param(1, marks=pytest.mark.slow),
        pytest.param(5, marks=pytest.mark.slow),
        pytest.param(8, marks=pytest.mark.slow),
        12,
    ],
)
@pytest.mark.parametrize("size", [FULL_HD, pytest.param(FOUR_K, marks=pytest.mark.slow)])
def test_every_match_stands_whole_on_a_television(
    page: Page, live_server: Any, matches: int, size: dict[str, int]
) -> None:
    a_night(matches)
    page.set_viewport_size(size)
    page.goto(live_server.url + BOARD)
    pegboards = ".table svg:not(.chance svg)"
    assert page.locator(pegboards).count() == 4 * matches
    parts = f"{pegboards}, .pub, .score, .said, .live-foot p"
    boxes = [one.bounding_box() for one in page.locator(parts).all()]
    assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= size["width"] for box in boxes)
    assert all(box and box["y"] >= 0 and box["y"] + box["height"] <= size["height"] for box in boxes)
    rows = [one.bounding_box() for one in page.locator(".row").all()]
    for upper, lower in pairwise(rows):
        assert upper["y"] + upper["height"] <= lower["y"] + 1, "no row runs into the next"
    overfull = "row => [...row.children].some(part => part.offsetHeight > row.offsetHeight + 1)"
    assert not [number for number, row in enumerate(page.locator(".row").all()) if row.evaluate(overfull)]


@pytest.mark.slow
def test_more_matches_turn_over_by_themselves_and_without_script_too(
    browser: Browser, live_server: Any
) -> None:
    a_night(13)
    plain = browser.new_context(java_script_enabled=False, viewport=FULL_HD).new_page()
    plain.goto(live_server.url + BOARD)
    assert 'content="15;url=?page=2"' in plain.content(), "it turns by itself"
    plain.get_by_role("link", name="next").click()
    expect(plain.locator(".row")).to_have_count(6)


@pytest.mark.slow
@pytest.mark.parametrize("width", [360, 1920])
@pytest.mark.parametrize("which", ["night", "match"])
def test_it_is_accessible_and_fits(page: Page, live_server: Any, width: int, which: str) -> None:
    match, *_ = a_night(5)
    page.set_viewport_size({"width": width, "height": 1080 if width == 1920 else 740})
    page.goto(live_server.url + (BOARD if which == "night" else f"{LEAGUE}matches/{match.public_id}/live/"))
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out sideways"


@pytest.mark.slow
def test_a_name_of_many_letters_breaks_on_a_phone(
    page: Page, live_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = a_match(a_division(teams=0), "W" * 41, "The Shears")
    some_hands(match, 1, "ha-h")
    a_match(match.division, "The Drystone", "M" * 41)
    for module in ("league.live.views", "league.installation.page_cache"):
        monkeypatch.setattr(f"{module}.night_of", lambda _: NIGHT)
    page.set_viewport_size({"width": 320, "height": 640})
    addresses = (BOARD, f"{LEAGUE}matches/{match.public_id}/live/", f"{LEAGUE}live/")
    for address in part_of(addresses, each=3):
        page.goto(live_server.url + address)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
