"""`sheet_geometry`: where the boxes of a score sheet stand, as data for whoever reads sheets."""

import argparse
import json
from collections.abc import Callable, Iterable
from typing import Any

from django.core.management.base import CommandError

from league.management.plain import PlainCommand
from league.printing.forms_on_paper import BlankSheet, sheet_form
from league.printing.geometry import (
    CODE_SIZE,
    CODE_X,
    CODE_Y,
    CORNER,
    PAGE_HEIGHT,
    PAGE_WIDTH,
    VERSION,
    MarkBox,
    Marks,
    SheetGeometry,
    corner_marks,
    sheet_geometry,
)
from league.printing.slip_geometry import (
    SLIP_CODE_SIZE,
    SLIP_CODE_X,
    SLIP_CODE_Y,
    SLIP_CORNER,
    SLIP_WIDTH,
    slip_geometry,
)
from league.regulations.presets import UnknownPreset, get, names


class Command(PlainCommand):
    help = "Prints where the boxes of a preset's score sheet or slips stand, in mm from the top left corner."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--format", metavar="PRESET", help=f"one of {', '.join(names())}")
        parser.add_argument("--large", action="store_true", help="the sheet in large print")
        parser.add_argument("--slips", action="store_true", help="the slips of its tables instead")
        parser.add_argument(
            "--json", action="store_true", help="as JSON, with corner marks, code and version"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["format"]:
            raise CommandError(f"--format is missing; the presets are: {', '.join(names())}.")
        try:
            form = sheet_form(get(options["format"]).rule_book())
        except UnknownPreset as unknown:
            raise CommandError(str(unknown)) from None
        if options["slips"]:
            self.show(options, slip_geometry(form).boxes, lambda: _slips(form))
        else:
            geometry = sheet_geometry(form, is_large=options["large"])
            self.show(options, geometry.boxes, lambda: _sheet(geometry))

    def show(
        self, options: dict[str, Any], boxes: Iterable[MarkBox], paper: Callable[[], dict[str, Any]]
    ) -> None:
        if not options["json"]:
            for box in boxes:
                self.stdout.write(f"{box.page} {box.x:7.2f} {box.y:7.2f} {box.size:.1f} {box.name}")
            return
        answer = {
            "version": VERSION,
            "format": options["format"],
            **paper(),
            "boxes": [_as_data(box) for box in boxes],
        }
        self.stdout.write(json.dumps(answer, indent=1))


def _sheet(geometry: SheetGeometry) -> dict[str, Any]:
    return {
        "style": geometry.style,
        "large": geometry.is_large,
        "pages": geometry.pages,
        "width": PAGE_WIDTH,
        "height": PAGE_HEIGHT,
        "corners": _corners(corner_marks(), CORNER),
        "code": {"x": CODE_X, "y": CODE_Y, "width": CODE_SIZE, "height": CODE_SIZE},
    }


def _slips(form: BlankSheet) -> dict[str, Any]:
    """Return a slip as if it were a page, numbered like its table, and where each is cut out of A4."""
    geometry = slip_geometry(form)
    places = ((block.table or 0, *geometry.place(block.table or 0)) for block in geometry.blocks)
    return {
        "style": geometry.style,
        "pages": len(geometry.blocks),
        "width": SLIP_WIDTH,
        "height": geometry.height,
        "corners": _corners(geometry.corner_marks(), SLIP_CORNER),
        "code": {"x": SLIP_CODE_X, "y": SLIP_CODE_Y, "width": SLIP_CODE_SIZE, "height": SLIP_CODE_SIZE},
        "slips": [{"table": table, "paper": paper, "x": x, "y": y} for table, paper, x, y in places],
    }


def _corners(marks: Marks, size: float) -> list[dict[str, Any]]:
    return [
        {"x": round(x, 3), "y": round(y, 3), "width": size, "height": size, "inside": [wide, high]}
        for x, y, wide, high in marks
    ]


def _as_data(box: MarkBox) -> dict[str, Any]:
    return {
        "page": box.page,
        "name": box.name,
        "table": box.table,
        "game": box.game,
        "hand": box.hand,
        "award": box.award,
        "side": box.side or None,
        "value": box.value or None,
        "x": box.x,
        "y": box.y,
        "width": box.size,
        "height": box.size,
    }
