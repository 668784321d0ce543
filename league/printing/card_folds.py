"""How the panels of a folded card lie on their sheet, and the marks that say where it is folded."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from league.printing.documents import Shown
from league.printing.drawing import Anchor, Drawing, Face, Line, Shape, Words, width_of

FOLD, TICK = 0.27, 5.0
DASH, DASH_GAP, DOT, DOT_GAP = 5.0, 2.6, 0.3, 2.2
LABEL_SIZE = 7.6
SHEET_WIDTH, SHEET_HEIGHT = 297.0, 210.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a panel lies: its page, its top left corner in mm, and whether it stands upside down."""

    page: int
    x: float
    y: float
    is_turned: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """A fold by its number: where the line lies (mm), standing or lying, and which way it goes."""

    words: str
    at: float
    is_lying: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPaper:
    """A card: its panels (mm), where each lies, in the order of reading, and the folds of its first page.

    Sizes of type (points) are given from the largest; `most_row` is the highest row of a match
    and `board` the room of the peg board, in mm; `what_size` is that of the lines under the title. In each
    panel the dates of a division stand in so many `columns`.
    """

    name: str
    width: float
    height: float
    margin: float
    places: tuple[Place, ...]
    folds: tuple[Fold, ...]
    row_sizes: tuple[float, ...]
    text_sizes: tuple[float, ...]
    title_sizes: tuple[float, ...]
    most_row: float
    base_size: float
    what_size: float
    board: float
    columns: int

    @property
    def room(self) -> float:
        """The width of what stands in a panel, in mm."""
        return self.width - 2 * self.margin

    @property
    def depth(self) -> float:
        """The height of the same."""
        return self.height - 2 * self.margin

    @property
    def pages(self) -> int:
        return max(place.page for place in self.places)


WIDTH, HEIGHT = SHEET_WIDTH / 4, SHEET_HEIGHT / 2

# The upper row is turned, so that the back reads upright once the sheet is folded along its middle.
WALLET = CardPaper(
    name="wallet",
    width=WIDTH,
    height=HEIGHT,
    margin=7.0,
    places=(
        *(Place(page=1, x=column * WIDTH, y=HEIGHT) for column in range(4)),
        *(Place(page=1, x=column * WIDTH, y=0, is_turned=True) for column in reversed(range(4))),
    ),
    folds=(
        Fold(words="1. fold back here", at=HEIGHT, is_lying=True),
        Fold(words="2. back", at=WIDTH),
        Fold(words="3. forward", at=2 * WIDTH),
        Fold(words="4. back", at=3 * WIDTH),
    ),
    row_sizes=(12, 11, 10.4, 9.9, 9.4),
    text_sizes=(11, 10.4, 9.8, 9.2, 8.6, 8.2, 8),
    title_sizes=(25, 23, 21, 19, 17, 15, 13.5, 12),
    most_row=8.0,
    base_size=10.4,
    what_size=14.0,
    board=16.0,
    columns=1,
)

# The outer side first: the back on the left of the front.
A5 = CardPaper(
    name="a5",
    width=SHEET_WIDTH / 2,
    height=SHEET_HEIGHT,
    margin=12.0,
    places=(
        Place(page=1, x=SHEET_WIDTH / 2, y=0),
        Place(page=2, x=0, y=0),
        Place(page=2, x=SHEET_WIDTH / 2, y=0),
        Place(page=1, x=0, y=0),
    ),
    folds=(Fold(words="fold back here", at=SHEET_WIDTH / 2),),
    row_sizes=(14, 13, 12, 11, 10.4, 9.9, 9.4),
    text_sizes=(13, 12, 11, 10.4, 9.8, 9.2, 8.6, 8.2, 8),
    title_sizes=(40, 36, 32, 28, 25, 22, 19, 17),
    most_row=9.2,
    base_size=13.0,
    what_size=20.0,
    board=26.0,
    columns=2,
)

PAPERS = {paper.name: paper for paper in (WALLET, A5)}


Panels = list[tuple[Shown, ...]]
"""The sections of each panel, in the order of reading."""
Sheets = list[list[tuple[int, Place, tuple[Shown, ...]]]]


def card_sheets(panels: Panels, paper: CardPaper) -> Sheets:
    """Return the sides of paper on which the panels of a card lie, each with its number and its place."""
    placed = list(zip(count(1), paper.places, panels, strict=False))
    return [[panel for panel in placed if panel[1].page == page] for page in range(1, paper.pages + 1)]


def fold_marks(paper: CardPaper) -> Drawing:
    """Return long dashes for a fold across the sheet, dots for the others, ticks at every edge, and words."""
    return Drawing(shapes=tuple(_marks(paper)), width=SHEET_WIDTH, height=SHEET_HEIGHT)


def _marks(paper: CardPaper) -> Iterator[Shape]:
    lying = [fold.at for fold in paper.folds if fold.is_lying]
    for fold in paper.folds:
        if fold.is_lying:
            yield from _across(fold)
        else:
            yield from _down(fold, lying)


def _across(fold: Fold) -> Iterator[Shape]:
    middle = SHEET_WIDTH * 3 / 8
    half = width_of(fold.words, LABEL_SIZE, weight=700) / 2 + 2
    at = TICK + DASH_GAP
    for edge in (0.0, SHEET_WIDTH - TICK):
        yield Line(x1=edge, y1=fold.at, x2=edge + TICK, y2=fold.at, weight=2 * FOLD)
    while at + DASH < SHEET_WIDTH - TICK:
        if not middle - half - DASH < at < middle + half:
            yield Line(x1=at, y1=fold.at, x2=at + DASH, y2=fold.at, weight=FOLD)
        at += DASH + DASH_GAP
    yield _label(fold.words, middle, fold.at + 0.9)


def _down(fold: Fold, crossing: Sequence[float]) -> Iterator[Shape]:
    for y in (0.0, *(at - TICK / 2 for at in crossing), SHEET_HEIGHT - TICK):
        yield Line(x1=fold.at, y1=y, x2=fold.at, y2=y + TICK, weight=FOLD)
    at = TICK + DOT_GAP
    while at < SHEET_HEIGHT - 2 * TICK - 2:
        if all(abs(at - other) > TICK for other in crossing):
            yield Line(x1=fold.at, y1=at, x2=fold.at, y2=at + DOT, weight=FOLD)
        at += DOT_GAP
    yield _label(fold.words, fold.at, SHEET_HEIGHT - TICK - 1)


def _label(words: str, x: float, y: float) -> Words:
    return Words(x=x, y=y, text=words, size=LABEL_SIZE, weight=700, face=Face.TEXT, anchor=Anchor.MIDDLE)
