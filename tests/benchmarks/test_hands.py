"""How fast hands are played out act by act (C1), and records of them verified (C2), in games of every kind.

pytest tests/benchmarks/test_hands.py --benchmark-json=hands.json
"""

from random import Random

import pytest

from scoring import reckon, variants, verify
from tests.benchmarks.yardsticks import report
from tests.scoring.playing import played_out, recorded

RECORDS = 200


@pytest.mark.parametrize(
    "game", ["heckmondwike", "trinidad", "auction_pitch", "all_fives", "california_jack"]
)
def test_records_verified(benchmark, game):
    """Hands written down card by card: every card verified, every award worked out."""
    rng, rules = Random(game), variants.get(game).rules
    records = [recorded(rng, rules, rules.players[0])[0] for _ in range(RECORDS)]
    benchmark(lambda: [verify(record, rules) for record in records])
    report(benchmark, "C2", RECORDS, variant=game)


@pytest.mark.parametrize("game", ["heckmondwike", "trinidad", "auction_pitch"])
def test_positions_played_out(benchmark, game):
    """Hands dealt, said, bid and played at random act by act, and scored."""
    rng, rules = Random(game), variants.get(game).rules
    benchmark(lambda: reckon(played_out(rng, rules, rules.players[0])))
    report(benchmark, "C1", 1, variant=game)
