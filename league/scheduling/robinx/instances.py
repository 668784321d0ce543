"""A RobinX instance as values: leagues of teams, slots, and constraints in the format's own names."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

KNOWN = ("CA1", "CA2", "CA3", "CA4", "GA1", "BR1", "BR2", "FA2", "SE1")

Game = tuple[int, int]
"""The team at home and the team away."""

Placed = dict[Game, int]
"""The slot of every game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint:
    """One constraint. `side` is what is counted: H home, A away, HA all games (or breaks); `each` is whether
    every slot (CA4) or every opponent (CA2) is counted for itself; `length` is intp."""

    kind: str
    is_hard: bool
    penalty: int
    teams: frozenset[int] = frozenset()
    others: frozenset[int] = frozenset()
    slots: frozenset[int] = frozenset()
    games: frozenset[Game] = frozenset()
    side: str = "HA"
    each: bool = False
    least: int = 0
    most: int = 0
    length: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Instance:
    """What is to be planned. `leagues` are the teams of each; `meetings` and `is_compact` go with them.

    `unknown` names the constraints this reader does not know and how many of them are hard.
    """

    name: str
    leagues: tuple[tuple[int, ...], ...]
    meetings: tuple[int, ...]
    is_compact: tuple[bool, ...]
    is_phased: tuple[bool, ...]
    slots: int
    constraints: tuple[Constraint, ...]
    unknown: tuple[tuple[str, int], ...] = ()

    def games(self) -> Iterator[Game]:
        """Every game there may be: all of them where couples meet twice, one of two where they meet once."""
        for league in self.leagues:
            yield from ((home, away) for home in league for away in league if home != away)

    def single_couples(self) -> Iterator[Game]:
        """The couples who meet once, either of them at home."""
        for league, meetings in zip(self.leagues, self.meetings, strict=True):
            if meetings == 1:
                yield from combinations(league, 2)

    @property
    def unknown_hard(self) -> int:
        """How many hard constraints nobody here can judge."""
        return sum(hard for _, hard in self.unknown)
