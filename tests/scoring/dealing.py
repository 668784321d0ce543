"""Hands that really happened: dealt, and played legally at random."""

from dataclasses import fields, replace
from random import Random

from scoring import Card, Hand, Rank, Rules, Suit, hands
from scoring.cards import pack

ASIDE = ("penalties", "before", "contract", "no_game_for")
RECORDED = tuple(field.name for field in fields(Hand) if field.name not in ASIDE)


def dealt(rng: Random, rules: Rules, players: int = 4) -> tuple[tuple[Card, ...], ...]:
    """A fair deal, or as often one with few trumps or high ones only, where the rules are tightest."""
    if rng.random() < 0.5:
        return hands.deal(rng, rules, players)
    cards = pack(rules.pack)
    trumps = [card for card in cards if card.suit is Suit.SPADES]
    if rng.random() < 0.5:
        trumps = [card for card in trumps if card.rank >= Rank.NINE]
    few = rng.sample(trumps, rng.randint(1, min(len(trumps), players)))
    others = [card for card in cards if card.suit is not Suit.SPADES]
    counters = [card for card in others if card.rank < Rank.TEN] if rng.random() < 0.3 else others
    rest = rng.sample(counters, min(len(counters), players * rules.hand - len(few)))
    rest += rng.sample([c for c in others if c not in rest], players * rules.hand - len(few) - len(rest))
    table = few[1:] + rest
    rng.shuffle(table)
    table.insert(0, few[0])
    return tuple(tuple(table[seat::players]) for seat in range(players))


def played(rng: Random, rules: Rules, players: int = 4) -> Hand:
    """The record of a deal played legally at random; rare trumps are pitched as often as others."""
    holdings = dealt(rng, rules, players)
    spades = [card for card in holdings[0] if card.suit is Suit.SPADES]

    def choose(seat, legal, trump, trick):
        return rng.choice(spades) if trump is None and spades and rng.random() < 0.7 else rng.choice(legal)

    return hands.score_deal(holdings, hands.play_out(holdings, rules, choose), rules)


def in_part(hand: Hand, forgotten: int) -> Hand:
    """The record without the fields whose bits are set."""
    gone = {name: None for bit, name in enumerate(RECORDED) if forgotten >> bit & 1}
    return replace(hand, **gone)


def relabelled(hand: Hand) -> Hand:
    """The same hand with the sides' labels exchanged."""

    def other(taker):
        return 1 - taker if isinstance(taker, int) else taker

    return replace(
        hand,
        high=other(hand.high),
        low=other(hand.low),
        jack=other(hand.jack),
        game=other(hand.game),
        pitcher_side=other(hand.pitcher_side),
        card_points=hand.card_points and hand.card_points[::-1],
    )
