"""How likely a side is to win a game at a table, as pages show it: the likelier side, in whole per cent."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.matches.sheet.openings import eldest_side
from scoring import AWAY, HOME, ScoringError, Side, winning_chances
from scoring.rules import Rules

MOST = 99
"""Nothing is certain before the last hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LikelySide:
    """The side that is likelier to win, and how likely; `side` is None where both are as likely."""

    side: Side | None
    percent: int

    @property
    def mark(self) -> str:
        """ "home" or "away", empty where both are as likely."""
        return {HOME: "home", AWAY: "away", None: ""}[self.side]


def home_chance(
    score: Sequence[int], rules: Rules, *, players: int, first_pitch: Side | None, played: int
) -> float | None:
    """Return how likely home is to win a game after so many hands, from 0 to 1.

    `players` sit at the table. Without a first pitch either side is as likely to deal. None where nothing is
    known of such a game, or, of the games of Don, not in the time of a page: 11 s for the first score.
    """
    if rules.plain_honours:
        return None
    dealer = None if first_pitch is None else 1 - eldest_side(first_pitch, played)
    try:
        return winning_chances(score, rules, dealer=dealer, players=players, played=played).by_side[HOME]
    except ScoringError:
        return None


def likely_side(home: float) -> LikelySide:
    """Return the likelier side of a game that goes on, from home's chance."""
    percent = min(MOST, round(100 * max(home, 1 - home)))
    side = None if percent == 50 else HOME if home > 0.5 else AWAY
    return LikelySide(side=side, percent=percent)
