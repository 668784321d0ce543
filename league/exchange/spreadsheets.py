"""Spreadsheets in and out: CSV, XLSX and what is pasted out of either, as rows of plain texts.

A file from outside is read in bounded memory and never computed; a cell that a spreadsheet would run as a
formula goes out as the text it is.
"""

import csv
import datetime
import io
import json
import logging
import re
import subprocess
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from league.exchange.lists.headings import COLUMNS, known_column
from league.exchange.lists.text import with_dittos

Rows = tuple[tuple[str, ...], ...]

MOST_BYTES = 5_000_000

# A previewed list is sent once more as a field of a form, and fields of a request may hold 2.5 MB.
MOST_TEXT = 2_000_000
MOST_LINES, MOST_COLUMNS, LONGEST_CELL = 5_000, 60, 500

# With the names of the columns, and what stands above them.
MOST_ROWS = MOST_LINES + 20
IN_PARTS = "import it in parts"

# What a spreadsheet takes for the beginning of a formula; the last four it understands in the Far East.
_RUNS = re.compile(r"'*[^\S\n]*[=+\-@＝＋－＠]|[\t\r\n]")
_DEFUSED_FORMULA = re.compile(r"'+[^\S\n]*[=+\-@＝＋－＠]")
_LINES_TO_JUDGE_BY = 30

# A first line that spreadsheets know, and do not count.
_SEPARATOR_LINE = re.compile(r"sep=([,;\t|])\n", re.IGNORECASE)
# Of most lines of an answered e-mail.
_QUOTE_MARKS = re.compile(r"^[ ]?>[> ]*", re.MULTILINE)
_BULLET_AND_TAB = re.compile(r"^([ ]*(?:[-*•·▪◦–—o§]|\d{1,3}[.)]))\t+", re.MULTILINE)
# A list with a column of numbers: what stands before the first tab of its rows is no bullet.
_NUMBERED = re.compile(r"^\s*(?:no|nr|num|number|pos|position|#)\.?\t", re.IGNORECASE | re.MULTILINE)
_QUOTED = re.compile(r'(?<![^\t;|,])"(?:[^"]|"")*"(?![^\t;|,])')
_IN_QUOTES = re.compile(r'^"(.*)"$')

# An XLSX is a zip. Its reader has limits of its own (workbooks.py); this one is for a machine at its limits.
ZIP = b"PK\x03\x04"
MOST_SECONDS = 5
_PAGE = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body|table|div|!--|\?xml)\b", re.IGNORECASE
)

# Files that are sent by mistake, by their first bytes.
_NO_LIST = {
    b"\xd0\xcf\x11\xe0": "an old Excel file, or one with a password",
    b"%PDF": "a PDF",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"{\\rtf": "a document",
}


log = logging.getLogger(__name__)


class UnreadableFile(ValueError):
    """The file is no table that can be read; the message is one sentence."""


def read_file(content: bytes) -> Rows:
    """Return the rows of a CSV or XLSX file, of a Word file or a saved web page. Raises UnreadableFile."""
    if len(content) > MOST_BYTES:
        raise UnreadableFile(
            f"The file has {len(content) / 1e6:.0f} MB; at most {MOST_BYTES / 1e6:.0f} can be read: "
            f"{IN_PARTS}."
        )
    if _is_document(content):
        return _read_apart(content)
    for beginning, kind in _NO_LIST.items():
        if content.startswith(beginning):
            raise UnreadableFile(f"This is {kind}; save the list as XLSX or CSV and try again.")
    return read_text(decoded(content))


def _read_apart(content: bytes) -> Rows:
    """Return the rows of a document, read by a process that may die of it. Raises UnreadableFile."""
    try:
        said = json.loads(
            subprocess.run(
                [sys.executable, "-m", "league.exchange.workbooks"],
                cwd=Path(__file__).parents[2],
                input=content,
                capture_output=True,
                check=True,
                timeout=MOST_SECONDS,
            ).stdout
        )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as fault:
        log.warning("A workbook was not read: %s %r", fault, (fault.stderr or b"")[-500:])
        raise UnreadableFile(
            "This spreadsheet cannot be opened: it may be damaged, or it takes more room or time than a list "
            "needs. Copy the list into a new one, or save it as CSV, and try again."
        ) from fault
    if isinstance(said, str):
        raise UnreadableFile(said)
    return tuple(map(tuple, said))


