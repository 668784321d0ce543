"""Which scores can happen: final scores, running scores, and how many hands a game can have."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.errors import ImpossibleScore
from scoring.faults import Fault
from scoring.pegging import Score, peg, reached
from scoring.preludes import MOST_BID
from scoring.rules import Rules
from scoring.tallies import tallies

__all__ = [
    "FAMILY",
    "Running",
    "check_running",
    "fewest_hands",
    "final_fault",
    "most_hands",
    "possible_lengths",
    "verify_final",
]

FAMILY = Rules()
"""What most of the family plays: one point for each award, a board that stops at the target."""


def final_fault(scores: Sequence[int], target: int, *, overshoot: int = 0) -> Fault | None:
    """What is wrong with a final score: one side has the target, the others have less.

    `overshoot` is how far a winner can pass the target in a game without a last hole.
    """
    params = {"score": tuple(scores), "target": target, "right": _winning(target, overshoot)}
    won = [score for score in scores if score >= target]
    right = len(won) == 1 and won[0] <= target + overshoot and min(scores) >= 0
    return None if right else Fault("final_score", params)


def _winning(target: int, overshoot: int) -> str:
    return f"{target} to {target + overshoot}" if overshoot else str(target)


def verify_final(scores: Sequence[int], target: int, *, overshoot: int = 0) -> None:
    """Raise ImpossibleScore for a final score that cannot be; see `final_fault`."""
    fault = final_fault(scores, target, overshoot=overshoot)
    if fault:
        raise ImpossibleScore(fault)


def possible_lengths(loser_score: int, target: int, rules: Rules = FAMILY) -> range:
    """How many hands a game can have had that its loser left on that score, without penalties.

    Every hand but the last pegs at least High and Low; the last can be High alone.
    """
    verify_final((target, loser_score), target)
    fewest = -((target + loser_score) // -_most(rules))
    longest = 1 + (target - 1 + loser_score) // _least(rules)
    return range(fewest, longest + 1)


def fewest_hands(target: int, rules: Rules = FAMILY) -> int:
    """The fewest hands a game to the target can have: one side takes everything."""
    return possible_lengths(0, target, rules).start


def most_hands(target: int, rules: Rules = FAMILY) -> int:
    """The most hands a game to the target can have: High and Low shared to one short on both sides."""
    return possible_lengths(target - 1, target, rules).stop - 1


def _least(rules: Rules) -> int:
    return rules.high_points + rules.low_points


def _most(rules: Rules) -> int:
    awards = _least(rules) + max(rules.jack_points, rules.hang_jack) + rules.game_points
    return awards + _most_besides(rules)


def _most_besides(rules: Rules) -> int:
    """The most beside the awards: cards turned in one suit and then in another, a gift, honours in play."""
    turned = [points for _, points in rules.turnup_scores]
    most_turned = sum(turned) + max(turned, default=0)
    return max(most_turned, int(rules.may_beg)) + sum(points for _, points in rules.trump_honours)


@dataclass(frozen=True, slots=True)
class Running:
    """Running scores checked: the first fault, and whether the game is finished by them."""

    fault: Fault | None
    finished: bool


def check_running(
    running: Iterable[Sequence[int]], target: int, start: Sequence[int] = (0, 0), rules: Rules = FAMILY
) -> Running:
    """Whether running scores, one after each hand and without penalties, can be those of a game."""
    scores = tuple(start)
    if reached(scores, target) is not None:
        return Running(Fault("impossible_start", {"score": scores, "target": target}), True)
    for number, entry in enumerate(running):
        after = tuple(entry)
        if reached(scores, target) is not None:
            return Running(Fault("running_after_the_end", {"score": scores}, hand=number), True)
        if not _can_follow(scores, after, target, rules):
            return Running(_impossible_step(scores, after, target, number, rules), False)
        scores = after
    return Running(None, reached(scores, target) is not None)


def _can_follow(before: Score, after: Score, target: int, rules: Rules) -> bool:
    """Whether one hand can make the one score of the other."""
    if rules.has_auction or _most_besides(rules):
        return _within_bounds(before, after, target, rules)
    pegs = (one.pegs for one in tallies(rules, len(before)).values())
    return after in {peg(before, each, target, cap=rules.cap_at_target).scores for each in pegs}


def _within_bounds(before: Score, after: Score, target: int, rules: Rules) -> bool:
    """Where more than the awards is scored: nobody gains more than there is, or loses more than a bid."""
    if len(after) != len(before):
        return False
    won = [score for score in after if score >= target]
    gains = [now - then for then, now in zip(before, after, strict=True)]
    bid = MOST_BID if rules.has_auction else 0
    gained = sum(gain for gain in gains if gain > 0)
    short = len(won) < 2 and max(after) <= target + rules.overshoot
    return short and gained <= _most(rules) + bid and min(gains) >= -bid


def _impossible_step(before: Score, after: Score, target: int, hand: int, rules: Rules) -> Fault:
    params = {
        "before": before,
        "after": after,
        "target": target,
        "least": _least(rules),
        "most": _most(rules),
    }
    return Fault("impossible_step", params, hand=hand)
