"""A match entered hand by hand in a real browser: four keys a hand, the script and the server of one mind."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import Page, expect

from league.models import Draft, Match, RuleBook, Scorecard, User
from league.results.pages.script_words import script_words
from league.results.parsing.checked_sheet import CheckedSheet
from league.results.selectors.scorecards import sheet_of
from tests.builders import a_match, a_player, a_secretary
from tests.examples import sampled

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CASES = json.loads((Path(__file__).parents[1] / "results" / "entry_cases.json").read_text(encoding="utf-8"))
# As the paper has them: High, Low, Jack, Game of each hand.
TABLES = (
    "hhna ahna hhnh hana hhnh aanh hhna ahaa h",
    "hhah ahna hhhh aana hhnn ahna hana aana aa",
    "hhhh hhhh hhhh hhh",
    "aaaa aaaa aaaa hhhh aaa",
)
SCORES = [(15, 11), (12, 15), (15, 0), (4, 15)]


@pytest.fixture
def match(db: None) -> Match:
    match = a_match()
    season = match.division.season
    for name in ("Maureen Tighe", "Alan Brook"):
        a_player(match.home, name, season)
    a_player(match.away, "Wilf Sykes-Horner", season)
    a_player(match.away, "Jack Hirst", season, told_apart_by="senior")
    a_player(match.away, "Jack Hirst", season, told_apart_by="junior")
    return match


@pytest.fixture
def secretary(match: Match) -> User:
    return a_secretary(match.division.season.league)


@pytest.fixture
def address(live_server: Any, match: Match) -> str:
    return f"{live_server.url}/{match.division.season.league.slug}/secretary/matches/{match.public_id}/entry/"


@pytest.fixture
def signed_in(live_server: Any, secretary: User) -> Callable[[Page], Page]:
    client = Client()
    client.force_login(secretary)
    session = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}

    def sign_in(page: Page) -> Page:
        page.context.add_cookies([session])
        return page

    return sign_in


@pytest.fixture
def entry(page: Page, address: str, signed_in: Callable[[Page], Page]) -> Page:
    """The empty sheet, opened; whatever the page's script complains of fails the test."""
    page.on("pageerror", lambda error: pytest.fail(f"the page's script failed: {error}"))
    signed_in(page).goto(address)
    return page


def kept(page: Page) -> None:
    expect(page.locator("#kept")).to_have_text(re.compile(r"^Saved at "))


def type_keys(page: Page, keys: str) -> None:
    for key in keys.replace(" ", ""):
        page.keyboard.press(key)


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


@pytest.mark.parametrize("tables", sampled([1, len(TABLES)], each=2))
def test_a_whole_match_by_keys_only(entry: Page, match: Match, tables: int) -> None:
    RuleBook.objects.update(tables=tables)
    entry.reload()
    expect(entry.locator("#t1-home-1")).to_be_focused()
    for few_letters in ("ti", "br", "wilf", "hirst j"):
        entry.keyboard.type(few_letters)
        entry.keyboard.press("Enter")
    for table, hands in enumerate(TABLES[:tables], 1):
        if table > 1:
            for _ in range(4):
                entry.keyboard.press("Enter")
        expect(entry.locator(f"#t{table}-h1-high")).to_be_focused()
        type_keys(entry, hands)
        entry.keyboard.press("Enter")
    expect(entry.locator("#summary")).to_contain_text("ready to confirm")
    expect(entry.get_by_role("button", name="Confirm result")).to_be_focused()
    entry.keyboard.press("Enter")
    entry.wait_for_url(re.compile(rf"/matches/{match.public_id}/$"))
    sheet = sheet_of(Scorecard.objects.get())
    scores = [(table.games[0].home_score, table.games[0].away_score) for table in sheet.tables]
    assert scores == SCORES[:tables]
    assert len(sheet.tables[0].games[0].home_pair) == 2
    assert not Draft.objects.exists()


