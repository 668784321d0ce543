"""Repair: small changes to a list, kept when they help, and at first also when they hurt a little."""

import math
from collections.abc import Sequence
from random import Random

from league.fixturing.grid import Grid, Rows
from league.fixturing.moves import Twins, some_move
from league.fixturing.working import Working

WARM, COLD = 40.0, 1.0


def repaired(
    grid: Grid,
    rows: Sequence[Sequence[int]],
    twins: Sequence[Sequence[Twins]],
    rng: Random,
    tries: int,
    enough: int,
) -> tuple[int, Rows]:
    """The best list met on the way, with its cost. Stops early when it costs no more than `enough`."""
    working = Working(grid, rows)
    best_cost, best = working.total, [list(row) for row in working.rows]
    for number in range(tries):
        if best_cost <= enough:
            break
        heat = WARM * (COLD / WARM) ** (number / tries)
        changes = some_move(grid, working.rows, twins, rng)
        if not changes:
            continue
        slip = working.make(changes)
        worse = working.total - slip.total
        if worse > 0 and rng.random() >= math.exp(-worse / heat):
            working.undo(slip)
        elif working.total < best_cost:
            best_cost, best = working.total, [list(row) for row in working.rows]
    return best_cost, best
