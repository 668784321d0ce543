"""Marks by three more hands, drawn otherwise than those of `pens`: thresholds were set with the first alone.

`pressed` is a nib on an unsteady hand: a chain of dots, broad and dark where it presses, thin where it lifts.
`soaked` is an old felt pen: ink that runs along the fibres and pools where the pen rests.
`chiselled` is a broad, slanting nib in a hurried hand: strokes that bend, hook at their ends and run dry.
"""

import random
from collections.abc import Sequence
from itertools import pairwise

import cv2
import numpy as np

from tests.tools.photographs.pens import Paper, Pen, Point

FINE = 2  # dots drawn to a dot kept


def _shape(dice: random.Random, middle: Point, size: float, pen: Pen) -> list[list[Point]]:
    """Return the strokes of a mark by their corners: a cross, a tick, a tick across rows, a scrawl."""
    x, y = (at + dice.gauss(0, pen.shaky) for at in middle)
    half = size / 2

    def at(across: float, down: float) -> Point:
        return (
            x + (across + dice.gauss(0, 0.12)) * half,
            y + (down + dice.gauss(0, 0.12)) * half,
        )

    if pen.ticks:
        reach = dice.uniform(1.0, 1.8) * pen.wide
        return [[at(-0.7, -0.1), at(-0.1, 0.75), at(reach, -reach)]]
    if dice.random() < 0.2:
        return [[at(-0.8, -0.8), at(0.8, 0.8), at(0.8, -0.7), at(-0.8, 0.7)]]  # without lifting the pen
    return [[at(-0.9, -0.9), at(0.9, 0.9)], [at(0.9, -0.85), at(-0.85, 0.9)]]


def _along(corners: Sequence[Point], dice: random.Random, wobble: float) -> np.ndarray:
    """Return points every twentieth of a millimetre along the corners, wobbling slowly."""
    points: list[np.ndarray] = []
    for start, end in pairwise(corners):
        steps = max(2, round(np.hypot(end[0] - start[0], end[1] - start[1]) / 0.05))
        points.append(np.linspace(start, end, steps))
    line = np.concatenate(points)
    noise = np.random.default_rng(dice.randrange(2**32)).normal(0, 1, line.shape)
    slow = cv2.GaussianBlur(noise, (0, 0), sigmaX=0.01, sigmaY=9)
    return np.asarray(line + wobble * slow / max(1e-6, float(slow.std())))


def _window(paper: Paper, line: np.ndarray, air: float) -> tuple[slice, slice, np.ndarray, np.ndarray]:
    """Return the part of the paper around a line, its mask in finer dots, and the line in them.

    The mask has dots even where the line is beside the paper, and the part has none.
    """
    left, top = (max(0, int(edge * paper.dots)) for edge in line.min(axis=0) - air)
    right, bottom = (int(edge * paper.dots) for edge in line.max(axis=0) + air)
    height, width = paper.picture.shape[:2]
    rows = slice(top, max(top + 1, min(bottom, height)))
    columns = slice(left, max(left + 1, min(right, width)))
    size = ((rows.stop - top) * FINE, (columns.stop - left) * FINE)
    return rows, columns, np.zeros(size, np.float32), (line * paper.dots - (left, top)) * FINE


def pressed(paper: Paper, middle: Point, size: float, pen: Pen) -> None:
    """Draw a mark with a nib whose pressure goes up and down."""
    dice = paper.dice
    for corners in _shape(dice, middle, size, pen):
        line = _along(corners, dice, 0.08)
        rows, columns, mask, dots = _window(paper, line, 1.0)
        beat, start = dice.uniform(1.0, 2.5), dice.uniform(0, 6)
        for index, (x, y) in enumerate(dots):
            part = index / len(dots)
            pressure = 0.72 + 0.28 * np.sin(start + beat * np.pi * part)
            pressure *= min(1.0, 0.55 + 4 * min(part, 1 - part))
            radius = max(1, round(pen.width / 2 * pressure * paper.dots * FINE))
            dot = np.zeros_like(mask)
            cv2.circle(dot, (round(x), round(y)), radius, float(pressure), -1, cv2.LINE_AA)
            mask = np.maximum(mask, dot)
        _inked(paper, rows, columns, mask, pen)


