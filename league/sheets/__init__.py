"""What stands on a paper score sheet, as values; what is wrong with it, in sentences. Knows no database."""

from league.sheets.completing import completed, match_score
from league.sheets.judging import players_twice, sheet_faults
from league.sheets.mirroring import mirrored
from league.sheets.values import HandNotes, SeatName, Sheet, SheetFault, SheetGame, SheetTable

__all__ = [
    "HandNotes",
    "SeatName",
    "Sheet",
    "SheetFault",
    "SheetGame",
    "SheetTable",
    "completed",
    "match_score",
    "mirrored",
    "players_twice",
    "sheet_faults",
]
