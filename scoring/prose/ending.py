"""The end of a game in words: what it is played to, and what a slip costs."""

from collections.abc import Iterator, Mapping

from scoring.axes import Misdeal, Revoke
from scoring.prose.words import count, listed, points
from scoring.rules import Rules

__all__ = ["penalties", "target", "winning"]


def winning(rules: Rules) -> Iterator[str]:
    """What a game is played to, and how it ends."""
    if rules.target is not None:
        yield f"A game is played to {target(rules)}."
        yield _PAST[rules.cap_at_target]
        yield (
            "Points count as they are made and in the order given: the first side to get there wins at once."
        )
    if rules.fixed_hands is not None:
        yield (
            f"A game is {count(rules.fixed_hands)} hand{'' if rules.fixed_hands == 1 else 's'}, and whoever "
            "has more points then has won; if the score is level, every side pitches once more, until it "
            "is not."
        )
    if rules.target is None and rules.fixed_hands is None:
        yield "A game has no target: those who play say when it ends."
    if rules.all_four_stake is not None:
        yield (
            "For money: a hand of which one side takes all four points is worth "
            f"{rules.all_four_stake} to each of its players, paid by the other side."
        )


def target(rules: Rules) -> str:
    """11; with two players 9."""
    others = [f"with {count(players)} players {points}" for players, points in rules.target_with]
    return "; ".join([str(rules.target), *([listed(others)] if others else [])])


_PAST: Mapping[bool, str] = {
    True: "The winner's score stops there.",
    False: "The winner's score may pass it.",
}


def penalties(rules: Rules) -> Iterator[str]:
    """What a misdeal, a revoke, an exposed card, a look too soon and a wrong score cost."""
    yield _MISDEALS[rules.misdeal]
    yield _REVOKES[rules.revoke]
    if rules.may_call_exposed:
        yield (
            "A card exposed stays face up; the opponents may call it to any trick, unless to play it would "
            "be a revoke."
        )
    if rules.peek_penalty is not None:
        cost = (
            f"if they do, the other side scores {points(rules.peek_penalty)} at once"
            if rules.peek_penalty
            else "it costs nothing if they do"
        )
        yield f"Before the first lead the leader's partner may not look at their own cards; {cost}."
    yield (
        f"Where that is agreed, a score marked wrong is taken down and the opponents score "
        f"{count(rules.wrong_score)}."
    )


_MISDEALS: Mapping[Misdeal, str] = {
    Misdeal.SILENT: "The sources give no penalty for a misdeal.",
    Misdeal.OPPONENTS_ONE: "If the wrong number of cards is dealt, the dealer's opponents score one point, "
    "and the same dealer deals again.",
    Misdeal.DEAL_PASSES: "If the wrong number of cards is dealt, or the pack was not cut, the deal passes. "
    "If a card is faced in the pack the same dealer deals again; if the dealer shows one, the opponents "
    "choose.",
    Misdeal.SAME_DEALER: "After a misdeal the same dealer deals again.",
    Misdeal.REDEAL_OR_DRAW: "If the wrong number of cards is dealt, the opponents may ask for a new deal; "
    "before a card is played, cards too many may be drawn out instead.",
}
_REVOKES: Mapping[Revoke, str] = {
    Revoke.SILENT: "The sources give no penalty for a revoke.",
    Revoke.OPPONENTS_ONE: "A revoke gives the opponents one point.",
    Revoke.ONE_AND_NO_GAME: "A revoke not put right before the trick ends gives the opponents one point, and "
    "the side that revoked cannot score Game in that hand.",
    Revoke.GAME_OR_ONE: "A revoke not put right before the trick ends gives the opponents one point, and the "
    "side that revoked cannot score Game in that hand; but to keep back a trump of the top five from a trump "
    "lead loses the whole game.",
}
