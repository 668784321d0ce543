"""Pegging: points put on the board one after another until a side reaches the target."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from scoring.seats import Side

__all__ = ["Peg", "Pegging", "Score", "peg", "reached"]

Score: TypeAlias = tuple[int, ...]
"""Points pegged, side by side."""


@dataclass(frozen=True, slots=True)
class Peg:
    """Points pegged for a side, and for what: an award, "penalty", or what else the game scores.

    A side that fails its bid is set back: its points are below nought.
    """

    what: str
    side: Side
    points: int


class Pegging(NamedTuple):
    """What pegging made of a score; `pegged` holds the points really pegged."""

    scores: Score
    pegged: tuple[Peg, ...]
    winner: Side | None


def peg(scores: Sequence[int], pegs: Sequence[Peg], target: int | None, *, cap: bool = True) -> Pegging:
    """Peg points one after another; the first side to reach the target wins and the rest is not pegged.

    `cap` is a board whose last hole is the target. Without a target everything is pegged and nobody wins.
    """
    board = list(scores)
    if target is None or max(board) + sum([one.points for one in pegs if one.points > 0]) < target:
        for one in pegs:
            board[one.side] += one.points
        return Pegging(tuple(board), tuple(pegs), None)
    winner = reached(board, target)
    done: list[Peg] = []
    for one in pegs:
        if winner is not None:
            break
        room = target - board[one.side]
        done.append(replace(one, points=room) if cap and one.points > room else one)
        board[one.side] += done[-1].points
        winner = one.side if board[one.side] >= target else None
    return Pegging(tuple(board), tuple(done), winner)


def reached(scores: Sequence[int], target: int | None) -> Side | None:
    """The side that has reached the target, if one has."""
    if target is None:
        return None
    return next((side for side, score in enumerate(scores) if score >= target), None)
