"""The fewest breaks there can be, counted from finished lists, and pubs that share a room."""

import itertools

import pytest

from league.scheduling.planner.circle import least_breaks, twin_rounds
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.searching import best_plan
from league.scheduling.planner.task import SecondHalf
from tests.examples import part_of, sampled
from tests.scheduling.cast import breaks, league_of, names

EVEN = part_of(range(4, 21, 2), each=3)
ODD = part_of(range(3, 20, 2), each=3)


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


@pytest.mark.parametrize("meetings", [1, 2, 3, 4])
@pytest.mark.parametrize("second_half", [SecondHalf.MIRRORED, SecondHalf.FRENCH, SecondHalf.ENGLISH])
def test_no_list_has_fewer_breaks_than_the_fewest_there_can_be(second_half, meetings):
    """Every turn of home and away there is, tried one by one: each team has another, the cheapest of all."""
    for teams in range(2, 10):
        leg = teams - 1 + teams % 2
        twins = twin_rounds(leg, meetings, second_half)
        if teams % 2:
            turns = itertools.product((1, -1), repeat=leg - 1)
            free = [[(*turn[:n], 0, *turn[n:]) for n in range(leg)] for turn in turns]
            fewest = sum(min(breaks_in(turn, twins) for turn in turns) for turns in zip(*free, strict=True))
        else:
            every = (breaks_in(turn, twins) for turn in itertools.product((1, -1), repeat=leg))
            fewest = sum(sorted(every)[:teams])
        assert least_breaks(teams, meetings, second_half) == fewest


def breaks_in(turn, twins):
    """How often a team with this turn in its first leg (1 home, -1 away, 0 free) breaks in the season."""
    rounds = {
        where: side if number % 2 == 0 else -side
        for side, group in zip(turn, twins, strict=True)
        for number, where in enumerate(group)
    }
    season = [rounds[number] for number in sorted(rounds) if rounds[number]]
    return sum(one == other for one, other in itertools.pairwise(season))


@pytest.mark.parametrize("teams", ODD)
def test_odd_numbers_have_no_break_in_a_single_list(teams):
    found = best_plan(league_of(teams, meetings=1))
    assert breaks(found.plan) == 0
    assert found.is_optimal


@pytest.mark.parametrize("second_half", SecondHalf)
@pytest.mark.parametrize("teams", sampled(EVEN, each=3))
def test_every_pub_may_have_two_teams_and_one_room_at_no_cost(teams, second_half):
    couples = list(zip(names(teams)[::2], names(teams)[1::2], strict=True))
    task = league_of(teams, sharing=couples, second_half=second_half)
    found = best_plan(task)
    assert faults_of(task, found.plan) == ()
    assert breaks(found.plan) == least_breaks(teams, 2, second_half)


@pytest.mark.parametrize("second_half", SecondHalf)
@pytest.mark.parametrize("meetings", [1, 2, 3, 4])
@pytest.mark.parametrize("teams", sampled([5, 2, 3, 6, 8], each=9))
def test_every_kind_of_list_is_whole(teams, meetings, second_half):
    task = league_of(teams, meetings=meetings, second_half=second_half)
    assert faults_of(task, best_plan(task, steps=2).plan) == ()
