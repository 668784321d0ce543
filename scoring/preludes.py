"""Preludes: what comes before the awards of a hand, and whether it can have been so in this game.

Turn-ups, gifts and misdeals of the deal, honours marked in play, and the bid for the pitch.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from scoring.axes import GiftThen, TrumpBy
from scoring.cards import Card, Rank
from scoring.entries import Hand
from scoring.errors import NotationError
from scoring.faults import Fault
from scoring.pegging import Peg
from scoring.penalties import misdeal_penalty
from scoring.rules import Rules
from scoring.seats import Taker

__all__ = ["HONOUR", "ends_with_gift", "faults"]

HONOUR = "honour:"
"""What a marked honour is pegged for, before its card."""

MOST_BID = 4
"""The most that can be bid: all four points."""


def faults(hand: Hand, rules: Rules) -> list[Fault]:
    """Everything in the prelude of a hand that this game does not know, or that cannot go together."""
    found = [fault for one in hand.before for fault in _point_faults(one, rules)]
    found += _deal_faults(hand)
    if ends_with_gift(hand, rules) and any(hand.taker(award) is not None for award in rules.awards):
        found.append(Fault("awards_after_gift"))
    found += _contract_faults(hand, rules)
    barred: tuple[Taker, ...] = hand.no_game_for
    if hand.game is not None and hand.game in barred:
        found.append(Fault("game_barred", {"side": hand.game}))
    return found


def ends_with_gift(hand: Hand, rules: Rules) -> bool:
    """Whether the hand was thrown in after a gift, as in the oldest game."""
    return rules.gift_then is GiftThen.END_HAND and any(one.what == "gift" for one in hand.before)


def _turnup(one: Peg, rules: Rules) -> bool:
    return one.points in dict(rules.turnup_scores).values()


def _gift(one: Peg, rules: Rules) -> bool:
    return rules.may_beg and one.points == 1


def _misdeal(one: Peg, rules: Rules) -> bool:
    penalty = misdeal_penalty(rules)
    return penalty is not None and penalty.points == one.points


def _point_faults(one: Peg, rules: Rules) -> Iterator[Fault]:
    """A point pegged before the awards that this game does not give, or not so."""
    if one.what.startswith(HONOUR):
        if (_rank(one.what), one.points) not in rules.trump_honours:
            yield Fault("honour_not_marked", {"card": one.what.removeprefix(HONOUR), "points": one.points})
    elif one.what not in _KNOWN:
        yield Fault("unknown_point", {"received": one.what, "known": ", ".join(_KNOWN)})
    elif not _KNOWN[one.what](one, rules):
        yield Fault(f"{one.what}_not_scored", {"points": one.points})


_KNOWN: Mapping[str, Callable[[Peg, Rules], bool]] = {"turnup": _turnup, "gift": _gift, "misdeal": _misdeal}


def _rank(what: str) -> Rank | None:
    try:
        return Card.parse(what.removeprefix(HONOUR)).rank
    except NotationError:
        return None


def _deal_faults(hand: Hand) -> Iterator[Fault]:
    """Turn-ups score for the dealer, gifts and misdeals for the others; a gift ends the turning."""
    dealers = {one.side for one in hand.before if one.what == "turnup"}
    others = [one.side for one in hand.before if one.what == "gift"]
    if len(dealers) > 1:
        yield Fault("turnup_two_sides")
    if dealers & {one.side for one in hand.before if one.what in ("gift", "misdeal")}:
        yield Fault("gift_to_dealer")
    if len(set(others)) < len(others):
        yield Fault("gift_twice")
    what = [one.what for one in hand.before if one.what in _KNOWN]
    if any(pair == ("gift", "turnup") for pair in pairwise(what)):
        yield Fault("turnup_after_gift")


def _contract_faults(hand: Hand, rules: Rules) -> Iterator[Fault]:
    """A bid is one to four, sold only by eldest where he sells, and binds the side that pitched."""
    contract = hand.contract
    if contract is None:
        return
    if not rules.has_auction:
        yield Fault("no_auction")
    if not 1 <= contract.points <= MOST_BID:
        yield Fault("bid", {"received": contract.points, "least": 1, "most": MOST_BID})
    if contract.seller is not None and rules.trump is not TrumpBy.COMMERCIAL:
        yield Fault("no_seller")
    if hand.pitcher_side is not None and hand.pitcher_side != contract.side:
        yield Fault("contract_side", {"side": contract.side})
