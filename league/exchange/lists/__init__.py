"""Lists of a league in and out: pubs, teams, players, fixtures, results, in any order of columns.

columns     what each list has, and the names its columns go by
bringing    a list brought in: looked at first, then as a whole, and taken back as a whole
sending     the same lists written out, in the form in which they are read
"""

from league.exchange.lists.bringing import Brought, bring_in, look_at, take_back
from league.exchange.lists.columns import Column, What, columns_of
from league.exchange.lists.said import Kind, LineSaid
from league.exchange.lists.sending import rows_of

__all__ = [
    "Brought",
    "Column",
    "Kind",
    "LineSaid",
    "What",
    "bring_in",
    "columns_of",
    "look_at",
    "rows_of",
    "take_back",
]
