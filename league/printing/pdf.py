"""How a document becomes a PDF: the only place that knows WeasyPrint. No network, no files but our own.

WeasyPrint asks about half a millisecond for every cell of a table, and a score sheet has six hundred. So
the boxes of a form are inked once into the PDF and shown on every page; only what differs from sheet to
sheet is laid out as text.
"""

import atexit
import hashlib
import logging
from functools import cache
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.template.loader import render_to_string

from league.printing.documents import Document
from league.printing.drawing import (
    MM_PER_POINT,
    Anchor,
    Box,
    Disc,
    Drawing,
    Figure,
    Line,
    Shape,
    Words,
)

if TYPE_CHECKING:
    from weasyprint.urls import URLFetcherResponse

STATIC = Path(__file__).resolve().parent.parent / "static"
STYLESHEETS = (
    "paper-fonts.css",
    "paper.css",
    "paper-lists.css",
    "paper-cups.css",
    "paper-posters.css",
    "paper-money.css",
    "paper-nights.css",
    "paper-packs.css",
    "paper-presentation.css",
)
PANGO_LINE = "apt-get install libpangoft2-1.0-0"

PX_PER_MM = 96 / 25.4

# A quarter of a circle as a Bézier curve: how far its handles reach.
BEND = 0.5523

# PDF's number for it: soft corners, at the price of one byte for six hundred boxes.
ROUND_JOIN = 1

log = logging.getLogger(__name__)

# Pango's font map is one for the whole process and knows no threads; a document takes milliseconds.
_lock = Lock()


class NoPango(Exception):
    """The library that sets type is not on this machine. The message names the line that puts it right."""

    def __init__(self) -> None:
        super().__init__(f"Nothing can be printed until Pango is installed on this machine: {PANGO_LINE}")


def pdf(document: Document) -> bytes:
    """Return the document as a tagged PDF; the same bytes for the same document. Raises NoPango."""
    return pdf_and_pages(document)[0]


def pdf_and_pages(document: Document) -> tuple[bytes, int]:
    """Return the same, and how many pages it has."""
    pages = laid_out(document)
    with _lock:
        return pages.write_pdf(pdf_variant="pdf/ua-1"), len(pages.pages)


def laid_out(document: Document) -> Any:
    """Return the pages as WeasyPrint lays them out, every box in its place. Raises NoPango."""
    weasyprint = _weasyprint()
    html = render_to_string(document.template, {"document": document, **document.context})
    with _lock:
        fonts, stylesheets = _type_case()
        lines: Lines = {}
        inked = {name: _Inked(drawing, fonts, lines) for name, drawing in document.drawings.items()}
        return weasyprint.HTML(string=html, url_fetcher=_our_own_files).render(
            font_config=fonts, stylesheets=stylesheets, cache=inked
        )


def _weasyprint() -> Any:
    try:
        import weasyprint
    except OSError as missing:
        log.warning("WeasyPrint does not load: %s", missing)
        raise NoPango from missing
    return weasyprint


def stamp(document: Document) -> str:
    """Return what changes only when the document prints differently: its values, and how paper is made."""
    values = repr((document.template, document.title, document.follows_from))
    return hashlib.sha256(_workshop() + values.encode()).hexdigest()


@cache
def _workshop() -> bytes:
    """Return the state of the workshop: our layout, templates, styles and typefaces, and WeasyPrint's
    version.
    """
    templates = Path(settings.BASE_DIR) / "templates" / "printing"
    tools = [
        *templates.glob("*.html"),
        *Path(__file__).parent.glob("*.py"),
        *(STATIC / "css" / name for name in STYLESHEETS),
        *(STATIC / "fonts").glob("*.woff2"),
    ]
    state = hashlib.sha256(version("weasyprint").encode())
    for tool in sorted(tools):
        state.update(tool.read_bytes())
    return state.digest()


@cache
def _type_case() -> tuple[Any, list[Any]]:
    """Return the typefaces and stylesheets, read once a process: a third of a second the first time."""
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    sheets = [
        CSS(filename=STATIC / "css" / name, font_config=fonts, url_fetcher=_our_own_files)
        for name in STYLESHEETS
    ]
    return fonts, sheets


# WeasyPrint's typefaces cannot be put away once the interpreter has begun to close.
atexit.register(_type_case.cache_clear)


def _our_own_files(url: str) -> "URLFetcherResponse":
    """Reads what is bundled under the league's static files and refuses everything else."""
    from weasyprint.urls import FatalURLFetchingError, URLFetcherResponse

    address = urlsplit(url)
    path = Path(unquote(address.path)).resolve()
    if address.scheme != "file" or not path.is_relative_to(STATIC):
        raise FatalURLFetchingError(f"paper is made of our own files only, not of {url}")
    return URLFetcherResponse(url, path.read_bytes())


