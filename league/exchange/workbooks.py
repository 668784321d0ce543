"""XLSX files from outside, opened with distrust: bounded before they are unpacked, never computed.

Macros, links to other files and formulas are passed over; what a formula came to last is read.
"""

import datetime
import io
import re
import zipfile
from collections.abc import Iterator

ZIP = b"PK\x03\x04"

# An XLSX is a zip: this much it may unpack to, or it is a bomb. The parts of a list are a tenth of it.
MOST_UNPACKED = 20_000_000
MOST_PARTS = 500

# Rows and their texts are read one by one; all other parts become objects at once, so of those there are few.
MOST_TAGS = 40_000
_READ_ROW_BY_ROW = ("xl/worksheets/", "xl/sharedStrings.xml")
_NOT_READ = (
    "xl/charts/",
    "xl/drawings/",
    "xl/externalLinks/",
    "xl/media/",
    "xl/pivotCache/",
    "xl/pivotTables/",
)

_ODS = b"mimetypeapplication/vnd.oasis.opendocument"
_READ_AT_ONCE = 1_000_000

# XML may define entities, each made of ten of another, which fill the memory; a spreadsheet defines none.
_DEFINES = (b"<!ENTITY", b"<!DOCTYPE")
_ENCODING = re.compile(rb"<\?xml[^>]*?encoding\s*=\s*[\"']([^\"']*)", re.IGNORECASE)
_ENCODINGS = (b"utf-8", b"us-ascii", b"utf-16", b"iso-8859-1")

STRANGE = "The file holds what no spreadsheet needs; it is not opened."


class NoWorkbook(ValueError):
    """The file cannot be opened; the message is one sentence."""


def workbook_rows(content: bytes) -> Iterator[list[str]]:
    """Yield the rows of the first sheet that has any, each cell as it would be typed. Raises NoWorkbook."""
    from openpyxl import load_workbook  # here: it is slow to load, and most commands read no workbook

    if _ODS in content[:200]:
        raise NoWorkbook("This is an OpenDocument file; save it as XLSX or CSV and try again.")
    try:
        _verify(content)
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        for sheet in book.worksheets:
            sheet.reset_dimensions()  # the size that the file states may be wrong
            has_any = False
            for row in sheet.iter_rows(values_only=True):
                cells = [_words(cell) for cell in row]
                has_any = has_any or any(cells)
                yield cells
            if has_any:
                return
    except NoWorkbook:
        raise
    except Exception as fault:  # the library raises whatever a broken part of a file happens to cause
        raise NoWorkbook(
            "This spreadsheet cannot be opened and may be damaged. Save it as CSV and try again."
        ) from fault


def _verify(content: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        members = parts.infolist()
        if len(members) > MOST_PARTS or sum(part.file_size for part in members) > MOST_UNPACKED:
            raise NoWorkbook("The file unpacks to more than a league can need; it is not opened.")
        if any(part.flag_bits & 1 for part in members):
            raise NoWorkbook("The file is locked with a password; save it without one and try again.")
        for part in members:
            if part.filename.endswith((".xml", ".rels")):
                _verify_part(parts, part)
        for override in parts.read("[Content_Types].xml").split(b"<Override"):
            if b"main+xml" in override and any(
                name.encode() in override for name in (*_READ_ROW_BY_ROW, *_NOT_READ)
            ):
                raise NoWorkbook(STRANGE)


def _verify_part(parts: zipfile.ZipFile, part: zipfile.ZipInfo) -> None:
    tags = 0
    with parts.open(part) as text:
        end = b""
        while piece := text.read(_READ_AT_ONCE):
            # Without the zero bytes, UTF-16 reads like the rest.
            plain = end + piece.replace(b"\0", b"")
            named = None if end else _ENCODING.search(plain[:200])
            if any(definition in plain for definition in _DEFINES) or (
                named and named[1].lower() not in _ENCODINGS
            ):
                raise NoWorkbook(STRANGE)
            tags += plain.count(b"<")
            end = plain[-20:]
    if tags > MOST_TAGS and not part.filename.startswith((*_READ_ROW_BY_ROW, *_NOT_READ)):
        raise NoWorkbook(
            f"{part.filename} in it is too large; copy the list into a new spreadsheet and try again."
        )


def _words(cell: object) -> str:
    """Return a cell as it would be typed: dates as 2026-09-17, whole numbers without a point."""
    if cell is None:
        return ""
    if isinstance(cell, datetime.datetime):
        return str(cell.date()) if cell.time() == datetime.time() else cell.isoformat(" ", "minutes")
    if isinstance(cell, datetime.time):
        return cell.isoformat("minutes")
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)
