"""What cannot be planned is refused with its arithmetic; rooms that are missing are borrowed."""

from dataclasses import replace

import pytest

from league.scheduling.judge import Kind
from league.scheduling.planner.calendar import ImpossibleTask, Off, SeasonCalendar, WeekOff
from league.scheduling.planner.impossible import verify_task
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.searching import best_plan
from league.scheduling.planner.shortages import shortages_of
from league.scheduling.planner.task import (
    Fixed,
    MeetingRequest,
    Plan,
    PlanRules,
    SecondHalf,
    Task,
    TeamRequest,
    Where,
)
from tests.scheduling.cast import league_of, night, planned


def reasons(task):
    with pytest.raises(ImpossibleTask) as refused:
        verify_task(task)
    return " ".join(refused.value.reasons)


def test_too_few_nights_are_counted_and_the_weeks_taken_out_are_named():
    task = league_of(12)
    short = tuple(replace(division, nights=division.nights[:20]) for division in task.divisions)
    calendar = SeasonCalendar(
        first=night(1),
        last=night(30),
        off=(Off(day=night(6), kind=WeekOff.CUP), Off(day=night(15), because="Christmas")),
    )
    said = reasons(replace(task, divisions=short, calendar=calendar))
    assert "12 teams meeting twice need 22 nights; the dates allow 20: free two more" in said
    assert "20 October (cup) or 22 December (Christmas)" in said
    assert "let everybody meet once, which needs 11" in said


def test_three_teams_in_one_room_borrow_as_many_rooms_as_are_missing():
    task = league_of(8, sharing=[("Fleece 1", "Shears 1", "Owl 1")])
    (said,) = shortages_of(task)
    assert "Fleece 1: three teams have 21 home matches" in said
    assert "its 14 nights hold 14: it takes two rooms, a second night a week, or" in said
    lent = [meeting for meeting in planned(task).plan.meetings if meeting.venue]
    assert len(lent) == 7


def test_a_team_whose_pub_is_shut_too_often_borrows_a_room_for_the_rest():
    task = league_of(6)
    shut = frozenset(night(week) for week in range(1, 8))
    venues = tuple(replace(venue, closed=shut) if venue.name == "Owl 1" else venue for venue in task.venues)
    task = replace(task, venues=venues)
    (said,) = shortages_of(task)
    assert "Owl 1 need 5 home nights; Owl 1 is open on 3 of the 10" in said
    lent = [meeting for meeting in planned(task).plan.meetings if meeting.venue]
    assert {meeting.home for meeting in lent} == {"Owl 1"}
    assert 2 <= len(lent) <= 3


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"fixed": (Fixed(home="Fleece 1", away="Owl 1", date=night(99)),)}, "has no round that night"),
        ({"fixed": (Fixed(home="Fleece 1", away="Nobody", date=night(1)),)}, "not two teams of one division"),
        (
            {
                "fixed": (
                    Fixed(home="Fleece 1", away="Owl 1", date=night(1)),
                    Fixed(home="Bell 1", away="Fleece 1", date=night(1)),
                )
            },
            "Fleece 1 have two fixed matches on Tuesday 15 September 2026",
        ),
        ({"requests": (TeamRequest(team="Nobody", where=Where.HOME, days=(night(1),)),)}, "“Nobody”"),
        ({"requests": (MeetingRequest(teams=("Owl 1", "Nobody"), until=night(2)),)}, "“Nobody”"),
        ({"rules": PlanRules(return_after=6)}, "no return match within 6 rounds cannot be"),
        ({"rules": PlanRules(longest_run=1)}, "let the longest be two"),
    ],
)
def test_what_cannot_be_is_named(change, said):
    assert said in reasons(replace(league_of(6), **change))


def test_a_list_to_plan_again_from_has_to_be_whole():
    task = league_of(6)
    plan = best_plan(task).plan
    torn = Plan(meetings=plan.meetings[1:])
    again = replace(task, standing=torn, keep_before=night(3))
    assert "The list as it stands is not whole" in reasons(again)
    assert "meet 1 times; 2 would be right" in reasons(again)


def test_an_english_second_half_brings_a_return_at_once():
    task = league_of(6, second_half=SecondHalf.ENGLISH, rules=PlanRules(return_after=2))
    assert "and a english second half it is 1" in reasons(task).replace("an english", "a english")


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
    assert fault.kind is Kind.ROOM
    assert not faults_of(moved_in(start=9), PLAN)


def test_in_mid_season_a_full_pub_is_no_reason_to_refuse():
    """Two teams share a room, which is shut on one of the five nights left: another pub lends its own."""
    task = moved_in()
    venues = tuple(
        replace(venue, closed=frozenset({night(7)})) if venue.key == "at Shears 1" else venue
        for venue in task.venues
    )
    crowded = replace(task, venues=venues)
    assert faults_of(crowded, PLAN)
    assert not faults_of(crowded, best_plan(crowded, steps=2).plan)


def test_a_match_that_stays_at_a_pub_that_has_shut_is_seen():
    """The Owl are at home in week 7."""
    shut = tuple(
        replace(venue, closed=frozenset({night(7)})) if venue.key == "at Owl 1" else venue
        for venue in WHOLE.venues
    )
    task = replace(WHOLE, venues=shut, standing=PLAN, keep_before=night(6))
    assert [fault.kind for fault in faults_of(task, PLAN)] == [Kind.CLOSED]
    assert not faults_of(replace(task, keep_before=night(8)), PLAN)


@pytest.mark.slow
def test_the_search_moves_as_few_matches_as_it_takes():
    progress = best_plan(moved_in(capacity=2))
    assert progress.keeps_conditions
    assert progress.plan == PLAN
