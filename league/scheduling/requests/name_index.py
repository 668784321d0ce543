"""The words of a league's names: which names some words can stand for, cut short, misspelt or abbreviated."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import combinations, groupby, product

from league.scheduling.requests.vocabulary import longest

# So many words of a name can be left out one by one; a longer one keeps its last, perhaps a team's letter.
MOST_PARTS = 6
_FIGURES = {"2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight"}
FEWEST_INITIALS = 3
SHORTEST_BEGINNING, SHORTEST_MISSPELT, LIKENESS = 3, 5, 0.8
# A word in small letters is a slip in a name only if it is long and very like it.
SHORTEST_SMALL, SURE = 7, 0.87
NAME_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*['’]?")
_DOTTED = re.compile(r"\b((?:[A-Za-z]\.){2,}[A-Za-z]?\.?)")
_CLUB = re.compile(r"\bworking\s+men['’]?s['’]?\s+club\b|\bworking\s+man['’]?s\s+club\b", re.IGNORECASE)
_WM = re.compile(r"\bW[Mm](?=\s+[A-D]\b)")
_LETTERS = re.compile(r"\(([A-Da-d](?:\s*(?:[,/&+]|and)\s*[A-Da-d])+)\)")
_THE = re.compile(r"\bth?['’](?=\w)", re.IGNORECASE)
KINDS_OF_HOUSE = frozenset({"inn", "club", "tavern", "hotel", "arm", "park", "bar", "social", "wmc", "house"})
# Words that mean something else as often as a part of a name.
NEVER_ALONE = KINDS_OF_HOUSE | {
    "the", "and", "of", "at", "a", "b", "c", "d", "e", "i", "1", "2", "3", "4", "one", "two", "three",
    "four", "five", "six", "seven", "eight", "first", "second", "third", "old", "new", "st", "home", "away",
    "cup", "week", "night", "last", "no", "not", "team", "friend", "men", "working", "north", "south",
    "east", "west", "upper", "lower", "great", "little", "big", "royal", "live", "in", "off", "free",
    "play", "share", "board", "table", "match", "game", "spare", "short", "long", "corner", "station",
    "road", "end",
}  # fmt: skip


def plain_names(line: str) -> str:
    """Return a line with Working Men's Club as WMC, & as and, (A+B) as A+B, and t'Owlet as the Owlet."""
    line = _LETTERS.sub(r"\1", _THE.sub("the ", line))
    line = _DOTTED.sub(lambda dotted: dotted[1].replace(".", ""), line)
    line = _WM.sub("WMC", line)
    return re.sub(r"(?<=\w)&(?=\w)", " and ", _CLUB.sub("WMC", line)).replace("&", "and")


@dataclass(slots=True)
class MeantNames:
    """The teams and pubs that some words can mean."""

    teams: set[str] = field(default_factory=set)
    pubs: set[str] = field(default_factory=set)


class NameIndex:
    """The names of teams and pubs by all their words, and by parts of them."""

    def __init__(self, teams: Iterable[str], pubs: Iterable[str]) -> None:
        self.whole: dict[tuple[str, ...], MeantNames] = {}
        self.parts: dict[tuple[str, ...], MeantNames] = {}
        for team in teams:
            self._add(team, "teams")
        for pub in pubs:
            self._add(pub, "pubs")
        self.longest = max(map(len, self.whole), default=0)
        self._words = {word for words in self.whole for word in words}
        self._strong = {
            word for word in self._words if word not in NEVER_ALONE and len(word) > 3 and not _is_known(word)
        }

    def has(self, stem: str) -> bool:
        """Return whether a word is a word of a name."""
        return stem in self._words

    def abbreviated(self, typed: list[str]) -> MeantNames | None:
        """Return the only name that words can stand for, as Blk Bull, Top hse or Pack Horse B do."""
        joined = [
            [*typed[:place], "".join(typed[place : place + 2]), *typed[place + 2 :]]
            for place in range(len(typed) - 1)
        ]
        for words in joined:
            if meant := self.whole.get(tuple(words)) or self.parts.get(tuple(words)):
                return meant
        candidates = [[stem] if stem in self._words else self._longer(stem) for stem in typed]
        if all(stem not in self._words for stem in typed) or not all(candidates):
            return None
        keys = [key for key in product(*candidates) if key in self.whole or key in self.parts]
        return (self.whole.get(keys[0]) or self.parts.get(keys[0])) if len(keys) == 1 else None

    def is_cut(self, stem: str) -> bool:
        """Return whether a full stop behind a word stands for letters, as in St. or Junct. Inn."""
        return stem == "st" or (stem not in self._words and bool(self._longer(stem)))

    def _longer(self, stem: str) -> list[str]:
        """Return the words of names that a word abbreviates by leaving out letters."""
        if len(stem) < SHORTEST_BEGINNING or _is_known(stem):
            return []
        letters = re.compile(stem[0] + "".join(f".*{re.escape(letter)}" for letter in stem[1:]))
        return [word for word in self._words if len(word) > len(stem) and letters.match(word)]

    def spelt(self, stem: str, typed: str, is_named: bool) -> str:
        """Return the word of a name that a word is like, or begins where a name must stand."""
        if stem in self._strong or _is_known(stem):
            return stem
        if not (typed[0].isupper() or is_named):
            near = [
                word
                for word in self._strong
                if min(len(stem), len(word)) >= SHORTEST_SMALL and _is_like(stem, word, SURE)
            ]
            return near[0] if len(near) == 1 else stem
        begun = [word for word in self._strong if len(stem) >= SHORTEST_BEGINNING and word.startswith(stem)]
        if is_named and len(begun) == 1:
            return begun[0]
        if len(stem) < SHORTEST_MISSPELT:
            return stem
        near = [word for word in self._strong if _is_like(stem, word)]
        return near[0] if len(near) == 1 else stem

    def _add(self, name: str, what: str) -> None:
        words = [stem_of(word[0]) for word in NAME_WORD.finditer(plain_names(name))]
        words = words[1:] if words[:1] == ["the"] else words
        getattr(self.whole.setdefault(tuple(words), MeantNames()), what).add(name)
        cut = words if len(words) <= MOST_PARTS else [*words[: MOST_PARTS - 1], words[-1]]
        for part in _parts(cut):
            getattr(self.parts.setdefault(part, MeantNames()), what).add(name)


def _parts(words: list[str]) -> Iterable[tuple[str, ...]]:
    for length in range(1, len(words) + 1):
        yield from combinations(words, length)
    if len(words) >= FEWEST_INITIALS:
        yield ("".join(word[0] for word in words),)
        yield (words[0], *_initials(words[1:]))
        yield (*(word if word == "and" else word[0] for word in words[:-1]), words[-1])


def _initials(words: list[str]) -> Iterator[str]:
    """Yield the initials of words in groups that “and” parts: C and AC for Cricket and Athletic Club."""
    for is_and, group in groupby(words, key="and".__eq__):
        yield "and" if is_and else "".join(word[0] for word in group)


def stem_of(word: str) -> str:
    """Return a word of a name for comparing: in lower case, without accents, the genitive and the plural."""
    letters = unicodedata.normalize(
        "NFKD", word.casefold().replace("’", "'").removesuffix("'s").replace("'", "")
    )
    letters = _FIGURES.get(letters, letters)
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return plain[:-1] if len(plain) > 3 and plain.endswith("s") else plain


def _is_known(word: str) -> bool:
    """Return whether a word says something in requests, so that it is no slip in a name."""
    return longest(word, 0)[1] == len(word)


def _is_like(word: str, other: str, likeness: float = LIKENESS) -> bool:
    return word[0] == other[0] and SequenceMatcher(None, word, other).ratio() >= likeness
