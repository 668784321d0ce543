"""Yardsticks for the rules engine, timed in the run they measure: packs shuffled, and peers where installed.

A pack of 52 shuffled by the standard library is always there. A bridge deal of the rlcard package and a hand
of euchre of open_spiel, both played at random, are no dependencies of this project: without them their ratios
are left out.
"""

import importlib
import time
from collections.abc import Callable, Mapping
from functools import cache
from random import Random

__all__ = ["bridge", "euchre", "report"]

BRIDGE = "an rlcard bridge deal played at random"
EUCHRE = "an open_spiel euchre hand played at random from Python"
SHUFFLE = "a pack of 52 shuffled"
SECONDS = 1.0


def report(benchmark, goal: str, entries: int, **more: object) -> None:
    """Put down the goal, the entries a second and their ratio to every yardstick there is."""
    per_second = entries / benchmark.stats.stats.median
    ratios = {name: _rounded(per_second / a_second) for name, a_second in yardsticks().items()}
    yardstick = next(iter(ratios))
    benchmark.extra_info.update(
        goal=goal,
        entries=entries,
        per_second=round(per_second),
        yardstick=yardstick,
        ratio=ratios[yardstick],
        ratios=ratios,
        **more,
    )


def _rounded(ratio: float) -> float:
    return float(f"{ratio:.3g}")


@cache
def yardsticks() -> Mapping[str, float]:
    """How many of each yardstick are done in a second, the peer first by which the goals are set."""
    found = {BRIDGE: bridge(), EUCHRE: euchre(), SHUFFLE: _shuffle()}
    return {name: _a_second(act) for name, act in found.items() if act is not None}


def _a_second(act: Callable[[Random], object]) -> float:
    rng, done, began = Random(20261120), 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < SECONDS:
        act(rng)
        done += 1
    return done / spent


def _shuffle() -> Callable[[Random], object]:
    pack = list(range(52))
    return lambda rng: rng.shuffle(pack)


def bridge() -> Callable[[Random], object] | None:
    try:
        game_of = importlib.import_module("rlcard.games.bridge.game").BridgeGame
        numpy = importlib.import_module("numpy")
    except ImportError:
        return None

    def deal(rng: Random) -> None:
        game = game_of()
        game.np_random = numpy.random.RandomState(rng.getrandbits(32))
        game.init_game()
        while not game.is_over():
            game.step(rng.choice(game.judger.get_legal_actions()))

    return deal


def euchre() -> Callable[[Random], object] | None:
    try:
        game = importlib.import_module("pyspiel").load_game("euchre")
    except ImportError:
        return None

    def hand(rng: Random) -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))

    return hand
