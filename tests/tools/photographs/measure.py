"""Counts what the reader makes of photographs: rows read correctly, asked about, wrong without asking."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from league.reading.photographs import read_photograph
from league.reading.readings import ReadingError, ReadPage, Value
from tests.tools.photographs.damage import DAMAGE, Camera, photographed
from tests.tools.photographs.sheets import FilledSheet, filled_sheet

EVERYDAY = ("biro", "black biro", "ticks", "fine liner")


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of damage at a level: how the sheet is filled in, what befalls it, how it is photographed."""

    name: str
    level: str
    camera: Camera = field(default_factory=Camera)
    damage: tuple[str, ...] = ()
    pens: tuple[str, ...] = EVERYDAY
    filling: Mapping[str, Any] = field(default_factory=dict)

    @property
    def bad(self) -> float:
        return 0.0 if self.level == "mild" else 1.0


MILD, HARD = Camera(), Camera(megapixels=6, tilt=14, turn=5, blur=1.0, noise=4, quality=60, light=0.25)


def _both(name: str, mild: Camera, hard: Camera, **fields: Any) -> Iterator[Kind]:
    yield Kind(name=name, level="mild", camera=mild, **fields)
    yield Kind(name=name, level="hard", camera=hard, **fields)


KINDS: tuple[Kind, ...] = (
    *_both("everyday pens", MILD, HARD),
    *_both("unsteady hand, felt tip, red pen", MILD, HARD, pens=("unsteady", "felt tip", "red pen")),
    *_both("ticks that leave the box", MILD, HARD, pens=("ticks",)),
    Kind(name="pencil", level="mild", pens=("pencil",)),
    Kind(name="pencil", level="hard", camera=HARD, pens=("thin pencil",)),
    *_both("boxes blacked out", MILD, HARD, filling={"corrections": 3}),
    *_both("blots", MILD, HARD, filling={"blots": 12}),
    *_both("figures and strokes over boxes", MILD, HARD, filling={"spill": 2.5, "strokes": True}),
    *_both("coffee", MILD, HARD, damage=("coffee",)),
    *_both("creases", MILD, HARD, damage=("creases",)),
    *_both("paper that curls", MILD, HARD, damage=("curl",)),
    *_both(
        "shadow and uneven light", replace(MILD, light=0.35), replace(HARD, light=0.5), damage=("shadow",)
    ),
    *_both("perspective", replace(MILD, tilt=20), replace(HARD, tilt=35, megapixels=8)),
    *_both("blur", replace(MILD, blur=1.6), replace(HARD, blur=2.4, motion=2.5, megapixels=8)),
    *_both("few megapixels", replace(MILD, megapixels=4), replace(HARD, megapixels=2.2, tilt=8)),
    *_both("many megapixels", replace(MILD, megapixels=12), replace(HARD, megapixels=12)),
    *_both("JPEG quality", replace(MILD, quality=50), replace(HARD, quality=25)),
    *_both("photocopies", MILD, HARD, damage=("photocopy",)),
    *_both("turned", replace(MILD, quarter=1, turn=8), replace(HARD, quarter=2, turn=12)),
    *_both("an unsteady nib", MILD, HARD, pens=("nib", "nib ticks")),
    *_both("worn pencil under a lamp", MILD, replace(HARD, light=0.5), pens=("worn pencil",)),
    *_both("felt ticks across rows", MILD, HARD, pens=("long felt ticks",)),
    # The reader was never tuned on the next three.
    *_both("a broad nib that runs dry", MILD, HARD, pens=("chisel", "chisel ticks")),
    *_both(
        "a felt pen that bleeds",
        replace(MILD, quality=60),
        replace(HARD, quality=30),
        pens=("marker", "marker ticks"),
    ),
    *_both("a dry felt pen", replace(MILD, quality=60), replace(HARD, quality=30), pens=("dry marker",)),
    Kind(
        name="all of it",
        level="hard",
        camera=replace(HARD, tilt=22, quality=40, light=0.4),
        damage=("coffee", "creases", "shadow"),
        filling={"corrections": 2, "blots": 5, "spill": 1.5, "strokes": True},
    ),
)


@dataclass(kw_only=True)
class Tally:
    """How many hands were read correctly, asked about and wrong; and how many photographs were refused."""

    right: int = 0
    asked: int = 0
    wrong: int = 0
    refused: int = 0
    photographs: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def hands(self) -> int:
        return self.right + self.asked + self.wrong

    def add(self, other: "Tally") -> None:
        self.right += other.right
        self.asked += other.asked
        self.wrong += other.wrong
        self.refused += other.refused
        self.photographs += other.photographs
        self.faults += other.faults


def a_photograph(kind: Kind, seed: int, preset: str = "heckmondwike") -> tuple[bytes, FilledSheet]:
    """Return a photograph of this kind, and the sheet in it."""
    dice = random.Random(f"{kind.name} {kind.level} {seed}")
    sheet = filled_sheet(seed, preset, pens=kind.pens, **kind.filling)
    page = sheet.picture
    for name in kind.damage:
        page = DAMAGE[name](page, dice, kind.bad)
    camera = replace(kind.camera, tilt=kind.camera.tilt * dice.uniform(0.85, 1.0))
    return photographed(page, camera, dice), sheet


def tally(kind: Kind, seed: int, preset: str = "heckmondwike") -> Tally:
    """Return what is read in one photograph of this kind."""
    data, sheet = a_photograph(kind, seed, preset)
    try:
        page = read_photograph(data, lambda code: sheet.known)
    except ReadingError as refused:
        # Nothing was read of it: each of its hands counts as asked about.
        hands = len(rows_of(sheet.truth))
        return Tally(asked=hands, refused=1, photographs=1, faults=[f"{kind.name} {seed}: {refused}"])
    answer = compared(page, sheet)
    answer.faults = [f"{kind.name} {kind.level} {seed}: {fault}" for fault in answer.faults]
    return answer


def rows_of(truth: Mapping[str, tuple[Value, ...]]) -> dict[str, dict[str, tuple[Value, ...]]]:
    """Return the questions by their row: a hand, a game, a final score, a side's players."""
    rows: dict[str, dict[str, tuple[Value, ...]]] = {}
    for name, values in truth.items():
        parts = name.split("-")
        row = "-".join(parts[:2]) if parts[1][:1] in "hg" and parts[1][1:].isdigit() else name
        rows.setdefault(row, {})[name] = values
    return rows


def compared(page: ReadPage, sheet: FilledSheet) -> Tally:
    """Return how each row was read: asked if one of its marks is, wrong if one differs and is not asked."""
    read = {mark.name: mark for mark in page.marks}
    answer = Tally(photographs=1)
    for questions in rows_of(sheet.truth).values():
        wrong = [
            f"{name} is {values}, read {read[name].values if name in read else 'nothing'}"
            for name, values in questions.items()
            if not (name in read and read[name].asked)
            and values != (read[name].values if name in read else ())
        ]
        if wrong:
            answer.wrong += 1
            answer.faults += wrong
        elif any(name in read and read[name].asked for name in questions):
            answer.asked += 1
        else:
            answer.right += 1
    unused = rows_of({name: () for name in read if name not in sheet.truth})
    for names in unused.values():
        marked = [f"{name} is empty, read {read[name].values}" for name in names if read[name].values]
        answer.wrong += bool(marked)
        answer.faults += marked
        answer.asked += not marked and any(read[name].asked for name in names)
    return answer
