"""What was recorded of a hand's trumps and card points, and whether any play of the top trumps fits it."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from .awards import Counts
from .axes import LowTo
from .cards import Card, Rank, Suit
from .rules import Rules
from .seats import NOBODY, Side, Taker


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
        """Return what the trump of that rank counts toward Game."""
        return self.counts.trumps[rank]

    def may_be_out(self, rank: Rank) -> bool:
        """Return whether the trump of that rank can have been in play."""
        if (rank is Rank.JACK and self.jack is NOBODY) or self.high is NOBODY:
            return False
        return (self.lowest or Rank.TWO) <= rank <= (self.highest or Rank.ACE)

    def was_out(self, rank: Rank) -> bool:
        """Return whether the trump of that rank is known to have been in play."""
        known_jack = rank is Rank.JACK and (bool(self.hung) or isinstance(self.jack, Side))
        return known_jack or rank in (self.highest, self.lowest, self.pitched)


TOP_TRUMPS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN)
"""The trumps that count toward Game in every variant."""


def some_play_fits(e: Evidence) -> bool:
    """Return whether some way of holding and winning the top trumps gives the awards and points recorded."""
    choices = [[(rank, side) for side in _winners(e, rank)] for rank in TOP_TRUMPS]
    return any(_fits(e, {rank: side for rank, side in won if side is not None}) for won in product(*choices))


def _winners(e: Evidence, rank: Rank) -> tuple[Side | None, ...]:
    """Return the sides that can have won the trump of that rank; None where it can have been out of play."""
    if not e.may_be_out(rank):
        return () if e.was_out(rank) else (None,)
    named = [e.high] if rank == e.highest else []
    named += [e.jack] if rank is Rank.JACK else []
    named += [e.low] if rank == e.lowest and e.rules.low_to is LowTo.WINNER else []
    known = {taker for taker in named if isinstance(taker, Side)}
    sides = tuple(side for side in range(e.sides) if known <= {side})
    return sides if e.was_out(rank) else (None, *sides)


def _fits(e: Evidence, won: Mapping[Rank, Side]) -> bool:
    """Return whether the top trumps, won by these sides, agree with the record.

    A trump is lost only to a higher one of the side that wins the trick. A record shows few losses,
    Low, the card pitched and a hanged jack, so how many cards one trick can take is not asked.
    """
    if not _one_owner_of_high(e, won):
        return False
    if e.rules.low_to is LowTo.HOLDER and not _can_hold(e, won, e.lowest, e.low):
        return False
    if e.hung is not None and Rank.JACK in won and not _jack_went_as_said(e, won):
        return False
    if e.pitcher is not None and not any(_can_have_pitched(e, won, rank) for rank in Rank):
        return False
    return e.points is None or _points_suffice(e, won, e.points)


def _highest(e: Evidence, won: Mapping[Rank, Side]) -> Rank | None:
    """Return the rank of High, if the record or this play of the top trumps tells it."""
    if e.highest or won:
        return e.highest or max(won)
    return Rank.NINE if Rank.NINE in (e.lowest, e.pitched) else None


def _one_owner_of_high(e: Evidence, won: Mapping[Rank, Side]) -> bool:
    """Return whether the highest trump is held, won, and perhaps pitched, by one side."""
    top = _highest(e, won)
    if top is None:
        return True
    owners = {e.high, won.get(top)}
    owners |= {e.low} if top == e.lowest else set()
    owners |= {e.pitcher} if top == e.pitched else set()
    return len(owners - {None}) <= 1


def _can_hold(e: Evidence, won: Mapping[Rank, Side], rank: Rank | None, holder: Taker | None) -> bool:
    """Return whether that side can have held the trump: it won it, or the winner had a higher one."""
    if rank is None or rank not in won or holder is None or won[rank] == holder:
        return True
    taken_with = (higher for higher, side in won.items() if higher > rank and side == won[rank])
    return any(higher != e.pitched or e.pitcher in (None, won[rank]) for higher in taken_with)


def _jack_went_as_said(e: Evidence, won: Mapping[Rank, Side]) -> bool:
    """Return whether some side can have held the jack that, hanged or not, agrees with who won it."""
    taker = won[Rank.JACK]
    holders = [side for side in range(e.sides) if (side != taker) is e.hung]
    if e.lowest is Rank.JACK and e.rules.low_to is LowTo.HOLDER:
        holders = [side for side in holders if e.low in (None, side)]
    if e.pitched is Rank.JACK:
        holders = [side for side in holders if e.pitcher in (None, side)]
    return any(_can_hold(e, won, Rank.JACK, side) for side in holders)


def _can_have_pitched(e: Evidence, won: Mapping[Rank, Side], rank: Rank) -> bool:
    """Return whether the side that pitched can have held, and so pitched, the trump of that rank."""
    if e.pitched not in (None, rank) or not e.may_be_out(rank):
        return False
    if rank in TOP_TRUMPS and rank not in won:
        return False
    if rank == _highest(e, won) and e.high not in (None, e.pitcher):
        return False
    if rank == (e.lowest or Rank.TWO) and e.rules.low_to is LowTo.HOLDER and e.low not in (None, e.pitcher):
        return False
    if rank is Rank.JACK and e.hung is not None and (e.pitcher != won[rank]) is not e.hung:
        return False
    return _can_hold(e, won, rank, e.pitcher)


def _points_suffice(e: Evidence, won: Mapping[Rank, Side], points: tuple[int, ...]) -> bool:
    """Return whether each side has the points of the trumps it won, and the rest is in the other cards."""
    spent = [0] * e.sides
    for rank, side in won.items():
        spent[side] += e.value(rank)
    if any(used > count for used, count in zip(spent, points, strict=True)):
        return False
    small = sum(e.value(rank) for rank in Rank if rank not in TOP_TRUMPS and e.may_be_out(rank))
    return sum(points) - sum(spent) <= e.counts.side_suits + small
