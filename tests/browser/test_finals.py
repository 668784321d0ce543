"""A night's finals in a real browser: no mouse, one letter a table, nothing lost on a reload."""

import datetime
import re

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.models import Division, Draft, Game, Match, User
from tests.builders import FRIDAY, NIGHT, a_division, a_match, a_secretary
from tests.examples import is_whole

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DAY = datetime.timedelta(days=1)
# What the secretary reads off forty sheets: the losers' score, and who won. A table takes a letter and the
# figures of its loser's score, the night one key more: 99 where 18 of forty losers have ten or more.
# Of the demo league's 21 nights of forty tables the shortest takes 99, the middle one 105, the longest 112.
SHEETS = ("9h 12a 11h 8h", "3a 14a 10h 7h", "0h 13a 6a 12h", "14h 9h 4a 14a", "5a 11a 9a 2a") * 2
SLIPS = {
    1: ("1", "2", "h", "ArrowLeft", "a"),  # the wrong winner
    3: ("9", "Backspace", "8", "h"),  # noticed at once
    6: ("1", "1", "h", "ArrowLeft", "1", "0", "h"),  # noticed too late
    9: ("1", "7", "a", "1", "3", "a"),  # nobody has 17
    10: ("6", "j", "a"),  # no key
}
"""By the number of the table in the pile: what is typed in place of its keys, and how it is put right."""
UNTIL_IT_TRIES_AGAIN = 4000  # milliseconds
IN_EVERY_RUN = 12
"""The tables of three sheets, all slips among them."""


@pytest.fixture
def night(db) -> list[Match]:
    division = a_division(teams=0)
    return [a_match(division, f"The Home {number}", f"The Away {number}") for number in range(len(SHEETS))]


@pytest.fixture
def division(night: list[Match]) -> Division:
    return night[0].division


@pytest.fixture
def secretary(division: Division) -> User:
    return a_secretary(division.season.league)


@pytest.fixture
def friday(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)


@pytest.fixture
def finals(page: Page, live_server, division: Division, secretary: User) -> Page:
    """The page of the night's finals, signed in."""
    client = Client()
    client.force_login(secretary)
    session = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
    page.context.add_cookies([session])
    page.goto(f"{live_server.url}/{division.season.league.slug}/secretary/nights/{NIGHT}/finals/")
    return page


def kept(page: Page) -> None:
    expect(page.locator("#kept")).to_have_text(re.compile(r"^Saved, "))


def test_forty_tables_take_99_keys_and_with_five_slips_no_more_than_130(finals: Page, night: list[Match]):
    tables = [table for sheet in SHEETS for table in sheet.split()]
    assert len("".join(tables)) + 1 <= 99
    keys = [key for number, table in enumerate(tables) for key in SLIPS.get(number, table)]
    assert len(keys) + 1 <= 130
    pile = len(tables) if is_whole() else IN_EVERY_RUN
    typed = [key for number, table in enumerate(tables[:pile]) for key in SLIPS.get(number, table)]
    for key in [*typed, "Control+Enter"]:
        finals.keyboard.press(key)
    expect(finals.get_by_role("status").first).to_contain_text("Confirmed: ")
    confirmed = Game.objects.filter(table__scorecard__is_confirmed=True)
    in_order = confirmed.order_by("table__scorecard__match", "table__number")
    scores = [(15, int(table[:-1])) if table[-1] == "h" else (int(table[:-1]), 15) for table in tables[:pile]]
    assert list(in_order.values_list("home_score", "away_score")) == scores
    assert not Draft.objects.exists()


@pytest.mark.slow
def test_totals_and_match_points_appear_as_one_types(finals: Page, night: list[Match]):
    first = finals.locator(f"#m{night[0].public_id}")
    for key in "9h12a11h":
        finals.keyboard.press(key)
    expect(first.locator("[data-game-points]")).to_have_text("42–35")
    for key in "8h":
        finals.keyboard.press(key)
    expect(first.locator("[data-points]")).to_contain_text("8–2")
    expect(first).to_have_attribute("data-winner", "home")


