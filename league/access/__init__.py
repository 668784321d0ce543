"""Who may do what, and how a player is shown to whom. Every view opens with one of these."""

from league.access.account_links import for_account_link
from league.access.founding import for_founder, keeps_demo, may_open_league
from league.access.links import Captain, for_captain, for_players, for_scorer, token_of
from league.access.names import KeptBack, shown_name
from league.access.powers import Power, may_give, own_role, powers_of
from league.access.views import (
    for_account,
    for_anybody,
    for_desk,
    for_fixtures,
    for_league_scorer,
    for_owner,
    for_people,
    for_public,
    for_results,
    for_secretary,
    may_keep,
)

__all__ = [
    "Captain",
    "KeptBack",
    "Power",
    "for_account",
    "for_account_link",
    "for_anybody",
    "for_captain",
    "for_desk",
    "for_fixtures",
    "for_founder",
    "for_league_scorer",
    "for_owner",
    "for_people",
    "for_players",
    "for_public",
    "for_results",
    "for_scorer",
    "for_secretary",
    "keeps_demo",
    "may_give",
    "may_keep",
    "may_open_league",
    "own_role",
    "powers_of",
    "shown_name",
    "token_of",
]
