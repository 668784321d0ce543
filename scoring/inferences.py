"""Inferences: what some tricks tell of a hand whose holdings nobody wrote down.

Who puts neither the suit led nor a trump on a trick has none of that suit, and may not play one later. So
every card played is held against the cards its player is seen to have had: more would only bind him more.
"""

from collections.abc import Sequence

from scoring import plays
from scoring.cards import Card, Suit, pack
from scoring.errors import ImpossibleHand
from scoring.faults import Fault
from scoring.moments import Moment, Stage, Table
from scoring.reckoning import Reckoning, reckoned
from scoring.records import Holding, PlayedTrick, ThrowIn

__all__ = ["seen", "verify_seen"]


def seen(tricks: Sequence[PlayedTrick], players: int) -> tuple[Holding, ...]:
    """The cards each player is seen to have held: those he played or threw in."""
    found: list[list[Card]] = [[] for _ in range(players)]
    for trick in tricks:
        for one in trick:
            found[one.seat] += one.cards if isinstance(one, ThrowIn) else (one.card,)
    return tuple(map(tuple, found))


def verify_seen(
    tricks: Sequence[PlayedTrick],
    table: Table,
    *,
    trump: Suit | None = None,
    pitcher: int = 0,
    most: int | None = None,
    revokes: Sequence[Card] = (),
) -> Reckoning:
    """What tricks without their deal make certain; `most` is how many cards a player can have had.

    `trump` is the suit turned up, `pitcher` who led the first card, `revokes` are cards owned to be against
    the rules. ImpossibleHand for cards there cannot have been, IllegalPlay, with trick and card, for what
    no holding allows.
    """
    held = seen(tricks, table.players)
    _verify_cards(held, table, most or table.rules.hand)
    moment = Moment(
        stage=Stage.PLAY,
        turn=pitcher,
        held=held,
        sizes=tuple(map(len, held)),
        stock=(),
        left=0,
        trump=trump,
        pitcher=pitcher,
    )
    for trick in tricks:
        for one in trick:
            plays.verify_turn(moment, one.seat)
            if isinstance(one, ThrowIn):
                plays.verify_throw_in(table, moment, one.cards)
                moment = plays.throw_in(table, moment)
                continue
            if one.card not in revokes:
                plays.verify_play(table, moment, one.card)
            moment = plays.play(table, moment, one.card)
    return reckoned(table, moment._replace(stage=Stage.PLAY))


def _verify_cards(held: Sequence[Holding], table: Table, most: int) -> None:
    """Every card once and of the pack, and no player with more than he can have been dealt."""
    every = [card for holding in held for card in holding]
    wrong = [card for card in every if every.count(card) > 1 or card not in pack(table.rules.pack)]
    if wrong:
        raise ImpossibleHand(Fault("cards", {"card": wrong[0], "pack": table.rules.pack}))
    for player, holding in enumerate(held):
        if len(holding) > most:
            params = {"player": player, "received": len(holding), "right": most}
            raise ImpossibleHand(Fault("hand_size", params))
