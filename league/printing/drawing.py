"""What a form is drawn of: lines, boxes, the marks of the two sides and printed words, placed in millimetres.

Knows nothing of matches or of PDF. A drawing is inked once in a document and used again on every sheet of it.
It also measures how wide words come out in the league's typefaces, and the largest size in which they fit.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from io import BytesIO
from math import ceil
from typing import TypeAlias
from unicodedata import combining, east_asian_width

from league.printing.scripts import SCRIPTS, Script
from league.printing.typefaces import FONTS, unpacked
from scoring import seats
from scoring.seats import Taker

A4_WIDTH, A4_HEIGHT = 210.0, 297.0

# Line weights in mm: a hair between two rows, the edge of a box, the frame of a table; a cross already made.
HAIR, EDGE, FRAME = 0.13, 0.25, 0.45
BIRO = 0.5

# A mark is as high as the small letters it stands among.
MARK = 1.05
MM_PER_POINT = 25.4 / 72

# How high a capital of Source Sans 3 stands, for a size in points.
CAP_HEIGHT = 0.66 * MM_PER_POINT


class Face(StrEnum):
    """The two typefaces of the league's paper."""

    TEXT = "Source Sans 3"
    SLAB = "Besley"


class Anchor(StrEnum):
    """Which end of the words stands at their place."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A straight line; dashed where scissors go."""

    x1: float
    y1: float
    x2: float
    y2: float
    weight: float = HAIR
    dashed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A rectangle: an outline, or with no weight filled black."""

    x: float
    y: float
    width: float
    height: float
    weight: float = EDGE


@dataclass(frozen=True, slots=True, kw_only=True)
class Disc:
    """A circle: a ring, or with no weight filled black."""

    x: float
    y: float
    radius: float
    weight: float = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """A line of words, `size` in points, standing on `y`; set smaller if too long for `room`."""

    x: float
    y: float
    text: str
    size: float = 7.5
    weight: int = 400
    face: Face = Face.TEXT
    anchor: Anchor = Anchor.START
    room: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Modules:
    """A code to scan, row by row: true where it is black."""

    x: float
    y: float
    side: float
    rows: tuple[tuple[bool, ...], ...]


Figure: TypeAlias = Line | Box | Disc
Shape: TypeAlias = Figure | Modules | Words


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Drawing:
    """Shapes on an A4 page, or on a piece of paper of another size (mm), over parts that others share.

    A shared drawing goes into a document once, however many pages show it; any other is for one page. Two
    drawings are the same only if they are one: to compare a thousand shapes takes longer than to ink them.
    """

    shapes: tuple[Shape, ...]
    width: float = A4_WIDTH
    height: float = A4_HEIGHT
    is_shared: bool = True
    parts: tuple["Drawing", ...] = ()

    @property
    def all_shapes(self) -> tuple[Shape, ...]:
        return (*(shape for part in self.parts for shape in part.all_shapes), *self.shapes)


def mark(whose: Taker, x: float, y: float) -> tuple[Figure, ...]:
    """Home a full disc, away a ring with a dot, nobody a dash. Learn once, read anywhere."""
    match whose:
        case seats.HOME:
            return (Disc(x=x, y=y, radius=MARK),)
        case seats.AWAY:
            return (Disc(x=x, y=y, radius=MARK - 0.14, weight=0.28), Disc(x=x, y=y, radius=0.32))
        case _:
            return (Line(x1=x - MARK, y1=y, x2=x + MARK, y2=y, weight=0.5),)


def two_marks(x: float, y: float, apart: float) -> tuple[Figure, ...]:
    """Home above away, each on its line."""
    return (*mark(seats.HOME, x, y), *mark(seats.AWAY, x, y + apart))


def cross(x: float, y: float, reach: float) -> tuple[Figure, ...]:
    """Return a box crossed as with a biro, a little past its corners."""
    far = reach + 0.25
    return (
        Line(x1=x - far, y1=y - far, x2=x + far, y2=y + far, weight=BIRO),
        Line(x1=x - far, y1=y + far, x2=x + far, y2=y - far, weight=BIRO),
    )


# A longer board has holes that run together on paper.
MOST_HOLES = 31


def board_to(target: int | None) -> int | None:
    """Return the target of the board that is drawn on paper; None where none is."""
    return target if target and target <= MOST_HOLES else None


def middle_of(y: float, size: float) -> float:
    """Return the line on which words of this size stand so that their capitals are centred on `y`."""
    return y + size * CAP_HEIGHT / 2


FILES = {Face.TEXT: "source-sans-3", Face.SLAB: "besley"}

# A letter in neither file of a face is reckoned as wide as this one, unless its script fills squares.
WIDE = "m"

# Kerning can set words a little wider than the sum of their letters.
SPARE = 1.01


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """The size (points) in which words fit their room, and on how many lines."""

    size: float
    lines: int = 1


def fitted(
    texts: Sequence[str],
    room: float,
    sizes: Sequence[float],
    face: Face = Face.TEXT,
    weight: int = 600,
    *,
    most_lines: int = 1,
) -> Fitted:
    """Return the largest of the sizes (given downwards) in which no text takes more lines; else the least.

    In that the texts are reckoned to take one line more.
    """
    for size in sizes:
        if all(lines_in(text, room, size, face, weight) <= most_lines for text in texts):
            return Fitted(size=size, lines=most_lines)
    return Fitted(size=sizes[-1], lines=most_lines + 1)


def with_whole_words(
    texts: Iterable[str], room: float, sizes: Sequence[float], face: Face = Face.TEXT, weight: int = 600
) -> tuple[float, ...]:
    """Return the sizes (given downwards) in which every word of the texts fits a line; at least the least."""
    words = [part for text in texts for part in text.replace("-", "- ").split()]
    return on_one_line(words, room, sizes, face, weight)


def on_one_line(
    texts: Sequence[str], room: float, sizes: Sequence[float], face: Face = Face.TEXT, weight: int = 600
) -> tuple[float, ...]:
    """Return the sizes (given downwards) in which each of the texts fits a line; at least the least."""
    largest = fitted(texts, room, sizes, face, weight).size
    return tuple(size for size in sizes if size <= largest)


def broken(text: str, size: float, room: float, face: Face = Face.TEXT, weight: int = 400) -> tuple[str, ...]:
    """Return the lines of a text, each no wider than the room in mm; a longer word is broken."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and width_of(f"{lines[-1]} {word}", size, face, weight) <= room:
            lines[-1] = f"{lines[-1]} {word}"
            continue
        lines.append("")
        is_long = width_of(word, size, face, weight) > room
        for part in word.replace("-", "- ").split() if is_long else (word,):
            if lines[-1] and width_of(lines[-1] + part, size, face, weight) > room:
                lines.append("")
            for letters in part if width_of(part, size, face, weight) > room else (part,):
                if lines[-1] and width_of(lines[-1] + letters, size, face, weight) > room:
                    lines.append("")
                lines[-1] += letters
    return tuple(line for line in lines if line)


