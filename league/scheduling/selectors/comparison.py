"""Two plans side by side: figures, requests, teams, and matches that differ."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest

from league.scheduling.planner.fairness import Fairness, TeamFairness, fairness_of
from league.scheduling.planner.task import Plan
from league.scheduling.selectors.plan_page import (
    PlanFigure,
    PlanPage,
    figures_of,
    figures_traded,
)
from league.shared.grouping import grouped


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureRow:
    """One figure of both lists. `better` is 1 or 2, None if they are level or not known."""

    first: PlanFigure
    second: PlanFigure

    @property
    def better(self) -> int | None:
        """Which of the two is better."""
        if self.first.better_than(self.second):
            return 1
        return 2 if self.second.better_than(self.first) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestRow:
    """A request of either plan, and whether each of the lists meets it."""

    sentence: str
    is_met: tuple[bool, bool]

    @property
    def differs(self) -> bool:
        """Whether only one of the lists meets it."""
        return self.is_met[0] != self.is_met[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedTeam:
    """A team whose figures are not the same in both."""

    name: str
    first: TeamFairness
    second: TeamFairness


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRow:
    """A match on another night in the other list; None if one of them does not have it (home and away
    changed, or more meetings)."""

    home: str
    away: str
    dates: tuple[datetime.date | None, datetime.date | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two plans side by side, both judged by the requests of both."""

    first: PlanPage
    second: PlanPage
    figures: tuple[FigureRow, ...]
    requests: tuple[RequestRow, ...]
    teams: tuple[ComparedTeam, ...]
    matches: tuple[MatchRow, ...]
    same: int

    @property
    def wins(self) -> tuple[int, int]:
        """In how many figures each is the better one."""
        better = [row.better for row in self.figures]
        return better.count(1), better.count(2)


def comparison(page: PlanPage, other: PlanPage) -> Comparison | None:
    """Return two plans side by side; None while one of them has no list that can be judged."""
    if page.fairness is None or other.fairness is None:
        return None
    matches = tuple(_matches(page, other))
    judged = [_judged(page, by=other), _judged(other, by=page)]
    return Comparison(
        first=page,
        second=other,
        figures=tuple(
            FigureRow(first=first, second=second)
            for first, second in zip(*map(_figures, judged), strict=True)
        ),
        requests=tuple(_requests(*judged)),
        teams=tuple(_teams(page, other)),
        matches=matches,
        same=len(set(page.fixtures.meetings) & set(other.fixtures.meetings)),
    )


def _figures(fairness: Fairness) -> tuple[PlanFigure, ...]:
    broken = PlanFigure(title="Conditions broken", value=len(fairness.verdict.breaches))
    return (broken, *figures_traded(fairness.verdict.traded), *figures_of(fairness))


def _judged(page: PlanPage, *, by: PlanPage) -> Fairness:
    """Return the report on a list by the requests and closed nights of both plans, so that both are alike."""
    if page.task is None or by.task is None:
        raise ValueError("A plan without a task has no figures.")
    closed = {venue.key: venue.closed for venue in by.task.venues}
    others = (request for request in by.task.requests if all(team in page.names for team in request.teams))
    task = replace(
        page.task,
        requests=tuple(dict.fromkeys((*page.task.requests, *others))),
        venues=tuple(
            replace(venue, closed=venue.closed | closed.get(venue.key, frozenset()))
            for venue in page.task.venues
        ),
    )
    return fairness_of(task, page.fixtures)


def _requests(first: Fairness, second: Fairness) -> list[RequestRow]:
    """Return every request of either plan with its outcome in both lists, those that differ first."""
    there = {outcome.request: outcome.is_met for outcome in second.requests}
    rows = (
        RequestRow(sentence=outcome.sentence, is_met=(outcome.is_met, there[outcome.request]))
        for outcome in first.requests
        if outcome.request in there
    )
    return sorted(rows, key=lambda row: (not row.differs, all(row.is_met)))


def _teams(page: PlanPage, other: PlanPage) -> Iterator[ComparedTeam]:
    second = {team.team: team for team in _of_page(other)}
    for team in _of_page(page):
        there = second.get(team.team)
        if there and _compared(team) != _compared(there):
            yield ComparedTeam(name=team.name, first=team, second=there)


def _of_page(page: PlanPage) -> Iterator[TeamFairness]:
    for division in page.fairness.divisions if page.fairness else ():
        yield from division.teams


def _compared(team: TeamFairness) -> tuple[int, ...]:
    return team.home, team.breaks, team.longest_run, team.most_ahead


def _matches(page: PlanPage, other: PlanPage) -> Iterator[MatchRow]:
    """Yield the matches on different nights in the two lists, paired by home and away in order."""
    dates = [_dates(compared.fixtures) for compared in (page, other)]
    names = other.names | page.names
    rows = []
    for sides in dates[0].keys() | dates[1].keys():
        first, second = dates[0].get(sides, []), dates[1].get(sides, [])
        for pair in zip_longest(first, second):
            if pair[0] != pair[1]:
                rows.append(MatchRow(home=names[sides[0]], away=names[sides[1]], dates=pair))
    never = datetime.date.max
    yield from sorted(rows, key=lambda row: (row.dates[0] or row.dates[1] or never, row.home, row.away))


def _dates(fixtures: Plan) -> dict[tuple[str, str], list[datetime.date]]:
    return grouped(((meeting.home, meeting.away), meeting.date) for meeting in fixtures.meetings)
