"""A team's season so far, added up from what its matches gave it and what was ruled about it."""

from collections.abc import Iterable
from dataclasses import dataclass

from league.outcomes import Adjustment, TeamKey
from league.standings.shares import Result, Share

FORM_LENGTH = 5
"""How many of the latest results are shown as a team's form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What stands behind a team's place. Points are counted in halves."""

    team: TeamKey
    name: str
    is_withdrawn: bool = False
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    tables_won: int = 0
    tables_drawn: int = 0
    tables_lost: int = 0
    score_for: int = 0
    score_against: int = 0
    earned: int = 0
    adjustments: tuple[Adjustment, ...] = ()
    form: tuple[Result, ...] = ()

    @property
    def adjusted(self) -> int:
        """Halves given by rulings; negative if more were taken."""
        return sum(adjustment.halves for adjustment in self.adjustments)

    @property
    def match_points(self) -> int:
        """Halves from matches and rulings together."""
        return self.earned + self.adjusted

    @property
    def score_difference(self) -> int:
        return self.score_for - self.score_against

    @property
    def table_difference(self) -> int:
        return self.tables_won - self.tables_lost


def add_up(
    team: TeamKey,
    name: str,
    shares: Iterable[Share],
    adjustments: tuple[Adjustment, ...],
    *,
    is_withdrawn: bool,
) -> Record:
    """The record of a team from its shares, earliest first."""
    shares = tuple(shares)
    results = tuple(share.result for share in shares)
    return Record(
        team=team,
        name=name,
        is_withdrawn=is_withdrawn,
        played=len(shares),
        won=results.count(Result.WON),
        drawn=results.count(Result.DRAWN),
        lost=results.count(Result.LOST),
        tables_won=sum(share.tables_won for share in shares),
        tables_drawn=sum(share.tables_drawn for share in shares),
        tables_lost=sum(share.tables_lost for share in shares),
        score_for=sum(share.score_for for share in shares),
        score_against=sum(share.score_against for share in shares),
        earned=sum(share.halves for share in shares),
        adjustments=adjustments,
        form=results[-FORM_LENGTH:],
    )
