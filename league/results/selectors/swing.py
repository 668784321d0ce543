"""How a match swung: the home side's lead over all tables together, hand by hand.

Counted in hands, not minutes, so that a sheet entered on Friday has it too. Knows no database and no drawing.
"""

from dataclasses import dataclass
from itertools import accumulate, pairwise

from league.matches.sheet.values import Sheet
from scoring import AWAY, HOME, games
from scoring.rules import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class TableEnd:
    """A table finished: after which hand, and whether home won it."""

    table: int
    hand: int
    is_won_at_home: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Swing:
    """The lead of the home side after each hand, the first entry before any; negative where away led.

    `left_out` are the tables whose hands nobody wrote down.
    """

    leads: tuple[int, ...]
    ends: tuple[TableEnd, ...]
    left_out: tuple[int, ...]

    @property
    def hands(self) -> int:
        """How many hands the longest table had."""
        return len(self.leads) - 1


def swing_of(sheet: Sheet, rules: Rules) -> Swing | None:
    """The swing of a match; None if no table's hands are known."""
    margins: dict[int, list[int]] = {}
    ends, left_out = [], []
    for table in sheet.tables:
        if not table.is_played or not table.games:
            continue
        if not all(game.hands for game in table.games):
            left_out.append(table.number)
            continue
        steps = [step for game in table.games for step in _steps(games.score_game(game.hands, rules).running)]
        margins[table.number] = steps
        won = sum((game.home_score or 0) > (game.away_score or 0) for game in table.games)
        ends.append(TableEnd(table=table.number, hand=len(steps), is_won_at_home=2 * won > len(table.games)))
    if not margins:
        return None
    longest = max(len(steps) for steps in margins.values())
    swings = (sum(steps[hand] for steps in margins.values() if hand < len(steps)) for hand in range(longest))
    return Swing(
        leads=tuple(accumulate(swings, initial=0)),
        ends=tuple(sorted(ends, key=lambda end: (end.hand, end.table))),
        left_out=tuple(left_out),
    )


def _steps(running: tuple[tuple[int, ...], ...]) -> list[int]:
    """What each hand of a game did to home's lead."""
    leads = [0, *(score[HOME] - score[AWAY] for score in running)]
    return [after - before for before, after in pairwise(leads)]
