"""The wishes file: what the pubs ask for, as a text that people write and pages export (docs/fixtures.md).

Everything goes by name, as it is said; `task_of` finds the league's teams, pubs and divisions behind it.
"""

from league.fixturing.wishes_file.carrying import Carried, carried
from league.fixturing.wishes_file.giving_up import without_condition
from league.fixturing.wishes_file.reading import parse_wishes
from league.fixturing.wishes_file.resolving import LeagueAsItIs, task_of
from league.fixturing.wishes_file.values import DivisionWishes, PubWishes, WishesFile
from league.fixturing.wishes_file.writing import format_wishes

__all__ = [
    "Carried",
    "DivisionWishes",
    "LeagueAsItIs",
    "PubWishes",
    "WishesFile",
    "carried",
    "format_wishes",
    "parse_wishes",
    "task_of",
    "without_condition",
]
