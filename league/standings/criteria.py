"""What teams are ranked by: each criterion is a figure of a team's record, and more is better.

A season names the criteria that separate teams level on match points, in order. Equal in all of them
is equal: the place is shared.
"""

from collections.abc import Callable
from dataclasses import dataclass

from league.standings.records import Record

Figure = Callable[[Record], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """A named figure of a record: how it is called on a page, and in a column's head."""

    key: str
    name: str
    abbreviation: str
    figure: Figure
    is_in_halves: bool = False
    is_signed: bool = False


def match_points(record: Record) -> int:
    """Points of all matches, with those given or taken by rulings."""
    return record.match_points


def matches_won(record: Record) -> int:
    return record.won


def tables_won(record: Record) -> int:
    return record.tables_won


def table_difference(record: Record) -> int:
    """Tables won less tables lost."""
    return record.table_difference


def score_difference(record: Record) -> int:
    """Points pegged at the tables less those pegged against."""
    return record.score_difference


def score_for(record: Record) -> int:
    """Points pegged at the tables."""
    return record.score_for


MATCH_POINTS = Criterion(
    key="match_points", name="Match points", abbreviation="Pts", figure=match_points, is_in_halves=True
)
CRITERIA = {
    criterion.key: criterion
    for criterion in (
        MATCH_POINTS,
        Criterion(key="matches_won", name="Matches won", abbreviation="W", figure=matches_won),
        Criterion(key="tables_won", name="Tables won", abbreviation="TW", figure=tables_won),
        Criterion(
            key="table_difference",
            name="Difference in tables",
            abbreviation="TD",
            figure=table_difference,
            is_signed=True,
        ),
        Criterion(
            key="score_difference",
            name="Score difference",
            abbreviation="Diff.",
            figure=score_difference,
            is_signed=True,
        ),
        Criterion(key="score_for", name="Score for", abbreviation="For", figure=score_for),
    )
}
HECKMONDWIKE_TIE_BREAKS = ("score_difference", "score_for")
"""Level on match points: score difference, then score for, then a shared place."""
