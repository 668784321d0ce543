"""What the line of a hand records, in full, and whether the awards written on it agree with its cards.

Refuses with the errors of the rules themselves: a word said out of its turn, a card played against the rules.
"""

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from itertools import compress
from operator import attrgetter

from .. import trumps, variants
from ..axes import Award, LowTo, Revoke, StockDraw, TrumpBy
from ..cards import PACK, Card
from ..errors import Fault, IllegalPlay
from ..games import score_game
from ..hands import HONOUR, Hand, Score
from ..moments import Moment, Stage, TableSetup
from ..positions import Position, next_dealer
from ..reckoning import Reckoning, contract_of, hand_of, seen, verify_seen
from ..records import PlayRecord, Say, interleaved
from ..replays import replay
from ..seats import NOBODY, DealtBy, Side, Taker
from ..tricks import Holding, Play, cards_laid
from .sheets import ParsedHand, ParsedSheet, Tag, bad_word
from .terms import SEATS, Terms


def cards_faults(parsed: ParsedHand, hand: Hand, made: Hand, position: Position) -> Iterator[Fault]:
    """Yield everything written of the hand that its cards, which made another one, do not bear out."""
    for award in Award:
        written, right = hand.taker(award), _taker(award, made, position)
        if written is None:
            continue
        if right is None and parsed.tricks:
            yield Fault("not_certain", {"award": award})
        if right not in (None, written):
            yield Fault("award_differs", {"award": award, "side": right, "other": written})
    yield from _details(hand, made)
    if parsed.marks:
        yield from _marks(parsed, made, position)


def seen_faults(parsed: ParsedHand, reckoned: Reckoning) -> Iterator[Fault]:
    """Yield what is written that tricks without their deal do not bear out, where they make it certain."""
    led = parsed.tricks[0][0]
    if parsed.hand.pitched is not None and isinstance(led, Play) and parsed.hand.pitched != led.card:
        params = {"what": "the card pitched", "received": parsed.hand.pitched, "right": led.card}
        yield Fault("detail_differs", params)
    for award in Award:
        written, right = parsed.hand.taker(award), reckoned.awarded(award)
        if written is not None and right is not None and written != right.side:
            yield Fault("award_differs", {"award": award, "side": right.side, "other": written})


def _taker(award: Award, made: Hand, position: Position) -> Taker | None:
    """Return who takes an award by the play or, of a hand that stopped, by the cards as they were held."""
    taker = made.taker(award)
    held = sorted(_trumps_held(position)) if taker is None and position.rules.draw is StockDraw.NONE else []
    if award is Award.HIGH and held:
        return position.table.sides[held[-1][1]]
    if award is Award.LOW and held and position.rules.low_to is LowTo.HOLDER:
        return position.table.sides[held[0][1]]
    return taker


def _trumps_held(position: Position) -> Iterator[tuple[Card, int]]:
    """Yield every trump held in the hand, played or not, with its player."""
    held = [(player, card) for player, cards in enumerate(position.holdings) for card in cards]
    played = [laid for trick in (*position.tricks, position.trick) for laid in cards_laid(trick)]
    yield from ((card, player) for player, card in held + played if card.suit is position.trump)


def _details(hand: Hand, made: Hand) -> Iterator[Fault]:
    """Yield the cards, card points and hanged jack as written, against those of the play."""
    for what, written, right in (
        ("High's card", hand.high_card, made.high_card),
        ("Low's card", hand.low_card, made.low_card),
        ("the card pitched", hand.pitched, made.pitched),
        ("the trump suit", hand.trump, made.trump),
        ("the count for Game", hand.card_points, made.card_points),
        ("a hanged jack", _yes_or_no(hand.hung), _yes_or_no(made.hung)),
    ):
        if written is not None and right is not None and written != right:
            yield Fault("detail_differs", {"what": what, "received": written, "right": right})


def _yes_or_no(hung: bool | None) -> str | None:
    return None if hung is None else "yes" if hung else "no"


def _marks(parsed: ParsedHand, made: Hand, position: Position) -> Iterator[Fault]:
    """Yield what was pegged during the play, side by side, against the honours in the tricks."""
    sides = range(len(position.table.scores))
    honours = [peg for peg in made.before if peg.what.startswith(HONOUR)]
    written, right = (
        tuple(sum(peg.points for peg in pegs if peg.side == side) for side in sides)
        for pegs in (parsed.marks, honours)
    )
    if written != right:
        yield Fault(
            "detail_differs", {"what": "the count marked in play", "received": written, "right": right}
        )


