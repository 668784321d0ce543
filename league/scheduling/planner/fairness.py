"""Fairness of a list, team by team and as a whole, as values and as plain text.

Works on any list of the task, planned here or imported.
"""

import datetime
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from league.scheduling.judge import Verdict, judge, nights_against
from league.scheduling.planner.calendar import short_day
from league.scheduling.planner.circle import carry_over, least_breaks, least_carry_over
from league.scheduling.planner.judging import season_of
from league.scheduling.planner.phrases import request_sentence
from league.scheduling.planner.season_shapes import (
    TeamSeasonShape,
    neighbours_of,
    places_of_last_season,
    season_shape,
)
from league.scheduling.planner.task import Meeting, Plan, PlannedDivision, PlanRequest, Task
from league.shared.text import listed


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamNight:
    """A team's night: at home, away, or free (None)."""

    round: int
    date: datetime.date | None
    is_home: bool | None
    opponent: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamFairness:
    """One team's season. `most_ahead` is how far home and away were apart at the worst moment; `miles` is
    the way to all away matches, None where a pub's place is not known."""

    team: str
    name: str
    home: int
    away: int
    breaks: int
    longest_home: int
    longest_away: int
    most_ahead: int
    miles: float | None
    nights: tuple[TeamNight, ...]
    shape: TeamSeasonShape

    @property
    def longest_run(self) -> int:
        """Its longest run, at home or away."""
        return max(self.longest_home, self.longest_away)


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionFairness:
    """One division: its breaks against the fewest possible, the carry-over effect of its first leg
    against the best known, and the fewest rounds from a match to its return (None without returns)."""

    division: str
    name: str
    teams: tuple[TeamFairness, ...]
    breaks: int
    least_breaks: int
    carry_over: int
    best_carry_over: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestOutcome:
    """A request in words, and the nights on which it is not met; one None if it is about no single night."""

    request: PlanRequest
    sentence: str
    missed: tuple[datetime.date | None, ...]

    @property
    def is_met(self) -> bool:
        """Whether the request is met on every night."""
        return not self.missed


@dataclass(frozen=True, slots=True, kw_only=True)
class Fairness:
    """The whole report, with the judge's verdict."""

    divisions: tuple[DivisionFairness, ...]
    requests: tuple[RequestOutcome, ...]
    verdict: Verdict


def fairness_of(task: Task, plan: Plan) -> Fairness:
    """Return the report on a list."""
    return Fairness(
        divisions=tuple(_division(task, plan, division) for division in task.divisions),
        requests=tuple(
            RequestOutcome(
                request=request,
                sentence=request_sentence(request, task),
                missed=tuple(nights_against(request, plan.meetings)),
            )
            for request in task.requests
        ),
        verdict=judge(season_of(task, plan)),
    )


def _division(task: Task, plan: Plan, division: PlannedDivision) -> DivisionFairness:
    neighbours, last_places = neighbours_of(task, division), places_of_last_season(task, division)
    teams = tuple(
        _team(
            task, plan, division, team, season_shape(team, plan.of_team(team), neighbours[team], last_places)
        )
        for team in division.teams
    )
    places = {team: number for number, team in enumerate(division.teams, 1)}
    leg = [
        [places.get(night.opponent, 0) for night in team.nights if night.round <= division.leg]
        for team in teams
    ]
    return DivisionFairness(
        division=division.key,
        name=division.name,
        teams=teams,
        breaks=sum(team.breaks for team in teams),
        # Of a division that has split, or that somebody joined, no fewest is known.
        least_breaks=0
        if division.differing
        else least_breaks(len(teams), division.meetings, division.second_half),
        carry_over=carry_over(leg),
        best_carry_over=least_carry_over(len(teams)),
    )


