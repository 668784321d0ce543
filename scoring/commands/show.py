"""`show`: a file drawn in text: games with their running score and peg board, hands on the table, matches."""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace

from scoring import notation, variants
from scoring.commands import Commands
from scoring.commands.drawing import HEADINGS, Names, board, columns, hand_row, table_of_hand
from scoring.commands.files import Unreadable, faults_said, sheets_of
from scoring.errors import ScoringError
from scoring.matches import score_match
from scoring.notation import Followed, Following, HandLine, Sheet, TableLine, Terms
from scoring.notation.terms import SEATS

__all__ = ["add_to", "say"]

CANNOT_BE_SHOWN = 1
"""Exit status when something of the file could not be read."""


def add_to(commands: Commands) -> None:
    """Make the command known."""
    parser = commands.add_parser("show", help="draw a file of the notation")
    parser.add_argument("file", help="a file of the notation (docs/afn.md); - reads standard input")
    parser.set_defaults(run=show_file)


def show_file(asked: argparse.Namespace) -> int:
    """Draw every sheet of a file; what cannot be read is said instead, and what cannot be is said below."""
    status = sheets = 0
    try:
        for sheet in sheets_of(asked.file):
            sheets += 1
            for line in _drawn(sheet) if not sheet.faults else ():
                say(line)
            for fault, words in faults_said(sheet, notation.check(sheet)):
                status = CANNOT_BE_SHOWN
                print(f"{asked.file}:{fault.line or sheet.line or 1}: {words}", file=sys.stderr)
            say("")
    except Unreadable as refusal:
        print(refusal, file=sys.stderr)
        return CANNOT_BE_SHOWN
    return status if sheets else CANNOT_BE_SHOWN


def say(line: str) -> None:
    """Print a line, with the letters of the suits where the screen has no symbols for them."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        line.encode(encoding)
    except UnicodeEncodeError:
        line = line.translate(_LETTERS).encode(encoding, "replace").decode(encoding)
    print(line)


_LETTERS = str.maketrans("♠♥♦♣", "SHDC")


def _drawn(sheet: Sheet) -> Iterator[str]:
    """A sheet from its heading to its end; nothing of one whose tags cannot be."""
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


def _names(sheet: Sheet, terms: Terms) -> Names:
    """The pubs by name if the sheet has them, the seats of singles by letter, else Home, Away and third."""
    known = {"h": sheet.tag("Home") or "Home", "a": sheet.tag("Away") or "Away", "3": "Third"}
    return Names(tuple(known.get(label, label) for label in terms.labels))


def _heading(sheet: Sheet, names: Names) -> Iterator[str]:
    yield " v ".join(names.sides)
    title = variants.get(sheet.tag("Game") or "").title
    target = sheet.tag("Target")
    facts = [sheet.tag("Event"), title, f"to {target}" if target else None, sheet.tag("Date")]
    facts += [f"table {sheet.tag('Table')}" if sheet.tag("Table") else None]
    yield ", ".join(dict.fromkeys(fact for fact in facts if fact))
    yield ""


def _game(sheet: Sheet, terms: Terms, names: Names) -> Iterator[str]:
    """Every hand as a row with the score after it, the peg board, then the hands whose cards are known."""
    following = Following(terms)
    before, rows, tables = following.scores, [[*HEADINGS, *names.sides, ""]], []
    for one in sheet.hands:
        last = following.scores
        followed = following.add(one)
        before = last if followed.scores != last else before
        rows.append([*_row(one, followed, terms, names), _remarks(one, followed, names)])
        if followed.position is not None:
            tables.append((one, followed))
    yield from columns(rows)
    yield ""
    yield from board(following.scores, before, terms.rules.target, names)
    for one, followed in tables:
        yield from ("", f"Hand {one.number}", "")
        yield from _hand(one, followed, terms, names)


def _row(one: HandLine, followed: Followed, terms: Terms, names: Names) -> list[str]:
    return hand_row(one.number, terms.letter(one.eldest), followed.hand, followed.scores, names)


def _remarks(one: HandLine, followed: Followed, names: Names) -> str:
    """What was pegged besides the four awards, and what the sheet remarks."""
    other = [peg for peg in followed.pegs if peg.what not in ("high", "low", "jack", "game")]
    told = [f"{names.sides[peg.side]} {peg.points:+} {peg.what.replace(':', ' ')}" for peg in other]
    told += [penalty.reason for penalty in one.hand.penalties if penalty.reason]
    return "; ".join([*told, one.comment] if one.comment else told)


def _hand(one: HandLine, followed: Followed, terms: Terms, names: Names) -> Iterator[str]:
    if followed.position is None:
        return
    seats = SEATS[: terms.players]
    letters = seats[one.eldest :] + seats[: one.eldest]
    yield from table_of_hand(followed.position, replace(names, players=letters))


def _match(sheet: Sheet, terms: Terms, names: Names) -> Iterator[str]:
    """Every table with its score and players, then what they give."""
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


def _table(table: TableLine, names: Names) -> list[str]:
    players = " v ".join(name for _, name in sorted(table.names))
    if table.scores is not None:
        return [str(table.number), *map(str, table.scores), players]
    told = "not played" if table.walkover is None else f"walkover for {names.sides[table.walkover]}"
    return [str(table.number), *([""] * len(names.sides)), "; ".join(filter(None, [told, players]))]
