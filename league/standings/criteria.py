"""What teams are ranked by: figures of a team's record, and of the matches among level teams.

A season names the criteria that separate teams level on match points, in order. Equal in all of them
is equal: the place is shared.

What counts in a season: the match format, walkovers, and what separates teams level on match points.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Self

from league.standings.awards import WalkoverAward
from league.standings.records import TeamRecord, less
from scoring.matches import MatchFormat

Figure = int | Fraction | float
"""A figure of a criterion; the only float among them is NOTHING_AGAINST."""

NOTHING_AGAINST = math.inf
"""The ratio of a side with nothing against it: better than any other."""


class Among(StrEnum):
    """The matches a criterion asks for, if it asks only for those among exactly the level teams."""

    MATCHES = "matches"  # of the season: a mini-league
    PLAY_OFFS = "play_offs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """A named figure: how it is called on a page, and in a column's head. More is better, or fewest is.

    `figure` reads it off a team's record, None if nobody knows it. With `among` there is no such figure:
    it is the halves of match points from the matches among the level teams, and has no column.
    """

    key: str
    name: str
    abbreviation: str
    figure: Callable[[TeamRecord], Figure | None] | None = None
    among: Among | None = None
    is_fewest: bool = False
    is_in_halves: bool = False
    is_signed: bool = False
    is_ratio: bool = False


def match_points(record: TeamRecord) -> int:
    """Points of all matches, with those given or taken by rulings."""
    return record.match_points


def matches_won(record: TeamRecord) -> int:
    return record.won


def tables_won(record: TeamRecord) -> int | None:
    return record.tables_won


def table_difference(record: TeamRecord) -> int | None:
    """Tables won less tables lost."""
    return record.table_difference


def games_won(record: TeamRecord) -> int | None:
    return record.games_won


def games_lost(record: TeamRecord) -> int | None:
    return record.games_lost


def game_difference(record: TeamRecord) -> int | None:
    """Games won less games lost."""
    return less(record.games_won, record.games_lost)


def score_difference(record: TeamRecord) -> int | None:
    """Points pegged at the tables less those pegged against."""
    return record.score_difference


def score_for(record: TeamRecord) -> int | None:
    """Points pegged at the tables."""
    return record.score_for


def score_against(record: TeamRecord) -> int | None:
    return record.score_against


def score_ratio(record: TeamRecord) -> Figure | None:
    """Points pegged divided by those pegged against, exactly; with nothing against, better than any."""
    if record.score_for is None or record.score_against is None:
        return None
    if not record.score_against:
        return NOTHING_AGAINST
    return Fraction(record.score_for, record.score_against)


def hang_jacks_won(record: TeamRecord) -> int | None:
    return record.hang_jacks_won


def hang_jacks_lost(record: TeamRecord) -> int | None:
    return record.hang_jacks_lost


def walkovers_given(record: TeamRecord) -> int:
    """Walkovers the team was at fault for, of matches and of single tables."""
    return record.walkovers_given


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
        Criterion(key="games_won", name="Games won", abbreviation="GW", figure=games_won),
        Criterion(
            key="fewest_games_lost",
            name="Fewest games lost",
            abbreviation="GL",
            figure=games_lost,
            is_fewest=True,
        ),
        Criterion(
            key="game_difference",
            name="Difference in games",
            abbreviation="GD",
            figure=game_difference,
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
        Criterion(
            key="fewest_score_against",
            name="Fewest against",
            abbreviation="Agst",
            figure=score_against,
            is_fewest=True,
        ),
        Criterion(
            key="score_ratio",
            name="Score for divided by score against",
            abbreviation="Ratio",
            figure=score_ratio,
            is_ratio=True,
        ),
        Criterion(key="hang_jacks_won", name="Hang jacks won", abbreviation="HJ", figure=hang_jacks_won),
        Criterion(
            key="fewest_hang_jacks_lost",
            name="Fewest hang jacks lost",
            abbreviation="HJ lost",
            figure=hang_jacks_lost,
            is_fewest=True,
        ),
        Criterion(
            key="head_to_head",
            name="Matches among the level teams",
            abbreviation="H2H",
            among=Among.MATCHES,
            is_in_halves=True,
        ),
        Criterion(
            key="fewest_walkovers_given",
            name="Fewest walkovers given",
            abbreviation="WO",
            figure=walkovers_given,
            is_fewest=True,
        ),
        Criterion(
            key="play_off", name="Play-off", abbreviation="P-O", among=Among.PLAY_OFFS, is_in_halves=True
        ),
    )
}
HECKMONDWIKE_TIE_BREAKS = ("score_difference", "score_for")
"""Level on match points: score difference, then score for, then a shared place."""


class UnknownCriterion(ValueError):
    """A season's rules name a criterion that does not exist."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheme:
    """The rules a table is made by, frozen with the season. `tie_breaks` are keys of CRITERIA, in order.

    Match points in `form` are halves. Without an `award` a walkover counts as the format says. Raises
    UnknownCriterion for a key that is none.
    """

    form: MatchFormat
    tie_breaks: tuple[str, ...] = HECKMONDWIKE_TIE_BREAKS
    award: WalkoverAward | None = None

    def __post_init__(self) -> None:
        for key in self.tie_breaks:
            if key not in CRITERIA:
                raise UnknownCriterion(f"“{key}” is no criterion; there are: {', '.join(CRITERIA)}.")

    @classmethod
    def of(
        cls, form: MatchFormat, tie_breaks: Iterable[str] = (), award: WalkoverAward | None = None
    ) -> Self:
        """A scheme with these tie-breaks, or, with none named, Heckmondwike's."""
        return cls(form=form, tie_breaks=tuple(tie_breaks) or HECKMONDWIKE_TIE_BREAKS, award=award)

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """Everything teams are ranked by, in order, match points first; each once."""
        return tuple(dict.fromkeys((MATCH_POINTS, *(CRITERIA[key] for key in self.tie_breaks))))

    @property
    def columns(self) -> tuple[Criterion, ...]:
        """The criteria that have a figure of each team, for the columns of a page."""
        return tuple(criterion for criterion in self.criteria if criterion.figure)
