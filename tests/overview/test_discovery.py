"""What search engines and messages read of a page."""

import json
import re
import struct

import pytest
from django.test import Client

from league.models import League, RuleBook
from league.printing.match_picture import match_picture
from league.results.pages.match import match_page
from tests.builders import (
    NIGHT,
    a_card,
    a_division,
    a_drawn_cup,
    a_league,
    a_match,
    a_player,
    a_season,
    a_seat,
    a_secretary,
)
from tests.examples import sampled
from tests.reading import markup

pytestmark = pytest.mark.django_db


def test_a_match_says_what_a_message_shows_of_it(client: Client, django_assert_num_queries):
    match = a_match(date=NIGHT)
    a_card(match, (15, 9), (12, 15), (15, 1), (15, 8))
    address = f"http://testserver/{match.division.season.league.slug}/matches/{match.public_id}/"
    page = markup(client.get(address, {"as-of": "x"}))
    assert f'<link rel="canonical" href="{address}">' in page
    assert f'<meta property="og:url" content="{address}">' in page
    assert (
        f'property="og:title" content="{match.home} v {match.away} – {match.division.season.league}"' in page
    )
    assert re.search(rf'name="description" content="{match.home} \d+–\d+ {match.away}, Division One', page)
    data = json.loads(re.search(r"ld\+json\">(.*?)</script>", page)[1])
    assert data["@type"] == "SportsEvent"
    assert (data["homeTeam"]["name"], data["startDate"][:10]) == (match.home.name, NIGHT.isoformat())
    assert data["location"]["url"].endswith(f"/pubs/{match.venue.slug}/")
    team = markup(client.get(f"/{match.division.season.league.slug}/teams/{match.home.slug}/"))
    own = json.loads(re.search(r"ld\+json\">(.*?)</script>", team)[1])
    assert (own["@type"], own["location"]["name"]) == ("SportsTeam", match.home.pub.name)


@pytest.mark.parametrize(
    ("book", "sport"),
    sampled(
        [
            ({}, "All Fours"),
            ({"variant": "phat", "target": 181}, "Phat"),
            ({"variant": "nine_card_don", "target": 121}, "Don"),
            # Pool, darts and bowls are led by their final scores; nothing says which it is.
            ({"entered": "scores"}, None),
        ],
        each=4,
    ),
)
def test_a_league_says_which_game_it_plays(client: Client, book: dict, sport: str | None):
    season = a_season(a_league("Sandwith League"), rule_book=RuleBook.objects.create(**book))
    match = a_match(a_division(season), date=NIGHT)
    for page in ("", f"matches/{match.public_id}/", f"teams/{match.home.slug}/"):
        text = re.search(r"ld\+json\">(.*?)</script>", markup(client.get(f"/sandwith-league/{page}")))[1]
        assert set(re.findall(r'"sport": "(.*?)"', text)) == ({sport} if sport else set()), page


def test_a_match_has_a_status_until_it_is_played(client: Client):
    match = a_match(date=NIGHT)
    address = f"/{match.division.season.league.slug}/matches/{match.public_id}/"
    assert "EventScheduled" in markup(client.get(address))
    a_card(match, (15, 10), (9, 15), (15, 6), (9, 15))
    assert "eventStatus" not in markup(client.get(address))


@pytest.mark.slow
def test_players_pubs_and_cups_are_told_apart_where_they_are_shared(client: Client):
    match = a_match()
    game = a_card(match, (15, 10), (9, 15), (15, 6), (9, 15)).tables.get(number=1).games.get()
    player = a_player(match.home, "Ann Hill")
    a_seat(game, player, place=1)
    cup = a_drawn_cup(match.division.season, "The Fleece", "The Shears", on=NIGHT, name="Bowl")
    league = match.division.season.league
    told = {}
    lists = ("", "players/", "pubs/", "cups/", "contacts/", "rules/", "honours/", "honours/records/")
    lists += ("news/", "documents/", "search/", "your-pub/")
    for page in (f"players/{player.public_id}/", f"pubs/{match.venue.slug}/", f"cups/{cup.slug}/", *lists):
        shown = markup(client.get(f"/{league.slug}/{page}"))
        told[page] = re.search(r'name="description" content="(.*?)"', shown)[1]
        pictured = "home" if page in lists else page[:-1]
        assert f'og:image" content="http://testserver/{league.slug}/{pictured}.png"' in shown, page
    assert len(set(told.values())) == len(told)
    named = zip(("Ann Hill", match.venue.name, "Bowl"), told.values(), strict=False)
    assert all(name in text for name, text in named)


