"""Find the league's teams, pubs and divisions in a sentence, as people write them.

A name may be cut short as far as one remains; W.M.C. and Working Men's Club are the same, as are Fleece,
the Fleece and Fleece's. A slip of the pen in a word with a capital is forgiven if only one name is like it.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import combinations, groupby, product

from league.scheduling.requests.lexicon import longest
from league.scheduling.requests.resolving import KnownNames
from league.scheduling.requests.vocabulary import Word

# So many words of a name can be left out one by one; a longer one keeps its last, perhaps a team's letter.
MOST_PARTS = 6
FEWEST_INITIALS = 3
MOST_NEAR = 4
SHORTEST_BEGINNING, SHORTEST_MISSPELT, LIKENESS = 3, 5, 0.8
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*['’]?")
_DOTTED = re.compile(r"\b((?:[A-Za-z]\.){2,}[A-Za-z]?\.?)")
_CLUB = re.compile(r"\bworking\s+men['’]?s['’]?\s+club\b|\bworking\s+man['’]?s\s+club\b", re.IGNORECASE)
_DIVISION = re.compile(
    r"\bdiv(?:ision)?\b\.?\s+(\w+)|\b(\w+)\s+div(?:ision)?\b(?!\.?\s+(?:\d|one|two|three|four)\b)",
    re.IGNORECASE,
)
_THE = re.compile(r"\bth?['’](?=\w)", re.IGNORECASE)
_SIBLING = re.compile(r"\s*(?:,|and|or|&|/)\s*(?:the\s+)?([A-D])\b(?!['’])")
_OTHER_TEAM = re.compile(r"\b(?:the|our|their|with|and)\s+([A-D])(?:s\b|[-\s]+(?:team|side|lads|lot)\b)")
_THEIRS = frozenset(("their", "our", "my", "his", "her", "your"))
_NUMBERS = {
    "one": "1", "first": "1", "1st": "1", "i": "1", "two": "2", "second": "2", "2nd": "2", "ii": "2",
    "three": "3", "third": "3", "3rd": "3", "iii": "3", "four": "4", "fourth": "4", "4th": "4",
}  # fmt: skip
_KINDS_OF_HOUSE = frozenset(
    {"inn", "club", "tavern", "hotel", "arm", "park", "bar", "social", "wmc", "house"}
)
# Words that mean something else as often as a part of a name.
_NEVER_ALONE = _KINDS_OF_HOUSE | {
    "the", "and", "of", "at", "a", "b", "c", "d", "e", "i", "1", "2", "3", "4", "one", "two", "first",
    "second", "third", "old", "new", "st", "home", "away", "cup", "week", "night", "last", "no", "not",
    "team", "friend", "men", "working", "north", "south", "east", "west", "upper", "lower", "great",
    "little", "big", "royal", "live", "in", "off", "free", "play", "share", "board", "table", "match",
    "game", "spare", "short", "long", "corner", "station", "road", "end",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class NameMention:
    """A name in a sentence, and what it can mean. `is_pub`: what was written is a pub's name alone."""

    start: int
    end: int
    typed: str
    teams: tuple[str, ...] = ()
    pubs: tuple[str, ...] = ()
    division: str = ""
    is_whole: bool = False


def plain_names(line: str) -> str:
    """Return a line with W.M.C. and Working Men's Club as WMC, & as and, and t'Owlet as the Owlet."""
    line = _THE.sub("the ", line)
    line = _DOTTED.sub(lambda dotted: dotted[1].replace(".", ""), line)
    return re.sub(r"(?<=\w)&(?=\w)", " and ", _CLUB.sub("WMC", line)).replace("&", "and")


@dataclass(slots=True)
class _Meant:
    teams: set[str] = field(default_factory=set)
    pubs: set[str] = field(default_factory=set)


