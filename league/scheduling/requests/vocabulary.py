"""The kinds of word that a request may consist of, groups of them, and the phrases of `phrases.toml`."""

import re
import tomllib
from enum import StrEnum
from functools import cache
from pathlib import Path


class Word(StrEnum):
    """What a word or phrase does in a request."""

    TEAM = "team"
    DIVISION = "division"
    DAYS = "days"
    NOT = "not"
    CANNOT = "cannot"
    NEITHER = "neither"
    HOME = "home"
    HOME_TO = "home_to"
    AWAY = "away"
    AWAY_TO = "away_to"
    VERSUS = "versus"
    MEET = "meet"
    PLAY = "play"
    LEAGUE = "league"
    FREE = "free"
    UNAVAILABLE = "unavailable"
    SHUT = "shut"
    ROOM = "room"
    NUMBER = "number"
    TIMES = "times"
    MUST = "must"
    LITTLE = "little"
    MUCH = "much"
    BOTH = "both"
    SAME_NIGHT = "same_night"
    APART = "apart"
    SHARE = "share"
    ONLY = "only"
    KEEP = "keep"
    CUP = "cup"
    RESERVE = "reserve"
    EVERYBODY = "everybody"
    NOBODY = "nobody"
    START = "start"
    FINISH = "finish"
    BOTH_ENDS = "both_ends"
    AN_END = "an_end"
    WEEKDAY = "weekday"
    WEEK = "week"
    EVENT = "event"
    OCCASION = "occasion"
    LEAVES = "leaves"
    US = "us"
    THAT_NIGHT = "that_night"
    TEAMS = "teams"
    PLACE = "place"
    TRAP = "trap"
    DURATION = "duration"
    VAGUE = "vague"
    FILLER = "filler"
    UNKNOWN = "unknown"
    STRANGE = "strange"
    ATTITUDE = "attitude"
    GRANT = "grant"
    STOP = "stop"
    JOINT = "joint"
    OR = "or"
    BUT = "but"
    BECAUSE = "because"
    SO = "so"


def word_kinds(names: str) -> frozenset[Word]:
    """Return the kinds with these names, as in “home away”."""
    return frozenset(map(Word, names.split()))


SEPARATORS = word_kinds("joint or but stop because so")
REFUSING = word_kinds("not cannot neither nobody")
PLACES = word_kinds("home away")
MATCHES = word_kinds("play league")
OPPONENTS = word_kinds("home_to away_to versus meet")
WHO_AND_WHEN = word_kinds("team division days")
ASKING = PLACES | OPPONENTS | word_kinds("free unavailable shut apart everybody nobody cup reserve")
TELLING = word_kinds("must little much us filler that_night")
"""Kinds that any clause may hold: how much it matters, and words that change nothing."""
HARMLESS = TELLING | word_kinds("unknown teams place occasion event leaves keep league room week")
"""Kinds that may stand beside what is asked: a reason, a courtesy, a word that nobody knows."""


_FILE = Path(__file__).parent / "phrases.toml"


@cache
def _patterns() -> list[tuple[Word, re.Pattern[str]]]:
    """Return the pattern of each kind; at the first use, because compiling them takes a tenth of a second."""
    phrases = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return [
        (Word(kind), re.compile(rf"{_pattern(text, phrases['parts'])}(?:'(?:s|re|ve|d|ll))?(?![\w'])"))
        for kind, text in phrases["words"].items()
    ]


def _pattern(text: str, parts: dict[str, str]) -> str:
    """Return one pattern of all phrases, with the parts in place of their names."""
    pattern = f"(?:{'|'.join(_alternatives(text))})"
    return re.sub("<([a-z_]+)>", lambda name: _pattern(parts[name[1]], parts), pattern)


def _alternatives(text: str) -> list[str]:
    """Return the patterns of a text of phrases, the longest first, as regex takes the first that fits."""
    return sorted(
        (part for line in text.splitlines() for part in line.strip().split(" | ") if part),
        key=len,
        reverse=True,
    )


def longest(text: str, place: int) -> tuple[Word, int]:
    """Return the kind of the longest phrase of a plain text at a place, and where it ends.

    Returns UNKNOWN and the place itself if no phrase begins there. Of kinds that claim the same words the
    first of the file has them.
    """
    matches = ((kind, match.end()) for kind, pattern in _patterns() if (match := pattern.match(text, place)))
    return max(matches, key=lambda phrase: phrase[1], default=(Word.UNKNOWN, place))
