"""Seats and sides: who sits where, who plays with whom, who begins, whose turn it is to deal and to pitch.

Players count from 0 in order of play from the first pitcher; sides from 0. At a table of a league match
side 0 is home and side 1 away; three sides of two or a table of singles simply have more. Seats are
numbered clockwise round the table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cache
from typing import Final, Literal, TypeAlias

from .cards import Card, Rank, Suit
from .errors import Fault, ImpossibleHand

Side: TypeAlias = int
HOME: Final = 0
AWAY: Final = 1


class Nobody(Enum):
    """A point nobody took: a fact about the hand, unlike None, which says that it was not recorded."""

    NOBODY = "nobody"

    # An identity hash: the enum's own is a Python function, felt when a season's hands are scored.
    __hash__ = object.__hash__

    @property
    def words(self) -> str:
        return "nobody"

    def __repr__(self) -> str:
        return "NOBODY"


NOBODY: Final = Nobody.NOBODY
Taker: TypeAlias = Side | Literal[Nobody.NOBODY]


class Direction(StrEnum):
    """The way deal and play go round the table."""

    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"


class Partnering(StrEnum):
    """Who may play with whom: partners opposite (four in two sides, six in three), each alone, or either.

    Where either may be, four play in two sides unless they say otherwise; at auctions they play alone.
    """

    PARTNERS = "partners"
    SINGLES = "singles"
    EITHER = "either"
    SINGLES_OR_SIDES = "singles_or_sides"


@cache
def sides_of(players: int, sides: Partnering = Partnering.PARTNERS) -> tuple[Side, ...]:
    """Return the side of each player in order of play: partners opposite, or each alone."""
    count = players // 2 if players in _IN_SIDES[sides] else players
    return tuple(player % count for player in range(players))


# With how many players partners sit opposite each other unless said otherwise.
_IN_SIDES = {
    Partnering.PARTNERS: (4, 6),
    Partnering.EITHER: (4,),
    Partnering.SINGLES: (),
    Partnering.SINGLES_OR_SIDES: (),
}


def pitcher(first: int, hand: int, players: int = 4, direction: Direction = Direction.CLOCKWISE) -> int:
    """Return the seat that pitches a hand (from 0): the first pitcher's for hand 0, then round the table.

    Seats are numbered clockwise; the dealer sits one place before the pitcher in the direction of play.
    """
    step = 1 if direction is Direction.CLOCKWISE else -1
    return (first + step * hand) % players


class DealtBy(StrEnum):
    """Who deals again."""

    SAME = "same"
    NEXT = "next"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """The seats of one hand: who deals, and so who is eldest and in which seat each player of it sits."""

    dealer: int
    players: int = 4
    direction: Direction = Direction.CLOCKWISE

    @property
    def eldest(self) -> int:
        """The seat next after the dealer's in the direction of play: they pitch, beg or call first."""
        return self.seat(0)

    def seat(self, player: int) -> int:
        """Return the seat of a player of the hand, counted from 0 in order of play, eldest first."""
        step = 1 if self.direction is Direction.CLOCKWISE else -1
        return (self.dealer + step * (player + 1)) % self.players

    def player(self, seat: int) -> int:
        """Return the place in the order of play of who sits there."""
        step = 1 if self.direction is Direction.CLOCKWISE else -1
        return (step * (seat - self.dealer) - 1) % self.players

    def after(self, dealt_by: DealtBy) -> "Seating":
        """Return the seats of the next deal: the same dealer's, or the next in the direction of play."""
        dealer = self.dealer if dealt_by is DealtBy.SAME else self.eldest
        return Seating(dealer=dealer, players=self.players, direction=self.direction)


def first_seating(pitcher: int, players: int = 4, direction: Direction = Direction.CLOCKWISE) -> Seating:
    """Return the seats of the first hand, from who pitches (or begs) first: the dealer sits before them."""
    step = 1 if direction is Direction.CLOCKWISE else -1
    return Seating(dealer=(pitcher - step) % players, players=players, direction=direction)


PUT_ORDER: tuple[Rank, ...] = (
    Rank.THREE,
    Rank.TWO,
    Rank.ACE,
    *(Rank(rank) for rank in range(Rank.KING, Rank.THREE, -1)),
)
"""The ranks in the game of Put, from the highest: Cotton's players cut for the deal by them."""

RED = (Suit.HEARTS, Suit.DIAMONDS)


def first_jack(cards: Sequence[Card], dealer: int, players: int = 4) -> int:
    """Return the seat that pitches first: cards are dealt face up from the dealer's left up to a jack."""
    for place, card in enumerate(cards, start=1):
        if card.rank is Rank.JACK:
            return (dealer + place) % players
    raise ImpossibleHand(Fault("no_jack", {"received": len(cards)}))


def highest_cut(cuts: Sequence[Card], order: Sequence[Rank] = tuple(reversed(Rank))) -> tuple[int, ...]:
    """Return the seats that cut the highest card, by the order given; if they are several, they cut again."""
    best = min(order.index(card.rank) for card in cuts)
    return tuple(seat for seat, card in enumerate(cuts) if order.index(card.rank) == best)


def guessed_colour(cut: Card, *, red: bool) -> bool:
    """Return whether the guesser's side names the first pitcher: it guessed the colour (Lancashire)."""
    return (cut.suit in RED) is red


def red_and_black_jacks(cards: Sequence[Card], dealer: int, players: int = 4) -> dict[int, Card]:
    """Return the seats that play, each with its jack: red jacks play black jacks (Yorkshire).

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
