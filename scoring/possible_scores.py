"""Which scores can happen: final and running scores, lengths of a game, the hands between two scores.

With the ways out that a hand still leaves to each side.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from .axes import Award
from .errors import Fault, ImpossibleScore, say
from .games import score_game, tallies
from .hand_faults import faults
from .hands import MOST_BID, Hand, Score, peg, reached
from .rules import Rules
from .seats import NOBODY, Side, Taker

FAMILY = Rules()
"""What most of the family plays: one point for each award, a board that stops at the target."""


def final_fault(scores: Sequence[int], target: int, *, overshoot: int = 0) -> Fault | None:
    """Return what is wrong with a final score: one side has the target, the others have less.

    `overshoot` is how far a winner can pass the target in a game without a last hole.
    """
    winning = f"{target} to {target + overshoot}" if overshoot else str(target)
    params = {"score": tuple(scores), "target": target, "right": winning}
    won = [score for score in scores if score >= target]
    right = len(won) == 1 and won[0] <= target + overshoot and min(scores) >= 0
    return None if right else Fault("final_score", params)


def verify_final(scores: Sequence[int], target: int, *, overshoot: int = 0) -> None:
    """Raise ImpossibleScore for a final score that cannot be; see `final_fault`."""
    fault = final_fault(scores, target, overshoot=overshoot)
    if fault:
        raise ImpossibleScore(fault)


def possible_lengths(loser_score: int, target: int, rules: Rules = FAMILY) -> range:
    """Return how many hands a game can have had that its loser left on that score, without penalties.

    Every hand but the last pegs at least High and Low; the last can be High alone.
    """
    verify_final((target, loser_score), target)
    fewest = -((target + loser_score) // -_most(rules))
    longest = 1 + (target - 1 + loser_score) // _least(rules)
    return range(fewest, longest + 1)


def fewest_hands(target: int, rules: Rules = FAMILY) -> int:
    """Return the fewest hands a game to the target can have: one side takes everything."""
    return possible_lengths(0, target, rules).start


def most_hands(target: int, rules: Rules = FAMILY) -> int:
    """Return the most hands a game to the target can have: High and Low shared to one short on both sides."""
    return possible_lengths(target - 1, target, rules).stop - 1


def _least(rules: Rules) -> int:
    return rules.high_points + rules.low_points


def _most(rules: Rules) -> int:
    awards = _least(rules) + max(rules.jack_points, rules.hang_jack) + rules.game_points
    return awards + _most_besides(rules)


def _most_besides(rules: Rules) -> int:
    """Return the most points beside the awards: cards turned in two suits, a gift, honours in play."""
    turned = [points for _, points in rules.turnup_scores]
    most_turned = sum(turned) + max(turned, default=0)
    return max(most_turned, int(rules.may_beg)) + sum(rules.honours)


@dataclass(frozen=True, slots=True)
class Running:
    """Running scores checked: the first fault, and whether the game is finished by them."""

    fault: Fault | None
    finished: bool


def check_running(
    running: Iterable[Sequence[int]], target: int, start: Sequence[int] = (0, 0), rules: Rules = FAMILY
) -> Running:
    """Return whether running scores, one after each hand and without penalties, can be those of a game."""
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
    """Return whether one hand can make the one score of the other."""
    if rules.has_auction or _most_besides(rules):
        return _within_bounds(before, after, target, rules)
    pegs = (tally.pegs for tally in tallies(rules, len(before)).values())
    return after in {peg(before, each, target, cap=rules.cap_at_target).scores for each in pegs}


def _within_bounds(before: Score, after: Score, target: int, rules: Rules) -> bool:
    """Return whether nobody gains more than there is, or loses more than a bid."""
    if len(after) != len(before):
        return False
    won = [score for score in after if score >= target]
    gains = [now - then for then, now in zip(before, after, strict=True)]
    bid = MOST_BID if rules.has_auction else 0
    gained = sum(gain for gain in gains if gain > 0)
    short = len(won) < 2 and max(after) <= target + rules.overshoot
    smudge = max(before) - min(before) + target if rules.smudge_wins else rules.smudge_points
    return short and gained <= _most(rules) + bid + bool(bid) * smudge and min(gains) >= -bid


def _impossible_step(before: Score, after: Score, target: int, hand: int, rules: Rules) -> Fault:
    params = {
        "before": before,
        "after": after,
        "target": target,
        "least": _least(rules),
        "most": _most(rules),
    }
    return Fault("impossible_step", params, hand=hand)


def hands_between(before: Sequence[int], after: Sequence[int], rules: Rules) -> tuple[Hand, ...]:
    """Return every hand, by its awards, that takes one score to another without penalties.

    Of a hand that ends the game only the awards up to the winning one are given, the others as not recorded.
    """
    hands: dict[Hand, None] = {}
    for hand in possible_hands(rules, len(before)):
        game = score_game([hand], rules, start=before)
        if not game.faults and game.scores == tuple(after):
            hands[_up_to_the_end(hand, game.ending.unpegged if game.ending else ())] = None
    return tuple(hands)


def _up_to_the_end(hand: Hand, unpegged: tuple[Award, ...]) -> Hand:
    """Return the hand with the awards that are not pegged not recorded."""
    high, low, jack, game = (None if award in unpegged else hand.taker(award) for award in Award)
    return Hand(high, low, jack, game, hung=None if jack is None else hand.hung)


@cache
def possible_hands(rules: Rules, sides: int) -> tuple[Hand, ...]:
    """Return every set of the four awards a hand can have, in the order of sides, nobody last."""
    takers: tuple[Taker, ...] = (*range(sides), NOBODY)
    each = [takers if award in rules.awards else (None,) for award in Award]
    hands = (
        Hand(high, low, jack, game, hung=hung)
        for high, low, jack, game in product(*each)
        for hung in hangings(jack, rules)
    )
    return tuple(hand for hand in hands if not faults(hand, rules, sides=sides))


def hangings(jack: Taker | None, rules: Rules) -> tuple[bool | None, ...]:
    """Return what can be recorded of the hanging of a jack that side, or nobody, took."""
    if not rules.hanging_counts or jack is None:
        return (None,)
    return (False,) if jack is NOBODY else (False, True)


@dataclass(frozen=True, slots=True)
class Chance:
    """A way out: with these awards, and nothing less, the side wins the game in this hand."""

    side: Side
    awards: tuple[Award, ...]

    def sentence(self, *, home: str = "Home", away: str = "Away") -> str:
        """Return the chance in words: Home is out if High is theirs."""
        if not self.awards:
            return say("out", {"side": self.side}, home=home, away=away)
        verb = "is" if len(self.awards) == 1 else "are"
        params = {"side": self.side, "awards": self.awards, "verb": verb}
        return say("out_if", params, home=home, away=away)


def chances(
    scores: Score, rules: Rules, *, target: int | None = None, so_far: Hand | None = None
) -> tuple[Chance, ...]:
    """Return the ways out for each side, the fewest and earliest awards first.

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
    """Return every possible hand that agrees with what is known, and how it ends."""
    endings = []
    for key, tally in tallies(rules, len(scores)).items():
        takers = dict(zip(Award, key, strict=False))
        if all(known.taker(award) in (None, taker) for award, taker in takers.items()):
            after = peg(scores, tally.pegs, target, cap=rules.cap_at_target)
            endings.append(_Ended(takers, after.winner))
    return endings


def _ways(side: Side, open_awards: list[Award], endings: list[_Ended]) -> list[Chance]:
    """Return the smallest sets of awards that put the side out however the others fall."""
    ways: list[Chance] = []
    for size in range(len(open_awards) + 1):
        for chosen in combinations(open_awards, size):
            cases = [end for end in endings if all(end.takers[award] == side for award in chosen)]
            is_sure = bool(cases) and all(end.winner == side for end in cases)
            if is_sure and not any(set(way.awards) <= set(chosen) for way in ways):
                ways.append(Chance(side, chosen))
    return ways


def all_four_alive(so_far: Hand, sides: int = 2) -> tuple[Side, ...]:
    """Return the sides that can still take all four points, for which play goes on where that is paid."""
    takers = [so_far.taker(award) for award in Award]
    return tuple(side for side in range(sides) if all(taker in (None, side) for taker in takers))
