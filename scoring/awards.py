"""The four points of a hand: High, Low, Jack and Game, one small function each, and what a card counts.

`deal`, `play_out` and `score_deal` take a pitched hand from the shuffle to its points without a position;
`random_hand` does it at once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TypeAlias

from . import tricks
from .axes import Award, GameTie, LowTo
from .cards import PACK, SUIT_NUMBER, SUIT_OF, Card, Rank, Suit, pack
from .errors import Fault, IllegalPlay
from .hands import MOST_BID, SMUDGE, WHOLE_GAME, Hand, Peg
from .rules import Rules
from .seats import NOBODY, Side, Taker, sides_of
from .tricks import Play, Trick

_VALUES = {Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2, Rank.JACK: 1, Rank.TEN: 10}
_PIPS = {rank: int(rank) for rank in Rank if rank < Rank.TEN}


@dataclass(frozen=True, slots=True)
class Counts:
    """What cards count toward Game under some rules: a trump and a card of another suit, by rank."""

    trumps: Mapping[Rank, int]
    plain: Mapping[Rank, int]

    @property
    def side_suits(self) -> int:
        """The three suits that are not trumps together."""
        return (len(Suit) - 1) * sum(self.plain.values())

    @property
    def pack(self) -> int:
        """The whole pack."""
        return self.side_suits + sum(self.trumps.values())


@cache
def counts(rules: Rules) -> Counts:
    """Return what cards count: ace 4, king 3, queen 2, jack 1, ten 10; in some variants pips or the five."""
    worth = _VALUES | (_PIPS if rules.pips_count else {})
    plain = dict.fromkeys(Rank, 0) | {card.rank: worth.get(card.rank, 0) for card in pack(rules.pack)}
    five = {Rank.FIVE: int(Rank.FIVE)} if rules.five_counts else {}
    return Counts(plain | five, plain)


@cache
def card_values(rules: Rules, trump: Suit) -> tuple[int, ...]:
    """Return what every card of the pack counts toward Game, by its number."""
    value = counts(rules)
    return tuple((value.trumps if card.suit is trump else value.plain)[card.rank] for card in PACK)


def high(holders: Mapping[Card, Side], trump: Suit) -> tuple[Card, Side] | None:
    """Return the highest trump in play and the side that holds it, which scores High; None without trumps."""
    best = max([card for card in holders if SUIT_OF[card] is trump], default=None)
    return None if best is None else (best, holders[best])


def low(
    holders: Mapping[Card, Side], takers: Mapping[Card, Side], trump: Suit, rules: Rules
) -> tuple[Card, Side] | None:
    """Return the lowest trump in play and who scores Low: the side dealt it or, by the rules, winning it."""
    worst = min([card for card in holders if SUIT_OF[card] is trump], default=None)
    if worst is None:
        return None
    return worst, (holders if rules.low_to is LowTo.HOLDER else takers)[worst]


def jack(takers: Mapping[Card, Side], trump: Suit) -> Taker:
    """Return the side that wins the jack of trumps; nobody if it was not in play."""
    return takers.get(Card.of(Rank.JACK, trump), NOBODY)


def card_points(takers: Mapping[Card, Side], trump: Suit, sides: int, rules: Rules) -> tuple[int, ...]:
    """Return what the cards each side took in tricks count toward Game."""
    values, points = card_values(rules, trump), [0] * sides
    for card, side in takers.items():
        points[side] += values[card]
    return tuple(points)


def game_point(points: Sequence[int], tie: GameTie, teams: Sequence[Side]) -> Taker:
    """Return who takes Game: the side with the most card points; level, nobody or as the variant settles it.

    `teams` is the side of each player in order of play from eldest; the last player is the dealer.
    """
    most = max(points)
    if points.count(most) == 1:
        return points.index(most)
    level = {side for side, count in enumerate(points) if count == most}
    if tie is GameTie.ELDER:
        return next(side for side in teams if side in level)
    against_dealer = level - {teams[-1]}
    if tie is GameTie.FOSTER and len(level) == 2 and len(against_dealer) == 1:
        return against_dealer.pop()
    return NOBODY


def in_order(takers: Mapping[Award, Taker | None], rules: Rules, bidder: Side | None) -> tuple[Award, ...]:
    """Return the awards as they are counted: where the house has it so, the bidder's before all others'.

    One that is not known yet may be the bidder's.
    """
    others = (None, NOBODY, bidder) if rules.bidder_first and bidder is not None else takers.values()
    return tuple(sorted(rules.awards, key=lambda award: takers[award] not in others))


def smudge(contract: int, bidder: Side, rules: Rules) -> Iterator[Peg]:
    """Yield what a bid that was made scores beyond its points: nothing but where all four were bid."""
    wins = rules.smudge_wins and rules.target is not None
    points = WHOLE_GAME if wins else rules.smudge_points
    if contract == MOST_BID and points:
        yield Peg(SMUDGE, bidder, points)


CardChoice: TypeAlias = Callable[[int, Sequence[Card], Suit | None, Sequence[Card]], Card]
"""A player's choice: seat, the legal cards, trumps (None before the pitch), the trick so far."""


