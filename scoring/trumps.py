"""How a suit becomes trumps: pitched, turned up, drawn or auctioned, with all that is said before the play.

Each act makes the next moment of a hand, or refuses with IllegalPlay. Knows nothing of tricks.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from .axes import AfterRun, GiftCannotWinFor, GiftThen, GiftTo, TrumpBy, TurnupWhenRun
from .cards import Card
from .errors import Fault, IllegalPlay
from .hands import MOST_BID, Peg, reached
from .moments import (
    Moment,
    Stage,
    Status,
    TableSetup,
    dealer_side,
    dealt_again,
    is_won,
    pegging,
    scored,
)
from .records import Bid, Say
from .rules import Rules
from .tricks import Holding

# The auction

BIDS = range(1, MOST_BID + 1)
"""What can be bid: a point for each of High, Low, Jack and Game."""

_FIRST_CALLER = {TrumpBy.AUCTION: 0, TrumpBy.COMMERCIAL: 1}
"""Eldest calls first where the bank sells the pitch; where they sell it themselves, the player after them."""


def open_auction(table: TableSetup, moment: Moment) -> Moment:
    """Return the moment in which the first call is awaited."""
    return moment._replace(stage=Stage.BIDDING, turn=_FIRST_CALLER[table.rules.trump])


def least_bid(table: TableSetup, moment: Moment) -> int:
    """Return the least that can be bid now: more than before, or by some houses as much for a dealer."""
    takes = table.rules.dealer_may_equal and moment.turn == table.players - 1
    return max(table.rules.least_bid, moment.contract + (not takes))


def verify_bid(table: TableSetup, moment: Moment, points: int) -> None:
    """Raise IllegalPlay unless it is a pass where one may, or a bid that is high enough and at most four."""
    if moment.stage is not Stage.BIDDING:
        raise IllegalPlay(Fault("no_auction"))
    least = least_bid(table, moment)
    is_last = moment.turn == table.players - 1 and not moment.contract
    if not points and is_last and table.rules.dealer_must_bid:
        raise IllegalPlay(Fault("dealer_must_bid", {"least": least, "most": MOST_BID}))
    if points and not least <= points <= MOST_BID:
        raise IllegalPlay(Fault("bid", {"received": points, "least": least, "most": MOST_BID}))


def verify_bid_in_turn(table: TableSetup, moment: Moment, call: int, bid: Bid) -> None:
    """Raise IllegalPlay, with the call's place from 0, for a bid out of turn or against the rules."""
    if moment.stage is Stage.BIDDING and bid.seat != moment.turn:
        raise IllegalPlay(Fault("turn", {"player": bid.seat, "right": moment.turn + 1, "call": call}))
    try:
        verify_bid(table, moment, bid.points)
    except IllegalPlay as refusal:
        fault = refusal.faults[0]
        raise IllegalPlay(replace(fault, params={**fault.params, "call": call})) from None


def calls_missing(table: TableSetup, bids: Sequence[Bid]) -> Fault:
    """Return the fault of an auction that stops before all have called, or before eldest has sold."""
    return Fault("calls_missing", {"received": len(bids), "right": table.players})


def bid(table: TableSetup, moment: Moment, points: int) -> Moment:
    """Return the moment after a call that is allowed; after the last one the pitch is settled or for sale."""
    called = moment._replace(bids=(*moment.bids, Bid(moment.turn, points)))
    if points:
        called = called._replace(contract=points, pitcher=moment.turn)
    if moment.turn < table.players - 1:
        return called._replace(turn=moment.turn + 1)
    return _AUCTIONED[table.rules.trump](table, called)


def _auctioned(table: TableSetup, moment: Moment) -> Moment:
    """Return the moment in which the highest bidder pitches; where all passed, the next dealer deals."""
    if not moment.contract:
        return dealt_again(table, moment)
    return moment._replace(stage=Stage.PLAY, turn=moment.pitcher)


