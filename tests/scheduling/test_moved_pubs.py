"""Planned again in mid-season: what was played was played where it was, what is to come is counted anew."""

from dataclasses import replace

import pytest

from league.scheduling.planner.calendar import ImpossibleTask
from league.scheduling.planner.checker import FaultCode, faults_of
from league.scheduling.planner.impossible import verify_task
from league.scheduling.planner.searching import best_plan
from league.scheduling.planner.task import Task
from tests.scheduling.cast import league_of, night

WHOLE = league_of(6)
PLAN = best_plan(WHOLE).plan


def moved_in(capacity: int = 1, start: int = 6) -> Task:
    """From a week on the Fleece play at the Shears’ pub, who had it for themselves before."""
    teams = tuple(
        replace(team, venue="at Shears 1") if team.key == "Fleece 1" else team for team in WHOLE.teams
    )
    venues = tuple(replace(venue, capacity=capacity) for venue in WHOLE.venues)
    return replace(WHOLE, teams=teams, venues=venues, standing=PLAN, keep_before=night(start))


def test_no_room_is_missed_on_nights_gone_by():
    """Both are at home in weeks 4 and 8."""
    (fault,) = faults_of(moved_in(), PLAN)
    assert fault.code is FaultCode.ROOM
    assert not faults_of(moved_in(start=9), PLAN)


def test_home_matches_left_are_reckoned_against_the_nights_left():
    """Ten home matches in all, of which five are to come, on five nights."""
    task = moved_in()
    verify_task(task)
    shut = tuple(replace(venue, closed=frozenset({night(7)})) for venue in task.venues)
    with pytest.raises(ImpossibleTask, match=r"two teams have 5 home matches.* its 4 nights hold 4"):
        verify_task(replace(task, venues=shut))


def test_a_match_that_stays_at_a_pub_that_has_shut_is_seen():
    """The Owl are at home in week 7."""
    shut = tuple(
        replace(venue, closed=frozenset({night(7)})) if venue.key == "at Owl 1" else venue
        for venue in WHOLE.venues
    )
    task = replace(WHOLE, venues=shut, standing=PLAN, keep_before=night(6))
    assert [fault.code for fault in faults_of(task, PLAN)] == [FaultCode.CLOSED]
    assert not faults_of(replace(task, keep_before=night(8)), PLAN)


def test_the_search_moves_as_few_matches_as_it_takes():
    progress = best_plan(moved_in(capacity=2))
    assert progress.keeps_conditions
    assert progress.plan == PLAN
