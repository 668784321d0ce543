"""The rules engine beside others: positions played, records verified, files read, hands played by chance.

    pip install rlcard open_spiel
    pytest tests/benchmarks/test_peers.py --slow --benchmark-json=peers.json

Processor time, in turns with a bridge deal of rlcard and a hand of euchre of open_spiel, both played at
random; medians. Compared are tricks on both sides: a deal of bridge has thirteen, a hand of euchre five.
"""

from collections.abc import Callable
from random import Random

import pytest

from scoring import Position, awards, notation, reckon, shuffled, variants, verify
from scoring.moments import Stage
from tests.benchmarks.interleaved import interleaved
from tests.benchmarks.yardsticks import bridge, euchre
from tests.scoring.notation.sheets import game_played
from tests.scoring.playing import GAMES, recorded

pytestmark = pytest.mark.slow
OF_BRIDGE, OF_EUCHRE, OURS = 13, 5, 6
"""Tricks of a deal; one that ends before it is played counts by them too, on both sides."""
HANDS, SHEETS = 12, 2
SHORT, LONG = 15, 2
"""Turns of works that take less than a millisecond, and of the others."""
LEAST_PLAYED, LEAST_VERIFIED, LEAST_READ, LEAST_AT_RANDOM = 1.4, 2.3, 0.69, 1.2

RULES = {variant.name: variant.rules for variant in variants.ALL}


def played(rng: Random, game: str) -> Position:
    """A hand dealt, said and played at random act by act."""
    position = Position(shuffled(rng, RULES[game]), RULES[game])
    while position.stage is not Stage.OVER:
        position.do(rng.choice(position.legal_acts()))
    return position


def ratios(peer, works: dict[str, tuple[Callable[[], object], float]], turns: int) -> dict[str, float]:
    """How many tricks are done, as a share of the peer's, while it does its own."""
    if peer is None:
        pytest.skip("the peers are not installed")
    rng = Random(20261120)
    timed = {}
    for name, (work, _) in works.items():  # each next to the peer: other work on the machine meets both
        timed |= {(name, "peer"): lambda: peer(rng), (name, "ours"): work}
    timings = interleaved(timed, turns)
    return {
        name: round(timings[name, "peer"].cpu / timings[name, "ours"].cpu * share, 2)
        for name, (_, share) in works.items()
    }


def hold(benchmark, goal: str, found: dict[str, float], least: float) -> None:
    benchmark.pedantic(lambda: None)
    benchmark.extra_info.update(goal=goal, ratios=found, ratio=min(found.values()))
    print(f"\n{goal}: {found}")
    assert min(found.values()) >= least, {name: ratio for name, ratio in found.items() if ratio < least}


def test_positions_played_out(benchmark):
    def work(game):
        sample, rng = Random(game), Random(game)
        tricks = sum(len(played(sample, game).tricks) for _ in range(50)) / 50
        return lambda: reckon(played(rng, game)), tricks / OF_BRIDGE

    hold(benchmark, "C1", ratios(bridge(), {game: work(game) for game in RULES}, SHORT), LEAST_PLAYED)


def test_records_verified(benchmark):
    def work(game, players):
        rng, rules = Random(f"{game} {players}"), RULES[game]
        records = [
            (record, p.table.scores) for record, p in (recorded(rng, rules, players) for _ in range(HANDS))
        ]
        share = sum(len(record.tricks) for record, _ in records) / OF_BRIDGE
        return lambda: [verify(record, rules, scores=scores) for record, scores in records], share

    works = {f"{game} {players}": work(game, players) for game, players in GAMES}
    hold(benchmark, "C2", ratios(bridge(), works, LONG), LEAST_VERIFIED)


def test_files_with_every_card_read_and_checked(benchmark):
    def work(game):
        rng, players = Random(game), RULES[game].players[0]
        sheets = [game_played(rng, game, players) for _ in range(SHEETS)]
        lines = [f"{line}\n".encode() for line in notation.write(sheets)]
        share = sum(max(OURS, len(hand.tricks)) for sheet in sheets for hand in sheet.hands) / OF_BRIDGE
        return lambda: [notation.check(sheet) for sheet in notation.read(lines)], share

    hold(benchmark, "C2, level 3", ratios(bridge(), {game: work(game) for game in RULES}, LONG), LEAST_READ)


def test_hands_played_at_random(benchmark):
    rng, rules = Random(1), RULES["heckmondwike"]
    works = {
        "a hand of four": (
            lambda: awards.random_hand(rng, rules),
            len(awards.deal(rng, rules)[0]) / OF_EUCHRE,
        )
    }
    hold(benchmark, "C1, at once", ratios(euchre(), works, SHORT), LEAST_AT_RANDOM)
