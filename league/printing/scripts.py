"""The letters of other scripts: which typefaces a text needs beside the house's own.

The house's typefaces have the letters of European languages in Latin script. A typeface for another script
is loaded only for documents in which a letter of it stands, so that all others pay nothing.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Script(StrEnum):
    """The scripts that have a bundled typeface, by the name of their family in stylesheets."""

    VIETNAMESE = "Source Sans 3 Vietnamese"
    GREEK = "Source Sans 3 Greek"
    CYRILLIC = "Source Sans 3 Cyrillic"
    HEBREW = "Noto Sans Hebrew"
    ARABIC = "Vazirmatn"
    DEVANAGARI = "Noto Sans Devanagari"
    HAN = "Noto Sans SC"

    @property
    def stem(self) -> str:
        """Return how its files are called, before weight and ending."""
        return self.value.lower().replace(" ", "-")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptLetters:
    """The letters of a script as the inside of a regular expression's class, and the weights there are."""

    letters: str
    weights: tuple[int, ...] = (400,)


OF_SOURCE_SANS = (400, 600, 700)
SCRIPTS = {
    Script.VIETNAMESE: ScriptLetters(
        letters="\u0300\u0301\u0303\u0309\u0323\u1ea0-\u1ef9", weights=OF_SOURCE_SANS
    ),
    Script.GREEK: ScriptLetters(letters="\u0370-\u03ff", weights=OF_SOURCE_SANS),
    Script.CYRILLIC: ScriptLetters(
        letters="\u0400-\u045f\u0490\u0491\u04b0\u04b1\u2116", weights=OF_SOURCE_SANS
    ),
    Script.HEBREW: ScriptLetters(letters="\u0590-\u05ff\ufb1d-\ufb4f"),
    Script.ARABIC: ScriptLetters(
        letters="\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefc", weights=(400, 600)
    ),
    Script.DEVANAGARI: ScriptLetters(letters="\u0900-\u097f\ua8e0-\ua8ff"),
    Script.HAN: ScriptLetters(letters="\u3000-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"),
}
# Words from right to left, with what may stand between two of them in one name.
_RIGHT_TO_LEFT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
_NAME = re.compile(rf"{_RIGHT_TO_LEFT}+(?:[ ’'.\-]+\(?{_RIGHT_TO_LEFT}+\)?)*")

# No bundled typeface has them, and coloured ones come out grey: they would stand as empty boxes.
_SIGNS = "(?:[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff\U000e0020-\U000e007f][\ufe0f\u200d]*)+"
_EMOJI = re.compile(f" {_SIGNS}(?=[,.:;)])|{_SIGNS} ?")
LEFT_TO_RIGHT_MARK = "\u200e"

_ANY = re.compile("[" + "".join(script.letters for script in SCRIPTS.values()) + "]")
_EACH = {name: re.compile(f"[{script.letters}]") for name, script in SCRIPTS.items()}


def scripts_of(texts: Iterable[str]) -> tuple[Script, ...]:
    """Return the scripts whose letters stand in the texts, always in the same order."""
    letters = "".join({letter for text in texts if not text.isascii() for letter in _ANY.findall(text)})
    return tuple(name for name, letter in _EACH.items() if letter and letter.search(letters))


def with_marks(text: str) -> str:
    """Return the text with a left-to-right mark after each name read from right to left, and without emoji.

    Without the mark the figures and signs after such a name would be taken for a part of it: "8–2" would
    stand as "2–8", and two teams one for the other.
    """
    if text.isascii():
        return text
    return _NAME.sub(lambda name: name[0] + LEFT_TO_RIGHT_MARK, _EMOJI.sub("", text))
