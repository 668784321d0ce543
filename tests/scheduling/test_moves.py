"""Small changes leave a list whole, and pubs that share a room in their turns."""

from random import Random

import pytest

from league.scheduling.planner.grid import grid_of, plan_of
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.moves import Moves, twins_of
from league.scheduling.planner.searching import search
from league.scheduling.planner.task import SecondHalf
from league.scheduling.planner.working import Working, cost_of
from tests.examples import examples
from tests.scheduling.cast import league_of, names


def worked_on(task):
    grid = grid_of(task)
    rows = next(search(task)).state["rows"]
    moves = Moves(grid, [twins_of(grid, pool) for pool in range(len(grid.pools))], Random(1))
    return grid, Working(grid, rows), moves


def test_changing_home_and_away_leaves_room_at_every_pub():
    couples = list(zip(names(8)[::2], names(8)[1::2], strict=True))
    task = league_of(8, sharing=couples)
    grid, working, moves = worked_on(task)
    for one in range(8):
        for other in range(one):
            changes = moves.change_homes(working.rows, one, other)
            assert changes
            slip = working.make(changes)
            assert faults_of(task, plan_of(grid, working.rows)) == ()
            working.undo(slip)


@pytest.mark.parametrize("second_half", [SecondHalf.FREE, SecondHalf.MIRRORED])
@pytest.mark.parametrize("teams", [6, 7])
def test_any_change_leaves_the_list_whole_and_its_cost_known(teams, second_half):
    task = league_of(teams, teams, second_half=second_half)
    grid, working, moves = worked_on(task)
    for number in range(examples(120)):
        before, total = [list(row) for row in working.rows], working.total
        slip = working.make(moves.pick(working.rows))
        assert working.total == cost_of(grid, working.rows)
        assert faults_of(task, plan_of(grid, working.rows)) == ()
        if number % 2:
            working.undo(slip)
            assert (working.rows, working.total) == (before, total)
