"""The fewest breaks there can be, counted from finished lists, and pubs that share a room."""

import pytest

from league.fixturing.checker import faults_of
from league.fixturing.searching import best_plan
from league.fixturing.task import SecondHalf
from tests.league.fixturing.cast import breaks, league_of, names

EVEN = range(4, 21, 2)
ODD = range(3, 20, 2)


@pytest.mark.parametrize("teams", EVEN)
def test_a_single_list_has_two_breaks_fewer_than_teams(teams):
    assert breaks(best_plan(league_of(teams, meetings=1)).plan) == teams - 2


@pytest.mark.parametrize("teams", EVEN)
def test_a_mirrored_list_has_six_breaks_fewer_than_three_times_its_teams(teams):
    found = best_plan(league_of(teams))
    assert breaks(found.plan) == 3 * teams - 6
    assert found.is_optimal


@pytest.mark.parametrize("teams", EVEN)
def test_a_list_with_a_free_or_english_second_half_has_four_breaks_fewer_than_twice_its_teams(teams):
    for second_half in (SecondHalf.ENGLISH, SecondHalf.FREE):
        found = best_plan(league_of(teams, second_half=second_half))
        assert breaks(found.plan) == 2 * teams - 4
        assert found.is_optimal


@pytest.mark.parametrize("teams", EVEN)
def test_a_french_list_has_two_breaks_a_team(teams):
    """A return after an even number of weeks is a break somewhere, and a team's breaks come in twos."""
    found = best_plan(league_of(teams, second_half=SecondHalf.FRENCH))
    assert breaks(found.plan) == 2 * teams
    assert found.is_optimal


@pytest.mark.parametrize("teams", ODD)
def test_odd_numbers_have_no_break_in_a_single_list(teams):
    found = best_plan(league_of(teams, meetings=1))
    assert breaks(found.plan) == 0
    assert found.is_optimal


@pytest.mark.parametrize("teams", EVEN)
def test_every_pub_may_have_two_teams_and_one_room_at_no_cost(teams):
    couples = list(zip(names(teams)[::2], names(teams)[1::2], strict=True))
    task = league_of(teams, sharing=couples)
    found = best_plan(task)
    assert faults_of(task, found.plan) == ()
    assert breaks(found.plan) == 3 * teams - 6


@pytest.mark.parametrize("second_half", SecondHalf)
@pytest.mark.parametrize("meetings", [1, 2, 3, 4])
@pytest.mark.parametrize("teams", [2, 3, 5, 6, 8])
def test_every_kind_of_list_is_whole(teams, meetings, second_half):
    task = league_of(teams, meetings=meetings, second_half=second_half)
    assert faults_of(task, best_plan(task, steps=2).plan) == ()
