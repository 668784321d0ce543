"""What the turn of the year begins from: final tables, what changes, and the rules for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from league.outcomes import TeamKey
from league.standings import Row


class TurningRefused(ValueError):
    """Divisions that cannot be made; the sentence says why and what would be right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalTable:
    """A division's final table. `promoted` and `relegated` are the division's numbers."""

    name: str
    rows: tuple[Row, ...]
    promoted: int = 0
    relegated: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaves:
    """A team that folds or does not enter again."""

    team: TeamKey
    because: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Joins:
    """A new team, or one that comes back: in a division chosen for it (1 the top), or at the bottom."""

    name: str
    team: TeamKey | None = None
    division: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MovesPub:
    """A team that will play at another pub: whether the old one has closed, how many players come along."""

    team: TeamKey
    to: str
    pub_closed: bool = False
    players_staying: int | None = None


Change = Leaves | Joins | MovesPub


class Fills(StrEnum):
    """Who takes a place that is free in a higher division."""

    NEXT_BEST = "next_best"  # the next in the table below
    REPRIEVED = "reprieved"  # the best of those who would go down


@dataclass(frozen=True, slots=True, kw_only=True)
class TurningRules:
    """How next season's divisions are made.

    divisions         how many; None: as many as there were
    sizes             of each, top first; empty: as they were, and the last takes what is over
    level             sizes as even as they can be, a larger one further down
    fills             who takes a free place
    moving_to_bottom  a team that moves pub starts at the bottom, unless its pub has closed
    en_bloc           with so many of its players a moving team keeps its place all the same
    """

    divisions: int | None = None
    sizes: tuple[int, ...] = ()
    level: bool = False
    fills: Fills = Fills.NEXT_BEST
    moving_to_bottom: bool = False
    en_bloc: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing:
    """A team in next season's divisions, and why, a sentence a step.

    `before` is its division of this season, 1 the top, None for a team that joins; `division` the next one.
    `is_open`: it shared its place across a line, and the league has to decide. `starts_anew`: it joins, or
    begins at the bottom for having moved. `place` is its line in the final table.
    """

    team: TeamKey | None
    name: str
    before: int | None
    division: int
    reasons: tuple[str, ...]
    is_open: bool = False
    starts_anew: bool = False
    place: int = 0

    @property
    def moves(self) -> bool:
        return self.before is not None and self.before != self.division


@dataclass(frozen=True, slots=True, kw_only=True)
class NextDivision:
    """One of next season's divisions, in the order of the tables the teams come from."""

    number: int
    name: str
    teams: tuple[Placing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Next season as proposed: its divisions, and who is gone, with the reason. The league may vary it."""

    divisions: tuple[NextDivision, ...]
    gone: tuple[Placing, ...] = ()
    moved: frozenset[TeamKey] = frozenset()

    @property
    def placings(self) -> tuple[Placing, ...]:
        return tuple(placing for division in self.divisions for placing in division.teams)

    @property
    def undecided(self) -> tuple[Placing, ...]:
        """What the league has to decide first."""
        return tuple(placing for placing in self.placings if placing.is_open)


def level_sizes(teams: int, divisions: int) -> tuple[int, ...]:
    """Sizes as even as they can be, the larger ones further down."""
    size, over = divmod(teams, divisions)
    return tuple(size + (number >= divisions - over) for number in range(divisions))


def sizes_of(rules: TurningRules, teams: int, before: Sequence[int]) -> tuple[int, ...]:
    """How many teams each of next season's divisions has. TurningRefused where that cannot be."""
    divisions = rules.divisions or len(rules.sizes) or len(before)
    if not 1 <= divisions <= max(teams, 1):
        raise TurningRefused(f"{divisions} divisions are asked for, and {teams} teams will play.")
    if rules.sizes:
        if len(rules.sizes) != divisions or sum(rules.sizes) != teams:
            asked = " and ".join(map(str, rules.sizes))
            raise TurningRefused(
                f"Divisions of {asked} are asked for; {teams} teams will play in {divisions}."
            )
        return rules.sizes
    if rules.level or divisions != len(before):
        return level_sizes(teams, divisions)
    sizes: list[int] = []
    for number, size in enumerate(before[:-1], start=1):
        # Every division below has at least one team, whatever became of the others.
        sizes.append(max(min(size, teams - sum(sizes) - (divisions - number)), 1))
    return (*sizes, teams - sum(sizes))
