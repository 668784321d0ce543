"""A division's pages: standings, fixtures, results."""

import datetime
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.standings.views import public as divisions
from tests.builders import (
    NIGHT,
    WEEK,
    a_card,
    a_division,
    a_league,
    a_match,
    a_season,
    a_walkover,
    a_withdrawal,
    an_adjustment,
)
from tests.builders_seasons import a_history, a_round_robin
from tests.examples import sampled
from tests.reading import markup, tables_read, words

pytestmark = pytest.mark.django_db

WON_8_2 = ((15, 13), (12, 15), (15, 11), (15, 8))
LEAGUE = "/three-valleys-all-fours-league/"
DIVISION = f"{LEAGUE}2026-27/division-one/"


# --- Standings --------------------------------------------------------------------------------


def test_the_standings_show_every_figure(client):
    a_card(a_match(), *WON_8_2)
    page = words(client.get(f"{DIVISION}standings/"))
    assert "The Fleece champions 1 0 0 3–1 57–47 +10" in page
    assert "The Shears 0 0 1 1–3 47–57 −10" in page


def test_points_taken_stand_under_the_name_with_sum_and_reason(client):
    match = a_match()
    a_card(match, *WON_8_2)
    an_adjustment(match.division, "The Fleece", -5, reason="result sent a day late")
    an_adjustment(match.division, "The Fleece", 1, reason="half given back", decided_on=NIGHT + WEEK)
    said = "8 less 2½: result sent a day late; plus ½: half given back"
    assert said in words(client.get(f"{DIVISION}standings/"))


def test_why_names_the_criterion_that_decides_and_what_was_not_asked(client):
    division = a_division(teams=4)
    a_card(a_match(division, "The Fleece", "The Shears"), *WON_8_2)
    a_card(a_match(division, "Packhorse & Drover", "The Tup and Bell"), (15, 1), (15, 2), (15, 3), (8, 15))
    page = words(client.get(f"{DIVISION}standings/"))
    assert "Level on 8 match points with Packhorse & Drover, and behind on score difference." in page
    assert "Score difference +10 +32 decides it" in page
    assert "Not needed here: score for." in page


def test_why_is_written_where_teams_are_level_and_every_row_opens(client):
    division = a_division(teams=4)
    a_card(a_match(division, "The Fleece", "The Shears"), *WON_8_2)
    page = markup(client.get(f"{DIVISION}standings/"))
    asked = re.findall(r"<summary( class=\"apart\")?><span[^>]*>(.*?):</span>", page)
    assert asked == [
        (' class="apart"', "The Fleece"),
        (' class="apart"', "The Shears"),
        ("", "Packhorse &amp; Drover"),
        ("", "The Tup and Bell"),
    ]


def test_teams_equal_in_everything_are_shown_as_equal(client):
    a_card(a_match(a_division(teams=2)), *(((15, 9), (9, 15)) * 2))
    page = words(client.get(f"{DIVISION}standings/"))
    assert page.count("1 =") == 2
    assert "Level with The Shears in everything the season’s rules ask." in page


def test_going_up_and_down_is_said_in_words(client):
    a_round_robin(a_division(teams=4, promoted=1, relegated=1), rounds=1)
    page = words(client.get(f"{DIVISION}standings/"))
    assert "The first goes up, the last goes down." in page
    assert page.count(" up ") >= 1
    assert "the last goes down" in page


def test_a_team_that_withdrew_is_said_to_have(client):
    match = a_match()
    a_withdrawal(match.division, "The Shears")
    assert "withdrawn: its results do not count" in words(client.get(f"{DIVISION}standings/"))


def test_the_standings_as_they_stood(client):
    division = a_division()
    a_card(a_match(division), *WON_8_2)
    a_card(a_match(division, "The Shears", "The Fleece", week=2, date=NIGHT + WEEK), *WON_8_2)
    then = words(client.get(f"{DIVISION}standings/", {"as-of": "2027-01-14"}))
    assert "As it stood at the end of Thu 14 Jan 2027, after 1 of 2 weeks." in then
    assert "The Fleece 1 0 0" in then
    assert "The Fleece 1 0 1" in words(client.get(f"{DIVISION}standings/"))


