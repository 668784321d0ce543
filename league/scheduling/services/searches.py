"""Run the search for a plan's list: claim the plan, report that it is alive, store what is found, end it.

A search that was killed is noticed by its silence, and another continues from where it was.
"""

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from django.db.models import F

from league.models import FixturePlan
from league.scheduling.judge import nights_against, traded
from league.scheduling.planner.alternatives import Alternatives, list_figures
from league.scheduling.planner.calendar import FixturingError
from league.scheduling.planner.conflicts import Conflict, WayOut, conflicts_of, ways_out
from league.scheduling.planner.hindrances import Hindrance, hindrance_of, nearest_plans
from league.scheduling.planner.judging import season_of
from league.scheduling.planner.rearranging import Rearranged
from league.scheduling.planner.searching import Progress, search
from league.scheduling.planner.task import Plan, PlanRequest, Task, format_plan
from league.scheduling.requests.file import format_requests, parse_requests
from league.scheduling.requests.nearest import nearest_requests
from league.scheduling.selectors.plans import league_facts, silent_before, with_last_places
from league.scheduling.services.plans import hold_league
from league.shared.errors import written_whole

State = FixturePlan.State
Clock = Callable[[], datetime.datetime]

STEPS_OF_A_WAY_OUT = 2

# The time for conflicts and ways out, and for alternatives: together well under the silence after which
# another search takes over.
PROVING = datetime.timedelta(seconds=60)
COMPARING = datetime.timedelta(seconds=30)
MOST_DEATHS = 3
BROKEN_OFF = (
    "The search failed three times, probably for lack of memory or time. Its best fixtures are saved. Try "
    "fewer requests."
)

# The keys of `progress` that outlast a new search.
LASTING_KEYS = ("given_up", "nearest")


def run_search(*, plan_id: int, clock: Clock) -> bool:
    """Search for a plan's list until it is optimal, stopped or out of time; False if another process does.

    The best list is saved after every step, so only the last step can be lost.
    """
    plan = claim_search(plan_id=plan_id, now=clock())
    if plan is None:
        return False
    try:
        task = _possible_task(plan)
    except FixturingError as refused:
        _end(plan, State.REFUSED, {"refused": list(refused.reasons)})
        return True
    _search(plan, task, clock)
    return True


def _possible_task(plan: FixturePlan) -> Task:
    """Return the task of a plan, or the nearest possible one, which is then noted in its progress.

    Raises FixturingError with the reasons if there is neither.
    """
    plan.progress.pop("nearest", None)
    nearest = nearest_requests(parse_requests(plan.wishes), league_facts(plan.season))
    if nearest.because:
        plan.progress["nearest"] = {
            "because": list(nearest.because),
            "changes": list(nearest.changes),
            "requests_text": format_requests(nearest.file),
        }
    task = nearest.task
    return with_last_places(task, plan.season) if task.weights.run_in else task


def claim_search(*, plan_id: int, now: datetime.datetime) -> FixturePlan | None:
    """Claim a plan that waits, or whose search has gone silent; None if it cannot be claimed.

    Only one plan of a league is searched at a time: the others wait. A search that has died too often is
    not begun again.
    """
    with written_whole():
        league = FixturePlan.objects.values_list("season__league", flat=True).get(pk=plan_id)
        hold_league(league)
        searching = FixturePlan.objects.filter(season__league=league, state=State.SEARCHING)
        if searching.filter(alive_at__gte=silent_before(now)).exists():
            return None
        for silent in searching.select_for_update(of=("self",), no_key=True):
            _count_death(silent)
        held = FixturePlan.objects.select_for_update(of=("self",), no_key=True)
        plan = held.select_related("season__league", "season__rule_book").get(pk=plan_id)
        if plan.state != State.WAITING:
            return None
        plan.state, plan.alive_at = State.SEARCHING, now
        plan.save(update_fields=["state", "alive_at"])
    return plan


def _count_death(plan: FixturePlan) -> None:
    """Put a silent search back in the queue, or stop it after too many deaths."""
    plan.progress["died"] = plan.progress.get("died", 0) + 1
    plan.state = State.WAITING
    if plan.progress["died"] >= MOST_DEATHS:
        plan.state, plan.progress["refused"] = State.STOPPED, [BROKEN_OFF]
    plan.save(update_fields=["state", "progress"])


def _search(plan: FixturePlan, task: Task, clock: Clock) -> None:
    began, spent, died = clock(), plan.progress.get("spent", 0), plan.progress.get("died", 0)
    saved = {key: plan.progress[key] for key in LASTING_KEYS if key in plan.progress}
    progress: Progress | None = None
    alternatives = Alternatives(task)
    for progress in search(task, seed=plan.seed, state=plan.resume or None):
        now = clock()
        seconds = spent + (now - began).total_seconds()
        plan.progress = saved | progress_values(progress) | {"spent": round(seconds, 1), "died": died}
        best = format_plan(progress.plan)
        if best != plan.best:
            alternatives.add(progress.plan, progress.rearranged)
        plan.best, plan.resume = best, dict(progress.state)
        if not _save_progress(plan, now):
            return
        if _is_stopped(plan):
            others = list(_alternatives(plan, task, progress, alternatives, clock))
            _end(plan, State.STOPPED, plan.progress | ({"alternatives": others} if others else {}))
            return
        if seconds >= plan.seconds:
            break
    values = plan.progress
    plan.progress = values | {"is_proving": True}
    if _save_progress(plan, clock()):
        others = list(_alternatives(plan, task, progress, alternatives, clock))
        values |= {"alternatives": others} if others else {}
        _end(plan, State.DONE, values | {"conflicts": list(_conflicts(plan, task, progress, clock))})


