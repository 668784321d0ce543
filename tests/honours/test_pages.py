"""The roll of honour as everybody sees it, and kept on the secretary's pages."""

import pytest
from django.test import Client

from league.honours.services import HonourInput, add_honours
from league.models import Honour, League, OldTable
from tests.builders import a_league, a_secretary, a_team
from tests.examples import sampled
from tests.reading import words

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    league = a_league()
    a_team(league)
    details = {"year": 1974, "season_name": "1974/75", "competition": "Division One"}
    lines = [HonourInput(holder="The Fleece", **details), HonourInput(holder="The Gone", place=2, **details)]
    add_honours(league=league, honours=lines)
    return league


@pytest.fixture
def kept(client: Client, league: League) -> str:
    client.force_login(a_secretary(league))
    return f"/{league.slug}/secretary/honours/"


def test_the_roll_names_the_winners_and_those_after_them(client: Client, league: League) -> None:
    shown = words(client.get(f"/{league.slug}/honours/"))
    assert "1974/75 Division One The Fleece 2nd: The Gone" in shown


def test_a_teams_page_shows_what_it_has_won(client: Client, league: League) -> None:
    assert "Division One, 1974/75" in words(client.get(f"/{league.slug}/teams/the-fleece/"))


def test_a_league_with_nothing_won_says_so(client: Client) -> None:
    shown = words(client.get(f"/{a_league('Another League').slug}/honours/"))
    assert "Nothing is on the roll yet" in shown


def test_pasted_lines_are_looked_at_first(client: Client, league: League, kept: str) -> None:
    pasted = {"lines": "1975/76\tDivision One\tThe Shears\n\t\tThe Fleece\t2"}
    assert "1975/76: Division One, The Fleece, place 2" in words(client.post(kept, pasted | {"look": ""}))
    assert Honour.objects.count() == 2
    assert client.post(kept, pasted | {"add": ""}).status_code == 303
    assert Honour.objects.count() == 4


def test_a_line_that_cannot_be_read_is_refused_and_stays_typed(client: Client, kept: str) -> None:
    answer = client.post(kept, {"lines": "The Fleece won", "add": ""})
    assert answer.status_code == 422
    assert "Line 1: “The Fleece won” names no season" in words(answer)
    assert "The Fleece won</textarea>" in answer.content.decode()


def test_a_year_is_put_right(client: Client, kept: str) -> None:
    now = "1974/75; Division One; The Fleece\n1974/75; Division One; The Gone; 2"
    typed = {"lines": "1974/75; Division One; The Shears", "began_from": now}
    assert "The Gone; 2" in client.get(f"{kept}1974/").content.decode()
    assert client.post(f"{kept}1974/", typed).status_code == 303
    assert [honour.holder for honour in Honour.objects.all()] == ["The Shears"]
    assert client.post(f"{kept}1974/", typed | {"lines": ""}).status_code == 422


TABLE = {
    "season_name": "1974/75",
    "division": "Division One",
    "pasted": "\tTeam\tPts\n1\tThe Fleece\t44\n2\tThe Shears",
    "remarks": "From the minute book.",
}


def test_an_old_table_is_pasted_changed_and_taken_away(client: Client, league: League, kept: str) -> None:
    answer = client.post(f"{kept}tables/", TABLE)
    assert answer.headers["Location"] == f"/{league.slug}/honours/1974/division-one/"
    assert "1 The Fleece 44 2 The Shears" in words(client.get(answer.headers["Location"]))
    assert "Division One 1974/75" in words(client.get(f"/{league.slug}/honours/"))
    text = client.get(f"/{league.slug}/honours/1974/division-one.txt").content.decode()
    assert "\n\nTeam | Pts\n1 | The Fleece | 44\n2 | The Shears\n\nFrom the minute book.\n\nhttp://" in text
    assert client.get(f"/{league.slug}/honours/1975/division-one.txt").status_code == 404
    client.post(f"{kept}1974/division-one/", TABLE | {"remarks": "Played at eight pubs."})
    assert OldTable.objects.get().remarks == "Played at eight pubs."
    client.post(f"{kept}1974/division-one/", {"drop": ""})
    assert client.get(answer.headers["Location"]).status_code == 404


@pytest.mark.parametrize(
    ("said", "sentence"),
    sampled(
        [
            ({"season_name": "long ago"}, "is not a year"),
            ({"season_name": "0999"}, "is not a year"),
            ({"division": ""}, "which division"),
            ({"pasted": "Team"}, "a line a team"),
            ({"pasted": "Team\n" * 62}, "at most 60 lines"),
            ({"pasted": f"Team\n{'x' * 81}"}, "more than 80 letters"),
        ],
        each=3,
    ),
)
def test_what_is_no_table_is_refused(client: Client, kept: str, said: dict[str, str], sentence: str) -> None:
    answer = client.post(f"{kept}tables/", TABLE | said)
    assert answer.status_code == 422
    assert sentence in words(answer)


def test_the_roll_takes_the_same_queries_however_long_it_is(
    client: Client, league: League, django_assert_max_num_queries: object
) -> None:
    lines = [
        HonourInput(year=year, season_name=f"{year}", competition="Division One", holder="The Fleece")
        for year in range(1975, 2026)
    ]
    add_honours(league=league, honours=lines)
    with django_assert_max_num_queries(7):  # type: ignore[operator]
        client.get(f"/{league.slug}/honours/")