def test_a_day_as_people_write_it_is_understood(client):
    a_card(a_match(), *WON_8_2)
    assert client.get(f"{DIVISION}standings/", {"as-of": "14/01/2027"}).status_code == 200


@pytest.mark.parametrize(
    "typed", sampled(["foo", "2027-02-30", "0000-00-00", "\x00", "٢٠٢٧-٠١-٣٢", "9" * 5000], each=3)
)
def test_a_day_that_is_none_is_refused_in_a_sentence_with_the_table_of_today(client, typed):
    a_card(a_match(), *WON_8_2)
    response = client.get(f"{DIVISION}standings/", {"as-of": typed})
    assert response.status_code == 400
    assert "This date cannot be read. Write it as 2027-01-14." in words(response)
    assert 'aria-describedby="as-of-error"' in markup(response)
    assert "The Fleece champions 1 0 0" in words(response)


@pytest.mark.parametrize("typed", ["0001-01-01", "9999-12-31"])
def test_a_day_far_away_has_its_table_too(client, typed):
    a_card(a_match(), *WON_8_2)
    assert client.get(f"{DIVISION}standings/", {"as-of": typed}).status_code == 200


def test_no_day_at_all_is_today(client):
    a_card(a_match(), *WON_8_2)
    assert client.get(f"{DIVISION}standings/", {"as-of": ""}).status_code == 200


def test_a_match_in_hand_is_named_with_where_it_went(client):
    division = a_division(teams=4)
    a_card(a_match(division), *WON_8_2)
    a_match(division, "Packhorse & Drover", "The Tup and Bell", date=NIGHT + WEEK, postponed_from=NIGHT)
    page = words(client.get(f"{DIVISION}standings/"))
    assert (
        "To be played: Packhorse & Drover v The Tup and Bell, postponed from Thu 14 Jan to Thu 21 Jan."
        in page
    )


def test_a_match_of_an_earlier_night_that_is_not_in_is_not_said_to_be_played_yet(client, monkeypatch):
    monkeypatch.setattr(divisions, "league_today", lambda league: NIGHT + WEEK)
    division = a_division(teams=4)
    a_match(division, "Packhorse & Drover", "The Tup and Bell")
    a_card(a_match(division, week=2, date=NIGHT + WEEK), *WON_8_2)
    page = words(client.get(f"{DIVISION}standings/"))
    assert "Not in yet: Packhorse & Drover v The Tup and Bell, Thu 14 Jan." in page
    assert "To be played" not in page


def test_a_match_still_to_come_beside_one_played_early_is_to_be_played(client, monkeypatch):
    monkeypatch.setattr(divisions, "league_today", lambda league: NIGHT - WEEK)
    division = a_division(teams=4)
    a_match(division, "Packhorse & Drover", "The Tup and Bell")
    a_card(a_match(division), *WON_8_2)
    page = words(client.get(f"{DIVISION}standings/"))
    assert "To be played: Packhorse & Drover v The Tup and Bell, Thu 14 Jan." in page


def test_the_standings_lead_to_what_is_on_paper(client):
    a_card(a_match(), *WON_8_2)
    page = markup(client.get(f"{DIVISION}standings/"))
    for address in (f"{DIVISION}fixtures.pdf", f"{LEAGUE}documents/"):
        assert f'href="{address}"' in page


def test_ones_own_team_is_marked(client):
    a_card(a_match(), *WON_8_2)
    page = markup(client.get(f"{DIVISION}standings/", {"team": "the-shears"}))
    assert '<tr class="yours" id="the-shears" data-team="the-shears">' in page


def test_another_leagues_division_is_not_found_here(client):
    a_division()
    a_league("Another League")
    assert client.get("/another-league/2026-27/division-one/standings/").status_code == 404


@pytest.mark.parametrize("listing", ["standings", "fixtures", "results"])
def test_there_is_no_page_for_a_division_that_does_not_exist(client, listing):
    a_division()
    assert client.get(f"{LEAGUE}2026-27/division-nine/{listing}/").status_code == 404


