"""How much of the same is tried: in the gate a part, all of it with --slow.

Of what Hypothesis makes up a tenth; of long lists (pages, forms) each so-many-eth, always the same ones.
"""

from collections.abc import Iterable
from typing import TypeVar

from hypothesis import settings

ThingType = TypeVar("ThingType")

QUICK, THOROUGH = "quick", "thorough"
ALL = 100  # Hypothesis's own number, for a test that names none

# A busy machine is no fault: no deadline.
settings.register_profile(QUICK, deadline=None, max_examples=ALL // 10)
settings.register_profile(THOROUGH, deadline=None, max_examples=ALL)


def examples(number: int) -> int:
    """Return how many of so many examples the profile tries, for @settings(max_examples=examples(40))."""
    return max(1, number * settings.default.max_examples // ALL)


def part_of(things: Iterable[ThingType], *, each: int, place: int = 0) -> list[ThingType]:
    """Return each so-many-eth of the things, from a place on, and at least one; with --slow all of them.

    The parts of as many places in a row as `each` says are the whole together.
    """
    whole = list(things)
    if settings.default.max_examples >= ALL or not whole:
        return whole
    return whole[place % min(each, len(whole)) :: each]
