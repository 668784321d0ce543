"""Numbers, points and lists as the rules say them. Knows nothing of the game but its ranks."""

from collections.abc import Iterable, Sequence

from scoring.axes import RankPoints

__all__ = ["capitalised", "count", "listed", "ordinal", "points", "ranked"]

_COUNTED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")

_TEENS = (11, 12, 13)
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def count(number: int) -> str:
    """Three, eleven, 12; nought is no."""
    return _COUNTED[number] if number < len(_COUNTED) else str(number)


def ordinal(place: int) -> str:
    """1st, 5th, 12th."""
    if place % 100 in _TEENS:
        return f"{place}th"
    return f"{place}{_ENDINGS.get(place % 10, 'th')}"


def points(number: int) -> str:
    """One point, three points."""
    return f"{count(number)} point{'' if number == 1 else 's'}"


def listed(words: Iterable[str], last: str = "and") -> str:
    """High, Low and Game."""
    *first, end = words
    return f"{', '.join(first)} {last} {end}" if first else end


def ranked(values: RankPoints | Sequence[tuple[str, int]]) -> str:
    """Ace 4, king 3: what each rank is worth."""
    return ", ".join(f"{getattr(rank, 'words', rank)} {worth}" for rank, worth in values)


def capitalised(sentence: str) -> str:
    """Begun with a capital, the rest as it is."""
    return sentence[:1].upper() + sentence[1:]
