"""Records: the cards of a hand and what was said and played, as they can be written down. Knows no rules."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from scoring.cards import Card, Suit
from scoring.entries import Penalty
from scoring.seats import Side
from scoring.tricks import Play

__all__ = ["Bid", "Holding", "PlayedTrick", "Record", "Say", "ThrowIn"]

Holding: TypeAlias = tuple[Card, ...]
"""The cards of one player."""


class Say(StrEnum):
    """What is said before the play, and by whom: eldest, the dealer, all together, or eldest as seller."""

    STAND = "stand"
    BEG = "beg"
    GIVE = "give"
    RUN = "run"
    BUNCH = "bunch"
    PLAY_ON = "play_on"
    SELL = "sell"
    REFUSE = "refuse"

    @property
    def words(self) -> str:
        return self.value.replace("_", " ")


class Bid(NamedTuple):
    """One player's call for the pitch: points, or 0 for a pass."""

    seat: int
    points: int


class ThrowIn(NamedTuple):
    """A worthless holding laid on a trick in its player's turn."""

    seat: int
    cards: Holding


PlayedTrick: TypeAlias = tuple[Play | ThrowIn, ...]
"""A trick in order of play; a holding thrown in stands in its player's place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A hand written down card by card; players count from 0 in order of play, eldest first.

    `extra` has, for each time the pack was run, three cards for each player; `words` what was said, in
    order. `kept` are the holdings after discards. `revokes` are cards played against the rules and owned to,
    `called` those that lay exposed and were played because an opponent called them. `peeked` is a pitcher's
    partner who looked too soon, `misscored` are players who marked what was not theirs. `cut_short` is a
    hand whose play stopped early.
    """

    holdings: tuple[Holding, ...]
    turnups: tuple[Card, ...] = ()
    extra: tuple[tuple[Holding, ...], ...] = ()
    words: tuple[Say, ...] = ()
    kept: tuple[Holding, ...] = ()
    bids: tuple[Bid, ...] = ()
    trump: Suit | None = None
    stock: tuple[Card, ...] = ()
    tricks: tuple[PlayedTrick, ...] = ()
    revokes: tuple[Card, ...] = ()
    called: tuple[Card, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    no_game_for: tuple[Side, ...] = ()
    peeked: bool = False
    misscored: tuple[int, ...] = ()
    cut_short: bool = False