@pytest.mark.parametrize("listing", ["standings", "fixtures", "results"])
def test_a_division_without_teams_or_matches_has_its_pages_too(client, listing):
    a_division(teams=0)
    assert client.get(f"{DIVISION}{listing}/").status_code == 200


@pytest.mark.parametrize("listing", ["standings", "fixtures", "results"])
def test_the_seasons_beside_this_one_are_linked(client, listing):
    division = a_division()
    before = a_season(
        division.season.league, "2025-26", starts_on=datetime.date(2025, 9, 4), is_finished=True
    )
    a_division(before)
    assert f"{LEAGUE}{listing}/?season=2025-26" in markup(client.get(f"{DIVISION}{listing}/"))
    response = client.get(f"{LEAGUE}{listing}/", {"season": "2025-26"})
    assert response.headers["Location"] == f"{LEAGUE}2025-26/division-one/{listing}/"


# --- Fixtures and results ---------------------------------------------------------------------


def test_fixtures_show_where_a_match_was_put_off_to(client):
    a_match(date=NIGHT + WEEK, postponed_from=NIGHT, postponed_because="burst pipe")
    page = words(client.get(f"{DIVISION}fixtures/"))
    assert "postponed to Thu 21 Jan: burst pipe" in page
    assert "Postponed from Thu 14 Jan." in page


def test_fixtures_open_at_the_month_of_the_next_night(client):
    today = timezone.localdate()
    division = a_division()
    for week, days in enumerate((-70, 40, 80, 120), 1):
        a_match(division, date=today + datetime.timedelta(days), week=week)
    page = markup(client.get(f"{DIVISION}fixtures/"))
    months = re.findall(r'<details\s+class="fold-away month"\s*(open)?', page)
    assert months == ["open", "", "", ""], "The next night; not what comes later, nor what is not in yet."
    assert page.count("section-head barred") == 1
    assert page.index("section-head barred") < page.index("Not in yet")
    results = words(client.get(f"{DIVISION}results/"))
    assert "Not in yet" in results
    type(division.season).objects.update(is_finished=True)
    assert "Not in yet" not in words(client.get(f"{DIVISION}results/"))
    type(division.season).objects.update(is_finished=False)
    a_card(division.matches.get(week=1), *WON_8_2)
    assert "Not in yet" not in words(client.get(f"{DIVISION}results/"))


def test_results_before_the_season_say_when_it_begins(client):
    first_night = timezone.localdate() + WEEK
    season = a_match(date=first_night).division.season
    type(season).objects.update(starts_on=first_night, ends_on=first_night + WEEK)
    results = words(client.get(f"{DIVISION}results/"))
    assert f"The season begins on {first_night:%a} {first_night.day} {first_night:%b}" in results
    assert "Tables and game points" not in results


def test_fixtures_say_when_no_night_is_to_come(client, monkeypatch):
    monkeypatch.setattr(divisions, "league_today", lambda league: NIGHT + 8 * WEEK)
    division = a_division(teams=2)
    a_card(a_match(division, week=1), *WON_8_2)
    late = a_match(division, "The Shears", "The Fleece", week=2, date=NIGHT + WEEK)
    fixtures = f"{DIVISION}fixtures/"
    assert "No night is to come. Not everything below is in yet." in words(client.get(fixtures))
    a_card(late, *WON_8_2)
    assert "No night is to come." in words(client.get(fixtures))


def test_fixtures_show_a_match_that_has_no_new_date(client):
    a_match(date=None, postponed_from=NIGHT)
    assert "postponed, no new date yet" in words(client.get(f"{DIVISION}fixtures/"))


def test_a_result_has_match_points_tables_and_aggregate(client):
    a_card(a_match(), *WON_8_2)
    page = words(client.get(f"{DIVISION}results/"))
    assert "The Fleece The Fleece v The Shears: 8 2 The Shears Tables 3–1, game points 57–47." in page


