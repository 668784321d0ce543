"""Lists of a division and a cup in a browser: what paper and a phone make of them."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.hands import LAPTOP
from tests.builders import (
    NIGHT,
    WEEK,
    a_card,
    a_division,
    a_drawn_cup,
    a_match,
    a_player,
    a_seat,
    an_enrolment,
)
from tests.builders_seasons import a_round_robin

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# What A4 holds within its margins.
A4: ViewportSize = {"width": 688, "height": 1017}
# What is only pressed: a reader of paper misses none of it.
PRESSED = (
    ".closing-line, nav a:not([aria-current]), .page-header nav, form, .section-head > a, [rel=noreferrer]"
)
LEAGUE = "/three-valleys-all-fours-league/"


@pytest.mark.slow
def test_months_that_are_folded_are_printed_whole(page: Page, live_server: Any) -> None:
    division = a_division(teams=2)
    for week in range(1, 12):
        a_match(division, week=week, date=NIGHT + week * WEEK)
    page.goto(f"{live_server.url}{LEAGUE}2026-27/division-one/fixtures/")
    folded = page.locator(".month:not([open]) .match-row")
    expect(folded.first).to_be_hidden()
    page.emulate_media(media="print")
    assert all(row.bounding_box() for row in folded.all())
    expect(folded.first).to_be_visible()


@pytest.mark.slow
def test_a_page_says_on_paper_what_it_says_on_a_screen(browser: Browser, live_server: Any) -> None:
    division = a_division(teams=2)
    other = a_division(division.season, "Division Two", teams=0)
    a_match(division, date=NIGHT + WEEK)
    an_enrolment(other, "The Owlet")
    division.season.league.pubs.filter(slug="the-fleece").update(phone="01924 496 0101")
    a_drawn_cup(division.season, *(f"Reform Club {n}" for n in range(1, 21)), on=NIGHT, name="Shield")
    page = browser.new_context(bypass_csp=True).new_page()
    for path in ("", "players/", "pubs/the-fleece/", "contacts/", "fixtures/", "cups/shield/"):
        page.set_viewport_size(LAPTOP)
        page.emulate_media(media="screen")
        page.goto(live_server.url + LEAGUE + path)
        page.add_style_tag(content=f"@media screen {{ {PRESSED} {{ display: none !important }} }}")
        on_screen = page.locator("main").inner_text().split()
        page.emulate_media(media="print")
        on_paper = page.locator("main").inner_text().split()
        assert set(on_screen) <= set(on_paper), path
        page.set_viewport_size(A4)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    sheet = page.locator(".bracket").bounding_box()
    assert sheet
    assert sheet["height"] < A4["height"], "The bracket stands on one sheet."


@pytest.mark.slow
def test_a_cup_is_read_on_a_phone_without_script_and_as_a_bracket_on_a_laptop(
    browser: Browser, live_server: Any
) -> None:
    division = a_division(teams=6)
    long = "W" * 41
    an_enrolment(division, long)
    teams = [long, *(enrolment.team.name for enrolment in division.enrolments.order_by("id")[:4])]
    a_drawn_cup(division.season, *teams, on=NIGHT, name="Shield")
    phone = browser.new_context(java_script_enabled=False, viewport={"width": 320, "height": 640}).new_page()
    phone.goto(f"{live_server.url}{LEAGUE}cups/shield/")
    expect(phone.locator(".rounds").get_by_text(long).filter(visible=True).first).to_be_visible()
    expect(phone.locator(".bracket")).to_be_hidden()
    wide = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    wide.goto(phone.url)
    expect(wide.locator(".bracket").get_by_text(long).first).to_be_visible()
    expect(wide.locator(".rounds")).to_be_hidden()
    found = Axe().run(wide)
    assert found.violations_count == 0, found.generate_report()
    wide.set_viewport_size({"width": 320, "height": 640})
    assert wide.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out sideways"


def test_ten_teams_fit_into_the_frame_of_other_sites(browser: Browser, live_server: Any) -> None:
    division = a_division(teams=10)
    league = division.season.league
    league.teams.filter(slug="hanging-royd-liberal-club-a").update(short_name="Hanging Royd A")
    league.teams.filter(slug="old-bank-working-mens-club-b").update(short_name="Old Bank B")
    a_round_robin(division, rounds=1, played=10)
    frame = browser.new_context(viewport={"width": 360, "height": 420}).new_page()
    frame.goto(f"{live_server.url}{LEAGUE}embed/standings/")
    size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert frame.evaluate(size) == [360, 420]
    one_line = frame.locator("thead tr").bounding_box()
    assert one_line
    assert one_line["height"] < 30, "Played and Points stand on one line."


@pytest.mark.slow
def test_on_a_laptop_the_keyboard_reads_a_team_from_the_left(page: Page, live_server: Any) -> None:
    match = a_match(a_division(teams=2))
    a_card(match, (15, 9), (15, 9), (15, 9), (15, 9))
    page.set_viewport_size(LAPTOP)
    page.goto(f"{live_server.url}{LEAGUE}teams/{match.home.slug}/")
    page.get_by_role("link", name="Pub page and map").focus()
    page.keyboard.press("Tab")
    expect(page.locator(".at-left a:focus")).to_have_text(match.away.name)


@pytest.mark.slow
def test_the_best_player_of_your_pub_is_named(page: Page, live_server: Any) -> None:
    division = a_division(teams=2)
    match = a_match(division)
    tables = a_card(match, (15, 9), (15, 9), (15, 9), (15, 9)).tables.order_by("number")
    people = (("h", match.home, "Zoë Hill"), ("h", match.home, "Łukasz Kay"), ("a", match.away, "Ann Hill"))
    for table, (side, team, name) in zip(tables, people, strict=False):
        a_seat(table.games.get(), a_player(team, name, division.season), side=side)
    page.goto(f"{live_server.url}{LEAGUE}players/")
    best = page.get_by_text("Best at").filter(visible=True)
    expect(best).to_have_count(0)
    page.goto(f"{live_server.url}{LEAGUE}your-pub/")
    page.get_by_role("link", name=match.home.name).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(match.home.name)
    page.goto(f"{live_server.url}{LEAGUE}players/")
    expect(best).to_contain_text(f"{match.home.name}: Zoë Hill, 1st.")
