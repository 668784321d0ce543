"""The words of a line, and the names it begins with."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from league.fixturing.days_said import NoDays
from scoring.prose.words import listed

SEPARATORS = (",", ";", "(", "-", "–", "—")
LONGEST_NAME = 12


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a line as they were typed; they are compared in small letters."""

    typed: tuple[str, ...]

    @property
    def plain(self) -> tuple[str, ...]:
        """The words as they are compared."""
        return tuple(map(plain_word, self.typed))

    def __len__(self) -> int:
        return len(self.typed)

    def after(self, number: int) -> "Words":
        """The words behind so many."""
        return Words(self.typed[number:])

    def first(self, number: int) -> str:
        """The first so many words, as they are compared."""
        return " ".join(self.plain[:number])

    def begins(self, *starts: tuple[str, ...]) -> int:
        """How many words the start that stands here has; 0 for none of them."""
        return next((len(one) for one in starts if self.plain[: len(one)] == one), 0)

    def last(self, text: str) -> "Words":
        """The words behind, as many as the text has."""
        return self.after(len(self) - len(text.split()))

    def __str__(self) -> str:
        return " ".join(self.typed).replace(" ,", ",").replace("( ", "(").replace(" )", ")")


def split(line: str) -> list[str]:
    """The words of a line, signs between them standing alone."""
    return re.sub(r"([,;()])", r" \1 ", line.strip().rstrip(".")).split()


def plain_word(word: str) -> str:
    """A word as it is compared."""
    return "and" if word == "&" else word.casefold().replace("’", "'")


def subject(said: Words, names: Mapping[str, str]) -> tuple[str, int]:
    """The name that a line begins with, and how many words it has; as much as tells it from all others."""
    skipped = said.begins(("the",))
    words = said.after(skipped)
    plain = {" ".join(map(plain_word, split(name))): shown for name, shown in names.items()}
    could: list[str] = []
    short = ""
    for length in range(min(len(words), LONGEST_NAME), 0, -1):
        text = words.first(length)
        if text in plain:
            return plain[text], skipped + length
        begun = sorted({shown for name, shown in plain.items() if name.startswith(f"{text} ")})
        if len(begun) == 1:
            return begun[0], skipped + length
        could, short = (could, short) if could else (begun, text)
    if could:
        raise NoDays(f"“{short}” could be {listed(could[:4], 'or')}; say which.")
    return "", 0
