"""The league's paper: sheets, slips and lists for everybody, whole nights and blanks for the secretary."""

from league.views.prints.cups import cup_bracket
from league.views.prints.forms import (
    blank_sheet,
    blank_slips,
    captain_score_sheet,
    captain_table_slips,
    night_sheets,
    night_slips,
    score_sheet,
    table_slips,
)
from league.views.prints.lists import fixture_list, team_fixture_list
from league.views.prints.pairs_nights import pairs_slips, pairs_standings, pairs_tables

__all__ = [
    "blank_sheet",
    "blank_slips",
    "captain_score_sheet",
    "captain_table_slips",
    "cup_bracket",
    "fixture_list",
    "night_sheets",
    "night_slips",
    "pairs_slips",
    "pairs_standings",
    "pairs_tables",
    "score_sheet",
    "table_slips",
    "team_fixture_list",
]
