"""Where no list keeps every condition: the smallest reason by name, and the nearest list without a part."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.models import FixturePlan, Match
from league.scheduling.planner.conditions import conditions_to_drop
from league.scheduling.planner.hindrances import hindrance_of, nearest_plans
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.proofs import FreeSeason, smallest_set
from league.scheduling.planner.searching import best_plan
from league.scheduling.planner.task import Fixed, PlanRules, Task, TeamRequest, Where
from league.scheduling.services.changes import drop_request
from league.shared.errors import Refused
from tests.builders import a_division
from tests.examples import examples
from tests.scheduling.cast import league_of, names, night
from tests.scheduling.test_plan_services import published, searched


def again(task: Task, **changes: object) -> Task:
    standing = best_plan(task, steps=2).plan
    return replace(task, standing=standing, keep_before=night(5), **changes)  # type: ignore[arg-type]  # fields


def shut(task: Task, *pubs: str, weeks: range) -> Task:
    closed = frozenset(map(night, weeks))
    venues = (replace(venue, closed=closed) if venue.name in pubs else venue for venue in task.venues)
    return replace(task, venues=tuple(venues))


def must(team: str, where: Where, *weeks: int) -> TeamRequest:
    return TeamRequest(team=team, where=where, days=tuple(map(night, weeks)), must=True)


@pytest.fixture(scope="module")
def task() -> Task:
    """A match to come is fixed on a night on which its home team cannot play."""
    task = again(league_of(6, spare=3))
    assert task.standing
    match = next(match for match in task.standing.meetings if match.home == "Owl 1" and match.date > night(8))
    return replace(
        task,
        fixed=(Fixed(home="Owl 1", away=match.away, date=night(8)),),
        requests=(
            must("Owl 1", Where.NO_MATCH, 8),
            must("Swan 1", Where.NOT_AWAY, 11),
            must("Bell 1", Where.HOME, 10),
        ),
    )


def test_the_reason_is_named_and_nothing_else(task):
    progress = best_plan(task, steps=2)
    assert not progress.keeps_conditions
    hindrance = hindrance_of(task, progress)
    assert hindrance
    assert hindrance.sentence == (
        f"Owl 1 v {task.fixed[0].away} is fixed on 3 November; Owl 1 cannot play on 3 November: no list of "
        "fixtures can meet all of these; this is proved."
    )


@pytest.mark.slow
def test_home_and_not_home_on_one_night_is_proved_to_be_too_much(task):
    musts = (must("Owl 1", Where.HOME, 9), must("Bell 1", Where.HOME, 9), must("Owl 1", Where.NOT_HOME, 9))
    task = replace(task, fixed=(), requests=musts)
    hindrance = hindrance_of(task, best_plan(task, steps=2))
    assert hindrance
    assert hindrance.is_proved
    assert hindrance.sentence == (
        "Owl 1 must be at home on 10 November; Owl 1 cannot be at home on 10 November; Division 1 plays on "
        "10 November: no list of fixtures can meet all of these; this is proved."
    )


@pytest.mark.slow
def test_what_no_proof_reaches_is_judged_by_the_search_and_says_so():
    """How soon returns come depends on the order of all matches, which a proof leaves out."""
    task = again(league_of(6, spare=1), rules=PlanRules(return_after=4))
    assert task.standing
    played = next(match for match in task.standing.meetings if match.date == night(4))
    task = replace(task, fixed=(Fixed(home=played.away, away=played.home, date=night(6)),))
    hindrance = hindrance_of(task, best_plan(task, steps=2))
    assert hindrance
    assert hindrance.sentence == (
        f"{played.away} v {played.home} is fixed on 20 October; no return match comes within four rounds: no "
        "list was found that keeps these together: that was searched, not proved. Without any one of them "
        "there is one."
    )


@pytest.mark.slow
def test_runs_are_part_of_a_proof():
    task = again(league_of(6, spare=1), rules=PlanRules(longest_run=2))
    task = replace(task, requests=(must("Bell 1", Where.HOME, 8, 9, 10), must("Owl 1", Where.HOME, 9)))
    hindrance = hindrance_of(task, best_plan(task, steps=2))
    assert hindrance
    assert hindrance.is_proved
    assert "Bell 1 must be at home" in hindrance.sentence
    assert "nobody plays more than two home or away matches running" in hindrance.sentence
    assert "Owl" not in hindrance.sentence


MUSTS = st.lists(
    st.builds(
        TeamRequest,
        team=st.sampled_from(names(4)),
        where=st.sampled_from(Where),
        days=st.lists(st.integers(4, 7).map(night), min_size=1, max_size=2, unique=True).map(tuple),
        must=st.just(True),
    ),
    min_size=1,
    max_size=5,
    unique=True,
)
FOUR = best_plan(league_of(4, spare=1), steps=2).plan


@given(MUSTS)
@settings(max_examples=examples(24), deadline=None)
def test_nothing_is_proved_of_what_a_list_keeps_and_a_proved_set_is_smallest(musts):
    task = replace(league_of(4, spare=1, requests=musts), standing=FOUR, keep_before=night(4))
    season = FreeSeason(task)
    proved = smallest_set(list(conditions_to_drop(task)), season.is_impossible)
    if proved is None:
        return
    found = best_plan(task, steps=3).plan
    assert faults_of(task, found)
    assert season.is_impossible(proved)
    for condition in proved:
        assert not season.is_impossible([other for other in proved if other != condition])


@pytest.mark.slow
def test_each_of_them_given_up_makes_a_list_that_keeps_the_others(task):
    hindrance = hindrance_of(task, best_plan(task, steps=2))
    assert hindrance
    ways = nearest_plans(task, hindrance, best_plan(task, steps=2))
    assert {way.dropped.sentence for way in ways} == {
        condition.sentence for condition in hindrance.conditions
    }
    for way in ways:
        assert not faults_of(way.task, way.progress.plan)
    assert ways[0].progress.cost <= ways[-1].progress.cost


@pytest.mark.slow
def test_out_of_time_it_says_that_the_set_may_not_be_smallest(task):
    hindrance = hindrance_of(task, best_plan(task, steps=2), is_over=lambda: True)
    assert hindrance
    assert not hindrance.is_smallest
    assert "A few of them may be the reason" in hindrance.sentence


def test_there_is_none_where_every_condition_is_kept():
    task = again(league_of(4, spare=2))
    assert hindrance_of(task, best_plan(task, steps=1)) is None


@pytest.mark.slow
def test_a_fixed_match_takes_its_night_and_moves_as_few_others_as_can_be(task):
    free = replace(task, requests=())
    plan = best_plan(free, steps=2).plan
    assert not faults_of(free, plan)
    assert task.standing
    assert len(set(task.standing.meetings) - set(plan.meetings)) <= 4


@pytest.mark.django_db
def test_the_plan_offers_the_nearest_list_and_takes_it_on_request_only():
    season = a_division(teams=4).season
    published(searched(season))
    day = Match.objects.latest("date").date
    wish = f'[[wish]]\nteam = "The Fleece"\nwhere = "{{}}"\non = [{day}]\nmust = true\n'
    requests = f"[season]\nkeep_before = {day}\n" + wish.format("home") + wish.format("not home")
    plan = searched(season, requests_text=requests, seconds=1)
    (conflict,) = plan.progress["conflicts"]
    assert conflict["sentence"].count("The Fleece") == 2
    assert len(conflict["ways"]) == 2
    assert all(way["keeps_conditions"] for way in conflict["ways"])
    with pytest.raises(Refused):
        published(plan)
    drop_request(plan=plan, conflict=0, way=0, began_from=FixturePlan.objects.get(pk=plan.pk).revision)
    published(plan)
    plan.refresh_from_db()
    assert plan.progress["given_up"] == [conflict["ways"][0]["given_up"]]
