"""What a visitor finds of a league, and whom they may ring."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Enrolment
from tests.builders import FRIDAY, NIGHT, a_captain, a_card, a_division, a_match, a_player, an_account
from tests.examples import sampled
from tests.reading import markup, tables_read, words

pytestmark = pytest.mark.django_db

LEAGUE = "/three-valleys-all-fours-league/"
WON_8_2 = ((15, 13), (12, 15), (15, 11), (15, 8))


@pytest.fixture
def division(db):
    division = a_division(teams=4)
    match = a_match(division)
    a_card(match, *WON_8_2)
    a_player(match.home, "Zoë Hirst")
    a_player(match.home, "Łukasz Sørlie")
    division.season.cups.create(name="Knock-out Cup", slug="knock-out-cup")
    division.season.league.bulletins.create(
        night=NIGHT, published_at=FRIDAY, published_notices="Cup semi-finals drawn"
    )
    return division


@pytest.mark.parametrize(
    ("typed", "link", "name"),
    sampled(
        [
            ("flee", "teams/the-fleece/", "The Fleece"),
            ("fleece", "pubs/the-fleece/", "The Fleece"),
            ("zoe", "players/", "Zoë Hirst"),
            ("lukasz sorlie", "players/", "Łukasz Sørlie"),
            ("shears 14 jan", "matches/", "The Fleece v The Shears"),
            ("thu 14 january 2027", "matches/", "The Fleece v The Shears"),
            ("knock out", "cups/knock-out-cup/", "Knock-out Cup"),
            ("semi", "news/2027-01-14/", "Cup semi-finals drawn"),
            ("handbook", "documents/#handbook", "Handbook"),
            ("calendar", "help/in-your-calendar/", "Matches in your calendar"),
            ("longest run", "honours/records/", "Records"),
        ],
        each=4,
    ),
)
def test_everything_public_is_found_by_the_beginnings_of_its_words(client, division, typed, link, name):
    page = markup(client.get(f"{LEAGUE}search/", {"q": typed}))
    assert f'href="{LEAGUE}{link}' in page
    assert name in page


def test_pubs_stand_before_matches_and_the_next_match_before_those_played(client, division, monkeypatch):
    monkeypatch.setattr(
        "league.overview.search.league_today", lambda league: NIGHT + datetime.timedelta(days=1)
    )
    for week, days in ((2, 7), (3, 14), (4, -7)):
        a_match(division, week=week, date=NIGHT + datetime.timedelta(days=days))
    page = markup(client.get(f"{LEAGUE}search/", {"q": "fleece"}))
    order = [
        page.index(words)
        for words in (">Pubs<", ">Matches<", "Thu 21 Jan", "Thu 28 Jan", "Thu 14 Jan", "Thu 7 Jan")
    ]
    assert order == sorted(order)


def test_nothing_found_says_what_to_try(client, division):
    page = words(client.get(f"{LEAGUE}search/", {"q": "zzz\x00"}))
    assert "Nothing found for “zzz”. Try the first letters of a name" in page
    assert "Nothing found" not in words(client.get(f"{LEAGUE}search/"))


def test_a_search_takes_the_same_queries_whatever_it_finds(client, division):
    with CaptureQueriesContext(connection) as queries:
        client.get(f"{LEAGUE}search/", {"q": "fleece"})
    assert tables_read(queries) == [
        "league_league",  # the league of the address
        "league_player",
        "league_cup",
        "league_bulletin",
        "league_player",  # names kept from the public, hidden in news
        "league_recordchange",  # earlier names of teams and pubs
        "league_team",
        "league_pub",
        "league_match",  # teams and days
        "league_match",  # the matches found
        "league_season",  # the rules of the season
        "league_rulebook",
    ]


def test_captains_are_shown_as_they_agreed_and_officers_as_the_league_lists_them(client, division):
    league = division.season.league
    league.officers = "Secretary: Jo Hirst, 01924 555001\nSam Pell"
    league.save()
    agreed = {"The Fleece": "everybody", "The Shears": "members", "The Tup and Bell": "officers"}
    for team, contact_for in agreed.items():
        a_captain(division, team, name=f"Captain of {team}", phone="01924 555002")
        Enrolment.objects.filter(team__name=team).update(contact_for=contact_for)
    page = words(client.get(f"{LEAGUE}contacts/"))
    assert "Secretary Jo Hirst, 01924 555001" in page
    assert "The Fleece Captain of The Fleece, 01924 555002" in page
    shown = markup(client.get(f"{LEAGUE}contacts/"))
    assert 'href="tel:01924555001"' in shown, "Whom to ring can be rung."
    assert "not shown here" not in shown
    assert "Captain of The Shears" not in page
    client.force_login(an_account(league, "scorer"))
    page = words(client.get(f"{LEAGUE}contacts/"))
    assert "Captain of The Shears" in page
    assert "Captain of The Tup and Bell" not in page


def test_teams_without_a_captain_shown_cost_no_query_each(client, division):
    with CaptureQueriesContext(connection) as queries:
        client.get(f"{LEAGUE}contacts/")
    assert "league_pub" not in tables_read(queries)


def test_a_league_without_officers_says_so(client, division):
    assert "The league names no officers here." in words(client.get(f"{LEAGUE}contacts/"))
