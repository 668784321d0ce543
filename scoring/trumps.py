"""How a suit becomes trumps: pitched, turned up or drawn, and all that is said of it before the play.

Each act makes the next moment of a hand, or refuses with IllegalPlay. Bids are for
`auctions`. Knows nothing of tricks.
"""

from collections.abc import Callable, Mapping, Sequence

from scoring import auctions
from scoring.axes import (
    AfterRun,
    GiftCannotWinFor,
    GiftThen,
    GiftTo,
    TrumpBy,
    TurnupWhenRun,
)
from scoring.cards import Card
from scoring.errors import IllegalPlay
from scoring.faults import Fault
from scoring.moments import Moment, Stage, Status, Table, dealer_side, dealt_again, pegging, scored
from scoring.pegging import Peg, reached
from scoring.records import Say

__all__ = ["keep", "say", "start", "verify_keep", "verify_say"]

PACKET = 3
"""Cards given to each player when the pack is run."""


def start(table: Table, moment: Moment) -> Moment:
    """The first moment after the deal, in the way this game makes trumps."""
    return _STARTS[table.rules.trump](table, moment)


def _pitch(table: Table, moment: Moment) -> Moment:
    return moment._replace(stage=Stage.PLAY)


def _turn_first(table: Table, moment: Moment) -> Moment:
    return _offered(table, _turn_up(table, moment))


_STARTS: Mapping[TrumpBy, Callable[[Table, Moment], Moment]] = {
    TrumpBy.PITCH: _pitch,
    TrumpBy.TURNUP: _turn_first,
    TrumpBy.COMMERCIAL: auctions.opened,
    TrumpBy.AUCTION: auctions.opened,
    TrumpBy.RANDOM_DRAW: _pitch,
}

# The turn-up


def _turn_up(table: Table, moment: Moment) -> Moment:
    """Turn the next card. It scores for the dealer's side at once where a turn-up need not fix trumps."""
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


def _turnup_pegs(table: Table, card: Card) -> list[Peg]:
    points = dict(table.rules.turnup_scores).get(card.rank)
    return [Peg("turnup", dealer_side(table), points)] if points else []


def _offered(table: Table, moment: Moment) -> Moment:
    """A suit is turned: eldest may beg, if he has a beg left; else it is trumps."""
    if table.rules.may_beg and moment.begged < table.rules.begs:
        return moment._replace(stage=Stage.BEGGING, turn=0)
    return _to_play(table, _fixed(table, moment))


def _fixed(table: Table, moment: Moment) -> Moment:
    """The turned suit is trumps; where only the card that fixes them scores, it scores now."""
    if table.rules.turnup_when_run is TurnupWhenRun.FINAL_ONLY:
        return scored(moment, *_turnup_pegs(table, moment.turnups[-1]))
    return moment


def _to_play(table: Table, moment: Moment) -> Moment:
    """Discards first, where hands grown by a run are brought back; then eldest leads."""
    size, hand = max(map(len, moment.held)), table.rules.hand
    reduces = {
        AfterRun.KEEP_ALL: False,
        AfterRun.DISCARD_TO_SIX: size > hand,
        AfterRun.DISCARD_IF_12: size >= 2 * hand,
        AfterRun.LAST_THREE: size > hand,
    }[table.rules.after_run or AfterRun.KEEP_ALL]
    return moment._replace(stage=Stage.KEEPING if reduces else Stage.PLAY, turn=0)


# What is said


def verify_say(table: Table, moment: Moment, word: Say) -> None:
    """Raise IllegalPlay for a word out of its moment, or one the house does not allow."""
    if word not in _WORDS.get(moment.stage, {}):
        raise IllegalPlay(_out_of_place(moment, word))
    rules = table.rules
    suit = moment.trump
    if (
        word is Say.STAND
        and rules.must_beg_without_trumps
        and all(c.suit is not suit for c in moment.held[0])
    ):
        raise IllegalPlay(Fault("must_beg", {"suit": suit}))
    if word is Say.GIVE and not _may_give(table, moment):
        raise IllegalPlay(Fault("gift_not_allowed"))


def say(table: Table, moment: Moment, word: Say) -> Moment:
    """The moment after a word that is allowed."""
    return _WORDS[moment.stage][word](table, moment)


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


def _stand(table: Table, moment: Moment) -> Moment:
    return _to_play(table, _fixed(table, moment))


