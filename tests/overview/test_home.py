"""The league's home page: the answer first."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Bulletin
from league.overview import visitor_views as home
from tests.builders import (
    FRIDAY,
    NIGHT,
    WEEK,
    a_card,
    a_division,
    a_league,
    a_match,
    a_season,
    a_secretary,
    a_withdrawal,
    an_adjustment,
    an_enrolment,
)
from tests.builders_seasons import a_round_robin
from tests.reading import heading, markup, tables_read, words

pytestmark = pytest.mark.django_db

LEAGUE = "/three-valleys-all-fours-league/"
WON_8_2 = ((15, 13), (12, 15), (15, 11), (15, 8))
WON_10_0 = ((15, 1), (15, 1), (15, 1), (15, 1))
DAY = datetime.timedelta(days=1)


@pytest.fixture
def on(monkeypatch):
    """The page as it is on a day; the morning after the night if none is given."""

    def stand(day=NIGHT + DAY):
        monkeypatch.setattr(home, "league_today", lambda league: day)

    stand()
    return stand


def test_the_answer_says_who_leads_and_by_how_much(client, on):
    division = a_division(teams=4)
    a_card(a_match(division), *WON_8_2)
    assert heading(client.get(LEAGUE)) == "The Fleece lead Division One by 6 points."


def test_a_lead_of_a_point_is_one_point(client, on):
    division = a_division()
    a_card(a_match(division), (15, 11), (9, 15), (15, 2), (13, 15))
    an_adjustment(division, "The Fleece", -2)
    assert heading(client.get(LEAGUE)) == "The Fleece lead Division One by 1 point."


def test_a_lead_on_a_tie_break_names_it(client, on):
    division = a_division(teams=4)
    a_card(a_match(division), *WON_8_2)
    a_card(a_match(division, "Packhorse & Drover", "The Tup and Bell"), (15, 1), (15, 2), (15, 3), (8, 15))
    assert heading(client.get(LEAGUE)) == "Packhorse & Drover lead Division One on score difference."


def test_a_shared_lead_is_shared(client, on):
    division = a_division(teams=4)
    a_card(a_match(division), *WON_8_2)
    a_card(a_match(division, "Packhorse & Drover", "The Tup and Bell"), *WON_8_2)
    assert heading(client.get(LEAGUE)) == "Packhorse & Drover and The Fleece share the top of Division One."


def test_before_the_first_match_the_division_has_not_begun(client, on):
    a_match()
    assert heading(client.get(LEAGUE)) == "Division One has not begun."


def test_the_last_results_and_the_next_matches_stand_there(client, on):
    division = a_division(teams=4)
    a_card(a_match(division), *WON_8_2)
    a_match(division, "Packhorse & Drover", "The Tup and Bell")
    a_match(division, "The Shears", "The Fleece", week=2, date=NIGHT + WEEK)
    a_match(division, "The Tup and Bell", "Packhorse & Drover", week=3, date=NIGHT + 2 * WEEK)
    page = words(client.get(LEAGUE))
    last, upcoming = page[page.index("Last night") :].split(" Next ")
    assert "The Fleece v The Shears: 8 2" in last
    assert "Packhorse & Drover v The Tup and Bell: not in yet" in last
    assert "The Shears v The Fleece: 8.30 pm" in upcoming
    assert "The Tup and Bell v Packhorse & Drover:" not in upcoming


def test_a_night_of_which_nothing_is_in_is_a_line_under_the_last_results(client, on):
    division = a_division(teams=4)
    a_card(a_match(division, date=NIGHT - WEEK), *WON_8_2)
    a_match(division, "The Shears", "The Fleece", week=2)
    a_match(division, "Packhorse & Drover", "The Tup and Bell", week=2)
    page = words(client.get(LEAGUE))
    assert "The two results of Thu 14 Jan are still to come in." in page
    assert "The Fleece v The Shears: 8 2" in page
    assert "The Shears v The Fleece" not in page


def test_nobody_waits_for_a_match_of_a_team_that_left(client, on):
    division = a_division(teams=4)
    a_card(a_match(division, date=NIGHT - WEEK), *WON_8_2)
    a_match(division, "The Shears", "The Fleece", week=2)
    a_match(division, "The Fleece", "The Shears", week=3, date=NIGHT + WEEK)
    a_withdrawal(division, "The Shears", effect="rest_free")
    page = words(client.get(LEAGUE))
    assert "still to come in" not in page
    assert "The Fleece v The Shears: 8.30 pm" not in page


def test_the_line_of_a_night_owed_leads_its_secretary_there(client, on):
    match = a_match()
    night = f"{LEAGUE}secretary/nights/2027-01-14/"
    page = client.get(LEAGUE)
    assert "The result of Thu 14 Jan is still to come in." in words(page)
    assert night not in markup(page)
    client.force_login(a_secretary(match.division.season.league))
    assert night in markup(client.get(LEAGUE))


def test_on_the_night_itself_tonight_stands_first(client, on):
    division = a_division(teams=4)
    a_card(a_match(division, date=NIGHT - WEEK), *WON_8_2)
    a_match(division, "The Shears", "The Fleece", week=2)
    on(NIGHT)
    page = words(client.get(LEAGUE))
    assert page.index("Tonight") < page.index("Last results")
    on(NIGHT - DAY)
    assert "Tomorrow" in words(client.get(LEAGUE))


def test_within_a_week_the_next_night_is_named(client, on):
    a_match()
    on(NIGHT - 2 * DAY)
    assert "Next Thursday Thu 14 Jan, week 1" in words(client.get(LEAGUE))
    on(NIGHT - WEEK)
    assert "Next matches Thu 14 Jan" in words(client.get(LEAGUE))


def test_a_result_of_today_counts_among_the_last(client, on):
    a_card(a_match(), *WON_8_2)
    on(NIGHT)
    assert "The Fleece v The Shears: 8 2" in words(client.get(LEAGUE))


def test_ones_own_team_has_its_own_answer(client, on):
    division = a_division(teams=4)
    a_card(a_match(division), *WON_8_2)
    a_match(division, "The Tup and Bell", "The Shears", week=2, date=NIGHT + WEEK)
    page = words(client.get(LEAGUE, {"team": "the-shears"}))
    assert "The Shears 2nd. 2 points, 6 behind The Fleece." in page
    assert "Thu 21 Jan, 8.30 pm: away to The Tup and Bell" in page
    assert "1st. 8 points, 6 clear of The Shears." in words(client.get(LEAGUE, {"team": "the-fleece"}))


def test_the_answer_says_how_far_it_moved_and_with_whom_it_is_level(client, on):
    division = a_division(teams=4)
    a_card(a_match(division), *WON_8_2)
    a_card(a_match(division, "Packhorse & Drover", "The Tup and Bell"), *WON_8_2)
    a_card(a_match(division, "The Shears", "The Tup and Bell", week=2, date=NIGHT + WEEK), *WON_10_0)
    assert "1st, up two places. 12 points, 4 clear of" in words(client.get(LEAGUE, {"team": "the-shears"}))
    page = words(client.get(LEAGUE, {"team": "the-fleece"}))
    assert "Level with Packhorse & Drover on 8 points, 4 behind The Shears." in page


def test_a_match_of_ones_own_without_a_date_is_told(client, on):
    division = a_division(teams=4)
    a_match(division, date=None, postponed_from=NIGHT)
    page = words(client.get(LEAGUE, {"team": "the-fleece"}))
    assert "The Fleece v The Shears is postponed: no new date yet." in page


def test_one_s_own_match_is_live_while_it_is_played(client, on, monkeypatch):
    match = a_match(date=NIGHT + DAY)
    monkeypatch.setattr(home, "played_now", lambda request, league: {match.public_id})
    page = client.get(LEAGUE, {"team": "the-fleece"})
    assert "Live now: at home to The Shears" in words(page)
    assert f'href="{LEAGUE}matches/{match.public_id}/live/"' in markup(page)
    assert "Live now: 1 match" in words(client.get(LEAGUE))


def test_one_division_is_shown_ones_own_or_the_one_chosen(client, on):
    season = a_season()
    first, second = a_division(season), a_division(season, "Division Two", teams=0, position=2)
    a_card(a_match(first), *WON_8_2)
    a_card(a_match(second, "The Drystone", "Station Tap"), *WON_8_2)
    results = ("The Fleece v The Shears: 8 2", "The Drystone v Station Tap: 8 2")
    for chosen, shown in (
        ({}, 0),
        ({"team": "station-tap"}, 1),
        ({"division": "division-two"}, 1),
        ({"team": "station-tap", "division": "division-one"}, 0),
        ({"division": "division-nine"}, 0),
    ):
        page = words(client.get(LEAGUE, chosen))
        assert results[shown] in page, chosen
        assert results[1 - shown] not in page, chosen


def test_more_than_three_divisions_are_one_list_to_choose_from(client, on):
    season = a_season()
    for number in range(1, 5):
        a_division(season, f"Division {number}", teams=0, position=number)
    assert '<select id="division" name="division">' in markup(client.get(LEAGUE))


def test_the_table_says_who_rose_and_who_fell(client, on):
    division = a_division(teams=4)
    a_card(a_match(division), *WON_8_2)
    a_card(a_match(division, "The Shears", "Packhorse & Drover", week=2, date=NIGHT + WEEK), *WON_10_0)
    page = markup(client.get(LEAGUE))
    row = page[page.index('data-team="the-shears"') :].partition("</tr>")[0]
    assert '<span class="visually-hidden">up</span>1</span>' in row
    row = page[page.index('data-team="the-fleece"') :].partition("</tr>")[0]
    assert '<span class="visually-hidden">down</span>1</span>' in row


@pytest.mark.slow
def test_who_is_unbeaten_and_who_wins_and_wins_is_said_once_five_are_played(client, on):
    division = a_division(teams=4)
    for week in range(1, 7):
        on(NIGHT + week * WEEK)
        if week < 6:
            a_card(a_match(division, week=week, date=NIGHT + (week - 1) * WEEK), *WON_8_2)
        else:
            a_card(a_match(division, week=7, date=NIGHT - WEEK), *[(away, home) for home, away in WON_8_2])
        page = words(client.get(LEAGUE))
        assert ("Unbeaten: The Fleece." in page) is (week == 5)
        run = "Longest run: The Fleece, " + {3: "three", 4: "four"}.get(week, "five") + " wins."
        assert (run in page) is (week > 2)


def test_weeks_off_are_told_with_the_night_after_them(client, on):
    division = a_division(teams=4)
    on(NIGHT)
    for week in (0, 3, 4):
        a_match(division, week=week + 1, date=NIGHT + week * WEEK)
    page = words(client.get(LEAGUE))
    assert "No matches of Division One from Thu 21 Jan to Thu 28 Jan; back on Thu 4 Feb." in page
    a_match(division, "The Shears", "The Fleece", week=2, date=NIGHT + WEEK)
    page = words(client.get(LEAGUE))
    assert "No matches of Division One on Thu 28 Jan; back on Thu 4 Feb." in page
    a_match(division, "The Shears", "The Fleece", week=3, date=NIGHT + 2 * WEEK)
    assert "No matches" not in words(client.get(LEAGUE))


def test_the_match_of_the_week_is_that_of_the_highest_placed_pair(client, on):
    division = a_division(teams=4)
    a_match(division, "The Shears", "The Fleece", week=2, date=NIGHT + WEEK)
    a_match(division, "The Tup and Bell", "Packhorse & Drover", week=2, date=NIGHT + WEEK)
    assert "Match of the week" not in words(client.get(LEAGUE)), "before anybody has a place"
    a_card(a_match(division, "The Tup and Bell", "The Fleece"), *WON_8_2)
    a_card(a_match(division, "Packhorse & Drover", "The Shears"), *WON_10_0)
    said = "Match of the week: The Tup and Bell v Packhorse & Drover, 2nd against 1st, the highest"
    assert said in words(client.get(LEAGUE))


def test_last_season_s_champions_are_named_while_the_next_is_played(client, on):
    division = a_division()
    league = division.season.league
    for competition, year in (("Division One", 2025), ("Division One", 2024), ("Division Two", 2025)):
        league.honours.create(
            year=year, season_name=f"{year}-", competition=competition, holder=f"{competition} {year}"
        )
    page = words(client.get(LEAGUE))
    assert "Champions of 2025-: Division One 2025." in page
    assert "Division One 2024" not in page


def test_the_way_through_the_season_is_drawn_and_said(client, on):
    division = a_division()
    a_card(a_match(division), *WON_8_2)
    a_card(a_match(division, "The Shears", "The Fleece", week=2, date=NIGHT + WEEK), *WON_10_0)
    page = markup(client.get(LEAGUE, {"team": "the-fleece"}))
    assert "<title>The Fleece through the season: now 2nd, best 1st, lowest 2nd</title>" in page


def test_a_team_nobody_knows_is_nobody_s(client, on):
    a_card(a_match(), *WON_8_2)
    assert heading(client.get(LEAGUE, {"team": "the-moon\x00"})).startswith("The Fleece lead")


def test_a_finished_season_was_won(client, on):
    division = a_division(a_season(is_finished=True))
    a_card(a_match(division), *WON_8_2)
    assert heading(client.get(LEAGUE)) == "The Fleece won Division One."


def test_all_seasons_can_be_reached(client, on):
    season = a_season()
    a_division(season)
    a_season(season.league, "2025-26", starts_on=datetime.date(2025, 9, 4), is_finished=True)
    assert f"{LEAGUE}standings/?season=2025-26" in markup(client.get(LEAGUE))


def test_a_league_without_a_season_teaches_its_secretary_what_to_do_first(client, on):
    league = a_league()
    assert "The league has no season yet. Fixtures, results and standings appear here." in words(
        client.get(LEAGUE)
    )
    client.force_login(a_secretary(league))
    assert "Add a season" in words(client.get(LEAGUE))
    assert f"{LEAGUE}secretary/records/seasons/new/" in markup(client.get(LEAGUE))
    inbox = markup(client.get(f"{LEAGUE}secretary/"))
    lists = ("lists/?what=teams", "lists/?what=players")
    for page in ("records/seasons/new/", "captains/", *lists, "fixtures/"):
        assert f'href="{LEAGUE}secretary/{page}"' in inbox, page
    assert "workbench" not in inbox


def test_news_leads_to_its_page(client, on):
    league = a_division().season.league
    Bulletin.objects.create(
        league=league,
        night=NIGHT,
        published_at=FRIDAY,
        published_notices="Cup semi-finals drawn.\nThe draw was held at The Fleece.",
        published_text="HADDERLEY",
        shown_until=NIGHT + WEEK,
    )
    assert f'href="{LEAGUE}news/2027-01-14/">Cup semi-finals drawn</a>' in markup(client.get(LEAGUE))
    page = client.get(f"{LEAGUE}news/2027-01-14/")
    assert heading(page) == "Cup semi-finals drawn"
    assert "The draw was held at The Fleece." in words(page)
    on(NIGHT + 2 * WEEK)
    assert "Cup semi-finals drawn" not in words(client.get(LEAGUE))
    assert "Cup semi-finals drawn" in words(client.get(f"{LEAGUE}news/"))
    assert client.get(f"{LEAGUE}news/2027-01-15/").status_code == 404


def test_a_season_without_a_division_has_its_page(client, on):
    a_season()
    assert "The season has no division yet." in words(client.get(LEAGUE))


@pytest.mark.parametrize(("teams", "divisions"), [(4, 1), (6, 3)])
def test_the_page_takes_the_same_queries_however_large_the_league(client, on, teams, divisions):
    season = a_season()
    for number in range(1, divisions + 1):
        division = a_division(season, f"Division {number}", teams=0)
        for team in range(teams):
            an_enrolment(division, f"Team {number}-{team}")
        a_round_robin(division, rounds=1, played=teams)
    with CaptureQueriesContext(connection) as queries:
        client.get(LEAGUE, {"team": "team-1-1"})
    assert tables_read(queries) == [
        "league_league",  # the league of the address
        "league_match",  # what is being played now
        "league_season",  # its seasons
        "league_division",  # the divisions of the one being played
        "league_enrolment",  # the teams to choose from
        "league_cup",  # the cups of the season
        "league_enrolment",  # who takes part in the division shown, and what was ruled
        "league_match",  # what was played in it
        "league_match",  # the matches shown, with teams and pubs
        "league_division",  # their division, with its rule book
        "league_honour",  # who won the division the year before
        "league_bulletin",  # the news
    ]
