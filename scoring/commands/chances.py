"""The commands about winning: `chances` from a score, and `simulate`, the hands they are reckoned from."""

import argparse
import re
import sys

from scoring import variants
from scoring.commands.games import REFUSED, with_options
from scoring.errors import Fault, ImpossibleScore, ScoringError
from scoring.hands import Score
from scoring.simulated import simulations
from scoring.winning import winning_chances


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
    wanted = {variants.get(name).name for name in request.variants}
    chosen = [each for each in simulations() if not wanted or wanted & set(each.games)]
    print("\n\n".join("\n".join(each.section(request.hands, request.seed)) for each in chosen))
    return 0
