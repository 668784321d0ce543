"""Fixture lists on paper: dates lead, moved matches starred where they stood, names and grounds below."""

import datetime
import io

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from league.printing.poster_layout import PAPERS, poster_layout
from league.printing.posters import date_blocks, grounds_of, when_played
from league.printing.team_lists import meetings_of
from league.scheduling.selectors.fixtures import FixtureList, fixtures_of_division, fixtures_of_team
from league.scheduling.services.moves import move_venue, postpone_match
from tests.builders import NIGHT, WEEK, a_division, a_match, a_pub, a_season, a_team
from tests.builders_seasons import a_round_robin

pytestmark = pytest.mark.django_db

LEAGUE = "/three-valleys-all-fours-league/"
POSTER = f"{LEAGUE}2026-27/division-one/fixtures.pdf"


def text_of(answer: HttpResponse) -> str:
    assert answer.headers["Content-Type"] == "application/pdf"
    pages = PdfReader(io.BytesIO(answer.content)).pages
    return " ".join(" ".join(page.extract_text().split()) for page in pages)


def a_list(teams: int = 4) -> FixtureList:
    division = a_division(teams=teams)
    a_round_robin(division, played=0)
    return fixtures_of_division(division)


def test_dates_lead_in_the_order_of_the_season():
    blocks = date_blocks(a_list())
    assert [block.date for block in blocks] == [
        "Thu 3 Sep",
        "Thu 10 Sep",
        "Thu 17 Sep",
        "Thu 24 Sep",
        "Thu 1 Oct",
        "Thu 8 Oct",
    ]
    assert blocks[0].notes == "week 1"
    assert all(len(block.rows) == 2 for block in blocks)


def test_the_new_year_is_said_once():
    division = a_division()
    a_match(division, date=datetime.date(2026, 12, 31), week=1)
    a_match(division, "The Shears", "The Fleece", date=datetime.date(2027, 1, 7), week=2)
    a_match(division, "Station Tap", "The Fleece", date=datetime.date(2027, 1, 14), week=3)
    dates = [block.date for block in date_blocks(fixtures_of_division(division))]
    assert dates == ["Thu 31 Dec", "Thu 7 Jan 2027", "Thu 14 Jan"]


def test_a_moved_match_is_starred_where_it_stood():
    division = a_division()
    a_match(division, date=NIGHT + WEEK, postponed_from=NIGHT)
    a_match(division, "Station Tap", "The Weavers’ Rest", date=None, postponed_from=NIGHT)
    a_match(division, "The Drystone", "The Cropper’s Arms")
    (block,) = date_blocks(fixtures_of_division(division))
    assert block.notes == "week 1; * no new date yet; ** now Thu 21 Jan"
    assert {row["home"]: row["star"] for row in block.rows} == {
        "Station Tap": "*",
        "The Drystone": "",
        "The Fleece": "**",
    }


def test_a_division_of_ten_fills_one_page_in_even_columns_with_whole_names():
    layout = poster_layout(a_list(10))
    (page,) = layout["pages"]
    assert [len(column) for column in page["columns"]] == [9, 9]
    assert page["size"] >= 8
    assert "Old Bank Working Men’s Club B" in layout["names"].values()


def test_a_division_of_sixteen_takes_another_sheet_before_its_type_is_too_small_for_a_wall():
    """Its 240 matches stood on one sheet in 6 points."""
    fixtures = a_list(16)
    layout = poster_layout(fixtures)
    assert [page["size"] >= 8 for page in layout["pages"]] == [True, True]
    assert layout["grounds"]["size"] >= 8
    blocks = [block for page in layout["pages"] for column in page["columns"] for block in column]
    assert blocks == list(date_blocks(fixtures, names=layout["names"]))
    assert [page["size"] >= 8 for page in poster_layout(fixtures, paper=PAPERS["a3"])["pages"]] == [True]


def test_a_division_without_fixtures_still_prints(client):
    a_division(teams=2)
    assert "Division One" in text_of(client.get(POSTER))


