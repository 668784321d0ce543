"""How a game begins: who pitches or deals first and who plays with whom, by the cards dealt or cut for it.

Seats are numbered clockwise round the table.
"""

from collections.abc import Sequence

from scoring.cards import Card, Rank, Suit
from scoring.errors import ImpossibleHand
from scoring.faults import Fault

__all__ = ["PUT_ORDER", "first_jack", "guessed_colour", "highest_cut", "red_and_black_jacks"]

PUT_ORDER: tuple[Rank, ...] = (
    Rank.THREE,
    Rank.TWO,
    Rank.ACE,
    *(Rank(rank) for rank in range(Rank.KING, Rank.THREE, -1)),
)
"""The ranks in the game of Put, from the highest: Cotton's players cut for the deal by them."""

RED = (Suit.HEARTS, Suit.DIAMONDS)


def first_jack(cards: Sequence[Card], dealer: int, players: int = 4) -> int:
    """The seat that pitches first: cards are dealt face up from the dealer's left up to a jack."""
    for place, card in enumerate(cards, start=1):
        if card.rank is Rank.JACK:
            return (dealer + place) % players
    raise ImpossibleHand(Fault("no_jack", {"received": len(cards)}))


def highest_cut(cuts: Sequence[Card], order: Sequence[Rank] = tuple(reversed(Rank))) -> tuple[int, ...]:
    """The seats that cut the highest card, by the order given; if they are several, they cut again."""
    best = min(order.index(card.rank) for card in cuts)
    return tuple(seat for seat, card in enumerate(cuts) if order.index(card.rank) == best)


def guessed_colour(cut: Card, *, red: bool) -> bool:
    """Whether the guesser's side names the first pitcher: the colour cut is the one guessed (Lancashire)."""
    return (cut.suit in RED) is red


def red_and_black_jacks(cards: Sequence[Card], dealer: int, players: int = 4) -> dict[int, Card]:
    """The seats that play, each with its jack: red jacks play black jacks, more players wait (Yorkshire).

    Cards are dealt face up from the dealer's left until four jacks are out; who has one gets no more.
    """
    jacks: dict[int, Card] = {}
    seat = dealer
    for card in cards:
        seat = next(s % players for s in range(seat + 1, seat + 1 + players) if s % players not in jacks)
        if card.rank is Rank.JACK:
            jacks[seat] = card
        if len(jacks) == len(Suit):
            return jacks
    raise ImpossibleHand(Fault("no_jack", {"received": len(cards)}))
