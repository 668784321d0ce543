"""Measures the ink in every box of a straight page: its light evened, each box found by its printed edge."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from league.printing.geometry import MarkBox, TableBlock
from league.reading.finding import DOTS, Picture, Points
from league.reading.readings import Area

LINE, FRAME = 0.32, 0.55  # mm of the edge of a box, of the frame of a table
INSET = 0.62  # mm from a box's outer edge to what is measured
WHITE = 5.5  # mm: anything larger that is dark is a shadow, not ink
STEPS = ((2.2, 16.0), (1.2, 11.0), (0.8, 8.0))  # mm searched, and over how far boxes share what they found
CELLS = 5
MARGIN = 1.5  # mm of the picture around the boxes that are shown
PRINTED = 30  # percentile of the ink beside boxes that stand in print alike
VARIES = 1.35  # a printed line is seen so much darker where it falls upon whole dots
STROKE = 0.3  # mm to the sides of its longest way: a stroke that runs through; crosses and ticks reach 0.4
LIGHT = 0.2  # darkness that is no ink when its middle is sought, or a third of the darkest if less
COARSE, FAR = 2, 6.5  # dots to the mm, and mm searched, to find the parts of tables
PARTS, TOGETHER = (3, 2), 50.0  # of a table, down and across, and mm over which they are found together
NEAR, MOST_BEND = 9.0, 1.5  # paper moves by no more from one box to the next (mm)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ink:
    """What was measured of a box: `ink` from 0 (paper) to 1 (black), without what is printed.

    `full` is the darkness of all but its lightest parts: high only where the whole box is blacked out.
    `beside` is ink just outside, on the side that has most of it. `astray` is how far the middle of the ink
    inside stands from the middle of the box, and `spread` how far it reaches around its own (mm): a blot no
    further than half of a cross. `across` is how far to the sides of its longest way: little for one stroke.
    `above` is ink where a box above the first row would be. `clear` is how well the printed edge was seen
    (correlation).
    """

    ink: float
    full: float
    beside: float
    astray: tuple[float, float]
    spread: float
    across: float
    above: float
    clear: float
    x: float
    y: float


def darkness(page: Picture) -> Picture:
    """Return how dark each point is against the paper around it, from 0 to 1."""
    small = cv2.resize(page, None, fx=2 / DOTS, fy=2 / DOTS, interpolation=cv2.INTER_AREA)
    side = int(WHITE * 2) | 1
    paper = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
    paper = cv2.GaussianBlur(cv2.medianBlur(paper, 5), (0, 0), 3)
    full = cv2.resize(paper, (page.shape[1], page.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.clip(1 - page.astype(np.float32) / np.maximum(full.astype(np.float32), 25), 0, 1)


def measured(dark: Picture, boxes: Sequence[MarkBox], blocks: Sequence[TableBlock] = ()) -> list[Ink]:
    """Return the ink of each box, where its printed edge was found."""
    coarse = _coarse(dark, boxes, blocks) if blocks else np.zeros((len(boxes), 2))
    offsets, clear = _registered(dark, boxes, coarse)
    inked = np.minimum(dark / max(0.35, np.percentile(dark, 99.3)), 1)  # of how dark black print is seen
    raw = [_measure(inked, box, dx, dy) for box, (dx, dy) in zip(boxes, offsets.tolist(), strict=True)]
    inside = _without_leak(np.array([values[0] for values in raw]), boxes)
    lightest = np.percentile([values[1] for values in raw], 20, axis=(1, 2))
    outside = _without_print(np.array([values[2] for values in raw]), boxes)
    higher = _a_row_higher(inked, boxes, blocks, offsets)
    return [
        Ink(
            ink=float(ink),
            full=float(full),
            beside=float(beside.max()),
            astray=astray,
            spread=spread,
            across=across,
            above=float(above),
            clear=float(seen),
            x=box.x + dx,
            y=box.y + dy,
        )
        for box, (_, _, _, (astray, spread, across)), ink, full, beside, above, seen, (dx, dy) in zip(
            boxes, raw, inside, lightest, outside, higher, clear, offsets.tolist(), strict=True
        )
    ]


def _measure(
    dark: Picture, box: MarkBox, dx: float, dy: float
) -> tuple[float, Picture, tuple[float, ...], tuple[tuple[float, float], float, float]]:
    patch = _patch(dark, box.x + dx, box.y + dy, box.size, 1.0)
    inner = _patch(dark, box.x + dx, box.y + dy, box.size, -INSET)
    cells = cv2.resize(inner, (CELLS, CELLS), interpolation=cv2.INTER_AREA)
    edge = round(1.0 * DOTS)
    beyond, along = edge - round(0.3 * DOTS), slice(edge, -edge)
    sides = (patch[:beyond, along], patch[-beyond:, along], patch[along, :beyond], patch[along, -beyond:])
    return (
        float(inner.mean()),
        cells,
        tuple(float(each.mean()) for each in sides),
        _reach(inner),
    )


def _reach(inner: Picture) -> tuple[tuple[float, float], float, float]:
    """Return how far the ink is astray, its spread, and how far it reaches across (mm)."""
    ink = np.maximum(inner - min(LIGHT, inner.max() / 3), 0).ravel()
    if not ink.any():
        return (0.0, 0.0), 0.0, 0.0
    places = np.indices(inner.shape)[::-1].reshape(2, -1) / DOTS
    right, down = np.average(places, axis=1, weights=ink) - places.mean(axis=1)
    across, along = np.maximum(np.linalg.eigvalsh(np.cov(places, aweights=ink, ddof=0)), 0) ** 0.5
    return (float(right), float(down)), float(np.hypot(across, along)), float(across)


def _patch(dark: Picture, x: float, y: float, size: float, margin: float) -> Picture:
    side = round((size + 2 * margin) * DOTS)
    middle = ((x + size / 2) * DOTS - 0.5, (y + size / 2) * DOTS - 0.5)
    return cv2.getRectSubPix(dark, (side, side), middle)


def _without_leak(values: Points, boxes: Sequence[MarkBox]) -> Points:
    """Return the ink without what blur carries in from the printed edge: as much as in empty boxes nearby."""
    middles = np.array([box.middle for box in boxes])
    near = [np.argsort(((middles - middle) ** 2).sum(axis=1))[:60] for middle in middles]
    return np.asarray(np.clip(values - np.percentile(values[near], 35, axis=1), 0, 1))


def _without_print(values: Points, boxes: Sequence[MarkBox]) -> Points:
    """Return the ink on each side of each box without what is printed there.

    That is as much as beside most boxes of its column, here or at all tables, or of its kind at its height:
    frames and lines, a fold or the streak of a copier. Of two alike, beside either: on a slip the words
    around a table's only pair cannot be told from ink.
    """
    printed = np.zeros_like(values)
    families: dict[object, list[int]] = defaultdict(list)
    for index, box in enumerate(boxes):
        row = bool(box.hand or box.game)
        for family in (
            (box.award, box.side),
            (box.y, row),
            (box.award, box.value, row and (box.table, box.side)),
        ):
            families[family].append(index)
    for alike in families.values():
        if len(alike) > 1:
            usual = np.percentile(values[alike], PRINTED if len(alike) > 2 else 100, axis=0, method="lower")
            printed[alike] = np.maximum(printed[alike], usual)
    return np.clip(values - VARIES * printed, 0, 1)


def _a_row_higher(
    dark: Picture, boxes: Sequence[MarkBox], blocks: Sequence[TableBlock], offsets: Points
) -> Points:
    """Return the ink a row above each box of a first row, without what is printed there; 0 for other boxes.

    A side has one sign at the head of each of its columns. Sheets of games have figures there, and where one
    or two tables have the sheet to themselves the columns' names stand as high as a row: not tried. The
    stroke of a long tick is none.
    """
    above = np.zeros(len(boxes))
    signs: dict[tuple[str, str], dict[int, Picture]] = defaultdict(dict)
    pitch = {block.table: block.row for block in blocks}
    for index, (box, (dx, dy)) in enumerate(zip(boxes, offsets.tolist(), strict=True)):
        if box.hand == 1 and pitch[box.table] < 2 * box.size:
            signs[box.side, box.value][index] = _patch(
                dark, box.x + dx, box.y + dy - pitch[box.table], box.size, -INSET
            )
    for alike in signs.values():
        usual = np.percentile(list(alike.values()), PRINTED, axis=0, method="lower")
        printed = cv2.dilate(usual, np.ones((3, 3), np.uint8))  # bent paper has it a little aside
        for index, higher in alike.items():
            ink = np.maximum(higher - VARIES * printed, 0)
            above[index] = ink.mean() * (_reach(ink)[2] > STROKE)
    return above


def _coarse(dark: Picture, boxes: Sequence[MarkBox], blocks: Sequence[TableBlock]) -> Points:
    """Return how far each box stands from its place, by the frames and boxes of the parts of tables nearby.

    Boxes are all alike: one alone could be taken for its neighbour, and where paper bends no whole table is
    as it was drawn.
    """
    small = cv2.resize(dark, None, fx=COARSE / DOTS, fy=COARSE / DOTS, interpolation=cv2.INTER_AREA)
    reach = round(FAR * COARSE)
    padded = cv2.copyMakeBorder(
        cv2.GaussianBlur(small, (0, 0), 1.0), *(2 * reach,) * 4, cv2.BORDER_CONSTANT, value=0
    )
    answers, parts = [], []
    for block in blocks:
        drawn = _drawn(block, boxes)
        high, wide = (side // number for side, number in zip(drawn.shape, PARTS, strict=True))
        for top, left in np.multiply(list(np.ndindex(PARTS)), (high, wide)).tolist():
            part = drawn[top : top + high, left : left + wide]
            x, y = (round(at * COARSE) - COARSE + far for at, far in ((block.x, left), (block.y, top)))
            there = padded[y + reach : y + 3 * reach + high, x + reach : x + 3 * reach + wide]
            answers.append(cv2.matchTemplate(there, part, cv2.TM_CCOEFF_NORMED))
            parts.append(((x + wide / 2) / COARSE, (y + high / 2) / COARSE))
    middles = np.array([box.middle for box in boxes])
    return _tops(_shares(middles, np.array(parts), TOGETHER), np.array(answers))[0] / COARSE


def _shares(middles: Points, others: Points, far: float) -> Points:
    """Return how much each of the others tells of each of these, by how near it is: together 1."""
    weights = np.exp(-((middles[:, None] - others[None]) ** 2).sum(axis=2) / (2 * far**2))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def _tops(weights: Points, answers: Points) -> tuple[Points, Points]:
    """Return how far right of and below its middle each sum of the answers is highest, and how high."""
    shared = weights @ np.nan_to_num(answers).reshape(len(answers), -1)
    top, left = np.unravel_index(shared.argmax(axis=1), answers.shape[1:])
    return np.stack((left, top), axis=1) - answers.shape[2] // 2, shared.max(axis=1)


def _drawn(block: TableBlock, boxes: Sequence[MarkBox]) -> Picture:
    """Return the frame of a table with the boxes in it, in few dots, with a millimetre around."""
    fine = 4 * COARSE
    size = (round((block.right - block.x + 2) * fine), round((block.height + 2) * fine))
    picture = np.zeros(size[::-1], np.float32)

    outlines = [
        *((block.x, block.y, block.right, bottom, FRAME) for bottom in (block.bottom, block.head_bottom)),
        *(
            (box.x, box.y, box.x + box.size, box.y + box.size, LINE)
            for box in boxes
            if block.x <= box.middle[0] <= block.right and block.y <= box.middle[1] <= block.bottom
        ),
    ]
    for x, y, right, bottom, line in outlines:
        corners = [
            (round((a - block.x + 1) * fine), round((b - block.y + 1) * fine))
            for a, b in ((x, y), (right, bottom))
        ]
        cv2.rectangle(picture, corners[0], corners[1], 1.0, max(1, round(line * fine)))
    small = cv2.resize(picture, (size[0] // 4, size[1] // 4), interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(small, (0, 0), 1.0)


def _without_slips(boxes: Sequence[MarkBox], middles: Points, offsets: Points, clear: Points) -> Points:
    """Return how clearly edges are seen: not at all in a table where neighbours disagree by half a box."""
    apart = ((middles[:, None] - middles[None]) ** 2).sum(axis=2)
    differ = np.abs(offsets[:, None] - offsets[None]).max(axis=2)
    moved = ((apart < NEAR**2) & (differ > MOST_BEND)).any(axis=1)
    slipped = {box.table for box, has_moved in zip(boxes, moved, strict=True) if has_moved}
    return np.array([0.0 if box.table in slipped else seen for box, seen in zip(boxes, clear, strict=True)])


def _registered(dark: Picture, boxes: Sequence[MarkBox], coarse: Points) -> tuple[Points, Points]:
    """Return how far each box stands from its place (mm), and how clearly its edge is seen.

    One box can be drowned in ink, so that boxes nearby are asked too: paper bends, but not from box to box.
    """
    middles = np.array([box.middle for box in boxes], np.float32)
    offsets = coarse
    for search, share in STEPS:
        reach = round(search * DOTS)
        weights = _shares(middles, middles, share)
        offsets = weights @ offsets
        answers = np.stack(
            [_answer(dark, box, dx, dy, reach) for box, (dx, dy) in zip(boxes, offsets.tolist(), strict=True)]
        )
        moved, clear = _tops(weights, answers)
        offsets = offsets + moved / DOTS
    return offsets, _without_slips(boxes, middles, offsets, clear)


def _answer(dark: Picture, box: MarkBox, dx: float, dy: float, reach: int) -> Picture:
    edge = _edge(box.size)
    margin = (edge.shape[0] / DOTS - box.size) / 2
    patch = _patch(dark, box.x + dx, box.y + dy, box.size, margin + reach / DOTS)
    answer = cv2.matchTemplate(patch, edge, cv2.TM_CCOEFF_NORMED)
    return np.asarray(answer[: 2 * reach + 1, : 2 * reach + 1])


@cache
def _edge(size: float) -> Picture:
    """Return the printed edge of a box, with half a millimetre around it."""
    side, margin, line = round(size * DOTS), round(0.5 * DOTS), round(LINE * DOTS)
    edge = np.zeros((side + 2 * margin,) * 2, np.float32)
    edge[margin : margin + side, margin : margin + side] = 1
    inside = slice(margin + line, margin + side - line)
    edge[inside, inside] = 0
    return cv2.GaussianBlur(edge, (0, 0), 1.0)


def sharpness(dark: Picture, boxes: Sequence[MarkBox]) -> float:
    """Return how sharply printed edges are seen, from 0 to 1: the darkness they lose by blur."""
    return float(np.median([np.percentile(_patch(dark, box.x, box.y, box.size, 0.3), 97) for box in boxes]))


def area_around(boxes: Sequence[MarkBox], ink: Sequence[Ink]) -> Area:
    """Return the rectangle in which these boxes stand in the picture, with a margin."""
    return Area.around(
        (
            Area(page=box.page, x=each.x, y=each.y, width=box.size, height=box.size)
            for box, each in zip(boxes, ink, strict=True)
        ),
        MARGIN,
    )