def test_the_usual_evening_is_said_once_and_exceptions_with_their_ground():
    division = a_division()
    for number, home in enumerate(("The Fleece", "The Shears", "Station Tap")):
        start = datetime.time(20, 0) if home == "Station Tap" else datetime.time(20, 30)
        a_match(division, home, "The Drystone", date=NIGHT + number * WEEK, week=number + 1, starts_at=start)
    fixtures = fixtures_of_division(division)
    assert when_played(fixtures) == "Thursdays at 8.30 pm"
    assert {ground.team: "(8.00 pm)" in ground.words for ground in grounds_of(fixtures)} == {
        "The Drystone": False,
        "The Fleece": False,
        "The Shears": False,
        "Station Tap": True,
    }


def test_short_names_in_the_list_whole_names_and_grounds_below(client):
    division = a_division()
    league = division.season.league
    club = a_pub(
        league, "Old Bank Working Men’s Club", address="Old Bank Lane, Mirecliffe", postcode="QY1 1AA"
    )
    a_match(division, a_team(league, "Old Bank Working Men’s Club B", pub=club, short_name="Old Bank B"))
    text = text_of(client.get(POSTER))
    assert "Old Bank B v The Shears" in text
    assert "Old Bank B: Old Bank Working Men’s Club, Old Bank Lane, Mirecliffe, QY1 1AA" in text


@pytest.mark.slow
def test_a_pub_can_have_its_own_matches_in_bold(client):
    a_match()
    answer = client.get(POSTER, {"team": "the-fleece"})
    assert "This sheet is for The Fleece; its matches are in bold." in text_of(answer)
    assert "fixtures-division-one-2026-27-the-fleece.pdf" in answer.headers["Content-Disposition"]
    assert "in bold" not in text_of(client.get(POSTER, {"team": "nobody"}))


@pytest.mark.slow
def test_a_pub_has_a_sheet_for_each_division_it_plays_in(client):
    first = a_division(teams=2)
    league = first.season.league
    second = a_division(first.season, "Division Two", teams=0, position=2)
    a_match(first)
    a_match(second, a_team(league, "The Fleece B", pub=a_pub(league)), "Station Tap")
    a_match(a_division(first.season, "Division Three", teams=0, position=3), "The Drystone", "Packhorse")
    answer = client.get(f"{LEAGUE}pubs/the-fleece/fixtures.pdf")
    text = text_of(answer)
    assert text.count("This sheet is for The Fleece; its matches are in bold.") == 2
    assert "Division Two" in text
    assert "Division Three" not in text
    assert "fixtures-the-fleece-2026-27.pdf" in answer.headers["Content-Disposition"]
    assert "pubs/the-fleece/fixtures.pdf" in client.get(f"{LEAGUE}pubs/the-fleece/").content.decode()
    assert client.get(f"{LEAGUE}pubs/nowhere/fixtures.pdf").status_code == 404


def test_the_large_sheet_with_results_has_the_standings_too(client):
    division = a_division(teams=4)
    a_round_robin(division, played=2)
    plain = client.get(POSTER)
    large = client.get(POSTER, {"paper": "a3", "results": "1"})
    assert "and results to" not in text_of(plain)
    assert "and results to Thu 3 Sep 2026." in text_of(large)
    assert "After week 1" in text_of(large)
    assert "fixtures-division-one-2026-27-results-a3.pdf" in large.headers["Content-Disposition"]
    assert client.get(POSTER, {"paper": "a0", "results": "yes"}).content == plain.content


def test_the_list_is_real_tables_with_heads(client):
    a_match()
    for address in (POSTER, f"{LEAGUE}teams/the-fleece/fixtures.pdf"):
        reader = PdfReader(io.BytesIO(client.get(address).content))
        kinds = structure(reader)
        assert {"/H1", "/Table", "/TR", "/TH", "/TD"} <= kinds


