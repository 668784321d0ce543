"""Marks as people make them: crosses and ticks, blots, corrections, figures, strokes."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Page = NDArray[np.uint8]
Point = tuple[float, float]
Colour = tuple[int, int, int]

SHIFT = 4  # sub-pixel bits of OpenCV's drawing


@dataclass(frozen=True, kw_only=True)
class Pen:
    """A pen in somebody's hand: its ink (RGB), its width (mm), how unsteady and how hurried the hand is.

    Its crosses are `wide` times as large as others.
    """

    name: str
    ink: Colour
    width: float
    shaky: float = 0.12
    ticks: bool = False
    rings: bool = False
    pale: float = 0.0
    wide: float = 1.0
    hand: str = ""
    """Another way to draw: a function of `other_hands`."""


PENS = {
    "biro": Pen(name="biro", ink=(28, 38, 120), width=0.45),
    "black biro": Pen(name="black biro", ink=(30, 30, 34), width=0.42),
    "fine liner": Pen(name="fine liner", ink=(20, 20, 24), width=0.3),
    "red pen": Pen(name="red pen", ink=(190, 30, 40), width=0.5),
    "felt tip": Pen(name="felt tip", ink=(15, 15, 20), width=0.9),
    "pencil": Pen(name="pencil", ink=(95, 95, 98), width=0.45, pale=0.15),
    "thin pencil": Pen(name="thin pencil", ink=(120, 120, 122), width=0.32, pale=0.25),
    "hard pencil": Pen(name="hard pencil", ink=(180, 180, 182), width=0.22, pale=0.3),
    "soft pencil": Pen(name="soft pencil", ink=(185, 185, 185), width=0.8, shaky=0.08, pale=0.1, wide=1.18),
    "ticks": Pen(name="ticks", ink=(28, 38, 120), width=0.45, ticks=True),
    "rings": Pen(name="rings", ink=(110, 110, 112), width=0.45, pale=0.15, rings=True),
    "unsteady": Pen(name="unsteady", ink=(30, 30, 34), width=0.45, shaky=0.38),
    "nib": Pen(name="nib", ink=(25, 30, 90), width=0.6, shaky=0.2, hand="pressed"),
    "nib ticks": Pen(name="nib ticks", ink=(30, 30, 36), width=0.6, shaky=0.2, ticks=True, hand="pressed"),
    "worn pencil": Pen(
        name="worn pencil", ink=(110, 110, 114), width=0.7, shaky=0.25, pale=0.15, hand="pressed"
    ),
    "long felt ticks": Pen(
        name="long felt ticks", ink=(20, 20, 24), width=0.9, ticks=True, wide=2.6, hand="pressed"
    ),
    "marker": Pen(name="marker", ink=(18, 22, 60), width=0.8, shaky=0.2, hand="soaked"),
    "marker ticks": Pen(name="marker ticks", ink=(25, 25, 28), width=0.8, ticks=True, hand="soaked"),
    "chisel": Pen(name="chisel", ink=(70, 40, 120), width=0.65, shaky=0.22, hand="chiselled"),
    "chisel ticks": Pen(
        name="chisel ticks", ink=(40, 80, 60), width=0.65, shaky=0.22, ticks=True, hand="chiselled"
    ),
    "dry marker": Pen(name="dry marker", ink=(60, 80, 60), width=0.7, shaky=0.3, pale=0.25, hand="soaked"),
}


class Paper:
    """A printed page that is written on, in dots to the mm."""

    def __init__(self, picture: Page, dots: float, dice: random.Random) -> None:
        self.picture, self.dots, self.dice = picture, dots, dice

    def stroke(self, points: Sequence[Point], pen: Pen, width: float | None = None) -> None:
        """Draw a stroke through these points (mm), its ink a little uneven."""
        thick = max(1, round((width or pen.width) * self.dots * self.dice.uniform(0.85, 1.15)))
        scaled = np.array(
            [[round(x * self.dots * 2**SHIFT), round(y * self.dots * 2**SHIFT)] for x, y in points], np.int32
        )
        left, top = scaled.min(axis=0) / 2**SHIFT - thick - 2
        right, bottom = scaled.max(axis=0) / 2**SHIFT + thick + 2
        left, top = max(0, int(left)), max(0, int(top))
        part = self.picture[top : int(bottom) + 1, left : int(right) + 1]
        if not part.size:
            return
        mask = np.zeros(part.shape[:2], np.uint8)
        moved = scaled - np.array([left, top]) * 2**SHIFT
        cv2.polylines(mask, [moved], False, 255, thick, cv2.LINE_AA, SHIFT)
        cover = (mask / 255.0) * (1 - pen.pale * self.dice.uniform(0.6, 1.4))
        self._ink(part, cover, pen.ink)

    def blob(self, x: float, y: float, radius: float, pen: Pen) -> None:
        points = [
            (
                x + radius * self.dice.uniform(0.7, 1.1) * np.cos(turn),
                y + radius * self.dice.uniform(0.7, 1.1) * np.sin(turn),
            )
            for turn in np.linspace(0, 2 * np.pi, 12)
        ]
        scaled = np.array([[round(a * self.dots), round(b * self.dots)] for a, b in points], np.int32)
        left, top = (max(0, int(edge)) for edge in scaled.min(axis=0) - 2)
        right, bottom = scaled.max(axis=0) + 3
        part = self.picture[top:bottom, left:right]
        mask = np.zeros(part.shape[:2], np.uint8)
        cv2.fillPoly(mask, [scaled - np.array([left, top], np.int32)], 255, cv2.LINE_AA)
        self._ink(part, mask / 255.0, pen.ink)

    @staticmethod
    def _ink(part: Page, cover: NDArray[np.float64], ink: Colour) -> None:
        wet = 1 - cover[..., None] * (1 - np.array(ink) / 255.0)
        part[:] = np.clip(part * wet, 0, 255).astype(np.uint8)

    def near(self, x: float, y: float, far: float) -> Point:
        return x + self.dice.gauss(0, far), y + self.dice.gauss(0, far)

    def line(self, start: Point, end: Point, pen: Pen, width: float | None = None) -> None:
        """Draw a line by hand: it bows and shakes."""
        bow = self.dice.gauss(0, 0.04) * np.hypot(end[0] - start[0], end[1] - start[1])
        points = []
        for step in np.linspace(0, 1, 8):
            curve = bow * np.sin(np.pi * step)
            points.append(
                (
                    start[0] + (end[0] - start[0]) * step + curve + self.dice.gauss(0, pen.shaky / 8),
                    start[1] + (end[1] - start[1]) * step - curve + self.dice.gauss(0, pen.shaky / 8),
                )
            )
        self.stroke(points, pen, width)


def cross(paper: Paper, middle: Point, size: float, pen: Pen) -> None:
    """Cross a box from corner to corner, as nearly as this hand can."""
    reach = size / 2 * paper.dice.uniform(0.78, 1.08) * pen.wide
    x, y = paper.near(*middle, pen.shaky)
    for turn in (-1, 1):
        start = paper.near(x - reach, y - turn * reach, pen.shaky)
        paper.line(start, paper.near(x + reach, y + turn * reach, pen.shaky), pen)


def tick(paper: Paper, middle: Point, size: float, pen: Pen) -> None:
    """Tick a box: the long stroke leaves it at the top right."""
    x, y = paper.near(*middle, pen.shaky)
    low = (x - 0.05 * size, y + 0.38 * size)
    paper.line((x - 0.38 * size, y - 0.02 * size), low, pen)
    reach = paper.dice.uniform(0.55, 0.85)
    paper.line(low, (x + reach * size, y - reach * 0.95 * size), pen)


def ring(paper: Paper, middle: Point, size: float, pen: Pen) -> None:
    """Draw a ring around a box, and leave the box empty."""
    x, y = middle
    turns = np.linspace(0, 2 * np.pi, 16)
    paper.stroke(
        [paper.near(x + 0.75 * size * np.cos(t), y + 0.75 * size * np.sin(t), 0.1) for t in turns], pen
    )


def mark(paper: Paper, middle: Point, size: float, pen: Pen) -> None:
    from tests.tools.photographs import other_hands  # here: it draws on this module's paper

    way = getattr(other_hands, pen.hand) if pen.hand else ring if pen.rings else tick if pen.ticks else cross
    way(paper, middle, size, pen)


def black_out(paper: Paper, middle: Point, size: float, pen: Pen) -> None:
    """Black a box out by going over it to and fro, with what was in it underneath."""
    mark(paper, middle, size, pen)
    half = size / 2 * 0.95
    x, y = middle
    for way in (0, 1) if paper.dice.random() < 0.7 else (0,):
        points = []
        steps = paper.dice.randint(9, 14)
        for step in range(steps):
            along = -half + 2 * half * step / (steps - 1)
            across = half if step % 2 else -half
            a, b = (along, across) if way == 0 else (across, along)
            points.append(paper.near(x + a, y + b, 0.1))
        paper.stroke(points, pen, max(pen.width, 0.5))


def figures(paper: Paper, middle: Point, text: str, height: float, pen: Pen) -> None:
    """Write figures by hand, near where they belong."""
    scale = height * paper.dots / 21
    thick = max(1, round(pen.width * paper.dots))
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, scale, thick)
    x, y = paper.near(*middle, 0.5)
    mask = np.zeros(paper.picture.shape[:2], np.uint8)
    at = (round(x * paper.dots - wide / 2), round(y * paper.dots + high / 2))
    cv2.putText(mask, text, at, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, scale, 255, thick, cv2.LINE_AA)
    top, bottom = max(0, at[1] - 3 * high), at[1] + 2 * high
    part = slice(top, bottom), slice(max(0, at[0] - 20), at[0] + wide + 40)
    paper._ink(paper.picture[part], (mask[part] / 255.0) * (1 - pen.pale), pen.ink)
