"""How a drawing becomes the operators of a PDF page: lines in one stroke, a code as one picture, words whole.

What many pages share goes into the file once and is shown from there; what one page alone shows goes straight
into that page. Numbers have three places, a thousandth of a millimetre.
"""

import atexit
import re
import zlib
from base64 import a85encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

from league.printing.drawing import (
    MM_PER_POINT,
    Anchor,
    Box,
    Disc,
    Drawing,
    Face,
    Figure,
    Line,
    Modules,
    Words,
)
from league.printing.scripts import with_marks

PX_PER_MM = 96 / 25.4

# A quarter of a circle as a Bézier curve: how far its handles reach.
BEND = 0.5523

# Dots a module of a code, each way: a viewer that softens pictures softens half a module, no more.
DOTS = 2

# PDF's number for it: soft corners, at the price of one byte for six hundred boxes.
ROUND_JOIN = b"1 j"

HEX_STRING = re.compile(rb"<([0-9a-f]+)>")

# How the list of a typeface's characters begins, and a character without width in it.
TO_UNICODE, NO_WIDTH = b"/CIDInit /ProcSet findresource begin", b" <200b>"

Lines = dict[tuple[Any, ...], tuple[tuple[bytes, ...], float]]
"""Lines of type already set in a document, by words and how they are set: a form repeats its figures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeCase:
    """Typefaces as WeasyPrint has read them, and the families that come after the house's own."""

    fonts: Any
    families: tuple[str, ...] = ()


class Inked:
    """A drawing as WeasyPrint takes an image. `shown` remembers where in the file the shared ones stand."""

    def __init__(self, drawing: Drawing, type_case: TypeCase, lines: Lines, shown: dict[int, str]) -> None:
        self.drawing = drawing
        self.type_case = type_case
        self.lines = lines
        self.shown = shown

    def get_intrinsic_size(self, *_: Any) -> tuple[float, float, float]:
        wide, high = self.drawing.width, self.drawing.height
        return wide * PX_PER_MM, high * PX_PER_MM, wide / high

    def draw(self, stream: Any, width: float, height: float, _style: Any) -> None:
        with stream.stacked():
            stream.transform(a=width / self.drawing.width, d=height / self.drawing.height)
            self._show(stream, self.drawing)

    def _show(self, stream: Any, drawing: Drawing) -> None:
        if not drawing.is_shared:
            self._ink(stream, drawing)
            return
        if id(drawing) not in self.shown:
            group = stream.add_group(0, 0, drawing.width, drawing.height)
            # Nothing in it lets anything shine through.
            del group.extra["Group"]
            self._ink(group, drawing)
            self.shown[id(drawing)] = group.id
        stream.draw_x_object(self.shown[id(drawing)])

    def _ink(self, stream: Any, drawing: Drawing) -> None:
        for part in drawing.parts:
            self._show(stream, part)
        figures = _kept_figures(drawing) if drawing.is_shared else _figures(drawing)
        words = [shape for shape in drawing.shapes if isinstance(shape, Words) and shape.text.strip()]
        stream.stream += [figures, b"\n".join(_type(stream, words, self.type_case, self.lines))]


def _figures(drawing: Drawing) -> bytes:
    """Return all figures, those of one weight in one stroke. Nothing sets a colour: PDF's own is black."""
    figures = [shape for shape in drawing.shapes if not isinstance(shape, Modules | Words)]
    operators = [ROUND_JOIN] if figures else []
    for (weight, dashed), alike in groupby(sorted(figures, key=_pen), key=_pen):
        if weight:
            operators.append(b"%s w %s 0 d" % (_number(weight), b"[2 2]" if dashed else b"[]"))
        operators += map(_trace, alike)
        operators.append(b"S" if weight else b"f")
    operators += (_picture(shape) for shape in drawing.shapes if isinstance(shape, Modules))
    return b"\n".join(operators)


# A form is the same in every document: what a season prints with.
_kept_figures = lru_cache(maxsize=32)(_figures)


def _pen(figure: Figure) -> tuple[float, bool]:
    return figure.weight, isinstance(figure, Line) and figure.dashed


def _number(value: float) -> bytes:
    return b"%g" % round(value, 3)


def _numbers(*values: float) -> bytes:
    return b" ".join(map(_number, values))


def _trace(figure: Figure) -> bytes:
    match figure:
        case Line():
            return b"%s m %s l" % (_numbers(figure.x1, figure.y1), _numbers(figure.x2, figure.y2))
        case Box():
            return _numbers(figure.x, figure.y, figure.width, figure.height) + b" re"
        case Disc():
            return _circle(figure)


def _circle(disc: Disc) -> bytes:
    x, y, r = disc.x, disc.y, disc.radius
    bend = r * BEND
    curves = (
        (x + r, y + bend, x + bend, y + r, x, y + r),
        (x - bend, y + r, x - r, y + bend, x - r, y),
        (x - r, y - bend, x - bend, y - r, x, y - r),
        (x + bend, y - r, x + r, y - bend, x + r, y),
    )
    return b"%s m %s h" % (_numbers(x + r, y), b" ".join(_numbers(*curve) + b" c" for curve in curves))