@pytest.mark.slow
def test_keys_at_a_table_are_taken_or_refused_where_they_stand(finals: Page, night: list[Match]):
    """On one page, a match for each case: it takes longer to show than to try."""
    m = f"m{night[0].public_id}"
    finals.locator(f"#{m}-t1-home").focus()
    for key in ("9", "h", "ArrowLeft", "a"):
        finals.keyboard.press(key)
    expect(finals.locator(f"#{m}-t1-home")).to_have_value("9")
    expect(finals.locator(f"#{m}-t1-away")).to_have_value("15")

    m = f"m{night[1].public_id}"
    finals.locator(f"#{m}-t1-home").focus()
    for key in ("1", "5", "-", "9", "Tab", "7", "Enter"):
        finals.keyboard.press(key)
    expect(finals.locator(f"#{m}-t1-home")).to_have_value("15")
    expect(finals.locator(f"#{m}-t1-away")).to_have_value("9")
    expect(finals.locator(f"#{m}-t2-home")).to_have_value("7")
    expect(finals.locator(f"#{m}-t2-away")).to_have_value("15")
    expect(finals.locator(f"#{m}-t3-home")).to_be_focused()

    m = f"m{night[2].public_id}"
    finals.locator(f"#{m}-t1-home").focus()
    finals.keyboard.press("n")
    expect(finals.locator(f"#{m}-t1-not-played")).to_be_checked()
    expect(finals.locator(f"#{m}-t2-home")).to_be_focused()
    kept(finals)

    m = f"m{night[3].public_id}"
    finals.locator(f"#{m}-t1-home").focus()
    for key in ("n", "ArrowLeft", "9", "h"):
        finals.keyboard.press(key)
    expect(finals.locator(f"#{m}-t1-not-played")).not_to_be_checked()
    expect(finals.locator(f"#{m}-t1-home")).to_have_value("15")

    m = f"m{night[4].public_id}"
    finals.locator(f"#{m}-t1-home").focus()
    for key in ("1", "8", "Enter", "9", "h"):
        finals.keyboard.press(key)
    refusal = finals.locator(f"#{m}-t1-refusal")
    expect(refusal).to_be_visible()
    expect(finals.locator(f"#{m}-t1-home")).to_have_attribute("aria-describedby", f"{m}-t1-refusal")
    expect(finals.locator(f"#{m}-t1-home")).to_have_value("18")
    for key in ("ArrowLeft", "ArrowLeft", "8", "a"):
        finals.keyboard.press(key)
    expect(refusal).to_have_count(0)

    m = f"m{night[5].public_id}"
    finals.locator(f"#{m}-t1-home").focus()
    for key in "17h":
        finals.keyboard.press(key)
    refusal = finals.locator(f"#{m}-t1-refusal")
    expect(refusal).to_have_text(
        "Table 1: nobody has 17 in a game to 15. Type the loser’s score, fewer than 15."
    )
    expect(finals.locator(f"#{m}-t1-home")).to_be_focused()
    for key in "7h":
        finals.keyboard.press(key)
    expect(refusal).to_have_count(0)
    expect(finals.locator(f"#{m}-t1-away")).to_have_value("7")
    expect(finals.locator(f"#{m}-t2-home")).to_be_focused()

    m = f"m{night[6].public_id}"
    finals.locator(f"#{m}-t1-home").focus()
    for key in "9j":
        finals.keyboard.press(key)
    expect(finals.locator(f"#{m}-t1-refusal")).to_contain_text("“j” is no key here")
    expect(finals.locator(f"#{m}-t1-home")).to_have_value("9")
    finals.keyboard.press("h")
    expect(finals.locator(f"#{m}-t1-refusal")).to_have_count(0)
    expect(finals.locator(f"#{m}-t1-away")).to_have_value("9")
    expect(finals.locator(f"#{m}-t2-home")).to_be_focused()

    m = f"m{night[6].public_id}"
    for table, field, keys, score in (
        (1, "home", "12h", ("15", "12")),  # in the winner's number, as the bar says
        (1, "away", "13h", ("15", "13")),
        (1, "home", "4a", ("4", "15")),
        (1, "away", "11h", ("15", "11")),
    ):
        finals.locator(f"#{m}-t{table}-{field}").click(position={"x": 2, "y": 5})
        finals.keyboard.type(keys)
        for side, text in zip(("home", "away"), score, strict=True):
            expect(finals.locator(f"#{m}-t{table}-{side}")).to_have_value(text)
    expect(finals.locator(f"#{m} [data-game-points]")).to_have_text("15–11")

    m = f"m{night[7].public_id}"
    finals.locator(f"#{m}-t1-home").focus()
    for text in ("9", "h"):
        finals.keyboard.insert_text(text)
    expect(finals.locator(f"#{m}-t1-home")).to_have_value("15")
    expect(finals.locator(f"#{m}-t1-away")).to_have_value("9")


