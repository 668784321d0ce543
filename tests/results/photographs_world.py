"""Photographs of filled sheets: the paper of a match with crosses as a picture, and what is read of it."""

import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from PIL import Image

from league.accounts.services.links import codes_for
from league.models import Match, Photograph, PhotographReading
from league.printing.documents import score_sheets
from league.printing.forms_on_paper import CodeOnPaper, GameOnPaper, HandOnPaper, sheet_form
from league.printing.geometry import MarkBox, sheet_geometry
from league.printing.pdf import pdf
from league.printing.selectors import match_on_paper
from league.results.parsing.checked_sheet import CheckedSheet
from league.results.parsing.fields import layout_of
from league.results.selectors.names import Roster
from scoring.games import score_game
from tests.builders import FRIDAY
from tests.results.test_entry import hands_of

SITE = "https://allfours.example"
LETTERS = {"home": "h", "away": "a", "nobody": "-"}
TWO = ("ahah", "hana", "aaaa", "hhna", "aann", "hana", "ahna", "hhna", "hh..")
"""Hands that home wins at the second table."""


def all_hands() -> dict[str, str]:
    """The hands of four tables, as the page of a match has them typed."""
    return {name: text for table in (1, 2, 3, 4) for name, text in hands_of(table).items()}


def typed_sheet(match: Match, fields: Mapping[str, str]) -> CheckedSheet:
    return CheckedSheet(fields, rule_book=match.division.season.rule_book, roster=Roster(()))


def a_filled_sheet(match: Match, fields: Mapping[str, str], folder: Path, dots: int = 150) -> bytes:
    """The front of the match's sheet with these fields crossed, as a JPEG straight from above."""
    if shutil.which("pdftoppm") is None:
        pytest.skip("pdftoppm is not on this machine")
    league, form = match.division.season.league, typed_sheet(match, fields)
    paper = match_on_paper(league, match.public_id, to_secretary=True)
    assert paper is not None
    code = codes_for(matches=[match.pk], now=FRIDAY)[match.pk]
    games = []
    for table in form.sheet.tables:
        for game in table.games:
            running = score_game(game.hands, form.rules).running
            games.append(
                GameOnPaper(
                    table=table.number,
                    game=game.number,
                    home_pair="",
                    away_pair="",
                    hands=tuple(
                        HandOnPaper(
                            takers=tuple(hand.taker(award) for award in form.rules.awards), score=tuple(score)
                        )
                        for hand, score in zip(game.hands, running, strict=True)
                    ),
                    score=tuple(running[-1]) if running else (),
                    first_pitch=None,
                    penalties="",
                )
            )
    document = score_sheets([replace(paper, code=CodeOnPaper(code=code, site=SITE), games=tuple(games))])
    (folder / "sheet.pdf").write_bytes(pdf(document))
    command = ["pdftoppm", "-r", str(dots), "-l", "1", "-png", "sheet.pdf", "sheet"]
    subprocess.run(command, cwd=folder, check=True)
    out = BytesIO()
    Image.open(next(folder.glob("sheet-*.png"))).convert("RGB").save(out, "JPEG", quality=80)
    return out.getvalue()


def a_photograph(match: Match, jpeg: bytes = b"\xff\xd8picture", **fields: Any) -> Photograph:
    return Photograph.objects.create(
        **{
            "match": match,
            "received_at": timezone.now(),
            "jpeg": jpeg,
            "width": 1240,
            "height": 1754,
            **fields,
        }
    )


def a_reading(
    photograph: Photograph, fields: Mapping[str, str], *asked: str, straightened: bytes = b"", **more: Any
) -> PhotographReading:
    """What is stored of a photograph from which these fields were read, some of them not for certain."""
    book = photograph.match.division.season.rule_book
    boxes: dict[str, list[MarkBox]] = {}
    for box in sheet_geometry(sheet_form(book)).on(1):
        boxes.setdefault(field_of(box), []).append(box)
    marks = [
        {
            "name": name,
            "value": "" if name in asked else fields.get(name, ""),
            "asked": name in asked,
            "certainty": 0.4 if name in asked else 0.99,
            "box": around(boxes[name]),
        }
        for name in boxes
        if name in fields or name in asked
    ]
    return PhotographReading.objects.create(
        **{
            "photograph": photograph,
            "state": PhotographReading.State.READ,
            "requested_at": timezone.now(),
            "marks": {"marks": marks},
            "straightened": straightened or None,
            **more,
        }
    )


def field_of(box: MarkBox) -> str:
    """The field of the page that a box belongs to."""
    if box.hand:
        return f"t{box.table}-h{box.hand}-{box.award}"
    if box.award == "opened":
        return f"t{box.table}-first-pitch"
    if box.award == "final":
        return f"t{box.table}-{box.side}-final"
    return box.name


def around(boxes: list[MarkBox]) -> list[float]:
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.x + box.size for box in boxes), max(box.y + box.size for box in boxes)
    return [left, top, round(right - left, 2), round(bottom - top, 2)]


def a_short_reading(photograph: Photograph, straightened: bytes) -> PhotographReading:
    """What is read of a sheet of whatever game: one mark, one doubtful mark, a note, a picture."""
    book = photograph.match.division.season.rule_book
    prefix = layout_of(book, book.rules()).prefix(1)
    marks = [
        {"name": f"{prefix}-h1-high", "value": "h", "asked": False, "box": [12, 54, 10, 5]},
        {
            "name": f"{prefix}-h1-low",
            "value": "",
            "asked": True,
            "box": [24, 54, 10, 5],
            "reason": "Two marks.",
        },
        {"name": f"{prefix}-home-final", "value": "", "asked": True, "box": [80, 45, 6, 60], "reason": ""},
    ]
    pictures = [{"title": "Below the tables", "box": [4, 261, 202, 34]}]
    return PhotographReading.objects.create(
        photograph=photograph,
        state=PhotographReading.State.READ,
        requested_at=FRIDAY,
        marks={"marks": marks, "notes": ["The sheet is creased."], "pictures": pictures},
        straightened=straightened,
    )
