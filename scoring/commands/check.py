"""`check`: whether everything a file records can be and adds up; one line a fault, with its place."""

import argparse
import json
import sys

from scoring import notation
from scoring.commands import Commands
from scoring.commands.files import Unreadable, faults_said, sheets_of
from scoring.faults import Fault
from scoring.notation import Sheet

__all__ = ["add_to"]

NOT_ALL_HOLDS = 1
"""Exit status when there was a fault, or nothing to check."""


def add_to(commands: Commands) -> None:
    """Make the command known."""
    parser = commands.add_parser("check", help="check a file of the notation, one line a fault")
    parser.add_argument("file", help="a file of the notation (docs/afn.md); - reads standard input")
    parser.add_argument("--json", action="store_true", help="one JSON object a fault")
    parser.set_defaults(run=check_file)


def check_file(asked: argparse.Namespace) -> int:
    """Check a file; 0 when all of it holds."""
    sheets = faulty = 0
    try:
        for sheet in sheets_of(asked.file):
            sheets += 1
            found = notation.check(sheet)
            faulty += bool(found)
            _tell(asked.file, sheet, found, as_json=asked.json)
    except Unreadable as refusal:
        print(refusal, file=sys.stderr)
        return NOT_ALL_HOLDS
    if not sheets:
        _tell(asked.file, Sheet(tags=()), (Fault("no_sheet", line=1),), as_json=asked.json)
    if faulty or not sheets:
        return NOT_ALL_HOLDS
    if not asked.json:
        print(f"{asked.file}: all holds, {sheets} {'sheet' if sheets == 1 else 'sheets'}.")
    return 0


def _tell(name: str, sheet: Sheet, faults: tuple[Fault, ...], *, as_json: bool) -> None:
    """One line a fault."""
    for fault, words in faults_said(sheet, faults):
        line = fault.line or sheet.line or 1
        if as_json:
            print(json.dumps({"file": name, "line": line, "code": fault.code, "message": words}))
        else:
            print(f"{name}:{line}: {words}")
