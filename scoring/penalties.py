"""What a revoke and a misdeal cost by the rules of a game; None where they are silent."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from scoring.axes import Misdeal, Revoke
from scoring.rules import Rules

__all__ = [
    "DealFault",
    "DealtBy",
    "MisdealPenalty",
    "RevokePenalty",
    "misdeal_penalty",
    "revoke_penalty",
]


@dataclass(frozen=True, slots=True)
class RevokePenalty:
    """Points to each opposing side; whether the side loses the game, or cannot win Game in this hand."""

    points: int
    loses_game: bool = False
    no_game_point: bool = False


def revoke_penalty(rules: Rules, *, led_trump: bool, held_top_five: bool) -> RevokePenalty | None:
    """What a revoke costs that nobody corrected before the trick ended; None where the source is silent.

    In Trinidad who fails to follow a trump lead with one of A K Q J 10 of trumps in hand loses the game.
    """
    if rules.revoke is Revoke.SILENT:
        return None
    if rules.revoke is Revoke.OPPONENTS_ONE:
        return RevokePenalty(1)
    if rules.revoke is Revoke.GAME_OR_ONE and led_trump and held_top_five:
        return RevokePenalty(0, loses_game=True)
    return RevokePenalty(1, no_game_point=True)


class DealFault(StrEnum):
    """What can go wrong in a deal: a wrong number of cards, no cut, a faced or bad pack, a card shown."""

    COUNT = "count"
    UNCUT = "uncut"
    FACED = "faced"
    EXPOSED = "exposed"


class DealtBy(StrEnum):
    """Who deals again."""

    SAME = "same"
    NEXT = "next"


@dataclass(frozen=True, slots=True)
class MisdealPenalty:
    """Points to each side opposing the dealer, and who deals again."""

    points: int
    dealer: DealtBy


def misdeal_penalty(rules: Rules, fault: DealFault = DealFault.COUNT) -> MisdealPenalty | None:
    """What a misdeal costs; None where the source is silent.

    A card shown by the dealer lets his opponents have the deal stand instead (Foster).
    """
    return _MISDEALS[rules.misdeal].get(fault)


_AGAIN = MisdealPenalty(0, DealtBy.SAME)
_PASSES = MisdealPenalty(0, DealtBy.NEXT)
_MISDEALS: Mapping[Misdeal, Mapping[DealFault, MisdealPenalty]] = {
    Misdeal.SILENT: {},
    Misdeal.OPPONENTS_ONE: {DealFault.COUNT: MisdealPenalty(1, DealtBy.SAME)},
    Misdeal.DEAL_PASSES: {
        DealFault.COUNT: _PASSES,
        DealFault.UNCUT: _PASSES,
        DealFault.FACED: _AGAIN,
        DealFault.EXPOSED: _AGAIN,
    },
    Misdeal.SAME_DEALER: dict.fromkeys(DealFault, _AGAIN),
    Misdeal.REDEAL_OR_DRAW: {DealFault.COUNT: _AGAIN},
}
