"""The commands about files of the notation: `check`, one line a fault, and `show`, the file drawn in text."""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import BinaryIO

from .. import notation, variants
from ..axes import Award
from ..errors import Fault, ScoringError, sentence
from ..matches import score_match
from ..notation import Followed, Following, ParsedHand, ParsedSheet, ParsedTable, Terms
from ..notation.terms import SEATS
from .drawing import HEADINGS, SideNames, board, columns, hand_row, print_line, table_of_hand

FAULTY = 1
"""Exit status when there was a fault, nothing to check or show, or no such file."""
STANDARD_INPUT = "-"


class FileNotRead(Exception):
    """A file that cannot be opened or read; the message says which and why."""


def check_file(request: argparse.Namespace) -> int:
    """Check a file and print a line for each fault; return 0 when all of it holds."""
    sheets = faulty = 0
    try:
        for sheet in _sheets_of(request.file):
            sheets += 1
            faults = notation.check(sheet)
            faulty += bool(faults)
            _print_faults(request, sheet, faults)
    except FileNotRead as refusal:
        print(refusal, file=sys.stderr)
        return FAULTY
    if not sheets:
        _print_faults(request, ParsedSheet(tags=()), (Fault("no_sheet", line=1),))
    if faulty or not sheets:
        return FAULTY
    if not request.json:
        print(f"{request.file}: all holds, {sheets} {'sheet' if sheets == 1 else 'sheets'}.")
    return 0


def _print_faults(request: argparse.Namespace, sheet: ParsedSheet, faults: tuple[Fault, ...]) -> None:
    for fault, words in _in_words(sheet, faults):
        line = fault.line or sheet.line or 1
        if request.json:
            print(json.dumps({"file": request.file, "line": line, "code": fault.code, "message": words}))
        else:
            print(f"{request.file}:{line}: {words}")


def show_file(request: argparse.Namespace) -> int:
    """Draw every sheet of a file. What cannot be read is told instead, what cannot be is told below."""
    status = sheets = 0
    try:
        for sheet in _sheets_of(request.file):
            sheets += 1
            for line in _drawn(sheet) if not sheet.faults else ():
                print_line(line)
            for fault, words in _in_words(sheet, notation.check(sheet)):
                status = FAULTY
                print(f"{request.file}:{fault.line or sheet.line or 1}: {words}", file=sys.stderr)
            print_line("")
    except FileNotRead as refusal:
        print(refusal, file=sys.stderr)
        return FAULTY
    return status if sheets else FAULTY


def _sheets_of(name: str) -> Iterator[ParsedSheet]:
    """Yield the sheets of a file as they are read. FileNotRead where there is no such file."""
    with _opened(name) as stream:
        yield from notation.read(notation.lines_of(stream))


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    try:
        if name == STANDARD_INPUT:
            yield sys.stdin.buffer
        else:
            with open(name, "rb") as stream:
                yield stream
    except (OSError, ValueError) as trouble:
        reason = getattr(trouble, "strerror", None) or str(trouble)
        raise FileNotRead(f"{name} cannot be read: {reason}.") from None


def _in_words(sheet: ParsedSheet, faults: tuple[Fault, ...]) -> Iterator[tuple[Fault, str]]:
    """Yield each fault with its sentence, the sides by the names on the sheet."""
    home, away = sheet.tag("Home") or "Home", sheet.tag("Away") or "Away"
    for fault in faults:
        yield fault, sentence(fault, home=home, away=away)


def _drawn(sheet: ParsedSheet) -> Iterator[str]:
    """Yield a sheet line by line; nothing of one whose tags cannot be."""
    try:
        terms = notation.terms(sheet.tags, hands=bool(sheet.hands))
    except ScoringError:
        return
    names = _names(sheet, terms)
    yield from _heading(sheet, names)
    if sheet.hands:
        yield from _game(sheet, terms, names)
    if sheet.tables or sheet.match:
        yield from _match(sheet, terms, names)


def _names(sheet: ParsedSheet, terms: Terms) -> SideNames:
    """Return the pubs by name if the sheet has them, singles by seat letter, else Home, Away and Third."""
    known = {"h": sheet.tag("Home") or "Home", "a": sheet.tag("Away") or "Away", "3": "Third"}
    return SideNames(tuple(known.get(label, label) for label in terms.labels))


def _heading(sheet: ParsedSheet, names: SideNames) -> Iterator[str]:
    yield " v ".join(names.sides)
    title = variants.get(sheet.tag("Game") or "").title
    target = sheet.tag("Target")
    facts = [sheet.tag("Event"), title, f"to {target}" if target else None, sheet.tag("Date")]
    facts += [sheet.tag("Time"), f"table {sheet.tag('Table')}" if sheet.tag("Table") else None]
    yield ", ".join(dict.fromkeys(fact for fact in facts if fact))
    yield ""


def _game(sheet: ParsedSheet, terms: Terms, names: SideNames) -> Iterator[str]:
    """Yield every hand as a row with the score after it, the peg board, then the hands with known cards."""
    following = Following(terms)
    before, rows, tables = following.scores, [[*HEADINGS, *names.sides, ""]], []
    for line in sheet.hands:
        last = following.scores
        followed = following.add(line)
        before = last if followed.scores != last else before
        leader = terms.letter(line.eldest)
        row = hand_row(line.number, leader, followed.hand, followed.scores, names)
        rows.append([*row, _remarks(line, followed, names)])
        if followed.position is not None:
            seats = SEATS[: terms.players]
            letters = seats[line.eldest :] + seats[: line.eldest]
            tables.append((line.number, followed.position, replace(names, players=letters)))
    yield from columns(rows)
    yield ""
    yield from board(following.scores, before, terms.rules.target, names)
    for number, position, players in tables:
        yield from ("", f"Hand {number}", "")
        yield from table_of_hand(position, players)


def _remarks(line: ParsedHand, followed: Followed, names: SideNames) -> str:
    """Return what was pegged besides the four awards, and what the sheet remarks."""
    other = [peg for peg in followed.pegs if peg.what not in tuple(Award)]
    remarks = [f"{names.sides[peg.side]} {peg.points:+} {peg.what.replace(':', ' ')}" for peg in other]
    remarks += [penalty.reason for penalty in line.hand.penalties if penalty.reason]
    return "; ".join([*remarks, line.comment] if line.comment else remarks)


def _match(sheet: ParsedSheet, terms: Terms, names: SideNames) -> Iterator[str]:
    """Yield every table with its score and players, then what they give."""
    yield from columns([["table", *names.sides, ""], *(_table(table, names) for table in sheet.tables)])
    match = score_match(
        [table.scores for table in sheet.tables],
        terms.form,
        {place: table.walkover for place, table in enumerate(sheet.tables) if table.walkover is not None},
    )
    yield ""
    for what, scores in (
        ("Tables", match.tables_won),
        ("Aggregate", match.aggregate),
        ("Match points", match.match_points),
    ):
        yield f"{what}: {', '.join(f'{name} {n}' for name, n in zip(names.sides, scores, strict=True))}."


def _table(table: ParsedTable, names: SideNames) -> list[str]:
    players = " v ".join(name for _, name in sorted(table.names))
    if table.scores is not None:
        return [str(table.number), *map(str, table.scores), players]
    result = "not played" if table.walkover is None else f"walkover for {names.sides[table.walkover]}"
    return [str(table.number), *([""] * len(names.sides)), "; ".join(filter(None, [result, players]))]
