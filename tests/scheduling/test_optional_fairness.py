"""Kinds of fairness that are weighed only where they were chosen."""

from dataclasses import replace

import pytest

from league.scheduling.planner.grid import grid_of
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.searching import best_plan
from league.scheduling.planner.season_shapes import optional_costs
from league.scheduling.planner.task import Task, Weights
from league.scheduling.planner.working import cost_of
from tests.examples import sampled
from tests.scheduling.cast import breaks, league_of

OFF = Weights()


def league(**options: int) -> Task:
    """Eight teams in the order of last season, their pubs along a road, a mile between each two."""
    task = league_of(8, **options)  # type: ignore[arg-type]  # sizes and options are numbers
    teams = tuple(replace(team, last_place=place) for place, team in enumerate(task.teams, 1))
    venues = tuple(replace(venue, place=(float(mile), 0.0)) for mile, venue in enumerate(task.venues))
    return replace(task, teams=teams, venues=venues)


def cost(task: Task, kind: str, plan) -> int:
    """What a list costs by one kind where it is weighed much."""
    weighed = replace(task, weights=replace(OFF, **{kind: 30}))
    ((name, weight, price),) = optional_costs(weighed, plan)
    assert (name, weight) == (kind, 30)
    return price


@pytest.mark.parametrize(("kind", "meetings"), sampled([("travel", 1), ("ends", 2), ("run_in", 2)], each=3))
def test_what_is_weighed_gets_fairer_and_pays_with_breaks(kind, meetings):
    task = league(meetings=meetings)
    plain = best_plan(task, steps=3).plan
    found = best_plan(replace(task, weights=replace(OFF, **{kind: 30})), steps=3)
    assert faults_of(task, found.plan) == ()
    assert cost(task, kind, found.plan) < cost(task, kind, plain)
    assert breaks(found.plan) >= breaks(plain)


def test_what_is_not_weighed_costs_nothing():
    task = league()
    plan = best_plan(task, steps=1)
    assert optional_costs(task, plan.plan) == ()
    assert plan.is_optimal


@pytest.mark.parametrize("kind", ["run_in", "ends", "travel"])
def test_the_price_that_is_shown_is_what_the_search_counted(kind):
    task = league(meetings=1)
    progress = best_plan(task, steps=2)
    weighed = replace(task, weights=replace(OFF, **{kind: 17}))
    rows = progress.state["rows"]
    ((_, _, price),) = optional_costs(weighed, progress.plan)
    assert cost_of(grid_of(weighed), rows) - cost_of(grid_of(task), rows) == price


def test_where_everybody_visits_everybody_travel_costs_nothing():
    task = league(meetings=2)
    assert cost(task, "travel", best_plan(task, steps=1).plan) == 0


def test_what_is_not_known_costs_nothing():
    task = replace(league_of(8), weights=Weights(run_in=30, travel=30))
    assert [price for _, _, price in optional_costs(task, best_plan(task, steps=1).plan)] == [0, 0]
