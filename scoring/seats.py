"""Seats and sides: who sits where, who plays with whom, whose turn to pitch. Knows nothing of cards.

Players count from 0 in order of play from the first pitcher; sides from 0. At a table of a league match
side 0 is home and side 1 away; three sides of two or a table of singles simply have more.
"""

from enum import Enum, StrEnum
from typing import Final, Literal, TypeAlias

__all__ = ["AWAY", "HOME", "NOBODY", "Direction", "Nobody", "Side", "Sides", "Taker", "pitcher", "sides_of"]

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


class Sides(StrEnum):
    """Who may play with whom: partners opposite (four in two sides, six in three), each alone, or either.

    Where either may be, four play in two sides unless they say otherwise; at auctions they play alone.
    """

    PARTNERS = "partners"
    SINGLES = "singles"
    EITHER = "either"
    SINGLES_OR_SIDES = "singles_or_sides"


def sides_of(players: int, sides: Sides = Sides.PARTNERS) -> tuple[Side, ...]:
    """The side of each player in order of play: partners opposite with four or six, else each alone."""
    count = players // 2 if players in _IN_SIDES[sides] else players
    return tuple(player % count for player in range(players))


# With how many players partners sit opposite each other unless said otherwise.
_IN_SIDES = {
    Sides.PARTNERS: (4, 6),
    Sides.EITHER: (4,),
    Sides.SINGLES: (),
    Sides.SINGLES_OR_SIDES: (),
}


def pitcher(first: int, hand: int, players: int = 4, direction: Direction = Direction.CLOCKWISE) -> int:
    """The seat that pitches a hand (from 0): the first pitcher's for hand 0, then round the table.

    Seats are numbered clockwise; the dealer sits one place before the pitcher in the direction of play.
    """
    step = 1 if direction is Direction.CLOCKWISE else -1
    return (first + step * hand) % players
