"""Other lists with as few breaks as the circle's: the weeks in which the breaks fall are chosen differently.

Places come in twos of opposite patterns. The first two have no break, each other two break in a week of
their own; for which weeks there is a list at all is found out by a small exact problem.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from league.fixturing.circle import Round, changed, circle
from league.fixturing.solver import Problem, solve

TRIES = 40


def other_leg(places: int, rng: Random) -> tuple[Round, ...]:
    """A leg with the fewest breaks, by chance another than the circle's."""
    if places % 2:
        leg = circle(places)
        begin = rng.randrange(len(leg))
        turned = leg[begin:] + leg[:begin]
        return turned if rng.random() < 0.5 else changed(turned)
    gaps = range(1, places - 1)
    for _ in range(TRIES):
        found = leg_breaking_in(places, tuple(sorted(rng.sample(gaps, places // 2 - 1))))
        if found is not None:
            return found
    leg = circle(places)
    return leg if rng.random() < 0.5 else leg[::-1]


@lru_cache(maxsize=256)
def leg_breaking_in(places: int, gaps: tuple[int, ...]) -> tuple[Round, ...] | None:
    """A leg in which one couple of places breaks at each of these rounds, or None if there is none."""
    homes = _patterns(places - 1, gaps)
    problem = Problem()
    meets = {
        (one, other, number): problem.choice()
        for one in range(places)
        for other in range(one)
        for number in range(places - 1)
        if homes[one][number] != homes[other][number]
    }
    for one in range(places):
        for other in range(one):
            problem.exactly_one(
                meets[one, other, number] for number in range(places - 1) if (one, other, number) in meets
            )
        for number in range(places - 1):
            couples = ((max(one, other), min(one, other)) for other in range(places) if other != one)
            problem.exactly_one(meets[*couple, number] for couple in couples if (*couple, number) in meets)
    answer = solve(problem)
    if not answer.values:
        return None
    rounds: list[list[tuple[int, int]]] = [[] for _ in range(places - 1)]
    for (one, other, number), choice in meets.items():
        if answer.values[choice]:
            rounds[number].append((one, other) if homes[one][number] else (other, one))
    return tuple(map(tuple, rounds))


def _patterns(rounds: int, gaps: Sequence[int]) -> list[list[bool]]:
    """For every place and round whether it is at home: couples of opposite patterns."""
    found = []
    for gap in (rounds, *gaps):
        pattern = [(number + (number >= gap)) % 2 == 0 for number in range(rounds)]
        found += [pattern, [not home for home in pattern]]
    return found
