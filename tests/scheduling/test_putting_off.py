"""A postponed match: what each night would break, and what it would cost."""

import datetime
from dataclasses import replace

import pytest

from league.scheduling.judge import Kind
from league.scheduling.planner.calendar import DAY, WEEK, Off, SeasonCalendar, WeekOff
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.postponing import RatedNight, rate_nights
from league.scheduling.planner.searching import best_plan
from league.scheduling.planner.task import (
    End,
    GroupConstraint,
    MeetingRequest,
    Plan,
    PlanRules,
    Task,
    TeamGroup,
    TeamRequest,
    Where,
)
from tests.scheduling.cast import league_of, night

TASK = league_of(8, spare=6)
PLAN = best_plan(TASK).plan
PUT_OFF = next(one for one in PLAN.meetings if one.home == "Fleece 1")
REST = Plan(meetings=tuple(meeting for meeting in PLAN.meetings if meeting != PUT_OFF))
HOST, GUEST = PUT_OFF.home, PUT_OFF.away


def weighed(*nights: datetime.date, task: Task = TASK, **more: bool) -> tuple[RatedNight, ...]:
    return rate_nights(task, REST, PUT_OFF, nights, **more)


def broken(at: datetime.date, task: Task = TASK, **more: bool) -> tuple[str, ...]:
    return weighed(at, task=task, **more)[0].breaks


def test_a_night_after_the_last_breaks_nothing_and_says_that_it_is_late():
    (found,) = weighed(night(15))
    assert found.is_harmless
    assert found.price == ("after the division’s last night, 15 December",)


def test_weeks_kept_for_matches_put_off_come_first_and_others_are_not_for_league_matches():
    off = (
        Off(day=night(15), because="Christmas"),
        Off(day=night(16), kind=WeekOff.CUP),
        Off(day=night(18), kind=WeekOff.RESERVE),
    )
    task = replace(TASK, calendar=SeasonCalendar(first=night(1), last=night(20), off=off))
    found = weighed(*map(night, range(15, 19)), task=task)
    assert [one.breaks for one in found] == [
        ("a week without league matches (Christmas)",),
        ("a cup week",),
        (),
        (),
    ]
    assert "in a week for postponed matches" in found[3].price
    assert min(found, key=lambda one: one.weight).date == night(18)


def test_a_pub_that_is_shut_or_full_is_none():
    venue = TASK.teams_by_key()[HOST].venue
    shut = replace(
        TASK,
        venues=tuple(
            replace(one, closed=frozenset([night(15)])) if one.key == venue else one for one in TASK.venues
        ),
    )
    assert broken(night(15), shut) == ("Fleece 1 is shut",)
    assert broken(night(15), shut, is_elsewhere=True) == ()
    shared = replace(
        TASK,
        teams=tuple(
            replace(team, venue=venue) if team.key != HOST and team.key != GUEST else team
            for team in TASK.teams
        ),
    )
    taken = next(one.date for one in REST.meetings if not {HOST, GUEST} & one.pair)
    assert "Fleece 1 has room for one match" in broken(taken, shared)


@pytest.mark.parametrize(
    ("wish", "against"),
    [
        (TeamRequest(team=GUEST, where=Where.NOT_AWAY, days=(night(15),), because="darts"), True),
        (TeamRequest(team=HOST, where=Where.NOT_AWAY, days=(night(15),)), False),
        (TeamRequest(team=HOST, where=Where.NO_MATCH, days=(night(15),), must=True), True),
        (TeamRequest(team=HOST, where=Where.NO_MATCH, days=(night(16),)), False),
        # Catching up does not make another last night of the season.
        (TeamRequest(team=HOST, where=Where.NO_MATCH, ends=(End.LAST,)), False),
        (MeetingRequest(teams=(HOST, GUEST), until=night(3)), True),
        (TeamRequest(team="Owl 1", where=Where.HOME, ends=(End.LAST,)), False),
    ],
)
def test_requests_of_the_two_are_asked_and_nobody_elses(wish, against):
    found = broken(night(15), replace(TASK, requests=(wish,)))
    assert bool(found) is against
    if wish == TeamRequest(team=GUEST, where=Where.NOT_AWAY, days=(night(15),), because="darts"):
        assert found == (f"{GUEST} ask not to be away on 22 December (darts)",)


def test_teams_of_one_pub_that_will_not_be_at_home_together():
    other = next(one for one in REST.meetings if not PUT_OFF.pair & one.pair)
    request = GroupConstraint(teams=(HOST, other.home), company=TeamGroup.NEVER_HOME_TOGETHER)
    assert len(broken(other.date, replace(TASK, requests=(request,)))) == 1


def test_the_longest_run_and_the_return_match_go_by_nights_and_not_by_rounds():
    back = next(one for one in REST.meetings if one.pair == PUT_OFF.pair)
    beside = back.date - 2 * DAY
    rules = PlanRules(return_after=4)
    assert broken(beside, replace(TASK, rules=rules)) == (
        "within four rounds of the return match, which the plan forbids",
    )
    assert broken(night(20), replace(TASK, rules=rules)) == ()
    for found in weighed(*(one.date + DAY for one in REST.of_team(HOST))):
        runs = [words for words in found.price if "running" in words]
        for words in runs:
            most = 3 if "four" in words else 2
            strict = broken(found.date, replace(TASK, rules=PlanRules(longest_run=most)))
            assert any(words in one for one in strict)


def test_nights_the_judge_refuses_are_refused_and_others_are_not():
    task = replace(TASK, rules=PlanRules(longest_run=2))
    for found in weighed(*(night(week) + 2 * DAY for week in range(1, 20)), task=task):
        plan = _by_weeks(Plan(meetings=(*REST.meetings, replace(PUT_OFF, date=found.date))))
        runs = {fault.sentence for fault in faults_of(task, plan) if fault.kind is Kind.RUN}
        before = {fault.sentence for fault in faults_of(task, _by_weeks(REST)) if fault.kind is Kind.RUN}
        assert any("running" in words for words in found.breaks) == bool(runs - before)


def _by_weeks(plan: Plan) -> Plan:
    return Plan(
        meetings=tuple(replace(one, round=(one.date - night(1)).days // 7 + 1) for one in plan.meetings)
    )


def test_what_people_mind_is_its_price():
    early, usual = weighed(night(2) + DAY, night(16))
    assert early.breaks == ()
    assert early.price[:2] == ("a Wednesday, not the division’s Tuesday", "both play on Tue 22 Sep too")
    assert early.weight > usual.weight
    assert night(16) - WEEK == night(15)
