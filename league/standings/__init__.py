"""The standings: results and rulings in, rows out, with the reason for every place.

Pure: no database, no clock, no pages. `standings` is the whole of it; the rest are its values.

    outcomes   what was played and ruled (league/outcomes.py)
    shares     what a match gives each of its sides
    records    a team's season, added up
    criteria   what teams are ranked by
    scheme     what counts in a season
    rows       the table
    fates      who would go up and who down
"""

from league.standings.criteria import CRITERIA, HECKMONDWIKE_TIE_BREAKS, Criterion
from league.standings.fates import Fate, fates
from league.standings.records import Record
from league.standings.rows import Row, Separation, Step, standings
from league.standings.scheme import Scheme, UnknownCriterion
from league.standings.shares import Result, Share, shares_of

__all__ = [
    "CRITERIA",
    "HECKMONDWIKE_TIE_BREAKS",
    "Criterion",
    "Fate",
    "Record",
    "Result",
    "Row",
    "Scheme",
    "Separation",
    "Share",
    "Step",
    "UnknownCriterion",
    "fates",
    "shares_of",
    "standings",
]
