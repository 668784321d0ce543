"""Writing sheets as text, a line at a time, so that a file of any length passes through little memory."""

from collections.abc import Iterable, Iterator

from ..errors import Fault, NotationError
from .card_lines import format_cards
from .hand_lines import format_hand
from .sheets import (
    TAG_NAME,
    ParsedMatch,
    ParsedSheet,
    ParsedTable,
    Tag,
    format_comment,
    format_quoted,
    format_score,
    shortened,
)
from .terms import Terms, terms


def format_table(table: ParsedTable, terms: Terms) -> str:
    """Return the line of a table."""
    result = "unplayed" if table.scores is None else format_score(table.scores)
    if table.walkover is not None:
        result = f"walkover {terms.label(table.walkover)}"
    names = "".join(f" {terms.label(side)} {format_quoted(name)}" for side, name in table.names)
    return f"table {table.number} {result}{names}{format_comment(table.comment)}"


def format_match(match: ParsedMatch) -> str:
    """Return the line of a match."""
    aggregate = "" if match.aggregate is None else f" aggregate {format_score(match.aggregate)}"
    return f"match {format_score(match.scores)}{aggregate}{format_comment(match.comment)}"


CLOSING = "Result"
"""The one tag that may stand after the hands."""


def format_sheet(sheet: ParsedSheet) -> str:
    """Return a sheet as text; `parse` reads it back as it was. NotationError for what no text can hold."""
    return "".join(f"{line}\n" for line in write([sheet]))


def write(sheets: Iterable[ParsedSheet]) -> Iterator[str]:
    """Yield the lines of a file of sheets, without their ends; a blank line stands between two sheets."""
    for number, sheet in enumerate(sheets):
        if number:
            yield ""
        yield from _sheet_lines(sheet)


def _sheet_lines(sheet: ParsedSheet) -> Iterator[str]:
    if not (sheet.hands or sheet.tables or sheet.match):
        raise NotationError(Fault("nothing_recorded"))
    sheet_terms = terms(sheet.tags, hands=bool(sheet.hands))
    closing = sheet.tags[-1:] if sheet.tags[-1].name == CLOSING else ()
    for tag in sheet.tags[: len(sheet.tags) - len(closing)]:
        yield _format_tag(tag)
    yield ""
    for hand in sheet.hands:
        yield format_hand(hand, sheet_terms)
        yield from format_cards(hand, sheet_terms)
    for table in sheet.tables:
        yield format_table(table, sheet_terms)
    if sheet.match:
        yield format_match(sheet.match)
    for tag in closing:
        yield _format_tag(tag)


def _format_tag(tag: Tag) -> str:
    if not TAG_NAME.fullmatch(tag.name):
        raise NotationError(Fault("not_writable", {"word": shortened(tag.name)}))
    return f"[{tag.name} {format_quoted(tag.value)}]"
