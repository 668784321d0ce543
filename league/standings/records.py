"""What one match gave a side (`TeamMatchResult`), and a team's season added up from that (`TeamRecord`)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import takewhile
from operator import attrgetter
from typing import Any

from league.competition.tie_breaks import NOTHING_AGAINST, Figure
from league.matches.outcomes import Adjustment, TeamKey

FORM_LENGTH = 5
"""How many of the latest results are shown as a team's form."""


def less(own: int | None, other: int | None) -> int | None:
    """Return the difference of two figures; unknown if one of them is."""
    return None if own is None or other is None else own - other


SUMMED = (
    *("tables_won", "tables_drawn", "tables_lost", "games_won", "games_lost", "score_for", "score_against"),
    *("hang_jacks_won", "hang_jacks_lost", "walkovers_given", "walkovers_taken"),
)
"""The figures of a record that are the sums of its shares'."""
_SUMMED_OF = attrgetter(*SUMMED)


class CupScore(StrEnum):
    """What a match gives in a cup, where ties are added up instead of match points."""

    POINTS = "points"  # the total of game points
    GAMES = "games"
    TABLES = "tables"


class Result(StrEnum):
    """How a match went for one side."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRecord:
    """What stands behind a team's place. Points are counted in halves.

    None is a figure nobody knows: of a match known by its total there are no tables, of most there is no
    count of hang jacks. `score` is the figure of a match whose points only say who won it. `is_given` is a
    whole match given without play. A walkover counts once among those given (by the side at fault) or taken,
    be it of the match or of one table.
    """

    team: TeamKey
    name: str
    is_withdrawn: bool = False
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    tables_won: int | None = 0
    tables_drawn: int | None = 0
    tables_lost: int | None = 0
    games_won: int | None = 0
    games_lost: int | None = 0
    score_for: int | None = 0
    score_against: int | None = 0
    hang_jacks_won: int | None = 0
    hang_jacks_lost: int | None = 0
    walkovers_given: int = 0
    walkovers_taken: int = 0
    earned: int = 0
    adjustments: tuple[Adjustment, ...] = ()
    form: tuple[Result, ...] = ()
    wins_running: int = 0

    @property
    def adjusted(self) -> int:
        """Halves given by rulings; negative if more were taken."""
        return sum(adjustment.halves for adjustment in self.adjustments)

    @property
    def match_points(self) -> int:
        """Halves from matches and rulings together."""
        return self.earned + self.adjusted

    @property
    def score_difference(self) -> int | None:
        return less(self.score_for, self.score_against)

    @property
    def score_ratio(self) -> Figure | None:
        """Points pegged divided by those against, exactly; with nothing against, better than any."""
        if self.score_for is None or self.score_against is None:
            return None
        return Fraction(self.score_for, self.score_against) if self.score_against else NOTHING_AGAINST

    @property
    def game_difference(self) -> int | None:
        return less(self.games_won, self.games_lost)

    @property
    def table_difference(self) -> int | None:
        return less(self.tables_won, self.tables_lost)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamMatchResult:
    """One side's part of a match: its result, half points, and the figures behind them.

    None is a figure nobody knows: of a match known by its total there are no tables, of most there is no
    count of hang jacks. `score` is the figure of a match whose points only say who won it. `is_given` is a
    whole match given without play. A walkover counts once among those given (by the side at fault) or taken,
    be it of the match or of one table.
    """

    result: Result
    half_points: int = 0
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
    score: int | None = None

    @property
    def shown_halves(self) -> int:
        """Return the figure by which people know the match, in halves: its points, or its score."""
        return self.half_points if self.score is None else 2 * self.score


def add_up(
    team: TeamKey,
    name: str,
    shares: Iterable[TeamMatchResult],
    adjustments: tuple[Adjustment, ...],
    *,
    is_withdrawn: bool,
) -> TeamRecord:
    """Return the record of a team from its shares, earliest first."""
    shares = tuple(shares)
    results = tuple(share.result for share in shares)
    return TeamRecord(
        team=team,
        name=name,
        is_withdrawn=is_withdrawn,
        played=len(shares),
        won=results.count(Result.WON),
        drawn=results.count(Result.DRAWN),
        lost=results.count(Result.LOST),
        **_figures(shares),
        earned=sum(share.half_points for share in shares),
        adjustments=adjustments,
        form=results[-FORM_LENGTH:],
        wins_running=sum(1 for _ in takewhile(lambda result: result is Result.WON, reversed(results))),
    )


def _figures(shares: Sequence[TeamMatchResult]) -> dict[str, Any]:
    columns = zip(*map(_SUMMED_OF, shares), strict=True) if shares else ((),) * len(SUMMED)
    sums = (None if None in column else sum(column) for column in columns)
    return dict(zip(SUMMED, sums, strict=True))


Shares = tuple[TeamMatchResult, TeamMatchResult]
