"""The four points of a hand: High, Low, Jack and Game, one small function each, and what a card counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from scoring.axes import GameTie, LowTo
from scoring.cards import Card, Rank, Suit
from scoring.rules import Rules
from scoring.seats import NOBODY, Side, Taker
from scoring.tricks import Trick, winner

__all__ = ["Counts", "card_points", "counts", "game_point", "high", "jack", "low", "trick_winner"]

_VALUES = {Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2, Rank.JACK: 1, Rank.TEN: 10}
_PIPS = (Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.EIGHT, Rank.NINE)


@dataclass(frozen=True, slots=True)
class Counts:
    """What cards count toward Game under some rules: a trump and a card of another suit, by rank."""

    trumps: Mapping[Rank, int]
    plain: Mapping[Rank, int]

    @property
    def side_suits(self) -> int:
        """The three suits that are not trumps together."""
        return (len(Suit) - 1) * sum(self.plain.values())

    @property
    def pack(self) -> int:
        """The whole pack."""
        return self.side_suits + sum(self.trumps.values())


@cache
def counts(rules: Rules) -> Counts:
    """Ace 4, king 3, queen 2, jack 1, ten 10; in some variants the pips too, or the five of trumps."""
    pips = {rank: int(rank) for rank in _PIPS} if rules.pips_count else {}
    plain = {rank: _VALUES.get(rank, pips.get(rank, 0)) for rank in Rank}
    five = {Rank.FIVE: int(Rank.FIVE)} if rules.five_counts else {}
    return Counts(plain | five, plain)


def high(holders: Mapping[Card, Side], trump: Suit) -> tuple[Card, Side] | None:
    """The highest trump in play scores one for the side that holds it; None if no trump is held."""
    best = max((card for card in holders if card.suit is trump), default=None)
    return None if best is None else (best, holders[best])


def low(
    holders: Mapping[Card, Side], takers: Mapping[Card, Side], trump: Suit, rules: Rules
) -> tuple[Card, Side] | None:
    """The lowest trump in play scores one for the side dealt it or, where the rules say so, winning it."""
    worst = min((card for card in holders if card.suit is trump), default=None)
    if worst is None:
        return None
    return worst, (holders if rules.low_to is LowTo.HOLDER else takers)[worst]


def jack(takers: Mapping[Card, Side], trump: Suit) -> Taker:
    """The jack of trumps scores for the side that wins its trick; nobody's if it was not in play."""
    return takers.get(Card.of(Rank.JACK, trump), NOBODY)


def card_points(takers: Mapping[Card, Side], trump: Suit, sides: int, rules: Rules) -> tuple[int, ...]:
    """What the cards each side took in tricks count toward Game."""
    value, points = counts(rules), [0] * sides
    for card, side in takers.items():
        points[side] += (value.trumps if card.suit is trump else value.plain)[card.rank]
    return tuple(points)


def game_point(points: Sequence[int], tie: GameTie, teams: Sequence[Side]) -> Taker:
    """Game goes to the side with the most card points; level, to nobody, or as the variant settles it.

    `teams` is the side of each player in order of play from eldest; the last player is the dealer.
    """
    level = {side for side, count in enumerate(points) if count == max(points)}
    if len(level) == 1:
        return level.pop()
    if tie is GameTie.ELDER:
        return next(side for side in teams if side in level)
    against_dealer = level - {teams[-1]}
    if tie is GameTie.FOSTER and len(level) == 2 and len(against_dealer) == 1:
        return against_dealer.pop()
    return NOBODY


def trick_winner(trick: Trick, trump: Suit) -> int:
    """The seat that wins a trick."""
    return trick[winner([play.card for play in trick], trump)].seat
