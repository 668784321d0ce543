"""Repair: small changes to a list, kept when they help, and at first also when they hurt a little."""

import math
from collections.abc import Sequence
from random import Random

from league.fixturing.grid import Grid, Rows
from league.fixturing.moves import Moves, Twins
from league.fixturing.working import Working

# A classical list is worth keeping near; the rounds of a fair draw come without home and away at first.
WARM, WARM_FOR_A_DRAW, COLD = 15.0, 40.0, 1.0


def repaired(
    grid: Grid,
    rows: Sequence[Sequence[int]],
    twins: Sequence[Sequence[Twins]],
    rng: Random,
    tries: int,
    enough: int,
) -> tuple[int, Rows]:
    """The best list met on the way, with its cost. Stops early when it costs no more than `enough`."""
    working, moves = Working(grid, rows), Moves(grid, twins, rng)
    warm = WARM_FOR_A_DRAW if grid.task.fair_draw else WARM
    best_cost, best = working.total, [list(row) for row in working.rows]
    for number in range(tries):
        if best_cost <= enough:
            break
        heat = warm * (COLD / warm) ** (number / tries)
        changes = moves.pick(working.rows)
        if not changes:
            continue
        slip = working.make(changes)
        worse = working.total - slip.total
        if worse > 0 and rng.random() >= math.exp(-worse / heat):
            working.undo(slip)
        elif working.total < best_cost:
            best_cost, best = working.total, [list(row) for row in working.rows]
    return best_cost, best
