"""The pages of those who come without an account: whoever scores at a table, captains, players."""

from league.views.captains.log import captain_log, scoring_log
from league.views.captains.scoring import (
    captain_scoring,
    captain_scoring_table,
    scoring_match,
    scoring_table,
)

__all__ = [
    "captain_log",
    "captain_scoring",
    "captain_scoring_table",
    "scoring_log",
    "scoring_match",
    "scoring_table",
]
