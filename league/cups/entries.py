"""A cup as it was entered, drawn and played: everything that must be written down of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from league.cups.rules import CupRefused, CupRules
from league.matches.outcomes import AtFault, Pair

FEWEST, MOST = 2, 64
"""How many can play for a cup."""


def drawn(keys: Iterable[int], lot: str, draw: str = "") -> tuple[int, ...]:
    """Return the keys in the order in which a lot draws them: by the digest of the lot and each key.

    The same lot gives the same order on every machine and with every Python, whatever the order of the keys;
    `random.shuffle` does not promise that.
    """

    def place(key: int) -> tuple[bytes, int]:
        return sha256(f"{lot}/{draw}/{key}".encode()).digest(), key

    return tuple(sorted(keys, key=place))


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A team or a pair that plays for the cup.

    `seed` 1 is the favourite; None is drawn. A team's `handicap` is the sum of its players', where those
    have them.
    """

    key: int
    name: str
    seed: int | None = None
    handicap: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDraw:
    """What came out of the hat: the round it was for, the lot, and the entrants by key in their order.

    The first two meet, and so on; those who are left over at the end are free. In a bracket the order is
    that of the seeds, then of the lot, and the draw is the only one. Before groups they are dealt out: the
    first to group A, the second to group B.
    """

    round: int
    lot: str
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TieResult:
    """What was played of a tie, the home side of the draw first in every figure, without any start.

    `deciding` are the deciding games won. A tie given without play names who was `at_fault`; with both,
    nobody goes through.
    """

    round: int
    number: int
    legs: tuple[Pair, ...] = ()
    replays: tuple[Pair, ...] = ()
    deciding: Pair | None = None
    at_fault: AtFault | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scratch:
    """An entrant that left the cup: from that round on it does not play. What it played stands.

    While groups are played that is the first round, and nothing of it stands.
    """

    entrant: int
    round: int
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CupState:
    """A cup: its rules, who entered, what was drawn and what was played.

    Raises CupRefused where two entrants share a key or a seed, or there are more than a cup can hold.
    """

    rules: CupRules
    entrants: tuple[Entrant, ...]
    draws: tuple[RoundDraw, ...] = ()
    results: tuple[TieResult, ...] = ()
    scratched: tuple[Scratch, ...] = ()

    def __post_init__(self) -> None:
        if len(self.entrants) > MOST:
            raise CupRefused(f"{len(self.entrants)} have entered; a cup has room for {MOST}.")
        if len({entrant.key for entrant in self.entrants}) < len(self.entrants):
            raise CupRefused("Somebody has entered twice; each can enter once.")
        by_seed: dict[int, Entrant] = {}
        for entrant in self.entrants:
            if entrant.seed is not None:
                other = by_seed.setdefault(entrant.seed, entrant)
                if other is not entrant:
                    raise CupRefused(
                        f"{other.name} and {entrant.name} are both seeded {entrant.seed}; each seed is one's."
                    )

    @property
    def group_draw(self) -> RoundDraw | None:
        """The draw of the groups; None before it, or in a cup without groups."""
        return self.draws[0] if self.draws and self.rules.groups else None

    @property
    def knock_out_draws(self) -> tuple[RoundDraw, ...]:
        """The draws of the knock-out, the earliest first."""
        return self.draws[1:] if self.rules.groups else self.draws

    def entrant(self, key: int) -> Entrant:
        """Return the entrant of a key. LookupError if nobody has it."""
        for entrant in self.entrants:
            if entrant.key == key:
                return entrant
        raise LookupError(f"nobody has entered as {key}")

    def result(self, round_number: int, number: int) -> TieResult | None:
        results = (
            tie_result
            for tie_result in self.results
            if (tie_result.round, tie_result.number) == (round_number, number)
        )
        return next(results, None)

    def left_in_groups(self, key: int) -> bool:
        """Return whether an entrant left while the groups were played."""
        return self.rules.groups is not None and self.is_scratched(key, 1)

    def is_scratched(self, key: int, by_round: int) -> bool:
        """Return whether an entrant had left by that round."""
        return any(scratch.entrant == key and scratch.round <= by_round for scratch in self.scratched)