class _Inked:
    """A drawing as WeasyPrint takes an image: put into the PDF when first met, shown again from there."""

    def __init__(self, drawing: Drawing, fonts: Any, lines: "Lines") -> None:
        self.drawing = drawing
        self.lines = lines
        self.fonts = fonts
        self.key = ""

    def get_intrinsic_size(self, *_: Any) -> tuple[float, float, float]:
        wide, high = self.drawing.width, self.drawing.height
        return wide * PX_PER_MM, high * PX_PER_MM, wide / high

    def draw(self, stream: Any, width: float, height: float, _style: Any) -> None:
        if not self.key:
            group = stream.add_group(0, 0, self.drawing.width, self.drawing.height)
            _ink(group, self.drawing.shapes, self.fonts, self.lines)
            self.key = group.id
        stream.transform(a=width / self.drawing.width, d=height / self.drawing.height)
        stream.draw_x_object(self.key)


Lines = dict[tuple[Any, ...], tuple[Any, float]]
"""Lines of type already set in a document, by words and how they are set: a form repeats its figures."""


def _ink(stream: Any, shapes: tuple[Shape, ...], fonts: Any, lines: Lines) -> None:
    """All figures of one weight in one stroke, then the words. Nothing sets a colour: PDF's own is black."""
    figures = sorted((shape for shape in shapes if not isinstance(shape, Words)), key=_pen)
    stream.set_line_join(ROUND_JOIN)
    for (weight, dashed), alike in groupby(figures, key=_pen):
        stream.set_line_width(weight)
        stream.set_dash([2, 2] if dashed else [], 0)
        for figure in alike:
            _trace(stream, figure)
        stream.stroke() if weight else stream.fill()
    for shape in shapes:
        if isinstance(shape, Words):
            _set_words(stream, shape, fonts, lines)


def _pen(figure: Figure) -> tuple[float, bool]:
    return figure.weight, isinstance(figure, Line) and figure.dashed


def _trace(stream: Any, figure: Figure) -> None:
    match figure:
        case Line():
            stream.move_to(figure.x1, figure.y1)
            stream.line_to(figure.x2, figure.y2)
        case Box():
            stream.rectangle(figure.x, figure.y, figure.width, figure.height)
        case Disc():
            _circle(stream, figure)


def _circle(stream: Any, disc: Disc) -> None:
    x, y, r = disc.x, disc.y, disc.radius
    bend = r * BEND
    stream.move_to(x + r, y)
    stream.curve_to(x + r, y + bend, x + bend, y + r, x, y + r)
    stream.curve_to(x - bend, y + r, x - r, y + bend, x - r, y)
    stream.curve_to(x - r, y - bend, x - bend, y - r, x, y - r)
    stream.curve_to(x + bend, y - r, x + r, y - bend, x + r, y)
    stream.close()


def _set_words(stream: Any, words: Words, fonts: Any, lines: Lines) -> None:
    """A line of type, whole: letter by letter, as in an SVG, it could not be copied or read out as words."""
    from weasyprint.draw.text import draw_first_line
    from weasyprint.matrix import Matrix

    key = (words.text, words.size, words.weight, words.face, words.room)
    if key not in lines:
        line, width = _measured(words, words.size, fonts)
        if words.room is not None and width > words.room:
            line, width = _measured(words, words.size * words.room / width, fonts)
        lines[key] = (line, width)
    line, width = lines[key]
    x = words.x - {Anchor.START: 0, Anchor.MIDDLE: width / 2, Anchor.END: width}[words.anchor]
    stream.begin_text()
    draw_first_line(stream, line, "none", "none", Matrix(d=-1, e=x, f=words.y))
    stream.end_text()


def _measured(words: Words, size: float, fonts: Any) -> tuple[Any, float]:
    """Return the words set in this size (points), and how wide they are in mm."""
    from weasyprint.css.properties import INITIAL_VALUES
    from weasyprint.svg.text import Style, TextBox
    from weasyprint.text.line_break import create_layout, line_size

    style = Style(INITIAL_VALUES)
    style.font_config = fonts
    style["font_family"] = (words.face, f"{words.face} Ext")
    style["font_weight"] = words.weight
    style["font_size"] = size * MM_PER_POINT
    layout = create_layout(words.text, style, None, None, 0)
    width, _ = line_size(layout.get_first_line()[0], style)
    return TextBox(layout, style), width
