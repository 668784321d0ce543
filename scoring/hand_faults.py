"""Whether a recorded hand can have happened: its awards, what came before them, its cards and card points.

Knows nothing of targets: which of its points are pegged is the game's affair.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import pairwise

from . import awards
from .axes import Award, GiftThen, TrumpBy
from .cards import Card, Rank, Suit, pack
from .conditions import conflicts
from .errors import Fault, ImpossibleHand, NotationError
from .evidence import Evidence
from .hands import HONOUR, MARK, MOST_BID, Hand, Peg, is_marked
from .irregularities import misdeal_penalty
from .rules import Rules
from .seats import AWAY, HOME, NOBODY, Taker


def verify(hand: Hand, rules: Rules, *, sides: int | None = None) -> None:
    """Raise ImpossibleHand with every fault of a hand that cannot have happened as recorded."""
    broken = faults(hand, rules, sides=sides)
    if broken:
        raise ImpossibleHand(*broken)


def faults(hand: Hand, rules: Rules, *, sides: int | None = None) -> tuple[Fault, ...]:
    """Return every rule a recorded hand breaks, at a table of that many sides (the most the game knows).

    What is not recorded is not judged, and no hand that can happen is refused.
    """
    count = sides or _sides(hand, rules)
    broken = list(_unknown_sides(hand, count))
    if broken:
        return tuple(broken)
    broken += _award_faults(hand, rules)
    if hand.has_prelude:
        broken += _prelude_faults(hand, rules)
    if hand.has_cards:
        broken += _card_faults(hand, rules, count)
    return tuple(broken)


def _sides(hand: Hand, rules: Rules) -> int:
    """Return the sides at the table by its card points, if they fit the game; else the most it knows."""
    counted = len(hand.card_points or ())
    return counted if 2 <= counted <= rules.most_sides else rules.most_sides


def _unknown_sides(hand: Hand, sides: int) -> list[Fault]:
    named = [hand.high, hand.low, hand.jack, hand.game, hand.pitcher_side, *hand.no_game_for]
    named += [points.side for points in hand.penalties] + [points.side for points in hand.before]
    named += [hand.contract.side, hand.contract.seller] if hand.contract else []
    unknown = [side for side in named if isinstance(side, int) and not 0 <= side < sides]
    return [Fault("unknown_side", {"received": side, "last": sides - 1}) for side in unknown]


def _award_faults(hand: Hand, rules: Rules) -> list[Fault]:
    """Return the faults of the awards by themselves: after a pitch High and Low go to a side."""
    broken = []
    broken += [
        Fault("award_not_scored", {"award": award})
        for award in Award
        if award not in rules.awards and isinstance(hand.taker(award), int)
    ]
    if rules.is_pitched:
        counted = [award for award in (Award.HIGH, Award.LOW) if award in rules.awards]
        broken += [Fault(f"{award}_nobody") for award in counted if hand.taker(award) is NOBODY]
    elif NOBODY in (hand.high, hand.low):
        broken += [Fault("high_without_low")] * any(isinstance(side, int) for side in (hand.high, hand.low))
        broken += [Fault("jack_without_trump")] * isinstance(hand.jack, int)
        broken += [Fault("card_without_trump")] * (hand.high_card is not None or hand.low_card is not None)
    if hand.hung is not None and not rules.hanging_counts:
        broken.append(Fault("hung_not_counted"))
    if hand.hung and hand.jack is NOBODY:
        broken.append(Fault("hung_without_jack"))
    broken += [Fault("bad_penalty", {"points": p.points}) for p in hand.penalties if p.points < 1]
    return broken


def _card_faults(hand: Hand, rules: Rules, sides: int) -> list[Fault]:
    """Return the faults of cards and card points: each by itself, then what they tell of each other."""
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
    """Return the record as evidence, with what an ace or a two says by itself: nothing lies beyond it.

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


def _prelude_faults(hand: Hand, rules: Rules) -> list[Fault]:
    """Return everything in the prelude of a hand that this game does not know, or that cannot go together."""
    broken = [fault for point in hand.before for fault in _point_faults(point, rules)]
    broken += [*_marks_faults(hand, rules), *_deal_faults(hand)]
    if ends_with_gift(hand, rules) and any(hand.taker(award) is not None for award in rules.awards):
        broken.append(Fault("awards_after_gift"))
    broken += _contract_faults(hand, rules)
    barred: tuple[Taker, ...] = hand.no_game_for
    if hand.game is not None and hand.game in barred:
        broken.append(Fault("game_barred", {"side": hand.game}))
    return broken


