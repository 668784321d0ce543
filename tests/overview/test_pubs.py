"""Pubs in public: where they are, who plays for them, what is played there next."""

import datetime
import re

import pytest

from league.cups.services.pairs_nights import make_night
from league.models import Division
from league.overview import views
from league.overview.pubs import pub_page, pubs_of_league
from tests.builders import NIGHT, WEEK, a_card, a_division, a_drawn_cup, a_match, a_pub, a_team, an_enrolment
from tests.reading import markup, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return a_division(teams=2)


def test_pubs_are_listed_by_name_whatever_their_accents(division):
    league = division.season.league
    for name in ("Zum Stern", "Éire House", "eagle tavern"):
        a_pub(league, name)
    assert [line["pub"].name for line in pubs_of_league(league, today=NIGHT)] == [
        "eagle tavern",
        "Éire House",
        "The Fleece",
        "The Shears",
        "Zum Stern",
    ]


def test_the_list_of_pubs_is_sorted_by_its_address(client, division):
    house = a_pub(division.season.league, "Old Bank", tables=8, address="1 Wharf Street")
    listed = markup(client.get(f"/{house.league.slug}/pubs/?sort=-tables"))
    assert re.findall(r'class="name" href="[^"]+/pubs/([^/]+)/"', listed)[0] == house.slug
    assert "Where" in listed
    assert ">1 Wharf Street<" in re.sub(r"\s*(?=<)|(?<=>)\s*", "", listed)


def test_a_pub_shows_its_teams_those_that_play_first(division):
    league = division.season.league
    house = a_pub(league, "Old Bank Club")
    a_team(league, "Old Bank A", pub=house)
    an_enrolment(division, a_team(league, "Old Bank B", pub=house))
    teams = pub_page(league, "old-bank-club", today=NIGHT)["teams"]
    assert [(each["team"].name, str(each["division"] or "")) for each in teams] == [
        ("Old Bank B", "Division One"),
        ("Old Bank A", ""),
    ]


def test_the_next_matches_are_those_played_there(division):
    a_match(division, date=NIGHT + WEEK, week=2)
    a_match(division, date=NIGHT - WEEK, week=3)
    a_match(division, "The Shears", "The Fleece", week=4)
    page = pub_page(division.season.league, "the-fleece", today=NIGHT)
    assert [night["date"] for night in page["nights"]] == [NIGHT + WEEK]


def test_its_page_says_how_its_teams_stand_and_which_of_them_plays(client, division, monkeypatch):
    house = a_pub(division.season.league, "Old Bank")
    for name in ("Old Bank A", "Old Bank B"):
        an_enrolment(division, a_team(division.season.league, name, pub=house))
    a_card(a_match(division, "Old Bank A", date=NIGHT - WEEK), (15, 9), (15, 9), (15, 9), (9, 15))
    a_match(division, "Old Bank B", "The Shears", date=NIGHT, week=2)
    monkeypatch.setattr(views, "league_today", lambda league: NIGHT)
    shown = words(client.get(f"/{division.season.league.slug}/pubs/old-bank/"))
    assert "Thu 14 Jan B v Old Bank B v The Shears 8.30 pm" in shown
    assert "Old Bank A 1st in Division One 1 8" in shown


def test_cup_ties_and_pairs_nights_stand_among_the_nights_of_the_pub(client, division, monkeypatch):
    season = division.season
    a_drawn_cup(season, "The Fleece", "The Shears", on=NIGHT, at="The Drystone", name="Shield")
    pub = a_pub(season.league, "The Drystone")
    pairs = make_night(season=season, name="Merry Pairs", rounds=3, at=pub, on=NIGHT)
    page = pub_page(season.league, "the-drystone", today=NIGHT)
    ((tie,), (cup,)) = (page["nights"][0]["ties"], page["nights"][0]["pairs_nights"])
    assert (tie.cup.name, cup) == ("Shield", pairs)
    monkeypatch.setattr(views, "league_today", lambda league: NIGHT)
    shown = words(client.get(f"/{season.league.slug}/pubs/the-drystone/"))
    assert re.search("Thu 14 Jan The (Fleece v The Shears|Shears v The Fleece) Shield, final", shown)
    assert "Merry Pairs a pairs night" in shown


def test_the_page_says_where_the_pub_is(client, division):
    league = division.season.league
    a_pub(
        league,
        "The Drystone",
        address="1 Wall Lane",
        postcode="QY1 1AA",
        phone="+44 (1632) 960 001",
        tables=8,
    )
    shown = markup(client.get(f"/{league.slug}/pubs/the-drystone/"))
    assert "1 Wall Lane" in shown
    assert "QY1 1AA" in shown
    assert "eight tables on one night" in " ".join(shown.split())
    assert 'href="https://www.openstreetmap.org/search?query=1+Wall+Lane%2C+QY1+1AA"' in shown
    assert 'href="tel:+441632960001"' in shown


def test_the_list_takes_five_queries_however_many_pubs(client, division, django_assert_num_queries):
    names_of_queries = ["league", "seasons", "pubs", "their teams", "the teams' enrolments"]
    for number in range(8):
        an_enrolment(division, f"Team {number}")
    with django_assert_num_queries(len(names_of_queries)):
        client.get(f"/{division.season.league.slug}/pubs/")


def test_a_pubs_page_takes_the_same_queries_however_much_is_played_there(
    client, division, django_assert_num_queries
):
    names_of_queries = [
        "league",
        "seasons",
        "pub",
        "its photograph",
        "its teams",
        "their enrolments",
        "the outcomes of their division",
        "its rulings",
        "the outcomes of matches there",
        "their divisions and rule books",
        "knock-outs",
        "pairs nights",
    ]
    for week in range(1, 15):
        a_match(division, week=week, date=datetime.date(2030, 1, 1) + week * WEEK)
    with django_assert_num_queries(len(names_of_queries)):
        client.get(f"/{division.season.league.slug}/pubs/the-fleece/")
