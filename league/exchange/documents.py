"""Tables of saved web pages and Word files as rows of texts, with the headings and lines between them.

They come from anybody, so they are read in the process of workbooks.py, which may die of them.
"""

import io
import zipfile
from collections.abc import Iterator
from html.parser import HTMLParser
from xml.etree import ElementTree

WORD = "word/document.xml"
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_SIGNS = {f"{_W}tab": "\t", f"{_W}br": "\n"}
_CELLS, _LINES = ("td", "th"), ("caption", "h1", "h2", "h3", "h4", "h5", "h6")
_BREAKS = ("br", "p", "div", "li")
MOST_SPANNED = 60


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


def page_rows(text: str) -> list[list[str]]:
    """Return the rows of the tables of a web page."""
    page = _Page()
    page.feed(text)
    return [row for row in page.rows if any(cell.strip() for cell in row)]


def word_rows(content: bytes) -> Iterator[list[str]]:
    """Yield the rows of the tables of a Word file, and its other lines, parted at tabs."""
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        document = ElementTree.fromstring(parts.read(WORD))  # noqa: S314  in a process of its own
    for block in document.iterfind(f"{_W}body/*"):
        if block.tag != f"{_W}tbl":
            yield _words(block).split("\t")
        for row in block.iterfind(f"{_W}tr"):
            cells: list[str] = []
            for cell in row.iterfind(f"{_W}tc"):
                span = cell.find(f"{_W}tcPr/{_W}gridSpan")
                wide = _number(span.get(f"{_W}val")) if span is not None else 1
                cells += [_words(cell), *[""] * (wide - 1)]
            yield cells


def _words(block: ElementTree.Element) -> str:
    return "\n".join(
        "".join(_SIGNS.get(node.tag, node.text if node.tag == f"{_W}t" else "") or "" for node in line.iter())
        for line in block.iter(f"{_W}p")
    )
