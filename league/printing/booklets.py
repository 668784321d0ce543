"""The pages of a book in pairs on sheets of twice their size: printed on both sides, folded, stapled.

A booklet is for the printer only. It has neither tags nor links: the same book in the order of its pages has.
"""

import io
from collections.abc import Iterator

from pypdf import PageObject, PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    RectangleObject,
)

PAGES_A_SHEET = 4
PDF_VERSION = "%PDF-1.7"
SIDES = ("Left", "Right")


def booklet(content: bytes, title: str) -> bytes:
    """Return a PDF whose sheets hold two pages each of the one given, the same bytes for the same pages.

    Sheets come front, back, front, back, to be turned on their short edge. Missing last pages stay blank.
    """
    pages = PdfReader(io.BytesIO(content)).pages
    wide, high = float(pages[0].mediabox.width), float(pages[0].mediabox.height)
    writer = PdfWriter()
    writer.pdf_header = PDF_VERSION
    for pair in pairs(len(pages)):
        placed = [(side, number) for side, number in enumerate(pair) if number <= len(pages)]
        sheet = writer.add_blank_page(2 * wide, high)
        figures = {
            NameObject(f"/{SIDES[side]}"): writer._add_object(_figure(pages[number - 1], writer))
            for side, number in placed
        }
        sheet[NameObject("/Resources")] = DictionaryObject(
            {NameObject("/XObject"): DictionaryObject(figures)}
        )
        drawn = DecodedStreamObject()
        drawn.set_data(
            b"\n".join(f"q 1 0 0 1 {side * wide:.3f} 0 cm /{SIDES[side]} Do Q".encode() for side, _ in placed)
        )
        sheet[NameObject("/Contents")] = writer._add_object(drawn)
        sheet.trimbox = RectangleObject((0, 0, 2 * wide, high))
    writer.add_metadata({"/Title": title, "/Producer": "Pegboard"})
    packed = io.BytesIO()
    writer.write(packed)
    return packed.getvalue()


def _figure(page: PageObject, writer: PdfWriter) -> DictionaryObject:
    """Return a page as a figure that can be drawn on another; what pages share is taken over once."""
    drawn = DecodedStreamObject()
    contents = page.get_contents()
    drawn.set_data(contents.get_data() if contents is not None else b"")
    figure = drawn.flate_encode()
    figure[NameObject("/Type")] = NameObject("/XObject")
    figure[NameObject("/Subtype")] = NameObject("/Form")
    figure[NameObject("/BBox")] = ArrayObject(map(FloatObject, page.mediabox))
    figure[NameObject("/Resources")] = page["/Resources"].clone(writer)
    return figure


def pairs(pages: int) -> Iterator[tuple[int, int]]:
    """Yield the pages on each side of each sheet: of eight 8 and 1, 2 and 7, 6 and 3, 4 and 5."""
    last = pages + -pages % PAGES_A_SHEET
    for first in range(1, last // 2 + 1):
        pair = (last + 1 - first, first)
        yield pair if first % 2 else (pair[1], pair[0])
