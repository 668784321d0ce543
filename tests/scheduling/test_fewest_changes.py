"""Planning again changes as few matches as an exact model finds necessary, or hardly more."""

from dataclasses import replace
from random import Random

import pytest

from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.searching import best_plan
from league.scheduling.planner.task import Task, TeamRequest, Where
from tests.scheduling.cast import league_of, names, night, shut, standing, without_nights
from tests.scheduling.fewest_changes import fewest_changes


def disturbed(seed: int) -> Task:
    """A small league from its fourth week on, with snow, pubs that shut and weddings."""
    rng = Random(seed)
    size = rng.choice([4, 5, 6])
    task = standing(league_of(size, spare=rng.randint(3, 5)))
    if rng.random() < 0.4:
        task = without_nights(task, *rng.sample(range(4, 8), rng.randint(1, 2)))
    for team in rng.sample(names(size), rng.randint(0, 2)):
        task = shut(task, team, *rng.sample(range(4, 9), 2))
    for team in rng.sample(names(size), rng.randint(0, 1)):
        wedding = TeamRequest(team=team, where=Where.NO_MATCH, days=(night(rng.randint(4, 8)),), must=True)
        task = replace(task, requests=(*task.requests, wedding))
    return task


def changes(seed: int) -> tuple[int, int]:
    """How many matches were changed, and how many had to be."""
    task = disturbed(seed)
    assert task.standing
    progress = best_plan(task)
    assert not faults_of(task, progress.plan), seed
    changed = len(set(task.standing.meetings) - set(progress.plan.meetings))
    fewest = fewest_changes(task)
    assert fewest <= changed, seed
    return changed, fewest


@pytest.mark.parametrize("seeds", [range(1), pytest.param(range(1, 200), marks=pytest.mark.slow)])
def test_hardly_more_matches_change_than_have_to(seeds):
    counted = [changes(seed) for seed in seeds]
    assert sum(fewest for _, fewest in counted) > len(seeds) / 2, "nothing had to change"
    more = [changed - fewest for changed, fewest in counted]
    assert sum(more) <= len(seeds) / 20