def _beg(table: Table, moment: Moment) -> Moment:
    return moment._replace(stage=Stage.REPLY, turn=table.players - 1, begged=moment.begged + 1)


def _gifted(table: Table) -> list[int]:
    """The sides that score a gift, eldest's first: every opposing one, or eldest's alone."""
    sides = dict.fromkeys(table.sides)
    if table.rules.gift_to is GiftTo.ELDEST:
        return [table.sides[0]]
    return [side for side in sides if side != dealer_side(table)]


def _may_give(table: Table, moment: Moment) -> bool:
    """Where a gift may not win the game for one who did not beg, no such side may be a point short."""
    if table.rules.gift_cannot_win_for is not GiftCannotWinFor.NON_BEGGAR:
        return True
    scores = pegging(table, moment).scores
    others = [side for side in _gifted(table) if side != table.sides[0]]
    return all(reached((scores[side] + 1,), table.rules.target) is None for side in others)


def _give(table: Table, moment: Moment) -> Moment:
    """The gift: one point, after a turned jack; then play, or in the oldest game the hand is thrown in."""
    given = scored(_fixed(table, moment), *(Peg("gift", side, 1) for side in _gifted(table)))
    if table.rules.gift_then is GiftThen.END_HAND:
        return given._replace(stage=Stage.OVER, status=Status.HAND_OVER)
    return _to_play(table, given)


def _run(table: Table, moment: Moment) -> Moment:
    """Set the turn-up aside, give three cards each, turn again; again while the suit is the one refused."""
    refused = moment.trump
    after = moment._replace(rejected=refused)
    needed = table.players * PACKET + 1
    while after.trump is refused:
        if after.left < needed:
            return dealt_again(after)
        if len(after.stock) < needed:
            raise IllegalPlay(Fault("not_run" if after.runs == moment.runs else "must_run_again"))
        after = _turn_up(table, _packets_dealt(table, after))
    if table.rules.may_bunch:
        return after._replace(stage=Stage.BUNCHING, turn=0)
    return _offered(table, after)


def _packets_dealt(table: Table, moment: Moment) -> Moment:
    """Three cards to each player; where only the last three count, those before go out unseen."""
    packets = [moment.stock[PACKET * seat : PACKET * (seat + 1)] for seat in range(table.players)]
    last_three = table.rules.after_run is AfterRun.LAST_THREE
    before = [holding[: table.rules.hand] if last_three else holding for holding in moment.held]
    held = tuple(holding + packet for holding, packet in zip(before, packets, strict=True))
    dealt = table.players * PACKET
    return moment._replace(
        held=held,
        sizes=tuple(map(len, held)),
        stock=moment.stock[dealt:],
        left=moment.left - dealt,
        runs=moment.runs + 1,
    )


def _bunch(table: Table, moment: Moment) -> Moment:
    return dealt_again(moment)


# What is kept


def verify_keep(table: Table, moment: Moment, cards: Sequence[Card]) -> None:
    """Raise IllegalPlay unless a player keeps just as many of his cards as are played with."""
    params = {"player": moment.turn, "right": table.rules.hand, "received": tuple(cards)}
    if moment.stage is not Stage.KEEPING:
        raise IllegalPlay(Fault("no_discard", params))
    if len(set(cards)) != table.rules.hand or len(cards) != table.rules.hand:
        raise IllegalPlay(Fault("discard_to_six", params))
    if not set(cards) <= set(moment.held[moment.turn]):
        raise IllegalPlay(Fault("discard_to_six", params))


def keep(table: Table, moment: Moment, cards: Sequence[Card]) -> Moment:
    """The moment after the player awaited has put down what he does not keep."""
    held = list(moment.held)
    held[moment.turn] = tuple(cards)
    kept = moment._replace(held=tuple(held))
    if moment.turn < table.players - 1:
        return kept._replace(turn=moment.turn + 1)
    return kept._replace(stage=Stage.PLAY, turn=0)


_WORDS: Mapping[Stage, Mapping[Say, Callable[[Table, Moment], Moment]]] = {
    Stage.BEGGING: {Say.STAND: _stand, Say.BEG: _beg},
    Stage.REPLY: {Say.GIVE: _give, Say.RUN: _run},
    Stage.BUNCHING: {Say.BUNCH: _bunch, Say.PLAY_ON: _offered},
    Stage.SALE: {Say.SELL: auctions.sell, Say.REFUSE: auctions.refuse},
}
