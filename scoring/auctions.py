"""The auction of the pitch: bids, and the sale where eldest sells it. Knows nothing of turn-ups or tricks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from scoring.axes import TrumpBy
from scoring.errors import IllegalPlay
from scoring.faults import Fault
from scoring.moments import Moment, Stage, Table, dealt_again, scored
from scoring.pegging import Peg
from scoring.preludes import MOST_BID
from scoring.records import Bid, Holding
from scoring.rules import Rules
from scoring.seats import Sides

__all__ = [
    "BIDS",
    "bid",
    "calls_missing",
    "held",
    "opened",
    "refuse",
    "sell",
    "verify_bid",
    "verify_call",
]

BIDS = range(1, MOST_BID + 1)
"""What can be bid: a point for each of High, Low, Jack and Game."""

_FIRST_CALLER = {TrumpBy.AUCTION: 0, TrumpBy.COMMERCIAL: 1}
"""Eldest calls first where the bank sells the pitch; where he sells it himself, the player after him."""


def opened(table: Table, moment: Moment) -> Moment:
    """The first call is awaited."""
    return moment._replace(stage=Stage.BIDDING, turn=_FIRST_CALLER[table.rules.trump])


def verify_bid(table: Table, moment: Moment, points: int) -> None:
    """Raise IllegalPlay unless it is a pass, or higher than the bids before and no more than four."""
    if moment.stage is not Stage.BIDDING:
        raise IllegalPlay(Fault("no_auction"))
    if points and (points not in BIDS or points <= moment.contract):
        last = BIDS[-1]
        raise IllegalPlay(Fault("bid", {"received": points, "least": moment.contract + 1, "most": last}))


def verify_call(table: Table, moment: Moment, call: int, one: Bid) -> None:
    """Raise IllegalPlay, with the call's place from 0, for a bid out of turn or against the rules."""
    if moment.stage is Stage.BIDDING and one.seat != moment.turn:
        raise IllegalPlay(Fault("turn", {"player": one.seat, "right": moment.turn + 1, "call": call}))
    try:
        verify_bid(table, moment, one.points)
    except IllegalPlay as refusal:
        fault = refusal.faults[0]
        raise IllegalPlay(replace(fault, params={**fault.params, "call": call})) from None


def calls_missing(table: Table, bids: Sequence[Bid]) -> Fault:
    """An auction that stops before all have called, or before eldest has sold or refused."""
    return Fault("calls_missing", {"received": len(bids), "right": table.players})


def bid(table: Table, moment: Moment, points: int) -> Moment:
    """The moment after a call that is allowed; after the last one the pitch is settled or for sale."""
    called = moment._replace(bids=(*moment.bids, Bid(moment.turn, points)))
    if points:
        called = called._replace(contract=points, pitcher=moment.turn)
    if moment.turn < table.players - 1:
        return called._replace(turn=moment.turn + 1)
    return _AUCTIONED[table.rules.trump](called)


def _auctioned(moment: Moment) -> Moment:
    """The highest bidder pitches; where all passed, the next dealer deals."""
    if not moment.contract:
        return dealt_again(moment)
    return moment._replace(stage=Stage.PLAY, turn=moment.pitcher)


def _for_sale(moment: Moment) -> Moment:
    """Eldest sells or refuses; where all passed he pitches free."""
    return moment._replace(stage=Stage.SALE if moment.contract else Stage.PLAY, turn=0)


_AUCTIONED: Mapping[TrumpBy, Callable[[Moment], Moment]] = {
    TrumpBy.AUCTION: _auctioned,
    TrumpBy.COMMERCIAL: _for_sale,
}


def held(bids: Sequence[Bid], kind: TrumpBy, players: int, *, sells: bool) -> Moment:
    """An auction by itself, of players each alone and without cards: the moment at its end.

    IllegalPlay for a call out of turn, too low or missing.
    """
    rules = Rules(players=(players,), sides=Sides.SINGLES, trump=kind)
    table = Table(rules, tuple(range(players)), (0,) * players)
    nothing: tuple[Holding, ...] = ((),) * players
    moment = opened(table, Moment(Stage.BIDDING, 0, nothing, (0,) * players, (), 0, None))
    for call, one in enumerate(bids):
        verify_call(table, moment, call, one)
        moment = bid(table, moment, one.points)
    if moment.stage is Stage.BIDDING:
        raise IllegalPlay(calls_missing(table, bids))
    if moment.stage is not Stage.SALE:
        return moment
    return sell(table, moment) if sells else refuse(table, moment)


def sell(table: Table, moment: Moment) -> Moment:
    """Eldest's side scores the bid at once and the buyer pitches."""
    paid = scored(moment, Peg("bid", table.sides[0], moment.contract))
    return paid._replace(stage=Stage.PLAY, turn=moment.pitcher, sold=True)


def refuse(table: Table, moment: Moment) -> Moment:
    """Eldest pitches himself and must make as much as was bid."""
    return moment._replace(stage=Stage.PLAY, turn=0, pitcher=0)
