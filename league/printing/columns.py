"""Blocks of known height in columns, each column as full as the others."""

from collections.abc import Sequence


def balanced(heights: Sequence[float], rooms: Sequence[float], step: float) -> list[list[int]] | None:
    """Return the places of the blocks in columns of these rooms, of each as much left as their order allows.

    What is left goes down by steps. None if they are too long. A block too high for any column has one of
    its own.
    """
    if max(heights, default=0.0) > min(rooms) and len(heights) > len(rooms):
        return None
    left = max((sum(rooms) - sum(heights)) / len(rooms), 0.0)
    while len(columns := _filled(heights, rooms, left)) > len(rooms):
        if not left:
            return None
        left = max(left - step, 0.0)
    return columns


def _filled(heights: Sequence[float], rooms: Sequence[float], left: float) -> list[list[int]]:
    """Return column after column, each filled to its room but for what is left of it."""
    columns: list[list[int]] = []
    free = 0.0
    for at, height in enumerate(heights):
        if not columns or height > free + 0.01:
            free = rooms[min(len(columns), len(rooms) - 1)] - left
            columns.append([])
        columns[-1].append(at)
        free -= height
    return columns