@pytest.mark.slow
def test_keys_move_the_board_and_are_refused_at_their_cell(entry: Page) -> None:
    """On one page, a game at each table: it takes longer to show than to try."""
    entry.locator("#t2-h1-high").focus()
    typed = "hhah ahna hhhh aana hhnn ahna"
    type_keys(entry, typed)
    row = entry.locator('[data-game="t2"] tr[data-hand="6"] .running')
    expect(row).to_have_text(["11", "8"])
    board = entry.locator('[data-game="t2"] svg.pegboard')
    expect(board.locator("title")).to_have_text("Table 2: Home 11, away 8, playing to 15")
    places = board.evaluate(
        """svg => ["home-front", "home-back", "away-front", "away-back"].map(name => {
             const at = svg.querySelector(`[data-peg=${name}]`).getAttribute("transform");
             const hole = [...svg.querySelectorAll("[data-hole]")]
               .find(one => at === `translate(${one.getAttribute("cx")} ${one.getAttribute("cy")})`);
             return Number(hole.dataset.hole);
           })"""
    )
    assert places == [11, 10, 8, 6]
    type_keys(entry, TABLES[1].removeprefix(typed).lstrip())
    expect(entry.locator("#t2-h9-jack")).to_be_focused()
    entry.keyboard.press("h")
    not_pegged = entry.locator("#t2-h9-jack-oddity")
    expect(not_pegged).to_have_text("The Shears reached 15 on Low in hand 9; Jack and Game are not pegged.")
    expect(entry.locator("#t2-h9-jack")).to_have_attribute("aria-describedby", "t2-h9-jack-oddity")
    expect(entry.locator("#t2-h9-jack")).to_have_value("h")

    entry.locator("#t3-h1-high").focus()
    entry.keyboard.press("n")
    expect(entry.locator("#t3-h1-high-refusal")).to_contain_text("High always goes to a side")
    entry.keyboard.press("a")
    expect(entry.locator("#t3-h1-high-refusal")).to_have_count(0)
    expect(entry.locator("#t3-h1-low")).to_be_focused()

    entry.locator("#t1-h1-high").focus()
    type_keys(entry, "hhnaa")
    entry.keyboard.press("Backspace")
    assert focused(entry) == "t1-h2-high"
    entry.keyboard.press("Backspace")
    assert focused(entry) == "t1-h1-game"
    expect(entry.locator("#t1-h1-game")).to_have_value("")
    entry.keyboard.press("ArrowDown")
    entry.keyboard.press("ArrowRight")
    assert focused(entry) == "t1-h3-high"
    entry.keyboard.press("ArrowUp")
    entry.keyboard.press("ArrowLeft")
    assert focused(entry) == "t1-h1-game"

    entry.locator("#t4-h1-high").focus()
    type_keys(entry, "hp")
    entry.keyboard.press("Escape")
    assert focused(entry) == "t4-h1-low"
    expect(entry.locator("#t4-p1-hand")).to_have_value("")
    expect(entry.locator("#t4-p1-points")).to_have_value("")
    type_keys(entry, "j")
    expect(entry.locator("#t4-h1-low-refusal")).to_contain_text("“j” is no mark")
    assert focused(entry) == "t4-h1-low"
    type_keys(entry, "a")
    expect(entry.locator("#t4-h1-low-refusal")).to_have_count(0)


@pytest.mark.slow
def test_a_penalty_by_its_key(entry: Page) -> None:
    entry.locator("#t1-h1-high").focus()
    type_keys(entry, "hhhh aana p")
    assert focused(entry) == "t1-p1-side"
    expect(entry.locator("#t1-p1-hand")).to_have_value("3")
    expect(entry.locator("#t1-p1-points")).to_have_value("4")
    entry.keyboard.press("a")
    for _ in range(2):
        entry.keyboard.press("Enter")
    entry.keyboard.type("partner looked")
    entry.keyboard.press("Enter")
    assert focused(entry) == "t1-h3-high"
    expect(entry.locator('[data-game="t1"] tr[data-hand="3"] .running')).to_have_text(["4", "7"])
    kept(entry)
    assert Draft.objects.get().typed["t1-p1-reason"] == "partner looked"


@pytest.mark.slow
def test_a_match_of_final_scores_needs_no_mouse_either(entry: Page, match: Match) -> None:
    for loser in ("9", "12", "11", "8"):
        for _ in range(4):
            entry.keyboard.press("Enter")
        entry.keyboard.press("s")
        entry.keyboard.press("Tab")
        entry.keyboard.type(loser)
        entry.keyboard.press("Enter")
    expect(entry.locator('[data-game="t1"] [data-state]')).to_have_text("home won 15–9")
    entry.keyboard.press("Control+Enter")
    entry.wait_for_url(re.compile(rf"/matches/{match.public_id}/$"))
    entry.goto(entry.url.replace("/matches/", "/secretary/matches/") + "entry/")
    expect(entry.locator("#t1-home-final, #t1-away-final").and_(entry.locator(":focus"))).to_have_count(1)
    entry.locator("#t4-away-final").fill("7")
    entry.locator("#t4-away-final").press("Enter")
    expect(entry.locator("#reason")).to_be_focused()
    entry.keyboard.type("misread")
    entry.keyboard.press("Enter")
    expect(entry.get_by_role("button", name="Confirm result")).to_be_focused()


@pytest.mark.slow
def test_the_servers_refusal_stays_at_its_cell_until_that_changes(entry: Page) -> None:
    entry.locator("#t1-h1-high").evaluate("cell => { cell.value = 'x' }")
    entry.get_by_role("button", name="Confirm result").click()
    cell = entry.locator("#t1-h1-high")
    expect(entry.locator("#t1-h1-high-refusal")).to_contain_text("“x” is no mark")
    expect(cell).to_be_focused()
    expect(cell).to_have_attribute("aria-invalid", "true")
    entry.keyboard.press("a")
    expect(entry.locator("#t1-h1-high-refusal")).to_have_count(0)
    expect(cell).to_have_value("a")


