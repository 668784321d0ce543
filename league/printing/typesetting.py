"""How wide words come out in the league's typefaces, and the largest size in which they fit."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fontTools.ttLib import TTFont

from league.printing.drawing import MM_PER_POINT, Face

FONTS = Path(__file__).resolve().parent.parent / "static" / "fonts"
FILES = {Face.TEXT: "source-sans-3", Face.SLAB: "besley"}
# A letter in neither file of a face is reckoned as wide as this one.
WIDE = "m"
# Kerning can set words a little wider than the sum of their letters.
SPARE = 1.01


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """The size (points) in which words fit their room, and on how many lines."""

    size: float
    lines: int = 1


def fitted(
    texts: Sequence[str], room: float, sizes: Sequence[float], face: Face = Face.TEXT, weight: int = 600
) -> Fitted:
    """The largest of the sizes (given downwards) in which each text fits a line; else the least, on two."""
    for size in sizes:
        if all(width_of(text, size, face, weight) <= room for text in texts):
            return Fitted(size=size)
    return Fitted(size=sizes[-1], lines=2)


def width_of(text: str, size: float, face: Face = Face.TEXT, weight: int = 400) -> float:
    """How wide a line of these words is, in mm; `size` in points."""
    letters = _letters(face, weight)
    ems = sum(letters.get(letter, letters[WIDE]) for letter in text)
    return ems * size * MM_PER_POINT * SPARE


@cache
def _letters(face: Face, weight: int) -> dict[str, float]:
    """The width of every letter of a face, in ems."""
    widths: dict[str, float] = {}
    for part in ("latin-ext", "latin"):
        with TTFont(FONTS / f"{FILES[face]}-{part}-{weight}-normal.woff2") as font:
            em, metrics = font["head"].unitsPerEm, font["hmtx"]
            widths |= {chr(code): metrics[glyph][0] / em for code, glyph in font.getBestCmap().items()}
    return widths
