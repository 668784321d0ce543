"""The play of a hand, card by card: who may play what, who wins the trick, draws, and marks honours at once.

Each act makes the next moment of a hand, or refuses with IllegalPlay. Knows nothing of the four awards.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain

from . import tricks
from .axes import HonoursTo, StockDraw
from .cards import RANK_OF, SUIT_OF, Card, Rank, Suit
from .errors import Fault, IllegalPlay
from .hands import HONOUR, Peg
from .moments import Moment, Stage, TableSetup, scored
from .tricks import Holding, Play, PlayedTrick, ThrowIn


def legal_plays(table: TableSetup, moment: Moment) -> Holding:
    """Return the cards the player awaited may play; none before or after the play."""
    if moment.stage is not Stage.PLAY:
        return ()
    if moment.called is not None:
        return (moment.called,)
    return following(table, moment) if moment.trick else moment.held[moment.turn]


def following(table: TableSetup, moment: Moment) -> Holding:
    """Return the cards with which the player awaited does not revoke."""
    return tricks.legal_plays(moment.held[moment.turn], moment.trump, cards_of(moment.trick), table.rules)


def cards_of(trick: PlayedTrick) -> list[Card]:
    """Return the cards of a trick, without holdings thrown in."""
    return [play.card for play in trick if isinstance(play, Play)]


def place(moment: Moment) -> dict[str, int]:
    """Return the place of the next card: its trick, its place there and its player, from 0."""
    return {"trick": len(moment.tricks), "play": len(moment.trick), "player": moment.turn}


def verify_turn(moment: Moment, seat: int) -> None:
    """Raise IllegalPlay unless a card of that player is awaited."""
    if moment.stage is not Stage.PLAY:
        raise IllegalPlay(Fault("no_play", {"stage": moment.stage, **place(moment)}))
    if seat != moment.turn:
        raise IllegalPlay(Fault("turn", {**place(moment), "player": seat, "right": moment.turn + 1}))


def verify_play(table: TableSetup, moment: Moment, card: Card) -> None:
    """Raise IllegalPlay for a card out of time, not held, or against the rules of following."""
    verify_turn(moment, moment.turn)
    holding, trick = moment.held[moment.turn], cards_of(moment.trick)
    if card not in holding:
        raise IllegalPlay(Fault("not_held", {"card": card, **place(moment)}))
    if moment.called not in (None, card):
        raise IllegalPlay(Fault("called", {"card": card, "called": moment.called, **place(moment)}))
    if not tricks.is_legal(card, holding, moment.trump, trick, table.rules):
        legal = legal_plays(table, moment)
        raise IllegalPlay(Fault("revoke", {"card": card, "led": trick[0], "legal": legal, **place(moment)}))


def play(table: TableSetup, moment: Moment, played: Play) -> Moment:
    """Return the moment after a card; before the pitch it makes its suit trumps."""
    seat, card = played
    holding = moment.held[seat]
    at = holding.index(card)
    held = (*moment.held[:seat], holding[:at] + holding[at + 1 :], *moment.held[seat + 1 :])
    after = _laid(table, moment, held, played, moment.trump or SUIT_OF[card])
    if card in after.exposed:
        after = after._replace(exposed=tuple(other for other in after.exposed if other != card))
    return after


def throw_ins(table: TableSetup, moment: Moment) -> tuple[ThrowIn, ...]:
    """Return the holding that the player awaited, of whom a card is, may lay down instead, if they may."""
    if not table.rules.throw_in or not moment.trick or moment.called is not None:
        return ()
    holding = moment.held[moment.turn]
    if not tricks.is_worthless(holding, moment.trump):  # nearly always, and told at once
        return ()
    may = tricks.can_throw_in(holding, moment.trump, cards_of(moment.trick), table.rules)
    return (ThrowIn(moment.turn, holding),) if may else ()


def verify_throw_in(table: TableSetup, moment: Moment, cards: Sequence[Card] | None = None) -> None:
    """Raise IllegalPlay unless the player awaited may lay down their holding, and it is those cards."""
    verify_turn(moment, moment.turn)
    holding = moment.held[moment.turn]
    params = {"cards": tuple(cards or holding), **place(moment)}
    if cards is not None and not set(cards) <= set(holding):
        stranger = next(card for card in cards if card not in holding)
        raise IllegalPlay(Fault("not_held", {"card": stranger, **place(moment)}))
    whole = moment.called is None and (cards is None or sorted(cards) == sorted(holding))
    if not whole or not tricks.can_throw_in(holding, moment.trump, cards_of(moment.trick), table.rules):
        raise IllegalPlay(Fault("throw_in", params))


def throw_in(table: TableSetup, moment: Moment) -> Moment:
    """Return the moment after the player awaited has laid their whole holding on the trick."""
    thrown = ThrowIn(moment.turn, moment.held[moment.turn])
    held = (*moment.held[: moment.turn], (), *moment.held[moment.turn + 1 :])
    return _laid(table, moment, held, thrown, moment.trump)


def _laid(
    table: TableSetup, moment: Moment, held: tuple[Holding, ...], laid: Play | ThrowIn, trump: Suit | None
) -> Moment:
    """Return the moment of the next player with cards who has not played; without one, the trick ends."""
    trick, seat, players = (*moment.trick, laid), laid.seat, len(held)
    leader = trick[0].seat
    while (seat := (seat + 1) % players) != leader:
        if held[seat]:
            return _moment((moment.stage, seat, held, trump, None, trick, *moment[_BEHIND_TRICK:]))
    winner, honours = _taken(table, trick, trump)
    done = ((), (*moment.tricks, trick), (*moment.winners, winner))
    after = _moment((moment.stage, winner, held, trump, None, *done, *moment[_BEHIND_WINNERS:]))
    after = scored(after, *honours)
    if table.rules.draw is not StockDraw.NONE:
        after = _drawn(after)
    return after if any(after.held) else after._replace(stage=Stage.OVER)


# As `Moment._make`, which is felt when a million hands are played.
_moment: Callable[[tuple[object, ...]], Moment] = partial(tuple.__new__, Moment)
_BEHIND_TRICK = Moment._fields.index("trick") + 1
_BEHIND_WINNERS = Moment._fields.index("winners") + 1


def lay(table: TableSetup, moment: Moment, laid: Play | ThrowIn) -> Moment:
    """Return the moment after a card, or a holding thrown in."""
    return throw_in(table, moment) if isinstance(laid, ThrowIn) else play(table, moment, laid)


def laid_between(before: Moment, after: Moment) -> PlayedTrick:
    """Return what was laid between two moments of a hand: a card, or tricks played at once."""
    laid = (*chain.from_iterable(after.tricks[len(before.tricks) :]), *after.trick)
    return laid[len(before.trick) :]


def through(table: TableSetup, moment: Moment, played: Sequence[PlayedTrick]) -> Moment | None:
    """Return the moment after whole tricks played by the rules; None if they are anything else.

    The quick way through a record that is right: acts one by one say what is wrong with one that is not.
    """
    rules, players = table.rules, table.players
    if moment.stage is not Stage.PLAY or moment.called is not None or moment.trick or moment.exposed:
        return None
    trump, leader, stock = moment.trump, moment.turn, moment.stock
    given, held = list(map(list, moment.held)), list(map(set, moment.held))
    winners: list[int] = []
    honours: list[Peg] = []
    for trick in played:
        turns = [seat for seat in _round(leader, players) if held[seat]]
        if not turns or [laid.seat for laid in trick] != turns:
            return None
        cards: list[Card] = []
        for laid in trick:
            mine = held[laid.seat]
            if isinstance(laid, ThrowIn):
                whole = set(laid.cards) == mine and len(laid.cards) == len(mine)
                if not whole or not tricks.can_throw_in(laid.cards, trump, cards, rules):
                    return None
                mine.clear()
                continue
            card = laid.card
            if card not in mine:
                return None
            if not tricks.is_legal(card, mine, trump, cards, rules):
                return None
            trump = trump or SUIT_OF[card]
            mine.remove(card)
            cards.append(card)
        leader, marked = _taken(table, trick, trump)
        winners.append(leader)
        honours += marked
        if rules.draw is not StockDraw.NONE and len(stock) >= players:
            for seat, card in zip(_round(leader, players), stock, strict=False):
                given[seat].append(card)
                held[seat].add(card)
            stock = stock[players:]
    left = tuple(tuple(filter(now.__contains__, was)) for was, now in zip(given, held, strict=True))
    return moment._replace(
        stage=moment.stage if any(left) else Stage.OVER,
        turn=leader,
        held=left,
        trump=trump,
        tricks=(*moment.tricks, *played),
        winners=(*moment.winners, *winners),
        pegs=(*moment.pegs, *honours),
        stock=stock,
        left=moment.left - len(moment.stock) + len(stock),
    )


def _round(first: int, players: int) -> tuple[int, ...]:
    """Return the players in turn from the first."""
    return (*range(first, players), *range(first))


def _taken(table: TableSetup, trick: PlayedTrick, trump: Suit | None) -> tuple[int, list[Peg]]:
    """Return the player who takes a trick, and its honours where they are marked at once."""
    played = [laid for laid in trick if isinstance(laid, Play)]
    winner = played[tricks.winner([laid.card for laid in played], trump)].seat
    return winner, _honours(table, played, trump, winner) if table.rules.honours else []


def _honours(table: TableSetup, played: Sequence[Play], trump: Suit | None, winner: int) -> list[Peg]:
    """Return the honours of a trick, marked in the order they were played."""
    rules = table.rules
    trumps, plain, to = dict(rules.trump_honours), dict(rules.plain_honours), rules.honours_to
    pegs = []
    for seat, card in played:
        rank = RANK_OF[card]
        points = (trumps if SUIT_OF[card] is trump else plain).get(rank)
        if points:
            taker = winner if to is HonoursTo.TRICK_WINNER or rank in _TAKEN else seat
            pegs.append(Peg(f"{HONOUR}{card}", table.sides[taker], points))
    return pegs


_TAKEN = (Rank.JACK, Rank.TEN, Rank.FIVE)
"""The honours that go to whoever wins them even where the others are marked by their player."""


def _drawn(moment: Moment) -> Moment:
    """Return the moment after all have drawn a card, the winner of the trick first, while all can."""
    held, players = list(moment.held), len(moment.held)
    if len(moment.stock) < players:
        return moment
    for seat, card in zip(_round(moment.turn, players), moment.stock, strict=False):
        held[seat] = (*held[seat], card)
    stock = moment.stock[players:]
    return moment._replace(held=tuple(held), stock=stock, left=len(stock))
