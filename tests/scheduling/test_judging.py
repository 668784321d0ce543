"""A list that is planned before the judge: a whole list passes, and every way to spoil it is noticed."""

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.scheduling.judge import Kind
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.searching import best_plan
from league.scheduling.planner.task import (
    Fixed,
    GroupConstraint,
    Meeting,
    MeetingRequest,
    Plan,
    PlanRules,
    SecondHalf,
    TeamGroup,
    TeamRequest,
    Where,
)
from tests.examples import examples
from tests.scheduling.cast import league_of, night

TASK = league_of(6, sharing=[("Fleece 1", "Shears 1")])
PLAN = best_plan(TASK).plan


def codes(task, plan):
    return {fault.kind for fault in faults_of(task, plan)}


def spoiled(change):
    """The list with its first match changed."""
    first, *others = PLAN.meetings
    return Plan(meetings=(*change(first), *others))


def test_a_whole_list_has_no_fault():
    assert codes(TASK, PLAN) == set()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda one: (), Kind.MEETINGS),
        (lambda one: (one, replace(one, round=10, date=night(10))), Kind.TWICE_A_ROUND),
        (lambda one: (replace(one, home=one.away, away=one.home),), Kind.HOME_RIGHTS),
        (lambda one: (replace(one, date=night(2)),), Kind.TWICE_A_NIGHT),
        (lambda one: (replace(one, date=night(40)),), Kind.NIGHT),
        (lambda one: (replace(one, home="Nobody"),), Kind.STRANGER),
        (lambda one: (replace(one, division="d2"),), Kind.STRANGER),
        (lambda one: (replace(one, round=8, date=night(8)),), Kind.LEG),
        (lambda one: (replace(one, round=2, date=night(2)),), Kind.FORM),
    ],
)
def test_a_spoiled_match_is_noticed(change, code):
    assert code in codes(TASK, spoiled(change))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"rules": PlanRules(return_after=6)}, Kind.RETURN),
        ({"rules": PlanRules(longest_run=1)}, Kind.RUN),
        ({"fixed": (Fixed(home="Owl 1", away="Bell 1", date=night(30)),)}, Kind.FIXED),
        (
            {"requests": (MeetingRequest(teams=("Owl 1", "Bell 1"), since=night(30), must=True),)},
            Kind.REQUEST,
        ),
        (
            {"requests": (TeamRequest(team="Owl 1", where=Where.NO_MATCH, days=(night(3),), must=True),)},
            Kind.REQUEST,
        ),
        (
            {
                "requests": (
                    GroupConstraint(
                        teams=("Fleece 1", "Shears 1"), company=TeamGroup.HOME_TOGETHER, must=True
                    ),
                )
            },
            Kind.REQUEST,
        ),
    ],
)
def test_a_condition_that_the_list_does_not_keep_is_noticed(change, code):
    assert code in codes(replace(TASK, **change), PLAN)


def test_a_pub_with_more_matches_than_room_is_noticed():
    together = tuple(replace(team, venue="at Fleece 1") for team in TASK.teams)
    assert Kind.ROOM in codes(replace(TASK, teams=together), PLAN)


def test_a_pub_that_is_shut_is_noticed():
    shut = tuple(replace(venue, closed=frozenset(TASK.divisions[0].nights)) for venue in TASK.venues)
    assert Kind.CLOSED in codes(replace(TASK, venues=shut), PLAN)


def test_a_list_of_another_form_is_noticed():
    french = best_plan(league_of(6, second_half=SecondHalf.FRENCH)).plan
    assert Kind.FORM in codes(league_of(6), french)


def test_a_played_match_that_is_gone_is_noticed():
    kept = replace(TASK, standing=PLAN, keep_before=night(4))
    first = PLAN.meetings[0]
    later = spoiled(lambda one: (replace(one, date=night(5)),))
    assert Kind.PAST in codes(kept, later)
    assert first.home in " ".join(fault.sentence for fault in faults_of(kept, later))


def test_a_match_alone_may_be_put_on_a_spare_night():
    """Its teams are free there; a postponed match is played like that too."""
    task, plan = listed(SecondHalf.MIRRORED, 7)
    first, *others = plan.meetings
    assert faults_of(task, Plan(meetings=(replace(first, date=night(15)), *others))) == ()


@given(st.data())
@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.too_slow])
def test_no_list_that_differs_in_one_match_passes(data):
    """Whatever is changed of it: its night, its round, both, who is at home, who plays, its division.

    But for a spare night alone.
    """
    second_half = data.draw(st.sampled_from(SecondHalf))
    sizes = data.draw(st.lists(st.integers(4, 7), min_size=1, max_size=2))
    task, plan = listed(second_half, *sizes)
    old = data.draw(st.sampled_from(plan.meetings))
    teams = st.sampled_from([team.key for team in task.teams])
    new = data.draw(
        st.builds(
            Meeting,
            date=st.one_of(st.just(old.date), st.integers(1, 17).map(night)),
            round=st.one_of(st.just(old.round), st.integers(0, 17)),
            home=st.one_of(st.sampled_from([old.home, old.away]), teams),
            away=st.one_of(st.sampled_from([old.away, old.home]), teams),
            division=st.one_of(st.just(old.division), st.sampled_from(["d1", "d2"])),
        )
        .filter(lambda one: one != old)
        .filter(lambda one: one != replace(old, date=one.date) or one.date in nights_of(plan, old))
    )
    assert faults_of(
        task, Plan(meetings=tuple(new if meeting == old else meeting for meeting in plan.meetings))
    )


def nights_of(plan, meeting):
    """Every night on which one of the two teams plays."""
    return {one.date for one in plan.meetings if {one.home, one.away} & {meeting.home, meeting.away}}


@cache
def listed(second_half, *sizes):
    task = league_of(*sizes, second_half=second_half, spare=2)
    plan = best_plan(task, steps=1).plan
    assert faults_of(task, plan) == ()
    return task, plan
