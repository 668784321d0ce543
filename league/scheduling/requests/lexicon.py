"""Find the phrases of `phrases.toml` in a text: the longest at a place, whatever its kind."""

import re
import tomllib
from functools import cache
from pathlib import Path

from league.scheduling.requests.vocabulary import Word

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
