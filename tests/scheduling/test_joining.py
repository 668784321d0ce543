"""A team that joins in mid-season is planned into free weeks and spare nights; what is published stays."""

from dataclasses import replace

import pytest

from league.scheduling.planner.calendar import ImpossibleTask
from league.scheduling.planner.completing import complete
from league.scheduling.planner.impossible import verify_task
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.searching import best_plan
from league.scheduling.planner.task import (
    MeetingCount,
    PlannedTeam,
    PlanRules,
    Task,
    TeamRequest,
    Venue,
    Where,
)
from tests.examples import sampled
from tests.scheduling.cast import league_of, night

NEW = "New Inn 1"


def joined(task: Task, *counts: MeetingCount, week: int = 5, pub: str = "at New Inn 1") -> Task:
    """A published list of the first division, which a team joins; planned again from a week on."""
    own = Venue(key=pub, name="New Inn")
    division = task.divisions[0]
    grown = replace(division, teams=(*division.teams, NEW), differing=counts)
    return replace(
        task,
        divisions=(grown, *task.divisions[1:]),
        teams=(*task.teams, PlannedTeam(key=NEW, name=NEW, venue=pub)),
        venues=task.venues if any(venue.key == pub for venue in task.venues) else (*task.venues, own),
        standing=best_plan(task, steps=2).plan,
        keep_before=night(week),
    )


def everybody(times: int) -> MeetingCount:
    return MeetingCount(teams=(NEW,), times=times)


@pytest.mark.parametrize(
    ("size", "spare", "times"),
    sampled([(6, 8, 1), (9, 2, 1), (7, 5, 2), (9, 4, 2)], each=2),
    ids=["6once", "9once", "7twice", "9twice"],
)
def test_it_meets_everybody_and_no_published_match_moves(size, spare, times):
    task = joined(league_of(size, spare=spare), everybody(times))
    plan = best_plan(task, steps=2).plan
    assert not faults_of(task, plan)
    assert task.standing
    assert set(task.standing.meetings) <= set(plan.meetings)
    own = plan.of_team(NEW)
    assert len(own) == size * times
    at_home = sum(meeting.home == NEW for meeting in own)
    assert abs(2 * at_home - len(own)) <= 1


def test_an_odd_division_needs_no_spare_night_for_its_tenth_team():
    """Fourteen weeks are left, and each has a team without a match."""
    completion = complete(joined(league_of(9), everybody(1)))
    assert not completion.missing
    assert {meeting.round for meeting in completion.added} <= set(range(5, 19))


def test_what_does_not_fit_is_counted_and_refused():
    task = joined(league_of(6, spare=2), everybody(1))
    assert sum(complete(task).missing.values()) == 4
    with pytest.raises(
        ImpossibleTask, match="New Inn 1 have six matches to fit in; 4 of them are still with"
    ):
        verify_task(task)


def test_without_a_common_night_it_is_refused_by_the_names_of_the_teams():
    """There are nights enough, but the Owl cannot play on any of them."""
    away = TeamRequest(
        team="Owl 1", where=Where.NO_MATCH, days=tuple(night(week) for week in range(11, 17)), must=True
    )
    task = joined(replace(league_of(6, spare=6), requests=(away,)), everybody(1))
    with pytest.raises(ImpossibleTask, match=r"without a night on which both teams .* Owl 1 v New Inn 1"):
        best_plan(task, steps=1)


@pytest.mark.slow
def test_rooms_runs_and_requests_hold_for_the_new_team_too():
    rules = PlanRules(longest_run=2, return_after=3)
    party = TeamRequest(team=NEW, where=Where.NO_MATCH, days=(night(7), night(8)), must=True)
    task = joined(league_of(9, spare=3, rules=rules), everybody(1), pub="at Owl 1")
    task = replace(task, requests=(party,))
    assert not faults_of(task, best_plan(task, steps=6).plan)


def test_it_may_meet_some_twice_and_others_once():
    owl = MeetingCount(teams=(NEW,), others=("Owl 1", "Bell 1"), times=2)
    task = joined(league_of(7, spare=2), everybody(1), owl)
    plan = best_plan(task, steps=2).plan
    assert not faults_of(task, plan)
    met = [{meeting.home, meeting.away} - {NEW} for meeting in plan.of_team(NEW)]
    assert len(met) == 9
    assert met.count({"Owl 1"}) == met.count({"Bell 1"}) == 2
