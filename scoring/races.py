"""From a score to the end of a game: the chances of every score, from what a hand makes of one."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import product
from operator import add, mul
from typing import NamedTuple, TypeAlias, TypeVar

from .axes import GiftTo
from .games import ahead
from .hands import Score
from .rules import Rules
from .seats import Side

T = TypeVar("T")
_PRECISION = 1e-7
_BELOW = {3: 5, 4: 3}
"""With so many sides set-backs are followed only so far below nought; else as far as the target above."""
_MORE_HANDS = 40
"""So many hands after the last of a fixed number are reckoned where sides stay level."""


def turned(values: tuple[T, ...], places: int) -> tuple[T, ...]:
    """Return the values of the sides counted from another side on."""
    places %= len(values)
    return values[places:] + values[:places]


class HandOutcome(NamedTuple):
    """What a hand pegs, in order, sides counted from eldest's; and whether the same dealer deals again."""

    pegs: tuple[tuple[Side, int], ...]
    is_dealt_again: bool


HandOutcomes: TypeAlias = Mapping[HandOutcome, float]
"""How often each comes about, 1 in all."""
Chances: TypeAlias = tuple[float, ...]
"""How likely each side is to win."""


class _Step(NamedTuple):
    """What a hand makes of the score, whatever the order: how often, and in which orders of points."""

    gains: Score
    tops: Score
    """The gains without set-backs: how high a side can get on the way."""
    is_dealt_again: bool
    share: float
    orders: tuple[tuple[HandOutcome, float], ...]


class _NextHand(NamedTuple):
    """What the next hand makes of a score that is so much short of the target.

    `won` is how often each side wins in it. Where the game goes on, `distances` are how far off the scores
    after it lie and `shares` how often: first those after which the deal goes on, then the others.
    """

    won: Chances
    distances: tuple[list[int], list[int]]
    shares: tuple[list[float], list[float]]


class Race:
    """A game to a target, every score of it. Scores and chances are counted from eldest's side on.

    The value of a score is the mean of the values of the scores after the next hand. Where every hand makes
    points, one sweep from the highest scores down finds them; elsewhere sweeps go on until nothing changes.
    The values of a side lie in one list, so that the mean over the steps needs no more than their distances.
    """

    def __init__(self, rules: Rules, sides: int, giving: HandOutcomes, keeping: HandOutcomes) -> None:
        self.target, self.sides = rules.target or 0, sides
        self.gifted = 1 if rules.gift_to is GiftTo.ELDEST else sides - 1
        self.steps = _steps(giving, sides), _steps(keeping, sides)
        every = [step for steps in self.steps for step in steps]
        self.far = [max(step.tops[side] for step in every) + 1 for side in range(sides)]
        """Who is so much short of the target, or more, does not win in the next hand."""
        lost = -min(min(step.gains) for step in every)
        self.least = -_BELOW.get(sides, self.target) if lost else 0
        self.width, self.lowest = self.target - self.least + lost, self.least - lost
        self.places = [self.width**side for side in range(sides)]
        size = self.width**sides
        self.values = [[1 / sides] * size for _ in range(sides)]
        self.turned = [[1 / sides] * size for _ in range(sides)]
        """The values of the scores as they are counted after the deal has gone on."""
        self.next_hands: dict[Score, _NextHand] = {}
        scores = product(range(self.target - 1, self.least - 1, -1), repeat=sides)
        ordered = [
            (*self._both_places(score), self._next_hand(score))
            for score in sorted(scores, key=sum, reverse=True)
        ]
        below = [
            (*self._both_places(score), self._place(self._raised(score)))
            for score in product(range(self.lowest, self.target), repeat=sides)
            if min(score) < self.least
        ]
        while self._sweep(ordered) > _PRECISION and any(sum(step.gains) <= 0 for step in every):
            for place, turned_place, raised in below:
                self._set(place, turned_place, [values[raised] for values in self.values])

    def chances(self, score: Score, played: int = 0) -> Chances:
        """Return the chances of a score, however many hands were played."""
        place = self._place(self._raised(score))
        return tuple(values[place] for values in self.values)

    def _raised(self, score: Score) -> Score:
        return tuple(max(points, self.least) for points in score)

    def _place(self, score: Score) -> int:
        return sum([(points - self.lowest) * place for points, place in zip(score, self.places, strict=True)])

    def _both_places(self, score: Score) -> tuple[int, int]:
        """Return the place of a score, and its place as it is counted after the deal has gone on."""
        return self._place(score), self._place(turned(score, -1))

    def _set(self, place: int, turned_place: int, chances: Sequence[float]) -> None:
        for side, chance in enumerate(chances):
            self.values[side][place] = chance
            self.turned[(side + 1) % self.sides][turned_place] = chance

    def _sweep(self, ordered: Sequence[tuple[int, int, _NextHand]]) -> float:
        """Reckon every score once more; return the greatest change."""
        change = 0.0
        for place, turned_place, hand in ordered:
            chances = []
            for side in range(self.sides - 1):
                chance = hand.won[side]
                for values, distances, shares in zip(
                    (self.turned[side], self.values[side]), hand.distances, hand.shares, strict=True
                ):
                    chance += sum(map(mul, shares, [values[place + distance] for distance in distances]))
                chances.append(chance)
            chances.append(1 - sum(chances))
            change = max(change, *[abs(v[place] - now) for v, now in zip(self.values, chances, strict=True)])
            self._set(place, turned_place, chances)
        return change

    def _next_hand(self, score: Score) -> _NextHand:
        """Return what the next hand makes of a score: the same for all that are as near to the target."""
        short = tuple(min(self.target - points, far) for points, far in zip(score, self.far, strict=True))
        if short not in self.next_hands:
            self.next_hands[short] = self._hand_from(short)
        return self.next_hands[short]

    def _hand_from(self, short: Score) -> _NextHand:
        won = [0.0] * self.sides
        distances: tuple[list[int], list[int]] = [], []
        shares: tuple[list[float], list[float]] = [], []
        keeps = 1 in short[: self.gifted]
        for step in self.steps[keeps]:
            share = step.share
            if any(points <= top for points, top in zip(short, step.tops, strict=True)):
                winners = [(_winner(outcome, short), share) for outcome, share in step.orders]
                share = sum([share for winner, share in winners if winner is None])
                for winner, part in winners:
                    if winner is not None:
                        won[winner] += part
            if share:
                distances[step.is_dealt_again].append(sum(map(mul, step.gains, self.places)))
                shares[step.is_dealt_again].append(share)
        return _NextHand(tuple(won), distances, shares)


