"""The classical lists: the circle method with home and away by the canonical patterns, and its later legs.

A list of places, not of teams: which team takes which place is decided afterwards. Places come in twos
whose home nights never fall together, which is what two teams of one pub need. Sources: D. de Werra, Some
models of graphs for scheduling sports competitions, 1988; F. Della Croce and D. Oliveri on later legs, 2006.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from league.fixturing.task import SecondHalf

Game = tuple[int, int]
"""The place at home and the place away."""

Round = tuple[Game, ...]

# By how many weeks a later leg begins further on than the leg before it.
SHIFTS = {SecondHalf.MIRRORED: 0, SecondHalf.FRENCH: 1, SecondHalf.ENGLISH: -1, SecondHalf.FREE: -1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """The rounds of a season for numbered places."""

    places: int
    rounds: tuple[Round, ...]


def template(
    places: int, meetings: int, second_half: SecondHalf, leg: Sequence[Round] | None = None
) -> Template:
    """A season made of legs: the first given or by the circle, the later ones following from it."""
    first = tuple(leg) if leg is not None else circle(places)
    twins = twin_rounds(len(first), meetings, second_half)
    rounds: list[Round] = [()] * (len(first) * meetings)
    for base, group in enumerate(twins):
        for number, where in enumerate(group):
            rounds[where] = first[base] if number % 2 == 0 else changed_round(first[base])
    return Template(places=places, rounds=tuple(rounds))


def twin_rounds(leg: int, meetings: int, second_half: SecondHalf) -> tuple[tuple[int, ...], ...]:
    """For each round of the first leg the rounds of the season that follow from it, itself the first."""
    shift = SHIFTS[second_half]
    return tuple(
        tuple(number * leg + (base - shift * number) % leg for number in range(meetings))
        for base in range(leg)
    )


def circle(places: int) -> tuple[Round, ...]:
    """Everybody against everybody once, with as few breaks as there can be: places - 2, none if odd."""
    turning = places - 1 + places % 2
    return tuple(_round(number, turning, with_still=places % 2 == 0) for number in range(turning))


def _round(number: int, turning: int, *, with_still: bool) -> Round:
    still = turning
    games = [(number, still) if number % 2 == 0 else (still, number)] if with_still else []
    for step in range(1, (turning + 1) // 2):
        one, other = (number + step) % turning, (number - step) % turning
        games.append((one, other) if step % 2 else (other, one))
    return tuple(games)


def changed(rounds: Sequence[Round]) -> tuple[Round, ...]:
    """The same list with home and away changed."""
    return tuple(changed_round(games) for games in rounds)


def changed_round(games: Round) -> Round:
    """A round with home and away changed."""
    return tuple((away, home) for home, away in games)


def least_breaks(places: int, meetings: int, second_half: SecondHalf) -> int:
    """The fewest breaks any list of this kind can have.

    Even numbers: no two teams are at home on the same nights all through a leg, for they could not meet.
    Cheapest are the turns of home and away that, gone round the leg, are broken once; wherever that is,
    there are two of them, opposite to each other. Odd numbers: one team a round is free, and cheapest is
    the turn that nothing else breaks. A free list is made of legs that each stand for themselves.
    """
    if second_half is SecondHalf.FREE:
        return meetings * least_breaks(places, 1, SecondHalf.MIRRORED)
    leg = places - 1 + places % 2
    twins = twin_rounds(leg, meetings, second_half)
    costs = sorted(_breaks(_turn(leg, begin, with_free=bool(places % 2)), twins) for begin in range(leg))
    return sum(costs) if places % 2 else 2 * sum(costs[: places // 2])


def _turn(leg: int, begin: int, *, with_free: bool) -> list[bool | None]:
    """Home and away in turn from a round on, round the leg and back to it; None for the free week before."""
    turn: list[bool | None] = [number % 2 == 0 for number in range(leg)]
    if with_free:
        turn[-1] = None
    return turn[leg - begin :] + turn[: leg - begin]


def _breaks(turn: Sequence[bool | None], twins: Sequence[Sequence[int]]) -> int:
    """The breaks of a season whose first leg has this turn of home and away."""
    sides = {
        where: is_home == (number % 2 == 0)
        for is_home, group in zip(turn, twins, strict=True)
        for number, where in enumerate(group)
        if is_home is not None
    }
    season = [sides[number] for number in sorted(sides)]
    return sum(one == other for one, other in pairwise(season))
