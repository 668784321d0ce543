"""A season planned from the command line, as lines or as data; nothing is written into the database."""

import json
import time
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandError

from league.competition.selectors import league_today
from league.management.naming import season_named
from league.scheduling.planner.calendar import DAYS, FixturingError
from league.scheduling.planner.conflicts import conflicts_of, ways_out
from league.scheduling.planner.fairness import fairness_of, report_lines
from league.scheduling.planner.searching import MOST_STEPS, Progress, best_plan
from league.scheduling.planner.task import Task, format_plan
from league.scheduling.requests.file import parse_requests
from league.scheduling.requests.nearest import nearest_requests
from league.scheduling.selectors.initial_requests import from_today
from league.scheduling.selectors.plans import league_facts, with_last_places


def planned_season(
    league: str, season_name: str, requests_text: str, seconds: float, *, as_json: bool
) -> Iterator[str]:
    """Yield the best list found in the time and its report, line by line.

    Raises:
        CommandError: there is no such season, it cannot be planned as requested (the list is then the
            nearest that is possible), or the best list breaks conditions.
    """
    season = season_named(league, season_name)
    until = time.monotonic() + seconds
    try:
        file = parse_requests(from_today(season, requests_text, league_today(season.league)))
        nearest = nearest_requests(file, league_facts(season))
        task = with_last_places(nearest.task, season)
        progress = best_plan(task, steps=MOST_STEPS, is_over=lambda: time.monotonic() > until)
    except FixturingError as unreadable:
        raise CommandError("\n".join(unreadable.reasons)) from None
    if as_json:
        yield json.dumps(_as_data(task, progress), ensure_ascii=False, indent=1)
    else:
        yield from _as_text(task, progress)
    if nearest.because:
        changes = (f"The nearest that is possible: {change}." for change in nearest.changes)
        raise CommandError("\n".join((*nearest.because, *changes)))
    if not progress.keeps_conditions:
        raise CommandError("The best list found breaks conditions; more --seconds may find another.")


def _as_text(task: Task, progress: Progress) -> Iterator[str]:
    """Yield how good the list is, its report, what cannot be had together and the list itself."""
    if not progress.keeps_conditions:
        yield "The best list found breaks conditions."
    elif progress.is_optimal:
        yield f"Cost {progress.cost}: no list can be better."
    else:
        least = f"any list costs at least {progress.bound}"
        yield f"Cost {progress.cost}; {least}: it is within {progress.gap:.0%} of the best."
    yield from report_lines(fairness_of(task, progress.plan))
    for conflict in conflicts_of(task):
        yield conflict.sentence
        for way in ways_out(task, conflict.conditions, steps=2):
            cost = f"cost {way.progress.cost}" if way.progress.keeps_conditions else "conditions still broken"
            yield f"  Without “{way.dropped.sentence}”: {cost}."
    names = {key: team.name for key, team in task.teams_by_key().items()}
    for team, night in task.home_nights.items():
        yield f"{names[team]} play their home matches on {DAYS[night - 1]}s."
    yield ""
    for meeting in progress.plan.meetings:
        yield f"{meeting.date}  {names[meeting.home]} v {names[meeting.away]}"


def _as_data(task: Task, progress: Progress) -> dict[str, Any]:
    fairness = fairness_of(task, progress.plan)
    return {
        "found": progress.cost,
        "bound": progress.bound,
        "is_optimal": progress.is_optimal,
        "keeps_conditions": progress.keeps_conditions,
        "breaks": fairness.verdict.traded.breaks,
        "faults": list(map(str, fairness.verdict.breaches)),
        "wishes": [{"wish": outcome.sentence, "is_met": outcome.is_met} for outcome in fairness.requests],
        "conflicts": [conflict.sentence for conflict in conflicts_of(task)],
        "meetings": format_plan(progress.plan),
    }
