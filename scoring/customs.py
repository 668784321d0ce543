"""What the sources say of a game beside what its rules are data of: customs, and other ways of playing it."""

from enum import StrEnum
from typing import NamedTuple


class RulesPart(StrEnum):
    """The parts of the rules as they are told, by their headings."""

    DEAL = "Players and deal"
    TRUMPS = "Trumps"
    PLAY = "Play"
    SCORING = "What scores"
    WINNING = "Winning"
    FAULTS = "When something goes wrong"
    LEAGUE = "In the league"
    OTHERWISE = "Also played"


class Custom(NamedTuple):
    """One sentence of a source, in our words.

    `option` is the house option that plays it, as typed: name=value; two are parted by a comma.
    """

    part: RulesPart
    text: str
    option: str = ""
    source: str = ""

    @property
    def sentence(self) -> str:
        """The sentence, with the option and who tells of it where there is one."""
        if not self.option:
            return self.text
        options = "house option" if "," not in self.option else "house options"
        told = f"; {self.source}" if self.source else ""
        return f"{self.text.removesuffix('.')} ({options} {self.option}{told})."


def otherwise(text: str, option: str, source: str) -> Custom:
    """Return another way of playing that a source knows, with the option for it."""
    return Custom(RulesPart.OTHERWISE, text, option, source)
