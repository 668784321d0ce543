"""A hand at one moment: what has been dealt, said and played so far, and whose turn it is. A value.

The acts of `trumps` and `plays` make the next moment of one; `positions` keeps them in order.
"""

from enum import StrEnum
from typing import NamedTuple

from .cards import Card, Suit
from .hands import Peg, Pegging, Score, peg
from .records import Bid, Say
from .rules import Rules
from .seats import Side
from .tricks import Holding, PlayedTrick


class Stage(StrEnum):
    """What is awaited: a word, a bid, the cards to keep, a card; or nothing more."""

    BEGGING = "begging"
    REPLY = "reply"
    BUNCHING = "bunching"
    KEEPING = "keeping"
    BIDDING = "bidding"
    SALE = "sale"
    PLAY = "play"
    OVER = "over"


class Status(StrEnum):
    """What became of the hand: played, won during the deal, ended by a gift, or to be dealt again."""

    PLAY = "play"
    WON = "won"
    HAND_OVER = "hand_over"
    REDEAL = "redeal"


class TableSetup(NamedTuple):
    """What stays the same through a hand: the rules, each player's side, the score before it."""

    rules: Rules
    sides: tuple[Side, ...]
    scores: Score

    @property
    def players(self) -> int:
        return len(self.sides)


class Moment(NamedTuple):
    """A hand at one moment. `turn` is the player awaited; `left` counts the cards not yet dealt.

    What a card played changes comes first: all behind it is carried over in one piece (`plays.play`).
    `trump` is the suit proposed while there is begging. `sizes` are the holdings before any discard.
    `pegs` are the points made so far, without the four awards. `no_game_for` are sides that cannot win Game,
    `lost` one that has lost the whole game, by a revoke. `exposed` are cards shown and not yet played,
    `called` the one of them the player awaited must play. What was done to come here: `said`, `kept` (the
    holdings of those who have discarded), `revokes` and `calls`, cards played against the rules and called.
    """

    stage: Stage
    turn: int
    held: tuple[Holding, ...]
    trump: Suit | None = None
    called: Card | None = None
    trick: PlayedTrick = ()
    tricks: tuple[PlayedTrick, ...] = ()
    winners: tuple[int, ...] = ()
    pegs: tuple[Peg, ...] = ()
    stock: tuple[Card, ...] = ()
    left: int = 0
    sizes: tuple[int, ...] = ()
    turnups: tuple[Card, ...] = ()
    rejected: Suit | None = None
    begged: int = 0
    runs: int = 0
    bids: tuple[Bid, ...] = ()
    pitcher: int = 0
    contract: int = 0
    sold: bool = False
    status: Status = Status.PLAY
    no_game_for: tuple[Side, ...] = ()
    lost: Side | None = None
    exposed: tuple[Card, ...] = ()
    said: tuple[Say, ...] = ()
    kept: tuple[Holding, ...] = ()
    revokes: tuple[Card, ...] = ()
    calls: tuple[Card, ...] = ()


def pegging(table: TableSetup, moment: Moment) -> Pegging:
    """Return the board at that moment, before the awards."""
    return peg(table.scores, moment.pegs, table.rules.target, cap=table.rules.cap_at_target)


def scored(moment: Moment, *pegs: Peg) -> Moment:
    """Return that moment with points put on the board."""
    return moment._replace(pegs=moment.pegs + pegs) if pegs else moment


def dealer_side(table: TableSetup) -> Side:
    """Return the side of the dealer, the last player in order of play."""
    return table.sides[-1]


def is_won(table: TableSetup, moment: Moment) -> bool:
    """Return whether a point made before the play has won the game."""
    return pegging(table, moment).winner is not None


def dealt_again(table: TableSetup, moment: Moment) -> Moment:
    """Return the moment of a new deal: the pack ran out, all bunched, or all passed. Points are kept.

    A game won meanwhile is over all the same.
    """
    status = Status.WON if is_won(table, moment) else Status.REDEAL
    return moment._replace(stage=Stage.OVER, status=status, trump=None)