def file_text(content: bytes) -> str:
    """Return the text of a file, that of a document with its cells apart. Raises UnreadableFile."""
    rows = read_file(content)
    return as_text(rows) if _is_document(content) else decoded(content)


def _is_document(content: bytes) -> bool:
    """Return whether a file is no text of its own: XLSX, Word, or a web page."""
    return content.startswith(ZIP) or bool(_PAGE.match(content))


def read_text(text: str, *, is_prose: bool = False) -> Rows:
    """Return the rows of a text with tabs, semicolons, bars or commas between the cells.

    Of `is_prose`, as a list of pubs with their addresses, commas part cells only if most lines have as many;
    else each line is a cell. Raises UnreadableFile.
    """
    if len(text) > MOST_BYTES:
        raise UnreadableFile(f"This is too long to be read at once: {IN_PARTS}.")
    text, separator = text_and_separator(text, is_prose=is_prose)
    if not separator:
        return bounded(
            [_IN_QUOTES.sub(lambda cell: cell[1].replace('""', '"'), line)] for line in text.split("\n")
        )
    try:
        return bounded(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    except csv.Error as fault:
        raise UnreadableFile(
            f"This is not a table: a cell has over {LONGEST_CELL} letters, or a quotation mark is not closed."
        ) from fault


def text_and_separator(text: str, *, is_prose: bool = False) -> tuple[str, str]:
    """Return a text with plain line ends, and the sign between its cells, as its first line or most say."""
    text = text.removeprefix("\N{BYTE ORDER MARK}").replace("\r\n", "\n").replace("\r", "\n")
    if line := _SEPARATOR_LINE.match(text):
        return text[line.end() :], line[1]
    if 2 * len(_QUOTE_MARKS.findall(text)) > sum(map(bool, text.split("\n"))):
        text = _QUOTE_MARKS.sub("", text)
    if is_prose and not _NUMBERED.search(text):
        text = _BULLET_AND_TAB.sub(r"\1 ", text)
    separator = _between(text, is_prose=is_prose)
    return with_dittos(text, separator), separator


def decoded(content: bytes) -> str:
    """Return the text of a file: UTF-8, the UTF-16 of “Unicode text”, or what older spreadsheets of Windows
    save. Raises UnreadableFile.
    """
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return content.decode("utf-16", errors="replace")
    if b"\0" in content:
        raise UnreadableFile(
            "This is not a text or a spreadsheet. Save the list as XLSX or CSV and try again."
        )
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def _between(text: str, *, is_prose: bool) -> str:
    """Return the separator: the sign in most of the lines, outside of cells in quotation marks."""
    filled = [line for line in text[:50_000].split("\n") if line.strip()][:_LINES_TO_JUDGE_BY]
    lines = [_QUOTED.sub("", line) for line in filled]
    signs = "\t;|" if is_prose else "\t;,|"
    best = max(signs, key=lambda sign: (sum(sign in line for line in lines), "".join(lines).count(sign)))
    if not is_prose or any(best in line for line in lines):
        return best
    commas = sorted(line.count(",") for line in lines)
    usual = commas[len(commas) // 2] if commas else 0
    is_regular = usual and commas.count(usual) * 4 >= len(commas) * 3
    heads = (line.split(",") for line in lines[:5])
    is_headed = any(
        len(row) > 1 and any(all(known_column(what, cell) for cell in row) for what in COLUMNS)
        for row in heads
    )
    return "," if is_headed or (is_regular and usual > 1) else ""


def bounded(rows: Iterable[Sequence[str]]) -> Rows:
    """Return the rows without empty ones at the end, refused when there are more than a league can need."""
    lines: list[tuple[str, ...]] = []
    room = MOST_TEXT
    for number, row in enumerate(rows, 1):
        if number > MOST_ROWS:
            raise UnreadableFile(f"There are more than {MOST_LINES} lines; {IN_PARTS}.")
        if len(row) > MOST_COLUMNS and any(cell.strip() for cell in row[MOST_COLUMNS:]):
            raise UnreadableFile(f"Line {number} has more than {MOST_COLUMNS} cells.")
        if too_long := next((cell for cell in row[:MOST_COLUMNS] if len(cell) > LONGEST_CELL), None):
            raise UnreadableFile(
                f"Line {number} has a cell of {len(too_long)} letters; at most {LONGEST_CELL}."
            )
        lines.append(
            tuple("\n".join(filter(None, map(plain, cell.splitlines()))) for cell in row[:MOST_COLUMNS])
        )
        room -= len(as_csv(lines[-1:]).encode())
        if room < 0:
            raise UnreadableFile(
                f"The list has more than {MOST_TEXT / 1e6:.0f} MB of text up to line {number}; {IN_PARTS}."
            )
    while lines and not any(lines[-1]):
        lines.pop()
    return tuple(lines)


def plain(cell: str) -> str:
    """Return a cell without outer spaces and without the apostrophe that keeps a formula from being run."""
    text = "".join(sign for sign in cell if sign.isprintable() or sign.isspace()).strip()
    text = " ".join(text.split())
    return text[1:] if _DEFUSED_FORMULA.match(text) else text


def defused(cell: object) -> object:
    """Return a cell that no spreadsheet runs: an apostrophe leads what would begin a formula.

    Numbers and days stay what they are, and so does a dash alone, which is nobody in a list of hands. `plain`
    removes the apostrophe.
    """
    if not isinstance(cell, str):
        return cell
    return f"'{cell}" if _RUNS.match(cell) and cell != "-" else cell


def as_text(rows: Rows) -> str:
    """Return rows as a text that `read_text` reads as these very rows, whatever stands in them."""
    return "sep=,\r\n" + as_csv(rows).removeprefix("\N{BYTE ORDER MARK}")


def as_csv(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as a CSV file for any spreadsheet: UTF-8 with a byte order mark, formulas defused."""
    return "".join(csv_lines(rows))


def csv_lines(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield the lines of that file, each as its row is read."""
    # It gives back what the writing of a line returns.
    echo: Any = SimpleNamespace(write=str)
    writer = csv.writer(echo)
    yield "\N{BYTE ORDER MARK}"
    yield from (writer.writerow(map(defused, row)) for row in rows)


def as_json(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as a JSON list, an object for each row under the first, whose texts are the keys."""
    heads, *lines = rows
    return json.dumps(
        [dict(zip(map(str, heads), line, strict=True)) for line in lines],
        ensure_ascii=False,
        indent=1,
        default=str,
    )


def as_columns(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as text to read or to print: columns as wide as their widest cell, figures to the right."""
    texts = [["" if cell is None else _read(cell) for cell in row] for row in rows]
    width = max(map(len, texts), default=0)
    padded = [[*row, *[""] * (width - len(row))] for row in texts]
    widths = [max(map(len, column)) for column in zip(*padded, strict=True)]
    lines = (
        "  ".join(
            cell.rjust(size) if _FIGURES.fullmatch(cell) else cell.ljust(size)
            for cell, size in zip(row, widths, strict=True)
        ).rstrip()
        for row in padded
    )
    return "".join(f"{line}\n" for line in lines)


_FIGURES = re.compile(r"-?\d+(\.\d+)?")


def _read(cell: object) -> str:
    return cell.strftime("%a %d %b %Y") if isinstance(cell, datetime.date) else " ".join(str(cell).split())


# The same rows are the same bytes, whenever the file is made.
NO_DAY = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)


def as_xlsx(rows: Iterable[Sequence[object]], *, title: str) -> bytes:
    """Return rows as an XLSX file with one sheet; texts are texts, whatever they begin with."""
    from xlsxwriter import Workbook  # here: most commands write no workbook

    out = io.BytesIO()
    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with Workbook(out, {**options, "default_date_format": "dd/mm/yyyy"}) as book:
        book.set_properties({"created": NO_DAY})
        name = "".join(sign for sign in title if sign not in "[]:*?/\\")[:31].strip("'")
        sheet = book.add_worksheet(name or "List")
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, map(defused, row))
    return out.getvalue()
