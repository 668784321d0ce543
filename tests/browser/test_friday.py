"""Friday: ten sheets, two missing, one disputed, one player of another pub. By keyboard and by thumb."""

import datetime
import re

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from league.models import AcceptedPlayer, Decision, Division, Match, Notice, Scorecard, Season
from league.results.services.disputes import dispute_match
from tests.browser.hands import Hands, at_work, button, link, open_page, says
from tests.builders import (
    a_captain,
    a_card,
    a_division,
    a_match,
    a_player,
    a_seat,
    a_secretary,
    a_team,
    regulated,
)
from tests.regulations.test_ineligible import REGISTERED

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PUBS = ("Anvil", "Barge", "Canal", "Drover", "Engine", "Forge", "Grouse", "Hare", "Ivy", "Jug")
MISSING = {"Anvil", "Barge"}
DAY = datetime.timedelta(days=1)


@pytest.fixture
def division(db: None) -> Division:
    """The morning after: ten matches of last night; of the week before one disputed, one with a stranger."""
    today = timezone.localdate()
    division = a_division(teams=0)
    Season.objects.update(starts_on=today - 100 * DAY, ends_on=today + 100 * DAY)
    regulated(division, people=REGISTERED)
    for name in PUBS:
        a_match(division, f"{name} Arms", f"{name} Club", date=today - DAY)
        a_captain(division, f"{name} Arms", name="Pat Invented", email=f"{name.lower()}@example.org")
    before = [
        a_match(division, home, away, date=today - 8 * DAY, week=2)
        for home, away in (("Ivy Arms", "Jug Club"), ("Hare Arms", "Grouse Club"))
    ]
    for match in before:
        a_card(match, (15, 9), (12, 15), (15, 11), (15, 8))
    dispute_match(match=before[0], because="They differ about table 2.", now=timezone.now())
    stranger = a_player(a_team(division.season.league, "Jug Arms"), "Joan Invented", division.season)
    a_seat(before[1].scorecards.get().tables.first().games.get(), stranger)
    return division


@pytest.fixture
def inbox(page: Page, live_server, division: Division) -> str:
    league = division.season.league
    client = Client()
    client.force_login(a_secretary(league))
    session = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
    page.context.add_cookies([session])
    return f"{live_server.url}/{league.slug}/secretary/"


@pytest.mark.slow
def test_friday_is_done_without_a_mouse(page: Page, inbox: str, division: Division) -> None:
    said = page.get_by_role("status").first
    page.goto(inbox)
    expect(page.locator(".inbox-item.is-current")).to_contain_text("10 results of")
    page.keyboard.press("1")
    page.wait_for_url("**/finals/")
    for name in reversed(PUBS):  # the order of the pile
        if name in MISSING:
            continue
        page.keyboard.press("m")
        page.keyboard.type(name[:3].lower())
        page.keyboard.press("Enter")
        if name == "Hare":  # two losing scores: the page asks, and the pile goes on
            for key in ("9", "Tab", "8", "Tab"):
                page.keyboard.press(key)
            page.keyboard.type("12a11h8h")
        else:
            page.keyboard.type("9h12a11h8h")
    expect(page.get_by_role("button", name="Confirm 7 results")).to_be_visible()
    expect(page.locator("[data-drafts]")).to_have_text("Sheet 3 stays a draft.")
    page.keyboard.press("m")
    page.keyboard.type("har")
    page.keyboard.press("Enter")
    refused = page.locator("input[aria-invalid=true]:focus")
    expect(refused).to_have_value("9")
    expect(refused).to_have_accessible_description("Table 1 cannot be 9–8: one side must reach 15.")
    page.keyboard.press("h")
    expect(page.get_by_role("button", name="Confirm 8 results")).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(said).to_contain_text("Confirmed: ")
    assert Scorecard.objects.confirmed().filter(match__week=1).count() == len(PUBS) - len(MISSING)

    page.goto(inbox)
    expect(page.locator(".inbox-item.is-current")).to_contain_text("2 results of")
    page.keyboard.press("2")
    expect(said).to_contain_text("asked by e-mail")
    assert Notice.objects.filter(kind="chase").count() == len(MISSING)

    page.goto(inbox)
    page.keyboard.press("ArrowDown")
    expect(page.locator(".inbox-item.is-current")).to_contain_text("Dispute: which result counts?")
    page.keyboard.press("1")
    page.keyboard.type("Both agree now.")
    page.keyboard.press("Enter")
    expect(said).to_contain_text("the dispute is closed")

    page.keyboard.press("ArrowDown")
    expect(page.locator(".inbox-item.is-current")).to_contain_text("Joan Invented for Hare Arms")
    page.keyboard.press("2")
    page.keyboard.type("Signed on that night.")
    page.keyboard.press("Enter")
    expect(said).to_contain_text("Accepted: Joan Invented.")
    assert AcceptedPlayer.objects.get().reason == "Signed on that night."

    page.keyboard.press("u")
    expect(said).to_contain_text("Undone: accepted.")
    assert not AcceptedPlayer.objects.exists()
    assert [decision.undone_at is None for decision in Decision.objects.all()] == [False, True]
    assert not Match.objects.exclude(disputed_because="").exists()