def ends_with_gift(hand: Hand, rules: Rules) -> bool:
    """Return whether the hand was thrown in after a gift, as in the oldest game."""
    return rules.gift_then is GiftThen.END_HAND and any(point.what == "gift" for point in hand.before)


def _turnup(point: Peg, rules: Rules) -> bool:
    return point.points in dict(rules.turnup_scores).values()


def _gift(point: Peg, rules: Rules) -> bool:
    return rules.may_beg and point.points == 1


def _misdeal(point: Peg, rules: Rules) -> bool:
    penalty = misdeal_penalty(rules)
    return penalty is not None and penalty.points == point.points


def _point_faults(point: Peg, rules: Rules) -> Iterator[Fault]:
    """Yield a fault for a point pegged before the awards that this game does not give, or not so."""
    if point.what.startswith(HONOUR):
        if (_rank(point.what), point.points) not in (*rules.trump_honours, *rules.plain_honours):
            yield Fault(
                "honour_not_marked", {"card": point.what.removeprefix(HONOUR), "points": point.points}
            )
    elif point.what not in _KNOWN:
        yield Fault("unknown_point", {"received": point.what, "known": ", ".join(_KNOWN)})
    elif not _KNOWN[point.what](point, rules):
        yield Fault(f"{point.what}_not_scored", {"points": point.points})


def _mark(point: Peg, rules: Rules) -> bool:
    return bool(rules.honours) and point.points >= 0


_KNOWN: Mapping[str, Callable[[Peg, Rules], bool]] = {
    "turnup": _turnup,
    "gift": _gift,
    "misdeal": _misdeal,
    MARK: _mark,
}


def _marks_faults(hand: Hand, rules: Rules) -> Iterator[Fault]:
    """Yield a fault for points marked in play that no cards of the game make, each won by one side."""
    marked = [point for point in hand.before if is_marked(point)]
    sums = [sum(point.points for point in marked if point.side == side) for side in (HOME, AWAY)]
    few = 0 < len(rules.honours) <= _MOST_MARKED and all(point.side in (HOME, AWAY) for point in marked)
    if any(point.what == MARK for point in marked) and few and tuple(sums) not in _markable(rules.honours):
        yield Fault("marks_not_possible", {"received": tuple(sums)})


@cache
def _markable(honours: tuple[int, ...]) -> frozenset[tuple[int, int]]:
    """Return what two sides can mark together, where cards can stay out of play."""
    sums = {(0, 0)}
    for points in honours:
        sums |= {pair for a, b in sums for pair in ((a + points, b), (a, b + points))}
    return frozenset(sums)


_MOST_MARKED = 13
"""With more cards that are marked there are too many sums to look through."""


def _rank(what: str) -> Rank | None:
    try:
        return Card.parse(what.removeprefix(HONOUR)).rank
    except NotationError:
        return None


def _deal_faults(hand: Hand) -> Iterator[Fault]:
    """Yield a fault unless turn-ups score for the dealer and then gifts and misdeals for the others."""
    dealers = {point.side for point in hand.before if point.what == "turnup"}
    others = [point.side for point in hand.before if point.what == "gift"]
    if len(dealers) > 1:
        yield Fault("turnup_two_sides")
    if dealers & {point.side for point in hand.before if point.what in ("gift", "misdeal")}:
        yield Fault("gift_to_dealer")
    if len(set(others)) < len(others):
        yield Fault("gift_twice")
    what = [point.what for point in hand.before if point.what in _KNOWN]
    if any(pair == ("gift", "turnup") for pair in pairwise(what)):
        yield Fault("turnup_after_gift")


def _contract_faults(hand: Hand, rules: Rules) -> Iterator[Fault]:
    """Yield a fault unless a bid is one that can be made, sold by eldest if at all, and its side pitched."""
    contract = hand.contract
    if contract is None:
        return
    if not rules.has_auction:
        yield Fault("no_auction")
    if not rules.least_bid <= contract.points <= MOST_BID:
        params = {"received": contract.points, "least": rules.least_bid, "most": MOST_BID}
        yield Fault("bid", params)
    if contract.seller is not None and rules.trump is not TrumpBy.COMMERCIAL:
        yield Fault("no_seller")
    if hand.pitcher_side is not None and hand.pitcher_side != contract.side:
        yield Fault("contract_side", {"side": contract.side})