def structure(reader: PdfReader) -> set[str]:
    """The kinds of element in the document's tag tree."""
    kinds = set()
    waiting = [reader.trailer["/Root"]["/StructTreeRoot"]["/K"]]
    while waiting:
        thing = waiting.pop().get_object()
        if isinstance(thing, list):
            waiting += thing
        elif isinstance(thing, dict):
            kinds.add(thing.get("/S"))
            waiting += [thing["/K"]] if "/K" in thing else []
    return kinds


def test_a_team_has_its_own_matches_with_their_grounds(client):
    division = a_division()
    a_match(division)
    a_match(division, "The Shears", "The Fleece", date=NIGHT + WEEK, week=2)
    a_match(division, "The Shears", "Station Tap", date=NIGHT + 2 * WEEK, week=3)
    early = datetime.time(20, 0)
    a_match(division, "The Drystone", "The Fleece", date=NIGHT + 3 * WEEK, week=4, starts_at=early)
    answer = client.get(f"{LEAGUE}teams/the-fleece/fixtures.pdf")
    text = text_of(answer)
    assert "Thu 14 Jan 2027 home The Shears" in text
    assert "Thu 21 Jan 2027 away The Shears The Shears" in text
    assert "Thu 4 Feb 2027, 8.00 pm away The Drystone" in text
    assert "Station Tap" not in text
    assert "fixtures-the-fleece-2026-27.pdf" in answer.headers["Content-Disposition"]


def test_a_moved_match_stands_where_it_will_be_played_in_the_list_of_a_team():
    division = a_division()
    a_match(division, date=NIGHT + 2 * WEEK, postponed_from=NIGHT)
    a_match(division, "The Shears", "The Fleece", date=NIGHT + WEEK, week=2)
    fixtures = fixtures_of_team(division.season.league, "the-fleece", NIGHT)
    assert fixtures is not None
    assert [match.moved_from for match in fixtures.fixtures] == [NIGHT, None]


def test_a_match_without_a_date_stands_last_in_the_list_of_a_team():
    division = a_division()
    a_match(division, date=None, postponed_from=NIGHT)
    a_match(division, "The Shears", "The Fleece", date=NIGHT + WEEK, week=2)
    fixtures = fixtures_of_team(division.season.league, "the-fleece", NIGHT)
    assert fixtures is not None
    assert [meeting["fixture"].date for meeting in meetings_of(fixtures)] == [NIGHT + WEEK, None]


def test_unknown_teams_and_divisions_are_not_here(client):
    a_match()
    assert client.get(f"{LEAGUE}teams/nobody/fixtures.pdf").status_code == 404
    assert client.get(f"{LEAGUE}2026-27/division-nine/fixtures.pdf").status_code == 404


def test_the_list_costs_the_same_queries_for_two_teams_as_for_four(client):
    first = a_division(teams=2)
    a_round_robin(first, played=0)
    few = len(queries_for(client))
    following = a_season(first.season.league, "2027-28")
    a_round_robin(a_division(following, teams=4), played=0)
    assert len(queries_for(client, POSTER.replace("2026-27", "2027-28"))) == few


def queries_for(client, address: str = POSTER) -> list[str]:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return [query["sql"] for query in queries]


def test_an_old_list_on_the_wall_is_seen_to_be_old(client):
    match = a_match()
    page = f"{LEAGUE}2026-27/division-one/fixtures/"
    on_the_wall = text_of(client.get(POSTER))
    assert "list 1. The league’s fixtures page shows the number of the latest" in on_the_wall
    assert "Fixture list, version 1." in client.get(page).content.decode()
    postpone_match(match=match, to=NIGHT + WEEK, reason="snow")
    move_venue(match=match, to=a_pub(match.home.league, "The Shears"), reason="a burst pipe")
    for sheet in (POSTER, f"{LEAGUE}teams/the-fleece/fixtures.pdf"):
        assert "list 3" in text_of(client.get(sheet))
    assert "Fixture list, version 3." in client.get(page).content.decode()
