"""How much of the same is tried: in the gate a part, all of it with --slow.

Of what Hypothesis makes up a tenth; of long lists (pages, forms) each so-many-eth, always the same ones.
"""

from collections.abc import Iterable
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings

ThingType = TypeVar("ThingType")

QUICK, THOROUGH = "quick", "thorough"
ALL = 100  # Hypothesis's own number, for a test that names none

# A busy machine is no fault: no deadline, nor for making things up.
for profile, number in {QUICK: ALL // 10, THOROUGH: ALL}.items():
    settings.register_profile(
        profile, deadline=None, max_examples=number, suppress_health_check=[HealthCheck.too_slow]
    )


def examples(number: int) -> int:
    """Return how many of so many examples the profile tries, for @settings(max_examples=examples(40))."""
    return max(1, number * settings.default.max_examples // ALL)


def is_whole() -> bool:
    """Say whether everything is tried."""
    return settings.default.max_examples >= ALL


def sampled(cases: Iterable[Any], *, each: int) -> list[Any]:
    """Return the cases of a @parametrize, all but each so-many-eth marked slow; the first never is."""
    return [case if place % each == 0 else _slow(case) for place, case in enumerate(cases)]


def _slow(case: Any) -> Any:
    if hasattr(case, "marks"):
        return pytest.param(*case.values, marks=[*case.marks, pytest.mark.slow], id=case.id)
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)


def part_of(things: Iterable[ThingType], *, each: int, place: int = 0) -> list[ThingType]:
    """Return each so-many-eth of the things, from a place on, and at least one; with --slow all of them.

    The parts of as many places in a row as `each` says are the whole together.
    """
    whole = list(things)
    if is_whole() or not whole:
        return whole
    return whole[place % min(each, len(whole)) :: each]