class NameFinder:
    """The names of a league, by all their parts."""

    def __init__(self, known: KnownNames) -> None:
        self.known = known
        venues = {venue.key: venue.name for venue in known.league.venues}
        self.pub_of: Mapping[str, str] = {team.name: venues[team.venue] for team in known.league.teams}
        self._whole: dict[tuple[str, ...], _Meant] = {}
        self._parts: dict[tuple[str, ...], _Meant] = {}
        for team in self.pub_of:
            self._add(team, "teams")
        for pub in venues.values():
            self._add(pub, "pubs")
        self._longest = max(map(len, self._whole), default=0)
        self._divisions = {
            key: division.name for division in known.league.divisions for key in _division_keys(division.name)
        }
        self._words = {word for words in self._whole for word in words}
        self._strong = {
            word
            for words in self._whole
            for word in words
            if word not in _NEVER_ALONE and len(word) > 3 and not _is_known(word)
        }

    def teams_of(self, pub: str) -> tuple[str, ...]:
        """Return the teams of a pub."""
        return tuple(team for team, home in self.pub_of.items() if home == pub)

    def find(self, line: str) -> list[NameMention]:
        """Return all names in a line that `plain_names` returned, in their order."""
        mentions = list(self._division_mentions(line))
        taken = [(mention.start, mention.end) for mention in mentions]
        words = [word for word in _WORD.finditer(line) if not any(a <= word.start() < b for a, b in taken)]
        stems = [_stem(word[0]) for word in words]
        place = 0
        while place < len(words):
            mention, length = self._at(line, words, stems, place)
            place += length or 1
            if mention and not _is_word_of(mention, mentions):
                mentions.append(mention)
                mentions += self._siblings(line, mention)
        mentions += self._other_teams(line, mentions)
        return sorted(mentions, key=lambda mention: mention.start)

    def _at(
        self, line: str, words: list[re.Match[str]], stems: list[str], place: int
    ) -> tuple[NameMention | None, int]:
        if stems[place] in ("the", "and"):
            return None, 0
        is_theirs = place and stems[place - 1] in _THEIRS and words[place][0].endswith(("'s", "’s"))
        if is_theirs or stems[place : place + 2] == ["bank", "holiday"]:
            return None, 1 if is_theirs else 2
        for length in range(min(self._longest, len(words) - place), 0, -1):
            last = words[place + length - 1]
            between = line[words[place].start() : last.end()]
            if re.search(r"[,;:()!?]|\. ", between):
                continue
            if stems[place + length - 1] == "a" and last[0] != "A":
                continue
            meant, is_whole = self._meant(line, words, stems, place, length)
            if meant:
                return self._mention(words[place].start(), last.end(), between, meant, is_whole), length
        return None, 0

    def _meant(
        self, line: str, words: list[re.Match[str]], stems: list[str], place: int, length: int
    ) -> tuple[_Meant | None, bool]:
        key = tuple(stems[place : place + length])
        if meant := self._whole.get(key):
            return meant, True
        if length == 1 and words[place][0].islower() and longest(words[place][0], 0)[0] is not Word.UNKNOWN:
            return None, False
        is_named = length > 1 or self._is_named(words, stems, place)
        key = tuple(
            self._spelt(stem, word[0], is_named)
            for stem, word in zip(key, words[place : place + length], strict=True)
        )
        if length > 1 and (meant := self._whole.get(key)):
            return meant, True
        meant = self._parts.get(key)
        if length > 1 and not meant:
            return self._abbreviated(stems[place : place + length]), False
        if meant and length == 1 and key[0] in _NEVER_ALONE:
            is_the = place and stems[place - 1] == "the" and key[0] in _KINDS_OF_HOUSE
            is_one = len(meant.teams) == 1 and len(meant.pubs) <= 1
            return (meant if is_the and is_one else None), False
        if meant and all(stem in _NEVER_ALONE for stem in key):
            return None, False
        return meant, False

    def _abbreviated(self, typed: list[str]) -> _Meant | None:
        """Return the only name that words can stand for, as Blk Bull, Top hse or Pack Horse B do."""
        joined = [
            [*typed[:place], "".join(typed[place : place + 2]), *typed[place + 2 :]]
            for place in range(len(typed) - 1)
        ]
        for words in joined:
            if meant := self._whole.get(tuple(words)) or self._parts.get(tuple(words)):
                return meant
        candidates = [[stem] if stem in self._words else self._longer(stem) for stem in typed]
        if all(stem not in self._words for stem in typed) or not all(candidates):
            return None
        keys = [key for key in product(*candidates) if key in self._whole or key in self._parts]
        return (self._whole.get(keys[0]) or self._parts.get(keys[0])) if len(keys) == 1 else None

    def _longer(self, stem: str) -> list[str]:
        """Return the words of names that a word without meaning abbreviates by leaving out letters."""
        if len(stem) < SHORTEST_BEGINNING or _is_known(stem):
            return []
        letters = re.compile(stem[0] + "".join(f".*{re.escape(letter)}" for letter in stem[1:]))
        return [word for word in self._words if len(word) > len(stem) and letters.match(word)]

    def _is_named(self, words: list[re.Match[str]], stems: list[str], place: int) -> bool:
        """Return whether a name must stand at a place: behind “the”, or before a team's letter."""
        is_lettered = place + 1 < len(words) and words[place + 1][0] in ("A", "B", "C", "D")
        return is_lettered or bool(place and stems[place - 1] == "the")

    def _spelt(self, stem: str, typed: str, is_named: bool) -> str:
        """Return the word of a name that a word with a capital is like, or begins where a name must stand."""
        if not typed[0].isupper() or stem in self._strong or _is_known(stem):
            return stem
        begun = [word for word in self._strong if len(stem) >= SHORTEST_BEGINNING and word.startswith(stem)]
        if is_named and len(begun) == 1:
            return begun[0]
        if len(stem) < SHORTEST_MISSPELT:
            return stem
        near = [word for word in self._strong if _is_like(stem, word)]
        return near[0] if len(near) == 1 else stem

    def _mention(self, start: int, end: int, typed: str, meant: _Meant, is_whole: bool) -> NameMention:
        teams = tuple(team for team in self.pub_of if team in meant.teams)
        pubs = tuple(pub for pub in dict.fromkeys(self.pub_of.values()) if pub in meant.pubs)
        if not teams and len(pubs) == 1:
            teams = self.teams_of(pubs[0])
        if not pubs:
            pubs = tuple(dict.fromkeys(self.pub_of[team] for team in teams))
        return NameMention(start=start, end=end, typed=typed, teams=teams, pubs=pubs, is_whole=is_whole)

    def _siblings(self, line: str, mention: NameMention) -> Iterator[NameMention]:
        """Yield the teams of the letters behind a team: Cross Keys A and B."""
        while len(mention.teams) == 1 and (letter := _SIBLING.match(line, mention.end)):
            name = f"{mention.teams[0][:-1]}{letter[1]}"
            if name not in self.pub_of:
                return
            mention = NameMention(
                start=letter.start(1), end=letter.end(), typed=name, teams=(name,), pubs=mention.pubs,
                is_whole=True,
            )  # fmt: skip
            yield mention

    def _other_teams(self, line: str, mentions: list[NameMention]) -> Iterator[NameMention]:
        """Yield “the A team” behind another team of the same pub."""
        for letter in _OTHER_TEAM.finditer(line):
            before = [mention for mention in mentions if mention.end <= letter.start(1)]
            name = f"{before[-1].teams[0][:-1]}{letter[1]}" if before and before[-1].teams else ""
            if name in self.pub_of and not any(m.start <= letter.start(1) < m.end for m in mentions):
                yield NameMention(
                    start=letter.start(1), end=letter.end(), typed=name, teams=(name,), pubs=before[-1].pubs,
                    is_whole=True,
                )  # fmt: skip

    def _division_mentions(self, line: str) -> Iterator[NameMention]:
        for match in _DIVISION.finditer(line):
            word = (match[1] or match[2]).casefold()
            if name := self._divisions.get(_NUMBERS.get(word, word)):
                yield NameMention(start=match.start(), end=match.end(), typed=match[0], division=name)

    def _add(self, name: str, what: str) -> None:
        words = [_stem(word[0]) for word in _WORD.finditer(plain_names(name))]
        words = words[1:] if words[:1] == ["the"] else words
        getattr(self._whole.setdefault(tuple(words), _Meant()), what).add(name)
        cut = words if len(words) <= MOST_PARTS else [*words[: MOST_PARTS - 1], words[-1]]
        for part in _parts(cut):
            getattr(self._parts.setdefault(part, _Meant()), what).add(name)


