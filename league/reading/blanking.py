"""Paints over what a photograph of a sheet says of people: all but the boxes and the corner squares goes.

Whatever is not needed to read the marks is covered, so that a name written where nobody expects it is too.
"""

from typing import Any

import cv2
import numpy as np
import segno

from league.reading.finding import AROUND, Picture, Points, code_places, project, straighten
from league.reading.photographs import Lookup, grey
from league.reading.readings import Paper, SheetCode

CASE_SITE, CASE_CODE = "https://example.org", "testcase"
ROUGH, COARSE = 400, 20  # px of the shorter side: where print and writing go, and what is left of the ground
BESIDE = 2.0  # mm around a box that stands outside the tables
INK = 0.15  # how light the new code is printed, of the paper


def blanked(data: bytes, known: Lookup) -> tuple[bytes, SheetCode]:
    """Return a photograph as JPEG, in grey, with everything painted over that is not read; and its code.

    The square code is printed anew and opens nothing. Raises ReadingError for what cannot be read.
    """
    picture = np.asarray(grey(data))
    page = straighten(picture, lambda code: known(code).paper)
    sheet = known(page.code)
    kept = np.zeros_like(picture)
    corners = [(x, y, sheet.paper.corner, sheet.paper.corner, AROUND) for x, y, *_ in sheet.paper.marks]
    blocks = [(b.x, b.y, b.right - b.x, b.height, 1.0) for b in sheet.geometry.blocks_on(page.code.page)]
    boxes = [(b.x, b.y, b.size, b.size, BESIDE) for b in sheet.geometry.on(page.code.page)]
    for x, y, width, height, margin in (*corners, *blocks, *boxes):
        area = [(x - margin, y - margin), (x + width + margin, y + height + margin)]
        around = project(page.matrix, _corners(*area[0], *area[1]))
        cv2.fillConvexPoly(kept, np.round(around).astype(np.int32), 255)
    ground = _ground(picture)
    answer = np.where(kept > 0, picture, _with_code(ground, page.matrix, sheet.paper, page.code))
    return cv2.imencode(".jpg", answer, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes(), page.code


def _corners(left: float, top: float, right: float, bottom: float) -> Points:
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)], float)


def _ground(picture: Picture) -> Picture:
    """Return the light on paper and table, and nothing that was printed or written there."""
    scale = ROUGH / min(picture.shape)
    rough = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    rough = cv2.morphologyEx(rough, cv2.MORPH_CLOSE, np.ones((25, 25), np.uint8))
    coarse = cv2.resize(rough, None, fx=COARSE / ROUGH, fy=COARSE / ROUGH, interpolation=cv2.INTER_AREA)
    return cv2.resize(coarse, picture.shape[::-1], interpolation=cv2.INTER_LINEAR)


def _with_code(ground: Picture, matrix: Points, paper: Paper, code: SheetCode) -> Picture:
    """Return the ground with a square code that says which page and version, and no match."""
    kind = f"{'s' if code.is_slip else 'p'}{code.page}v{code.version}{'l' if code.is_large else ''}"
    made = segno.make(f"{CASE_SITE}/s/{CASE_CODE}/#{kind}", error="m", micro=False)
    dots: Any = np.kron(np.array([list(row) for row in made.matrix], np.float32), np.ones((8, 8), np.float32))
    seen = project(matrix, code_places(paper)).astype(np.float32)
    turned = cv2.getPerspectiveTransform(_corners(0, 0, *dots.shape).astype(np.float32), seen)
    ink = cv2.GaussianBlur(cv2.warpPerspective(dots, turned, ground.shape[::-1]), (0, 0), 0.7)
    return np.asarray(ground * (1 - (1 - INK) * ink), np.uint8)
