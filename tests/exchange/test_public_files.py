"""What public pages show as files: tables, fixtures, players, cups, hands; contacts for the secretary."""

import csv
import io
import json
import re
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader
from python_calamine import CalamineWorkbook

from league.cups.entries import TieResult
from league.cups.rules import CupRules, GroupRules
from league.cups.selectors.cup_pages import cup_on_page
from league.cups.services.cups import draw_round, enter_pair, enter_teams, make_cup
from league.cups.services.pairs_nights import draw_night_round, enter_at_door, make_night
from league.cups.services.ties import enter_result
from league.exchange.lists.export import RESULT_COLUMNS
from league.exchange.public_files.hands import hand_columns
from league.exchange.public_files.pages import GROUPS_COLUMNS, LEAGUE_TABLES, SEASON_TABLES, TIES_COLUMNS
from league.models import Division, Match, Player
from tests.api.test_reading import hand_by_hand
from tests.builders import (
    FRIDAY,
    NIGHT,
    WEEK,
    a_captain,
    a_card,
    a_division,
    a_drawn_cup,
    a_match,
    a_player,
    a_season,
    a_seat,
    a_secretary,
    a_walkover,
)
from tests.examples import sampled

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


def test_the_current_season_has_an_address_that_stays(client, division):
    for address in ("results.csv", "division-one/standings/?as-of=2027-01-14"):
        led = client.get(f"{LEAGUE}current/{address}")
        assert (led.status_code, led["Location"]) == (303, f"{SEASON}{address}")
    api = f"/api/v1/leagues{LEAGUE}seasons/current"
    assert client.get(api).json()["slug"] == "2026-27"
    assert client.get(f"{api}/standings").status_code == 200
    division.season.delete()
    assert client.get(f"{LEAGUE}current/results.csv").status_code == 404
    assert client.get(api).status_code == 404


