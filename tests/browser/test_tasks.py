"""A secretary's most frequent tasks, from the page where they begin: how many clicks and keys each takes.

The table in `docs/tasks.md` says them; this test does them in a browser and counts.
"""

import datetime
import re
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from league.models import Match, Season
from league.results.services.disputes import dispute_match
from league.scheduling.requests.feasts import bank_holidays
from tests.builders import (
    a_captain,
    a_card,
    a_division,
    a_match,
    a_player,
    a_postponement,
    a_secretary,
    an_offence,
)
from tests.examples import part_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TABLE = Path(__file__).resolve().parents[2] / "docs/tasks.md"
ROW = re.compile(r"^\| (?P<task>[^|]+?) \| (?P<begins>[^|]+?) \| (?P<clicks>\d+) \| (?P<keys>\d+) \|", re.M)
DAY = datetime.timedelta(days=1)


class CountedPage:
    """A page that counts the clicks and keys it takes."""

    def __init__(self, page: Page, home: str) -> None:
        self.page, self.home = page, home
        self.clicks = self.keys = 0

    def at(self, address: str) -> None:
        """Begin a task on a page."""
        self.page.goto(f"{self.home}{address}")
        self.clicks = self.keys = 0

    def click(self, what: str | re.Pattern[str] | Locator, role: str = "button") -> None:
        place = self.page.locator("main, .action-bar, .rail")
        target = place.get_by_role(role, name=what).first if not isinstance(what, Locator) else what  # type: ignore[arg-type]
        target.click()
        self.clicks += 1

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.keys += 1

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.keys += len(text)

    def clicks_on_paper(self, words: str) -> None:
        """Follow a link to a document: what the browser does with a PDF is not ours."""
        link = self.page.get_by_role("link", name=words, exact=True)
        answer = self.page.request.get(link.evaluate("link => link.href"))
        assert answer.body()[:5] == b"%PDF-"
        self.clicks += 1

    def sees(self, words: str) -> None:
        """Wait for the sentence that says what was done."""
        expect(self.page.get_by_role("status").first).to_contain_text(words)

    def heads(self, words: str) -> None:
        """Wait for the page of that heading."""
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(words)


@pytest.fixture
def world(db: None) -> dict[str, Match]:
    """The morning after a night: what has come, what has not, and what is to be decided."""
    today = timezone.localdate()
    last_night = today - DAY
    division = a_division(teams=0)
    Season.objects.update(starts_on=today - 100 * DAY, ends_on=today + 100 * DAY)
    names = ("missing", "disputed", "late", "moving", "next", "corrected")
    days = (
        last_night,
        last_night - 7 * DAY,
        last_night - 7 * DAY,
        today + 30 * DAY,
        today + 6 * DAY,
        last_night,
    )
    matches = {
        name: a_match(division, f"{name.title()} Arms", f"{name.title()} Club", date=day)
        for name, day in zip(names, days, strict=True)
    }
    for name in ("disputed", "late", "corrected"):
        a_card(matches[name], (15, 9), (12, 15), (15, 11), (15, 8))
    dispute_match(match=matches["disputed"], because="They differ about table 2.", now=timezone.now())
    an_offence(matches["late"], pence=500)
    an_offence(matches["late"], kind="late_result-2", pence=700)
    an_offence(matches["corrected"], pence=500)
    # A bank holiday would be asked about.
    days = (today + number * DAY for number in range(34, 60))
    night = next(day for day in days if day not in {each.day for each in bank_holidays(day.year)})
    a_postponement(matches["moving"], offered=[str(night)], asked_at=timezone.now())
    for team in ("Missing Arms", "Missing Club", "Next Arms"):
        a_captain(division, team, name="Pat Invented", email=f"{team[:4]}@example.org", phone="01632 960100")
    a_player(matches["next"].home, "Joan Invented", division.season)
    return matches


@pytest.fixture
def counted(page: Page, live_server, world: dict[str, Match]) -> CountedPage:
    league = world["missing"].division.season.league
    client = Client()
    client.force_login(a_secretary(league))
    session = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
    page.context.add_cookies([session])
    return CountedPage(page, f"{live_server.url}/{league.slug}/secretary/")


def enter_final_scores(counted: CountedPage) -> None:
    counted.at("")
    counted.press("1")
    counted.page.wait_for_url("**/finals/")
    counted.press(*"9h12a11h8h", "Control+Enter")
    counted.sees("Confirmed: ")


def send_reminder(counted: CountedPage) -> None:
    counted.at("")
    counted.click(re.compile("^Remind captains"))
    counted.sees("asked by e-mail")


def apply_sanction(counted: CountedPage) -> None:
    counted.at("")
    counted.click(re.compile("^Apply Corrected Arms: £5.00"))
    counted.sees("Applied: 1.")


def undo_last_decision(counted: CountedPage) -> None:
    counted.at("")
    counted.press("u")
    counted.sees("Undone: applied.")


def waive_sanctions(counted: CountedPage) -> None:
    counted.at("")
    counted.click(counted.page.locator("summary", has_text="Waive all"))
    counted.press("Tab")
    counted.type("Snow.")
    counted.press("Enter")
    counted.sees("Waived: 2.")


def close_dispute(counted: CountedPage) -> None:
    counted.at("")
    counted.click(counted.page.locator("summary", has_text="Close dispute"))
    counted.press("Tab")
    counted.type("Agreed.")
    counted.press("Enter")
    counted.sees("the dispute is closed")