def _picture(code: Modules) -> bytes:
    """Return a code as a picture of one bit a dot: half the bytes that its boxes would take."""
    across = len(code.rows) * DOTS
    lines = (
        "".join(("1" if is_black else "0") * DOTS for is_black in row).ljust(-across // 8 * -8, "0")
        for row in code.rows
    )
    dots = b"".join(int(line, 2).to_bytes(len(line) // 8, "big") * DOTS for line in lines)
    # A picture fills the unit square from the bottom up.
    place = _numbers(code.side, 0, 0, -code.side, code.x, code.y + code.side)
    head = b"BI /W %d /H %d /IM true /D [1 0] /F [/A85 /Fl] ID" % (across, across)
    return b"q %s cm\n%s\n%s~>\nEI\nQ" % (place, head, a85encode(zlib.compress(dots, 9)))


# --- Type -------------------------------------------------------------------------------------


def _type(stream: Any, shapes: Iterable[Words], type_case: TypeCase, lines: Lines) -> Iterable[bytes]:
    """Yield lines of type, each whole: letter by letter, as in an SVG, they could not be read as words."""
    at, font = (0.0, 0.0), b""
    begun = False
    for words in shapes:
        operators, width = _line(stream, words, type_case, lines)
        if not begun:
            yield b"BT 1 0 0 -1 0 0 Tm"
            begun = True
        x = words.x - {Anchor.START: 0, Anchor.MIDDLE: width / 2, Anchor.END: width}[words.anchor]
        here = (round(x, 3), round(words.y, 3))
        yield _numbers(here[0] - at[0], at[1] - here[1]) + b" Td"
        at = here
        for operator in operators:
            if not operator.endswith(b" Tf"):
                yield operator
            elif operator != font:
                yield operator
                font = operator
    if begun:
        yield b"ET"


def _line(stream: Any, words: Words, type_case: TypeCase, lines: Lines) -> tuple[tuple[bytes, ...], float]:
    """Return the operators that show the words where the pen stands, and how wide they come out."""
    key = (words.text, words.size, words.weight, words.face, words.room)
    if key not in lines:
        how = (words.text, words.weight, words.face, type_case)
        line, width = _measured(*how, words.size)
        if words.room is not None and width > words.room:
            line, width = _measured(*how, words.size * words.room / width)
        lines[key] = (_recorded(stream, line), width)
    return lines[key]


def _recorded(stream: Any, line: Any) -> tuple[bytes, ...]:
    """Return what WeasyPrint writes for a line after the place where it stands."""
    from weasyprint.draw.text import draw_first_line
    from weasyprint.matrix import Matrix

    before, stream.stream, stream._current_font = stream.stream, [], None
    try:
        draw_first_line(stream, line, "none", "none", Matrix())
        return tuple(compact(operator) for operator in stream.stream[1:])
    finally:
        stream.stream = before


@lru_cache(maxsize=1024)
def _measured(text: str, weight: int, face: Face, type_case: TypeCase, size: float) -> tuple[Any, float]:
    """Return the words set in this size (points), and how wide they are in mm.

    What one sheet says, the next one says too: most of it is measured once a process.
    """
    from weasyprint.css.properties import INITIAL_VALUES
    from weasyprint.svg.text import Style, TextBox
    from weasyprint.text.line_break import create_layout, line_size

    style = Style(INITIAL_VALUES)
    style.font_config = type_case.fonts
    style["font_family"] = (face, f"{face} Ext", *type_case.families)
    style["font_weight"] = weight
    style["font_size"] = size * MM_PER_POINT
    layout = create_layout(with_marks(text), style, None, None, 0)
    width, _ = line_size(layout.get_first_line()[0], style)
    return TextBox(layout, style), width


# Lines of type cannot be put away once the interpreter has begun to close.
atexit.register(_measured.cache_clear)


def compact(operators: bytes) -> bytes:
    """Return the same text in fewer bytes: no kerning of nothing, and glyphs as bytes, not in figures."""
    return HEX_STRING.sub(_as_bytes, operators.replace(b">0<", b""))


SPECIAL = {byte: b"\\" + bytes([byte]) for byte in b"()\\"} | {ord("\r"): b"\\r"}


def _as_bytes(string: re.Match[bytes]) -> bytes:
    figures = string[1]
    if len(figures) % 2:
        return string[0]
    return b"(%s)" % b"".join(SPECIAL.get(byte, bytes([byte])) for byte in bytes.fromhex(figures.decode()))


def tidy(_: Any, pdf: Any) -> None:
    """Set the text of every page as compactly as that of drawings, just before the file is written.

    Glyphs that are only a part of a letter, as in Devanagari, are given an invisible character: PDF/UA wants
    one for each, and WeasyPrint gives it to the first glyph of a letter alone.
    """
    from weasyprint.pdf.stream import Stream

    _mend_structure(pdf)
    for item in pdf.objects:
        if isinstance(item, Stream):
            item.stream = [
                compact(operator) if isinstance(operator, bytes) and operator.endswith(b"] TJ") else operator
                for operator in item.stream
            ]
        elif getattr(item, "stream", None) and item.stream[0] == TO_UNICODE:
            item.stream = [line.replace(b" <>", NO_WIDTH) for line in item.stream]


def _mend_structure(pdf: Any) -> None:
    """Name two kinds of elements as PDF/UA wants them, which WeasyPrint names after their HTML.

    A group within a list is a list of its own, and a table without a row is none.
    """
    elements: dict[Any, Any] = {}
    for item in pdf.objects:
        if isinstance(item, dict) and "S" in item:
            elements[item.reference] = item  # type: ignore[attr-defined]  # pydyf's, which is a dictionary
    for item in elements.values():
        parent = elements.get(item.get("P"))
        if item["S"] == "/Div" and parent and parent["S"] == "/L":
            item["S"] = "/L"
        if item["S"] == "/Table" and not _has_rows(item, elements):
            item["S"] = "/Div"


def _has_rows(table: Mapping[str, Any], elements: Mapping[bytes, Any]) -> bool:
    return any(elements[kid]["S"] != "/Table" for kid in table["K"] if kid in elements)
