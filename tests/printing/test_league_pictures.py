"""Pictures to send of a league's home, all divisions and cups: size, words, names, and sent once."""

from io import BytesIO

import pytest
from django.test import Client
from PIL import Image
from pytest_django import DjangoAssertNumQueries

from league.printing.league_pictures import divisions_picture, home_picture
from league.printing.match_picture import match_picture
from league.results.pages.match import match_page
from tests.builders import NIGHT, a_card, a_division, a_league, a_match, a_season
from tests.printing.worlds import WORLDS, a_world

pytestmark = pytest.mark.django_db


def test_every_page_has_a_picture_that_is_sent_once(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    season = a_world(WORLDS["longest"])
    league = f"/{season.league.slug}/"
    cups = [f"cups/{cup.slug}" for cup in season.cups.order_by("name")]
    for page, picture in ({"": "home.png"} | {f"{cup}/": f"{cup}.png" for cup in cups}).items():
        answer = client.get(league + picture)
        assert answer.headers["Content-Type"] == "image/png"
        assert Image.open(BytesIO(answer.content)).size == (1200, 630), picture
        known = {"If-None-Match": answer.headers["ETag"]}
        assert client.get(league + picture, headers=known).status_code == 304
        assert client.head(league + picture).status_code == 200
        image = f'og:image" content="http://testserver{league}{picture}"'
        assert image in client.get(league + page).content.decode()
        with django_assert_max_num_queries(9):
            client.get(league + picture)
    assert len(cups) == 2
    assert client.get(f"{league}cups/nothing.png").status_code == 404


def test_fewer_teams_of_each_where_there_are_more_divisions() -> None:
    season = a_season()
    for number in range(1, 6):
        division = a_division(season, f"Division {number}", teams=0, slug=f"d-{number}", position=number)
        for place in range(4):
            pub = season.league.pubs.create(name=f"Pub {number}{place}", slug=f"pub-{number}{place}")
            team = season.league.teams.create(name=pub.name, slug=pub.slug, pub=pub)
            division.enrolments.create(season=season, team=team)
    divisions = list(season.divisions.order_by("position"))
    home = home_picture(season.league, season, divisions).context
    assert [line.group for line in home["lines"] if line.group] == ["Division 1", "Division 2", "Division 3"]
    assert home["foot"] == "Top 3 of 3 of 5 divisions; points"
    whole = divisions_picture(season, divisions).context
    assert len(whole["lines"]) == 5
    assert whole["foot"] == "First of each division; points"
    assert whole["caption"] == "Before the first match"


def test_a_league_without_a_season_has_its_name(client: Client) -> None:
    league = a_league()
    assert home_picture(league, None, []).context["title"] == league.name
    assert client.get(f"/{league.slug}/home.png").status_code == 200


@pytest.mark.parametrize(("tables", "shown"), [(6, 6), (7, 7), (16, 16), (17, 0)])
def test_a_match_of_many_tables_has_boards_in_two_columns(client: Client, tables: int, shown: int) -> None:
    match = a_match(a_division(), date=NIGHT)
    a_card(match, *[(15, number % 15) for number in range(tables)])
    page = match_page(match.division.season.league, match.public_id)
    assert page is not None
    context = match_picture(page).context
    boards = context["boards"]
    assert isinstance(boards, tuple)
    assert len(boards) == shown
    assert context["has_two_columns"] == (shown > 6)
