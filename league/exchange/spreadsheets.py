"""Spreadsheets in and out: CSV, XLSX and what is pasted out of either, as rows of plain texts.

A file from outside is read in bounded memory and never computed; a cell that a spreadsheet would run as a
formula goes out as the text it is.
"""

import csv
import datetime
import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence

import openpyxl
from openpyxl.utils.exceptions import InvalidFileException

Rows = tuple[tuple[str, ...], ...]

MOST_BYTES = 5_000_000
# An XLSX is a zip: this much it may unpack to, or it is a bomb.
MOST_UNPACKED = 60_000_000
MOST_ROWS, MOST_COLUMNS, LONGEST_CELL = 20_000, 60, 500

# What a spreadsheet takes for the beginning of a formula, or skips to find one.
_RUNS = ("=", "+", "-", "@", "\t", "\r", "\n")
_ZIP = b"PK\x03\x04"


class Unreadable(ValueError):
    """The file is no table that can be read; the message is one sentence."""


def read_file(content: bytes) -> Rows:
    """The rows of a CSV or XLSX file, whichever it is. Raises Unreadable."""
    if len(content) > MOST_BYTES:
        raise Unreadable(
            f"The file has {len(content) / 1e6:.0f} MB; at most {MOST_BYTES / 1e6:.0f} can be read."
        )
    if content.startswith(_ZIP):
        return _bounded(_xlsx_rows(content))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        # What older spreadsheets of Windows save as CSV.
        text = content.decode("cp1252", errors="replace")
    return read_text(text)


def read_text(text: str) -> Rows:
    """The rows of a text with commas, semicolons or tabs between the cells: tabs are what pasting gives."""
    if len(text) > MOST_BYTES:
        raise Unreadable("This is too long to be read at once.")
    text = text.removeprefix("\N{BYTE ORDER MARK}").replace("\r\n", "\n").replace("\r", "\n")
    try:
        return _bounded(csv.reader(io.StringIO(text, newline=""), delimiter=_between(text)))
    except csv.Error as fault:
        raise Unreadable(f"This is no table: {fault}.") from fault


def _between(text: str) -> str:
    """What stands between the cells: of tab, semicolon and comma the one the first line has most of."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    return max("\t;,", key=lambda sign: (first.count(sign), -"\t;,".index(sign)))


def _xlsx_rows(content: bytes) -> Iterator[list[str]]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as parts:
            if sum(part.file_size for part in parts.infolist()) > MOST_UNPACKED:
                raise Unreadable("The file unpacks to more than a league can need; it is not opened.")
        book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        sheet = book.worksheets[0]
        sheet.reset_dimensions()  # what the file says of its own size is not believed
        for row in sheet.iter_rows(values_only=True):
            yield [_words(cell) for cell in row]
    except (zipfile.BadZipFile, InvalidFileException, KeyError, IndexError, SyntaxError, ValueError) as fault:
        if isinstance(fault, Unreadable):
            raise
        raise Unreadable(
            "This is no spreadsheet that can be opened; save it as CSV and try again."
        ) from fault


def _words(cell: object) -> str:
    """A cell as it would be typed: dates as 2026-09-17, whole numbers without a point."""
    if cell is None:
        return ""
    if isinstance(cell, datetime.datetime):
        return str(cell.date()) if cell.time() == datetime.time() else cell.isoformat(" ", "minutes")
    if isinstance(cell, datetime.time):
        return cell.isoformat("minutes")
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


def _bounded(rows: Iterable[Sequence[str]]) -> Rows:
    """The rows without empty ones at the end, refused when there are more than a league can need."""
    kept: list[tuple[str, ...]] = []
    for number, row in enumerate(rows, 1):
        if number > MOST_ROWS:
            raise Unreadable(f"There are more than {MOST_ROWS} lines; bring them in in parts.")
        if len(row) > MOST_COLUMNS and any(cell.strip() for cell in row[MOST_COLUMNS:]):
            raise Unreadable(f"Line {number} has more than {MOST_COLUMNS} cells.")
        cells = [plain(cell) for cell in row[:MOST_COLUMNS]]
        if too_long := next((cell for cell in cells if len(cell) > LONGEST_CELL), None):
            raise Unreadable(f"Line {number} has a cell of {len(too_long)} letters; at most {LONGEST_CELL}.")
        kept.append(tuple(cells))
    while kept and not any(kept[-1]):
        kept.pop()
    return tuple(kept)


def plain(cell: str) -> str:
    """A cell as it was meant: outer spaces gone, and the apostrophe that kept it from being run."""
    text = "".join(sign for sign in cell if sign.isprintable() or sign.isspace()).strip()
    text = " ".join(text.split())
    return text[1:] if text[:1] == "'" and text[1:2] in _RUNS else text


def defused(cell: object) -> object:
    """A cell that no spreadsheet runs: an apostrophe leads what would begin a formula.

    Numbers stay numbers.
    """
    if not isinstance(cell, str):
        return cell
    return f"'{cell}" if cell.lstrip(" ").startswith(_RUNS) or cell.startswith(_RUNS) else cell


def as_csv(rows: Iterable[Sequence[object]]) -> str:
    """Rows as a CSV file that any spreadsheet opens rightly: UTF-8 with its mark, nothing that runs."""
    out = io.StringIO()
    csv.writer(out).writerows([defused(cell) for cell in row] for row in rows)
    return "\N{BYTE ORDER MARK}" + out.getvalue()


def as_xlsx(rows: Iterable[Sequence[object]], *, title: str) -> bytes:
    """Rows as an XLSX file with one sheet; texts are texts, whatever they begin with."""
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("".join(sign for sign in title if sign not in "[]:*?/\\")[:31] or "List")
    for row in rows:
        cells = []
        for value in row:
            cell = openpyxl.cell.WriteOnlyCell(sheet, value=defused(value))
            if isinstance(value, str):
                cell.data_type = "s"  # never a formula
            cells.append(cell)
        sheet.append(cells)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
