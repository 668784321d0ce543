"""Kinds of fairness that the search weighs only where somebody chose them, and what a list costs by them.

Run-in: how far the last opponents' places are from those of all opponents, in places. Travel: how far the
miles to away matches are from half the way to and from everybody, in tenths; nobody can be spared a journey
where all meet an even number of times. Ends: neither the first nor the last match is at home.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from league.scheduling.planner.season_shapes import RUN_IN, places_of_last_season
from league.scheduling.planner.task import Plan, PlannedDivision, Task, Weights

TENTHS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class OpponentFacts:
    """What a team's opponents mean to it, by their numbers from 1; empty where nothing is known."""

    places: Mapping[int, float] = field(default_factory=dict)
    mean_place: float = 0.0
    miles: Mapping[int, float] = field(default_factory=dict)
    fair_miles: float = 0.0


def opponent_facts(task: Task) -> tuple[OpponentFacts, ...]:
    """Return the facts of each team, division by division; empty where neither kind is weighed."""
    if not (task.weights.run_in or task.weights.travel):
        return ()
    numbers = _numbers(task)
    return tuple(
        _facts(task, division, team, numbers) for division in task.divisions for team in division.teams
    )


def _numbers(task: Task) -> Mapping[str, int]:
    teams = (team for division in task.divisions for team in division.teams)
    return {team: number for number, team in enumerate(teams, 1)}


def _facts(task: Task, division: PlannedDivision, team: str, numbers: Mapping[str, int]) -> OpponentFacts:
    teams, venues = task.teams_by_key(), task.venues_by_key()
    others = [other for other in division.teams if other != team]
    ranks = places_of_last_season(task, division) if task.weights.run_in else {}
    spots = {key: venues[teams[key].venue].place for key in division.teams} if task.weights.travel else {}
    own = spots.get(team)
    miles = {
        numbers[other]: math.dist(own, spot)
        for other in others
        if own is not None and (spot := spots[other]) is not None
    }
    if len(miles) < len(others):
        miles = {}
    return OpponentFacts(
        places={numbers[other]: ranks[other] for other in others if other in ranks},
        mean_place=fmean(ranks[other] for other in others) if ranks and others else 0.0,
        miles=miles,
        fair_miles=sum(miles[numbers[other]] * division.meetings_of(team, other) for other in others) / 2
        if miles
        else 0.0,
    )


def ends_cost(weights: Weights, row: Sequence[int]) -> int:
    """Return what it costs a team that neither its first nor its last match is at home."""
    played = [opponent for opponent in row if opponent]
    return weights.ends if played and played[0] < 0 and played[-1] < 0 else 0


def run_in_cost(weights: Weights, facts: OpponentFacts, row: Sequence[int]) -> int:
    """Return what it costs a team that its last opponents are stronger, or weaker, than all of them."""
    last = [abs(opponent) for opponent in row if opponent][-RUN_IN:]
    if not facts.places or not last:
        return 0
    return round(weights.run_in * abs(fmean(facts.places[other] for other in last) - facts.mean_place))


def travel_cost(weights: Weights, facts: OpponentFacts, row: Sequence[int]) -> int:
    """Return what it costs a team that it travels more, or less, than its share."""
    if not facts.fair_miles:
        return 0
    miles = sum(facts.miles[-opponent] for opponent in row if opponent < 0)
    return round(weights.travel * TENTHS * abs(miles - facts.fair_miles) / facts.fair_miles)


def optional_costs(task: Task, plan: Plan) -> tuple[tuple[str, int, int], ...]:
    """Return each kind that is weighed: its name in `Weights`, its weight, and what the list costs by it."""
    numbers, weights = _numbers(task), task.weights
    everybody = opponent_facts(task) or (OpponentFacts(),) * len(numbers)
    costs = {"run_in": 0, "travel": 0, "ends": 0}
    for team, facts in zip(numbers, everybody, strict=True):
        row = [
            numbers[meeting.away] if meeting.home == team else -numbers[meeting.home]
            for meeting in plan.of_team(team)
        ]
        costs["run_in"] += run_in_cost(weights, facts, row)
        costs["travel"] += travel_cost(weights, facts, row)
        costs["ends"] += ends_cost(weights, row)
    return tuple(
        (kind, getattr(weights, kind), cost) for kind, cost in costs.items() if getattr(weights, kind)
    )
