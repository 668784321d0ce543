"""Tables, fixtures and contacts of all divisions as files, from the pages that show them."""

import csv
import io
import json
import re
from pathlib import Path

import openpyxl
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from league.exchange.season_files.hand_rows import hand_columns
from league.models import Division
from tests.api.test_reading import hand_by_hand
from tests.builders import a_captain, a_card, a_division, a_match, a_season, a_secretary

pytestmark = pytest.mark.django_db
LEAGUE = "/three-valleys-all-fours-league/"
SEASON = f"{LEAGUE}2026-27/"


@pytest.fixture
def division() -> Division:
    season = a_season()
    division = a_division(season)
    a_card(a_match(division), (15, 11), (9, 15), (15, 2), (13, 15))
    a_division(season, "Division Two", teams=0, position=2)
    a_match(season.divisions.last(), "Station Tap", "The Drystone")
    return division


def test_the_tables_of_all_divisions_are_one_text(client, division):
    answer = client.get(f"{SEASON}standings.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert (
        answer.content.decode()
        == """\
division      place  team          played  won  drawn  lost  points
Division One      1  The Fleece         1    1      0     0       6
Division One      2  The Shears         1    0      0     1       4
Division Two      1  Station Tap        0    0      0     0       0
Division Two      1  The Drystone       0    0      0     0       0
"""
    )


def test_they_are_a_spreadsheet_too(client, division):
    book = openpyxl.load_workbook(io.BytesIO(client.get(f"{SEASON}standings.xlsx").content))
    rows = list(book["Standings"].values)
    assert rows[1] == ("Division One", 1, "The Fleece", 1, 1, 0, 0, 6)
    answer = client.get(f"{SEASON}standings.csv")
    assert "attachment" in answer["Content-Disposition"]
    assert "Division One,1,The Fleece,1,1,0,0,6" in answer.content.decode()


def test_fixtures_are_listed_by_date(client, division):
    lines = client.get(f"{SEASON}fixtures.txt").content.decode().splitlines()
    assert lines[1].startswith("Thu 14 Jan 2027  The Fleece   The Shears    Division One  20:30")
    assert lines[2].startswith("Thu 14 Jan 2027  Station Tap  The Drystone  Division Two  20:30")
    assert client.get(f"{LEAGUE}1999/fixtures.txt").status_code == 404


def test_tables_fixtures_and_contacts_are_on_paper(client, division):
    a_captain(division, "The Fleece", name="Norman", email="fleece@example.org")
    tables, fixtures = _paper(client, f"{SEASON}standings.pdf"), _paper(client, f"{SEASON}fixtures.pdf")
    assert "Division One 1 The Fleece 1 1 0 0 6" in tables
    assert "Thu 14 Jan 2027 Station Tap The Drystone" in fixtures
    contacts = f"{LEAGUE}secretary/lists/teams.pdf"
    assert client.get(contacts).status_code == 303
    client.force_login(a_secretary(division.season.league))
    assert "Norman fleece@example.org" in _paper(client, contacts)


def _paper(client, address: str) -> str:
    reader = PdfReader(io.BytesIO(client.get(address).content))
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())


def test_contacts_are_for_the_secretary_alone(client, division):
    a_captain(division, "The Fleece", name="Norman", email="fleece@example.org")
    address = f"{LEAGUE}secretary/lists/teams.txt"
    assert client.get(address).status_code == 303
    client.force_login(a_secretary(division.season.league))
    assert "Norman   fleece@example.org" in client.get(address).content.decode()


@pytest.mark.parametrize("page", ["standings", "fixtures", "results"])
def test_the_pages_lead_to_their_files(client, division, page):
    shown = client.get(f"{SEASON}division-one/{page}/").content.decode()
    for form in ("pdf", "csv", "xlsx", "json", "txt"):
        assert f'href="{SEASON}{page}.{form}"' in shown


@pytest.mark.parametrize(("page", "count"), [("standings", 5), ("fixtures", 3), ("results", 5), ("hands", 7)])
def test_the_queries_do_not_grow(client, division, page, count):
    for week in range(2, 8):
        a_match(division, week=week)
    with CaptureQueriesContext(connection) as queries:
        client.get(f"{SEASON}{page}.csv").getvalue()
    assert len(queries) == count


def test_results_and_tables_are_json(client, division):
    first, *_ = json.loads(client.get(f"{SEASON}results.json").content)
    assert (first["home"], first["date"], first["home_2"], first["away_2"]) == (
        "The Fleece", "2027-01-14", 9, 15,
    )  # fmt: skip
    tables = json.loads(client.get(f"{SEASON}standings.json").content)
    assert [(row["team"], row["points"]) for row in tables[:2]] == [("The Fleece", 6), ("The Shears", 4)]


def test_every_hand_of_a_season_is_one_file(client, division):
    hand_by_hand(a_match(division, "The Shears", "The Fleece", week=2))
    answer = client.get(f"{SEASON}hands.csv")
    assert 'filename="three-valleys-all-fours-league-hands-2026-27.csv"' in answer["Content-Disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.getvalue().decode("utf-8-sig"))))
    assert list(rows[0]) == list(hand_columns())
    assert len(rows) == 6
    assert (rows[0]["home"], rows[0]["high"], rows[0]["home_score"], rows[-1]["low"]) == (
        "the-shears", "h", "3", "",
    )  # fmt: skip
    # One is shown, one is not; neither their name nor their id is anywhere.
    shown, hidden = rows[0]["home_players"].split("; "), rows[0]["home_player_ids"].split("; ")
    assert (shown[0] != "", shown[1], hidden[0] != "", hidden[1]) == (True, "", True, "")
    book = openpyxl.load_workbook(io.BytesIO(client.get(f"{SEASON}hands.xlsx").content))
    assert list(book["Hands"].values)[1][:2] == ("division-one", rows[0]["match"])


def test_the_json_of_hands_is_that_of_the_api(client, division):
    assert client.get(f"{SEASON}hands.json").getvalue() == b"[]"
    hand_by_hand(a_match(division, "The Shears", "The Fleece", week=2))
    api = client.get(f"/api/v1/leagues{SEASON.replace('2026-27', 'seasons/2026-27')}hands")
    assert json.loads(client.get(f"{SEASON}hands.json").getvalue()) == json.loads(api.getvalue())["items"]


def test_the_data_dictionary_says_what_the_columns_hold(client, division):
    page = (Path(__file__).parents[2] / "docs/data.md").read_text(encoding="utf-8")
    sections = {part.partition("\n")[0]: part for part in page.split("\n## ")}
    told = {
        name: re.findall(r"^\| `(\w+)` \| (.+) \|$", part, re.MULTILINE) for name, part in sections.items()
    }
    assert told["Hands"] == list(hand_columns().items())
    heads = client.get(f"{SEASON}standings.csv").content.decode("utf-8-sig").splitlines()[0]
    assert ",".join(name for name, _ in told["Standings"]) == heads
