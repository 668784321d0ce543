"""Chance that falls the same way every time."""

import random

SEED = "hadderley"


def same_every_time(*about: object) -> random.Random:
    """Dice for one thing alone, so that what happens there does not depend on what was thrown before."""
    return random.Random(" ".join(map(str, (SEED, *about))))