def test_a_page_that_is_not_there_still_leads_through_its_league(client: Client):
    league = a_division().season.league
    for path in ("nosuch/", "teams/nosuch/", "nosuch/deeper/yet/"):
        answer = client.get(f"/{league.slug}/{path}")
        assert answer.status_code == 404
        assert f'href="/{league.slug}/contacts/"' in answer.content.decode(), path
    assert client.get("/nosuch\0/").status_code == 404


def test_names_cannot_end_the_data_they_are_in(client: Client):
    match = a_match(date=NIGHT)
    type(match.home).objects.filter(pk=match.home.pk).update(name='</script><b>"&')
    page = markup(client.get(f"/{match.division.season.league.slug}/matches/{match.public_id}/"))
    data = json.loads(re.search(r"ld\+json\">(.*?)</script>", page)[1])
    assert data["homeTeam"]["name"] == '</script><b>"&'


def test_every_public_page_is_listed_and_the_demo_is_not(client: Client):
    match = a_match(date=NIGHT)
    league = match.division.season.league
    listed = re.findall(r"<loc>(.*?)</loc>", markup(client.get("/sitemap.xml")))
    pages = [page for part in listed for page in re.findall("<loc>(.*?)</loc>", markup(client.get(part)))]
    for page in pages:
        assert client.get(page).status_code == 200, page
    assert f"http://testserver/{league.slug}/matches/{match.public_id}/" in pages
    assert "Sitemap: http://testserver/sitemap.xml" in markup(client.get("/robots.txt"))
    League.objects.update(is_demo=True)
    assert "<loc>" not in markup(client.get("/sitemap-matches.xml"))


def test_only_what_is_public_may_be_indexed(client: Client):
    league = a_division().season.league
    client.force_login(a_secretary(league))
    for address, words in ((f"/{league.slug}/secretary/", "noindex"), (f"/{league.slug}/", None)):
        answer = client.get(address)
        assert answer.headers.get("X-Robots-Tag") == words
        assert ('rel="canonical"' in markup(answer)) is (words is None)


def test_the_league_can_stand_among_apps(client: Client):
    league = a_division().season.league
    described = client.get(f"/{league.slug}/manifest.webmanifest").json()
    assert (described["name"], described["start_url"]) == (league.name, f"/{league.slug}/")


def test_a_match_is_drawn_once_and_names_no_player(client: Client):
    match = a_match()
    card = a_card(match, (15, 10), (9, 15), (15, 6), (9, 15))
    a_seat(card.tables.get(number=1).games.get(), a_player(match.home, "Zebedee Quarmby"), place=1)
    league = match.division.season.league
    picture = client.get(f"/{league.slug}/matches/{match.public_id}/match.png")
    assert picture.headers["Content-Type"] == "image/png"
    assert picture.content[16:24] == struct.pack(">II", 1200, 630)
    known = {"If-None-Match": picture.headers["ETag"]}
    again = client.get(f"/{league.slug}/matches/{match.public_id}/match.png", headers=known)
    assert again.status_code == 304
    drawn = str(match_picture(match_page(league, match.public_id)).context)
    assert "Quarmby" not in drawn
    page = markup(client.get(f"/{league.slug}/matches/{match.public_id}/"))
    assert f'og:image" content="http://testserver/{league.slug}/matches/{match.public_id}/match.png"' in page


def test_where_a_code_is_typed_the_only_league_stays_in_the_bar(client: Client):
    league = a_division().season.league
    contacts = f'href="/{league.slug}/contacts/"'
    assert contacts in markup(client.get("/s/"))
    League.objects.create(name="Calder League", slug="calder")
    assert contacts not in markup(client.get("/s/"))