def _team(
    task: Task, plan: Plan, division: PlannedDivision, team: str, shape: TeamSeasonShape
) -> TeamFairness:
    season = plan.of_team(team)
    sides = [meeting.home == team for meeting in season]
    ahead = [sum(1 if side else -1 for side in sides[: number + 1]) for number in range(len(sides))]
    return TeamFairness(
        team=team,
        name=task.teams_by_key()[team].name,
        home=sum(sides),
        away=len(sides) - sum(sides),
        breaks=sum(side == next_side for side, next_side in pairwise(sides)),
        longest_home=_longest(sides, True),
        longest_away=_longest(sides, False),
        most_ahead=max(map(abs, ahead), default=0),
        miles=_miles(task, team, season),
        nights=_nights(division, team, season),
        shape=shape,
    )


def _longest(sides: Sequence[bool], side: bool) -> int:
    return max((len(list(run)) for value, run in groupby(sides) if value is side), default=0)


def _nights(division: PlannedDivision, team: str, season: Sequence[Meeting]) -> tuple[TeamNight, ...]:
    at = {meeting.round: meeting for meeting in season}
    nights = []
    for number in range(1, max(division.rounds, *at, 1) + 1):
        meeting = at.get(number)
        if meeting is None:
            nights.append(TeamNight(round=number, date=None, is_home=None))
            continue
        is_home = meeting.home == team
        opponent = meeting.away if is_home else meeting.home
        nights.append(TeamNight(round=number, date=meeting.date, is_home=is_home, opponent=opponent))
    return tuple(nights)


def _miles(task: Task, team: str, season: Sequence[Meeting]) -> float | None:
    teams, venues = task.teams_by_key(), task.venues_by_key()
    own = venues[teams[team].venue].place
    away = [
        venues[meeting.venue or teams[meeting.home].venue].place for meeting in season if meeting.away == team
    ]
    if own is None or any(place is None for place in away):
        return None
    return round(sum(math.dist(own, place) for place in away if place is not None), 1)


COLUMNS = ("Team", "Home", "Away", "Breaks", "Longest home", "Longest away", "Furthest apart", "Miles")
MARKS = {True: "H", False: "a", None: "."}


def report_lines(fairness: Fairness) -> Iterator[str]:
    """Yield the report, line by line: conditions, each division, requests."""
    verdict = fairness.verdict
    yield verdict.sentence
    yield from (f"  {sentence}" for sentence in verdict.said)
    yield verdict.looked_at
    yield f"Traded: {', '.join(f'{what} {value}' for what, value in verdict.traded.figures.items())}."
    for division in fairness.divisions:
        yield ""
        yield from _division_lines(division)
    yield ""
    yield from _request_lines(fairness)


def _division_lines(division: DivisionFairness) -> Iterator[str]:
    least = division.least_breaks
    known = f"; no list of its kind has under {least}" if least else ""
    proof = "; the fewest possible" if division.breaks == least else known
    yield f"{division.name}: {division.breaks} breaks{proof}."
    best = division.best_carry_over
    yield f"Carry-over effect of the first leg {division.carry_over}, the best known is {best}."
    with_miles = all(team.miles is not None for team in division.teams)
    columns = len(COLUMNS) - (not with_miles)
    lines = [COLUMNS[:columns], *(_cells(team)[:columns] for team in division.teams)]
    widths = [max(len(line[column]) for line in lines) for column in range(columns)]
    for line, team in zip(lines, (None, *division.teams), strict=True):
        cells = [
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        picture = "".join(MARKS[night.is_home] for night in team.nights) if team else ""
        yield f"  {'  '.join([*cells, picture])}".rstrip()


def _cells(team: TeamFairness) -> tuple[str, ...]:
    figures = (team.home, team.away, team.breaks, team.longest_home, team.longest_away, team.most_ahead)
    return (team.name, *map(str, figures), "" if team.miles is None else f"{team.miles:g}")


def _request_lines(fairness: Fairness) -> Iterator[str]:
    if not fairness.requests:
        return
    met = sum(outcome.is_met for outcome in fairness.requests)
    yield f"Requests met: {met} of {len(fairness.requests)}."
    for outcome in fairness.requests:
        nights = [short_day(night) for night in outcome.missed if night]
        missed = f"not on {listed(nights)}" if nights else "not met"
        yield f"  {'met' if outcome.is_met else missed}: {outcome.sentence}."
