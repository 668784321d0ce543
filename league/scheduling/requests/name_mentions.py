"""Find the league's teams, pubs and divisions in a sentence, as people write them.

A name may be cut short as far as one remains; W.M.C. and Working Men's Club are the same, as are Fleece,
the Fleece and Fleece's. A slip of the pen in a word with a capital is forgiven if only one name is like it.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

from league.scheduling.planner.calendar import DAYS
from league.scheduling.requests.days import MONTHS, match_word
from league.scheduling.requests.name_index import (
    KINDS_OF_HOUSE,
    NAME_WORD,
    NEVER_ALONE,
    MeantNames,
    NameIndex,
    stem_of,
)
from league.scheduling.requests.resolving import KnownNames
from league.scheduling.requests.spelling import spell_out
from league.scheduling.requests.vocabulary import Word, longest

MOST_NEAR = 4
_DIVISION = re.compile(
    r"\bdiv(?:ision)?\b\.?\s+(\w+)|\b(\w+)\s+div(?:ision)?\b(?!\.?\s+(?:\d|one|two|three|four)\b)",
    re.IGNORECASE,
)
_SIBLING = re.compile(r"\s*(?:,|and|or|&|/|\+)\s*(?:the\s+)?([A-Db-d])\b(?!['’])")
# “weavers a home game” may ask for a home game, “weavers a home 12 nov” is about the A team.
_AN_ARTICLE = re.compile(
    r"\s+(?:(?:home|away|free|blank|spare|clear|single|league)\s+)?(?:match|game|fixture|tie|week|night|evening|date|bye|rest"
    r"|break|draw|start|finish|few|lot|bit|couple)\w*\b|\s+(?:day|free|blank|home|clear)\s+(?:off|advantage|start|finish)",
    re.IGNORECASE,
)
_OTHER_TEAM = re.compile(r"\b(?:the|our|their|with|and)\s+([A-D])(?:s\b|[-\s]+(?:team|side|lads|lot)\b)")
_LETTERS = re.compile(r"\b([A-D])(?=s?\s+(?:and|&|\+)\s+(?:the\s+)?[A-D]s?\b)")
_LAST_LETTERS = re.compile(r"\b[A-D]s?\s+(?:and|&|\+)\s+(?:the\s+)?([A-D])\b")
_THEIRS = frozenset(("their", "our", "my", "his", "her", "your"))
_NUMBERS = {
    "one": "1", "first": "1", "1st": "1", "i": "1", "two": "2", "second": "2", "2nd": "2", "ii": "2",
    "three": "3", "third": "3", "3rd": "3", "iii": "3", "four": "4", "fourth": "4", "4th": "4",
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


class NameFinder:
    """The names of a league, by all their parts."""

    def __init__(self, known: KnownNames) -> None:
        self.known = known
        venues = {venue.key: venue.name for venue in known.league.venues}
        self.pub_of: Mapping[str, str] = {team.name: venues[team.venue] for team in known.league.teams}
        self._index = NameIndex(self.pub_of, venues.values())
        self._divisions = {
            key: division.name for division in known.league.divisions for key in _division_keys(division.name)
        }

    def teams_of(self, pub: str) -> tuple[str, ...]:
        """Return the teams of a pub."""
        return tuple(team for team, home in self.pub_of.items() if home == pub)

    def find(self, line: str) -> list[NameMention]:
        """Return all names in a line that `plain_names` returned, in their order."""
        mentions = list(self._division_mentions(line))
        taken = [(mention.start, mention.end) for mention in mentions]
        words = [
            word for word in NAME_WORD.finditer(line) if not any(a <= word.start() < b for a, b in taken)
        ]
        stems = [stem_of(word[0]) for word in words]
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
        for length in range(min(self._index.longest, len(words) - place), 0, -1):
            last = words[place + length - 1]
            between = line[words[place].start() : last.end()]
            if re.search(r"[,;:()!?]", between) or any(
                ". " in line[word.start() : word.end() + 2] and not self._index.is_cut(stem)
                for word, stem in zip(words[place : place + length - 1], stems[place:], strict=False)
            ):
                continue
            if last[0] == "a" and not self._is_letter(line, words[place : place + length]):
                continue
            meant, is_whole = self._meant(line, words, stems, place, length)
            if meant and (is_whole or not self._goes_on(line, words, place + length)):
                return self._mention(words[place].start(), last.end(), between, meant, is_whole), length
        return None, 0

    def _goes_on(self, line: str, words: list[re.Match[str]], place: int) -> bool:
        """Return whether a part of a name is the beginning of another name: Hadderley Feast, Nab End Tap."""
        if place >= len(words) or not words[place][0].istitle() or line.istitle():
            return False
        is_next = line[words[place - 1].end() : words[place].start()] == " "
        word = words[place][0].casefold()
        return (
            is_next
            and not self._index.has(stem_of(word))
            and longest(spell_out(word), 0)[0] is Word.UNKNOWN
            and not match_word(word, (*DAYS, *MONTHS))
        )

    def _is_letter(self, line: str, words: list[re.Match[str]]) -> bool:
        """Return whether the small a at the end of some words is a team's letter, and no article."""
        key = tuple(stem_of(word[0]) for word in words)
        is_name = len(key) > 1 and (key in self._index.whole or key in self._index.parts)
        return is_name and not _AN_ARTICLE.match(line, words[-1].end())

    def _meant(
        self, line: str, words: list[re.Match[str]], stems: list[str], place: int, length: int
    ) -> tuple[MeantNames | None, bool]:
        key = tuple(stems[place : place + length])
        if meant := self._index.whole.get(key):
            return meant, True
        if length == 1 and words[place][0].islower() and longest(words[place][0], 0)[0] is not Word.UNKNOWN:
            return None, False
        is_named = length > 1 or self._is_named(words, stems, place)
        key = tuple(
            self._index.spelt(stem, word[0], is_named)
            for stem, word in zip(key, words[place : place + length], strict=True)
        )
        if length > 1 and (meant := self._index.whole.get(key)):
            return meant, True
        meant = self._index.parts.get(key)
        if length > 1 and not meant:
            return self._index.abbreviated(stems[place : place + length]), False
        if meant and length == 1 and key[0] in NEVER_ALONE:
            is_the = place and stems[place - 1] == "the" and key[0] in KINDS_OF_HOUSE
            is_one = len(meant.teams) == 1 and len(meant.pubs) <= 1
            return (meant if is_the and is_one else None), False
        if meant and all(stem in NEVER_ALONE for stem in key):
            return None, False
        return meant, False

    def _is_named(self, words: list[re.Match[str]], stems: list[str], place: int) -> bool:
        """Return whether a name must stand at a place: behind “the”, or before a team's letter."""
        is_lettered = place + 1 < len(words) and words[place + 1][0].upper() in ("A", "B", "C", "D")
        return is_lettered or bool(place and stems[place - 1] == "the")

    def _mention(self, start: int, end: int, typed: str, meant: MeantNames, is_whole: bool) -> NameMention:
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
            name = f"{mention.teams[0][:-1]}{letter[1].upper()}"
            if name not in self.pub_of:
                return
            mention = NameMention(
                start=letter.start(1), end=letter.end(), typed=name, teams=(name,), pubs=mention.pubs,
                is_whole=True,
            )  # fmt: skip
            yield mention

    def _other_teams(self, line: str, mentions: list[NameMention]) -> Iterator[NameMention]:
        """Yield “the A team” behind another team of the same pub."""
        letters = [*_OTHER_TEAM.finditer(line), *_LETTERS.finditer(line), *_LAST_LETTERS.finditer(line)]
        for letter in letters:
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


def _is_word_of(mention: NameMention, before: list[NameMention]) -> bool:
    """Return whether a word in small letters is only a word: cricket, behind Gomerthorpe Cricket Club."""
    is_bare = mention.typed.islower() and not mention.is_whole
    return is_bare and any(
        other.typed[0].isupper() or set(mention.teams) <= set(other.teams) for other in before
    )


def _division_keys(name: str) -> Iterator[str]:
    for match in _DIVISION.finditer(name):
        word = (match[1] or match[2]).casefold()
        yield _NUMBERS.get(word, word)


def nearest_names(typed: str, finder: NameFinder) -> list[str]:
    """Return the teams whose names are most like a word, the most like first."""
    stem = stem_of(typed)

    def likeness(team: str) -> float:
        return max(SequenceMatcher(None, stem, stem_of(word[0])).ratio() for word in NAME_WORD.finditer(team))

    return sorted(finder.pub_of, key=lambda team: (-likeness(team), team))[:MOST_NEAR]
