"""Turns of what waits for the same machine."""

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import TypeVar

Work = TypeVar("Work")
Owner = TypeVar("Owner", bound=Hashable)


def in_turns(waiting: Iterable[tuple[Owner, Work]], running: Iterable[Owner] = ()) -> list[Work]:
    """Return work in the order in which its owners take turns; of each it stays in order.

    Who has work running already comes after who has none: a pile of one league does not keep others waiting.
    """
    turns = Counter(running)
    in_order: list[tuple[int, int, Work]] = []
    for place, (owner, work) in enumerate(waiting):
        in_order.append((turns[owner], place, work))
        turns[owner] += 1
    return [work for _, _, work in sorted(in_order, key=lambda each: each[:2])]
