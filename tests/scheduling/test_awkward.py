"""Awkward leagues: a plan is whole by the judge, or has its reason and a nearest plan."""

from collections.abc import Sequence

import pytest

from league.scheduling.planner.conditions import Condition
from league.scheduling.planner.hindrances import hindrance_of, nearest_plans
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.searching import best_plan
from league.scheduling.requests.dropping import without_condition
from league.scheduling.requests.fields import RequestsFile
from league.scheduling.requests.file import format_requests, parse_requests
from league.scheduling.requests.nearest import nearest_requests
from league.scheduling.requests.resolving import LeagueFacts, task_of
from tests.scheduling.awkward import AwkwardLeague


def verify_plan_of(seed: int) -> None:
    league = AwkwardLeague(seed)
    nearest = nearest_requests(parse_requests(format_requests(league.file)), league.facts)
    assert bool(nearest.because) == bool(nearest.changes)
    progress = best_plan(nearest.task, steps=4)
    faults = faults_of(nearest.task, progress.plan)
    assert progress.keeps_conditions == (not faults)
    if not faults:
        return
    hindrance = hindrance_of(nearest.task, progress)
    assert hindrance
    assert hindrance.conditions
    ways = nearest_plans(nearest.task, hindrance, progress)
    for way in ways:
        assert way.progress.keeps_conditions == (not faults_of(way.task, way.progress.plan))
    whole = [way for way in ways if way.progress.keeps_conditions]
    assert whole, hindrance.sentence
    for way in whole:
        dropped = dropped_from(nearest.file, league.facts, (way.dropped, *way.besides))
        assert not faults_of(task_of(dropped, league.facts), way.progress.plan), "as the page stores it"


def dropped_from(file: RequestsFile, facts: LeagueFacts, conditions: Sequence[Condition]) -> RequestsFile:
    text = format_requests(file)
    for condition in conditions:
        left = without_condition(text, facts, condition.sentence)
        assert left is not None, condition.sentence
        text = left
    return parse_requests(text)


# One request too many, pubs without room; the slow test has a rule for returns and three legs that follow.
@pytest.mark.parametrize("seed", [6, pytest.param(17, marks=pytest.mark.slow)])
def test_a_plan_is_whole_or_has_its_reason_and_a_nearest_plan(seed: int) -> None:
    verify_plan_of(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200))
def test_two_hundred_plans_are_whole_or_have_their_reason_and_a_nearest_plan(seed: int) -> None:
    verify_plan_of(seed)
