"""Winning chances: from a score and the dealer, how likely each side is to win the game.

The results of a hand and how often each came about are counted from a million hands a game, played by the
simple player of `simulated` and stored beside this module in `hand_results.txt`; what follows from them for
any score is exact. The file is read when chances are first asked for.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pkgutil import get_data
from typing import NamedTuple

from . import variants
from .axes import Award, TrumpBy
from .errors import BadOption, Fault, ImpossibleScore, either
from .games import tally
from .hands import HONOUR, Contract, Hand, Peg, reached
from .races import FixedHands, HandOutcome, HandOutcomes, Race, turned
from .rules import Rules
from .seats import NOBODY, Side, sides_of

DATA = "hand_results.txt"
MOST_SIDES = 4
"""More sides than these take too long to reckon."""
MOST_TARGET = {2: 181, 3: 21, 4: 11}
"""By the number of sides. Higher targets take too long, or more memory than there is."""
MOST_HANDS = 24
"""Longer games of a fixed number of hands take too long."""
HAND_OPTIONS = (
    "pack",
    "hand",
    "trump",
    "turnup_when_run",
    "may_beg",
    "begs",
    "gift_to",
    "gift_then",
    "after_run",
    "no_trumping_in",
    "no_undertrump",
    "must_trump_when_void",
    "low_to",
    "game_tie",
    "five_counts",
    "pips_count",
    "trump_honours",
    "plain_honours",
    "honours_to",
)
"""The rules that change how often a result comes about. What points are worth, the target and the order of
counting are not among them: they are reckoned from the results."""


@dataclass(frozen=True, slots=True)
class WinningChances:
    """How likely each side is to win, side by side, from 0 to 1.

    `simulated` is how many hands it rests on; `differing` are options with which none were simulated, so that
    those of the nearest rules stand for them.
    """

    by_side: tuple[float, ...]
    simulated: int
    differing: tuple[str, ...] = ()


def winning_chances(
    scores: Sequence[int],
    rules: Rules,
    *,
    dealer: Side | None = None,
    players: int | None = None,
    played: int = 0,
) -> WinningChances:
    """Return how likely each side is to win from a score between two hands.

    `dealer` is the side that deals the next hand; without it, each side is as likely to. `players` are as
    many as usual for that many sides if not said. `played` is how many hands were played, which only matters
    where their number is fixed. ImpossibleScore for a dealer or sides that cannot be, BadOption for a game
    that so many cannot play, without an end, or too long to reckon.
    """
    score, sides = tuple(scores), len(scores)
    if not 1 < sides <= MOST_SIDES:
        raise ImpossibleScore(Fault("sides_of_chances", {"received": sides, "most": MOST_SIDES}))
    if dealer is not None and not 0 <= dealer < sides:
        raise ImpossibleScore(Fault("unknown_side", {"received": dealer, "last": sides - 1}))
    seated = _players(rules, sides, players)
    rules = rules.for_players(seated)
    _verify_length(rules, sides)
    results = _results_for(rules, seated)
    winner = reached(score, rules.target)
    if winner is not None:
        by_side = tuple(float(side == winner) for side in range(sides))
    else:
        game = _game(rules, seated)
        eldest = range(sides) if dealer is None else (dealer + 1,)
        each = [turned(game.chances(turned(score, side), played), -side) for side in eldest]
        by_side = tuple(sum(column) / len(each) for column in zip(*each, strict=True))
    return WinningChances(by_side, results.hands, results.differing)


def _verify_length(rules: Rules, sides: int) -> None:
    """Raise BadOption for a game without an end, or too long to reckon."""
    name, most = ("fixed_hands", MOST_HANDS) if rules.target is None else ("target", MOST_TARGET[sides])
    length = getattr(rules, name)
    if length is None:
        raise BadOption(
            Fault(
                "bad_option",
                {
                    "name": "target",
                    "received": None,
                    "right": f"a whole number from 1 to {MOST_TARGET[sides]}",
                },
            )
        )
    if length > most:
        right = f"no more than {most} where chances are reckoned"
        raise BadOption(Fault("bad_option", {"name": name, "received": length, "right": right}))


def _players(rules: Rules, sides: int, players: int | None) -> int:
    for seated in rules.players if players is None else (players,):
        if len(set(sides_of(seated, rules.sides))) == sides:
            return seated
    if players:
        raise BadOption(Fault("wrong_players", {"received": players, "right": either(rules.players)}))
    known = sorted({len(set(sides_of(many, rules.sides))) for many in rules.players})
    raise BadOption(Fault("wrong_sides", {"received": sides, "right": either(known)}))


# A game of Don takes 75 MB.
@lru_cache(maxsize=8)
def _game(rules: Rules, players: int) -> Race | FixedHands:
    giving, keeping = _outcomes(rules, players)
    sides = max(sides_of(players, rules.sides)) + 1
    return Race(rules, sides, giving, keeping) if rules.target else FixedHands(rules, sides, giving)


# The results of a hand


class Results(NamedTuple):
    """What was simulated for a game: where the dealer may give, and where a gift would lose the game."""

    hands: int
    seed: int
    rules: Rules
    lines: tuple[str, ...]
    differing: tuple[str, ...] = ()


def simulated_as(rules: Rules, players: int) -> dict[str, object]:
    """Return what of the rules changes how often a hand of that many has a result."""
    options = {name: getattr(rules, name) for name in HAND_OPTIONS}
    ranks = tuple(rank for rank, _ in rules.turnup_scores) if rules.trump is TrumpBy.TURNUP else ()
    return {**options, "turnup_scores": ranks, "sides": sides_of(players, rules.sides)}


@cache
def _sections() -> tuple[Results, ...]:
    """Return every section of the data: a line with its games, then a line for each result."""
    text = (get_data(__package__, DATA) or b"").decode("ascii")
    sections = []
    for block in text.split("\n\n"):
        head, *lines = block.strip().splitlines()
        names, players, hands, seed, *options = head.split()
        rules = variants.get(names.split(",")[0]).rules
        for option in options:
            rules = rules.with_written(*option.split("=", 1))
        sections.append(Results(int(hands), int(seed), rules.for_players(int(players)), tuple(lines)))
    return tuple(sections)


@lru_cache(maxsize=64)
def _results_for(rules: Rules, players: int) -> Results:
    """Return the results simulated for the rules, or for the nearest to them with the same sides."""
    wanted = simulated_as(rules, players)
    compared = []
    for section in _sections():
        played = simulated_as(section.rules, section.rules.players[0])
        if played["sides"] == wanted["sides"]:
            differing = tuple(name for name, value in wanted.items() if value != played[name])
            compared.append(section._replace(differing=differing))
    return min(compared, key=lambda section: len(section.differing))


def _outcomes(rules: Rules, players: int) -> tuple[HandOutcomes, HandOutcomes]:
    """Return the outcomes of a hand where the dealer may give, and where they do not."""
    results = _results_for(rules, players)
    sides = sides_of(players, rules.sides)
    giving: Counter[HandOutcome] = Counter()
    keeping: Counter[HandOutcome] = Counter()
    for line in results.lines:
        counts, result = line.split(" ", 1)
        count, _, without = counts.partition("/")
        outcome = outcome_of(result, rules, sides)
        giving[outcome] += int(count)
        keeping[outcome] += int(without or count)
    return _shares(giving), _shares(keeping)


def _shares(counts: Counter[HandOutcome]) -> HandOutcomes:
    total = counts.total()
    return {outcome: count / total for outcome, count in counts.items() if count}


def outcome_of(result: str, rules: Rules, sides: Sequence[Side]) -> HandOutcome:
    """Return what a result of the data pegs by these rules."""
    pegs: list[tuple[Side, int]] = []
    for point in tally(hand_of_result(result, rules, sides), rules, max(sides) + 1).pegs:
        if pegs and pegs[-1][0] == point.side and point.points > 0 < pegs[-1][1]:
            pegs[-1] = (point.side, pegs[-1][1] + point.points)
        elif point.points:
            pegs.append((point.side, point.points))
    return HandOutcome(tuple(pegs), result.endswith("~"))


def hand_of_result(result: str, rules: Rules, sides: Sequence[Side]) -> Hand:
    """Return the hand of a result as a league writes it: "J,g0 1:2s 01-0!" or, not played, "J - ~"."""
    deal, bid, takers = result.split(" ")
    points_of = {rank.letter: points for rank, points in rules.turnup_scores}
    before = []
    for word in deal.split(",") if deal != "-" else ():
        if word[0] == "g":
            before.append(Peg("gift", int(word[1:]), 1))
        elif word[0] == "h":
            side, points = word[1:].split(":")
            before.append(Peg(HONOUR, int(side), int(points)))
        else:
            before.append(Peg("turnup", sides[-1], points_of.get(word, 0)))
    contract = None
    if bid != "-":
        side, points = bid.rstrip("s").split(":")
        contract = Contract(int(side), int(points), sides[0] if bid.endswith("s") else None)
    if len(takers) < len(Award):
        return Hand(before=tuple(before))
    high, low, jack, game = (NOBODY if taker == "-" else int(taker) for taker in takers[: len(Award)])
    hung = takers.endswith("!")
    return Hand(high, low, jack, game, before=tuple(before), contract=contract, hung=hung)
