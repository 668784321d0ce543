"""Evidence: what was recorded of a hand's trumps and card points, each fact known or not."""

from dataclasses import dataclass

from scoring.awards import Counts
from scoring.cards import Card, Rank, Suit
from scoring.rules import Rules
from scoring.seats import NOBODY, Side, Taker

__all__ = ["Evidence"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What is known of the trumps and card points of one hand; None is not recorded.

    `highest`, `lowest` and `pitched` are ranks of the trump suit `suit`. `pitcher` and `elder` are the sides
    that pitched, if trumps were pitched, and that led first by right, if the lead was not bid for.
    `is_barred` says that a side cannot win Game.
    """

    rules: Rules
    counts: Counts
    sides: int
    suit: Suit
    high: Taker | None
    low: Taker | None
    jack: Taker | None
    game: Taker | None
    hung: bool | None
    pitcher: Side | None
    elder: Side | None
    highest: Rank | None
    lowest: Rank | None
    pitched: Rank | None
    points: tuple[int, ...] | None
    is_barred: bool = False

    def card(self, rank: Rank) -> Card:
        return Card.of(rank, self.suit)

    def value(self, rank: Rank) -> int:
        """What the trump of that rank counts toward Game."""
        return self.counts.trumps[rank]

    def may_be_out(self, rank: Rank) -> bool:
        """Whether the trump of that rank can have been in play."""
        if (rank is Rank.JACK and self.jack is NOBODY) or self.high is NOBODY:
            return False
        return (self.lowest or Rank.TWO) <= rank <= (self.highest or Rank.ACE)

    def was_out(self, rank: Rank) -> bool:
        """Whether the trump of that rank is known to have been in play."""
        known_jack = rank is Rank.JACK and (bool(self.hung) or isinstance(self.jack, Side))
        return known_jack or rank in (self.highest, self.lowest, self.pitched)
