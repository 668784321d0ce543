"""What a line of a hand records, in full: what follows from its seats, words and cards filled in.

Refuses with the errors of the rules themselves: a word said out of its turn, a card played against the rules.
"""

from dataclasses import replace

from scoring import auctions, trumps
from scoring.axes import Draw, Revoke, TrumpBy
from scoring.cards import PACK
from scoring.deals import interleaved
from scoring.entries import Contract, Hand, Penalty
from scoring.errors import IllegalPlay
from scoring.faults import Fault
from scoring.games import score_game
from scoring.inferences import seen, verify_seen
from scoring.moments import Moment, Stage, Status, Table
from scoring.notation.sheets import HandLine
from scoring.notation.spelling import bad_word
from scoring.notation.terms import Terms
from scoring.pegging import Score
from scoring.positions import Position
from scoring.reckoning import Reckoning, hand_of
from scoring.records import Holding, Record, Say
from scoring.replays import replay
from scoring.seats import NOBODY, Side

__all__ = ["is_played_whole", "line_of", "opening_of", "played_out", "recorded", "told_by_play"]

PACKET_UNSEEN = (PACK[0],) * 3
"""Three cards given in a run, where only what was turned is written down."""


def recorded(one: HandLine, opening: Moment | None, terms: Terms) -> Hand:
    """The hand as written, with what was pegged before its awards and with what its seats tell."""
    sides, hand, rules = terms.sides_from(one.eldest), one.hand, terms.rules
    if rules.hang_jack != rules.jack_points and hand.jack is not None:
        hand = replace(hand, hung=bool(hand.hung))
    if one.marks or hand.penalties:
        marks = tuple(Penalty(mark.side, mark.points) for mark in one.marks)
        hand = replace(hand, penalties=hand.penalties + marks, no_game_for=_barred(hand, terms))
    if opening is not None:
        before = tuple(one for one in opening.pegs if one.what != "bid")
        turned = opening.trump if hand.has_cards else hand.trump
        hand = replace(hand, before=before, contract=_contract(opening, sides), trump=hand.trump or turned)
    if hand.has_cards and (opening is not None or rules.trump is TrumpBy.PITCH):
        hand = replace(hand, pitcher_side=sides[opening.pitcher if opening else 0])
    return hand


def _barred(hand: Hand, terms: Terms) -> tuple[Side, ...]:
    """The sides a penalty keeps from Game where that is what a revoke costs, and nobody took it."""
    if hand.game is not NOBODY or terms.rules.revoke is not Revoke.GAME_OR_ONE or not hand.penalties:
        return ()
    given = {penalty.side for penalty in hand.penalties}
    return tuple(side for side in range(len(terms.labels)) if side not in given)


def _contract(opening: Moment, sides: tuple[Side, ...]) -> Contract | None:
    if not opening.contract or opening.status is not Status.PLAY:
        return None
    return Contract(sides[opening.pitcher], opening.contract, sides[0] if opening.sold else None)


def opening_of(one: HandLine, terms: Terms, scores: Score) -> Moment | None:
    """What was turned, said and bid, up to the first lead; None where nothing is written of it.

    IllegalPlay or NotationError for words that cannot follow each other in this game. The holdings are not
    known, so what depends on them is not judged.
    """
    if not (one.turnups or one.words or one.bids):
        return None
    turns = terms.rules.trump is TrumpBy.TURNUP
    if turns is not bool(one.turnups):
        raise bad_word(
            "up", "the card turned up before what is said" if turns else "no card turned in this game"
        )
    rules = replace(terms.rules, must_beg_without_trumps=False)
    table = Table(rules, terms.sides_from(one.eldest), scores)
    moment = trumps.start(table, _unseen(one, table))
    for call, one_bid in enumerate(one.bids):
        if one_bid.seat != moment.turn:
            params = {"player": one_bid.seat, "right": moment.turn + 1, "call": call}
            raise IllegalPlay(Fault("turn", params))
        auctions.verify_bid(table, moment, one_bid.points)
        moment = auctions.bid(table, moment, one_bid.points)
    for word in one.words:
        if moment.stage is Stage.BUNCHING and word not in (Say.BUNCH, Say.PLAY_ON):
            moment = _said(table, moment, Say.PLAY_ON)
        moment = _said(table, moment, word)
    return _settled(table, moment, one)


