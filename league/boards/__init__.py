"""What is shown while it is played: a match table by table, and all matches of a night on a television."""

from league.boards.nights import NightBoard, night_board
from league.boards.tables import BoardMatch, BoardTable, State, match_board

__all__ = ["BoardMatch", "BoardTable", "NightBoard", "State", "match_board", "night_board"]
