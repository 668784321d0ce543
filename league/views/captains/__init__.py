"""The pages of those who come without an account: whoever scores at a table, captains, players."""

from league.views.captains.log import captain_log, scoring_log
from league.views.captains.season import captain_season
from league.views.captains.squad import players

__all__ = ["captain_log", "captain_season", "players", "scoring_log"]
