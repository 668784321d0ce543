"""A Caribbean night in a real browser: cards turned up, begging, hung jacks and reneges by their keys."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import Page, expect

from league.models import Match, RuleBook, Scorecard
from league.results.selectors.scorecards import sheet_of
from scoring import AWAY, HOME
from scoring.hands import Peg
from tests.builders import a_division, a_match, a_season, a_secretary
from tests.results.test_entry_family import CARIBBEAN, SHORT, at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def book() -> dict[str, Any]:
    return SHORT


@pytest.fixture
def match(db: None, book: dict[str, Any]) -> Match:
    return a_match(a_division(a_season(rule_book=RuleBook.objects.create(**book))))


@pytest.fixture
def entry(page: Page, live_server: Any, match: Match) -> Page:
    client = Client()
    client.force_login(a_secretary(match.division.season.league))
    session = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
    page.on("pageerror", lambda error: pytest.fail(f"the page's script failed: {error}"))
    page.context.add_cookies([session])
    page.goto(live_server.url + at(match))
    return page


@pytest.fixture
def keys(entry: Page) -> Callable[[str], None]:
    """Type into the first hand of the first game, which home led."""
    entry.locator("#t1-g1-first-pitch").select_option("h")
    entry.locator("#t1-g1-h1-high").focus()

    def type_keys(text: str) -> None:
        for key in text.replace(" ", ""):
            entry.keyboard.press(key)

    return type_keys


def running(page: Page, hand: int) -> Any:
    return page.locator(f'[data-game="t1-g1"] tr[data-hand="{hand}"] .running')


@pytest.mark.slow
@pytest.mark.parametrize(
    ("book", "games"), [(SHORT, [2]), pytest.param(CARIBBEAN, [7, 7, 8], marks=pytest.mark.slow)]
)
def test_a_whole_night_by_keys(
    entry: Page, keys: Callable[[str], None], match: Match, games: list[int]
) -> None:
    keys("6 hhhh  b aana  6 bb hhnn  hahx")
    expect(running(entry, 4)).to_have_text(["14", "10"])
    expect(entry.locator('[data-game="t1-g1"] [data-state]')).to_have_text("home won 14–10")
    for _ in range(1, sum(games)):
        entry.keyboard.press("Enter")
        for _ in range(4):
            entry.keyboard.press("Enter")
        for key in ("s", "9", "Tab"):
            entry.keyboard.press(key)
        entry.keyboard.type("15")
    entry.keyboard.press("Enter")
    expect(entry.locator("#summary")).to_contain_text("ready to confirm")
    entry.keyboard.press("Control+Enter")
    entry.wait_for_url(re.compile(rf"/matches/{match.public_id}/$"))
    sheet = sheet_of(Scorecard.objects.get())
    assert [len(table.games) for table in sheet.tables] == games
    hands = sheet.tables[0].games[0].hands
    assert [hand.before for hand in hands] == [
        (Peg("turnup", AWAY, 2),),
        (Peg("gift", AWAY, 1),),
        (Peg("turnup", AWAY, 2),),
        (),
    ]
    assert hands[3].hung
    assert sheet.tables[0].games[0].notes[2].call == "r"
    assert (hands[3].jack, sheet.tables[-1].games[-1].away_score) == (HOME, 15)


@pytest.mark.slow
def test_the_points_of_the_deal_go_where_they_belong(entry: Page, keys: Callable[[str], None]) -> None:
    keys("6j bh")
    before = entry.locator('[data-game="t1-g1"] tr[data-hand="1"] [data-before]')
    expect(before).to_have_text("+1 home+5 away")
    entry.locator("#t1-g1-first-pitch").select_option("a")
    expect(before).to_have_text("+5 home+1 away")
    entry.locator("#t1-g1-h1-low").focus()
    keys("t")
    expect(entry.locator("#t1-g1-h1-turnup")).to_be_focused()
    entry.keyboard.type("6S")
    entry.keyboard.press("Enter")
    expect(entry.locator("#t1-g1-h1-high")).to_be_focused()
    expect(before).to_have_text("+2 home+1 away")


@pytest.mark.slow
def test_a_jack_is_hung_only_once_somebody_has_it(entry: Page, keys: Callable[[str], None]) -> None:
    keys("hhx")
    expect(entry.locator("#t1-g1-h1-jack-refusal")).to_contain_text("Type who took the Jack")
    keys("ax")
    expect(entry.locator("#t1-g1-h1-hung")).to_be_checked()
    entry.keyboard.press("ArrowLeft")
    keys("n")
    expect(entry.locator("#t1-g1-h1-hung")).not_to_be_checked()


@pytest.mark.slow
def test_a_renege_by_its_key_proposes_its_points(entry: Page, keys: Callable[[str], None]) -> None:
    keys("hhhh aana p")
    expect(entry.locator("#t1-g1-p1-kind")).to_be_focused()
    entry.locator("#t1-g1-p1-kind").select_option("renege")
    expect(entry.locator("#t1-g1-p1-points")).to_have_value("1")
    entry.locator("#t1-g1-p1-side").select_option("a")
    expect(running(entry, 3)).to_have_text(["5", "5"])
    entry.locator("#t1-g1-p1-kind").select_option("game")
    expect(entry.locator("#t1-g1-p1-points")).to_have_value("")
    expect(entry.locator('[data-game="t1-g1"] [data-state]')).to_have_text("away won 5–14")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "home", "away", "running", "slip"),
    [
        pytest.param(
            "hhhh aaaa hhnn hh",
            "14",
            "5",
            ("10-0", "10-5", "12-5"),
            "The jack was hung in hand 1",
            marks=pytest.mark.slow,
        ),
        ("hhhxh aaaa aaaa aaaa", "5", "15", ("5-0", "5-5", "5-10"), "The jack was not hung in hand 1"),
        pytest.param(
            "hhaa hhhh h",
            "14",
            "2",
            ("8-2", "13-2"),
            "Change Jack in hand 1 to The Fleece, hung",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_jack_hung_or_not_is_the_slip_the_paper_finds(
    entry: Page,
    keys: Callable[[str], None],
    typed: str,
    home: str,
    away: str,
    running: tuple[str, ...],
    slip: str,
) -> None:
    keys(typed)
    for side, score in (("home", home), ("away", away)):
        entry.locator(f"#t1-g1-{side}-final").fill(score)
        entry.locator(f"#t1-g1-{side}-final").press("Enter")
    found = entry.locator('[data-game="t1-g1"] [data-slip]')
    for _ in running:
        asked = re.search(r"after hand (\d)", found.text_content() or "")
        if asked is None:
            break
        found.locator("input").fill(running[int(asked[1]) - 1])
        found.locator("input").press("Enter")
    found.get_by_role("button", name=slip, exact=True).click()
    expect(found).to_be_hidden()
    expect(entry.locator('[data-game="t1-g1"] [data-agrees]')).to_have_text("so do the hands")
    assert entry.locator("#t1-g1-h1-hung").is_checked() == (not slip.startswith("The jack was not"))


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_page_is_accessible(entry: Page, keys: Callable[[str], None], scheme: Any) -> None:
    entry.emulate_media(color_scheme=scheme)
    keys("6 b hahx")
    found = Axe().run(entry)
    assert found.violations_count == 0, found.generate_report()
