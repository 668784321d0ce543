"""Hands of every game played legally at random, and what must hold of each whatever happened."""

from random import Random

from scoring import variants
from scoring.axes import AfterRun
from scoring.cards import pack
from scoring.deals import shuffled
from scoring.moments import Stage
from scoring.positions import Position
from scoring.records import Record, Say, ThrowIn
from scoring.tricks import Play

GAMES = [(variant.name, players) for variant in variants.ALL for players in variant.rules.players]


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


def recorded(rng: Random, rules, players: int) -> tuple[Record, Position]:
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


def record_of(position: Position, words, kept) -> Record:
    moment, deal = position.moment, position.deal
    players = position.table.players
    used = list(deal.stock[: len(deal.stock) - len(moment.stock)])
    turnups, extra = used[:1] if moment.turnups else [], []
    for run in range(moment.runs):
        at = 1 + run * (3 * players + 1)
        packets = used[at : at + 3 * players]
        extra.append(tuple(tuple(packets[3 * seat : 3 * seat + 3]) for seat in range(players)))
        turnups += used[at + 3 * players : at + 3 * players + 1]
    return Record(
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
    laid = [card for trick in (*moment.tricks, moment.trick) for one in trick for card in cards_of(one)]
    held = [card for holding in moment.held for card in holding]
    seen = [*laid, *held, *moment.stock, *moment.turnups]
    assert len(set(seen)) == len(seen)
    assert set(seen) <= set(pack(rules.pack))
    if rules.after_run in (None, AfterRun.KEEP_ALL):
        assert len(seen) == sum(map(len, position.deal.holdings)) + len(position.deal.stock)
    assert len(moment.winners) == len(moment.tricks)
    for number, (trick, winner) in enumerate(zip(moment.tricks, moment.winners, strict=True)):
        seats = [one.seat for one in trick]
        assert len(set(seats)) == len(seats)
        assert winner in [one.seat for one in trick if isinstance(one, Play)]
        if number:
            assert trick[0].seat == moment.winners[number - 1]
    active = [len(holding) for holding in moment.held if holding]
    assert moment.stage is not Stage.PLAY or not active or max(active) - min(active) <= 1


def cards_of(one: Play | ThrowIn):
    return one.cards if isinstance(one, ThrowIn) else (one.card,)
