"""Numbers, points and lists as the rules say them. Knows nothing of the game but its ranks."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from ..axes import RankPoints

Told: TypeAlias = tuple[str, str]
"""A sentence of the rules behind the names of what it tells: options, or points that no option decides."""

_COUNTED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")


def count(number: int) -> str:
    """Return a number in words up to eleven: three, eleven, 12; nought is no."""
    return _COUNTED[number] if number < len(_COUNTED) else str(number)


def points(number: int) -> str:
    """Return a number of points in words: one point, three points."""
    return f"{count(number)} point{'' if number == 1 else 's'}"


def listed(words: Iterable[str], last: str = "and") -> str:
    """Return words as a list: High, Low and Game."""
    *first, end = words
    return f"{', '.join(first)} {last} {end}" if first else end


def ranked(values: RankPoints | Sequence[tuple[str, int]]) -> str:
    """Return what each rank is worth: ace 4, king 3."""
    return ", ".join(f"{getattr(rank, 'words', rank)} {worth}" for rank, worth in values)


def capitalised(sentence: str) -> str:
    """Return a sentence begun with a capital, the rest as it is."""
    return sentence[:1].upper() + sentence[1:]
