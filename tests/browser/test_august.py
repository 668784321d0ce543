"""August: a league out of five messy files, opened and filled in a browser. By keyboard and by thumb."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from league.exchange.spreadsheets import as_xlsx
from league.models import Enrolment, Match, Player, Scorecard, User
from tests.browser.hands import Hands, at_work, button, open_page, says

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Out of Excel: a title over the headings, merged cells, two teams in a cell, half a telephone number.
TEAMS = (
    ("Spen Valley League 2026/27", "", "", "", ""),
    ("TEAM(S)", "Div", "Capt.", "tel / mob", "nite"),
    ("The Packhorse: Packhorse A, Packhorse B", "Div 1 & 2", "Ann Otter", "01632 960111", "Thurs 8.30"),
    ("Queens Arms", "TD1", "J. Pell", "01632 960112", "Thu 8-30"),
    ("CafÃ© Royal", "TD2", "Alan Brook", "960115 (mob)", "Thurs 8.30"),
    ("The Fleece", "", "Lena Moss", "960103 / 960104", ",,"),
    ("The Queen’s Arms", "Div. 2", "Joan Pell", "01632 960112", "Thurs 8.30"),
)
# Semicolons and Windows-1252, as an old program saves it.
CAPTAINS = "Club;Telephone;Captain\r\nFleece;01632 960199;Léna Moss\r\nCafé Royal;01632 960115;Alan Brook\r\n"
PLAYERS = """Name\tTeam\tSince
Jack Hirst\tPackhorse A\t1/9/26
Molly Sykes\tQueens Arms\t1/9/26
Jack Hirst\tThe Fleece\t1/9/26
"""
FIXTURES = """Date;Home Team;Visitors
Thu 3 Sept 2026;Packhorse A;Queens Arms
Thu 3 Sept 2026;Cafe Royal;The Fleece
Thu 10 Sept 2026;Queens Arms;Packhorse A
"""
RESULTS = """\tPackhorse A\tQueens Arms
Packhorse A\tXXX\t8 - 2
Queens Arms\t\tXXX
"""


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "teams.xlsx").write_bytes(as_xlsx(TEAMS, title="Teams"))
    (tmp_path / "captains.csv").write_bytes(CAPTAINS.encode("cp1252"))
    (tmp_path / "fixtures.csv").write_bytes(FIXTURES.encode("cp1252"))
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("how", ["keyboard", "phone"])
def test_a_league_is_opened_from_five_messy_files(
    how: str, browser: Browser, live_server, files: Path
) -> None:
    founder = User.objects.create_superuser("founder", password="password")
    with at_work(how, browser, live_server.url, founder) as hands:
        page = hands.page
        page.goto(f"{live_server.url}/new-league/")
        hands.write(page.get_by_label("Name of the league"), "Spen Valley League")
        page.locator("input[type=file]").set_input_files(files / "teams.xlsx")
        hands.choose(button(page, "Preview"))
        expect(page.locator("main")).to_contain_text("Café Royal")
        hands.choose(button(page, "Two pubs"))
        hands.choose(button(page, "Create league"))
        says(page, "Spen Valley League is open")
        open_page(hands, "Settings", "Data")
        _import(hands, "teams", file=files / "captains.csv")
        says(page, "Changed: 2")
        _import(hands, "players", text=PLAYERS, answer="Two people of this name")
        says(page, "New: 3")
        _import(hands, "fixtures", file=files / "fixtures.csv")
        says(page, "New: 3")
        _import(hands, "results", text=RESULTS)
        says(page, "New: 1")
    assert sorted(str(player) for player in Player.objects.all()) == [
        "Jack Hirst",
        "Jack Hirst (The Fleece)",
        "Molly Sykes",
    ]
    assert Enrolment.objects.get(team__name="The Fleece").captain_phone == "01632 960199"
    assert Match.objects.count() == 3
    assert Scorecard.objects.confirmed().get().match.home.name == "Packhorse A"


def _import(hands: Hands, what: str, *, text: str = "", file: Path | None = None, answer: str = "") -> None:
    """Bring in a list, with every guess accepted and the one question answered."""
    page = hands.page
    if what != "teams":
        hands.pick(page.locator("#id_what"), what)
    if text:
        hands.write(page.get_by_label("Paste it here"), text)
    else:
        page.locator("input[type=file]").set_input_files(files=str(file))
    hands.choose(button(page, "Preview"))
    if answer:
        hands.choose(button(page, answer))
    ready, check = button(page, re.compile("^Import$")), button(page, "Preview import")
    expect(ready.or_(check)).to_be_visible()
    if check.is_visible():
        hands.choose(check)
    hands.choose(ready)
