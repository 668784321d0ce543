"""A hand written down card by card: the deal as the cards lie, and the record of what was said and played."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from random import Random
from typing import NamedTuple, Self

from .axes import StockDraw, TrumpBy
from .cards import Card, Suit, pack
from .errors import Fault, either
from .hands import HandPenalty
from .rules import Rules
from .seats import Side
from .tricks import Holding, PlayedTrick


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """The cards of a hand as they lie: a holding for each player from eldest, and the stock in order.

    The stock may end where what is written down ends. `trump` is the suit of a random draw, where the game
    has one.
    """

    holdings: tuple[Holding, ...]
    stock: tuple[Card, ...] = ()
    trump: Suit | None = None

    @classmethod
    def of(cls, *holdings: str, stock: str = "", trump: Suit | None = None) -> Self:
        """Return the deal of cards as they are written: "AS 5S KH 4D 3D 2D" for each player, from eldest.

        NotationError for what is no card.
        """
        written = [tuple(map(Card.parse, text.split())) for text in (*holdings, stock)]
        return cls(holdings=tuple(written[:-1]), stock=written[-1], trump=trump)


def shuffled(rng: Random, rules: Rules, players: int | None = None) -> Deal:
    """Shuffle the whole pack and deal it: the holdings, and the stock for turn-ups, runs or draws."""
    count = players or rules.players[0]
    cards = rng.sample(pack(rules.pack), rules.pack)
    dealt = count * rules.hand
    trump = rng.choice(tuple(Suit)) if rules.trump is TrumpBy.RANDOM_DRAW else None
    has_stock = rules.trump is TrumpBy.TURNUP or rules.draw is not StockDraw.NONE
    return Deal(
        holdings=tuple(tuple(sorted(cards[seat:dealt:count])) for seat in range(count)),
        stock=tuple(cards[dealt:]) if has_stock else (),
        trump=trump,
    )


def interleaved(turnups: Sequence[Card], extra: Sequence[Sequence[Holding]]) -> tuple[Card, ...]:
    """Return the stock as a record tells it: a turn-up, three cards a player, the next turn-up ..."""
    stock = list(turnups[:1])
    for number, packets in enumerate(extra, start=1):
        stock += [card for packet in packets for card in packet]
        stock += turnups[number : number + 1]
    return (*stock, *turnups[len(extra) + 1 :])


def deal_faults(deal: Deal, rules: Rules, sides: Sequence[Side] | None = None) -> tuple[Fault, ...]:
    """Return what is wrong with a deal: its players, sizes of holdings, a card twice or not in the pack."""
    players = len(deal.holdings)
    if players not in rules.players:
        return (Fault("players", {"received": players, "right": either(rules.players)}),)
    if sides is not None and not _are_sides(sides, players):
        return (Fault("sides", {"received": tuple(sides)}),)
    rest = rules.pack - players * rules.hand
    if rest < int(rules.trump is TrumpBy.TURNUP):
        right = (rules.pack - int(rules.trump is TrumpBy.TURNUP)) // players
        params = {"players": players, "pack": rules.pack, "received": rules.hand, "right": right}
        return (Fault("pack_too_small", params),)
    sizes = [
        Fault("hand_size", {"player": seat, "received": len(holding), "right": rules.hand})
        for seat, holding in enumerate(deal.holdings)
        if len(holding) != rules.hand
    ]
    return (*sizes, *_card_faults(deal, rules), *_stock_faults(deal, rules))


def _are_sides(sides: Sequence[Side], players: int) -> bool:
    """Return whether sides count from 0, are two at least, and of equal size."""
    count = len(set(sides))
    equal = {sides.count(side) * count for side in range(count)} == {players}
    return len(sides) == players and count > 1 and equal


def _card_faults(deal: Deal, rules: Rules) -> list[Fault]:
    whole, cards = _whole(rules.pack), [card for holding in (*deal.holdings, deal.stock) for card in holding]
    if len(set(cards)) == len(cards) and whole.issuperset(cards):
        return []
    faults, seen = [], set()
    places = [({"player": seat}, card) for seat, holding in enumerate(deal.holdings) for card in holding]
    for where, card in [*places, *(({}, card) for card in deal.stock)]:
        if not hasattr(card, "suit"):
            faults.append(Fault("no_card", {"received": card}))
        elif card not in whole or card in seen:
            code = "cards" if card in whole else "not_in_pack"
            faults.append(Fault(code, {"card": card, "pack": rules.pack, **where}))
        seen.add(card)
    return faults


@cache
def _whole(size: int) -> frozenset[Card]:
    return frozenset(pack(size))


def _stock_faults(deal: Deal, rules: Rules) -> list[Fault]:
    """Return the faults of the stock: too short for a turn-up or for drawing, or no suit drawn."""
    rest = rules.pack - len(deal.holdings) * rules.hand
    needed = int(rules.trump is TrumpBy.TURNUP) if rules.draw is StockDraw.NONE else rest
    faults = []
    if not needed <= len(deal.stock) <= rest:
        faults.append(Fault("stock", {"received": len(deal.stock), "least": needed, "most": rest}))
    if rules.trump is TrumpBy.RANDOM_DRAW and deal.trump is None:
        faults.append(Fault("trump_unknown"))
    return faults


class Say(StrEnum):
    """What is said before the play, and by whom: eldest, the dealer, all together, or eldest as seller."""

    STAND = "stand"
    BEG = "beg"
    GIVE = "give"
    RUN = "run"
    BUNCH = "bunch"
    PLAY_ON = "play_on"
    SELL = "sell"
    REFUSE = "refuse"

    @property
    def words(self) -> str:
        return self.value.replace("_", " ")


class Bid(NamedTuple):
    """One player's call for the pitch: points, or 0 for a pass."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRecord:
    """A hand written down card by card; players count from 0 in order of play, eldest first.

    `extra` has, for each time the pack was run, three cards for each player; `words` what was said, in
    order. `kept` are the holdings after discards. `revokes` are cards played against the rules and owned to,
    `called` those that lay exposed and were played because an opponent called them. `peeked` is a pitcher's
    partner who looked too soon, `misscored` are players who marked what was not theirs. `cut_short` is a
    hand whose play stopped early.
    """

    holdings: tuple[Holding, ...]
    turnups: tuple[Card, ...] = ()
    extra: tuple[tuple[Holding, ...], ...] = ()
    words: tuple[Say, ...] = ()
    kept: tuple[Holding, ...] = ()
    bids: tuple[Bid, ...] = ()
    trump: Suit | None = None
    stock: tuple[Card, ...] = ()
    tricks: tuple[PlayedTrick, ...] = ()
    revokes: tuple[Card, ...] = ()
    called: tuple[Card, ...] = ()
    penalties: tuple[HandPenalty, ...] = ()
    no_game_for: tuple[Side, ...] = ()
    peeked: bool = False
    misscored: tuple[int, ...] = ()
    cut_short: bool = False