def soaked(paper: Paper, middle: Point, size: float, pen: Pen) -> None:
    """Draw a mark with a felt pen that bleeds along the fibres of the paper."""
    dice = paper.dice
    grain = np.random.default_rng(dice.randrange(2**32))
    for corners in _shape(dice, middle, size, pen):
        line = _along(corners, dice, 0.05)
        rows, columns, mask, dots = _window(paper, line, 1.6)
        thick = max(1, round(pen.width * paper.dots * FINE))
        cv2.polylines(mask, [np.round(dots).astype(np.int32)], False, 1.0, thick, cv2.LINE_AA)
        for x, y in (dots[0], dots[-1]):
            cv2.circle(mask, (round(float(x)), round(float(y))), round(thick * 0.75), 1.0, -1, cv2.LINE_AA)
        fibres = cv2.GaussianBlur(grain.normal(0, 1, mask.shape).astype(np.float32), (0, 0), 3 * FINE)
        fibres /= max(1e-6, float(fibres.std()))
        spread = cv2.GaussianBlur(mask, (0, 0), 0.18 * paper.dots * FINE)
        _inked(paper, rows, columns, np.clip((spread - 0.32 + 0.09 * fibres) * 3.2, 0, 1), pen)


def chiselled(paper: Paper, middle: Point, size: float, pen: Pen) -> None:
    """Draw a mark with a nib that is broad one way and thin the other, in strokes that bend and run dry."""
    dice, half = paper.dice, size / 2
    slant = dice.gauss(0.75, 0.1)
    x, y = (at + dice.gauss(0, pen.shaky) for at in middle)
    if pen.ticks:
        reach = dice.uniform(1.0, 1.5)
        strokes = [[(-0.75, -0.2), (-0.25, 0.3), (-0.1, 0.7), (0.2, 0.1), (0.6, -0.55), (reach, -reach)]]
    else:
        bow, hook = dice.uniform(0.05, 0.35), dice.uniform(0, 0.3)
        strokes = [
            [(-0.85, -0.85), (-bow, bow), (0.75, 0.9), (0.75 + hook, 0.9 - hook)],
            [(0.9, -0.8), (bow, bow), (-0.8, 0.8), (-0.8 - hook / 2, 0.8 - hook)],
        ]
    for corners in strokes:
        placed = [
            (x + (a + dice.gauss(0, 0.07)) * half, y + (b + dice.gauss(0, 0.07)) * half) for a, b in corners
        ]
        line = _along(placed, dice, 0.06)
        line = np.column_stack(
            [cv2.GaussianBlur(line[:, [way]], (0, 0), sigmaX=0.01, sigmaY=6) for way in (0, 1)]
        )
        rows, columns, mask, dots = _window(paper, line, 1.4)
        broad = pen.width / 2 * paper.dots * FINE
        dry = dice.uniform(0.75, 1.3)
        for index, (a, b) in enumerate(dots):
            wet = min(1.0, max(0.25, 2.5 * (dry - index / len(dots))))
            dab = np.zeros_like(mask)
            ends = [
                (round(a + way * broad * np.cos(slant)), round(b - way * broad * np.sin(slant)))
                for way in (-1, 1)
            ]
            cv2.line(dab, ends[0], ends[1], wet, max(1, round(broad / 2)), cv2.LINE_AA)
            mask = np.maximum(mask, dab)
        _inked(paper, rows, columns, mask, pen)


def _inked(paper: Paper, rows: slice, columns: slice, mask: np.ndarray, pen: Pen) -> None:
    part = paper.picture[rows, columns]
    if part.size:
        cover = cv2.resize(mask, part.shape[1::-1], interpolation=cv2.INTER_AREA) * (1 - pen.pale)
        paper._ink(part, cover.astype(np.float64), pen.ink)