def _is_word_of(mention: NameMention, before: list[NameMention]) -> bool:
    """Return whether a word in small letters is only a word: cricket, behind Gomerthorpe Cricket Club."""
    return mention.typed.islower() and any(set(mention.teams) <= set(other.teams) for other in before)


def _parts(words: list[str]) -> Iterable[tuple[str, ...]]:
    for length in range(1, len(words) + 1):
        yield from combinations(words, length)
    if len(words) >= FEWEST_INITIALS:
        yield ("".join(word[0] for word in words),)
        yield (words[0], *_initials(words[1:]))


def _initials(words: list[str]) -> Iterator[str]:
    """Yield the initials of words in groups that “and” parts: C and AC for Cricket and Athletic Club."""
    for is_and, group in groupby(words, key="and".__eq__):
        yield "and" if is_and else "".join(word[0] for word in group)


def _division_keys(name: str) -> Iterator[str]:
    for match in _DIVISION.finditer(name):
        word = (match[1] or match[2]).casefold()
        yield _NUMBERS.get(word, word)


def _stem(word: str) -> str:
    letters = unicodedata.normalize(
        "NFKD", word.casefold().replace("’", "'").removesuffix("'s").replace("'", "")
    )
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return plain[:-1] if len(plain) > 3 and plain.endswith("s") else plain


def _is_known(word: str) -> bool:
    """Return whether a word says something in requests, so that it is no slip in a name."""
    return longest(word, 0)[1] == len(word)


def _is_like(word: str, other: str) -> bool:
    return word[0] == other[0] and SequenceMatcher(None, word, other).ratio() >= LIKENESS


def nearest_names(typed: str, finder: NameFinder) -> list[str]:
    """Return the teams whose names are most like a word, the most like first."""
    stem = _stem(typed)

    def likeness(team: str) -> float:
        return max(SequenceMatcher(None, stem, _stem(word[0])).ratio() for word in _WORD.finditer(team))

    return sorted(finder.pub_of, key=lambda team: (-likeness(team), team))[:MOST_NEAR]
