"""A hand: one deal played out and what it scored, entered as four awards, with its cards, or from the play.

Knows nothing of targets: which of its points are pegged is the game's affair.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import TypeAlias

from scoring import awards, preludes, tricks
from scoring.cards import Card, Rank, Suit, pack
from scoring.conditions import conflicts
from scoring.entries import Contract, Hand, Penalty, all_four
from scoring.errors import IllegalPlay, ImpossibleHand
from scoring.evidence import Evidence
from scoring.faults import Fault
from scoring.rules import Rules
from scoring.seats import NOBODY, Side, sides_of
from scoring.tricks import Play, Trick

__all__ = ["Contract", "Hand", "Penalty", "all_four", "deal", "faults", "play_out", "score_deal", "verify"]


def verify(hand: Hand, rules: Rules, *, sides: int | None = None) -> None:
    """Raise ImpossibleHand with every fault of a hand that cannot have happened as recorded."""
    found = faults(hand, rules, sides=sides)
    if found:
        raise ImpossibleHand(*found)


def faults(hand: Hand, rules: Rules, *, sides: int | None = None) -> tuple[Fault, ...]:
    """Every rule a recorded hand breaks, at a table of that many sides (the most the game knows).

    What is not recorded is not judged, and no hand that can happen is refused.
    """
    count = sides or _sides(hand, rules)
    found = list(_unknown_sides(hand, count))
    if found:
        return tuple(found)
    found += _award_faults(hand, rules)
    if hand.has_prelude:
        found += preludes.faults(hand, rules)
    if hand.has_cards:
        found += _card_faults(hand, rules, count)
    return tuple(found)


def _sides(hand: Hand, rules: Rules) -> int:
    """The sides at the table by its card points, if they fit the game at all; else the most it knows."""
    given = len(hand.card_points or ())
    return given if 2 <= given <= rules.most_sides else rules.most_sides


def _unknown_sides(hand: Hand, sides: int) -> list[Fault]:
    named = [hand.high, hand.low, hand.jack, hand.game, hand.pitcher_side, *hand.no_game_for]
    named += [given.side for given in hand.penalties] + [given.side for given in hand.before]
    named += [hand.contract.side, hand.contract.seller] if hand.contract else []
    unknown = [side for side in named if isinstance(side, int) and not 0 <= side < sides]
    return [Fault("unknown_side", {"received": side, "last": sides - 1}) for side in unknown]


def _award_faults(hand: Hand, rules: Rules) -> list[Fault]:
    """The awards by themselves: after a pitch there is a trump, so High and Low go to a side."""
    found = []
    if rules.is_pitched:
        found += [Fault("high_nobody")] * (hand.high is NOBODY) + [Fault("low_nobody")] * (hand.low is NOBODY)
    elif NOBODY in (hand.high, hand.low):
        found += [Fault("high_without_low")] * any(isinstance(side, int) for side in (hand.high, hand.low))
        found += [Fault("jack_without_trump")] * isinstance(hand.jack, int)
        found += [Fault("card_without_trump")] * (hand.high_card is not None or hand.low_card is not None)
    if hand.hung is not None and rules.hang_jack == rules.jack_points:
        found.append(Fault("hung_not_counted"))
    if hand.hung and hand.jack is NOBODY:
        found.append(Fault("hung_without_jack"))
    found += [Fault("bad_penalty", {"points": p.points}) for p in hand.penalties if p.points < 1]
    return found


def _card_faults(hand: Hand, rules: Rules, sides: int) -> list[Fault]:
    """The cards and card points: each by itself, then what those that can be read tell of each other."""
    named = [card for card in (hand.high_card, hand.low_card, hand.pitched) if card is not None]
    strangers = [card for card in dict.fromkeys(named) if card not in pack(rules.pack)]
    wrong_cards = [Fault("not_in_pack", {"card": card, "pack": rules.pack}) for card in strangers]
    suits = {card.suit for card in named} | ({hand.trump} if hand.trump else set())
    if len(suits) > 1:
        wrong_cards.append(
            Fault("different_suits", {"cards": (*named, hand.trump) if hand.trump else tuple(named)})
        )
    wrong_points = _unreadable_points(hand.card_points, sides)
    if wrong_cards:
        hand = replace(hand, high_card=None, low_card=None, pitched=None)
    if wrong_points:
        hand = replace(hand, card_points=None)
    return (
        wrong_cards + wrong_points + conflicts(_evidence(hand, rules, sides, max(suits, default=Suit.CLUBS)))
    )


def _unreadable_points(points: tuple[int, ...] | None, sides: int) -> list[Fault]:
    if points is None:
        return []
    if len(points) != sides:
        return [Fault("card_points_sides", {"received": len(points), "right": sides})]
    return [Fault("card_points_below_zero", {"points": points})] if min(points) < 0 else []


def _evidence(hand: Hand, rules: Rules, sides: int, suit: Suit) -> Evidence:
    """The record as evidence, with what an ace or a two says by itself: nothing lies beyond it.

    A High or Low that nobody can have taken is a fault already and no evidence.
    """
    pitched = rules.is_pitched
    trumpless = not pitched and hand.high is NOBODY
    named = (hand.high_card, hand.low_card, hand.pitched if pitched else None)
    highest, lowest, led = (None if card is None or trumpless else card.rank for card in named)
    ranks = (highest, lowest, led)
    return Evidence(
        rules=rules,
        counts=awards.counts(rules),
        sides=sides,
        suit=suit,
        high=hand.high if trumpless or hand.high is not NOBODY else None,
        low=hand.low if hand.low is not NOBODY else None,
        jack=hand.jack if not trumpless else NOBODY,
        game=hand.game,
        hung=hand.hung if hand.jack is not NOBODY else None,
        pitcher=hand.pitcher_side if pitched else None,
        elder=hand.pitcher_side if not rules.has_auction else None,
        highest=highest or (Rank.ACE if Rank.ACE in ranks else None),
        lowest=lowest or (Rank.TWO if Rank.TWO in ranks else None),
        pitched=led,
        points=hand.card_points,
        is_barred=bool(hand.no_game_for),
    )


Choice: TypeAlias = Callable[[int, Sequence[Card], Suit | None, Sequence[Card]], Card]
"""A player's choice: seat, the legal cards, trumps (None before the pitch), the trick so far."""


