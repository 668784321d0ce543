"""Steps: every hand, by its awards, that can take one score to another."""

from collections.abc import Sequence
from functools import cache
from itertools import product

from scoring.axes import Award
from scoring.entries import Hand
from scoring.games import score_game
from scoring.hands import faults
from scoring.rules import Rules
from scoring.seats import NOBODY, Taker

__all__ = ["hands_between", "hangings", "possible_hands"]


def hands_between(before: Sequence[int], after: Sequence[int], rules: Rules) -> tuple[Hand, ...]:
    """Every hand, by its awards, that takes one score to another, without penalties; empty if none can.

    Of a hand that ends the game only the awards up to the winning one are given, the others as not recorded.
    """
    found: dict[Hand, None] = {}
    for hand in possible_hands(rules, len(before)):
        game = score_game([hand], rules, start=before)
        if not game.faults and game.scores == tuple(after):
            found[_up_to_the_end(hand, game.ending.unpegged if game.ending else ())] = None
    return tuple(found)


def _up_to_the_end(hand: Hand, unpegged: tuple[Award, ...]) -> Hand:
    """The hand with the awards that are not pegged not recorded."""
    high, low, jack, game = (None if award in unpegged else hand.taker(award) for award in Award)
    return Hand(high, low, jack, game, hung=None if jack is None else hand.hung)


@cache
def possible_hands(rules: Rules, sides: int) -> tuple[Hand, ...]:
    """Every set of the four awards a hand can have, in the order of sides, nobody last."""
    takers: tuple[Taker, ...] = (*range(sides), NOBODY)
    hands = (
        Hand(high, low, jack, game, hung=hung)
        for high, low, jack, game in product(takers, repeat=len(Award))
        for hung in hangings(jack, rules)
    )
    return tuple(hand for hand in hands if not faults(hand, rules, sides=sides))


def hangings(jack: Taker | None, rules: Rules) -> tuple[bool | None, ...]:
    """What can be recorded of the hanging of a jack that side, or nobody, took."""
    if rules.hang_jack == rules.jack_points or jack is None:
        return (None,)
    return (False,) if jack is NOBODY else (False, True)
