"""What separates teams level on match points: every criterion a season's rules can name, as data.

A season names criteria in order; teams equal in all of them share a place. Choices on forms, the names a
rule book or preset may use, columns, texts and the command line are all made from these values. How groups
of level teams are compared is in `league.standings.ranking`, the figures are properties of `TeamRecord`.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from operator import attrgetter
from typing import Any

Figure = int | Fraction | float
"""A figure of a criterion; the only float among them is NOTHING_AGAINST."""

NOTHING_AGAINST = math.inf
"""The ratio of a side with nothing against it: better than any other."""


class Among(StrEnum):
    """The matches a criterion asks for, if it asks only for those among exactly the level teams."""

    MATCHES = "matches"  # of the season: a mini-league
    PLAY_OFFS = "play_offs"


class SharedColumn(StrEnum):
    """The columns of a table that show the figure of a criterion. One without has its own."""

    WON = "won"
    TABLES = "tables"
    GAMES = "games"
    SCORE = "score"
    HANG_JACKS = "hang-jacks"
    POINTS = "points"


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """A named figure. More is better, or fewest is.

    name            as the head of a column
    abbreviation    the same where there is no room
    label           as a choice of the rule book, and in a sentence; without one, the name in lower case
    figure          reads it off a TeamRecord, None if it is not known. With `among` there is no such figure:
                    it is the half points from the matches among the level teams, and has no column.
    column          the column that shows the figure together with others
    """

    key: str
    name: str
    abbreviation: str
    label: str = ""
    figure: Callable[[Any], Figure | None] | None = None
    among: Among | None = None
    column: SharedColumn | None = None
    is_fewest: bool = False
    is_in_half_points: bool = False
    is_signed: bool = False
    is_ratio: bool = False


MATCH_POINTS = Criterion(
    key="match_points",
    name="Match points",
    abbreviation="Pts",
    figure=attrgetter("match_points"),
    column=SharedColumn.POINTS,
    is_in_half_points=True,
)
_TIE_BREAKS = (
    Criterion(
        key="matches_won",
        name="Matches won",
        abbreviation="W",
        figure=attrgetter("won"),
        column=SharedColumn.WON,
    ),
    Criterion(
        key="tables_won",
        name="Tables won",
        abbreviation="TW",
        figure=attrgetter("tables_won"),
        column=SharedColumn.TABLES,
    ),
    Criterion(
        key="table_difference",
        name="Difference in tables",
        abbreviation="TD",
        figure=attrgetter("table_difference"),
        is_signed=True,
    ),
    Criterion(
        key="games_won",
        name="Games won",
        abbreviation="GW",
        figure=attrgetter("games_won"),
        column=SharedColumn.GAMES,
    ),
    Criterion(
        key="fewest_games_lost",
        name="Fewest games lost",
        abbreviation="GL",
        figure=attrgetter("games_lost"),
        column=SharedColumn.GAMES,
        is_fewest=True,
    ),
    Criterion(
        key="game_difference",
        name="Difference in games",
        abbreviation="GD",
        figure=attrgetter("game_difference"),
        is_signed=True,
    ),
    Criterion(
        key="score_difference",
        name="Score difference",
        abbreviation="Diff.",
        figure=attrgetter("score_difference"),
        is_signed=True,
    ),
    Criterion(
        key="score_for",
        name="Score for",
        abbreviation="For",
        figure=attrgetter("score_for"),
        column=SharedColumn.SCORE,
    ),
    Criterion(
        key="fewest_score_against",
        name="Fewest against",
        abbreviation="Agst",
        figure=attrgetter("score_against"),
        column=SharedColumn.SCORE,
        is_fewest=True,
    ),
    Criterion(
        key="score_ratio",
        name="Score for divided by score against",
        abbreviation="Ratio",
        figure=attrgetter("score_ratio"),
        is_ratio=True,
    ),
    Criterion(
        key="hang_jacks_won",
        name="Hang jacks won",
        abbreviation="HJ",
        figure=attrgetter("hang_jacks_won"),
        column=SharedColumn.HANG_JACKS,
    ),
    Criterion(
        key="fewest_hang_jacks_lost",
        name="Fewest hang jacks lost",
        abbreviation="HJ lost",
        figure=attrgetter("hang_jacks_lost"),
        column=SharedColumn.HANG_JACKS,
        is_fewest=True,
    ),
    Criterion(
        key="head_to_head",
        name="Matches among the level teams",
        label="the matches among the level teams",
        abbreviation="H2H",
        among=Among.MATCHES,
        is_in_half_points=True,
    ),
    Criterion(
        key="fewest_walkovers_given",
        name="Fewest walkovers given",
        abbreviation="WO",
        figure=attrgetter("walkovers_given"),
        is_fewest=True,
    ),
    Criterion(
        key="play_off",
        name="Play-off",
        label="a play-off",
        abbreviation="P-O",
        among=Among.PLAY_OFFS,
        is_in_half_points=True,
    ),
)
CRITERIA = {criterion.key: criterion for criterion in (MATCH_POINTS, *_TIE_BREAKS)}
TIE_BREAK_LABELS = {criterion.key: criterion.label or criterion.name.lower() for criterion in _TIE_BREAKS}
"""What a season's rules may name, in the order of a list of choices."""

HECKMONDWIKE_TIE_BREAKS = ("score_difference", "score_for")
"""Level on match points: score difference, then score for, then a shared place."""
