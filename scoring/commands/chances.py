"""The commands about winning: `chances` from a score, and `simulate`, the hands they are reckoned from."""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from .. import variants
from ..errors import Fault, ImpossibleScore, ScoringError
from ..hands import Score
from ..rules import Rules
from ..seats import sides_of
from ..simulated import SimulatedTable
from ..winning import MOST_SIDES, simulated_as, winning_chances
from .games import REFUSED, with_options


def show_chances(request: argparse.Namespace) -> int:
    """Print how likely each side is to win from a score."""
    try:
        variant = variants.get(request.variant)
        rules = with_options(variant.rules, request.option)
        score = _score(request.score)
        chances = winning_chances(
            score, rules, dealer=request.dealer, players=request.players, played=request.played
        )
    except ScoringError as refusal:
        print(refusal, file=sys.stderr)
        return REFUSED
    names = ("Home", "Away") if len(score) == 2 else tuple("ABCD")
    for side, chance in enumerate(chances.by_side):
        deals = ", deals" if side == request.dealer else ""
        print(f"{names[side]} at {score[side]}{deals}: {chance:.1%}")
    print(f"From {chances.simulated:,} simulated hands of {variant.title}.")
    if chances.differing:
        print(f"They were played without this: {', '.join(chances.differing)}.")
    return 0


def _score(text: str) -> Score:
    """Return a score as it is typed, 9-7; a side that was set back can be below nought: -2-5."""
    if not re.fullmatch(r"-?\d+(--?\d+)+", text):
        raise ImpossibleScore(Fault("not_a_score", {"received": text}))
    return tuple(int(points) for points in re.findall(r"(?:^|-)(-?\d+)", text))


def show_simulated(request: argparse.Namespace) -> int:
    """Print the results of simulated hands, as the data of the package has them."""
    try:
        wanted = {variants.get(name).name for name in request.variants}
    except ScoringError as refusal:
        print(refusal, file=sys.stderr)
        return REFUSED
    chosen = [each for each in simulations() if not wanted or wanted & set(each.games)]
    print("\n\n".join("\n".join(each.section(request.hands, request.seed)) for each in chosen))
    return 0


# The data


@dataclass(frozen=True, slots=True)
class Simulation:
    """Hands to be simulated: of the first of `games`, which are all that play them alike."""

    games: list[str]
    players: int
    options: tuple[str, ...] = ()

    @property
    def rules(self) -> Rules:
        rules = variants.get(self.games[0]).rules
        for option in self.options:
            rules = rules.with_written(*option.split("=", 1))
        return rules.for_players(self.players)

    def section(self, hands: int, seed: int) -> Iterator[str]:
        """Play that many hands and yield the lines of the data: the games, then results by how often."""
        rng = Random(f"{seed} {self.games[0]} {self.players}")  # noqa: S311  cards, not secrets, dealt again alike
        table = SimulatedTable(self.rules, rng)
        giving: Counter[str] = Counter()
        keeping: Counter[str] = Counter()
        for _ in range(hands):
            hand, without = table.hands()
            giving[hand.result] += 1
            keeping[without.result] += 1
        yield " ".join((",".join(self.games), str(self.players), str(hands), str(seed), *self.options))
        for result in sorted(giving | keeping, key=lambda result: (-giving[result], result)):
            without_gift = f"/{keeping[result]}" if keeping[result] != giving[result] else ""
            yield f"{giving[result]}{without_gift} {result}"


HOUSES = (("west_yorkshire", 4, "no_trumping_in=yes"),)
"""House options that change the play and are common enough to be simulated."""


def simulations() -> list[Simulation]:
    """Return everything the data has, games that are played alike together."""
    wanted: dict[str, Simulation] = {}
    for variant in variants.ALL:
        for players in variant.rules.players:
            if max(sides_of(players, variant.rules.sides)) < MOST_SIDES:
                key = str(simulated_as(variant.rules, players))
                wanted.setdefault(key, Simulation([], players)).games.append(variant.name)
    houses = [Simulation([game], players, tuple(options)) for game, players, *options in HOUSES]
    return [*wanted.values(), *houses]
