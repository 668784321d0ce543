"""Deals: the cards of a hand as they lie before anything is said or played."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from scoring.axes import Draw, TrumpBy
from scoring.cards import Card, Suit, pack
from scoring.faults import Fault
from scoring.records import Holding
from scoring.rules import Rules
from scoring.seats import Side

__all__ = ["Deal", "deal_faults", "interleaved", "shuffled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """The cards of a hand as they lie: a holding for each player from eldest, and the stock in order.

    The stock may end where what is written down ends. `trump` is the suit of a random draw, where the game
    has one.
    """

    holdings: tuple[Holding, ...]
    stock: tuple[Card, ...] = ()
    trump: Suit | None = None


def shuffled(rng: Random, rules: Rules, players: int | None = None) -> Deal:
    """Shuffle the whole pack and deal it: the holdings, and the stock for turn-ups, runs or draws."""
    count = players or rules.players[0]
    cards = rng.sample(pack(rules.pack), rules.pack)
    dealt = count * rules.hand
    trump = rng.choice(tuple(Suit)) if rules.trump is TrumpBy.RANDOM_DRAW else None
    has_stock = rules.trump is TrumpBy.TURNUP or rules.draw is not Draw.NONE
    return Deal(
        holdings=tuple(tuple(sorted(cards[seat:dealt:count])) for seat in range(count)),
        stock=tuple(cards[dealt:]) if has_stock else (),
        trump=trump,
    )


def interleaved(turnups: Sequence[Card], extra: Sequence[Sequence[Holding]]) -> tuple[Card, ...]:
    """The stock as a record tells it: a turn-up, three cards to each player, the next turn-up, and so on."""
    stock = list(turnups[:1])
    for number, packets in enumerate(extra, start=1):
        stock += [card for packet in packets for card in packet]
        stock += turnups[number : number + 1]
    return (*stock, *turnups[len(extra) + 1 :])


def deal_faults(deal: Deal, rules: Rules, sides: Sequence[Side] | None = None) -> tuple[Fault, ...]:
    """What is wrong with a deal: its players, a holding of another size, a card twice or not in the pack."""
    players = len(deal.holdings)
    if players not in rules.players:
        right = " or ".join(map(str, rules.players))
        return (Fault("players", {"received": players, "right": right}),)
    if sides is not None and not _are_sides(sides, players):
        return (Fault("sides", {"received": tuple(sides)}),)
    sizes = [
        Fault("hand_size", {"player": seat, "received": len(holding), "right": rules.hand})
        for seat, holding in enumerate(deal.holdings)
        if len(holding) != rules.hand
    ]
    return (*sizes, *_card_faults(deal, rules), *_stock_faults(deal, rules))


def _are_sides(sides: Sequence[Side], players: int) -> bool:
    """Sides count from 0, two at least, and are of equal size."""
    count = len(set(sides))
    equal = {sides.count(side) * count for side in range(count)} == {players}
    return len(sides) == players and count > 1 and equal


def _card_faults(deal: Deal, rules: Rules) -> list[Fault]:
    whole = frozenset(pack(rules.pack))
    cards = [card for holding in (*deal.holdings, deal.stock) for card in holding]
    if len(set(cards)) == len(cards) and whole.issuperset(cards):
        return []
    found, seen = [], set()
    places = [({"player": seat}, card) for seat, holding in enumerate(deal.holdings) for card in holding]
    for where, card in [*places, *(({}, card) for card in deal.stock)]:
        if card not in whole or card in seen:
            found.append(Fault("cards", {"card": card, "pack": rules.pack, **where}))
        seen.add(card)
    return found


def _stock_faults(deal: Deal, rules: Rules) -> list[Fault]:
    """A turn-up takes at least that card; a game that draws has its whole stock, and a suit drawn."""
    rest = rules.pack - len(deal.holdings) * rules.hand
    needed = {TrumpBy.TURNUP: 1}.get(rules.trump, 0) if rules.draw is Draw.NONE else rest
    found = []
    if not needed <= len(deal.stock) <= rest:
        found.append(Fault("stock", {"received": len(deal.stock), "least": needed, "most": rest}))
    if rules.trump is TrumpBy.RANDOM_DRAW and deal.trump is None:
        found.append(Fault("trump_unknown"))
    return found