def test_the_tables_of_all_divisions_are_one_text(client, division):
    answer = client.get(f"{SEASON}standings.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    shown = "".join(f"{line[:67].rstrip()}\n" for line in answer.content.decode().splitlines())
    assert (
        shown
        == """\
division      place  team          played  won  drawn  lost  points
Division One      1  The Fleece         1    1      0     0       6
Division One      2  The Shears         1    0      0     1       4
Division Two      1  Station Tap        0    0      0     0       0
Division Two      1  The Drystone       0    0      0     0       0
"""
    )


def test_they_are_a_spreadsheet_too(client, division):
    book = CalamineWorkbook.from_filelike(io.BytesIO(client.get(f"{SEASON}standings.xlsx").content))
    rows = book.get_sheet_by_name("Standings").to_python()
    assert rows[1][:8] == ["Division One", 1, "The Fleece", 1, 1, 0, 0, 6]
    answer = client.get(f"{SEASON}standings.csv")
    assert "attachment" in answer["Content-Disposition"]
    assert "Division One,1,The Fleece,1,1,0,0,6" in answer.content.decode()


def test_fixtures_are_listed_by_date(client, division):
    lines = client.get(f"{SEASON}fixtures.txt").content.decode().splitlines()
    assert lines[1].startswith("Thu 14 Jan 2027  The Fleece   The Shears    Division One  20:30")
    assert lines[2].startswith("Thu 14 Jan 2027  Station Tap  The Drystone  Division Two  20:30")
    assert client.get(f"{LEAGUE}1999/fixtures.txt").status_code == 404


@pytest.mark.parametrize(
    ("page", "document"),
    sampled(
        [("standings", "league-tables"), ("fixtures", "fixture-lists"), ("results", "fixtures-and-results")],
        each=3,
    ),
)
def test_on_paper_a_table_is_the_document_made_for_paper(client, division, page, document):
    answer = client.get(f"{SEASON}{page}.pdf")
    assert answer.headers["Location"] == f"{LEAGUE}documents/{document}.pdf?season=2026-27"
    assert client.get(f"{LEAGUE}2025-26/{page}.pdf").status_code == 404
    assert client.get(f"{SEASON}players.pdf").status_code == 404
    # Set at once or in the background, it is there.
    assert client.get(answer.headers["Location"]).status_code in (200, 202)


@pytest.mark.slow
def test_contacts_are_on_paper(client, division):
    a_captain(division, "The Fleece", name="Norman", email="fleece@example.org")
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


@pytest.mark.parametrize(
    ("page", "count"),
    sampled(
        [("standings", 5), ("fixtures", 4), ("results", 7), ("hands", 7), ("players", 4), ("pairs", 6)],
        each=6,
    ),
)
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


def test_standings_have_what_parts_level_teams_and_results_what_they_are_made_of(client, division):
    fleece, shears, *_ = rows(client, f"{SEASON}standings.json")
    assert [fleece[name] for name in ("tables_won", "tables_lost", "score_for", "score_against")] == [
        2, 2, 52, 43,
    ]  # fmt: skip
    assert (fleece["score_difference"], shears["score_difference"], fleece["adjustment"]) == (9, -9, 0)
    (result,) = [row for row in rows(client, f"{SEASON}results.json") if row["home_match_points"] is not None]
    assert (result["week"], result["home_match_points"], result["away_match_points"]) == (1, 6, 4)


def test_a_match_without_a_date_has_none_in_its_files(client, division):
    Match.objects.filter(home__name="The Drystone").update(date=None, postponed_from=NIGHT)
    Match.objects.filter(away__name="The Drystone").update(date=None, postponed_from=NIGHT)
    undated, *_ = rows(client, f"{SEASON}fixtures.json")
    assert (undated["date"], undated["postponed from"]) == (None, "2027-01-14")
    assert "no date" not in client.get(f"{SEASON}fixtures.csv").content.decode()


def test_every_file_is_joined_with_every_other_by_ids(client, division, partners):
    hand_by_hand(a_match(division, "The Shears", "The Fleece", week=9))
    a_walkover(a_match(division, "The Shears", "The Fleece", week=10))
    cup = a_drawn_cup(division.season, "The Fleece", "The Shears", on=NIGHT, name="Bowl")
    hand_by_hand(Match.with_ties.get(tie__cup=cup))
    jack, zebedee = partners
    league = division.season.league
    in_groups = make_cup(
        season=division.season, name="Plate", rules=CupRules(groups=GroupRules(number=1, through=2))
    )
    enter_teams(cup=in_groups, teams=list(league.teams.order_by("name")[:2]))
    night = make_night(season=division.season, name="Pairs Night", rounds=1)
    both, strangers = (jack.name, zebedee.name), ("Amy Pell", "Ben Oak")
    enter_pair(cup=in_groups, names=both)
    for names in (both, strangers):
        enter_at_door(cup=night, names=names)
    draw_round(cup=in_groups, round_number=1, lot="a lot", now=FRIDAY)
    draw_night_round(cup=night, round_number=1, lot="a full house", now=FRIDAY)
    for holder in ({"team": league.teams.first()}, {"player": jack}, {"player": zebedee}):
        league.honours.create(
            year=2026, season=division.season, season_name="2026/27", competition="Cup",
            holder=f"One of {league.honours.count()}", **holder,
        )  # fmt: skip
    league.seasons.update(is_finished=True)
    files = {name: rows(client, f"{SEASON}{name}.json") for name in SEASON_TABLES}
    files |= {name: rows(client, f"{LEAGUE}{name}.json") for name in LEAGUE_TABLES}
    files |= {
        name: list(
            csv.DictReader(io.StringIO(client.get(f"{SEASON}{name}.csv").getvalue().decode("utf-8-sig")))
        )
        for name in ("hands", "cup-hands")
    }
    files["cup"] = rows(client, f"{LEAGUE}cups/{cup.slug}.json")
    files["tables"] = rows(client, f"{LEAGUE}cups/{night.slug}.json")
    files["ties"] = rows(client, f"{LEAGUE}cups/{in_groups.slug}.json")
    files["groups"] = rows(client, f"{LEAGUE}cups/{in_groups.slug}/groups.json")

    def ids(file: str, *columns: str) -> set[str]:
        cells = (row[column] for row in files[file] for column in columns)
        return {part for cell in cells for part in (cell or "").split("; ") if part}

    matches, ties = ids("fixtures", "match"), ids("cup-results", "match")
    assert ids("results", "match") == matches
    assert {*ids("hands", "match")} < matches
    assert ids("cup-hands", "match") == ties == ids("cup", "matches")
    assert ids("records", "matches")
    assert ids("records", "matches") <= matches
    teams = ids("standings", "team_slug")
    for name, columns in {
        "fixtures": ("home_slug", "away_slug"), "results": ("home_slug", "away_slug"),
        "cup-results": ("home_slug", "away_slug"), "hands": ("home", "away"), "cup-hands": ("home", "away"),
        "players": ("team_slugs",), "pairs": ("team_slug",), "awards": ("team_slug",),
        "records": ("team_slug", "against_slug"), "all-time-teams": ("team",),
        "cup": ("home_slug", "away_slug"), "ties": ("home_slug", "away_slug"),
        "groups": ("team_slug",), "honours": ("team_slug",),
    }.items():  # fmt: skip
        assert ids(name, *columns), name
        assert ids(name, *columns) <= teams, name
    for name, column in {
        "fixtures": "division_slug",
        "results": "division_slug",
        "hands": "division",
    }.items():
        assert ids(name, column) <= ids("standings", "division_slug"), name
    players = ids("players", "id")
    for name, columns in {
        "pairs": ("player_ids",), "awards": ("player_ids",), "records": ("player_ids",),
        "hands": ("home_player_ids", "away_player_ids"), "all-time-players": ("id",),
        "honours": ("player_id",), "groups": ("player_ids",), "ties": ("home_player_ids", "away_player_ids"),
        "tables": ("home_player_ids", "away_player_ids"),
    }.items():  # fmt: skip
        assert ids(name, *columns), name
        assert ids(name, *columns) <= players, name
    assert zebedee.public_id not in players  # who is not shown has no id in any file
    assert ids("cup-results", "cup_slug") <= ids("cups", "slug")
    assert ids("ties", "group") == ids("groups", "group") == {"A"}
    assert ids("cup", "pub_slug") <= {*league.pubs.values_list("slug", flat=True)}
    assert ids("cups", "season") == ids("records", "season") == ids("honours", "season_slug") == {"2026-27"}
    # The points of all results are those of the table.
    for row in files["standings"]:
        own = [
            result[f"{side}_match_points"] or 0
            for result in files["results"]
            for side in ("home", "away")
            if result[f"{side}_slug"] == row["team_slug"]
        ]
        assert sum(own) + row["adjustment"] == row["points"]


def rows(client, address: str) -> list[dict[str, object]]:
    return json.loads(client.get(address).getvalue())


@pytest.fixture
def partners(division: Division) -> list[Player]:
    """Two of one team who sat together in five matches; one of them is not to be named."""
    fleece = division.season.league.teams.get(slug="the-fleece")
    players = [
        a_player(fleece, "Jack Hirst", division.season),
        a_player(fleece, "Zebedee Quarmby", division.season, shown=Player.Shown.HIDDEN),
    ]
    for week in range(2, 7):
        match = a_match(division, week=week, date=NIGHT + week * WEEK)
        game = a_card(match, (15, week)).tables.get().games.get()
        for place, player in enumerate(players, 1):
            a_seat(game, player, place=place)
    return players


def test_players_and_pairs_are_files(client, division, partners):
    jack = partners[0].public_id
    assert rows(client, f"{SEASON}players.json") == [
        {
            "id": jack, "name": "Jack Hirst", "teams": "The Fleece",
            "played": 5, "won": 5, "jacks_hung": None, "jacks_lost": None, "team_slugs": "the-fleece",
            "points_for": 75, "points_against": 20,
        }
    ]  # fmt: skip
    (pair,) = rows(client, f"{SEASON}pairs.json")
    assert sorted(pair["players"].split("; ")) == ["", "Jack Hirst"]
    assert sorted(pair["player_ids"].split("; ")) == ["", jack]
    assert (pair["team"], pair["played"], pair["points_for"], pair["points_against"]) == (
        "The Fleece", 5, 75, 20,
    )  # fmt: skip
    assert client.get(f"{SEASON}players.pdf").status_code == 404
    assert client.get(f"{SEASON}secrets.csv").status_code == 404


def test_awards_are_a_file_with_those_level_on_one_place(client, division, partners):
    awards = rows(client, f"{SEASON}awards.json")
    most = [award for award in awards if award["award"] == "Most games won"]
    assert [(award["place"], award["figures"]) for award in most] == [(1, "won 5 of 5, 75 to 20")] * 2
    assert {award["players"] for award in most} == {"Jack Hirst", ""}


def test_cups_and_their_draws_are_files_with_byes(client, division):
    cup = a_drawn_cup(division.season, "The Fleece", "The Shears", "The Tup", on=NIGHT)
    (line,) = rows(client, f"{LEAGUE}cups.json")
    assert (line["cup"], line["slug"]) == (cup.name, cup.slug)
    first, bye, final = rows(client, f"{LEAGUE}cups/{cup.slug}.json")
    assert (first["round"], first["tie"], first["date"], first["time"]) == (1, 2, "2027-01-14", "20:00")
    assert {first["home"], first["away"], bye["home"]} == {"The Fleece", "The Shears", "The Tup"}
    assert (bye["tie"], bye["away"], bye["note"]) == (None, None, "bye")
    assert (final["title"], final["winner"]) == ("Final", None)
    assert f'href="{LEAGUE}cups/{cup.slug}.csv"' in client.get(f"{LEAGUE}cups/{cup.slug}/").content.decode()
    assert client.get(f"{LEAGUE}cups/nothing.csv").status_code == 404


@pytest.mark.slow
def test_the_tables_of_groups_are_a_file(client, division):
    rules = CupRules(groups=GroupRules(number=1, through=2))
    cup = make_cup(season=division.season, name="Charity Cup", rules=rules)
    for number in range(3):
        enter_pair(cup=cup, names=(f"Ann {number}", f"Bob {number}"))
    address = f"{LEAGUE}cups/{cup.slug}/groups"
    assert rows(client, f"{address}.json") == []
    draw_round(cup=cup, round_number=1, lot="a lot", now=FRIDAY)
    home = cup_on_page(cup).rounds[0].ties[0].tie.home.entrant
    won = TieResult(round=1, number=1, legs=((15, 9),))
    enter_result(cup=cup, result=won, began_from=None, now=FRIDAY)
    first, *_ = rows(client, f"{address}.json")
    assert {**first, "reason": first["reason"][:9]} == {
        "group": "A", "place": 1, "entry": home.name, "played": 1, "won": 1, "drawn": 0, "lost": 0,
        "score_for": 15, "score_against": 9, "points": 2, "through": None, "reason": "Ahead of ",
        "team_slug": None, "player_ids": "",
    }  # fmt: skip
    assert f'href="{address}.csv"' in client.get(f"{LEAGUE}cups/{cup.slug}/").content.decode()
    shape = client.get(f"/api/v1/leagues{LEAGUE}cups/{cup.public_id}").json()
    (group,) = shape["groups"]
    assert (group["group"], group["is_over"], len(group["rows"])) == ("A", False, 3)
    row = group["rows"][0]
    assert (row["name"], row["team"], row["points"], row["goes_through"]) == (home.name, None, 2, None)
    assert shape["rounds"][0]["ties"][0]["group"] == "A"


def test_the_tables_of_a_pairs_night_are_a_file(client, division):
    night = make_night(season=division.season, name="Pairs Night", rounds=1)
    for names in (("Jack Hirst", "Amy Pell"), ("Ben Oak", "Cy Ash")):
        enter_at_door(cup=night, names=names)
    draw_night_round(cup=night, round_number=1, lot="a full house", now=FRIDAY)
    (table,) = rows(client, f"{LEAGUE}cups/{night.slug}.json")
    assert (table["title"], table["tie"], table["home_score"], table["note"]) == ("Round 1", 1, None, "")
    assert {table["home"], table["away"]} == {"Jack Hirst & Amy Pell", "Ben Oak & Cy Ash"}


def test_the_roll_of_honour_is_a_file_without_a_hidden_name(client, division, partners):
    league = division.season.league
    league.honours.create(year=1974, season_name="1974/75", competition="Pairs", place=1, holder="Z. Quarmby")
    assert rows(client, f"{LEAGUE}honours.json") == [
        {
            "year": 1974, "season": "1974/75", "competition": "Pairs",
            "place": 1, "holder": "A player", "remarks": "",
            "team_slug": None, "player_id": "", "season_slug": None,
        }
    ]  # fmt: skip
    assert f'href="{LEAGUE}honours.csv"' in client.get(f"{LEAGUE}honours/").content.decode()


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
    book = CalamineWorkbook.from_filelike(io.BytesIO(client.get(f"{SEASON}hands.xlsx").content))
    assert book.get_sheet_by_name("Hands").to_python()[1][:2] == ["division-one", rows[0]["match"]]


@pytest.mark.slow
def test_matches_of_cups_and_their_hands_are_files_of_their_own(client, division):
    cup = a_drawn_cup(division.season, "The Fleece", "The Shears", on=NIGHT, name="Bowl")
    match = Match.with_ties.get(tie__cup=cup)
    hand_by_hand(match)
    (line,) = rows(client, f"{SEASON}cup-results.json")
    assert (line["cup"], line["round"], line["tie"], line["leg"]) == ("Bowl", 1, 1, 1)
    assert (line["match"], line["date"], line["home"]) == (match.public_id, "2027-01-14", match.home.name)
    assert [line[f"{side}_1"] for side in ("home", "away")] == [15, 5]
    hands = rows(client, f"{SEASON}cup-hands.json")
    assert [hand["match"] for hand in hands] == [match.public_id] * 6
    assert rows(client, f"{SEASON}hands.json") == []
    assert match.home.name not in {row["home"] for row in rows(client, f"{SEASON}results.json")[1:]}
    (tie,) = rows(client, f"{LEAGUE}cups/{cup.slug}.json")
    assert tie["matches"] == match.public_id
    page = client.get(f"{LEAGUE}cups/{cup.slug}/").content.decode()
    assert f'href="{SEASON}cup-results.csv"' in page
    assert f'href="{SEASON}cup-hands.csv"' in page


@pytest.mark.slow
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
    assert told["Ties of a cup"] == list(TIES_COLUMNS.items())
    assert told["Groups of a cup"] == list(GROUPS_COLUMNS.items())
    assert told["Fixtures and results"] == list(RESULT_COLUMNS.items())
    files = {f"{SEASON}{name}": table for name, table in SEASON_TABLES.items() if table.columns}
    files |= {f"{LEAGUE}{name}": table for name, table in LEAGUE_TABLES.items()}
    for address, table in files.items():
        assert told[table.title] == list(table.columns.items())
        heads = client.get(f"{address}.csv").content.decode("utf-8-sig").splitlines()[0]
        assert heads == ",".join(table.columns)