@pytest.mark.slow
def test_what_tells_two_of_a_name_apart_is_shown(entry: Page) -> None:
    entry.locator("#t1-away-1").focus()
    entry.keyboard.type("hirst")
    expect(entry.locator("#t1-away-1-list").get_by_role("option")).to_have_text(
        ["Jack Hirst (junior) The Shears", "Jack Hirst (senior) The Shears"]
    )
    entry.keyboard.press("ArrowDown")
    entry.keyboard.press("Enter")
    expect(entry.locator("#t1-away-1")).to_have_value("Jack Hirst (senior)")
    expect(entry.locator("#t1-away-2")).to_be_focused()


@pytest.mark.slow
def test_a_name_nobody_knows_is_kept_and_told(entry: Page) -> None:
    entry.locator("#t1-away-1").focus()
    entry.keyboard.type("Somebody's Cousin")
    entry.keyboard.press("Enter")
    expect(entry.locator("#t1-away-1-oddity")).to_contain_text("is registered this season; the name is saved")


def test_a_reload_loses_nothing(entry: Page) -> None:
    entry.locator("#t1-h1-high").focus()
    type_keys(entry, "hhna")
    kept(entry)
    entry.locator("#remarks").fill("the lights went out")
    entry.reload()
    assert focused(entry) == "t1-h2-high", "the cursor does not go on where it was"
    expect(entry.locator("#t1-h1-game")).to_have_value("a")
    expect(entry.locator("#remarks")).to_have_value("the lights went out")
    expect(entry.locator('[data-game="t1"] tr[data-hand="1"] .running')).to_have_text(["2", "1"])


@pytest.mark.slow
def test_the_papers_running_scores_find_the_slip(entry: Page) -> None:
    """Game of hand 5 was taken down for home, and nobody had it: the sheet says 12-15, the hands 13-15."""
    entry.locator("#t2-h1-high").focus()
    type_keys(entry, "hhah ahna hhhh aana hhnh ahna hana aana aa")
    entry.locator("#t2-home-final").fill("12")
    entry.locator("#t2-home-final").press("Enter")
    expect(entry.locator('[data-game="t2"] .slip-score')).to_be_focused()
    slip = entry.locator('[data-game="t2"] [data-slip]')
    running = ("3-1", "4-3", "8-3", "8-6", "10-6", "11-8", "12-10", "12-13")
    for _ in range(4):
        asked = re.search(r"after hand (\d)", slip.text_content() or "")
        if asked is None:
            break
        slip.locator("input").fill(running[int(asked[1]) - 1])
        slip.locator("input").press("Enter")
    slip.get_by_role("button", name="Change Game in hand 5 to nobody").click()
    expect(slip).to_be_hidden()
    expect(entry.locator('[data-game="t2"] [data-agrees]')).to_have_text("so do the hands")


def test_script_and_server_are_of_one_mind(entry: Page) -> None:
    """The cases of tests/results, pegged by the script under the rules and words each is given."""
    cases = [{**case, "rules": words_under(case.get("book", {}))} for case in CASES]
    answers = entry.evaluate(
        """async cases => {
             const { pegGame } = await import("/static/js/entry/score.js");
             const { readTurned } = await import("/static/js/entry/opening.js");
             const marks = (rules, row) => Object.fromEntries(rules.awards.map((award, at) =>
               [award.name, { n: "-", ".": "" }[row[at]] ?? row[at]]));
             return cases.map(({ hands, penalties, rules, first }) => {
               const read = hands.map(hand => typeof hand === "string" ? { marks: hand } : hand).map(hand =>
                 ({ ...marks(rules, hand.marks), ...hand, turned: readTurned(hand.turned ?? "") }));
               const game = pegGame(read, penalties, rules, { h: 0, a: 1 }[first] ?? null);
               return {
                 score: game.score,
                 winner: game.ending ? game.ending.side : null,
                 refused: game.refusals.map(said => [said.hand, said.award, said.sentence]),
               };
             });
           }""",
        cases,
    )
    expected = [{key: case[key] for key in ("score", "winner", "refused")} for case in CASES]
    assert answers == expected