@pytest.mark.slow
def test_friday_is_done_on_a_phone(browser: Browser, live_server, division: Division) -> None:
    league = division.season.league
    with at_work("phone", browser, live_server.url, a_secretary(league)) as hands:
        page = hands.page
        page.goto(f"{live_server.url}/{league.slug}/secretary/")
        hands.choose(link(page, "Enter results"))
        page.wait_for_url("**/finals/")
        for name in reversed(PUBS):
            if name not in MISSING:
                _enter_sheet(hands, name)
        hands.choose(button(page, re.compile("^Confirm")))
        says(page, "Confirmed: ")
        assert Scorecard.objects.confirmed().filter(match__week=1).count() == len(PUBS) - len(MISSING)

        _open_item(hands, "2 results of")
        hands.choose(button(page, re.compile("^Remind both")))
        says(page, "asked by e-mail")
        assert Notice.objects.filter(kind="chase").count() == len(MISSING)

        _open_item(hands, "Dispute: which result counts?")
        _decide(hands, "Close dispute", "Both agree now.")
        says(page, "the dispute is closed")
        _open_item(hands, "Not eligible: does the result count?")
        _decide(hands, "Accept player", "Signed on that night.")
        says(page, "Accepted: Joan Invented.")
        hands.choose(button(page, "Undo"))
        says(page, "Undone: accepted.")
        assert not AcceptedPlayer.objects.exists()


def _enter_sheet(hands: Hands, name: str) -> None:
    """Find a match by letters of its pub, and type both scores of its four tables."""
    page = hands.page
    hands.write(page.locator("#jump"), name[:3].lower())
    hands.choose(page.get_by_role("option", name=f"{name} Arms"))
    sheet = page.locator("tbody", has_text=f"{name} Arms").filter(has=page.locator("[data-game]"))
    for table, scores in enumerate(((15, 9), (12, 15), (15, 11), (15, 8))):
        for side, points in zip(("home", "away"), scores, strict=True):
            hands.write(sheet.locator("[data-game]").nth(table).locator(f"[data-side={side}]"), str(points))


def _open_item(hands: Hands, question: str) -> None:
    open_page(hands, "Inbox")
    hands.choose(hands.page.get_by_role("link", name=question))


def _decide(hands: Hands, label: str, reason: str) -> None:
    item = hands.page.locator("[data-item]:has(details)").filter(has_text=label).first
    hands.choose(item.locator("summary", has_text=label))
    hands.write(item.get_by_label("Reason").filter(visible=True).first, reason)
    hands.choose(item.get_by_role("button", name=label).filter(visible=True).first)
