"""How many examples Hypothesis tries: a quarter in the gate, all of them with --slow."""

from hypothesis import settings

QUICK, THOROUGH = "quick", "thorough"
ALL = 100  # Hypothesis's own number, for a test that names none

# A busy machine is no fault: no deadline.
settings.register_profile(QUICK, deadline=None, max_examples=ALL // 4)
settings.register_profile(THOROUGH, deadline=None, max_examples=ALL)


def examples(number: int) -> int:
    """Return how many of so many examples the profile tries, for @settings(max_examples=examples(40))."""
    return max(1, number * settings.default.max_examples // ALL)