def test_a_walkover_is_named_with_its_reason(client):
    a_walkover(a_match(), "a", reason="nobody turned up")
    page = words(client.get(f"{DIVISION}results/"))
    assert ": 10 0 The Shears Walkover for The Fleece: nobody turned up" in page


def test_tables_given_and_not_played_are_said(client):
    match = a_match()
    a_card(match, (15, 11), (9, 15), None, None)
    a_walkover(match, "a", table=4)
    page = words(client.get(f"{DIVISION}results/"))
    assert "Table 4 given to The Fleece. Table 3 not played." in page


def test_every_match_leads_to_its_page(client):
    match = a_match()
    address = f"{LEAGUE}matches/{match.public_id}/"
    assert address in markup(client.get(f"{DIVISION}fixtures/"))
    a_card(match, *WON_8_2)
    assert address in markup(client.get(f"{DIVISION}results/"))


# --- Which division ---------------------------------------------------------------------------


@pytest.mark.parametrize("listing", ["standings", "fixtures", "results"])
def test_the_leagues_own_address_leads_to_the_top_division_of_the_season_being_played(client, listing):
    season = a_season()
    a_division(season, "Division Two", position=2, teams=0)
    a_division(season, "Division One", position=1)
    a_division(a_season(season.league, "2025-26", starts_on=datetime.date(2025, 9, 4), is_finished=True))
    response = client.get(f"{LEAGUE}{listing}/")
    assert response.status_code in (302, 303)
    assert response.headers["Location"] == f"{DIVISION}{listing}/"


@pytest.mark.parametrize("listing", ["standings", "fixtures", "results"])
def test_a_league_without_a_season_says_so(client, listing):
    a_league()
    response = client.get(f"{LEAGUE}{listing}/")
    assert response.status_code == 200
    assert "The league has no season yet. Fixtures, results and standings appear here." in words(response)


@pytest.mark.parametrize("listing", ["standings", "fixtures", "results"])
def test_a_season_without_a_division_is_not_said_to_be_missing(client, listing):
    a_season()
    page = words(client.get(f"{LEAGUE}{listing}/"))
    assert "Season 2026-27 has no division yet. Fixtures, results and standings appear here." in page


# --- Queries ----------------------------------------------------------------------------------


QUERIES = {
    "standings": [
        "league_league",  # the league of the address
        "league_division",  # which division that is: the page's stamp is its own
        "league_season",  # its seasons: this one and the links to its neighbours
        "league_division",  # the season's divisions with their rule book
        "league_enrolment",  # who takes part, and what was ruled about them
        "league_match",  # what was played, and what was given
        "league_appeal",  # rulings that were appealed
        "league_ruling",  # everything ruled in the division, with who decided it
        "league_player",  # whose names are kept back, where they stand in a reason
    ],
    "what-if": [
        "league_league",
        "league_season",
        "league_division",
        "league_enrolment",
        "league_match",  # what was played
        "league_player",  # whose names are kept back, where they stand in a reason
    ],
    "fixtures": [
        "league_league",
        "league_division",
        "league_season",
        "league_division",
        "league_match",  # the matches with their teams, pubs, scores and walkovers
        "league_division",  # the divisions of those matches, with their rule books
        "league_player",  # whose names are kept back, where they stand in a reason
    ],
}
QUERIES["results"] = QUERIES["fixtures"]
QUERIES["fixtures"] = [*QUERIES["results"][:-1], "league_match", "league_player"]  # the number of the list


@pytest.mark.parametrize(("teams", "seasons"), sampled([(8, 3), (8, 1), (16, 1), (16, 3)], each=4))
def test_the_pages_take_the_same_queries_however_large_the_league(client, teams, seasons):
    a_history(teams, seasons)
    for page, expected in QUERIES.items():
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"{DIVISION}{page}/").status_code == 200
        assert tables_read(queries) == expected


def test_where_nothing_was_ruled_nothing_is_asked_about_rulings(client):
    a_round_robin(a_division(teams=8))
    with CaptureQueriesContext(connection) as queries:
        client.get(f"{DIVISION}standings/")
    assert tables_read(queries) == QUERIES["standings"][:6]
