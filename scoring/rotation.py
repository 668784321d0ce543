"""Who deals, leads and sits where, from hand to hand. Seats are numbered clockwise round the table."""

from dataclasses import dataclass

from scoring.moments import Status
from scoring.penalties import DealtBy
from scoring.positions import Position
from scoring.seats import Direction

__all__ = ["Seating", "first_seating", "next_dealer"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """The seats of one hand: who deals, and so who is eldest and in which seat each player of it sits."""

    dealer: int
    players: int = 4
    direction: Direction = Direction.CLOCKWISE

    @property
    def eldest(self) -> int:
        """The seat next after the dealer's in the direction of play: he pitches, begs or calls first."""
        return self.seat(0)

    def seat(self, player: int) -> int:
        """The seat of a player of the hand, counted from 0 in order of play, eldest first."""
        step = 1 if self.direction is Direction.CLOCKWISE else -1
        return (self.dealer + step * (player + 1)) % self.players

    def player(self, seat: int) -> int:
        """The place in the order of play of who sits there."""
        step = 1 if self.direction is Direction.CLOCKWISE else -1
        return (step * (seat - self.dealer) - 1) % self.players

    def after(self, dealt_by: DealtBy) -> "Seating":
        """The seats of the next deal: the same dealer's again, or the next one's in the direction of play."""
        dealer = self.dealer if dealt_by is DealtBy.SAME else self.eldest
        return Seating(dealer=dealer, players=self.players, direction=self.direction)


def first_seating(pitcher: int, players: int = 4, direction: Direction = Direction.CLOCKWISE) -> Seating:
    """The seats of the first hand, from who pitches (or begs) first; the dealer sits just before him."""
    step = 1 if direction is Direction.CLOCKWISE else -1
    return Seating(dealer=(pitcher - step) % players, players=players, direction=direction)


def next_dealer(position: Position) -> DealtBy:
    """Who deals after a hand: the next in turn; but again the same where the pack ran out or was bunched.

    An auction in which all passed lets the deal go on.
    """
    again = position.status is Status.REDEAL and not position.moment.bids
    return DealtBy.SAME if again else DealtBy.NEXT