@pytest.mark.slow
def test_a_reload_loses_nothing(finals: Page, night: list[Match]):
    m = f"m{night[0].public_id}"
    for key in "9h12a":
        finals.keyboard.press(key)
    kept(finals)
    expect(finals.locator(f"#{m} [data-game-points]")).to_have_text("27–24")
    finals.reload()
    expect(finals.locator(f"#{m}-t2-home")).to_have_value("12")
    expect(finals.locator(f"#{m}-t3-home")).to_be_focused()


def test_while_the_league_cannot_be_reached_typing_goes_on_and_is_kept_later(finals: Page):
    finals.clock.install()
    finals.route("**/finals/", lambda route: route.abort())
    finals.keyboard.press("9")
    finals.keyboard.press("h")
    expect(finals.locator("#kept")).to_contain_text("Not saved yet")
    finals.unroute("**/finals/")
    finals.keyboard.press("8")
    finals.keyboard.press("a")
    finals.clock.fast_forward(UNTIL_IT_TRIES_AGAIN)
    kept(finals)
    assert Draft.objects.count() == 1


def test_two_losing_scores_stay_as_typed_and_the_page_asks_what_the_sheet_says(
    finals: Page, night: list[Match]
):
    m = f"m{night[0].public_id}"
    for key in ("9", "Tab", "8", "Tab"):
        finals.keyboard.press(key)
    expect(finals.locator(f"#{m}-t1-home")).to_have_value("9")
    expect(finals.locator(f"#{m}-t1-away")).to_have_value("8")
    refusal = finals.locator(f"#{m}-t1-refusal")
    expect(refusal).to_have_text("Table 1 cannot be 9–8: one side must reach 15.")
    expect(finals.locator(".readings button")).to_have_text(["15–8 H", "9–15 A", "Not played N"])
    finals.keyboard.press("Shift+Tab")
    finals.keyboard.press("h")
    expect(finals.locator(f"#{m}-t1-home")).to_have_value("15")
    expect(finals.locator(f"#{m}-t1-away")).to_have_value("8")
    expect(refusal).to_have_count(0)
    for key in ("9", "Tab", "8", "Tab"):
        finals.keyboard.press(key)
    finals.get_by_role("button", name="9–15 A").click()
    expect(finals.locator(f"#{m}-t2-home")).to_have_value("9")
    expect(finals.locator(f"#{m}-t2-away")).to_have_value("15")


def test_three_letters_of_a_pub_lead_to_its_match(finals: Page, night: list[Match]):
    finals.keyboard.press("m")
    jump = finals.get_by_label("Next sheet")
    expect(jump).to_be_focused()
    finals.keyboard.type("home")
    finals.keyboard.press("Enter")
    expect(finals.locator("#jump-status")).to_have_text("10 matches fit: type on, or choose with the arrows.")
    jump.fill("away 7")
    expect(finals.locator("[role=option]:visible .name")).to_have_text("The Home 7 v The Away 7")
    finals.keyboard.press("Enter")
    expect(finals.locator(f"#m{night[7].public_id}-t1-home")).to_be_focused()
    for key in "9h12a11h8hm":
        finals.keyboard.press(key)
    expect(jump).to_be_focused()
    jump.fill("")
    finals.keyboard.type("home 7")  # entered: it is named, and opens once more
    expect(finals.locator("[role=option][aria-selected=true] .name")).to_have_text("The Home 7 v The Away 7")
    jump.fill("")
    finals.keyboard.type("noh9h12a11h8h")
    expect(finals.locator("#jump-status")).to_have_text("No sheet of this night fits. Delete a letter.")
    expect(jump).to_have_value("n")


