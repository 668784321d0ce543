"""Change a plan by hand, undo that, drop a request that conflicts, or plan the rest of a season again."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.models import FixturePlan, Season, User
from league.scheduling.planner.by_hand import ChangeByHand, apply_change, difference
from league.scheduling.planner.calendar import FixturingError
from league.scheduling.planner.task import Plan, format_plan, parse_plan
from league.scheduling.requests.dropping import without_condition
from league.scheduling.selectors.initial_requests import ReplanStart, requests_for_replan
from league.scheduling.selectors.plans import league_facts, standing_list
from league.scheduling.services.plans import (
    State,
    hold_draft,
    make_plan,
    queue_search,
    task_to_plan,
    write_plan,
)
from league.shared.errors import Refused, written_whole

# Older changes by hand cannot be undone.
MOST_REMEMBERED = 50
NO_ALTERNATIVE = "This alternative is no longer available. Open the plan again."
NO_MATCH = "The match is no longer in this plan. Open the fixtures of the plan again."
NOTHING_CHANGES = "This changes nothing. Choose another night, week, match or team."
NOT_THE_LATEST = "There is no change to undo."
OVERTAKEN = "The plan has changed since, so this change cannot be undone alone."


def change_by_hand(*, plan: FixturePlan, change: ChangeByHand, sentence: str, began_from: int) -> FixturePlan:
    """Save a change of the list with its sentence, so that it can be undone.

    Raises Refused if somebody has changed the plan since revision
    `began_from`, if it is searched or published, or if nothing would change.
    """
    with written_whole():
        plan = hold_draft(plan, began_from)
        before = parse_plan(plan.best)
        if not {change.meeting, change.other or change.meeting} <= set(before.meetings):
            raise Refused(NO_MATCH)
        after = apply_change(before, change, task_to_plan(plan.season, plan.wishes))
        out, in_ = difference(before, after)
        if not out:
            raise Refused(NOTHING_CHANGES)
        entry = {"said": sentence, "out": _rows(out), "in": _rows(in_)}
        _save_fixtures(plan, after, [*plan.progress.get("by_hand", []), entry][-MOST_REMEMBERED:])
    return plan


def undo_change(*, plan: FixturePlan, began_from: int) -> str:
    """Undo the latest change by hand and return its sentence. Raises Refused if there is none."""
    with written_whole():
        plan = hold_draft(plan, began_from)
        remembered = plan.progress.get("by_hand", [])
        if not remembered:
            raise Refused(NOT_THE_LATEST)
        latest = remembered[-1]
        added, removed = (set(parse_plan(latest[which]).meetings) for which in ("in", "out"))
        there = set(parse_plan(plan.best).meetings)
        if not added <= there:
            raise Refused(OVERTAKEN)
        _save_fixtures(plan, Plan(meetings=tuple((there - added) | removed)), remembered[:-1])
    return str(latest["said"])


def drop_request(*, plan: FixturePlan, conflict: int, way: int, began_from: int) -> str:
    """Drop a request as the search proposed, save the list found without it, and return its sentence.

    A later search continues from that list, so it can only become better. Raises Refused if there is no such
    proposal any more.
    """
    with written_whole():
        plan = hold_draft(plan, began_from)
        chosen = _way(plan, conflict, way)
        dropped = str(chosen["given_up"])
        try:
            requests_text = _without(plan, chosen.get("drops", [dropped]))
        except FixturingError as refused:
            raise Refused("\n".join(refused.reasons)) from refused
        if requests_text is None:
            raise Refused(f"These requests do not say that {dropped}; look at the pub, or search again.")
        task_to_plan(plan.season, requests_text)
        plan.wishes, plan.best, plan.resume = requests_text, chosen["best"], chosen.get("resume", {})
        plan.progress = {"given_up": [*plan.progress.get("given_up", []), dropped]}
        plan.state = State.STOPPED
        write_plan(plan, "wishes", "best", "resume", "progress", "state")
    return dropped


def _without(plan: FixturePlan, sentences: Sequence[str]) -> str | None:
    """Return the requests of a plan without these; None where it does not say one of them."""
    league, text = league_facts(plan.season), plan.wishes
    for sentence in sentences:
        without = without_condition(text, league, sentence)
        if without is None:
            return None
        text = without
    return text


def take_alternative(*, plan: FixturePlan, number: int, began_from: int) -> FixturePlan:
    """Make one of the alternatives of the search the plan's list; the list it had takes its place among them.

    Raises Refused if there is no such alternative any more.
    """
    with written_whole():
        plan = hold_draft(plan, began_from)
        others = list(plan.progress.get("alternatives", []))
        if number >= len(others) or plan.progress.get("by_hand"):
            raise Refused(NO_ALTERNATIVE)
        taken = others[number]
        others[number] = {"best": plan.best, "rearranged": plan.progress.get("rearranged", [])}
        plan.best, plan.resume = taken["best"], {}
        # The figures of the search belong to its own list; dropped requests stay dropped.
        saved = {key: plan.progress[key] for key in ("given_up",) if plan.progress.get(key)}
        plan.progress = saved | {"rearranged": taken["rearranged"], "alternatives": others}
        write_plan(plan, "best", "resume", "progress")
    return plan


def accept_nearest(*, plan: FixturePlan, began_from: int) -> FixturePlan:
    """Make the nearest possible requests that a search found those of the plan. Its list stays.

    Raises Refused if there are none any more.
    """
    with written_whole():
        plan = hold_draft(plan, began_from)
        nearest = plan.progress.pop("nearest", None)
        if nearest is None:
            raise Refused(NO_ALTERNATIVE)
        task_to_plan(plan.season, nearest["requests_text"])
        plan.wishes = nearest["requests_text"]
        plan.progress["given_up"] = [*plan.progress.get("given_up", []), *nearest["changes"]]
        write_plan(plan, "wishes", "progress")
    return plan


def _way(plan: FixturePlan, conflict: int, way: int) -> Mapping[str, Any]:
    conflicts = plan.progress.get("conflicts", [])
    ways = conflicts[conflict]["ways"] if conflict < len(conflicts) else []
    if way >= len(ways) or not ways[way]["best"]:
        raise Refused("This choice is no longer available. Open the plan again.")
    chosen: Mapping[str, Any] = ways[way]
    return chosen


def _save_fixtures(plan: FixturePlan, fixtures: Plan, remembered: list[Mapping[str, Any]]) -> None:
    plan.best, plan.resume = format_plan(fixtures), {}
    # The figures of the search belong to another list; dropped requests stay dropped.
    saved = {"given_up": plan.progress["given_up"]} if plan.progress.get("given_up") else {}
    plan.progress = saved | ({"by_hand": remembered} if remembered else {})
    plan.state = State.STOPPED
    write_plan(plan, "best", "resume", "progress", "state")


def _rows(meetings: tuple[Any, ...]) -> list[list[Any]]:
    return format_plan(Plan(meetings=meetings))


NOTHING_STANDS = "There are no fixtures to plan again. Create a plan and publish it first."
AFTER = "Play cannot begin before the day the plan begins. Choose the same day or a later one."


@dataclass(frozen=True, slots=True, kw_only=True)
class Replan:
    """The new plan, and the old requests that could not be carried over."""

    plan: FixturePlan
    dropped: tuple[str, ...]


def plan_again(
    *,
    season: Season,
    beginning: ReplanStart,
    seconds: int,
    by: User | None,
    now: datetime.datetime,
    requests_follow: bool = False,
) -> Replan:
    """Plan the rest of a season again: matches before the start stay, and so do the requests.

    The new plan begins with the present list, so its page shows at once what that costs. Raises Refused, with
    the arithmetic, if the nights left cannot hold the matches left. With `requests_follow` the requests are
    changed first: then nothing is verified or searched yet.
    """
    if beginning.until < beginning.start:
        raise Refused(AFTER)
    with written_whole():
        fixtures = standing_list(season)
        if fixtures is None:
            raise Refused(NOTHING_STANDS)
        requests = requests_for_replan(season, beginning)
        start = beginning.start
        plan = make_plan(
            season=season,
            name=f"Again from {start.day} {start:%B %Y}",
            requests_text=requests.text,
            by=by,
            now=now,
            seconds=seconds,
            meetings=fixtures,
            requests_follow=requests_follow,
        )
        if not requests_follow:
            plan = queue_search(plan=plan)
        return Replan(plan=plan, dropped=requests.dropped)