def deal(rng: Random, rules: Rules, players: int | None = None) -> tuple[tuple[Card, ...], ...]:
    """Shuffle and deal: the holding of each player in order of play, the pitcher's first."""
    count = players or rules.players[0]
    cards = rng.sample(pack(rules.pack), count * rules.hand)
    return tuple(tuple(sorted(cards[seat::count])) for seat in range(count))


def play_out(holdings: Sequence[Sequence[Card]], rules: Rules, choose: Choice) -> tuple[Trick, ...]:
    """Play a pitched hand to its last trick, each card chosen among the legal ones.

    IllegalPlay if `choose` returns another card.
    """
    held = [list(holding) for holding in holdings]
    trump: Suit | None = None
    leader, played = 0, []
    while held[leader]:
        trick: list[Play] = []
        for turn in range(len(held)):
            seat = (leader + turn) % len(held)
            so_far = [play.card for play in trick]
            legal = tricks.legal_plays(held[seat], trump, so_far, rules)
            card = choose(seat, legal, trump, so_far)
            if card not in legal:
                raise IllegalPlay(Fault("illegal_play", {"card": card, "legal": legal}))
            held[seat].remove(card)
            trick.append(Play(seat, card))
            trump = trump or card.suit
        leader = trick[tricks.winner([play.card for play in trick], trump)].seat
        played.append(tuple(trick))
    return tuple(played)


def score_deal(
    holdings: Sequence[Sequence[Card]],
    played: Sequence[Trick],
    rules: Rules,
    teams: Sequence[Side] | None = None,
) -> Hand:
    """The hand a pitched deal and its complete play make: who took what, with which cards.

    `teams` is the side of each player in order of play from the pitcher; partners opposite if not said.
    """
    sides = tuple(teams or sides_of(len(holdings), rules.sides))
    pitched = played[0][0]
    trump = pitched.card.suit
    holders = {card: sides[seat] for seat, holding in enumerate(holdings) for card in holding}
    takers = {play.card: sides[awards.trick_winner(trick, trump)] for trick in played for play in trick}
    high, low = awards.high(holders, trump), awards.low(holders, takers, trump, rules)
    points = awards.card_points(takers, trump, max(sides) + 1, rules)
    jack = awards.jack(takers, trump)
    return Hand(
        high=high[1] if high else NOBODY,
        low=low[1] if low else NOBODY,
        jack=jack,
        game=awards.game_point(points, rules.game_tie, sides),
        trump=trump,
        high_card=high[0] if high else None,
        low_card=low[0] if low else None,
        pitched=pitched.card,
        pitcher_side=sides[pitched.seat],
        card_points=points,
        hung=None
        if rules.hang_jack == rules.jack_points
        else jack != holders.get(Card.of(Rank.JACK, trump), jack),
    )