def deal(rng: Random, rules: Rules, players: int | None = None) -> tuple[tuple[Card, ...], ...]:
    """Shuffle and deal: the holding of each player in order of play, the pitcher's first."""
    count = players or rules.players[0]
    cards = rng.sample(pack(rules.pack), count * rules.hand)
    return tuple(tuple(sorted(cards[seat::count])) for seat in range(count))


def play_out(holdings: Sequence[Sequence[Card]], rules: Rules, choose: CardChoice) -> tuple[Trick, ...]:
    """Play a pitched hand to its last trick, each card chosen among the legal ones.

    IllegalPlay if `choose` returns another card.
    """
    held, players = list(map(list, holdings)), len(holdings)
    trump: Suit | None = None
    leader, played = 0, []
    while held[leader]:
        turns = (*range(leader, players), *range(leader))
        trick: list[Card] = []
        for seat in turns:
            legal = tricks.legal_plays(held[seat], trump, trick, rules)
            card = choose(seat, legal, trump, trick)
            if card not in legal:
                raise IllegalPlay(Fault("illegal_play", {"card": card, "legal": legal}))
            held[seat].remove(card)
            trick.append(card)
            trump = trump or SUIT_OF[card]
        leader = turns[tricks.winner(trick, trump)]
        played.append(tuple(map(Play, turns, trick)))
    return tuple(played)


def score_deal(
    holdings: Sequence[Sequence[Card]],
    played: Sequence[Trick],
    rules: Rules,
    teams: Sequence[Side] | None = None,
) -> Hand:
    """Return the hand a pitched deal and its complete play make: who took what, with which cards.

    `teams` is the side of each player in order of play from the pitcher; partners opposite if not said.
    """
    sides = tuple(teams or sides_of(len(holdings), rules.sides))
    pitched = played[0][0]
    holders = {card: sides[seat] for seat, holding in enumerate(holdings) for card in holding}
    takers: dict[Card, Side] = {}
    for trick in played:
        cards = [play.card for play in trick]
        takers |= dict.fromkeys(cards, sides[trick[tricks.winner(cards, pitched.card.suit)].seat])
    points = card_points(takers, pitched.card.suit, max(sides) + 1, rules)
    return _hand_of(holders, takers, points, pitched, rules, sides)


def random_hand(rng: Random, rules: Rules, players: int | None = None) -> Hand:
    """Deal a pitched hand, play it by chance and score it: the three steps above in one, for millions."""
    count = players or rules.players[0]
    cards = rng.sample(pack(rules.pack), count * rules.hand)
    held, sides = [tricks.by_suit(cards[seat::count]) for seat in range(count)], sides_of(count, rules.sides)
    turns, random, legal_by_suit = _turns(count), rng.random, tricks.legal_by_suit
    trump: int | None = None
    points = [0] * (max(sides) + 1)
    # Of what is held and taken only trumps score by themselves.
    holders: dict[Card, Side] = {}
    takers: dict[Card, Side] = {}
    leader = 0
    for _ in range(rules.hand):
        trick: list[Card] = []
        best = best_suit = -1
        for seat in turns[leader]:
            legal = legal_by_suit(held[seat], trump, trick, rules)
            card = legal[int(random() * len(legal))]
            suit = SUIT_NUMBER[card]
            held[seat][suit].remove(card)
            if trump is None:
                trump, pitched, values = suit, card, card_values(rules, SUIT_OF[card])
            if suit == trump:
                holders[card] = sides[seat]
            if card > best if suit == best_suit else suit == trump or not trick:
                best, best_suit, leader = card, suit, seat
            trick.append(card)
        side = sides[leader]
        for card in trick:
            points[side] += values[card]
            if card in holders:
                takers[card] = side
    return _hand_of(holders, takers, tuple(points), Play(0, pitched), rules, sides)


@cache
def _turns(players: int) -> tuple[tuple[int, ...], ...]:
    """Return the players in turn, for each that may lead."""
    return tuple((*range(leader, players), *range(leader)) for leader in range(players))


def _hand_of(
    holders: Mapping[Card, Side],
    takers: Mapping[Card, Side],
    points: tuple[int, ...],
    pitched: Play,
    rules: Rules,
    sides: tuple[Side, ...],
) -> Hand:
    """Return the hand that the trumps held and taken and the card points make, once the last is played."""
    trump = SUIT_OF[pitched.card]
    highest, lowest = high(holders, trump), low(holders, takers, trump, rules)
    jack_taker = jack(takers, trump)
    jack_holder = jack(holders, trump) if rules.hanging_counts else None
    return Hand(
        high=highest[1] if highest else NOBODY,
        low=lowest[1] if lowest else NOBODY,
        jack=jack_taker,
        game=game_point(points, rules.game_tie, sides),
        trump=trump,
        high_card=highest[0] if highest else None,
        low_card=lowest[0] if lowest else None,
        pitched=pitched.card,
        pitcher_side=sides[pitched.seat],
        card_points=points,
        hung=None if jack_holder is None else jack_taker != jack_holder,
    )
