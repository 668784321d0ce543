"""Finds the sheet in a photograph: its code, its four corner marks, and the page made straight from them."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, permutations, product
from typing import Any, TypeAlias

import cv2
import numpy as np
import zxingcpp

from league.reading.readings import HEIGHT, SHEET, WIDTH, Paper, ReadingError, SheetCode

Picture: TypeAlias = np.ndarray[Any, Any]
Points: TypeAlias = np.ndarray[Any, Any]

DOTS = 8.0  # to the mm, of the page made straight
RING = 1.1 / 7  # of the side of a corner mark
AROUND = 1.6  # white around a corner mark that belongs to its template (mm)
SEARCH, FAR_SEARCH = 3.0, 14.0  # how far a mark may stand from where it is expected (mm)
LEAST_MATCH = 0.45  # correlation of a corner mark with what is printed
HOLE = (1 - 2 * RING) ** 2  # of the area of a corner mark
LIKE = 0.15
MOST_CANDIDATES = 14
ASTRAY = 0.1  # of the longer side of the picture: how far a corner is from where its code says, at most
MOST_SPOTS = 40_000
MOST_PLACES = 1000  # that look like corner marks
LARGEST_DOUBLED = 2600  # px of a picture that is made twice as large to read its code
LONGEST = 2400  # px of the picture in which marks are sought

ADDRESS = re.compile(
    r"^(?P<site>https?://[^/]+)/s/(?P<code>[^/#]+)/(?P<rest>[^#]*)(?:#(?P<kind>[ps])(?P<page>\d+)v(?P<version>\d+)(?P<large>l?)(?:s(?P<seals>[a-z2-7]{6}))?)?$"
)

NO_SHEET = (
    "No score sheet was found in this picture. Photograph one sheet flat, with its square code and all four "
    "corner squares in view."
)
NO_CORNERS = (
    "The four corner squares of the sheet cannot all be seen in this picture. Photograph the whole sheet, "
    "flat and evenly lit, with all four in view."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StraightPage:
    """A page seen from straight above, in grey, and by how many degrees the photograph was turned."""

    code: SheetCode
    picture: Picture
    turned: int
    scale: float
    """Pixels of the photograph to the mm, where they are fewest."""
    matrix: Points
    """From mm on the page to pixels of the photograph."""
    is_alone: bool = True
    """Whether no other sheet was seen in the photograph."""


@dataclass(frozen=True, slots=True)
class _SquareCode:
    text: str
    corners: Points
    is_alone: bool = True


def straighten(
    picture: Picture, slip_of: Callable[[SheetCode], Paper], expected: SheetCode | None = None
) -> StraightPage:
    """Return the page in the grey picture, straight. Raises ReadingError.

    `slip_of` answers how large the slip of a code is. `expected` is the page it must be, where the code
    cannot be read but somebody knows.
    """
    square = _code_in(picture)
    if square is not None and not ADDRESS.match(square.text):
        if expected is None:
            parse_address(square.text)
        square = None  # a beer mat beside the sheet
    code = parse_address(square.text) if square else expected
    paper = slip_of(code) if code is not None and code.is_slip else SHEET
    homography = _homography(picture, square, paper)
    page = _warped(picture, homography, paper)
    if square is None:
        square = _code_in_page(page)
        code = parse_address(square.text) if square else expected
    if code is None:
        raise ReadingError(
            "no_code",
            "The square code at the top right cannot be read: it is blurred, covered or too small. "
            "Photograph the sheet again, closer and in better light.",
        )
    turned, scale = _posture(homography, paper)
    if scale < 3.2:
        raise ReadingError(
            "too_small",
            f"The sheet is too small in this picture: {scale:.1f} pixels to the millimetre where 4 are "
            "needed. Photograph it closer, so that it fills the picture.",
        )
    return StraightPage(
        code=code,
        picture=page,
        turned=turned,
        scale=scale,
        matrix=homography,
        is_alone=square is None or square.is_alone,
    )


def parse_address(text: str) -> SheetCode:
    """Return what the square code says. Raises ReadingError if it is not that of a score sheet."""
    said = ADDRESS.match(text)
    if not said or not said["page"]:
        raise ReadingError(
            "not_a_sheet",
            "The square code in this picture is that of an older sheet. Only score sheets with four corner "
            "squares can be read."
            if said
            else f"The square code in this picture says “{text[:80]}”. That is not a score sheet of this "
            "site.",
        )
    return SheetCode(
        site=said["site"],
        code=said["code"],
        page=int(said["page"]),
        version=int(said["version"]),
        is_large=bool(said["large"]),
        is_slip=said["kind"] == "s",
        seals=said["seals"] or "",
    )


# --- The code ---------------------------------------------------------------------------------


def _code_in(picture: Picture) -> _SquareCode | None:
    longest = max(picture.shape)
    scales = (
        scale
        for scale in (1.0, 0.5, 2.0, 0.7)
        if longest * scale >= 600 and (scale <= 1 or longest <= LARGEST_DOUBLED)
    )
    tried = ((each, scale) for scale in scales for each in _clearer(_scaled(picture, scale)))
    return next((square for each, scale in tried if (square := _decoded(each, scale))), None)


def _clearer(picture: Picture) -> Iterator[Picture]:
    yield picture
    yield cv2.addWeighted(picture, 2.2, cv2.GaussianBlur(picture, (0, 0), 2.0), -1.2, 0)


def _decoded(picture: Picture, scale: float = 1.0) -> _SquareCode | None:
    formats: Any = zxingcpp.BarcodeFormat.QRCode
    codes = zxingcpp.read_barcodes(picture, formats=formats)
    sheets = [code for code in codes if "/s/" in code.text]
    if not sheets:
        return _SquareCode(codes[0].text, np.zeros((4, 2))) if codes else None
    place = sheets[0].position
    corners = [
        (point.x / scale, point.y / scale)
        for point in (place.top_left, place.top_right, place.bottom_right, place.bottom_left)
    ]
    return _SquareCode(sheets[0].text, np.array(corners), len(sheets) == 1)


def _code_in_page(page: Picture) -> _SquareCode | None:
    """Return the code where it must be on the straight page, larger and sharper if need be."""
    left, top, side = (int(at * DOTS) for at in (SHEET.code[0] - 4, SHEET.code[1] - 4, SHEET.code[2] + 8))
    crop = page[max(0, top) : top + side, left : left + side]
    large = (_scaled(crop, scale) for scale in (1.0, 2.0, 3.0))
    tried = (way for each in large for way in (*_clearer(each), cv2.createCLAHE(3.0, (4, 4)).apply(each)))
    return next((square for each in tried if (square := _decoded(each))), None)


def _scaled(picture: Picture, scale: float) -> Picture:
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=way)


# --- The corners ------------------------------------------------------------------------------


def _middles(paper: Paper) -> Points:
    return np.array([(x + paper.corner / 2, y + paper.corner / 2) for x, y, _, _ in paper.marks], float)


def code_places(paper: Paper) -> Points:
    """Return the corners of the square code on the paper (mm), clockwise from the top left."""
    left, top, side = paper.code
    return np.array([(left + a * side, top + b * side) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))], float)


def _template(number: int, paper: Paper) -> Picture:
    """Return a corner mark as printed, dark on white, with the white around it."""
    corner, ring = paper.corner, paper.corner * RING
    side = round((corner + 2 * AROUND) * DOTS)
    fine = np.full((side * 4, side * 4), 255, np.uint8)
    _, _, width, height = paper.marks[number]
    for wide, high, colour in (
        (corner, corner, 0),
        (corner - 2 * ring, corner - 2 * ring, 255),
        (width, height, 0),
    ):
        (left, right), (top, bottom) = (
            [round((AROUND + (corner + way * each) / 2) * DOTS * 4) for way in (-1, 1)]
            for each in (wide, high)
        )
        fine[top:bottom, left:right] = colour
    small = cv2.resize(fine, (side, side), interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(small, (0, 0), 1.5)


def _homography(picture: Picture, square: _SquareCode | None, paper: Paper) -> Points:
    """Return the matrix from mm on the page to pixels of the photograph. Raises ReadingError."""
    seen = square if square is not None and square.corners.any() else None
    best: tuple[float, Points] | None = None
    for matrix in _fits(_candidates(picture, seen, paper), seen, paper):
        scores, better = _refined(picture, matrix, paper)
        score = sum(scores)
        if min(scores) > LEAST_MATCH:
            return _refined(picture, better, paper, SEARCH / 2)[1]
        if best is None or score > best[0]:
            best = (score, better)
    if best is None or best[0] < 2.2:
        raise ReadingError("no_sheet", NO_SHEET if seen is None else NO_CORNERS)
    _refuse_outside(picture, best[1], paper)
    return best[1]


def _refuse_outside(picture: Picture, matrix: Points, paper: Paper) -> None:
    height, width = picture.shape
    names = ("top left", "top right", "bottom left", "bottom right")
    for name, (x, y) in zip(names, project(matrix, _middles(paper)), strict=True):
        if not (0 <= x < width and 0 <= y < height):
            raise ReadingError(
                "corner_outside",
                f"The {name} corner of the sheet is outside this picture. Photograph the whole sheet, with "
                "all four corner squares in view.",
            )


def _candidates(picture: Picture, code: _SquareCode | None, paper: Paper) -> list[tuple[float, float, float]]:
    """Return places that look like corner marks: x, y and side in pixels, each once.

    A box crossed with pencil looks like one, and there are a hundred: those come last that lie far from where
    the code says a corner is.
    """
    found: list[tuple[float, float, float, float]] = []
    places = np.empty((MOST_PLACES, 3))
    size = _side(code.corners) * paper.corner / paper.code[2] if code else None
    corners = (
        project(
            cv2.getPerspectiveTransform(
                code_places(paper).astype(np.float32), code.corners.astype(np.float32)
            ),
            _middles(paper),
        )
        if code
        else None
    )
    for longest in (LONGEST, 1500, 1000):
        scale = min(1.0, longest / max(picture.shape))
        small = _scaled(picture, scale)
        for part, offset in ((60, 7), (25, 10), (60, 18)):
            block = max(15, min(small.shape) // part) | 1
            for soft in (0, 1.2):
                smooth = cv2.GaussianBlur(small, (0, 0), soft) if soft else small
                for x, y, side, odd in islice(_rings(smooth, block, offset), MOST_PLACES):
                    place = (x / scale, y / scale, side / scale)
                    if size and not 0.45 * size < place[2] < 2.0 * size:
                        continue
                    apart = np.abs(places[: len(found), :2] - place[:2]).sum(axis=1)
                    if len(found) < len(places) and (apart > np.maximum(side, places[: len(found), 2])).all():
                        places[len(found)] = place
                        found.append((*place, odd))
        if sum(place[3] < LIKE for place in found) >= 4:
            break
    return [
        place[:3]
        for place in sorted(
            found,
            key=lambda place: (
                corners is not None
                and np.linalg.norm(corners - place[:2], axis=1).min() > ASTRAY * max(picture.shape),
                place[3],
            ),
        )[:MOST_CANDIDATES]
    ]


def _side(corners: Points) -> float:
    return float(np.mean(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)))


def _rings(picture: Picture, block: int, offset: int) -> Iterator[tuple[float, float, float, float]]:
    """Yield the middle and side of each square ring with something inside, and how unlike a mark it is."""
    dark = cv2.adaptiveThreshold(
        picture, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, block, offset
    )
    spots = (
        cv2.connectedComponents(dark)[0] + cv2.connectedComponents(cv2.bitwise_not(dark), connectivity=4)[0]
    )
    if not 3 < spots < MOST_SPOTS:  # nothing, or noise, of which contours take long
        return
    contours, tree = cv2.findContours(dark, cv2.RETR_TREE, cv2.CHAIN_APPROX_SIMPLE)
    largest = (max(picture.shape) / 12) ** 2
    for index in np.flatnonzero(tree[0][:, 2] >= 0).tolist():
        contour, hole = contours[index], tree[0][index][2]
        area = cv2.contourArea(contour)
        if not 120 < area < largest:
            continue
        hollow, inner = _largest(contours, tree, hole)
        inside = tree[0][inner][2]
        if (
            not 0.25 < hollow / area < 0.68
            or inside < 0
            or not 0.002 < _largest(contours, tree, inside)[0] / area < 0.25
        ):
            continue
        box = cv2.approxPolyDP(contour, 0.08 * cv2.arcLength(contour, True), True)
        if len(box) != 4 or not cv2.isContourConvex(box):
            continue
        corners = box.reshape(4, 2).astype(float)
        sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
        if sides.max() > 2.2 * sides.min():
            continue
        x, y = corners.mean(axis=0)
        yield float(x), float(y), float(sides.mean()), abs(hollow / area - HOLE)


def _largest(contours: Sequence[Picture], tree: Any, first: int) -> tuple[float, int]:
    """Return the largest area of contours side by side in the tree, and which it is."""
    beside = [first]
    while (following := tree[0][beside[-1]][0]) >= 0:
        beside.append(following)
    areas = [cv2.contourArea(contours[index]) for index in beside]
    return max(areas), beside[areas.index(max(areas))]


def _fits(
    candidates: list[tuple[float, float, float]], code: _SquareCode | None, paper: Paper
) -> list[Points]:
    """Return the matrices that put the corner marks on candidates, the likeliest first."""
    middles, places = _middles(paper), np.array([(x, y) for x, y, _ in candidates], float).reshape(-1, 2)
    fits: list[tuple[float, Points]] = []
    order = (0, 1, 3, 2)  # clockwise
    for chosen in combinations(range(len(places)), 4):
        four = places[list(chosen)]
        around = four[np.argsort(np.arctan2(*(four - four.mean(axis=0)).T[::-1]))]
        if not cv2.isContourConvex(around.astype(np.float32)):
            continue
        for turn in range(4):
            turned = np.roll(around, turn, axis=0)
            matrix = cv2.getPerspectiveTransform(
                middles[list(order)].astype(np.float32), turned.astype(np.float32)
            )
            fits.append((_misfit(matrix, code, paper), matrix))
    fits = [fit for fit in fits if fit[0] < 0.25]
    if code is None:
        sides = {(round(x), round(y)): side for x, y, side in candidates}
        fits = [(_odd_sizes(matrix, sides, paper), matrix) for _, matrix in fits]
    if code is not None and (not fits or min(fit[0] for fit in fits) > 0.1):
        fits += _fits_of_three(places, code, paper)
    fits.sort(key=lambda fit: fit[0])
    return [matrix for _, matrix in fits[: 6 if code else 60]]


def _fits_of_three(places: Points, code: _SquareCode, paper: Paper) -> Iterator[tuple[float, Points]]:
    """Yield matrices of three corner marks and the code, where the fourth is hidden."""
    for chosen, corners in product(combinations(range(len(places)), 3), permutations(range(4), 3)):
        known = np.vstack([_middles(paper)[list(corners)], code_places(paper)])
        seen = np.vstack([places[list(chosen)], code.corners])
        matrix: Any = cv2.findHomography(known, seen, 0)[0]
        if matrix is None:
            continue
        far = np.linalg.norm(project(matrix, known) - seen, axis=1).max() / _side(code.corners)
        if far < 0.06:
            yield far + 0.1, matrix


def _misfit(matrix: Points, code: _SquareCode | None, paper: Paper) -> float:
    """Return how far the code stands from where this matrix puts it, in its own sides."""
    if code is None:
        return 0.0
    far = np.linalg.norm(project(matrix, code_places(paper)) - code.corners, axis=1).max()
    return float(far) / _side(code.corners)


def _odd_sizes(matrix: Points, sides: dict[tuple[int, int], float], paper: Paper) -> float:
    """Return how far the corner marks are from the size this matrix gives them, as a logarithm."""
    odd = 0.0
    around = paper.corner / 2 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    for middle in _middles(paper):
        x, y = project(matrix, middle[None])[0]
        enlarged = _side(project(matrix, middle + around)) / sides.get((round(x), round(y)), 1.0)
        odd = max(odd, abs(float(np.log(enlarged))))
    return odd


def project(matrix: Points, points: Points) -> Points:
    return np.asarray(cv2.perspectiveTransform(points.reshape(1, -1, 2).astype(float), matrix)[0])


def _refined(
    picture: Picture, matrix: Points, paper: Paper, search: float = SEARCH
) -> tuple[list[float], Points]:
    """Return how well each corner mark is seen (correlation), and the matrix with them put in place."""
    scores, places = [], []
    for number, (x, y) in enumerate(_middles(paper)):
        score, moved = _sought(picture, matrix, paper, number, search)
        if score < LEAST_MATCH:
            score, moved = max((score, moved), _sought(picture, matrix, paper, number, FAR_SEARCH))
        scores.append(score)
        places.append(moved if score >= LEAST_MATCH else (x, y))
    seen = project(matrix, np.array(places, float))
    better = cv2.getPerspectiveTransform(_middles(paper).astype(np.float32), seen.astype(np.float32))
    return scores, better


def _sought(
    picture: Picture, matrix: Points, paper: Paper, number: int, search: float
) -> tuple[float, tuple[float, float]]:
    x, y = _middles(paper)[number]
    half = paper.corner / 2 + AROUND + search
    side = round(2 * half * DOTS)
    to_page = np.array([[1 / DOTS, 0, x - half], [0, 1 / DOTS, y - half], [0, 0, 1]])
    patch = cv2.warpPerspective(
        picture,
        matrix @ to_page,
        (side, side),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=200,
    )
    answer = cv2.matchTemplate(patch, _template(number, paper), cv2.TM_CCOEFF_NORMED)
    _, score, _, (left, top) = cv2.minMaxLoc(answer)
    moved_x, moved_y = _peak(answer, left, top)
    return float(score), (x - search + moved_x / DOTS, y - search + moved_y / DOTS)


def _peak(answer: Picture, left: int, top: int) -> tuple[float, float]:
    """Return the top of the hill to a fraction of a pixel."""
    tops = []
    for line, at in ((answer[top], left), (answer[:, left], top)):
        low, middle, high = line[at - 1 : at + 2].tolist() if 0 < at < len(line) - 1 else (0, 1, 0)
        bend = low - 2 * middle + high
        tops.append(at + max(-0.5, min(0.5, 0.5 * (low - high) / bend)) if abs(bend) > 1e-9 else float(at))
    return tops[0], tops[1]


def _warped(picture: Picture, matrix: Points, paper: Paper) -> Picture:
    """Return the paper made straight, at the top left of white as large as a sheet."""
    scale = _posture(matrix, paper)[1] / DOTS
    if scale > 1.3:  # more pixels than are kept: averaged, not skipped
        picture = cv2.GaussianBlur(picture, (0, 0), 0.4 * scale)
    to_page = np.array([[1 / DOTS, 0, 0], [0, 1 / DOTS, 0], [0, 0, 1]])
    page = cv2.warpPerspective(
        picture,
        matrix @ to_page,
        (round(WIDTH * DOTS), round(HEIGHT * DOTS)),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    page[round(paper.height * DOTS) :] = 255
    page[:, round(paper.width * DOTS) :] = 255
    return page


def _posture(matrix: Points, paper: Paper) -> tuple[int, float]:
    """Return by how many degrees the page was turned, and the pixels to the mm where they are fewest."""
    middles = _middles(paper)
    seen = project(matrix, middles)
    turned = round(float(np.degrees(np.arctan2(*(seen[1] - seen[0])[::-1]))) / 90) * 90 % 360
    scales = (
        float(np.linalg.norm(seen[second] - seen[first]) / np.linalg.norm(middles[second] - middles[first]))
        for first, second in ((0, 1), (2, 3), (0, 2), (1, 3))
    )
    return turned, min(scales)