def _save_progress(plan: FixturePlan, now: datetime.datetime) -> bool:
    """Save the progress. False if another process has claimed the plan: this one was silent too long."""
    mine = FixturePlan.objects.filter(pk=plan.pk, state=State.SEARCHING, alive_at=plan.alive_at)
    plan.alive_at = now
    return bool(mine.update(best=plan.best, progress=plan.progress, resume=plan.resume, alive_at=now))


def _is_stopped(plan: FixturePlan) -> bool:
    return FixturePlan.objects.filter(pk=plan.pk, stop_asked=True).exists()


def _end(plan: FixturePlan, state: str, progress: Mapping[str, Any]) -> None:
    mine = FixturePlan.objects.filter(pk=plan.pk, state=State.SEARCHING, alive_at=plan.alive_at)
    mine.update(state=state, progress=dict(progress), stop_asked=False, revision=F("revision") + 1)


def progress_values(progress: Progress) -> dict[str, Any]:
    """Return the figures of a search that the page shows, as plain values."""
    return {
        "step": progress.step,
        "found": progress.cost,
        "bound": progress.bound,
        "gap": round(progress.gap, 4),
        "is_optimal": progress.is_optimal,
        "within_template": progress.within_template,
        "keeps_conditions": progress.keeps_conditions,
        "rearranged": _rearranged_values(progress.rearranged),
    }


def _rearranged_values(matches: Iterable[Rearranged]) -> list[dict[str, Any]]:
    return [
        {
            "before": format_plan(Plan(meetings=(match.before,))),
            "after": format_plan(Plan(meetings=(match.after,))),
            "way": match.way.value,
            "because": list(match.because),
            "price": match.price,
        }
        for match in matches
    ]


def _alternatives(
    plan: FixturePlan, task: Task, progress: Progress | None, found: Alternatives, clock: Clock
) -> Iterator[dict[str, Any]]:
    """Yield the lists that are better than the best one in something, as plain values.

    A search that was asked to stop has those it went through, and looks for no others.
    """
    if progress is None or not progress.keeps_conditions:
        return
    until = clock() + COMPARING
    best = list_figures(task, progress.plan, rearranged=len(progress.rearranged))
    found.search(best, seed=plan.seed, is_over=lambda: clock() > until or _is_stopped(plan))
    for other in found.beside(best):
        yield {"best": format_plan(other.plan), "rearranged": _rearranged_values(other.rearranged)}


def _is_met(conflict: Conflict, progress: Progress, start: datetime.date) -> bool:
    """Return whether the list meets all of a conflict from a day on.

    No round of matches can, but single matches may have moved; nights that have gone by are past help.
    """
    requests = [
        condition.source for condition in conflict.conditions if isinstance(condition.source, PlanRequest)
    ]
    nights = (night for request in requests for night in nights_against(request, progress.plan.meetings))
    return progress.keeps_conditions and all(night is not None and night < start for night in nights)


def _conflicts(
    plan: FixturePlan, task: Task, progress: Progress | None, clock: Clock
) -> Iterator[dict[str, Any]]:
    """Yield the conflicts, each with the lists found when one of its conditions is dropped."""
    until = clock() + PROVING

    def is_over() -> bool:
        return clock() > until or _is_stopped(plan)

    # What no round of matches can meet, a rearranged match may.
    unmet = traded(season_of(task, progress.plan)).unmet if progress else None
    if progress is not None and progress.keeps_conditions and not unmet:
        return
    if progress is not None and not progress.keeps_conditions:
        if hindrance := hindrance_of(task, progress, is_over=is_over):
            yield _conflict_values(hindrance, nearest_plans(task, hindrance, progress, is_over=is_over))
        return

    def is_met(conflict: Conflict) -> bool:
        return progress is not None and _is_met(conflict, progress, task.keep_before or datetime.date.min)

    for conflict in conflicts_of(task, is_over=is_over, is_met=is_met):
        ways = ways_out(
            task,
            conflict.conditions,
            steps=STEPS_OF_A_WAY_OUT,
            known=progress,
            is_over=is_over,
        )
        yield _conflict_values(conflict, ways)


def _conflict_values(conflict: Conflict | Hindrance, ways: Iterable[WayOut]) -> dict[str, Any]:
    return {
        "sentence": conflict.sentence,
        "claim": conflict.claim,
        "conditions": [condition.sentence for condition in conflict.conditions],
        "in_whole_weeks": isinstance(conflict, Conflict) and conflict.in_whole_weeks,
        "ways": [
            {
                "given_up": "; ".join(condition.sentence for condition in (way.dropped, *way.besides)),
                "drops": [condition.sentence for condition in (way.dropped, *way.besides)],
                "found": way.progress.cost,
                "keeps_conditions": way.progress.keeps_conditions,
                "best": format_plan(way.progress.plan),
                "resume": dict(way.progress.state),
            }
            for way in ways
        ],
    }