def move_match(counted: CountedPage) -> None:
    counted.at("")
    counted.click(re.compile("^Move to"))
    counted.sees("moved")


def find_player(counted: CountedPage) -> None:
    counted.at("")
    counted.press("/")
    counted.type("joan")
    counted.press("Enter")
    counted.heads("Joan Invented")


def find_match(counted: CountedPage) -> None:
    counted.at("")
    counted.press("/")
    counted.type("next")
    counted.press("Enter")
    counted.click("Next Arms v Next Club", "link")
    counted.heads("Next Arms")


def open_score_sheets(counted: CountedPage) -> None:
    counted.at("")
    counted.click("Print", "link")
    counted.clicks_on_paper("the sheets")


def note_a_promise(counted: CountedPage) -> None:
    counted.at("")
    counted.click(counted.page.locator(".inbox-question a[href*='/nights/']").first)
    counted.click(counted.page.locator("summary", has_text="Add note").first)
    counted.press("Tab")
    counted.type("Tonight")
    counted.press("Enter")
    expect(counted.page.locator("main")).to_contain_text("Tonight")


def copy_bulletin(counted: CountedPage) -> None:
    counted.at("")
    counted.click("Messages", "link")
    counted.click("Copy text")
    expect(counted.page.locator("[data-copied]").first).not_to_be_empty()


def send_bulletin(counted: CountedPage) -> None:
    counted.at("")
    counted.click("Messages", "link")
    counted.click(re.compile("^Send to"))
    expect(counted.page.get_by_role("button", name="Undo e-mail")).to_be_visible()


def publish_news(counted: CountedPage) -> None:
    counted.at("")
    counted.click("Messages", "link")
    counted.click("Publish news")
    expect(counted.page.get_by_role("button", name=re.compile("news")).first).to_be_visible()


def open_account_of_pub(counted: CountedPage) -> None:
    counted.at("")
    counted.click("Money", "link")
    counted.click("Next Arms", "link")
    counted.heads("Next Arms")


def open_pub_to_edit(counted: CountedPage) -> None:
    counted.at("")
    counted.click("Teams and players", "link")
    counted.click("Next Arms", "link")
    counted.heads("Next Arms")


def register_player(counted: CountedPage) -> None:
    counted.at("")
    counted.press("/")
    counted.type("Sam Invented")
    counted.press("Enter")
    counted.click("Register player Sam Invented", "link")
    counted.page.wait_for_url(re.compile("name=Sam"))
    counted.press("Tab", "Tab")
    counted.type("next")
    counted.click(counted.page.locator("#sign-on button[type=submit]").first)
    counted.sees("Sam Invented")


def enter_payment(counted: CountedPage) -> None:
    counted.at("")
    counted.click("Money", "link")
    counted.click("Next Arms", "link")
    counted.click(counted.page.locator("main [name$=pounds]"))
    counted.type("20")
    counted.press("Enter")
    expect(counted.page.locator("main")).to_contain_text("£20.00")


def write_to_captains(counted: CountedPage) -> None:
    counted.at("")
    counted.click("Messages", "link")
    counted.click(counted.page.locator(".tabs").get_by_role("link", name="Messages"))
    counted.click(counted.page.locator("#id_subject"))
    counted.type("Cup")
    counted.press("Tab")
    counted.type("The draw is on Thursday.")
    counted.click("Preview message")
    counted.click(re.compile("^Send "))
    counted.sees("in the outbox")


def correct_result(counted: CountedPage) -> None:
    counted.at("")
    counted.click("Results", "link")
    counted.click("Corrected Arms", "link")
    counted.click(counted.page.locator(".sheet-says input").nth(1))
    counted.press("Control+a", "8")
    counted.click(counted.page.locator("[name=reason]"))
    counted.type("Misread")
    counted.click("Confirm result")
    counted.sees("Corrected: version 2 is in the standings")


TASKS = {
    "Remind a team of its result": send_reminder,
    "Note what a team promised": note_a_promise,
    "Enter a match of four tables": enter_final_scores,
    "Apply a sanction": apply_sanction,
    "Undo the last decision": undo_last_decision,
    "Waive all sanctions of a night": waive_sanctions,
    "Close a dispute": close_dispute,
    "Move a postponed match to an offered night": move_match,
    "Find a player": find_player,
    "Find a match": find_match,
    "Open the score sheets of the next night": open_score_sheets,
    "Copy the bulletin for the newspaper": copy_bulletin,
    "Send the bulletin to the captains": send_bulletin,
    "Publish the bulletin as news": publish_news,
    "Open the account of a pub": open_account_of_pub,
    "Open a pub to edit it": open_pub_to_edit,
    "Register a player": register_player,
    "Enter a payment": enter_payment,
    "Write to the captains": write_to_captains,
    "Correct a result": correct_result,
}


def test_every_task_takes_the_clicks_and_keys_that_the_table_says(counted: CountedPage) -> None:
    rows = ROW.finditer(TABLE.read_text(encoding="utf-8"))
    table = {row["task"]: (int(row["clicks"]), int(row["keys"])) for row in rows}
    assert table.keys() == TASKS.keys()
    for name, task in part_of(TASKS.items(), each=20, place=2):
        task(counted)
        assert (counted.clicks, counted.keys) == table[name], name
