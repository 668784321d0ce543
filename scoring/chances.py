"""What a hand can still do: which awards put a side out, whatever the others are."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from scoring.axes import Award
from scoring.entries import Hand
from scoring.faults import say
from scoring.pegging import Score, peg
from scoring.rules import Rules
from scoring.seats import Side
from scoring.tallies import tallies

__all__ = ["Chance", "all_four_alive", "chances"]


@dataclass(frozen=True, slots=True)
class Chance:
    """A way out: with these awards, and nothing less, the side wins the game in this hand."""

    side: Side
    awards: tuple[Award, ...]

    def sentence(self, *, home: str = "Home", away: str = "Away") -> str:
        """Home is out if High is theirs."""
        if not self.awards:
            return say("out", {"side": self.side}, home=home, away=away)
        verb = "is" if len(self.awards) == 1 else "are"
        params = {"side": self.side, "awards": self.awards, "verb": verb}
        return say("out_if", params, home=home, away=away)


def chances(
    scores: Score, rules: Rules, *, target: int | None = None, so_far: Hand | None = None
) -> tuple[Chance, ...]:
    """The ways out for each side, the fewest and earliest awards first.

    `scores` is the board before the awards; `so_far` the awards that are already known. A bid for the pitch
    is left aside. Empty where nobody can be sure of anything, or the game has no target.
    """
    goal = rules.target if target is None else target
    if goal is None:
        return ()
    known = so_far or Hand()
    open_awards = [award for award in rules.awards if known.taker(award) is None]
    endings = _endings(scores, rules, goal, known)
    return tuple(way for side in range(len(scores)) for way in _ways(side, open_awards, endings))


class _Ended(NamedTuple):
    """A hand that can still be: who takes each award, and who is out by it."""

    takers: Mapping[Award, object]
    winner: Side | None


def _endings(scores: Score, rules: Rules, target: int, known: Hand) -> list[_Ended]:
    """Every possible hand that agrees with what is known, and how it ends; a caught jack may be hanged."""
    found = []
    for key, tally in tallies(rules, len(scores)).items():
        takers = dict(zip(Award, key, strict=False))
        if all(known.taker(award) in (None, taker) for award, taker in takers.items()):
            after = peg(scores, tally.pegs, target, cap=rules.cap_at_target)
            found.append(_Ended(takers, after.winner))
    return found


def _ways(side: Side, open_awards: list[Award], endings: list[_Ended]) -> list[Chance]:
    """The smallest sets of awards that put the side out however the others fall."""
    found: list[Chance] = []
    for size in range(len(open_awards) + 1):
        for chosen in combinations(open_awards, size):
            cases = [end for end in endings if all(end.takers[award] == side for award in chosen)]
            is_sure = bool(cases) and all(end.winner == side for end in cases)
            if is_sure and not any(set(one.awards) <= set(chosen) for one in found):
                found.append(Chance(side, chosen))
    return found


def all_four_alive(so_far: Hand, sides: int = 2) -> tuple[Side, ...]:
    """The sides that can still take all four points of a hand; where that is paid, play goes on for them."""
    takers = [so_far.taker(award) for award in Award]
    return tuple(side for side in range(sides) if all(taker in (None, side) for taker in takers))