@pytest.mark.slow
def test_of_several_that_fit_the_one_still_to_enter_opens(finals: Page, night: list[Match]):
    for number in range(2):
        finals.keyboard.type(f"away {number}")
        finals.keyboard.press("Enter")
        finals.keyboard.type("9h12a11h8h")
        expect(finals.locator(f"#m{night[number].public_id}")).to_have_attribute("data-complete", "yes")
    for match in night[3:]:
        match.away.__class__.objects.filter(pk=match.away.pk).update(name=f"Elsewhere {match.pk}")
    finals.reload()
    finals.keyboard.type("away")
    expect(finals.locator("[role=option]:visible .name").first).to_have_text("The Home 2 v The Away 2")
    finals.keyboard.press("Enter")
    expect(finals.locator(f"#m{night[2].public_id}-t1-home")).to_be_focused()


@pytest.mark.slow
def test_arrows_choose_among_several_matches_that_fit(finals: Page, night: list[Match]):
    finals.keyboard.type("hom")
    expect(finals.locator("[role=option]:visible")).to_have_count(len(night))
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "Enter"):
        finals.keyboard.press(key)
    expect(finals.locator(f"#m{night[1].public_id}-t1-home")).to_be_focused()
    expect(finals.locator("[data-match]").first).to_have_id(f"m{night[1].public_id}")


@pytest.mark.slow
def test_a_match_typed_where_it_waits_joins_the_pile(finals: Page, night: list[Match]):
    waiting = finals.locator(f"#m{night[4].public_id}")
    waiting.locator("input[data-side=away]").first.fill("9")
    finals.get_by_label("Next sheet").focus()
    expect(waiting.locator("[data-place]")).to_have_text("1")
    expect(waiting.locator("input[data-side=home]").first).to_have_value("15")
    expect(finals.locator("[data-drafts]")).to_have_text("Sheet 1 stays a draft.")
    expect(finals.get_by_role("link", name="Still to enter: 9")).to_be_visible()


@pytest.mark.slow
def test_one_sheet_is_dated_by_key_and_the_others_stay_with_the_pile(
    friday: None, finals: Page, night: list[Match]
):
    finals.locator("[name=received-on]").fill(str(NIGHT))
    finals.locator("[name=received-at]").fill("22:50")
    finals.get_by_label("Next sheet").focus()
    finals.keyboard.type("9h12a11h8h9h12a11h8h")
    first, second = (finals.locator(f"#m{match.public_id}") for match in night[:2])
    expect(second.locator("[data-received]")).to_have_text("Thu 10.50 pm, handed in")
    first.locator("input[data-side]").first.focus()
    finals.keyboard.press("r")
    expect(first.get_by_label("Day")).to_be_focused()
    first.get_by_label("Day").fill(str(NIGHT + DAY))
    first.get_by_label("Time").fill("08:15")
    first.get_by_label("How").select_option("photo")
    finals.keyboard.press("Escape")
    received = first.locator("[data-received]")
    expect(received).to_have_text("Fri 8.15 am, as a photo")
    expect(received).to_have_class("differs")
    expect(second.locator("[data-received]")).not_to_have_class("differs")


@pytest.mark.slow
def test_a_session_that_has_ended_asks_for_the_password_in_place(
    finals: Page, night: list[Match], secretary: User
):
    m = f"m{night[0].public_id}"
    finals.keyboard.press("9")
    finals.context.clear_cookies(name="sessionid")
    finals.keyboard.press("h")
    password = finals.get_by_label("You were signed out. Nothing is lost. Password for secretary:")
    expect(password).to_be_focused()
    finals.keyboard.type("wrong")
    finals.keyboard.press("Enter")
    expect(finals.locator("#session-ended [aria-live]")).to_contain_text("do not belong together")
    finals.keyboard.type("password")
    finals.keyboard.press("Enter")
    kept(finals)
    expect(password).to_be_hidden()
    expect(finals.locator(f"#{m}-t2-home")).to_be_focused()
    for key in "12a11h8h":
        finals.keyboard.press(key)
    finals.keyboard.press("Control+Enter")
    confirmed = "Confirmed: The Home 0 v The Away 0"
    expect(finals.get_by_role("status").first).to_contain_text(confirmed, timeout=20_000)
