"""Wishes as they stand in boxes on a page, and said in a line of words. Pure: boxes are texts by their names.

`boxes_of` fills the boxes from a wishes file, `read_boxes` reads them again, with every fault at its row.
"""

from league.fixturing.wishes_boxes.boxes import ADDED, Boxes, Group, Row, is_blank
from league.fixturing.wishes_boxes.filling import boxes_of, strength_value
from league.fixturing.wishes_boxes.holidays import Holiday, bank_holidays, weeks_to_leave_out
from league.fixturing.wishes_boxes.known import Known
from league.fixturing.wishes_boxes.reading import Typed, read_boxes
from league.fixturing.wishes_boxes.saying import Understood, Unread, read_line

__all__ = [
    "ADDED",
    "Boxes",
    "Group",
    "Holiday",
    "Known",
    "Row",
    "Typed",
    "Understood",
    "Unread",
    "bank_holidays",
    "boxes_of",
    "is_blank",
    "read_boxes",
    "read_line",
    "strength_value",
    "weeks_to_leave_out",
]
