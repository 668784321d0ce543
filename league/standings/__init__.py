"""The standings: results and rulings in, rows out, with the reason for every place.

Pure: no database, no clock, no pages. `standings` is the whole of it; the rest are its values.

    outcomes   what was played and ruled (league/outcomes.py)
    results    how a match went for one side
    awards     what a walkover counts as
    walkovers  what a match given without play gives
    shares     what any match gives each of its sides
    records    a team's season, added up
    criteria   what teams are ranked by
    scheme     the season's rules for all of this
    counting   what counts, and for whom: rulings, and teams that left
    ranking    the order of teams
    rows       the table
    fates      who would go up and who down
    possible   what a match to come can give
    limits     how few teams must pass their limits
    prospects  where every team can still finish, and what is certain
    what_if    the table with results supposed
"""

from league.standings.awards import Averages, AwardKind, UnfitAward, WalkoverAward
from league.standings.counting import Counted, Season, left_with, season_of
from league.standings.criteria import (
    CRITERIA,
    HECKMONDWIKE_TIE_BREAKS,
    NOTHING_AGAINST,
    Among,
    Criterion,
    Figure,
)
from league.standings.fates import Fate, fates
from league.standings.possible import possible_points
from league.standings.prospects import Certainty, Prospect, prospects, prospects_of
from league.standings.records import Record
from league.standings.results import Result, Share
from league.standings.rows import Met, Row, Separation, Step, standings, table_of
from league.standings.scheme import Scheme, UnknownCriterion
from league.standings.shares import shares_of
from league.standings.what_if import Supposed, what_if

__all__ = [
    "CRITERIA",
    "HECKMONDWIKE_TIE_BREAKS",
    "NOTHING_AGAINST",
    "Among",
    "Averages",
    "AwardKind",
    "Certainty",
    "Counted",
    "Criterion",
    "Fate",
    "Figure",
    "Met",
    "Prospect",
    "Record",
    "Result",
    "Row",
    "Scheme",
    "Season",
    "Separation",
    "Share",
    "Step",
    "Supposed",
    "UnfitAward",
    "UnknownCriterion",
    "WalkoverAward",
    "fates",
    "left_with",
    "possible_points",
    "prospects",
    "prospects_of",
    "season_of",
    "shares_of",
    "standings",
    "table_of",
    "what_if",
]
