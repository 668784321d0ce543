"""What a list means to each team beyond home and away: neighbours, run-in, ways, first and last match.

The search weighs some of it, where somebody chose that. Run-in: how far the last opponents' places are from
those of all opponents, in places. Travel: how far the miles to away matches are from half the way to and from
everybody, in tenths; nobody can be spared a journey where all meet an even number of times. Ends: neither the
first nor the last match is at home.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from league.scheduling.planner.task import Meeting, MeetingRequest, Plan, PlannedDivision, Task, Weights

RUN_IN = 4
"""The last matches of a season, in which titles and relegations are decided."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamSeasonShape:
    """One team's season.

    Attributes:
        neighbours_met: the round of the first match against a neighbour, the mean of all; None without any.
        run_in: the mean place of the last opponents among the teams of the division, by last season; None
            where no place is known.
        starts_at_home, ends_at_home: where the first and the last match is played; None without matches.
    """

    neighbours_met: float | None
    run_in: float | None
    starts_at_home: bool | None
    ends_at_home: bool | None

    @property
    def is_never_home_at_an_end(self) -> bool:
        """Whether neither the first match nor the last is at home."""
        return self.starts_at_home is False and self.ends_at_home is False


def neighbours_of(task: Task, division: PlannedDivision) -> Mapping[str, frozenset[str]]:
    """Return each team's neighbours in its division: of its pub or its town, or named with it in a request.

    A town with more than half of the division's teams makes no neighbours: it is the league's own.
    """
    teams = {team.key: team for team in task.teams if team.key in division.teams}
    towns = [team.town for team in teams.values()]
    named = {frozenset(request.teams) for request in task.requests if isinstance(request, MeetingRequest)}

    def are_neighbours(team: str, other: str) -> bool:
        one, two = teams[team], teams[other]
        in_one_town = one.town and one.town == two.town and 2 * towns.count(one.town) <= len(teams)
        return bool(one.venue == two.venue or in_one_town or frozenset((team, other)) in named)

    return {
        team: frozenset(other for other in teams if other != team and are_neighbours(team, other))
        for team in teams
    }


def places_of_last_season(task: Task, division: PlannedDivision) -> Mapping[str, float]:
    """Return each team's place among those of its division by last season, 1 the best; new teams stand in
    the middle. Empty where no place is known.
    """
    known = {team.key: team.last_place for team in task.teams if team.key in division.teams}
    if not any(known.values()):
        return {}
    order = sorted((place, team) for team, place in known.items() if place)
    ranks = {team: float(number) for number, (_, team) in enumerate(order, 1)}
    middle = (len(order) + 1) / 2
    return {team: ranks.get(team, middle) for team in known}


def season_shape(
    team: str, season: Sequence[Meeting], neighbours: frozenset[str], places: Mapping[str, float]
) -> TeamSeasonShape:
    """Return the shape of a team's season, its matches in the order of their nights."""
    opponents = [meeting.away if meeting.home == team else meeting.home for meeting in season]
    first_met = {
        opponent: meeting.round
        for meeting, opponent in reversed(list(zip(season, opponents, strict=True)))
        if opponent in neighbours
    }
    last = [places[opponent] for opponent in opponents[-RUN_IN:] if opponent in places]
    return TeamSeasonShape(
        neighbours_met=fmean(first_met.values()) if first_met else None,
        run_in=fmean(last) if last else None,
        starts_at_home=season[0].home == team if season else None,
        ends_at_home=season[-1].home == team if season else None,
    )


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
