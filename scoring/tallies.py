"""Tallies: what one hand would put on a board with room, in the order of pegging."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import NamedTuple, TypeAlias

from scoring.axes import Award
from scoring.entries import Hand
from scoring.hands import faults
from scoring.pegging import Peg
from scoring.preludes import HONOUR, ends_with_gift
from scoring.rules import Rules
from scoring.seats import NOBODY, Taker

__all__ = ["Key", "Tally", "tallies", "tally"]

Key: TypeAlias = tuple[Taker | bool | None, ...]
"""The four awards of a hand, and whether the jack was hung."""


class Tally(NamedTuple):
    """What a hand would peg with room on the board, up to the first award missing from the record."""

    pegs: tuple[Peg, ...]
    missing: tuple[Award, ...] = ()


def tally(hand: Hand, rules: Rules, sides: int) -> Tally:
    """First what was scored at once in the deal or by a sale; then penalties, honours, and the awards."""
    pegs = [one for one in hand.before if not one.what.startswith(HONOUR)]
    if hand.contract and hand.contract.seller is not None:
        pegs.append(Peg("bid", hand.contract.seller, hand.contract.points))
    pegs += [Peg("penalty", given.side, given.points) for given in hand.penalties if given.points > 0]
    pegs += [one for one in hand.before if one.what.startswith(HONOUR)]
    missing = tuple(award for award in rules.awards if hand.taker(award) is None)
    if ends_with_gift(hand, rules):
        missing = ()
    else:
        pegs += _awards(hand, rules)
    return Tally(tuple(one for one in pegs if 0 <= one.side < sides), missing)


def _awards(hand: Hand, rules: Rules) -> list[Peg]:
    """The awards in order; a side that failed its bid is set back and scores nothing."""
    pegs = list(_recorded(hand, rules))
    if hand.contract is None:
        return pegs
    bidder, bid = hand.contract.side, hand.contract.points
    if sum(one.points for one in pegs if one.side == bidder) >= bid:
        return pegs
    if any(hand.taker(award) is None for award in rules.awards):
        return []
    return [Peg("setback", bidder, -bid), *(one for one in pegs if one.side != bidder)]


def _recorded(hand: Hand, rules: Rules) -> Iterator[Peg]:
    for award in rules.awards:
        taker = hand.taker(award)
        if taker is None:
            return
        if isinstance(taker, int):
            yield Peg(award.value, taker, _points(award, hand, rules))


def _points(award: Award, hand: Hand, rules: Rules) -> int:
    """What an award scores; a jack caught from another side may score more."""
    return {
        Award.HIGH: rules.high_points,
        Award.LOW: rules.low_points,
        Award.JACK: rules.hang_jack if hand.hung else rules.jack_points,
        Award.GAME: rules.game_points,
    }[award]


@cache
def tallies(rules: Rules, sides: int) -> Mapping[Key, Tally]:
    """The tally of every hand whose four awards are recorded and possible, and nothing else is."""
    takers: tuple[Taker, ...] = (*range(sides), NOBODY)
    recorded = product(takers, takers, takers, takers, (None, False, True))
    hands = (Hand(high, low, jack, game, hung=hung) for high, low, jack, game, hung in recorded)
    return {
        (hand.high, hand.low, hand.jack, hand.game, hand.hung): tally(hand, rules, sides)
        for hand in hands
        if not faults(hand, rules, sides=sides)
    }
