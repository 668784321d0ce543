"""The notation of All Fours: sheets of hands, tables and matches as plain text, read, written and checked.

for sheet in notation.read(open("night.afn", "rb")):
    for fault in notation.check(sheet):
        print(fault.line, sentence(fault))
"""

from scoring.notation.checking import Followed, Following, check, positions
from scoring.notation.reading import lines_of, parse, read
from scoring.notation.recorded import line_of
from scoring.notation.sheets import ParsedHand, ParsedMatch, ParsedSheet, ParsedTable, Tag
from scoring.notation.terms import Terms, terms
from scoring.notation.writing import format_sheet, write

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
    "terms",
    "write",
]
