"""Whether what a sheet records can be, and adds up: every hand by the rules, every score by its hands."""

from collections.abc import Iterator
from dataclasses import replace

from scoring.errors import ScoringError
from scoring.faults import Fault
from scoring.matches import score_match
from scoring.notation.following import Following
from scoring.notation.sheets import Sheet, TableLine
from scoring.notation.spelling import parse_score
from scoring.notation.terms import Terms, terms
from scoring.pegging import Score

__all__ = ["check"]


def check(sheet: Sheet) -> tuple[Fault, ...]:
    """Every fault of a sheet, each with its line: what could not be read, or else what cannot be."""
    if sheet.faults:
        return sheet.faults
    try:
        told = terms(sheet.tags, hands=bool(sheet.hands))
    except ScoringError as refusal:
        return refusal.faults
    return (*_game_faults(sheet, told), *_match_faults(sheet, told))


def _game_faults(sheet: Sheet, told: Terms) -> Iterator[Fault]:
    """The hands in order, each from the score the hands before it make."""
    game = Following(told)
    for one in sheet.hands:
        for fault in game.add(one).faults:
            yield replace(fault, line=fault.line or one.line)
    if sheet.hands:
        yield from _result_faults(sheet, game.scores, told)


def _result_faults(sheet: Sheet, right: Score, told: Terms) -> Iterator[Fault]:
    """The result in the tags is what the hands, or the tables, make."""
    tag = next((tag for tag in sheet.tags if tag.name == "Result"), None)
    if tag is None:
        return
    try:
        if (received := parse_score(tag.value, len(told.labels))) != right:
            yield Fault("result_differs", {"received": received, "right": right}, line=tag.line)
    except ScoringError as refusal:
        yield from (replace(fault, line=tag.line) for fault in refusal.faults)


def _match_faults(sheet: Sheet, told: Terms) -> Iterator[Fault]:
    """Each table by itself, then what the tables give against what is written of the match."""
    if not (sheet.tables or sheet.match):
        return
    lines = {table.number: table for table in sheet.tables}
    if len(lines) < len(sheet.tables):
        seen: set[int] = set()
        for table in sheet.tables:
            if table.number in seen:
                yield Fault("table_twice", {"received": table.number}, line=table.line)
            seen.add(table.number)
    tables = [lines[number] for number in sorted(lines)]
    match = score_match(
        [table.scores for table in tables],
        told.form,
        {place: table.walkover for place, table in enumerate(tables) if table.walkover is not None},
    )
    for fault in match.faults:
        yield from _of_table(fault, tables, sheet)
    if sheet.match is None:
        return
    made = {"match_differs": match.match_points, "aggregate_differs": match.aggregate}
    written = {"match_differs": sheet.match.scores, "aggregate_differs": sheet.match.aggregate}
    for code, right in made.items():
        received = written[code]
        if received is not None and received != right:
            yield Fault(code, {"received": received, "right": right}, line=sheet.match.line)
    yield from _result_faults(sheet, match.match_points, told)


def _of_table(fault: Fault, tables: list[TableLine], sheet: Sheet) -> Iterator[Fault]:
    """A fault of a match at its table. A table said to be unplayed is no fault; a match may stop half way."""
    if fault.code == "unplayed":
        return
    if fault.table is not None:
        table = tables[fault.table]
        yield replace(fault, table=table.number - 1, line=table.line)
    elif sheet.match is not None:
        yield replace(fault, line=sheet.match.line)
