"""The notation of All Fours: sheets of hands, tables and matches as plain text, read, written and checked.

for sheet in notation.read(open("night.afn", "rb")):
    for fault in notation.check(sheet):
        print(fault.line, sentence(fault))
"""

from .checking import Followed, Following, check, positions
from .reading import lines_of, parse, read
from .recorded import line_of, sheet_of
from .sheets import ParsedHand, ParsedMatch, ParsedSheet, ParsedTable, Tag
from .terms import Terms, terms
from .writing import format_sheet, write

__all__ = [
    "Followed",
    "Following",
    "ParsedHand",
    "ParsedMatch",
    "ParsedSheet",
    "ParsedTable",
    "Tag",
    "Terms",
    "check",
    "format_sheet",
    "line_of",
    "lines_of",
    "parse",
    "positions",
    "read",
    "sheet_of",
    "terms",
    "write",
]
