"""Requests of a plan that conflict, as its page shows them: each with what it costs to drop it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from league.models import FixturePlan


@dataclass(frozen=True, slots=True, kw_only=True)
class ConflictingRequest:
    """One of the conditions, and the way without it; `way` is its number for the button, None without one."""

    sentence: str
    way: str | None = None
    cost: int | None = None
    keeps_conditions: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanConflict:
    """Conditions that are too many together, and what is known of that. Those that can be dropped come
    first, the cheapest first. With `in_whole_weeks` it is proved of lists in whole weeks only.
    """

    claim: str
    in_whole_weeks: bool
    requests: tuple[ConflictingRequest, ...]


def conflicts_shown(plan: FixturePlan) -> list[PlanConflict]:
    """Return the conflicts that the search of a plan found."""
    return [_conflict(*numbered) for numbered in enumerate(plan.progress.get("conflicts", []))]


def _conflict(number: int, conflict: Mapping[str, Any]) -> PlanConflict:
    droppable = [
        ConflictingRequest(
            sentence=way["given_up"],
            way=f"{number}.{place}" if way["best"] else None,
            cost=way["found"],
            keeps_conditions=way.get("keeps_conditions", True),  # not in older plans
        )
        for place, way in enumerate(conflict["ways"])
    ]
    named = {request.sentence for request in droppable}
    others = [
        ConflictingRequest(sentence=sentence)
        for sentence in conflict.get("conditions", [])
        if sentence not in named
    ]
    # Searches of earlier releases kept the whole sentence only.
    return PlanConflict(
        claim=conflict.get("claim", conflict["sentence"].rstrip(".")),
        in_whole_weeks=conflict.get("in_whole_weeks", True),
        requests=(*droppable, *others),
    )
