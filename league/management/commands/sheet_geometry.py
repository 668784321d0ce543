"""`sheet_geometry`: where the boxes of a score sheet stand, as data for whoever reads sheets."""

import argparse
import json
from typing import Any

from django.core.management.base import CommandError

from league.management.plain import PlainCommand
from league.printing.forms_on_paper import sheet_form
from league.printing.geometry import (
    CODE_SIZE,
    CODE_X,
    CODE_Y,
    CORNER,
    PAGE_HEIGHT,
    PAGE_WIDTH,
    MarkBox,
    corner_marks,
    sheet_geometry,
)
from league.regulations.presets import UnknownPreset, get, names


class Command(PlainCommand):
    help = "Prints where the boxes of a preset's score sheet stand, in millimetres from the top left corner."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--format", metavar="PRESET", help=f"one of {', '.join(names())}")
        parser.add_argument("--large", action="store_true", help="the sheet in large print")
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
        geometry = sheet_geometry(form, is_large=options["large"])
        if not options["json"]:
            for box in geometry.boxes:
                self.stdout.write(f"{box.page} {box.x:7.2f} {box.y:7.2f} {box.size:.1f} {box.name}")
            return
        answer = {
            "version": geometry.version,
            "format": options["format"],
            "style": geometry.style,
            "large": geometry.is_large,
            "pages": geometry.pages,
            "width": PAGE_WIDTH,
            "height": PAGE_HEIGHT,
            "corners": [
                {
                    "x": round(x, 3),
                    "y": round(y, 3),
                    "width": CORNER,
                    "height": CORNER,
                    "inside": [wide, high],
                }
                for x, y, wide, high in corner_marks()
            ],
            "code": {"x": CODE_X, "y": CODE_Y, "width": CODE_SIZE, "height": CODE_SIZE},
            "boxes": [_as_data(box) for box in geometry.boxes],
        }
        self.stdout.write(json.dumps(answer, indent=1))


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
