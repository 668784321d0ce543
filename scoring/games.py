"""A game: hands pegged in order, High, Low, Jack, Game, until a side reaches the target.

Knows nothing of matches: a league's table plays one game, or several.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import NamedTuple

from scoring.axes import Award
from scoring.errors import ImpossibleScore
from scoring.faults import Fault, say
from scoring.hands import Hand, faults
from scoring.pegging import Peg, Pegging, Score, peg, reached
from scoring.rules import Rules
from scoring.seats import NOBODY, Side, Taker, pitcher

__all__ = [
    "Ending",
    "GameScore",
    "Peg",
    "Pegging",
    "Running",
    "check_running",
    "fewest_hands",
    "final_fault",
    "most_hands",
    "peg",
    "pitcher",
    "possible_lengths",
    "score_game",
    "settle",
    "verify_final",
]


@dataclass(frozen=True, slots=True)
class Ending:
    """The point that ended a game: what for, whose, in which hand (from 0), and the awards left unpegged."""

    side: Side
    what: str
    hand: int
    target: int
    unpegged: tuple[Award, ...]

    def sentence(self, *, home: str = "Home", away: str = "Away") -> str:
        """Away reached 15 on Low in hand 9; Jack and Game are not pegged."""
        what = Award(self.what) if self.what in set(Award) else f"a {self.what}"
        code = "game_ended_unpegged" if self.unpegged else "game_ended"
        params = {
            "side": self.side,
            "target": self.target,
            "award": what,
            "hand": self.hand + 1,
            "unpegged": self.unpegged,
            "verb": "is" if len(self.unpegged) == 1 else "are",
        }
        return say(code, params, home=home, away=away)


@dataclass(frozen=True, slots=True)
class GameScore:
    """A game as its hands make it: the score after each, what each pegged, the end and every fault.

    `running` and `pegged` have one entry for every hand given; `hands` counts those up to the end.
    """

    running: tuple[Score, ...]
    pegged: tuple[tuple[Peg, ...], ...]
    scores: Score
    winner: Side | None
    hands: int
    faults: tuple[Fault, ...]
    ending: Ending | None


def score_game(
    hands: Iterable[Hand],
    rules: Rules,
    *,
    target: int | None = None,
    start: Sequence[int] = (0, 0),
) -> GameScore:
    """Peg the hands of a game in order, to the target of the rules unless another is given.

    `start` is the score before the first hand, one number for each side at the table. Nothing is refused:
    what cannot be is listed in `faults`, each with its hand. An award after the winning one is not pegged
    and need not be recorded.
    """
    goal = rules.target if target is None else target
    scores = tuple(start)
    winner, ending, played = reached(scores, goal), None, 0
    running: list[Score] = []
    pegged: list[tuple[Peg, ...]] = []
    found = [] if winner is None else [Fault("impossible_start", {"score": scores, "target": goal})]
    tallies = _tallies(rules, len(scores))
    for number, hand in enumerate(hands):
        pegs: tuple[Peg, ...] = ()
        if winner is not None:
            found.append(
                Fault("after_the_end", {"side": winner, "target": goal, "last": played}, hand=number)
            )
        else:
            played = number + 1
            tally = tallies.get((hand.high, hand.low, hand.jack, hand.game, hand.hung))
            if tally is None or hand.penalties or hand.has_cards:
                found += [replace(fault, hand=number) for fault in faults(hand, rules, sides=len(scores))]
                tally = _tally(hand, rules, len(scores))
            scores, pegs, winner = peg(scores, tally.pegs, goal, cap=rules.cap_at_target)
            if winner is not None and goal is not None:
                ending = Ending(winner, pegs[-1].what, number, goal, _after(pegs[-1].what, rules))
            elif tally.missing:
                found.append(Fault("award_missing", {"awards": tally.missing}, hand=number))
        running.append(scores)
        pegged.append(pegs)
    return GameScore(tuple(running), tuple(pegged), scores, winner, played, tuple(found), ending)


def _after(what: str, rules: Rules) -> tuple[Award, ...]:
    """The awards that follow a point in the order of pegging; all of them follow a penalty."""
    return rules.awards[rules.awards.index(Award(what)) + 1 :] if what in rules.awards else rules.awards


class _Tally(NamedTuple):
    """What a hand would peg with room on the board, up to the first award missing from the record."""

    pegs: tuple[Peg, ...]
    missing: tuple[Award, ...] = ()


def _tally(hand: Hand, rules: Rules, sides: int) -> _Tally:
    pegs = [Peg("penalty", given.side, given.points) for given in hand.penalties if given.points > 0]
    missing = tuple(award for award in rules.awards if hand.taker(award) is None)
    for award in rules.awards:
        taker = hand.taker(award)
        if taker is None:
            break
        if isinstance(taker, int):
            pegs.append(Peg(award.value, taker, _points(award, hand, rules)))
    return _Tally(tuple(one for one in pegs if 0 <= one.side < sides), missing)


def _points(award: Award, hand: Hand, rules: Rules) -> int:
    """What an award scores; a jack caught from another side may score more."""
    return {
        Award.HIGH: rules.high_points,
        Award.LOW: rules.low_points,
        Award.JACK: rules.hang_jack if hand.hung else rules.jack_points,
        Award.GAME: rules.game_points,
    }[award]


@cache
def _tallies(rules: Rules, sides: int) -> Mapping[tuple[Taker | bool | None, ...], _Tally]:
    """The tally of every hand whose four awards are recorded and possible."""
    takers: tuple[Taker, ...] = (*range(sides), NOBODY)
    recorded = product(takers, takers, takers, takers, (None, False, True))
    hands = (Hand(high, low, jack, game, hung=hung) for high, low, jack, game, hung in recorded)
    return {
        (hand.high, hand.low, hand.jack, hand.game, hand.hung): _tally(hand, rules, sides)
        for hand in hands
        if not faults(hand, rules, sides=sides)
    }


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
    return _least(rules) + max(rules.jack_points, rules.hang_jack) + rules.game_points


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
        if after not in _next_scores(scores, target, rules):
            return Running(_impossible_step(scores, after, target, number, rules), False)
        scores = after
    return Running(None, reached(scores, target) is not None)


def _next_scores(scores: Score, target: int, rules: Rules) -> set[Score]:
    """Every score one hand can make of a score."""
    tallies = _tallies(rules, len(scores)).values()
    return {peg(scores, tally.pegs, target, cap=rules.cap_at_target).scores for tally in tallies}


def _impossible_step(before: Score, after: Score, target: int, hand: int, rules: Rules) -> Fault:
    params = {
        "before": before,
        "after": after,
        "target": target,
        "least": _least(rules),
        "most": _most(rules),
    }
    return Fault("impossible_step", params, hand=hand)


def settle(
    winner: Side, all_fours: tuple[int, int], match_stake: int, all_four_stake: int
) -> tuple[int, int]:
    """What each player of the two sides receives, or pays, for a game played for money.

    The match stake goes to the winners, and the stake for all four in one hand to whoever took more of them.
    """
    gain = all_four_stake * (all_fours[winner] - all_fours[1 - winner]) + match_stake
    return (gain, -gain) if winner == 0 else (-gain, gain)