def _unseen(one: HandLine, table: Table) -> Moment:
    """The moment after a deal of which only the turn-ups are known."""
    runs = [(PACKET_UNSEEN,) * table.players for _ in one.turnups[1:]]
    return Moment(
        stage=Stage.PLAY,
        turn=0,
        held=((),) * table.players,
        sizes=(0,) * table.players,
        stock=interleaved(one.turnups, runs),
        left=table.rules.pack - table.players * table.rules.hand,
        trump=None,
    )


def _said(table: Table, moment: Moment, word: Say) -> Moment:
    trumps.verify_say(table, moment, word)
    return trumps.say(table, moment, word)


def _settled(table: Table, moment: Moment, one: HandLine) -> Moment:
    """The opening at its end: to play on and to stand go without saying, the rest does not."""
    for stage, word in ((Stage.BUNCHING, Say.PLAY_ON), (Stage.BEGGING, Say.STAND)):
        moment = _said(table, moment, word) if moment.stage is stage else moment
    if moment.stage is Stage.BIDDING:
        raise IllegalPlay(Fault("calls_missing", {"received": len(one.bids), "right": table.players}))
    if moment.stage in _AWAITED:
        raise bad_word(one.words[-1] if one.words else "bid", _AWAITED[moment.stage])
    if moment.stock:
        raise IllegalPlay(Fault("run_after_trump_fixed" if moment.runs else "not_run"))
    return moment


_AWAITED = {Stage.REPLY: "give or run after it", Stage.SALE: "sell or refuse after the calls"}


def played_out(one: HandLine, terms: Terms, scores: Score) -> Position:
    """The hand replayed card by card, as far as its tricks are written; whole, they tell the deal as well.

    ImpossibleHand or IllegalPlay, with trick and card, for what the rules do not allow.
    """
    rules = terms.rules
    record = Record(
        holdings=one.dealt or seen(one.tricks, terms.players),
        turnups=one.turnups,
        extra=one.extra,
        words=one.words,
        kept=one.kept,
        bids=one.bids,
        trump=one.hand.trump if rules.trump is TrumpBy.RANDOM_DRAW else None,
        stock=one.stock,
        tricks=one.tricks,
        revokes=one.revokes,
        called=one.called,
        penalties=one.hand.penalties,
        no_game_for=_barred(one.hand, terms),
        cut_short=True,
    )
    return replay(record, rules, scores=scores, sides=terms.sides_from(one.eldest))


def is_played_whole(one: HandLine, terms: Terms) -> bool:
    """Whether the tricks show every card that was dealt."""
    rules = terms.rules
    whole = all(len(cards) == rules.hand for cards in seen(one.tricks, terms.players))
    return whole and rules.draw is Draw.NONE and len(one.turnups) <= 1


def told_by_play(one: HandLine, opening: Moment | None, terms: Terms) -> Reckoning:
    """What tricks make certain where the deal is not written down. IllegalPlay for what no deal allows."""
    rules = terms.rules
    if rules.draw is not Draw.NONE:
        raise bad_word("play", "the deal before it, as cards are drawn in this game")
    sides = terms.sides_from(one.eldest)
    return verify_seen(
        one.tricks,
        Table(rules, sides, (0,) * len(set(sides))),
        trump=opening.trump if opening else None,
        pitcher=opening.pitcher if opening else 0,
        most=rules.hand + (3 * opening.runs if opening else 0),
        revokes=one.revokes,
    )


def _in_order(holdings: tuple[Holding, ...]) -> tuple[Holding, ...]:
    """Holdings as they are read back: a holding has no order of its own."""
    return tuple(tuple(sorted(holding)) for holding in holdings)


def line_of(record: Record, position: Position, *, number: int = 1, eldest: int = 0) -> HandLine:
    """A hand taken down card by card as the line it makes, with its awards and the score after it.

    `position` is what the record leads to, `eldest` the seat of its first player.
    """
    hand = hand_of(position)
    written = replace(
        hand,
        penalties=position.penalties,
        before=(),
        contract=None,
        no_game_for=(),
        pitcher_side=None,
        trump=record.trump,
        hung=hand.hung or None,
    )
    return HandLine(
        number=number,
        eldest=eldest,
        hand=written,
        scores=score_game([hand], position.rules, start=position.table.scores).scores,
        turnups=record.turnups,
        words=tuple(word for word in record.words if word is not Say.PLAY_ON),
        bids=record.bids,
        dealt=_in_order(record.holdings),
        extra=tuple(map(_in_order, record.extra)),
        kept=_in_order(record.kept),
        stock=record.stock,
        tricks=record.tricks,
        revokes=record.revokes,
        called=record.called,
    )
