"""Replays: a hand written down card by card, played again.

A strict replay refuses what the rules do not allow and says where. A lenient one, a review, goes on as they
do in pubs: it finds the revoke, the misdeal and the look too soon, and puts their penalties on the board.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from . import plays, trumps
from .cards import Card
from .errors import Fault, IllegalPlay, ImpossibleHand
from .hands import HandPenalty, Pegging, peg
from .irregularities import Irregularity, IrregularityKind, against, misdeal_penalty
from .moments import Stage, TableSetup
from .positions import Position
from .reckoning import Reckoning, reckon
from .records import Deal, PlayRecord, Say, interleaved
from .rules import Rules
from .seats import DealtBy, Side, sides_of
from .tricks import PlayedTrick, ThrowIn

PACKET = 3
"""Cards a player gets each time the pack is run."""


def replay(
    record: PlayRecord,
    rules: Rules,
    *,
    scores: Sequence[int] | None = None,
    sides: Sequence[Side] | None = None,
) -> Position:
    """Play a record through, strictly: the position at its end. What is owned to costs what the rules say.

    ImpossibleHand for a deal that cannot be, IllegalPlay for what was said or played against the rules, with
    its place in the fault: trick and play, player or call, counted from 0.
    """
    position = _opened(record, rules, scores, sides)
    _say_all(position, record)
    if not (record.revokes or record.called) and position.play_tricks(record.tricks):
        _finished(position, record)
        return position

    def play(card: Card) -> object:
        if card in record.called:
            position.expose(card)
            position.call(card)
        return position.revoke(card) if card in record.revokes else position.play(card)

    for number, trick in enumerate(record.tricks):
        _trick(position, number, trick, play)
    _finished(position, record)
    return position


def verify(
    record: PlayRecord,
    rules: Rules,
    *,
    scores: Sequence[int] | None = None,
    sides: Sequence[Side] | None = None,
) -> Reckoning:
    """Return what a record scores, verified as strictly as by `replay`."""
    return reckon(replay(record, rules, scores=scores, sides=sides))


@dataclass(frozen=True, slots=True)
class Review:
    """A lenient replay: the hand as it was played, every irregularity, and the board with their penalties.

    After a misdeal there is no position; `dealer` says who deals again, None where the hand stands.
    """

    position: Position | None
    irregularities: tuple[Irregularity, ...]
    board: Pegging
    dealer: DealtBy | None = None


def review(
    record: PlayRecord,
    rules: Rules,
    *,
    scores: Sequence[int] | None = None,
    sides: Sequence[Side] | None = None,
) -> Review:
    """Play a record through, leniently: revokes, a misdeal, a look too soon cost what the rules say.

    Where the source is silent a revoke costs nothing and the same dealer deals again. A card called to a
    revoke need not be played. What cannot have happened at all, such as a card its player does not hold, is
    refused as in a strict replay.
    """
    players = len(record.holdings)
    table = _table(record, rules, scores, sides)
    is_misdealt = any(len(holding) != rules.hand for holding in record.holdings)
    if players in rules.players and is_misdealt:
        return _misdealt(record, table)
    irregularities = [*_peeks(record, table), *_wrong_scores(record, table)]
    position = _opened(record, rules, scores, sides)
    _say_all(position, record)

    def play(card: Card) -> object:
        if card in record.called:
            position.expose(card)
            if position.can_call(card):
                position.call(card)
        if card in position.legal_plays() or card not in position.holdings[position.turn]:
            return position.play(card)
        irregularities.append(position.revoke(card))
        return irregularities[-1]

    for number, trick in enumerate(record.tricks):
        _trick(position, number, trick, play)
    _finished(position, record)
    return Review(position, tuple(irregularities), reckon(position).board)


def _table(
    record: PlayRecord, rules: Rules, scores: Sequence[int] | None, sides: Sequence[Side] | None
) -> TableSetup:
    seated = tuple(sides or sides_of(len(record.holdings), rules.sides))
    return TableSetup(rules, seated, tuple(scores or (0,) * len(set(seated))))


def _misdealt(record: PlayRecord, table: TableSetup) -> Review:
    """Return the review of a hand thrown in for a wrong number of cards, and dealt again by the rules."""
    dealer = table.players - 1
    penalty = misdeal_penalty(table.rules)
    pegs = against(table, dealer, penalty.points, "misdeal") if penalty else ()
    misdeal = Irregularity(IrregularityKind.MISDEAL, dealer, pegs=pegs, is_silent=penalty is None)
    board = peg(table.scores, pegs, table.rules.target, cap=table.rules.cap_at_target)
    return Review(None, (misdeal,), board, penalty.dealer if penalty else DealtBy.SAME)


def _peeks(record: PlayRecord, table: TableSetup) -> list[Irregularity]:
    """Return the look of the pitcher's partner before the pitch; its penalty is pegged at once."""
    if not record.peeked:
        return []
    points = table.rules.peek_penalty
    partner = next((seat for seat in range(1, table.players) if table.sides[seat] == table.sides[0]), 0)
    pegs = against(table, partner, points or 0, "penalty")
    return [Irregularity(IrregularityKind.PEEK, partner, pegs=pegs, is_silent=points is None)]


