"""Who may do what, and how a player is shown to whom. Every view opens with one of these."""

from league.access.links import Captain, for_captain, for_players, for_scorer, token_of
from league.access.names import shown_name
from league.access.views import for_anybody, for_public, for_secretary, may_keep

__all__ = [
    "Captain",
    "for_anybody",
    "for_captain",
    "for_players",
    "for_public",
    "for_scorer",
    "for_secretary",
    "may_keep",
    "shown_name",
    "token_of",
]
