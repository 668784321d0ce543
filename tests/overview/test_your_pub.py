"""Your pub: what is said of it, and the navigation that begins with it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import a_card, a_division, a_match, a_season
from tests.reading import markup, tables_read

pytestmark = pytest.mark.django_db

LEAGUE = "/three-valleys-all-fours-league/"
WON_8_2 = ((15, 13), (12, 15), (15, 11), (15, 8))


def test_the_bar_is_told_the_short_name_and_the_place(client):
    division = a_division(teams=4)
    a_card(a_match(division), *WON_8_2)
    summary = client.get(f"{LEAGUE}your-pub/the-shears/").json()
    assert (summary["short"], summary["place"]) == ("The Shears", "2nd")
    assert f'data-as-of="{summary["asOf"]}"' in markup(client.get(f"{LEAGUE}cups/"))


def test_a_team_that_does_not_play_this_season_has_no_place(client):
    a_match()
    assert client.get(f"{LEAGUE}your-pub/the-moon/").status_code == 404


def test_every_team_can_be_chosen_and_leads_to_its_home_without_script(client):
    season = a_season()
    a_division(season)
    a_division(season, "Division Two", teams=0, position=2)
    with CaptureQueriesContext(connection) as queries:
        page = markup(client.get(f"{LEAGUE}your-pub/"))
    assert f'href="{LEAGUE}?team=the-shears" data-choose-pub="the-shears"' in page
    assert tables_read(queries) == ["league_league", "league_season", "league_enrolment"]


def test_rows_say_whose_they_are(client):
    division = a_division(teams=4)
    a_card(a_match(division), *WON_8_2)
    page = markup(client.get(f"{LEAGUE}results/", follow=True))
    assert 'data-team="the-fleece the-shears"' in page


def test_help_and_rules_keep_the_navigation_of_the_league_one_comes_from(client):
    a_match()
    for address in ("help/", "help/reading-the-table/", "rules/games/", "rules/games/trinidad/"):
        page = markup(client.get(LEAGUE + address))
        assert f'href="{LEAGUE}cups/"' in page, address
        assert 'href="/help/' not in page, address
