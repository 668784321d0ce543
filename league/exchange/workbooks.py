"""The process that reads one workbook (XLSX), Word file or web page: on standard input, from anybody.

It answers in JSON: the rows of the first sheet that is not hidden and has any, each cell as it would be
typed, or of all tables; or a sentence that refuses them. A few kilobytes may ask for any memory and time:
where there is no more, and at anything broken, the process dies. Nothing is computed: what a formula came
to last is read.
"""

import datetime
import io
import json
import re
import sys
import zipfile
from collections.abc import Iterable, Iterator

from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

from league.exchange.documents import WORD, page_rows, word_rows
from league.exchange.spreadsheets import ZIP, UnreadableFile, bounded, decoded
from league.shared.process_limits import limit_this_process

MEMORY = 200_000_000
SECONDS = 3

# The library reads cells in error, such as #N/A, as empty, so they are made texts; not so in other formats.
_ERROR = re.compile(rb"""(<(?:\w+:)?c\s[^<>]*?\bt=["'])e(?=["'])""")
_OTHERS = {"content.xml", "xl/workbook.bin"}


def answer(content: bytes) -> object:
    """Return the rows of a file, or a sentence that refuses it."""
    try:
        return bounded(_rows(content))
    except UnreadableFile as refusal:
        return str(refusal)


def _rows(content: bytes) -> Iterable[list[str]]:
    if not content.startswith(ZIP):
        return page_rows(decoded(content))
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        is_word = WORD in parts.namelist()
    return word_rows(content) if is_word else _sheet_rows(content)


def _sheet_rows(content: bytes) -> Iterator[list[str]]:
    book = CalamineWorkbook.from_filelike(_with_errors_as_texts(content))
    for sheet in book.sheets_metadata:
        if sheet.visible is SheetVisibleEnum.Visible and sheet.typ is SheetTypeEnum.WorkSheet:
            has_any = False
            grid = book.get_sheet_by_name(sheet.name)
            _, left = grid.start or (0, 0)
            for row in grid.iter_rows():  # without the empty columns on the left
                cells = [*[""] * left, *map(_words, row)]
                has_any = has_any or any(cells)
                yield cells
            if has_any:
                return


def _with_errors_as_texts(content: bytes) -> io.BytesIO:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as parts, zipfile.ZipFile(out, "w") as copy:
        if _OTHERS.intersection(parts.namelist()):
            raise UnreadableFile("This is no XLSX file, but like one; save it as XLSX or CSV and try again.")
        for name in parts.namelist():
            copy.writestr(name, _ERROR.sub(rb"\1str", parts.read(name)))
    out.seek(0)
    return out


def _words(cell: object) -> str:
    """Return a cell as it would be typed: dates as 2026-09-17, whole numbers without a point."""
    if isinstance(cell, datetime.datetime):
        return cell.isoformat(" ", "minutes")
    if isinstance(cell, datetime.time):
        return cell.isoformat("minutes")
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


if __name__ == "__main__":
    limit_this_process(memory=MEMORY, seconds=SECONDS)
    sys.stdout.write(json.dumps(answer(sys.stdin.buffer.read())))
