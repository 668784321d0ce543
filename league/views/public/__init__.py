"""What everybody may see: the front page, the league's home, divisions, matches, teams, pubs, players."""

from league.views.public.awards import awards
from league.views.public.cups import cup_list, cup_page
from league.views.public.divisions import (
    fixtures,
    latest_fixtures,
    latest_results,
    latest_standings,
    results,
    standings,
    what_if,
)
from league.views.public.feeds import division_calendar, pub_calendar, team_calendar
from league.views.public.front import front_page, help_page
from league.views.public.home import league_home
from league.views.public.honours import old_table, roll_of_honour
from league.views.public.live import live_match, live_night
from league.views.public.matches import match_page, match_version
from league.views.public.players import player_list, player_page
from league.views.public.pubs import pub_list, pub_page
from league.views.public.rules import family, game_rules, rules_of_league
from league.views.public.teams import team_page

__all__ = [
    "awards",
    "cup_list",
    "cup_page",
    "division_calendar",
    "family",
    "fixtures",
    "front_page",
    "game_rules",
    "help_page",
    "latest_fixtures",
    "latest_results",
    "latest_standings",
    "league_home",
    "live_match",
    "live_night",
    "match_page",
    "match_version",
    "old_table",
    "player_list",
    "player_page",
    "pub_calendar",
    "pub_list",
    "pub_page",
    "results",
    "roll_of_honour",
    "rules_of_league",
    "standings",
    "team_calendar",
    "team_page",
    "what_if",
]
