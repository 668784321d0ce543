"""Who may do what, and how a player is shown to whom. Every view opens with one of these."""

from league.access.names import shown_name
from league.access.views import for_anybody, for_public, for_secretary, may_keep

__all__ = ["for_anybody", "for_public", "for_secretary", "may_keep", "shown_name"]
