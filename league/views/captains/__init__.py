"""The pages of those who come without an account: whoever scores at a table, captains, players."""

from league.views.captains.codes import type_code
from league.views.captains.line_ups import captain_line_up
from league.views.captains.log import captain_log, scoring_log
from league.views.captains.postponements import captain_postpone
from league.views.captains.season import captain_season
from league.views.captains.squad import captain_squad, players
from league.views.captains.worker import service_worker

__all__ = [
    "captain_line_up",
    "captain_log",
    "captain_postpone",
    "captain_season",
    "captain_squad",
    "players",
    "scoring_log",
    "service_worker",
    "type_code",
]
