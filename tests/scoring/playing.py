"""Hands of every game played legally at random, and what must hold of each whatever happened."""

from dataclasses import fields, replace
from enum import StrEnum
from functools import cache
from random import Random

from scoring import Card, Hand, Rank, Rules, Suit, awards, variants
from scoring.axes import AfterRun
from scoring.cards import pack
from scoring.moments import Stage
from scoring.positions import Position
from scoring.records import PlayRecord, Say, shuffled
from scoring.tricks import Play, ThrowIn

GAMES = [(variant.name, players) for variant in variants.ALL for players in variant.rules.players]
HOUSES = (
    {},
    {"no_trumping_in": True, "game_tie": "foster", "begs": 2, "may_bunch": True},
    {"no_undertrump": True, "after_run": "discard_if_12", "hang_jack": 6, "gift_to": "eldest"},
    {
        "must_trump_when_void": True,
        "must_beg_without_trumps": True,
        "turnup_when_run": "all",
        "low_to": "winner",
        "least_bid": 2,
        "dealer_may_equal": True,
        "dealer_must_bid": True,
        "bidder_first": True,
        "smudge_points": 3,
    },
    {"trump_honours": {"A": 4, "K": 3}, "honours_to": "player_unless_JT5_taken", "game_points": 2, "begs": 2},
    {"pack": 44, "pips_count": True, "turnup_when_run": "final_only", "cap_at_target": False},
)
"""House rules that bear on nearly everything that can be done; each game is played by its own as well."""


def begun(rng: Random, rules, players: int) -> Position:
    """A deal on a board where games sometimes end in the middle of a hand."""
    sides = len(set(Position(shuffled(rng, rules, players), rules).table.sides))
    target = rules.for_players(players).target
    near = target is not None and rng.random() < 0.3
    low, high = (max(0, target - 3), target - 1) if near else (0, 0)
    scores = tuple(rng.randint(low, high) for _ in range(sides))
    return Position(shuffled(rng, rules, players), rules, scores=scores)


def step(rng: Random, position: Position) -> None:
    """One legal act, whatever is awaited."""
    stage = position.stage
    if stage is Stage.BIDDING:
        position.bid(rng.choice([points for points in range(5) if position.can_bid(points)]))
    elif stage is Stage.KEEPING:
        position.keep(sorted(rng.sample(position.holdings[position.turn], position.rules.hand)))
    elif stage is not Stage.PLAY:
        position.say(rng.choice([word for word in Say if position.can_say(word)]))
    elif position.can_throw_in() and rng.random() < 0.5:
        position.throw_in()
    else:
        position.play(rng.choice(position.legal_plays()))


def played_out(rng: Random, rules, players: int, *, past_the_end: bool = True) -> Position:
    """A hand played at random to its last card, even if the game is won before."""
    position = begun(rng, rules, players)
    while position.stage is not Stage.OVER and (past_the_end or not position.is_over):
        step(rng, position)
    return position


def recorded(rng: Random, rules, players: int) -> tuple[PlayRecord, Position]:
    """A hand played at random to its last card, with a record of what was said and played."""
    position = begun(rng, rules, players)
    words, kept = [], []
    while position.stage is not Stage.OVER:
        if position.stage is Stage.KEEPING:
            seat = position.turn
            step(rng, position)
            kept.append(position.holdings[seat])
        elif position.stage in (Stage.PLAY, Stage.BIDDING):
            step(rng, position)
        else:
            word = rng.choice([word for word in Say if position.can_say(word)])
            position.say(word)
            words.append(word)
    return record_of(position, words, kept), position


def record_of(position: Position, words, kept) -> PlayRecord:
    moment, deal = position.moment, position.deal
    players = position.table.players
    used = list(deal.stock[: len(deal.stock) - len(moment.stock)])
    turnups, extra = used[:1] if moment.turnups else [], []
    for run in range(moment.runs):
        at = 1 + run * (3 * players + 1)
        packets = used[at : at + 3 * players]
        extra.append(tuple(tuple(packets[3 * seat : 3 * seat + 3]) for seat in range(players)))
        turnups += used[at + 3 * players : at + 3 * players + 1]
    return PlayRecord(
        holdings=deal.holdings,
        turnups=tuple(turnups),
        extra=tuple(extra),
        words=tuple(words),
        kept=tuple(kept),
        bids=moment.bids,
        trump=deal.trump,
        stock=() if moment.turnups else deal.stock,
        tricks=moment.tricks,
    )


def check(position: Position) -> None:
    """What holds of every hand at every moment."""
    moment, rules = position.moment, position.rules
    laid = [card for trick in (*moment.tricks, moment.trick) for play in trick for card in cards_of(play)]
    held = [card for holding in moment.held for card in holding]
    seen = [*laid, *held, *moment.stock, *moment.turnups]
    assert len(set(seen)) == len(seen)
    assert set(seen) <= set(pack(rules.pack))
    if rules.after_run in (None, AfterRun.KEEP_ALL):
        assert len(seen) == sum(map(len, position.deal.holdings)) + len(position.deal.stock)
    assert len(moment.winners) == len(moment.tricks)
    for number, (trick, winner) in enumerate(zip(moment.tricks, moment.winners, strict=True)):
        seats = [play.seat for play in trick]
        assert len(set(seats)) == len(seats)
        assert winner in [play.seat for play in trick if isinstance(play, Play)]
        if number:
            assert trick[0].seat == moment.winners[number - 1]
    active = [len(holding) for holding in moment.held if holding]
    assert moment.stage is not Stage.PLAY or not active or max(active) - min(active) <= 1


def cards_of(play: Play | ThrowIn):
    return play.cards if isinstance(play, ThrowIn) else (play.card,)


ASIDE = ("penalties", "before", "contract", "no_game_for")
RECORDED = tuple(field.name for field in fields(Hand) if field.name not in ASIDE)


def dealt(rng: Random, rules: Rules, players: int = 4) -> tuple[tuple[Card, ...], ...]:
    """A fair deal, or as often one with few trumps or high ones only, where the rules are tightest."""
    if rng.random() < 0.5:
        return awards.deal(rng, rules, players)
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

    return awards.score_deal(holdings, awards.play_out(holdings, rules, choose), rules)


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


@cache
def rules_as_text(rules: Rules) -> dict[str, object]:
    """Rules as text and numbers, for the second scorer."""
    values = {field.name: getattr(rules, field.name) for field in fields(rules)}
    ranks = {name: {rank.letter: points for rank, points in values[name]} for name in RANKED}
    return {
        name: str(value) if isinstance(value, StrEnum) else value for name, value in values.items()
    } | ranks


RANKED = ("turnup_scores", "trump_honours", "plain_honours")


def house_of(game: str, players: int, number: int) -> dict[str, object]:
    """The options of a hand: every other is played by the rules of some house, with a pack large enough."""
    rules, house = variants.get(game).rules, HOUSES[number % 2 * (number // 2 % len(HOUSES))]
    is_enough = rules.hand * players <= house.get("pack", rules.pack)
    return house if is_enough else {**house, "pack": rules.pack}