def width_of(text: str, size: float, face: Face = Face.TEXT, weight: int = 400) -> float:
    """Return how wide a line of these words is, in mm; `size` in points."""
    return _ems(text, face, weight) * size * MM_PER_POINT * SPARE


def lines_in(text: str, room: float, size: float, face: Face = Face.TEXT, weight: int = 400) -> int:
    """Return how many lines these words take where a line has so much room (mm); at least one."""
    lines, used = 1, 0.0
    space = width_of(" ", size, face, weight)
    for word in text.split():
        width = width_of(word, size, face, weight)
        if used and used + space + width > room:
            lines, used = lines + 1, 0.0
        used += (space if used else 0.0) + width
        if used > room:  # longer than a line: broken where the line ends
            lines += ceil(used / room) - 1
            used %= room
    return lines


@lru_cache(maxsize=4096)
def _ems(text: str, face: Face, weight: int) -> float:
    letters = _letters(face, weight)
    return sum(letters.get(letter) or _ems_elsewhere(letter, letters[WIDE]) for letter in text)


def _ems_elsewhere(letter: str, wide: float) -> float:
    """Return how wide a letter of another script is: a whole em for those that fill a square."""
    if combining(letter):
        return 0.0
    if east_asian_width(letter) in "WF":
        return 1.0
    return _letters_of_scripts().get(letter, wide)


@cache
def _letters_of_scripts() -> dict[str, float]:
    """Return the width of every letter of scripts that fill no squares, in ems, in their boldest weight."""
    files = (
        f"{script.stem}-{letters.weights[-1]}-normal.woff2"
        for script, letters in SCRIPTS.items()
        if script is not Script.HAN
    )
    return {letter: wide for file in files for letter, wide in _widths(file).items()}


@cache
def _letters(face: Face, weight: int) -> dict[str, float]:
    """Return the width of every letter of a face, in ems."""
    more, most = (_widths(f"{FILES[face]}-{part}-{weight}-normal.woff2") for part in ("latin-ext", "latin"))
    return more | most


def _widths(name: str) -> dict[str, float]:
    from fontTools.ttLib import TTFont  # here: only paper needs it

    with TTFont(BytesIO(unpacked(FONTS / name)), lazy=True) as font:
        em, metrics = font["head"].unitsPerEm, font["hmtx"]
        return {chr(code): metrics[glyph][0] / em for code, glyph in font.getBestCmap().items()}
