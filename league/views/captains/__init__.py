"""The pages of those who come without an account: whoever scores at a table, captains, players."""

from league.views.captains.log import captain_log, scoring_log
from league.views.captains.scorers import league_scoring

__all__ = ["captain_log", "league_scoring", "scoring_log"]
