"""Times works in turn, so that what else the machine does meets all of them alike."""

import gc
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """Medians of a work in milliseconds: of the processor's time in this process, and of the clock."""

    cpu: float
    wall: float
    spread: float  # of the processor's time: the middle half, as a part of the median

    def over(self, yardstick: "Timing") -> float:
        """Return how many times the yardstick's processor time this takes."""
        return round(self.cpu / yardstick.cpu, 3)


BLOCK = 20
"""Calls of a work in a row: one alone would pay for what the others have pushed out of the processor."""


def interleaved(works: Mapping[str, Callable[[], object]], rounds: int = 3) -> dict[str, Timing]:
    """Return the timings of the works by name, each called twenty times a round."""
    cpu: dict[str, list[float]] = {name: [] for name in works}
    wall: dict[str, list[float]] = {name: [] for name in works}
    for work in works.values():
        work()
    gc.collect()
    gc.freeze()
    for _ in range(rounds):
        for name, work in works.items():
            for _ in range(BLOCK):
                began, clock = time.process_time(), time.perf_counter()
                work()
                cpu[name].append(time.process_time() - began)
                wall[name].append(time.perf_counter() - clock)
    gc.unfreeze()
    return {name: _timing(cpu[name], wall[name]) for name in works}


def _timing(cpu: list[float], wall: list[float]) -> Timing:
    low, median, high = statistics.quantiles(cpu, n=4)
    return Timing(cpu=1000 * median, wall=1000 * statistics.median(wall), spread=(high - low) / median)
