"""The turn of the year: next season's divisions from the final tables, and who must sign on again.

Pure: no database, no clock, no pages. All of it is a proposal, with a reason for every team; the league has
the last word.

    changes    final tables, what changes, the rules for it; what is proposed
    proposals  up, down, out, in, and levelled
    signing    who must sign on again
"""

from league.turning.changes import (
    Change,
    Fills,
    FinalTable,
    Joins,
    Leaves,
    MovesPub,
    NextDivision,
    Placing,
    Proposal,
    TurningRefused,
    TurningRules,
    level_sizes,
)
from league.turning.proposals import next_season
from league.turning.signing import Registered, SignsAgain, who_signs_again

__all__ = [
    "Change",
    "Fills",
    "FinalTable",
    "Joins",
    "Leaves",
    "MovesPub",
    "NextDivision",
    "Placing",
    "Proposal",
    "Registered",
    "SignsAgain",
    "TurningRefused",
    "TurningRules",
    "level_sizes",
    "next_season",
    "who_signs_again",
]