def _for_sale(_: TableSetup, moment: Moment) -> Moment:
    """Return the moment in which eldest sells or refuses; where all passed they pitch free."""
    return moment._replace(stage=Stage.SALE if moment.contract else Stage.PLAY, turn=0)


_AUCTIONED: Mapping[TrumpBy, Callable[[TableSetup, Moment], Moment]] = {
    TrumpBy.AUCTION: _auctioned,
    TrumpBy.COMMERCIAL: _for_sale,
}


def hold_auction(bids: Sequence[Bid], rules: Rules, players: int, *, sells: bool) -> Moment:
    """Return the moment at the end of an auction by itself, of players each alone and without cards.

    IllegalPlay for a call out of turn, too low or missing.
    """
    table = TableSetup(rules, tuple(range(players)), (0,) * players)
    nothing: tuple[Holding, ...] = ((),) * players
    moment = open_auction(table, Moment(Stage.BIDDING, 0, nothing))
    for call, call_made in enumerate(bids):
        verify_bid_in_turn(table, moment, call, call_made)
        moment = bid(table, moment, call_made.points)
    if moment.stage is Stage.BIDDING:
        raise IllegalPlay(calls_missing(table, bids))
    if moment.stage is not Stage.SALE:
        return moment
    return sell(table, moment) if sells else refuse(table, moment)


def sell(table: TableSetup, moment: Moment) -> Moment:
    """Return the moment after the sale: eldest's side has scored the bid and the buyer pitches."""
    paid = scored(moment, Peg("bid", table.sides[0], moment.contract))
    return paid._replace(stage=Stage.PLAY, turn=moment.pitcher, sold=True)


def refuse(table: TableSetup, moment: Moment) -> Moment:
    """Return the moment after eldest refused: they pitch and must make as much as was bid."""
    return moment._replace(stage=Stage.PLAY, turn=0, pitcher=0)


# The turn-up, drawn or pitched

PACKET = 3
"""Cards given to each player when the pack is run."""


def can_run(rules: Rules, players: int) -> bool:
    """Return whether the pack suffices for one run: the deal, a card turned, a packet each, another card."""
    return players * (rules.hand + PACKET) + 2 <= rules.pack


def start(table: TableSetup, moment: Moment) -> Moment:
    """Return the first moment after the deal, at its lead, in the way this game makes trumps."""
    return _STARTS[table.rules.trump](table, moment)


def _pitch(table: TableSetup, moment: Moment) -> Moment:
    return moment


def _turn_first(table: TableSetup, moment: Moment) -> Moment:
    return _offered(table, _turn_up(table, moment))


_STARTS: Mapping[TrumpBy, Callable[[TableSetup, Moment], Moment]] = {
    TrumpBy.PITCH: _pitch,
    TrumpBy.TURNUP: _turn_first,
    TrumpBy.COMMERCIAL: open_auction,
    TrumpBy.AUCTION: open_auction,
    TrumpBy.RANDOM_DRAW: _pitch,
}

# The turn-up


def _turn_up(table: TableSetup, moment: Moment) -> Moment:
    """Return the moment after a turn-up, which scores at once where it need not fix trumps."""
    card, rules = moment.stock[0], table.rules
    turned = moment._replace(
        stock=moment.stock[1:], left=moment.left - 1, turnups=(*moment.turnups, card), trump=card.suit
    )
    counts = {
        TurnupWhenRun.ALL: True,
        TurnupWhenRun.NOT_REPEAT_SUIT: card.suit is not moment.rejected,
        TurnupWhenRun.FINAL_ONLY: False,
    }
    when = rules.turnup_when_run or TurnupWhenRun.ALL
    return scored(turned, *_turnup_pegs(table, card)) if counts[when] else turned


def _turnup_pegs(table: TableSetup, card: Card) -> list[Peg]:
    points = dict(table.rules.turnup_scores).get(card.rank)
    return [Peg("turnup", dealer_side(table), points)] if points else []


