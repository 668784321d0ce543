"""The search: the same seed gives the same list, it goes on from its state, it keeps the past."""

import itertools
import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.scheduling.planner.grid import HARD, grid_of
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.rearranging_options import Way
from league.scheduling.planner.searching import best_plan, lower_bound, search
from league.scheduling.planner.task import (
    End,
    Fixed,
    GroupConstraint,
    MeetingRequest,
    PlanRules,
    SecondHalf,
    TeamGroup,
    TeamRequest,
    Where,
    format_plan,
    parse_plan,
)
from tests.examples import examples
from tests.scheduling.cast import at_home, league_of, names, night

DARTS = TeamRequest(team="Fleece 1", where=Where.NOT_HOME, days=(night(3), night(7)), because="darts")


def test_the_same_seed_gives_the_same_list():
    task = league_of(
        8, 8, requests=[DARTS, TeamRequest(team="Shears 2", where=Where.HOME, ends=(End.FIRST,))]
    )
    assert best_plan(task, seed=3, steps=5).plan == best_plan(task, seed=3, steps=5).plan


def test_a_search_goes_on_where_it_was_stopped():
    requests = [TeamRequest(team=team, where=Where.HOME, days=(night(2), night(3))) for team in names(8)[:5]]
    task = league_of(8, requests=requests)
    straight = list(search(task, steps=4))
    stopped = list(search(task, steps=2))[-1]
    gone_on = list(search(task, steps=4, state=json.loads(json.dumps(stopped.state))))
    assert [one.cost for one in gone_on] == [one.cost for one in straight[2:]]
    assert gone_on[-1].plan == straight[-1].plan


SEARCHED = """
import json, sys
from league.scheduling.planner.conflicts import conflicts_of
from league.scheduling.planner.searching import search
from league.scheduling.planner.task import TeamRequest, Where, format_plan
from tests.scheduling.cast import league_of, names, night

requests = [TeamRequest(team=one, where=Where.HOME, days=(night(2), night(3))) for one in names(8)[:6]]
task = league_of(8, 8, requests=requests, sharing=[("Owl 1", "Owl 2"), ("Bell 1", "Star 2")])
state, found = None, []
for stop in map(int, sys.argv[1:]):
    steps = list(search(task, seed=5, steps=stop, state=state))
    found += [(one.cost, format_plan(one.plan)) for one in steps]
    state = json.loads(json.dumps(steps[-1].state))
print(json.dumps([found, [one.sentence for one in conflicts_of(task)]]))
"""


@pytest.mark.slow
def test_every_process_finds_the_same_stopped_or_not_whatever_the_order_of_its_sets():
    """Two processes that scatter their sets differently; the second stops twice and goes on from a text."""
    both = [
        subprocess.Popen(
            [sys.executable, "-c", SEARCHED, *stops],
            env=os.environ | {"PYTHONHASHSEED": scatter},
            stdout=subprocess.PIPE,
            text=True,
        )
        for scatter, stops in (("1", ["8"]), ("2", ["2", "5", "8"]))
    ]
    straight, stopped = (json.loads(process.communicate()[0]) for process in both)
    assert straight == stopped
    assert len(straight[0]) == 8
    assert straight[1]


def test_a_search_says_optimal_only_when_found_is_down_to_the_bound():
    impossible = [TeamRequest(team=team, where=Where.HOME, days=(night(2),)) for team in names(6)[:4]]
    steps = list(search(league_of(6, requests=impossible), steps=9))
    assert steps[-1].is_optimal == (steps[-1].cost == steps[-1].bound)
    # Three of six can be at home; one request is lost in any list, and the bound knows.
    assert steps[-1].bound >= 12 * 10 + 30
    assert all(one.cost >= other.cost for one, other in itertools.pairwise(steps))


def test_a_fixed_match_is_on_its_night_with_its_home_team():
    derby = Fixed(home="Shears 1", away="Fleece 1", date=night(4))
    task = league_of(8, fixed=(derby,))
    plan = best_plan(task).plan
    assert faults_of(task, plan) == ()
    assert night(4) in at_home(plan, "Shears 1")


@pytest.mark.parametrize(
    "wish",
    [
        DARTS,
        TeamRequest(team="Owl 1", where=Where.NOT_AWAY, ends=(End.FIRST, End.LAST), must=True),
        GroupConstraint(teams=("Fleece 1", "Bell 1"), company=TeamGroup.NEVER_ALL_AWAY, must=True),
        GroupConstraint(teams=("Fleece 1", "Bell 1"), company=TeamGroup.NEVER_HOME_TOGETHER, must=True),
        MeetingRequest(teams=("Fleece 1", "Shears 1"), until=night(2), must=True),
        MeetingRequest(teams=("Fleece 1", "Shears 1"), since=night(13), must=True),
    ],
)
def test_a_request_that_can_be_met_is_met(wish):
    task = league_of(8, requests=[replace(wish, must=True)])
    found = best_plan(task)
    assert faults_of(task, found.plan) == ()
    assert found.is_optimal


def test_two_teams_of_one_pub_are_home_together_when_the_tables_allow():
    together = GroupConstraint(teams=("Fleece 1", "Fleece 2"), company=TeamGroup.HOME_TOGETHER)
    plan = best_plan(
        league_of(8, 8, requests=[together], sharing=[("Fleece 1", "Fleece 2")], capacity=2)
    ).plan
    assert at_home(plan, "Fleece 1") == at_home(plan, "Fleece 2")