def _winner(outcome: HandOutcome, short: Score) -> Side | None:
    """Return the side that wins in a hand, from scores so much short of the target."""
    left = list(short)
    for side, points in outcome.pegs:
        left[side] -= points
        if left[side] <= 0:
            return side
    return None


def _steps(outcomes: HandOutcomes, sides: int) -> tuple[_Step, ...]:
    """Return the outcomes by what they make of the score."""
    orders: defaultdict[tuple[Score, Score, bool], list[tuple[HandOutcome, float]]] = defaultdict(list)
    for outcome, share in outcomes.items():
        gains, tops = [0] * sides, [0] * sides
        for side, points in outcome.pegs:
            gains[side] += points
            tops[side] += max(points, 0)
        orders[tuple(gains), tuple(tops), outcome.is_dealt_again].append((outcome, share))
    return tuple(
        _Step(*key, share=sum([share for _, share in pairs]), orders=tuple(pairs))
        for key, pairs in orders.items()
    )


class FixedHands:
    """A game of so many hands, and of a pitch apiece more while sides are level."""

    def __init__(self, rules: Rules, sides: int, outcomes: HandOutcomes) -> None:
        self.rules, self.sides = rules, sides
        self.steps = _steps(outcomes, sides)
        self.values: dict[tuple[Score, int], Chances] = {}

    def chances(self, score: Score, played: int = 0) -> Chances:
        """Return the chances of a score after so many hands, counted from eldest's side on."""
        lead = tuple(points - min(score) for points in score)
        if (lead, played) not in self.values:
            self.values[lead, played] = self._value(lead, played)
        return self.values[lead, played]

    def _value(self, score: Score, played: int) -> Chances:
        winner = ahead(score, played, self.rules)
        if winner is not None:
            return tuple(float(side == winner) for side in range(self.sides))
        chances = [0.0] * self.sides
        if played >= (self.rules.fixed_hands or 0) + _MORE_HANDS:
            return (1 / self.sides,) * self.sides
        for step in self.steps:
            places = 0 if step.is_dealt_again else 1
            value = self.chances(turned(tuple(map(add, score, step.gains)), places), played + 1)
            for side in range(self.sides):
                chances[side] += step.share * value[side - places]
        return tuple(chances)
