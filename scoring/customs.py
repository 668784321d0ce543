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


class Origin(StrEnum):
    """Where a sentence of the rules comes from: a source, which also knows other ways; us; or the house."""

    SOURCE = "source"
    OPTION = "option"
    READING = "reading"
    SILENT = "silent"
    HOUSE = "house"

    @property
    def words(self) -> str:
        """What is said quietly beside such a sentence; nothing beside what a source says."""
        return _QUIETLY.get(self, "")


_QUIETLY = {
    Origin.READING: "the sources are silent; as elsewhere in the family",
    Origin.SILENT: "the sources are silent",
    Origin.HOUSE: "a house rule",
}


class Custom(NamedTuple):
    """One sentence of a source, in our words.

    `option` is the house option that plays it, as typed: name=value; two are parted by a comma. `told_with`
    are the options it leans on: where a house has chosen otherwise, it is not told. {target} is the target.
    """

    part: RulesPart
    text: str
    option: str = ""
    source: str = ""
    told_with: str = ""
    origin: Origin = Origin.SOURCE

    @property
    def sentence(self) -> str:
        """The sentence, with the option and who tells of it where there is one."""
        if not self.option:
            return self.text
        options = "house option" if "," not in self.option else "house options"
        told = f"; {self.source}" if self.source else ""
        return f"{self.text.removesuffix('.')} ({options} {self.option}{told})."


def otherwise(text: str, option: str, source: str, told_with: str = "") -> Custom:
    """Return another way of playing that a source knows, with the option for it."""
    names = " ".join(each.partition("=")[0] for each in option.split(", "))
    return Custom(RulesPart.OTHERWISE, text, option, source, f"{names} {told_with}", Origin.OPTION)