def _offered(table: TableSetup, moment: Moment) -> Moment:
    """Return the moment after a suit is turned: eldest may beg, if they have a beg left, or it is trumps."""
    if table.rules.may_beg and moment.begged < table.rules.begs:
        return moment._replace(stage=Stage.BEGGING, turn=0)
    return _to_play(table, _fixed(table, moment))


def _fixed(table: TableSetup, moment: Moment) -> Moment:
    """Return the moment with the turned suit as trumps, scored where only the card that fixes them scores."""
    if table.rules.turnup_when_run is TurnupWhenRun.FINAL_ONLY:
        return scored(moment, *_turnup_pegs(table, moment.turnups[-1]))
    return moment


def _to_play(table: TableSetup, moment: Moment) -> Moment:
    """Return the moment before the lead, or before discards where hands grown by a run are brought back."""
    size, hand = max(map(len, moment.held)), table.rules.hand
    reduces = {
        AfterRun.KEEP_ALL: False,
        AfterRun.DISCARD_TO_SIX: size > hand,
        AfterRun.DISCARD_IF_12: size >= 2 * hand,
        AfterRun.LAST_THREE: size > hand,
    }[table.rules.after_run or AfterRun.KEEP_ALL]
    return moment._replace(stage=Stage.KEEPING if reduces else Stage.PLAY, turn=0)


# What is said


def verify_say(table: TableSetup, moment: Moment, word: Say) -> None:
    """Raise IllegalPlay for a word out of its moment, or one the house does not allow."""
    if word not in WORDS.get(moment.stage, {}):
        raise IllegalPlay(_out_of_place(moment, word))
    rules = table.rules
    suit = moment.trump
    is_void = all(card.suit is not suit for card in moment.held[moment.turn])
    if word is Say.STAND and rules.must_beg_without_trumps and is_void:
        raise IllegalPlay(Fault("must_beg", {"suit": suit}))
    if word is Say.GIVE and not _may_give(table, moment):
        raise IllegalPlay(Fault("gift_not_allowed"))
    if word is Say.GIVE and rules.must_run_without_trumps and is_void:
        raise IllegalPlay(Fault("must_run", {"suit": suit}))


def say(table: TableSetup, moment: Moment, word: Say) -> Moment:
    """Return the moment after a word that is allowed."""
    return WORDS[moment.stage][word](table, moment._replace(said=(*moment.said, word)))


def _out_of_place(moment: Moment, word: Say) -> Fault:
    code = {
        Say.STAND: "no_begging",
        Say.BEG: "no_begging",
        Say.GIVE: "no_begging",
        Say.RUN: "no_begging",
        Say.BUNCH: "no_bunching",
        Say.PLAY_ON: "no_bunching",
        Say.SELL: "no_sale",
        Say.REFUSE: "no_sale",
    }[word]
    return Fault(code, {"word": word, "stage": moment.stage})


def _stand(table: TableSetup, moment: Moment) -> Moment:
    return _to_play(table, _fixed(table, moment))


def _beg(table: TableSetup, moment: Moment) -> Moment:
    return moment._replace(stage=Stage.REPLY, turn=table.players - 1, begged=moment.begged + 1)


def _gifted(table: TableSetup) -> list[int]:
    """Return the sides that score a gift, eldest's first: every opposing one, or eldest's alone."""
    sides = dict.fromkeys(table.sides)
    if table.rules.gift_to is GiftTo.ELDEST:
        return [table.sides[0]]
    return [side for side in sides if side != dealer_side(table)]


def _may_give(table: TableSetup, moment: Moment) -> bool:
    """Return whether no side that did not beg would win by the gift, where that is not allowed."""
    if table.rules.gift_cannot_win_for is not GiftCannotWinFor.NON_BEGGAR:
        return True
    scores = pegging(table, moment).scores
    others = [side for side in _gifted(table) if side != table.sides[0]]
    return all(reached((scores[side] + 1,), table.rules.target) is None for side in others)