def with_cards(parsed: ParsedHand, hand: Hand, made: Hand) -> Hand:
    """Return the hand as written, with what only its cards tell filled in."""
    high, low, jack, game = (
        made.taker(award) if hand.taker(award) is None else hand.taker(award) for award in Award
    )
    return replace(
        hand,
        high=high,
        low=low,
        jack=jack,
        game=game,
        penalties=made.penalties,
        no_game_for=made.no_game_for,
        before=made.before,
        contract=made.contract,
        hung=made.hung if hand.hung is None else hand.hung,
    )


def is_as_played(hand: Hand, made: Hand) -> bool:
    """Return whether nothing is written of a hand but what its cards, played to the last, have made."""
    written, right = _EVERYTHING(hand), _EVERYTHING(made)
    return not hand.penalties and all(w is None or w == r for w, r in zip(written, right, strict=True))


_EVERYTHING = attrgetter(*(field.name for field in fields(Hand)))


PACKET_UNSEEN = (PACK[0],) * 3
"""Three cards given in a run, where only what was turned is written down."""


def recorded(parsed: ParsedHand, opening: Moment | None, terms: Terms) -> Hand:
    """Return the hand as written, with what was pegged before its awards and with what its seats tell."""
    sides, hand, rules = terms.sides_from(parsed.eldest), parsed.hand, terms.rules
    if rules.hanging_counts and hand.jack is not None:
        hand = replace(hand, hung=bool(hand.hung))
    if parsed.marks or hand.penalties:
        hand = replace(hand, before=parsed.marks, no_game_for=_barred(hand, terms))
    if opening is not None:
        before = (*(peg for peg in opening.pegs if peg.what != "bid"), *parsed.marks)
        turned = opening.trump if hand.has_cards else hand.trump
        hand = replace(hand, before=before, contract=contract_of(opening, sides), trump=hand.trump or turned)
    if hand.has_cards and (opening is not None or rules.trump is TrumpBy.PITCH):
        hand = replace(hand, pitcher_side=sides[opening.pitcher if opening else 0])
    return hand


def _barred(hand: Hand, terms: Terms) -> tuple[Side, ...]:
    """Return the sides a penalty keeps from Game where that is what a revoke costs, and nobody took it."""
    if hand.game is not NOBODY or terms.rules.revoke is not Revoke.GAME_OR_ONE or not hand.penalties:
        return ()
    gainers = {penalty.side for penalty in hand.penalties}
    return tuple(side for side in range(len(terms.labels)) if side not in gainers)


def opening_of(parsed: ParsedHand, terms: Terms, scores: Score) -> Moment | None:
    """Return what was turned, said and bid, up to the first lead; None where nothing is written of it.

    IllegalPlay or NotationError for words that cannot follow each other in this game. The holdings are not
    known, so what depends on them is not judged.
    """
    if not (parsed.turnups or parsed.words or parsed.bids):
        return None
    turns = terms.rules.trump is TrumpBy.TURNUP
    if turns is not bool(parsed.turnups):
        raise bad_word(
            "up", "the card turned up before what is said" if turns else "no card turned in this game"
        )
    rules = replace(terms.rules, must_beg_without_trumps=False, must_run_without_trumps=False)
    table = TableSetup(rules, terms.sides_from(parsed.eldest), scores)
    moment = trumps.start(table, _unseen(parsed, table))
    for call, parsed_bid in enumerate(parsed.bids):
        if parsed_bid.seat != moment.turn:
            params = {"player": parsed_bid.seat, "right": moment.turn + 1, "call": call}
            raise IllegalPlay(Fault("turn", params))
        trumps.verify_bid(table, moment, parsed_bid.points)
        moment = trumps.bid(table, moment, parsed_bid.points)
    for word in parsed.words:
        if moment.stage is Stage.BUNCHING and word not in (Say.BUNCH, Say.PLAY_ON):
            moment = _say(table, moment, Say.PLAY_ON)
        moment = _say(table, moment, word)
    return _settled(table, moment, parsed)


def _unseen(parsed: ParsedHand, table: TableSetup) -> Moment:
    """Return the moment after a deal of which only the turn-ups are known."""
    runs = [(PACKET_UNSEEN,) * table.players for _ in parsed.turnups[1:]]
    return Moment(
        stage=Stage.PLAY,
        turn=0,
        held=((),) * table.players,
        stock=interleaved(parsed.turnups, runs),
        left=table.rules.pack - table.players * table.rules.hand,
    )


def _say(table: TableSetup, moment: Moment, word: Say) -> Moment:
    trumps.verify_say(table, moment, word)
    return trumps.say(table, moment, word)


