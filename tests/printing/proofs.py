"""What can be told of a printed page: its words and where they stand, its codes, its accessibility."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from unicodedata import bidirectional, combining

import page as pdf_ua
import pypdfium2 as pdfium
import zxingcpp
from PIL import Image, ImageFilter
from pypdfium2.raw import FPDFText_GetUnicode

POINTS = 72

# In points: how far ink may stand over the edge of a page, and two letters over each other, as a share.
SLACK, MOST_OVERLAP, CELL = 0.5, 0.6, 12

# So many letters may be one sign: "ffi".
LIGATURE = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A letter and its ink's box on the page, in points from the lower left corner."""

    place: int
    text: str
    left: float
    bottom: float
    right: float
    top: float

    def covers(self, other: "Letter") -> float:
        """Return the share of the smaller letter that both cover."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.top, other.top) - max(self.bottom, other.bottom)
        if width <= 0 or height <= 0:
            return 0.0
        return width * height / min(self.area, other.area)

    @property
    def area(self) -> float:
        return max((self.right - self.left) * (self.top - self.bottom), 0.01)


def letters(page: pdfium.PdfPage) -> list[Letter]:
    """Return the letters of a page that leave ink on it."""
    text = page.get_textpage()
    found = []
    for number in range(text.count_chars()):
        letter = chr(FPDFText_GetUnicode(text, number))
        if letter.strip():
            left, bottom, right, top = text.get_charbox(number)
            found.append(Letter(place=number, text=letter, left=left, bottom=bottom, right=right, top=top))
    return found


def off_the_page(page: pdfium.PdfPage, inked: list[Letter]) -> list[Letter]:
    """Return the letters of a page that stand outside it, even in part."""
    width, height = page.get_size()
    return [
        letter
        for letter in inked
        if letter.left < -SLACK
        or letter.bottom < -SLACK
        or letter.right > width + SLACK
        or letter.top > height + SLACK
    ]


def over_each_other(inked: list[Letter]) -> Iterator[tuple[Letter, Letter]]:
    """Yield pairs of letters printed one over the other. Scripts that join their letters are left out."""
    cells: dict[tuple[int, int], list[Letter]] = defaultdict(list)
    for letter in inked:
        if any(map(_is_joined, letter.text)):
            continue
        for across in range(int(letter.left // CELL), int(letter.right // CELL) + 1):
            for down in range(int(letter.bottom // CELL), int(letter.top // CELL) + 1):
                for other in cells[across, down]:
                    is_near = letter.place - other.place <= LIGATURE
                    if not is_near and letter.covers(other) > MOST_OVERLAP:
                        yield letter, other
                cells[across, down].append(letter)


def _is_joined(letter: str) -> bool:
    return bool(combining(letter)) or bidirectional(letter) in ("AL", "R") or "\u0900" <= letter <= "\u097f"


# Letters without a tail, and how dark a point of a rule through one is.
ON_THE_LINE, DARK = frozenset("ABDEFHIKLMNPRTZ0123456789aceimnorsuvwxz"), 140


def struck_through(page: pdfium.PdfPage, inked: Iterable[Letter]) -> str:
    """Return the letters with a rule through them that goes on to both sides."""
    scale, height = 150 / POINTS, page.get_height()
    dark = page.render(scale=scale, grayscale=True).to_numpy().squeeze() < DARK
    struck = ""
    for letter in inked:
        high, beside = letter.top - letter.bottom, 1.5 * max(letter.right - letter.left, 3)
        top, bottom = height - letter.top + 0.25 * high, height - letter.bottom - 0.15 * high
        left, right = max(letter.left - beside, 0), letter.right + beside
        part = dark[int(top * scale) : int(bottom * scale) + 1, int(left * scale) : int(right * scale)]
        if letter.text in ON_THE_LINE and part.all(axis=1).any() and not part.all():
            struck += letter.text
    return struck


# Flat capitals and figures of the league's typefaces are at least so high, of the size of the type.
CAPITALS, CAPITAL = frozenset("ABDEFHIKLMNPRTZ0123456789"), 0.62


def smaller_than(size: float, inked: Iterable[Letter]) -> list[Letter]:
    """Return the capitals and figures that are set in less than so many points."""
    return [
        letter for letter in inked if letter.text in CAPITALS and letter.top - letter.bottom < size * CAPITAL
    ]


def letters_of(page: pdfium.PdfPage, names: Iterable[str], inked: Iterable[Letter]) -> Iterator[Letter]:
    """Yield the letters of these names, wherever one stands whole on the page."""
    of_page, text = {letter.place: letter for letter in inked}, page.get_textpage()
    for name in names:
        search = text.search(name, match_case=True)
        while found := search.get_next():
            yield from (of_page[place] for place in range(found[0], sum(found)) if place in of_page)


def share_of_height(page: pdfium.PdfPage, inked: Iterable[Letter]) -> float:
    """Return how much of the height of a page is between its highest letter and its lowest."""
    heights = [edge for letter in inked for edge in (letter.bottom, letter.top)]
    return (max(heights) - min(heights)) / page.get_height() if heights else 0.0


def words(page: pdfium.PdfPage) -> str:
    """Return the text of a page on one line."""
    return " ".join(page.get_textpage().get_text_range().split())


def codes(page: pdfium.PdfPage, dots_per_inch: int) -> list[str]:
    """Return what the codes of a page say, read from its picture."""
    return _read(page.render(scale=dots_per_inch / POINTS, grayscale=True).to_pil())


def codes_of_copy(page: pdfium.PdfPage) -> list[str]:
    """Return what they say once photocopied: at 98 % of the size, softened, and nothing grey left."""
    picture = page.render(scale=300 * 0.98 / POINTS, grayscale=True).to_pil()
    return _read(picture.filter(ImageFilter.GaussianBlur(2)).point(lambda shade: 255 * (shade > 128)))


def _read(picture: Image.Image) -> list[str]:
    return sorted(code.text for code in zxingcpp.read_barcodes(picture, zxingcpp.BarcodeFormat.QRCode))


def faults_of_accessibility(content: bytes) -> list[str]:
    """Return what a PDF lacks of PDF/UA-1: tags, title, language, typefaces, a letter for each glyph."""
    report = pdf_ua.validate_pdf_bytes(content, profile="ua1")
    return [f"{failure.rule_id}: {failure.message}" for failure in report.failures]
