"""The carry-over effect: whether a team keeps meeting those whom the same other team has just met.

Each team passes its opponent of a round on to whoever it meets next round. The effect is the sum of the
squares of how often each team passes on to each other, counted round the leg: places times places - 1 in
the fairest draw there could be, where everybody passes on to everybody once. The circle method has the
greatest there is. Source: K. Russell, Balancing carry-over effects in round robin tournaments, 1980; best
known figures from the RobinX repository of the University of Ghent.
"""

import math
from collections import Counter
from collections.abc import Sequence
from random import Random

from league.fixturing.circle import Round, circle

BEST_KNOWN = {4: 12, 6: 60, 8: 56, 10: 108, 12: 176, 14: 234, 16: 240}
WARM, COLD, TRIES = 30.0, 0.5, 4000
# For numbers that double from four: the polynomial by which a field of that many is reckoned in.
FIELDS = {4: 0b111, 8: 0b1011, 16: 0b10011}


def carry_over(rows: Sequence[Sequence[int]]) -> int:
    """The effect of one leg of a division: a row a team, a free week (0) passes nothing on."""
    passed: Counter[tuple[int, int]] = Counter()
    for row in rows:
        for place, opponent in enumerate(row):
            before = row[place - 1]
            if before and opponent:
                passed[abs(before), abs(opponent)] += 1
    return sum(times * times for times in passed.values())


def least_carry_over(places: int) -> int:
    """The best known effect of a leg; where none is known, the least anybody could think of."""
    return BEST_KNOWN.get(places, places * (places - 1))


def fair_leg(places: int, rng: Random) -> tuple[Round, ...]:
    """The rounds of the circle in an order that mixes the opponents. Home and away are left as they fall.

    For 4, 8 and 16 places there is a list in which everybody passes on to everybody once.
    """
    if places in FIELDS:
        return _leg_of_a_field(places, FIELDS[places])
    leg = circle(places)
    order = list(range(len(leg)))
    rng.shuffle(order)
    partners = [_partners(games, places) for games in leg]
    cost = best = _effect(partners, order)
    best_order = list(order)
    for number in range(TRIES if len(order) > 3 else 0):
        heat = WARM * (COLD / WARM) ** (number / TRIES)
        one, other = rng.sample(range(len(order)), 2)
        order[one], order[other] = order[other], order[one]
        new = _effect(partners, order)
        if new > cost and rng.random() >= math.exp((cost - new) / heat):
            order[one], order[other] = order[other], order[one]
            continue
        cost = new
        if cost < best:
            best, best_order = cost, list(order)
    return tuple(leg[number] for number in best_order)


def _leg_of_a_field(places: int, polynomial: int) -> tuple[Round, ...]:
    """In each round the places meet whose numbers add up (without carrying) to the next power of 2."""
    leg, power = [], 1
    for _ in range(places - 1):
        leg.append(tuple((one, one ^ power) for one in range(places) if one < one ^ power))
        power <<= 1
        power ^= polynomial if power >= places else 0
    return tuple(leg)


def _partners(games: Round, places: int) -> list[int]:
    found = [0] * places
    for home, away in games:
        found[home], found[away] = away + 1, home + 1
    return found


def _effect(partners: Sequence[Sequence[int]], order: Sequence[int]) -> int:
    return carry_over(list(zip(*(partners[number] for number in order), strict=True)))
