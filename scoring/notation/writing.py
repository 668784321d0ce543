"""Writing sheets as text, a line at a time, so that a file of any length passes through little memory."""

from collections.abc import Iterable, Iterator

from scoring.errors import NotationError
from scoring.faults import Fault
from scoring.notation.card_lines import format_cards
from scoring.notation.hand_lines import format_hand
from scoring.notation.match_lines import format_match, format_table
from scoring.notation.sheets import Sheet, Tag
from scoring.notation.spelling import TAG_NAME, format_quoted, shortened
from scoring.notation.terms import terms

__all__ = ["format_sheet", "write"]

CLOSING = "Result"
"""The one tag that may stand after the hands."""


def format_sheet(sheet: Sheet) -> str:
    """A sheet as text; `parse` reads it back as it was. NotationError for what no text can hold."""
    return "".join(f"{line}\n" for line in write([sheet]))


def write(sheets: Iterable[Sheet]) -> Iterator[str]:
    """The lines of a file of sheets, without their ends; a blank line stands between two sheets."""
    for number, sheet in enumerate(sheets):
        if number:
            yield ""
        yield from _sheet_lines(sheet)


def _sheet_lines(sheet: Sheet) -> Iterator[str]:
    if not (sheet.hands or sheet.tables or sheet.match):
        raise NotationError(Fault("nothing_recorded"))
    told = terms(sheet.tags, hands=bool(sheet.hands))
    closing = sheet.tags[-1:] if sheet.tags[-1].name == CLOSING else ()
    for tag in sheet.tags[: len(sheet.tags) - len(closing)]:
        yield _format_tag(tag)
    yield ""
    for hand in sheet.hands:
        yield format_hand(hand, told)
        yield from format_cards(hand, told)
    for table in sheet.tables:
        yield format_table(table, told)
    if sheet.match:
        yield format_match(sheet.match)
    for tag in closing:
        yield _format_tag(tag)


def _format_tag(tag: Tag) -> str:
    if not TAG_NAME.fullmatch(tag.name):
        raise NotationError(Fault("not_writable", {"word": shortened(tag.name)}))
    return f"[{tag.name} {format_quoted(tag.value)}]"
