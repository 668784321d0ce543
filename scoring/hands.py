"""A hand as it is recorded, and points put on the board. Knows nothing of whether it can have happened."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from .axes import Award
from .cards import Card, Suit
from .seats import Side, Taker

HONOUR = "honour:"
"""What a marked honour is pegged for, before its card."""
MARK = "mark"
"""What points marked in play are for, where the cards that made them are not recorded."""
MOST_BID = 4
"""The most that can be bid: all four points."""
SMUDGE = "smudge"
"""What a bid of all four that was made is pegged for."""
WHOLE_GAME = 1_000_000
"""Points that win a game from any score; a board never holds so many."""


Score: TypeAlias = tuple[int, ...]
"""Points pegged, side by side."""


@dataclass(frozen=True, slots=True)
class Peg:
    """Points pegged for a side, and for what: an award, "penalty", or what else the game scores.

    A side that fails its bid is set back: its points are below nought.
    """

    what: str
    side: Side
    points: int


def is_marked(point: Peg) -> bool:
    """Return whether points were marked in play, for a card or without it."""
    return point.what == MARK or point.what.startswith(HONOUR)


def marked(hand: "Hand") -> dict[Side, int]:
    """Return what each of two sides marked in play; empty where nothing of it is recorded."""
    marks = [point for point in hand.before if is_marked(point)]
    return {side: sum(point.points for point in marks if point.side == side) for side in (0, 1) if marks}


class Pegging(NamedTuple):
    """What pegging made of a score; `pegged` holds the points really pegged."""

    scores: Score
    pegged: tuple[Peg, ...]
    winner: Side | None


def peg(scores: Sequence[int], pegs: Sequence[Peg], target: int | None, *, cap: bool = True) -> Pegging:
    """Peg points one after another; the first side to reach the target wins and the rest is not pegged.

    `cap` is a board whose last hole is the target. Without a target everything is pegged and nobody wins.
    """
    board = list(scores)
    if target is None or max(board) + sum([point.points for point in pegs if point.points > 0]) < target:
        for point in pegs:
            board[point.side] += point.points
        return Pegging(tuple(board), tuple(pegs), None)
    winner = reached(board, target)
    done: list[Peg] = []
    for point in pegs:
        if winner is not None:
            break
        room = target - board[point.side]
        is_cut = point.points > room and (cap or point.points == WHOLE_GAME)
        done.append(replace(point, points=room) if is_cut else point)
        board[point.side] += done[-1].points
        winner = point.side if board[point.side] >= target else None
    return Pegging(tuple(board), tuple(done), winner)


def reached(scores: Sequence[int], target: int | None) -> Side | None:
    """Return the side that has reached the target, if one has."""
    if target is None:
        return None
    return next((side for side, score in enumerate(scores) if score >= target), None)


@dataclass(frozen=True, slots=True)
class HandPenalty:
    """Points given to a side and pegged before High, as for a partner who looks before the pitch."""

    side: Side
    points: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Contract:
    """The bid that bought the pitch: the side that must make it, its points, and the side it was sold by."""

    side: Side
    points: int
    seller: Side | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """What is recorded of a hand. None is not recorded; NOBODY is a point nobody took.

    `card_points` are the counts toward Game side by side; `pitcher_side` led the first card, `pitched`;
    `hung` says that the jack was caught from another side, where that scores differently. `before` is
    what was put on the board before the awards: turn-ups, gifts, misdeals, honours marked in play.
    `contract` is the bid of an auction; sides in `no_game_for` cannot win Game, for a revoke.
    """

    high: Taker | None = None
    low: Taker | None = None
    jack: Taker | None = None
    game: Taker | None = None
    penalties: tuple[HandPenalty, ...] = ()
    before: tuple[Peg, ...] = ()
    contract: Contract | None = None
    no_game_for: tuple[Side, ...] = ()
    trump: Suit | None = None
    high_card: Card | None = None
    low_card: Card | None = None
    pitched: Card | None = None
    pitcher_side: Side | None = None
    card_points: tuple[int, ...] | None = None
    hung: bool | None = None

    @property
    def has_cards(self) -> bool:
        """Whether more than the awards is recorded."""
        return _cards_of(self) != _NO_CARDS

    @property
    def is_bare(self) -> bool:
        """Whether nothing but the four awards is recorded."""
        return _beside_awards(self) == _NOTHING

    @property
    def has_prelude(self) -> bool:
        """Whether anything before the awards is recorded: points in the deal, a bid, a side without Game."""
        return bool(self.before or self.contract or self.no_game_for)

    def taker(self, award: Award) -> Taker | None:
        """Return who took an award."""
        return {
            Award.HIGH: self.high,
            Award.LOW: self.low,
            Award.JACK: self.jack,
            Award.GAME: self.game,
        }[award]


_CARDS = ("trump", "high_card", "low_card", "pitched", "pitcher_side", "card_points")
_cards_of = attrgetter(*_CARDS)
_NO_CARDS = _cards_of(Hand())
# One look at everything: a season's hands are nearly all bare.
_beside_awards = attrgetter("penalties", "before", "contract", "no_game_for", *_CARDS)
_NOTHING = _beside_awards(Hand())


def all_four(hand: Hand) -> Side | None:
    """Return the side that took all four points of the hand, if one did."""
    takers = {hand.high, hand.low, hand.jack, hand.game}
    taker = takers.pop()
    return taker if not takers and isinstance(taker, int) else None
