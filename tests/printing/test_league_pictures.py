"""Pictures to send of a league's home, pubs, players and cups: size, words, names, and sent once."""

from io import BytesIO

import pytest
from django.test import Client
from PIL import Image
from pytest_django import DjangoAssertNumQueries

from league.models import Player
from league.overview.pubs import pub_page
from league.people.pages.player import player_record
from league.printing.league_pictures import home_picture, player_picture, pub_picture
from league.printing.match_picture import match_picture
from league.results.pages.match import match_page
from tests.builders import NIGHT, WEEK, a_card, a_division, a_league, a_match, a_season
from tests.builders_leagues import TINY, a_whole_league, public_pages
from tests.examples import sampled
from tests.printing.worlds import WORLDS, a_world

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_every_page_has_a_picture_that_is_sent_once(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    season = a_world(WORLDS["longest"])
    league = f"/{season.league.slug}/"
    cups = [f"cups/{cup.slug}" for cup in season.cups.order_by("name")]
    player = season.registrations.filter(player__shown="full").earliest("pk").player.public_id
    others = [f"pubs/{season.league.pubs.earliest('pk').slug}", f"players/{player}"]
    for page, picture in ({"": "home.png"} | {f"{one}/": f"{one}.png" for one in cups + others}).items():
        answer = client.get(league + picture)
        assert answer.headers["Content-Type"] == "image/png"
        assert Image.open(BytesIO(answer.content)).size == (1200, 630), picture
        known = {"If-None-Match": answer.headers["ETag"]}
        assert client.get(league + picture, headers=known).status_code == 304
        assert client.head(league + picture).status_code == 200
        image = f'og:image" content="http://testserver{league}{picture}"'
        assert image in client.get(league + page).content.decode()
        with django_assert_max_num_queries(15):
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
    assert [line["group"] for line in home["lines"] if line.get("group")] == [
        "Division 1",
        "Division 2",
        "Division 3",
    ]
    assert home["foot"] == "Top 3 of 3 of 5 divisions; points"
    assert home["caption"].endswith("before the first match")


def test_a_league_without_a_season_has_its_name(client: Client) -> None:
    league = a_league()
    assert home_picture(league, None, []).context["title"] == league.name
    assert client.get(f"/{league.slug}/home.png").status_code == 200


@pytest.mark.slow
def test_pubs_and_players_have_pictures_of_their_own(client: Client) -> None:
    league = a_whole_league(TINY)
    pages = public_pages(league)
    pub = pub_page(league, pages["pub"].split("/")[-2], today=NIGHT - WEEK)
    assert pub is not None
    context = pub_picture(pub).context
    assert (context["title"], context["foot"]) == (pub["pub"].name, "Next matches here")
    assert context["lines"][0]["figure"] == "v"
    player = league.players.get(public_id=pages["player"].split("/")[-2])
    record = player_record(player, season=league.seasons.get(), to_secretary=False)
    context = player_picture(league, record).context
    assert (context["title"], context["foot"]) == (record.line.name, "Latest games")
    assert context["words"].startswith("Won ")
    player.shown = Player.Shown.HIDDEN
    player.save()
    assert client.get(f"{pages['player'].rstrip('/')}.png").status_code == 404
    assert client.get(f"/{league.slug}/pubs/nowhere.png").status_code == 404


@pytest.mark.parametrize(("tables", "shown"), sampled([(6, 6), (7, 7), (16, 16), (17, 0)], each=4))
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
