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
from html.parser import HTMLParser
from xml.etree import ElementTree

from python_calamine import CalamineSheet, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

from league.exchange.lists.text import NOT_READ
from league.exchange.spreadsheets import IN_PARTS, ZIP, UnreadableFile, bounded, decoded
from league.shared.grouping import grouped
from league.shared.process_limits import limit_this_process

MEMORY = 200_000_000
SECONDS = 2

# The library reads cells in error, such as #N/A, as empty, so they are made texts; not so in other formats.
_ERROR = re.compile(rb"""(<(?:\w+:)?c\s[^<>]*?\bt=["'])e(?=["'])""")
_OTHERS = {"content.xml", "xl/workbook.bin"}

# Of Word files and web pages.
WORD = "word/document.xml"
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_SIGNS = {f"{_W}tab": "\t", f"{_W}br": "\n"}
_CELLS, _LINES = ("td", "th"), ("caption", "h1", "h2", "h3", "h4", "h5", "h6")
_BREAKS = ("br", "p", "div", "li")
MOST_SPANNED = 60
LETTERS_AT_ONCE, MOST_ON_PAGE = 2**16, 50_000


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
    """Yield the rows of the first sheet that is seen and has any, and which sheets are not read."""
    book = CalamineWorkbook.from_filelike(_with_errors_as_texts(content))
    unread: list[str] = []
    has_any = False
    for sheet in book.sheets_metadata:
        is_hidden = sheet.visible is not SheetVisibleEnum.Visible
        if sheet.typ is SheetTypeEnum.WorkSheet and (is_hidden or has_any):
            unread.append(f"the {'hidden ' * is_hidden}sheet {sheet.name}")
        elif sheet.typ is SheetTypeEnum.WorkSheet:
            for cells in _as_seen(book.get_sheet_by_name(sheet.name)):
                has_any = has_any or any(cells)
                yield cells
    if unread:
        yield [f"{NOT_READ}{', '.join(unread)}"]


def _as_seen(sheet: CalamineSheet) -> Iterator[list[str]]:
    """Yield the rows of a sheet; a cell over several rows stands in each of them."""
    ranges = sheet.merged_cell_ranges or ()
    reaching = grouped((top, (place, bottom)) for (top, place), (bottom, _) in ranges)
    above: dict[int, tuple[int, str]] = {}
    for number, row in enumerate(sheet.iter_rows()):  # without the empty columns on the left
        cells = [*[""] * (sheet.start or (0, 0))[1], *map(_words, row)]
        above = {place: each for place, each in above.items() if each[0] >= number}
        for place, (_, text) in above.items():
            cells[place] = text
        above |= {place: (bottom, cells[place]) for place, bottom in reaching[number] if place < len(cells)}
        yield cells


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
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)


class _Page(HTMLParser):
    """The rows of the tables of a page; a cell over several rows stands in each of them."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = [[]]
        # The place of the cell that is open, in the last row.
        self._place: int | None = None
        # What reaches down, by its place: for how many rows more, the row it stands in, its place there.
        self._above: dict[int, tuple[int, list[str], int]] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a row or a cell."""
        if tag == "table":
            self._above = {}
        if tag in ("tr", *_LINES):
            self._reach_down()
            self.rows.append([])
        if tag in (*_CELLS, *_LINES):
            self._reach_down()
            row, spans = self.rows[-1], dict(attrs)
            wide, deep = (_number(spans.get(name)) for name in ("colspan", "rowspan"))
            self._place = len(row)
            row += [""] * wide
            self._above |= {at: (deep - 1, row, at) for at in range(self._place, len(row))}
        elif tag in _BREAKS:
            self.handle_data("\n")

    def handle_endtag(self, tag: str) -> None:
        """End a cell."""
        if tag in (*_CELLS, *_LINES, "tr", "table"):
            self._place = None

    def handle_data(self, data: str) -> None:
        """Take the text of a cell."""
        if self._place is not None:
            self.rows[-1][self._place] += data

    def _reach_down(self) -> None:
        row = self.rows[-1]
        while len(row) < MOST_SPANNED and (above := self._above.get(len(row))) and above[0]:
            self._above[len(row)] = (above[0] - 1, *above[1:])
            row.append(above[1][above[2]])


def _number(text: str | None) -> int:
    return min(int(text), MOST_SPANNED) if text and text.isdecimal() and int(text) else 1


def page_rows(text: str) -> Iterator[list[str]]:
    """Yield the rows of the tables of a web page, each as it is read: what is too large is refused early."""
    page = _Page()
    count = 0
    for start in range(0, len(text), LETTERS_AT_ONCE):
        page.feed(text[start : start + LETTERS_AT_ONCE])
        *rows, page.rows[0] = page.rows
        del page.rows[1:]
        count += len(rows)
        if max(count, len(page.rows[0]), sum(map(len, page.rows[0]))) > MOST_ON_PAGE:
            raise UnreadableFile(
                f"This page has more than {MOST_ON_PAGE:,} rows, or cells or letters in a row; {IN_PARTS}."
            )
        yield from (row for row in rows if any(map(str.strip, row)))
    yield from (row for row in page.rows if any(map(str.strip, row)))


def word_rows(content: bytes) -> Iterator[list[str]]:
    """Yield the rows of the tables of a Word file, and its other lines, parted at tabs."""
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        document = ElementTree.fromstring(parts.read(WORD))  # noqa: S314  in a process of its own
    for block in document.iterfind(f"{_W}body/*"):
        if block.tag != f"{_W}tbl":
            yield _text_of(block).split("\t")
        above: list[str] = []
        for row in block.iterfind(f"{_W}tr"):
            cells: list[str] = []
            for cell in row.iterfind(f"{_W}tc"):
                said = {each.tag: each.get(f"{_W}val") for each in cell.iterfind(f"{_W}tcPr/*")}
                goes_on = said.get(f"{_W}vMerge", "restart") != "restart"
                text = "".join(above[len(cells) :][:1]) if goes_on else _text_of(cell)
                cells += [text, *[""] * (_number(said.get(f"{_W}gridSpan")) - 1)]
            above = cells
            yield cells


def _text_of(block: ElementTree.Element) -> str:
    return "\n".join(
        "".join(_SIGNS.get(node.tag, node.text if node.tag == f"{_W}t" else "") or "" for node in line.iter())
        for line in block.iter(f"{_W}p")
    )


if __name__ == "__main__":
    limit_this_process(memory=MEMORY, seconds=SECONDS)
    sys.stdout.write(json.dumps(answer(sys.stdin.buffer.read())))