def _give(table: TableSetup, moment: Moment) -> Moment:
    """Return the moment after the gift of a point: play, or in the oldest game the hand is thrown in."""
    after = scored(_fixed(table, moment), *(Peg("gift", side, 1) for side in _gifted(table)))
    if table.rules.gift_then is GiftThen.END_HAND:
        status = Status.WON if is_won(table, after) else Status.HAND_OVER
        return after._replace(stage=Stage.OVER, status=status)
    return _to_play(table, after)


def _run(table: TableSetup, moment: Moment) -> Moment:
    """Return the moment after a run: three cards each and a new turn-up, again while the suit is refused.

    A turned card that wins the game ends it there.
    """
    refused = moment.trump
    after = moment._replace(rejected=refused)
    needed = table.players * PACKET + 1
    while after.trump is refused and (after.runs == moment.runs or not is_won(table, after)):
        if after.left < needed:
            return dealt_again(table, after)
        if len(after.stock) < needed and is_won(table, after):
            break
        if len(after.stock) < needed:
            raise IllegalPlay(Fault("not_run" if after.runs == moment.runs else "must_run_again"))
        after = _turn_up(table, _packets_dealt(table, after))
    if is_won(table, after):
        return after._replace(stage=Stage.OVER, status=Status.WON)
    if table.rules.may_bunch:
        return after._replace(stage=Stage.BUNCHING, turn=0)
    return _offered(table, after)


def _packets_dealt(table: TableSetup, moment: Moment) -> Moment:
    """Return the moment after three cards to each; where only the last three count, those before are out."""
    last_three = table.rules.after_run is AfterRun.LAST_THREE
    before = [holding[: table.rules.hand] if last_three else holding for holding in moment.held]
    held = tuple(
        holding + moment.stock[PACKET * seat : PACKET * (seat + 1)] for seat, holding in enumerate(before)
    )
    dealt = table.players * PACKET
    return moment._replace(
        held=held,
        sizes=tuple(map(len, held)),
        stock=moment.stock[dealt:],
        left=moment.left - dealt,
        runs=moment.runs + 1,
    )


def _bunch(table: TableSetup, moment: Moment) -> Moment:
    return dealt_again(table, moment)


# What is kept


def verify_keep(table: TableSetup, moment: Moment, cards: Sequence[Card]) -> None:
    """Raise IllegalPlay unless a player keeps just as many of their cards as are played with."""
    params = {"player": moment.turn, "right": table.rules.hand, "received": tuple(cards)}
    if moment.stage is not Stage.KEEPING:
        raise IllegalPlay(Fault("no_discard", params))
    if len(set(cards)) != table.rules.hand or len(cards) != table.rules.hand:
        raise IllegalPlay(Fault("discard_to_six", params))
    if not set(cards) <= set(moment.held[moment.turn]):
        raise IllegalPlay(Fault("discard_to_six", params))


def keep(table: TableSetup, moment: Moment, cards: Sequence[Card]) -> Moment:
    """Return the moment after the player awaited has put down what they do not keep."""
    held = list(moment.held)
    held[moment.turn] = tuple(cards)
    kept = moment._replace(held=tuple(held), kept=(*moment.kept, held[moment.turn]))
    if moment.turn < table.players - 1:
        return kept._replace(turn=moment.turn + 1)
    return kept._replace(stage=Stage.PLAY, turn=0)


WORDS: Mapping[Stage, Mapping[Say, Callable[[TableSetup, Moment], Moment]]] = {
    Stage.BEGGING: {Say.STAND: _stand, Say.BEG: _beg},
    Stage.REPLY: {Say.GIVE: _give, Say.RUN: _run},
    Stage.BUNCHING: {Say.BUNCH: _bunch, Say.PLAY_ON: _offered},
    Stage.SALE: {Say.SELL: sell, Say.REFUSE: refuse},
}
