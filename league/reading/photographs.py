"""Reads photographs of score sheets: a file in, what was marked out. The one door to this folder.

The libraries that look at pictures are an extra: without them everything but this works.
"""

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from league.printing.geometry import SheetGeometry
from league.reading.readings import (
    SHEET,
    Area,
    Paper,
    ReadHand,
    ReadingError,
    ReadMark,
    ReadPage,
    ReadTable,
    SheetCode,
)
from scoring.rules import Rules

LIBRARIES = ("cv2", "numpy", "zxingcpp")
HOW_TO_INSTALL = ".venv/bin/python -m pip install opencv-python-headless zxing-cpp numpy"
FORMATS = ("JPEG", "PNG", "WEBP")
MOST_PIXELS, MOST_WHOLE = 60_000_000, 16_000_000  # of a JPEG, made smaller as it is unpacked, and of others
LEAST_SIDE = 900  # px of the shorter side
KEPT_PIXELS = 12_500_000
SOFT, COARSE = 0.3, 4.5
SHARP = 0.16  # darkness at which the edge of a box is still found


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownSheet:
    """What is known of the sheet behind a code: its boxes, and the rules by which its figures are checked."""

    geometry: SheetGeometry
    rules: Rules | None = None
    overshoot: int = 0
    players: int | None = None
    paper: Paper = SHEET


Lookup = Callable[[SheetCode], KnownSheet]


def can_read() -> bool:
    """Return whether the libraries that look at pictures are installed."""
    return all(find_spec(library) for library in LIBRARIES)


def verify_installed() -> None:
    """Raise ReadingError, with how to install them, if the libraries that look at pictures are missing."""
    if not can_read():
        raise ReadingError(
            "not_installed", f"Reading photographs needs an extra that is not installed: {HOW_TO_INSTALL}"
        )


def read_photograph(data: bytes, known: Lookup, *, expected: SheetCode | None = None) -> ReadPage:
    """Return what is marked on the page in this photograph. Raises ReadingError.

    `known` answers which sheet a code is of; it may raise ReadingError itself. `expected` is the page to read
    where its code cannot be: chosen by whoever sends the photograph.
    """
    verify_installed()
    import numpy as np

    from league.reading.finding import straighten

    page = straighten(np.asarray(grey(data)), lambda code: known(code).paper, expected)
    sheet = known(page.code)
    if page.code.version != sheet.geometry.version:
        raise ReadingError(
            "other_version",
            f"This sheet was printed with version {page.code.version} of the boxes; this site reads version "
            f"{sheet.geometry.version}. Enter the result by hand.",
        )
    if page.code.page > sheet.geometry.pages:
        raise ReadingError(
            "other_page",
            f"The code says page {page.code.page}, but the sheets of this match have "
            f"{sheet.geometry.pages} pages. Check that the sheet is of this season.",
        )
    return _read(page, sheet)


def grey(data: bytes) -> Any:
    """Return the picture in grey, upright, at most as large as is of use. Raises ReadingError.

    Red counts most: ink is dark in it, but beer and coffee are not.
    """
    from PIL import Image, ImageOps  # here: only a photograph needs it

    Image.MAX_IMAGE_PIXELS = None  # the limit is ours, below
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as picture:
            width, height = picture.size
            most = MOST_PIXELS if picture.format in ("JPEG", "MPO") else MOST_WHOLE
            if width * height > most:
                raise ReadingError(
                    "too_large",
                    f"This {picture.format} has {width * height / 1e6:.0f} megapixels; at most "
                    f"{most / 1e6:.0f} can be read, {MOST_PIXELS / 1e6:.0f} of a JPEG. "
                    "Photographs of 8 to 12 megapixels are best.",
                )
            if min(width, height) < LEAST_SIDE:
                raise ReadingError(
                    "too_small",
                    f"This picture has {width} × {height} pixels; the shorter side must have at least "
                    f"{LEAST_SIDE}. Send the photograph in its original size.",
                )
            shrink = min(1.0, (KEPT_PIXELS / (width * height)) ** 0.5)
            picture.draft(None, (round(width * shrink), round(height * shrink)))
            small = picture if picture.mode in ("RGB", "L") else picture.convert("RGB")
            small.thumbnail((round(max(width, height) * shrink),) * 2, Image.Resampling.BOX)
            return ImageOps.exif_transpose(
                small.convert("L", matrix=(0.6, 0.33, 0.07, 0)) if small.mode == "RGB" else small
            )
    except ReadingError:
        raise
    except Exception as fault:  # Pillow names no common class for files it cannot read
        raise ReadingError(
            "not_a_picture",
            "This file is not a picture that can be read. Send a photograph as JPEG, PNG or WebP.",
        ) from fault


