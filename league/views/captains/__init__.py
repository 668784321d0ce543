"""The pages of those who come without an account: whoever scores at a table, captains, players."""

from league.views.captains.agreement import captain_match
from league.views.captains.codes import type_code
from league.views.captains.line_ups import captain_line_up
from league.views.captains.log import captain_log, scoring_log
from league.views.captains.photographs import captain_photograph, captain_photographs, scoring_photographs
from league.views.captains.postponements import captain_postpone
from league.views.captains.scorers import league_scoring
from league.views.captains.scoring import captain_scoring, captain_scoring_table, scoring_match, scoring_table
from league.views.captains.season import captain_season
from league.views.captains.squad import captain_squad, players
from league.views.captains.worker import service_worker

__all__ = [
    "captain_line_up",
    "captain_log",
    "captain_match",
    "captain_photograph",
    "captain_photographs",
    "captain_postpone",
    "captain_scoring",
    "captain_scoring_table",
    "captain_season",
    "captain_squad",
    "league_scoring",
    "players",
    "scoring_log",
    "scoring_match",
    "scoring_photographs",
    "scoring_table",
    "service_worker",
    "type_code",
]
