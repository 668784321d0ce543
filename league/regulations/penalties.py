"""What an offence costs, as a value that adds up. Nothing is taken from anybody here."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from scoring.prose.words import count, listed

PENCE_A_POUND = 100
HALVES_A_POINT = 2


class Payer(StrEnum):
    """Who answers for something not done in time."""

    HOME = "home"
    AWAY = "away"
    BOTH = "both"
    WINNER = "winner"
    AT_FAULT = "at_fault"


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """Match points taken (in halves), a fine (in pence), games or tables lost, the match lost.

    Nothing of all that is a warning, which counts as an offence all the same.
    """

    halves: int = 0
    pence: int = 0
    games: int = 0
    tables: int = 0
    match: bool = False

    def __add__(self, other: "Penalty") -> "Penalty":
        return Penalty(
            halves=self.halves + other.halves,
            pence=self.pence + other.pence,
            games=self.games + other.games,
            tables=self.tables + other.tables,
            match=self.match or other.match,
        )

    def times(self, number: int) -> "Penalty":
        """The penalty so many times over; no times is none."""
        return summed([self] * number)

    @property
    def is_nothing(self) -> bool:
        return self == WARNING

    @property
    def in_play(self) -> str:
        """What is lost in play, in words: the match, two tables; nothing of the kind is empty."""
        lost = replace(self, halves=0, pence=0)
        return "" if lost.is_nothing else lost.words

    @property
    def words(self) -> str:
        """2 points and £5; a warning."""
        parts = [
            _counted(self.halves, points_in_words(self.halves)),
            _counted(self.tables, f"{count(self.tables)} table{'' if self.tables == 1 else 's'}"),
            _counted(self.games, f"{count(self.games)} game{'' if self.games == 1 else 's'}"),
            "the match" if self.match else "",
            _counted(self.pence, pounds(self.pence)),
        ]
        said = [part for part in parts if part]
        return listed(said) if said else "a warning"


WARNING = Penalty()


@dataclass(frozen=True, slots=True)
class Steps:
    """What the first offence of a season costs, the second, and so on; the last is for all that follow.

    No steps: the rule stands, and breaking it costs nothing by itself.
    """

    each: tuple[Penalty, ...] = ()

    @classmethod
    def of(cls, *each: Penalty) -> Self:
        return cls(each)

    def at(self, number: int) -> Penalty:
        """What the offence of that number costs, counted from 1."""
        return self.each[min(number, len(self.each)) - 1] if self.each else WARNING

    @property
    def words(self) -> str:
        """A warning the first time, £5 the second time and 2 points after that; empty without steps."""
        *first, last = [step.words for step in self.each] or [""]
        if not first:
            return last
        times = ("the first time", "the second time", "the third time")
        said = [
            f"{step} {times[turn] if turn < len(times) else 'the time after that'}"
            for turn, step in enumerate(first)
        ]
        return listed([*said, f"{last} after that"])


def summed(penalties: Iterable[Penalty]) -> Penalty:
    return sum(penalties, start=WARNING)


def pounds(pence: int) -> str:
    """£5, £7.50, -£2."""
    whole, rest = divmod(abs(pence), PENCE_A_POUND)
    return f"{'-' if pence < 0 else ''}£{whole}{f'.{rest:02}' if rest else ''}"


def points_in_words(halves: int) -> str:
    """Half a point, 1 point, 2½ points."""
    whole, half = divmod(halves, HALVES_A_POINT)
    if half and not whole:
        return "half a point"
    return f"{whole}{'½' if half else ''} point{'' if halves == HALVES_A_POINT else 's'}"


def _counted(number: int, words: str) -> str:
    return words if number else ""
