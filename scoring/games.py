"""A game: hands pegged in order, High, Low, Jack, Game, to a target or for a fixed number of hands.

Knows nothing of matches: a league's table plays one game, or several.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import NamedTuple, TypeAlias

from .awards import in_order, smudge
from .axes import Award, GameTie
from .errors import Fault, say
from .hand_faults import ends_with_gift, faults
from .hands import MARK, SMUDGE, Hand, Peg, Score, is_marked, peg, reached
from .rules import Rules
from .seats import NOBODY, Side, Taker

Key: TypeAlias = tuple[Taker | bool | None, ...]
"""The four awards of a hand, and whether the jack was hung."""


class HandTally(NamedTuple):
    """What a hand would peg with room on the board, up to the first award missing from the record."""

    pegs: tuple[Peg, ...]
    missing: tuple[Award, ...] = ()


def tally(hand: Hand, rules: Rules, sides: int) -> HandTally:
    """Return what a hand pegs: what was scored at once, then penalties, honours, and the awards."""
    pegs = [point for point in hand.before if not is_marked(point)]
    if hand.contract and hand.contract.seller is not None:
        pegs.append(Peg("bid", hand.contract.seller, hand.contract.points))
    pegs += [Peg("penalty", penalty.side, penalty.points) for penalty in hand.penalties if penalty.points > 0]
    pegs += filter(is_marked, hand.before)
    missing = tuple(award for award in rules.awards if hand.taker(award) is None)
    if ends_with_gift(hand, rules):
        missing = ()
    else:
        pegs += _award_points(hand, rules)
    return HandTally(tuple(point for point in pegs if 0 <= point.side < sides), missing)


def _award_points(hand: Hand, rules: Rules) -> list[Peg]:
    """Return the awards in order; a side that failed its bid is set back and scores nothing."""
    pegs = list(_recorded_awards(hand, rules))
    if hand.contract is None:
        return pegs
    bidder, bid = hand.contract.side, hand.contract.points
    is_open = any(hand.taker(award) is None for award in rules.awards)
    if sum(point.points for point in pegs if point.side == bidder) >= bid:
        return [*pegs, *(() if is_open else smudge(bid, bidder, rules))]
    if is_open:
        return []
    return [Peg("setback", bidder, -bid), *(point for point in pegs if point.side != bidder)]


def _recorded_awards(hand: Hand, rules: Rules) -> Iterator[Peg]:
    for award in _order(hand, rules):
        taker = hand.taker(award)
        if taker is None:
            return
        if isinstance(taker, int):
            yield Peg(award.value, taker, _points(award, hand, rules))


def _order(hand: Hand, rules: Rules) -> tuple[Award, ...]:
    takers = {award: hand.taker(award) for award in rules.awards}
    return in_order(takers, rules, hand.contract.side if hand.contract else None)


def _points(award: Award, hand: Hand, rules: Rules) -> int:
    """Return what an award scores; a jack caught from another side may score more."""
    return {
        Award.HIGH: rules.high_points,
        Award.LOW: rules.low_points,
        Award.JACK: rules.hang_jack if hand.hung else rules.jack_points,
        Award.GAME: rules.game_points,
    }[award]


@cache
def tallies(rules: Rules, sides: int) -> Mapping[Key, HandTally]:
    """Return the tally of every hand whose four awards are recorded and possible, and nothing else is."""
    every: tuple[Taker | None, ...] = (*range(sides), NOBODY)
    each = [every if award in rules.awards else (None,) for award in Award]
    hands = (
        Hand(high, low, jack, game, hung=hung)
        for high, low, jack, game in product(*each)
        for hung in (None, False, True)
    )
    return {
        (hand.high, hand.low, hand.jack, hand.game, hand.hung): tally(hand, rules, sides)
        for hand in hands
        if not faults(hand, rules, sides=sides)
    }


@dataclass(frozen=True, slots=True)
class GameEnding:
    """The point that ended a game: what for, whose, in which hand (from 0), and the awards left unpegged."""

    side: Side
    what: str
    hand: int
    target: int
    unpegged: tuple[Award, ...]

    def sentence(self, *, home: str = "Home", away: str = "Away") -> str:
        """Return the end in words: Away reached 15 on Low in hand 9; Jack and Game are not pegged."""
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
    ending: GameEnding | None


def score_game(
    hands: Iterable[Hand],
    rules: Rules,
    *,
    target: int | None = None,
    start: Sequence[int] = (0, 0),
    are_possible: bool = False,
) -> GameScore:
    """Peg the hands of a game in order, to the target of the rules unless another is given.

    `start` is the score before the first hand, one number for each side at the table. Nothing is refused:
    what cannot be is listed in `faults`, each with its hand. An award after the winning one is not pegged
    and need not be recorded. `are_possible` says that the hands are known to be such as can happen.
    """
    goal = rules.target if target is None else target
    scores = tuple(start)
    winner, ending, played = reached(scores, goal), None, 0
    running: list[Score] = []
    pegged: list[tuple[Peg, ...]] = []
    game_faults = [] if winner is None else [Fault("impossible_start", {"score": scores, "target": goal})]
    usual, known = rules, tallies(rules, len(scores))
    for number, hand in enumerate(hands):
        pegs: tuple[Peg, ...] = ()
        if winner is not None:
            game_faults.append(_too_late(winner, goal, played, number))
        else:
            played = number + 1
            tallied, both = known.get((hand.high, hand.low, hand.jack, hand.game, hand.hung)), []
            if tallied is None or not hand.is_bare:
                broken = () if are_possible else faults(hand, rules, sides=len(scores))
                game_faults += [replace(fault, hand=number) for fault in broken]
                tallied = tally(hand, rules, len(scores))
                both = _marks_in_order(scores, tallied.pegs)
            pegs = tallied.pegs
            if len(both) > 1:
                if goal is not None and scores[both[0].side] + both[0].points >= goal:
                    game_faults.append(Fault("marks_of_both", {"target": goal}, hand=number))
                in_turn = iter(both)
                pegs = tuple(next(in_turn) if point.what == MARK else point for point in pegs)
            marked = sum([point.points for point in both])
            scores, pegs, winner = peg(scores, pegs, goal, cap=rules.cap_at_target)
            if len(both) > 1 and rules.all_marked and winner is None and marked != rules.all_marked:
                params = {"received": marked, "right": rules.all_marked}
                game_faults.append(Fault("marks_not_all", params, hand=number))
            if winner is not None and goal is not None:
                left = _after(pegs[-1].what, _order(hand, rules))
                ending = GameEnding(winner, pegs[-1].what, number, goal, left)
            elif tallied.missing:
                game_faults.append(Fault("award_missing", {"awards": tallied.missing}, hand=number))
            elif rules.fixed_hands:
                winner = ahead(scores, played, rules)
            if usual.game_tie is GameTie.CARRIED:
                rules = rules_after(hand, rules, usual)
                known = tallies(rules, len(scores))
        running.append(scores)
        pegged.append(pegs)
    return GameScore(tuple(running), tuple(pegged), scores, winner, played, tuple(game_faults), ending)


def _marks_in_order(scores: Score, pegs: Iterable[Peg]) -> list[Peg]:
    """Return what two sides marked in a hand, as sums: whoever goes out by it marked last."""
    return sorted(
        (point for point in pegs if point.what == MARK), key=lambda peg: scores[peg.side] + peg.points
    )


def rules_after(hand: Hand, rules: Rules, usual: Rules) -> Rules:
    """Return the rules of the hand after one played by `rules`: a level Game can be carried over to it."""
    is_carried = usual.game_tie is GameTie.CARRIED and hand.game is NOBODY
    return replace(usual, game_points=usual.game_points + rules.game_points) if is_carried else usual


def ahead(scores: Score, hands: int, rules: Rules) -> Side | None:
    """Return the winner of a game of fixed hands: whoever is ahead then, or after a pitch apiece more."""
    fixed = rules.fixed_hands
    if fixed is None or hands < fixed or (hands - fixed) % len(scores):
        return None
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 else None


def _too_late(winner: Side, target: int | None, last: int, hand: int) -> Fault:
    """Return the fault of a hand after the end of its game."""
    if target is None:
        return Fault("after_fixed_hands", {"side": winner, "last": last}, hand=hand)
    return Fault("after_the_end", {"side": winner, "target": target, "last": last}, hand=hand)


def _after(what: str, order: tuple[Award, ...]) -> tuple[Award, ...]:
    """Return the awards that follow a point in the order of pegging: all a penalty, and none a smudge."""
    if what == SMUDGE:
        return ()
    return order[order.index(Award(what)) + 1 :] if what in order else order


def settle(winner: Side, all_fours: Sequence[int], match_stake: int, all_four_stake: int) -> tuple[int, ...]:
    """Return what each player of a side receives, or pays, for a game played for money, side by side.

    `all_fours` are the hands of which each side took all four. Every two sides settle with each other: the
    match stake goes to the winners, the stake for all four to whoever took more of them. With more than two
    sides the sources are silent; this is what they say of two, for each pair.
    """
    gains = [match_stake * (side == winner) + all_four_stake * taken for side, taken in enumerate(all_fours)]
    return tuple(len(gains) * gain - sum(gains) for gain in gains)