def _settled(table: TableSetup, moment: Moment, parsed: ParsedHand) -> Moment:
    """Return the opening at its end: to play on and to stand go without saying, the rest does not."""
    for stage, word in ((Stage.BUNCHING, Say.PLAY_ON), (Stage.BEGGING, Say.STAND)):
        moment = _say(table, moment, word) if moment.stage is stage else moment
    if moment.stage is Stage.BIDDING:
        raise IllegalPlay(Fault("calls_missing", {"received": len(parsed.bids), "right": table.players}))
    if moment.stage in _AWAITED:
        raise bad_word(parsed.words[-1] if parsed.words else "bid", _AWAITED[moment.stage])
    if moment.stock:
        raise IllegalPlay(Fault("run_after_trump_fixed" if moment.runs else "not_run"))
    return moment


_AWAITED = {Stage.REPLY: "give or run after it", Stage.SALE: "sell or refuse after the calls"}


def played_out(parsed: ParsedHand, terms: Terms, scores: Score) -> Position:
    """Return the hand replayed card by card, as far as its tricks are written.

    Whole, they tell the deal as well.

    ImpossibleHand or IllegalPlay, with trick and card, for what the rules do not allow.
    """
    rules = terms.rules
    record = PlayRecord(
        holdings=parsed.dealt or seen(parsed.tricks, terms.players),
        turnups=parsed.turnups,
        extra=parsed.extra,
        words=parsed.words,
        kept=parsed.kept,
        bids=parsed.bids,
        trump=parsed.hand.trump if rules.trump is TrumpBy.RANDOM_DRAW else None,
        stock=parsed.stock,
        tricks=parsed.tricks,
        revokes=parsed.revokes,
        called=parsed.called,
        penalties=parsed.hand.penalties,
        no_game_for=_barred(parsed.hand, terms),
        cut_short=True,
    )
    return replay(record, rules, scores=scores, sides=terms.sides_from(parsed.eldest))


def is_played_whole(parsed: ParsedHand, terms: Terms) -> bool:
    """Return whether the tricks show every card that was dealt."""
    rules = terms.rules
    whole = all(len(cards) == rules.hand for cards in seen(parsed.tricks, terms.players))
    return whole and rules.draw is StockDraw.NONE and len(parsed.turnups) <= 1


def reckon_seen(parsed: ParsedHand, opening: Moment | None, terms: Terms) -> Reckoning:
    """Return what tricks make certain without the deal. IllegalPlay for what no deal allows."""
    rules = terms.rules
    if rules.draw is not StockDraw.NONE:
        raise bad_word("play", "the deal before it, as cards are drawn in this game")
    sides = terms.sides_from(parsed.eldest)
    return verify_seen(
        parsed.tricks,
        TableSetup(rules, sides, (0,) * len(set(sides))),
        trump=opening.trump if opening else None,
        pitcher=opening.pitcher if opening else 0,
        most=rules.hand + (3 * opening.runs if opening else 0),
        revokes=parsed.revokes,
    )


def _in_order(holdings: tuple[Holding, ...]) -> tuple[Holding, ...]:
    """Return holdings sorted, as they are read back."""
    return tuple(tuple(sorted(holding)) for holding in holdings)


def line_of(record: PlayRecord, position: Position, *, number: int = 1, eldest: int = 0) -> ParsedHand:
    """Return a hand taken down card by card as the line it makes, with its awards and the score after it.

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
    return ParsedHand(
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


def sheet_of(game: str, positions: Sequence[Position], more: Sequence[Tag] = ()) -> ParsedSheet:
    """Return hands played one after another as a sheet of the game of that name, the first pitched by seat A.

    House options are written as well. `more` are tags to stand behind, such as the names of the sides.
    """
    table, seats = positions[0].table, SEATS[: positions[0].table.players]
    of_side = ["".join(compress(seats, map(side.__eq__, table.sides))) for side in range(len(table.scores))]
    labels = "ha3" if len(of_side) < len(seats) or len(seats) == 2 else seats
    sides = " ".join(
        seat if seat == label else f"{seat}={label}" for seat, label in zip(of_side, labels, strict=False)
    )
    tags = [Tag("Game", game), Tag("Sides", sides), Tag("FirstPitch", seats[0])]
    tags += [Tag("Target", str(table.rules.target))] if table.rules.target else []
    rules, usual = (each.for_players(len(seats)) for each in (table.rules, variants.get(game).rules))
    tags += [
        Tag("Option", f"{field.name}={rules.written(field.name)}")
        for field in fields(rules)
        if field.name != "target" and getattr(rules, field.name) != getattr(usual, field.name)
    ]
    hands, eldest = [], 0
    for number, position in enumerate(positions, start=1):
        hands.append(line_of(position.to_record(), position, number=number, eldest=eldest))
        eldest = (eldest + (next_dealer(position) is DealtBy.NEXT)) % len(seats)
    return ParsedSheet(tags=(*tags, *more), hands=tuple(hands))
