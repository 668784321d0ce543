"""How a match went for one side, and what it gave it."""

from dataclasses import dataclass
from enum import StrEnum


class Result(StrEnum):
    """How a match went for one side."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """One side's part of a match: its result, halves of match points, and the figures behind them.

    None is a figure nobody knows: of a match known by its total there are no tables, of most there is no
    count of hang jacks. `is_given` is a whole match given without play. A walkover counts once among those
    given (by the side at fault) or taken, be it of the match or of one table.
    """

    result: Result
    halves: int = 0
    tables_won: int | None = 0
    tables_drawn: int | None = 0
    tables_lost: int | None = 0
    games_won: int | None = 0
    games_lost: int | None = 0
    score_for: int | None = 0
    score_against: int | None = 0
    hang_jacks_won: int | None = None
    hang_jacks_lost: int | None = None
    walkovers_given: int = 0
    walkovers_taken: int = 0
    is_given: bool = False


Shares = tuple[Share, Share]
