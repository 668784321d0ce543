"""Create, change, queue, stop and delete plans of a season's fixtures."""

import datetime

from league.competition.selectors import league_today
from league.competition.services import FINISHED, hold_season, read_first
from league.models import FixturePlan, League, Season, User
from league.scheduling.planner.calendar import FixturingError
from league.scheduling.planner.impossible import verify_names
from league.scheduling.planner.task import Plan, Task, format_plan
from league.scheduling.selectors.initial_requests import from_today
from league.scheduling.selectors.plans import task_of_season
from league.shared.errors import GONE, Refused, verify, written_whole

State = FixturePlan.State

MOST_SECONDS = 600
SEARCHED = "A search is running on this plan. Stop it first."
DECIDED = "This plan is published and cannot change. Create a new plan from its requests."
CHANGED = "Somebody else has changed this plan. Open it again and check it."


@read_first
def make_plan(
    *,
    season: Season,
    name: str,
    requests_text: str,
    by: User | None,
    now: datetime.datetime,
    seconds: int = 30,
    seed: int = 1,
    meetings: Plan | None = None,
    requests_follow: bool = False,
    is_stored: bool = True,
) -> FixturePlan:
    """Create a draft of the season's list; `meetings` is a list to begin with.

    If the season has begun without a list, the first night is today or later, unless the requests set one.

    Raises Refused, with every reason, if the requests cannot be understood. With `requests_follow` they are
    still to be written, and only the search verifies them. It need not be stored here.
    """
    with written_whole():
        season = hold_season(season)
        if season.is_finished:
            raise Refused(FINISHED)
        if meetings is None:
            requests_text = from_today(season, requests_text, league_today(season.league, now))
        if not requests_follow:
            task_to_plan(season, requests_text)
        plan = FixturePlan(
            season=season,
            name=name,
            wishes=requests_text,
            seconds=_verified_seconds(seconds),
            seed=seed,
            made_at=now,
            made_by=by,
            best=format_plan(meetings) if meetings else [],
        )
        verify(plan)
        if is_stored:
            plan.save()
    return plan


@read_first
def change_requests(*, plan: FixturePlan, requests_text: str, seconds: int, began_from: int) -> FixturePlan:
    """Save other requests for a plan. The list found for the old ones stays; the search begins anew."""
    with written_whole():
        plan = hold_draft(plan, began_from)
        task_to_plan(plan.season, requests_text)
        plan.wishes, plan.seconds = requests_text, _verified_seconds(seconds)
        plan.resume, plan.progress = {}, {}
        plan.state = State.DRAFT
        write_plan(plan, "wishes", "seconds", "resume", "progress", "state")
    return plan


def queue_search(*, plan: FixturePlan) -> FixturePlan:
    """Put a plan in the queue, or let a stopped search continue. A second request changes nothing.

    Raises Refused if its requests cannot be understood, and once it was published.
    """
    with written_whole():
        plan = _held(plan)
        if plan.state in (State.WAITING, State.SEARCHING):
            return plan
        if plan.state == State.PUBLISHED:
            raise Refused(DECIDED)
        task_to_plan(plan.season, plan.wishes)
        plan.state, plan.stop_asked, plan.alive_at = State.WAITING, False, None
        plan.progress = plan.progress | {"spent": 0, "died": 0, "refused": []}
        plan.save(update_fields=["state", "stop_asked", "alive_at", "progress"])
    return plan


def stop_search(*, plan: FixturePlan) -> FixturePlan:
    """Take a plan out of the queue, or let its search end after the present step."""
    with written_whole():
        plan = _held(plan)
        if plan.state == State.WAITING:
            plan.state = State.STOPPED
        plan.stop_asked = plan.state == State.SEARCHING
        plan.save(update_fields=["state", "stop_asked"])
    return plan


def delete_plan(*, plan: FixturePlan) -> None:
    """Delete a plan. Raises Refused while it is searched, or once it was published."""
    with written_whole():
        plan = _held(plan)
        if plan.state == State.SEARCHING:
            raise Refused(SEARCHED)
        if plan.state == State.PUBLISHED:
            raise Refused("This plan was published, so it cannot be deleted.")
        plan.delete()


def task_to_plan(season: Season, requests_text: str) -> Task:
    """Return the task of a season and requests. Raises Refused with everything that cannot be understood.

    That no list can meet them is no reason to refuse them: a search finds the nearest that is possible.
    """
    try:
        task = task_of_season(season, requests_text)
        verify_names(task)
    except FixturingError as refused:
        raise Refused("\n".join(refused.reasons)) from refused
    return task


def hold_plan(plan: FixturePlan, began_from: int) -> FixturePlan:
    """Return the plan, locked. Raises Refused if it is searched or was changed since `began_from`."""
    plan = _held(plan)
    if plan.state == State.SEARCHING:
        raise Refused(SEARCHED)
    if plan.revision != began_from:
        raise Refused(CHANGED)
    return plan


def hold_draft(plan: FixturePlan, began_from: int) -> FixturePlan:
    """Return the plan, locked, as `hold_plan` does. Raises Refused also once it was published."""
    plan = hold_plan(plan, began_from)
    if plan.state == State.PUBLISHED:
        raise Refused(DECIDED)
    return plan


def _held(plan: FixturePlan) -> FixturePlan:
    held = FixturePlan.objects.select_for_update(of=("self",), no_key=True)
    fixture_plan = held.select_related("season__league", "season__rule_book").filter(pk=plan.pk).first()
    if fixture_plan is None:
        raise Refused(GONE)
    return fixture_plan


def write_plan(plan: FixturePlan, *fields: str) -> None:
    """Save the changed fields of a locked plan, as a new revision."""
    plan.revision += 1
    verify(plan)
    plan.save(update_fields=[*fields, "revision"])


def _verified_seconds(seconds: int) -> int:
    if not 1 <= seconds <= MOST_SECONDS:
        raise Refused(f"{seconds} seconds is not possible. A search takes from 1 to {MOST_SECONDS}.")
    return seconds


def hold_league(league_id: int) -> None:
    """Lock the league, so that only one search is begun, or plan published, at a time."""
    list(League.objects.select_for_update(no_key=True).filter(pk=league_id))