def _wrong_scores(record: PlayRecord, table: TableSetup) -> list[Irregularity]:
    """Return the scores marked wrong: they are taken down, the opponents score (Enquire Within, law 5)."""
    strangers = [player for player in record.misscored if not 0 <= player < table.players]
    if strangers:
        raise ImpossibleHand(Fault("unknown_player", {"player": strangers[0], "right": table.players}))
    points = table.rules.wrong_score
    return [
        Irregularity(
            IrregularityKind.WRONG_SCORE,
            player,
            pegs=against(table, player, points or 0, "penalty"),
            is_silent=points is None,
        )
        for player in record.misscored
    ]


# The deal, and what is said before the play


def _opened(
    record: PlayRecord, rules: Rules, scores: Sequence[int] | None, sides: Sequence[Side] | None
) -> Position:
    """Return the deal of a record; its turn-ups and what the runs gave are the stock in order."""
    for packets in record.extra:
        for player in range(max(len(record.holdings), len(packets))):
            got = len(packets[player]) if player < len(packets) else 0
            if got != PACKET or player >= len(record.holdings):
                raise ImpossibleHand(Fault("three_cards_each", {"player": player, "received": got}))
    stock = record.stock or interleaved(record.turnups, record.extra)
    if record.extra and sum(map(len, record.holdings)) + len(stock) > rules.pack:
        raise IllegalPlay(Fault("pack_exhausted"))
    costs = []
    if record.peeked or record.misscored:
        table = _table(record, rules, scores, sides)
        for fault in (*_peeks(record, table), *_wrong_scores(record, table)):
            costs += [HandPenalty(point.side, point.points, fault.kind.value) for point in fault.pegs]
    return Position(
        Deal(holdings=record.holdings, stock=stock, trump=record.trump),
        rules,
        scores=scores,
        sides=sides,
        penalties=(*record.penalties, *costs),
        no_game_for=record.no_game_for,
    )


def _say_all(position: Position, record: PlayRecord) -> None:
    """What was bid, said and kept, up to the first lead. To stand and to play on go without saying."""
    for call, bid in enumerate(record.bids):
        trumps.verify_bid_in_turn(position.table, position.moment, call, bid)
        position.bid(bid.points)
    if position.stage is Stage.BIDDING and not _stops(position, record):
        raise IllegalPlay(trumps.calls_missing(position.table, record.bids))
    for word in record.words:
        if position.stage is Stage.BUNCHING and word is not Say.BUNCH:
            position.say(Say.PLAY_ON)
        if word is not Say.PLAY_ON:
            position.say(word)
    while position.stage in _GOES_WITHOUT_SAYING and (record.tricks or position.winner is None):
        position.say(_GOES_WITHOUT_SAYING[position.stage])
    if position.stage is Stage.SALE and not _stops(position, record):
        raise IllegalPlay(trumps.calls_missing(position.table, record.bids))
    if position.stage is Stage.REPLY and not _stops(position, record):
        raise IllegalPlay(Fault("reply_missing"))
    _all_given_out(position, record)
    _kept(position, record)


_GOES_WITHOUT_SAYING = {Stage.BUNCHING: Say.PLAY_ON, Stage.BEGGING: Say.STAND}


def _stops(position: Position, record: PlayRecord) -> bool:
    """Return whether a record may stop before the play: the game was won in the deal, or it was cut short."""
    return not record.tricks and (record.cut_short or position.winner is not None)


def _all_given_out(position: Position, record: PlayRecord) -> None:
    """Cards a record turns up or gives out must be those of the runs there were."""
    if record.stock or not position.moment.stock:
        return
    if not position.moment.runs:
        raise IllegalPlay(Fault("not_run"))
    raise IllegalPlay(Fault("run_after_trump_fixed"))


def _kept(position: Position, record: PlayRecord) -> None:
    if position.stage is not Stage.KEEPING:
        whole = all(
            sorted(cards_kept) == sorted(h)
            for cards_kept, h in zip(record.kept, position.holdings, strict=False)
        )
        if record.kept and not (whole and len(record.kept) == position.table.players):
            raise IllegalPlay(Fault("no_discard", {"player": 0}))
        return
    for cards in record.kept:
        position.keep(cards)
    if position.stage is Stage.KEEPING and not _stops(position, record):
        position.verify_keep(())


# The play


def _trick(position: Position, number: int, trick: PlayedTrick, play: Callable[[Card], object]) -> None:
    """One trick as written down: each card by the player awaited, and neither too few nor too many."""
    for place, laid in enumerate(trick):
        if len(position.tricks) != number:
            code, right = "turn", position.turn + 1
            if laid.seat == position.turn:
                code, right = "trick_length", len(position.tricks) + 1
            params = {"player": laid.seat, "right": right, "trick": number, "play": place}
            raise IllegalPlay(Fault(code, params))
        plays.verify_turn(position.moment, laid.seat)
        if isinstance(laid, ThrowIn):
            position.throw_in(laid.cards)
        else:
            play(laid.card)


def _finished(position: Position, record: PlayRecord) -> None:
    """Refuse a record that stops with cards in hand, unless the game was won or it says it was cut short."""
    if position.stage is Stage.PLAY and position.winner is None and not record.cut_short:
        raise IllegalPlay(Fault("unfinished", {"received": len(position.tricks)}))
