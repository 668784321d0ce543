"""Text for pages, letters and paper: numbers in words, plurals, joined lists, ordinals.

`count`, `listed` and `capitalised` are those with which the rules of the game are written.
"""

from scoring.prose.words import capitalised, count, listed, points

__all__ = ["capitalised", "count", "counted", "listed", "ordinal", "plural", "points"]

_TEENS = (11, 12, 13)
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def plural(number: int, noun: str) -> str:
    """Return a number in figures with its noun: 1 link, 3 links."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def counted(number: int, noun: str) -> str:
    """Return a number in words with its noun: one table, three tables, 12 tables, no tables."""
    return f"{count(number)} {noun}{'' if number == 1 else 's'}"


def ordinal(place: int) -> str:
    """Return a place as an ordinal: 1st, 5th, 12th."""
    if place % 100 in _TEENS:
        return f"{place}th"
    return f"{place}{_ENDINGS.get(place % 10, 'th')}"
