"""Honours: what players and pairs have done, and the season's awards with how they were reckoned.

Pure: no database, no clock, no pages. Everything is added up from games with their seats.

    figures  players', pairs' and teams' games added up
    awards   who has won what, with the figures; who was left out and why
"""

from league.honours.awards import (
    ALL_FOURS,
    AWARDS,
    BEST_PAIR,
    HANG_JACKS,
    MOST_GAMES_WON,
    PLAYER_OF_THE_SEASON,
    WHITEWASHES,
    Award,
    Honour,
    Least,
    LeftOut,
    Line,
    honour,
)
from league.honours.figures import Figures, Of, SeatedGame, Tallies, Who, tallied

__all__ = [
    "ALL_FOURS",
    "AWARDS",
    "BEST_PAIR",
    "HANG_JACKS",
    "MOST_GAMES_WON",
    "PLAYER_OF_THE_SEASON",
    "WHITEWASHES",
    "Award",
    "Figures",
    "Honour",
    "Least",
    "LeftOut",
    "Line",
    "Of",
    "SeatedGame",
    "Tallies",
    "Who",
    "honour",
    "tallied",
]
