"""The play of a hand, card by card: who may play what, who wins the trick, draws, and marks honours at once.

Each act makes the next moment of a hand, or refuses with IllegalPlay. Knows nothing of the four awards.
"""

from collections.abc import Sequence

from scoring import tricks
from scoring.axes import HonoursTo, StockDraw
from scoring.cards import Card, Rank, Suit
from scoring.errors import Fault, IllegalPlay
from scoring.hands import Peg
from scoring.moments import Moment, Stage, Status, TableSetup
from scoring.rules import Rules
from scoring.tricks import Holding, Play, PlayedTrick, ThrowIn


def legal_plays(table: TableSetup, moment: Moment) -> Holding:
    """Return the cards the player awaited may play; none before or after the play."""
    if moment.stage is not Stage.PLAY:
        return ()
    return following(table, moment) if moment.called is None else (moment.called,)


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
    if card not in moment.held[moment.turn]:
        raise IllegalPlay(Fault("not_held", {"card": card, **place(moment)}))
    legal = legal_plays(table, moment)
    if card not in legal and moment.called is not None:
        raise IllegalPlay(Fault("called", {"card": card, "called": moment.called, **place(moment)}))
    if card not in legal:
        led = next(iter(cards_of(moment.trick)))
        raise IllegalPlay(Fault("revoke", {"card": card, "led": led, "legal": legal, **place(moment)}))


def play(table: TableSetup, moment: Moment, card: Card) -> Moment:
    """Return the moment after a card; before the pitch it makes its suit trumps."""
    held = list(moment.held)
    held[moment.turn] = tuple(other for other in held[moment.turn] if other != card)
    after = moment._replace(
        held=tuple(held),
        trick=(*moment.trick, Play(moment.turn, card)),
        trump=moment.trump or card.suit,
        called=None,
    )
    if card in after.exposed:
        after = after._replace(exposed=tuple(other for other in after.exposed if other != card))
    return _next_turn(table, after)


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
    held = list(moment.held)
    held[moment.turn] = ()
    laid = ThrowIn(moment.turn, moment.held[moment.turn])
    return _next_turn(table, moment._replace(held=tuple(held), trick=(*moment.trick, laid)))


def through(table: TableSetup, moment: Moment, played: Sequence[PlayedTrick]) -> Moment | None:
    """Return the moment after whole tricks played by the rules; None if they are anything else.

    The quick way through a record that is right: acts one by one say what is wrong with one that is not.
    """
    held, trump, leader, winners = list(map(set, moment.held)), moment.trump, moment.turn, []
    for trick in played:
        turns = [seat for seat in (*range(leader, table.players), *range(leader)) if held[seat]]
        if not turns or [laid.seat for laid in trick] != turns:
            return None
        seats: list[int] = []
        cards: list[Card] = []
        for laid in trick:
            if not _goes_through(laid, held[laid.seat], cards, trump, table.rules):
                return None
            if isinstance(laid, Play):
                held[laid.seat].discard(laid.card)
                cards.append(laid.card)
                seats.append(laid.seat)
                trump = trump or laid.card.suit
            else:
                held[laid.seat].clear()
        leader = seats[tricks.winner(cards, trump)]
        winners.append(leader)
    left = tuple(tuple(filter(now.__contains__, was)) for was, now in zip(moment.held, held, strict=True))
    return moment._replace(
        stage=moment.stage if any(left) else Stage.OVER,
        held=left,
        trump=trump,
        turn=leader,
        tricks=(*moment.tricks, *played),
        winners=(*moment.winners, *winners),
    )


def _goes_through(
    laid: Play | ThrowIn, held: set[Card], cards: Sequence[Card], trump: Suit | None, rules: Rules
) -> bool:
    if isinstance(laid, ThrowIn):
        whole = set(laid.cards) == held and len(laid.cards) == len(held)
        return whole and tricks.can_throw_in(laid.cards, trump, cards, rules)
    card = laid.card
    if card not in held:
        return False
    # To lead and to follow suit is always allowed; only the rest needs the whole holding.
    return not cards or card.suit is cards[0].suit or card in tricks.legal_plays(held, trump, cards, rules)


def _next_turn(table: TableSetup, moment: Moment) -> Moment:
    """Return the moment of the next player with cards who has not played; without one, the trick ends."""
    leader, seat = moment.trick[0].seat, moment.turn
    while (seat := (seat + 1) % table.players) != leader:
        if moment.held[seat]:
            return moment._replace(turn=seat)
    return _trick_over(table, moment)


def _trick_over(table: TableSetup, moment: Moment) -> Moment:
    """Return the moment after the trick: its winner takes it, marks its honours, draws first and leads."""
    played = [laid for laid in moment.trick if isinstance(laid, Play)]
    winner = played[tricks.winner([laid.card for laid in played], moment.trump)].seat
    after = moment._replace(
        trick=(),
        tricks=(*moment.tricks, moment.trick),
        winners=(*moment.winners, winner),
        turn=winner,
    )
    if table.rules.trump_honours:
        after = after._replace(pegs=(*after.pegs, *_honours(table, moment, played, winner)))
    if table.rules.draw is not StockDraw.NONE:
        after = _drawn(table, after)
    return after if any(after.held) else after._replace(stage=Stage.OVER, status=Status.PLAY)


def _honours(table: TableSetup, moment: Moment, played: Sequence[Play], winner: int) -> list[Peg]:
    """Return the trump honours of a trick, marked in the order they were played."""
    values, to = dict(table.rules.trump_honours), table.rules.honours_to
    return [
        Peg(
            f"honour:{laid.card}",
            table.sides[winner if to is HonoursTo.TRICK_WINNER or laid.card.rank in _TAKEN else laid.seat],
            values[laid.card.rank],
        )
        for laid in played
        if laid.card.suit is moment.trump and laid.card.rank in values
    ]


_TAKEN = (Rank.JACK, Rank.TEN, Rank.FIVE)
"""The honours that go to whoever wins them even where the others are marked by their player."""


def _drawn(table: TableSetup, moment: Moment) -> Moment:
    """Return the moment after all have drawn a card, the winner of the trick first, while there is one."""
    held, stock = list(moment.held), moment.stock
    for step in range(min(table.players, len(stock))):
        seat = (moment.turn + step) % table.players
        held[seat] = (*held[seat], stock[step])
    drawn = stock[table.players :]
    return moment._replace(held=tuple(held), stock=drawn, left=len(drawn))
