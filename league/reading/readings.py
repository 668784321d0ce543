"""What was read of a photographed sheet, as values: each mark, how certain, and where on the paper."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from league.printing.geometry import CODE_SIZE, CODE_X, CODE_Y, CORNER, Marks, corner_marks

Value: TypeAlias = str | int
"""A side ("home", "away", "nobody"), a number (a score, a player), or the letter beside a box ("G", "T2")."""

WIDTH, HEIGHT = 210.0, 297.0  # mm of the paper


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """Where the corner marks and the code stand (left, top, side) on a sheet or a slip, in mm."""

    marks: Marks
    corner: float
    code: tuple[float, float, float]
    width: float = WIDTH
    height: float = HEIGHT


SHEET = Paper(marks=corner_marks(), corner=CORNER, code=(CODE_X, CODE_Y, CODE_SIZE))


UNCLEAR = "The ink in this box is neither a clear mark nor nothing."
RUN_THROUGH = "A stroke runs through a box here, which may be a mark or a long tick of another row."
SMUDGE = "A box here is marked heavily, or blacked out."
BETWEEN = "The mark here lies between two boxes."


class ReadingError(Exception):
    """A photograph that cannot be read. The message says what was received and what would be right.

    `code` is one of: no_sheet, corner_outside, no_code, not_a_sheet, unknown_code, other_league,
    other_version, other_page, blurred, too_small, too_large, not_a_picture, not_installed.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """A rectangle on a page of the sheet, in mm from its top left corner: what to cut out of the picture."""

    page: int
    x: float
    y: float
    width: float
    height: float

    @classmethod
    def around(cls, areas: Iterable["Area"], margin: float = 0.0) -> "Area":
        """Return the area around all of these, on the page of the first, with a margin."""
        pages, lefts, tops, rights, bottoms = zip(
            *((area.page, area.x, area.y, area.x + area.width, area.y + area.height) for area in areas),
            strict=True,
        )
        left, top = min(lefts) - margin, min(tops) - margin
        width, height = max(rights) + margin - left, max(bottoms) + margin - top
        return cls(
            page=pages[0], x=round(left, 2), y=round(top, 2), width=round(width, 2), height=round(height, 2)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadMark:
    """What was read in the boxes of one question: who took High in a hand, the final score of a side.

    `values` has no value where nothing was marked, and several only for players. Where the mark is `asked`,
    `values` is empty: it is for a person to say; `candidates` are what it may be, the likeliest first, and
    `reason` is a sentence that says why. `certainty` is from 0 to 1.
    """

    award: str
    area: Area
    table: int | None = None
    game: int | None = None
    hand: int | None = None
    side: str = ""
    values: tuple[Value, ...] = ()
    certainty: float = 1.0
    asked: bool = False
    candidates: tuple[Value, ...] = ()
    reason: str = ""

    @property
    def value(self) -> Value | None:
        """Return the one value; None where nothing was marked, or where a person is asked."""
        return self.values[0] if self.values else None

    @property
    def name(self) -> str:
        """Return the name of the question, as `MarkBox.name` without what tells its boxes apart."""
        numbers = (("t", self.table), ("g", self.game), ("h", self.hand))
        parts = (*(f"{letter}{number}" for letter, number in numbers if number), self.award, self.side)
        return "-".join(part for part in parts if part)

    def as_asked(self, reason: str, candidates: tuple[Value, ...] = ()) -> "ReadMark":
        """Return the mark left open for a person, with what it may be."""
        likely = dict.fromkeys((*self.values, *candidates, *self.candidates))
        return replace(self, values=(), asked=True, candidates=tuple(likely), reason=reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadHand:
    """A row of boxes: a hand, or a game with its winner, turn-ups, gifts and hung jacks.

    An award that the form does not have is None.
    """

    number: int
    area: Area
    marks: tuple[ReadMark, ...]

    def mark(self, award: str) -> ReadMark | None:
        """Return the mark of an award ("high", "low", "jack", "game", "hung", "beg"), if the form has it."""
        return next((mark for mark in self.marks if mark.award == award), None)

    @property
    def is_empty(self) -> bool:
        """Return whether nothing is marked: long ticks of other rows may run through."""
        return not any(mark.values or mark.reason not in ("", RUN_THROUGH) for mark in self.marks)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTable:
    """A table: its players by number and who opened, its hands or games, and its final score.

    `hands` ends with the last row that has a mark. `finals` and `players` are home and away; a form without
    them has none. `scores` is the column in which people write the running score: for the eye only.
    """

    number: int
    area: Area
    players: tuple[ReadMark, ...] = ()
    opened: ReadMark | None = None
    hands: tuple[ReadHand, ...] = ()
    games: tuple[ReadHand, ...] = ()
    finals: tuple[ReadMark, ...] = ()
    scores: Area | None = None

    @property
    def marks(self) -> tuple[ReadMark, ...]:
        """Return every mark of the table, in the order of the paper."""
        hands = (mark for hand in self.hands for mark in hand.marks)
        games = (mark for game in self.games for mark in game.marks)
        opened = () if self.opened is None else (self.opened,)
        return (*self.players, *opened, *hands, *games, *self.finals)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetCode:
    """What the square code of a page says: the site, the match's code, the page and version of its boxes.

    The page of a slip is the number of its table. `seals` stand for the squads it was printed with, three
    letters each; empty on older sheets and on slips.
    """

    site: str
    code: str
    page: int
    version: int
    is_large: bool = False
    is_slip: bool = False
    seals: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPage(SheetCode):
    """A photographed page: what its code says, its straightened picture in grey, and its marks.

    `turned` is by how many degrees the photograph was turned to stand upright. `picture` is a PNG of all of
    it, `dots` to the mm.
    `problems` are sentences about what was hard to read, and what was seen and not read.
    """

    turned: int = 0
    picture: bytes = b""
    dots: float = 8.0
    problems: tuple[str, ...] = ()
    tables: tuple[ReadTable, ...] = ()
    others: tuple[ReadMark, ...] = ()

    @property
    def marks(self) -> tuple[ReadMark, ...]:
        return (*(mark for table in self.tables for mark in table.marks), *self.others)
