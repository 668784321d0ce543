"""Lots: an order by chance that anybody can check, and the lines of a bracket."""

from collections.abc import Iterable
from hashlib import sha256


def drawn(keys: Iterable[int], lot: str, draw: str = "") -> tuple[int, ...]:
    """Keys in the order in which they come out of the hat: that of the digests of the lot and each key.

    The same lot gives the same order, whoever entered first, on every machine and in every year; the
    generators of the standard library promise that of no shuffle.
    """

    def place(key: int) -> tuple[bytes, int]:
        return sha256(f"{lot}/{draw}/{key}".encode()).digest(), key

    return tuple(sorted(keys, key=place))


def bracket_size(entrants: int) -> int:
    """The lines of a bracket for so many: the next power of two."""
    return 1 << max(entrants - 1, 0).bit_length()


def bracket_ranks(size: int) -> tuple[int, ...]:
    """Ranks from the top line of a bracket to the bottom, two to a tie, 1 on the top line and 2 on the last.

    The two ranks of every tie add up to one more than the lines. So the first and second can meet only in the
    final, and the ranks that are not there, the byes, stand each against one of the first.
    """
    ranks = [1]
    while len(ranks) < size:
        together = 2 * len(ranks) + 1
        ranks = [
            rank
            for line, above in enumerate(ranks)
            for rank in ((above, together - above) if line % 2 == 0 else (together - above, above))
        ]
    return tuple(ranks)
