"""Text for pages, letters and paper: numbers in words, plurals, joined lists, ordinals, names compared.

`count`, `listed`, `points` and `capitalised` are those with which the rules of the game are written.
"""

import functools
import unicodedata

from scoring.prose.words import capitalised, count, listed, points

__all__ = [
    "bare",
    "capitalised",
    "count",
    "counted",
    "folded",
    "in_halves",
    "is_same_place",
    "listed",
    "ordinal",
    "plural",
    "points",
    "pounds",
    "times",
    "uncapitalised",
]

PENCE_A_POUND = 100
_TEENS = (11, 12, 13)
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def plural(number: int, noun: str, ending: str = "s") -> str:
    """Return a number in figures with its noun: 1 link, 3 links, 2 matches, 12,000 rows."""
    return f"{number:,} {noun}{'' if number == 1 else ending}"


def counted(number: int, noun: str) -> str:
    """Return a number in words with its noun: one table, three tables, 12 tables, no tables."""
    return f"{count(number)} {noun}{'' if number == 1 else 's'}"


def times(number: int) -> str:
    """Return a number of times in words: once, twice, three times."""
    return {1: "once", 2: "twice"}.get(number, f"{count(number)} times")


def pounds(pence: int) -> str:
    """£5, £7.50, -£2."""
    whole, rest = divmod(abs(pence), PENCE_A_POUND)
    return f"{'-' if pence < 0 else ''}£{whole}{f'.{rest:02}' if rest else ''}"


def in_halves(halves: int) -> str:
    """Return points kept as half points, so that halves stay exact: 12 is "6", 13 is "6½", -1 is "−½"."""
    whole, half = divmod(abs(halves), 2)
    sign = "\N{MINUS SIGN}" if halves < 0 else ""
    return f"{sign}{whole or ('' if half else 0)}{'½' if half else ''}"


def uncapitalised(sentence: str) -> str:
    """Return a sentence to stand inside another: its first letter small, names in it as they are."""
    return sentence[:1].lower() + sentence[1:]


def full_stop(sentence: str) -> str:
    """Return what somebody typed as a sentence: "Snow" and "Snow." are both "Snow."; nothing is nothing."""
    typed = sentence.rstrip()
    return sentence if not typed or typed.endswith((".", "!", "?", "…")) else f"{typed}."


def ordinal(place: int) -> str:
    """Return a place as an ordinal: 1st, 5th, 12th."""
    if place % 100 in _TEENS:
        return f"{place}th"
    return f"{place}{_ENDINGS.get(place % 10, 'th')}"


# Letters that Unicode does not take apart into a plain one and its mark.
_PLAIN = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"})


def folded(text: str) -> str:
    """Return text without accents and capitals, so that "zoe" finds "Zoë", and "lukasz" "Łukasz"."""
    letters = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
    return (
        letters
        if letters.isascii()
        else "".join(letter for letter in letters if not unicodedata.combining(letter))
    )


# A list names the same teams on every line.
@functools.lru_cache(maxsize=8192)
def bare(name: str) -> str:
    """Return a name as it is compared: without capitals, accents, extra spaces and a leading "The"."""
    return folded(" ".join(name.split())).removeprefix("the ").replace("’", "'")


def is_same_place(first: tuple[str, str], second: tuple[str, str]) -> bool:
    """Return whether two places, each an address and a postcode, may be one: nothing tells them apart.

    Addresses differ by their towns, which end them: High Street, Gomersal is in Gomersal.
    """
    codes = [bare(code).replace(" ", "") for _, code in (first, second)]
    if all(codes) and codes[0] == codes[1]:
        return True
    addresses = [bare(address) for address, _ in (first, second)]
    if not all(addresses):
        return not all(codes)
    towns = [address.rpartition(",")[2].strip() for address in addresses]
    return towns[0] in addresses[1] or towns[1] in addresses[0]