def test_nights_to_spare_are_left_out_where_most_pubs_are_shut():
    task = league_of(6, spare=2)
    shut = frozenset([night(2)])
    task = replace(task, venues=tuple(replace(venue, closed=shut) for venue in task.venues))
    plan = best_plan(task).plan
    assert faults_of(task, plan) == ()
    assert {meeting.date for meeting in plan.meetings} == {night(week) for week in (1, *range(3, 12))}


@pytest.mark.slow
def test_planning_again_from_a_day_keeps_what_was_played():
    task = league_of(8, second_half=SecondHalf.FREE)
    before = best_plan(task).plan
    shut = frozenset({night(9), night(11)})
    venues = tuple(
        replace(venue, closed=shut) if venue.name == "Fleece 1" else venue for venue in task.venues
    )
    # What is past is past, whatever is wished for it.
    regret = TeamRequest(
        team="Owl 1", where=Where.HOME, days=tuple(night(week) for week in range(1, 8)), weight=900
    )
    again = replace(task, venues=venues, requests=(regret,), standing=before, keep_before=night(8))
    found = best_plan(again, steps=3)
    assert faults_of(again, found.plan) == ()
    assert not at_home(found.plan, "Fleece 1") & shut
    past = [meeting for meeting in before.meetings if meeting.date < night(8)]
    assert [meeting for meeting in found.plan.meetings if meeting.date < night(8)] == past


def test_a_night_lost_to_snow_moves_the_rest_on():
    task = league_of(6, second_half=SecondHalf.FREE, spare=1)
    before = best_plan(task).plan
    nights = tuple(one for one in task.divisions[0].nights if one != night(5))
    snow = replace(
        task, divisions=(replace(task.divisions[0], nights=nights),), standing=before, keep_before=night(5)
    )
    found = best_plan(snow, steps=3)
    assert faults_of(snow, found.plan) == ()
    assert night(11) in {meeting.date for meeting in found.plan.meetings}


def test_runs_and_returns_keep_their_limits():
    task = league_of(8, second_half=SecondHalf.FREE, rules=PlanRules(return_after=4, longest_run=2))
    assert faults_of(task, best_plan(task, steps=8).plan) == ()


def test_a_plan_is_read_as_it_was_written():
    plan = best_plan(league_of(5)).plan
    assert parse_plan(json.loads(json.dumps(format_plan(plan)))) == plan


@given(st.data())
@settings(max_examples=examples(25), suppress_health_check=[HealthCheck.too_slow])
def test_any_league_gets_a_list_that_the_judge_passes(data):
    """Random sizes, kinds, shared rooms and requests: a condition is broken only if the search says so, and
    nothing it finds costs less than it says any list does."""
    sizes = data.draw(st.lists(st.integers(2, 9), min_size=1, max_size=3))
    teams = [team for number, size in enumerate(sizes, 1) for team in names(size, number)]
    mixed = data.draw(st.permutations(teams))
    couples = data.draw(st.integers(0, len(teams) // 2))
    task = league_of(
        *sizes,
        meetings=data.draw(st.integers(1, 3)),
        second_half=data.draw(st.sampled_from(SecondHalf)),
        sharing=[tuple(mixed[2 * number : 2 * number + 2]) for number in range(couples)],
        requests=[
            TeamRequest(team=team, where=data.draw(st.sampled_from(Where)), days=(night(week),))
            for team, week in data.draw(
                st.lists(st.tuples(st.sampled_from(teams), st.integers(1, 8)), max_size=5)
            )
        ]
        + [GroupConstraint(teams=tuple(mixed[:2]), company=data.draw(st.sampled_from(TeamGroup)))],
        fair_draw=data.draw(st.booleans()),
    )
    found = best_plan(task, steps=2)
    faults = faults_of(task, found.plan)
    assert found.keeps_conditions == (not faults)
    assert lower_bound(grid_of(task)) <= found.cost


def test_no_bound_is_above_a_list_in_which_matches_borrow_a_pub():
    """A pub of two teams that are never both away has one match too many, which another pub can take."""
    sharing = [
        ("Shears 2", "Owl 3"), ("Shears 3", "Fleece 2"), ("Bell 2", "Crown 3"), ("Fleece 3", "Shears 1"),
        ("Owl 2", "Fleece 1"),
    ]  # fmt: skip
    never_both_away = GroupConstraint(teams=sharing[0], company=TeamGroup.NEVER_ALL_AWAY)
    task = league_of(
        2, 5, 8, meetings=3, second_half=SecondHalf.FRENCH, sharing=sharing, requests=[never_both_away]
    )
    found = best_plan(task, steps=2)
    assert Way.ANOTHER_PUB in {match.way for match in found.rearranged}
    assert lower_bound(grid_of(task)) <= found.cost < HARD


@pytest.mark.slow
def test_conditions_are_kept_although_every_pub_is_shared():
    """Both teams of a pub change home and away with their opponents, and those with theirs."""
    couples = list(zip(names(8)[::2], names(8)[1::2], strict=True))
    cannot = [("Plough 1", (1, 10)), ("Fleece 1", (10, 11)), ("Crown 1", (3,)), ("Anchor 1", (7, 11))]
    cannot += [("Owl 1", (7,)), ("Swan 1", (13,))]
    requests = [
        TeamRequest(team=team, where=Where.NOT_HOME, days=tuple(map(night, weeks)), must=True)
        for team, weeks in cannot
    ]
    task = league_of(8, sharing=couples, requests=requests)
    steps = list(search(task, steps=10))
    assert not steps[0].keeps_conditions
    assert steps[-1].keeps_conditions
    assert faults_of(task, steps[-1].plan) == ()
