"""A search for a list, done once for all tests that ask for the same: it depends on its task and seed."""

from collections.abc import Iterator, Mapping
from itertools import count
from threading import Lock
from typing import Any

from league.scheduling.planner import searching
from league.scheduling.planner.searching import Progress
from league.scheduling.planner.task import Task

MOST_KEPT = 50


class Steps:
    """The steps of a search, as many as anybody has asked for."""

    def __init__(self, task: Task, seed: int) -> None:
        self.taken: list[Progress] = []
        self._search, self._lock = searching.search(task, seed=seed), Lock()

    def __iter__(self) -> Iterator[Progress]:
        for place in count():
            with self._lock:
                if place == len(self.taken):
                    self.taken += [step for step in [next(self._search, None)] if step]
            if place == len(self.taken):
                return
            yield self.taken[place]


known: dict[tuple[str, int, int], Steps] = {}


def steps_of(task: Task, *, seed: int, state: Mapping[str, Any] | None) -> Iterator[Progress]:
    """Return what `search` yields; one that goes on from a state is searched."""
    if state is not None:
        return searching.search(task, seed=seed, state=state)
    # A test may change how long is repaired.
    key = repr(task), seed, searching.REPAIR_TRIES
    if key not in known or not known[key].taken:  # it was refused, and will be again
        if len(known) == MOST_KEPT:
            known.clear()
        known[key] = Steps(task, seed)
    return iter(known[key])