# --- A page -----------------------------------------------------------------------------------


def _read(page: Any, sheet: KnownSheet) -> ReadPage:
    import cv2

    from league.reading import deciding, evidence, measuring
    from league.reading.finding import DOTS

    boxes = sheet.geometry.on(page.code.page)
    dark = measuring.darkness(page.picture)
    sharp = measuring.sharpness(dark, boxes) if boxes else 1.0
    if sharp < SHARP:
        raise ReadingError(
            "blurred",
            "This photograph is too blurred: the printed boxes cannot be told from the paper. Hold the phone "
            "still, and photograph the sheet again in better light.",
        )
    marks = (
        list(
            deciding.decided(boxes, measuring.measured(dark, boxes, sheet.geometry.blocks_on(page.code.page)))
        )
        if boxes
        else []
    )
    others = evidence.penalties([mark for mark in marks if mark.table is None])
    told = {mark.award for mark in marks if mark.values or mark.asked}
    if any(mark.reason in deciding.BESIDE_BOXES for mark in marks):
        told |= {"player", "opened", "final"}  # their marks may stand on printed numbers
    read = [
        evidence.weighed(
            table,
            sheet.rules,
            sheet.overshoot,
            sheet.players,
            evidence.penalties_at(table.number, others),
            told,
        )
        for table in _tables(page.code.page, sheet, marks)
    ]
    return ReadPage(
        code=page.code.code,
        site=page.code.site,
        page=page.code.page,
        version=page.code.version,
        is_large=page.code.is_large,
        is_slip=page.code.is_slip,
        seals=page.code.seals,
        turned=page.turned,
        picture=cv2.imencode(".png", page.picture)[1].tobytes(),
        dots=DOTS,
        problems=tuple(_problems(page, sharp, read)),
        tables=tuple(read),
        others=others,
    )


def _problems(page: Any, sharp: float, tables: Sequence[ReadTable]) -> Iterator[str]:
    told = {
        "Another sheet is in this picture. It was not read: photograph it alone.": not page.is_alone,
        "The photograph is blurred, so that more is asked about than usual.": sharp < SOFT,
        f"The sheet is small in this photograph: {page.scale:.1f} pixels to the millimetre.": page.scale
        < COARSE,
    }
    yield from (sentence for sentence, is_so in told.items() if is_so)
    for table in tables:
        if not any(mark.values or mark.asked for mark in table.marks):
            yield f"Nothing is marked at table {table.number}."


def _tables(number: int, sheet: KnownSheet, marks: list[ReadMark]) -> Iterator[ReadTable]:
    for table, block in ((each.table, each) for each in sheet.geometry.blocks_on(number) if each.table):
        of_table = [mark for mark in marks if mark.table == table]
        yield ReadTable(
            number=table,
            area=Area(page=number, x=block.x, y=block.y, width=block.right - block.x, height=block.height),
            players=tuple(mark for mark in of_table if mark.award == "player"),
            opened=next((mark for mark in of_table if mark.award == "opened"), None),
            hands=_rows(of_table, "hand"),
            games=_rows([mark for mark in of_table if not mark.hand], "game"),
            finals=tuple(mark for mark in of_table if mark.award in ("final", "hundreds", "tens", "units")),
            scores=Area(
                page=number,
                x=block.scores_at,
                y=block.head_bottom,
                width=block.scores_end - block.scores_at,
                height=block.bottom - block.head_bottom,
            )
            if block.scores_at
            else None,
        )


def _rows(marks: Sequence[ReadMark], by: str) -> tuple[ReadHand, ...]:
    """Return the rows of hands or games, by their number."""
    rows = {
        number: tuple(mark for mark in marks if getattr(mark, by) == number)
        for number in sorted({getattr(mark, by) or 0 for mark in marks} - {0})
    }
    return tuple(
        ReadHand(number=number, area=Area.around(mark.area for mark in row), marks=row)
        for number, row in rows.items()
    )
