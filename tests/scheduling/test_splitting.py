"""A division that splits: the halves play on among themselves, what was played stays."""

from dataclasses import replace

import pytest

from league.models import FixturePlan, Match
from league.scheduling.planner.fairness import fairness_of
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.searching import best_plan
from league.scheduling.planner.task import MeetingCount, Task
from league.scheduling.selectors.initial_requests import ReplanStart
from league.scheduling.selectors.mid_season import divisions_to_split
from league.scheduling.selectors.plans import task_of_season
from league.scheduling.services.changes import plan_again
from league.scheduling.services.searches import run_search
from tests.builders import a_card, a_division
from tests.examples import part_of
from tests.scheduling.cast import league_of, names, night
from tests.scheduling.search_once import NOW, clock
from tests.scheduling.test_plan_services import published, searched


def split(size: int, times: int, spare: int, week: int) -> Task:
    """Everybody has met once before that week; the first half of the teams is the top one."""
    task = league_of(size, spare=spare)
    division = task.divisions[0]
    top, bottom = names(size)[: (size + 1) // 2], names(size)[(size + 1) // 2 :]
    counts = (
        MeetingCount(teams=top, others=bottom, times=1),
        MeetingCount(teams=top, times=times),
        MeetingCount(teams=bottom, times=times),
    )
    return replace(
        task,
        divisions=(replace(division, differing=counts),),
        standing=best_plan(task, steps=2).plan,
        keep_before=night(week),
    )


@pytest.mark.parametrize(
    ("size", "times", "week", "spare"), part_of([(9, 3, 10, 3), (10, 3, 10, 3), (10, 2, 10, 0)], each=3)
)
@pytest.mark.slow
def test_the_halves_meet_among_themselves_only(size, times, week, spare):
    task = split(size, times, spare, week)
    plan = best_plan(task, steps=2).plan
    assert not faults_of(task, plan)
    top = set(names(size)[: (size + 1) // 2])
    to_come = [meeting for meeting in plan.meetings if meeting.date >= night(week)]
    assert all(meeting.pair <= top or not meeting.pair & top for meeting in to_come)


def test_no_fewest_breaks_are_said_of_a_division_that_has_split():
    task = split(10, 2, 0, 10)
    (division,) = fairness_of(task, best_plan(task, steps=1).plan).divisions
    assert division.least_breaks == 0


def test_when_nothing_is_added_nothing_moves():
    """The returns in each half are in the list already."""
    task = split(10, 2, 0, 10)
    assert task.standing
    assert set(best_plan(task, steps=2).plan.meetings) < set(task.standing.meetings)


@pytest.mark.django_db
def test_the_halves_are_those_of_the_table():
    season = a_division(teams=6).season
    published(searched(season))
    nights = sorted(set(Match.objects.values_list("date", flat=True)))
    *played, snowed_off = Match.objects.filter(date__lt=nights[5])
    for match in played:
        a_card(match, (15, 9), (12, 15), (15, 2), (15, 8))
    beginning = ReplanStart(start=nights[5], until=nights[5])
    assert divisions_to_split(season, beginning) == (), "two teams have never met"
    a_card(snowed_off, (15, 9), (12, 15), (15, 2), (15, 8))
    (division,) = divisions_to_split(season, beginning)
    assert [len(half) for half in division.halves] == [3, 3]
    twice = division.choices[0]
    assert twice.text == "In each half everybody meets twice in all: 6 matches to come, all fit"
    chosen = replace(beginning, differing=twice.counts)
    plan = plan_again(season=season, beginning=chosen, seconds=2, by=None, now=NOW).plan
    assert run_search(plan_id=plan.pk, clock=clock())
    plan = FixturePlan.objects.get(pk=plan.pk)
    done = published(plan, today=nights[5])
    assert (done.deleted, len(done.moved), len(done.made)) == (9, 0, 0)
    assert not faults_of(task_of_season(season, plan.wishes), task_of_season(season, plan.wishes).standing)
