"""How a record is found: the best of many with everybody who shares it, and the longest run of each."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(slots=True, kw_only=True)
class UnbrokenRun(Generic[T]):
    """Somebody's run: what it is of, the earliest first, and whether it still goes on."""

    who: Hashable
    of: list[T] = field(default_factory=list)
    goes_on: bool = True

    @property
    def length(self) -> int:
        return len(self.of)


def runs(steps: Iterable[tuple[Hashable, bool, T]]) -> list[UnbrokenRun[T]]:
    """Return every run in these steps, earliest first: who took it, and whether it continues their run."""
    current: dict[Hashable, UnbrokenRun[T]] = {}
    ended: list[UnbrokenRun[T]] = []
    for who, continues, step in steps:
        if continues:
            current.setdefault(who, UnbrokenRun(who=who)).of.append(step)
        elif run := current.pop(who, None):
            run.goes_on = False
            ended.append(run)
    return [*ended, *current.values()]


def best(items: Iterable[T], rank: Callable[[T], Any]) -> list[T]:
    """Return the items of the highest rank, in the order they came in."""
    ranked: defaultdict[Any, list[T]] = defaultdict(list)
    for item in items:
        ranked[rank(item)].append(item)
    return ranked[max(ranked)] if ranked else []
