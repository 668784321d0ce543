"""Requests and fixed matches as sentences without their full stop."""

import datetime
from collections.abc import Iterable, Iterator, Mapping

from league.scheduling.planner.calendar import DAY, short_day
from league.scheduling.planner.task import (
    End,
    Fixed,
    GroupConstraint,
    PlanRequest,
    RunRequest,
    Task,
    TeamGroup,
    TeamRequest,
    Turn,
    TurnRequest,
    Where,
)
from league.shared.text import count, listed

MOST_LISTED, FIRST_LISTED = 8, 3
A_COUPLE = 2
ENDS = {End.FIRST: "the first night", End.LAST: "the last night"}
WANTS = {
    Where.HOME: ("ask to be at home", "must be at home"),
    Where.NOT_HOME: ("ask not to be at home", "cannot be at home"),
    Where.AWAY: ("ask to be away", "must be away"),
    Where.NOT_AWAY: ("ask not to be away", "cannot be away"),
    Where.NO_MATCH: ("ask for no match", "cannot play"),
}
TOGETHER = {
    TeamGroup.NEVER_ALL_AWAY: "never to be {all} away on the same night",
    TeamGroup.HOME_TOGETHER: "to be at home on the same nights and away on the same nights",
    TeamGroup.NEVER_ALL_HOME: "never to be {all} at home on the same night",
    TeamGroup.NEVER_HOME_TOGETHER: "never to be {all} at home on the same night",
    TeamGroup.OPPOSITE: "to be one at home and one away on the same night",
}


def request_sentence(request: PlanRequest, task: Task) -> str:
    """Return a request without the full stop: The Fleece ask not to be at home on 14 January (darts)."""
    return request_words(request, {team.key: team.name for team in task.teams})


def request_words(request: PlanRequest, names: Mapping[str, str]) -> str:
    """Return a request without the full stop, with teams by these names."""
    return f"{_request_clause(request, names)}{f' ({request.because})' if request.because else ''}"


def fixed_sentence(fixed: Fixed, task: Task) -> str:
    """Return a fixed match without the full stop: The Fleece v The Shears is fixed on 14 January."""
    names = {team.key: team.name for team in task.teams}
    return f"{names[fixed.home]} v {names[fixed.away]} is fixed on {short_day(fixed.date)}"


def _request_clause(request: PlanRequest, names: Mapping[str, str]) -> str:
    if isinstance(request, TeamRequest):
        wants = WANTS[request.where][request.must]
        return f"{names[request.team]} {wants} {nights_phrase(request.days, request.ends)}"
    teams = listed(names[team] for team in request.teams)
    verb = "must" if request.must else "ask to"
    if isinstance(request, GroupConstraint):
        if request.company is TeamGroup.NEVER_HOME_TOGETHER and len(request.teams) > A_COUPLE:
            return f"{teams} {verb} be at home one at a time, no two on one night"
        together = TOGETHER[request.company].format(all="all" if len(request.teams) > A_COUPLE else "both")
        return (
            f"{teams} must {together.replace('to be', 'be')}" if request.must else f"{teams} ask {together}"
        )
    if isinstance(request, TurnRequest):
        if request.turn is not Turn.RESTED:
            return f"{teams} {verb} {request.turn.value}"
        rivals = listed([names[team] for team in request.teams[1:]], "or")
        ask = "must not" if request.must else "ask not to"
        return f"{names[request.teams[0]]} {ask} be away twice running before they meet {rivals}"
    if isinstance(request, RunRequest):
        running = f"play no more than {count(request.longest)} home or away matches running"
        return f"{teams} {verb} {'be at home and away in turn' if request.longest == 1 else running}"
    since = f" from {short_day(request.since)}" if request.since else ""
    by = "to" if request.since else "by"
    until = f" {by} {short_day(request.until)}" if request.until else ""
    part = f" {request.part.value}{',' if since or until else ''}" if request.part else ""
    if request.apart:
        return f"{teams} {'must not' if request.must else 'ask not to'} meet{part}{since}{until}"
    return f"{teams} {verb} meet at least once{part}{since}{until}"


def nights_phrase(days: Iterable[datetime.date], ends: Iterable[End] = ()) -> str:
    """Return nights for a sentence: on 3 November and the last night, in October, from 1 to 14 February.

    Consecutive days are given by the first and the last, more than a few runs by their number.
    """
    runs = list(_runs(sorted(set(days))))
    single = [run[0] for run in runs if run[0] == run[-1]]
    spans = [_span(run) for run in runs if run[0] != run[-1]]
    if len(runs) > MOST_LISTED:
        single, spans = single[:FIRST_LISTED], spans[: max(0, FIRST_LISTED - len(single))]
    on = [*map(short_day, single), *(ENDS[end] for end in ends)]
    texts = [f"on {listed(on)}", *spans] if on else spans
    if left := (len(runs) - FIRST_LISTED) * (len(runs) > MOST_LISTED):
        texts.append(f"at {left} more times")
    return listed(texts) if texts else "on no night"


def _span(run: list[datetime.date]) -> str:
    """Return consecutive days: in October, from 1 to 14 February, from 28 December to 3 January."""
    first, last = run[0], run[-1]
    if (first.year, first.month) != (last.year, last.month):
        return f"from {short_day(first)} to {short_day(last)}"
    is_month = first.day == 1 and (last + DAY).month != last.month
    return f"in {last:%B}" if is_month else f"from {first.day} to {short_day(last)}"


def _runs(days: list[datetime.date]) -> Iterator[list[datetime.date]]:
    run: list[datetime.date] = []
    for day in days:
        if run and day.toordinal() != run[-1].toordinal() + 1:
            yield run
            run = []
        run.append(day)
    if run:
        yield run
