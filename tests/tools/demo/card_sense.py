"""How the demo's players play their cards: plain card sense, now and then forgotten.

Not a good player, but one whose hands look like hands: he pitches from strength, draws trumps with the
ace, feeds his partner's tricks, takes tens when he can and gives away nothing when he cannot.
"""

import random
from collections.abc import Sequence

from scoring.awards import CardChoice, counts
from scoring.cards import Card, Rank, Suit
from scoring.rules import Rules
from scoring.tricks import winner

WORTH_WINNING = 3  # card points in a trick; a jack of trumps counts as much as a ten
JACK_OF_TRUMPS = 10
LENGTH_OF_A_SUIT = 2  # what another trump in hand is worth when choosing what to pitch
PLAYERS = 4


def player(senses: Sequence[float], rules: Rules, rng: random.Random) -> CardChoice:
    """Four players' choices; `senses` from 0, who plays what comes to hand, to 1, in the order of play."""

    def choose(seat: int, legal: Sequence[Card], trump: Suit | None, trick: Sequence[Card]) -> Card:
        if len(legal) == 1:
            return legal[0]
        if rng.random() > senses[seat]:
            return rng.choice(legal)
        if trump is None:
            return _pitch(legal)
        return _lead(legal, trump, rules) if not trick else _follow(legal, trump, trick, rules)

    return choose


def _pitch(holding: Sequence[Card]) -> Card:
    """The suit with most in it: its best card from the queen up, else its worst, to keep the ten home."""
    suit = max(Suit, key=lambda suit: sum(_strength(card) for card in holding if card.suit is suit))
    suit_held = [card for card in holding if card.suit is suit]
    best = max(suit_held)
    return best if best.rank >= Rank.QUEEN else min(suit_held)


def _strength(card: Card) -> int:
    return LENGTH_OF_A_SUIT + max(0, card.rank - Rank.TEN)


def _lead(holding: Sequence[Card], trump: Suit, rules: Rules) -> Card:
    """A high trump or a side ace; otherwise what can best be spared."""
    masters = [card for card in holding if card.rank >= (Rank.KING if card.suit is trump else Rank.ACE)]
    return (
        max(masters, key=lambda card: (card.suit is trump, card))
        if masters
        else _spare(holding, trump, rules)
    )


def _follow(legal: Sequence[Card], trump: Suit, trick: Sequence[Card], rules: Rules) -> Card:
    """Feed a trick that is the partner's, win one worth winning, or play what can best be spared."""
    winning = winner(trick, trump)
    is_last = len(trick) == PLAYERS - 1
    if winning == len(trick) - 2 and (is_last or trick[winning].rank >= Rank.KING):
        return max(legal, key=lambda card: (_worth(card, trump, rules), -card.rank))
    winners = [card for card in legal if winner([*trick, card], trump) == len(trick)]
    prize = sum(_worth(card, trump, rules) for card in trick)
    if not winners or (prize < WORTH_WINNING and not is_last):
        return _spare(legal, trump, rules)
    if is_last:
        return max(winners, key=lambda card: (_worth(card, trump, rules), -card))
    return max(winners, key=lambda card: (card.suit is trump, card.rank))


def _worth(card: Card, trump: Suit, rules: Rules) -> int:
    if card.suit is trump and card.rank is Rank.JACK:
        return JACK_OF_TRUMPS
    return counts(rules).plain[card.rank]


def _spare(cards: Sequence[Card], trump: Suit, rules: Rules) -> Card:
    """The card that gives least away."""
    return min(cards, key=lambda card: (_worth(card, trump, rules), card.suit is trump, card.rank))