def words_under(book: dict[str, Any]) -> dict[str, Any]:
    """What the script is told of a game."""
    form = CheckedSheet({}, rule_book=RuleBook(**book), home="The Fleece", away="The Shears")
    return script_words(form)


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["dark", pytest.param("light", marks=pytest.mark.slow)])
def test_the_page_is_accessible(entry: Page, scheme: Any) -> None:
    entry.emulate_media(color_scheme=scheme)
    entry.locator("#t1-h1-high").focus()
    type_keys(entry, "hhna n")
    entry.locator("#t1-away-1").fill("A Stranger")
    expect(entry.locator("#t1-away-1-oddity")).to_be_visible()
    found = Axe().run(entry)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.slow
@pytest.mark.parametrize("width", [360, 1280])
def test_what_changed_meanwhile_is_shown_accessibly(entry: Page, match: Match, width: int) -> None:
    other = Client()
    other.force_login(a_secretary(match.division.season.league, "deputy"))
    finals = {f"t{table}-away-final": "7" for table in (1, 2, 3, 4)}
    where = entry.url.partition("/three")[2]
    other.post(f"/three{where}", {**finals, "version": "0", "confirm": "yes"})
    entry.set_viewport_size({"width": width, "height": 800})
    for table in (1, 2, 3, 4):
        entry.locator(f"#t{table}-away-final").fill("9")
    entry.get_by_role("button", name="Confirm result").click()
    expect(entry.get_by_role("heading", name="Somebody else has changed this result")).to_be_visible()
    found = Axe().run(entry)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.slow
def test_back_and_one_key_does_not_empty_the_saved_draft(entry: Page, match: Match) -> None:
    entry.locator("#t1-h1-high").focus()
    type_keys(entry, "hhna")
    kept(entry)
    entry.goto(entry.url.partition("/secretary/")[0] + "/")
    entry.go_back()
    expect(entry.locator("#t1-h1-game")).to_have_value("a")
    entry.locator("#t1-h2-high").focus()
    type_keys(entry, "h")
    kept(entry)
    typed = Draft.objects.get().typed
    assert (typed["t1-h1-game"], typed["t1-h2-high"]) == ("a", "h")


@pytest.mark.slow
def test_two_windows_of_one_person_do_not_overwrite_each_other(
    entry: Page, address: str, match: Match
) -> None:
    other = entry.context.new_page()
    other.goto(address)
    other.locator("#remarks").fill("from the other window")
    kept(other)
    entry.locator("#remarks").fill("from this window")
    expect(entry.locator("#kept")).to_contain_text("You changed this draft in another window")
    assert Draft.objects.get().typed["remarks"] == "from the other window"
    differences = entry.get_by_role("table", name="The differences")
    expect(differences).to_contain_text("from the other window")
    expect(differences).to_contain_text("from this window")
    entry.get_by_role("button", name="Use this page").click()
    expect(entry.locator("#remarks")).to_have_value("from this window")
    entry.get_by_role("button", name="Restore earlier draft").click()
    expect(entry.locator("#remarks")).to_have_value("from the other window")


@pytest.mark.slow
def test_confirming_after_the_session_has_ended_asks_for_the_password_in_place(
    entry: Page, match: Match
) -> None:
    for table, score in enumerate(("13", "12", "11", "8"), 1):
        entry.locator(f"#t{table}-away-final").fill(score)
    entry.context.clear_cookies(name="sessionid")
    entry.get_by_role("button", name="Confirm result").click()
    entry.get_by_label("You were signed out. Nothing is lost. Password for secretary:").fill("password")
    entry.get_by_role("button", name="Sign in", exact=True).click()
    expect(entry.get_by_role("status").first).to_contain_text("The standings are updated")
    assert Scorecard.objects.get().is_confirmed


@pytest.mark.slow
def test_signing_in_from_another_tab_changes_nothing_for_this_page(
    entry: Page, live_server: Any, match: Match
) -> None:
    entry.context.clear_cookies(name="sessionid")
    other = entry.context.new_page()
    other.goto(f"{live_server.url}/sign-in/")
    other.get_by_label("Username").fill("secretary")
    other.get_by_label("Password").fill("password")
    with other.expect_navigation():
        other.get_by_role("button", name="Sign in", exact=True).click()
    for table, score in enumerate(("13", "12", "11", "8"), 1):
        entry.locator(f"#t{table}-away-final").fill(score)
    entry.get_by_role("button", name="Confirm result").click()
    expect(entry.get_by_role("status").first).to_contain_text("The standings are updated")


@pytest.mark.slow
def test_three_letters_of_a_pub_lead_to_the_next_sheet(entry: Page, match: Match) -> None:
    other = a_match(match.division, "The Café Royal", "The Tup and Bell")
    entry.reload()
    entry.locator("#t1-h1-high").focus()
    type_keys(entry, "hm")
    expect(entry.get_by_label("Next sheet")).to_be_focused()
    entry.keyboard.type("caf")
    entry.keyboard.press("Enter")
    expect(entry).to_have_url(re.compile(other.public_id))
    assert Draft.objects.get(match=match).typed["t1-h1-high"] == "h"
