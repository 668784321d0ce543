"""Matches as lists show them."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Match, RuleBook, Ruling
from league.standings.pages import fixture_list, result_list
from league.standings.selectors.match_lists import match_lines
from tests.builders import NIGHT, WEEK, a_card, a_division, a_match, a_pub, a_season, a_walkover
from tests.builders_seasons import a_round_robin

pytestmark = pytest.mark.django_db

WON_6_4 = ((15, 11), (9, 15), (15, 2), (13, 15))


def only_line():
    (line,) = match_lines(Match.objects.all())
    return line


def test_a_match_to_come_has_its_teams_its_pub_and_its_hour():
    match = a_match()
    line = only_line()
    assert (line.public_id, line.home.name, line.away.name) == (match.public_id, "The Fleece", "The Shears")
    assert (line.venue.name, line.is_at_home, line.starts_at) == ("The Fleece", True, datetime.time(20, 30))
    assert not line.is_played


def test_a_match_played_has_what_each_side_got():
    a_card(a_match(), *WON_6_4)
    line = only_line()
    assert (line.home_share.half_points, line.away_share.half_points) == (12, 8)
    assert (line.home_share.score_for, line.away_share.score_for) == (52, 43)


def test_a_match_given_names_the_ruling():
    a_walkover(a_match(), "a")
    line = only_line()
    assert line.is_played
    assert line.given.reason == "nobody turned up"


def test_a_walkover_that_counts_as_the_average_shows_it():
    book = RuleBook.objects.create(walkover_award="average", walkover_in_aggregate=True)
    division = a_division(a_season(rule_book=book))
    a_card(a_match(division), *WON_6_4)
    a_walkover(a_match(division, "The Shears", "The Fleece", week=2, date=NIGHT + WEEK), "a")
    with CaptureQueriesContext(connection) as queries:
        given = match_lines(Match.objects.all())[-1]
    assert len(queries) == 3  # the matches, their division, and what its average is made of
    assert (given.home_share.score_for, given.away_share.score_for) == (48, 48)


def test_a_ruling_taken_back_is_no_longer_shown():
    a_walkover(a_match(), "a", revoked_on=NIGHT)
    assert only_line().given is None
    assert not only_line().is_played


def test_tables_given_and_tables_not_played_are_told_apart():
    match = a_match()
    a_card(match, (15, 11), None, (15, 2), None)
    a_walkover(match, table=4)
    line = only_line()
    assert [one.table for one in line.tables_given] == [4]
    assert line.tables_not_played == (2,)


def test_a_match_away_from_home_is_marked():
    division = a_division()
    a_match(division, venue=a_pub(division.season.league, "The Drystone"))
    assert not only_line().is_at_home


def test_matches_come_by_date_and_those_without_one_last():
    division = a_division()
    late = a_match(division, week=3, date=NIGHT + WEEK)
    undated = a_match(division, week=1, date=None, postponed_from=NIGHT - WEEK)
    early = a_match(division, week=2, date=NIGHT)
    lines = match_lines(Match.objects.all())
    assert [line.public_id for line in lines] == [one.public_id for one in (early, late, undated)]


@pytest.mark.parametrize("teams", [8, 16])
def test_a_list_takes_two_queries_however_long(teams):
    a_round_robin(a_division(teams=teams), rounds=1)
    with CaptureQueriesContext(connection) as queries:
        match_lines(Match.objects.all())
    assert len(queries) == 2  # the matches with their scores; their divisions with seasons and rule books


def address(division):
    return division.season.league, division.season.slug, division.slug


def test_the_fixture_list_stars_a_match_where_it_stood_and_shows_it_where_it_went():
    division = a_division(teams=4)
    a_match(division, date=NIGHT + WEEK, postponed_from=NIGHT, postponed_because="burst pipe")
    a_match(division, "Packhorse & Drover", "The Tup and Bell", date=NIGHT)
    first, second = fixture_list(*address(division)).to_come
    assert (first.date, second.date) == (NIGHT, NIGHT + WEEK)
    assert sorted(entry.has_moved for entry in first.entries) == [False, True]
    assert [entry.has_moved for entry in second.entries] == [False]


def test_a_match_without_a_new_date_stands_only_where_it_was():
    division = a_division()
    a_match(division, date=None, postponed_from=NIGHT)
    (night,) = fixture_list(*address(division)).to_come
    assert [entry.has_moved for entry in night.entries] == [True]


def test_results_come_with_the_latest_night_first():
    division = a_division()
    a_card(a_match(division), *WON_6_4)
    a_card(a_match(division, "The Shears", "The Fleece", week=2, date=NIGHT + WEEK), *WON_6_4)
    a_match(division, week=3, date=NIGHT + 2 * WEEK)
    assert [night.date for night in result_list(*address(division)).played] == [NIGHT + WEEK, NIGHT]


THE_SHEARS_LEFT = "The Shears withdrew: the pub has closed"


@pytest.fixture
def left_after_a_week():
    """The Shears lost 4 to 6 at the Fleece in the first of two weeks, and left before the second."""

    def leave(effect):
        played = a_match()
        a_card(played, *WON_6_4)
        a_match(played.division, played.away, played.home, week=2, date=NIGHT + WEEK)
        Ruling.objects.create(
            kind="withdrawal",
            division=played.division,
            team=played.away,
            effect=effect,
            reason="the pub has closed",
            decided_on=NIGHT + datetime.timedelta(days=1),
        )
        return match_lines(Match.objects.all())

    return leave


@pytest.mark.parametrize("effect", ["all_void", ""])
def test_the_matches_of_a_team_that_left_are_void_if_all_are(left_after_a_week, effect):
    for line in left_after_a_week(effect):
        assert line.void.reason == THE_SHEARS_LEFT
        assert line.is_over
        assert not line.is_played


@pytest.mark.parametrize("effect", ["second_half_void", "rest_free", "team_to_nothing"])
def test_what_stands_of_a_team_that_left_is_shown_and_the_rest_is_not_to_come(left_after_a_week, effect):
    played, rest = left_after_a_week(effect)
    assert (played.home_share.half_points, played.away_share.half_points) == (12, 8)
    assert played.void is None
    assert rest.void.reason == THE_SHEARS_LEFT
    assert rest.is_over


def test_the_rest_of_a_team_that_left_is_shown_as_given(left_after_a_week):
    played, rest = left_after_a_week("rest_awarded")
    assert (played.home_share.half_points, played.away_share.half_points) == (12, 8)
    assert (rest.given.reason, rest.given.at_fault) == (THE_SHEARS_LEFT, "h")
    assert (rest.home_share.half_points, rest.away_share.half_points) == (0, 20)


def test_matches_stand_as_before_once_a_team_is_back(left_after_a_week):
    left_after_a_week("all_void")
    Ruling.objects.update(revoked_on=NIGHT + WEEK)
    played, rest = match_lines(Match.objects.all())
    assert (played.is_played, rest.is_over) == (True, False)
