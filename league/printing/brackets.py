"""A cup's bracket on paper: names where they stand, lines to write the others on."""

from dataclasses import dataclass

from league.cups import TreeColumn, TreeSeat
from league.printing.typesetting import fitted

# In mm: the paper by its name and lie, the margin, what the heading takes, a column's head.
PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0)}
MARGIN, HEADING, COLUMN_HEAD = 10.0, 20.0, 7.0
AIR = 3.0
# Beyond so many lines in the first round the sheet stands upright.
LYING_LINES = 16
NAME_SIZES = (13, 12, 11, 10, 9.2, 8.5, 7.8, 7.2, 6.6, 6, 5.5)
SCORE = 6.5
# Of the height of a line of the first round, what a name may take; the rest is air to write in.
LEADING = 0.62
MM_OF_POINT = 0.3528


@dataclass(frozen=True, slots=True, kw_only=True)
class Stroke:
    """A line, lying or standing, in mm from the top left corner of the tree."""

    left: float
    top: float
    width: float = 0
    height: float = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """What stands on a line: its foot is the line's."""

    left: float
    top: float
    width: float
    text: str
    score: str
    is_winner: bool
    size: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedRound:
    """A round's title and its names, from the top."""

    left: float
    width: float
    title: str
    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedTree:
    """A bracket on one sheet: which paper it takes, its rounds, and the lines under all of them."""

    paper: str
    is_lying: bool
    rounds: tuple[PrintedRound, ...]
    strokes: tuple[Stroke, ...]

    @property
    def page(self) -> str:
        """The name of the page in the style."""
        return f"{self.paper}-{'lying' if self.is_lying else 'upright'}"


def printed_tree(columns: tuple[TreeColumn, ...], *, paper: str, is_fixed: bool) -> PrintedTree:
    """The tree on a sheet of this paper. In an open draw no line leads from a winner to his next tie."""
    lines = 2 * len(columns[0].meetings) if columns else 2
    lines = max(lines, len(columns[0].seats), 1 << (len(columns) - 1))
    is_lying = lines <= LYING_LINES
    short, long = PAPERS[paper]
    width, height = (long, short) if is_lying else (short, long)
    column = (width - 2 * MARGIN) / len(columns)
    deep = height - 2 * MARGIN - HEADING - COLUMN_HEAD
    size = _size(columns, column, deep / lines)
    rounds, strokes = [], []
    for number, each in enumerate(columns):
        left, right = number * column, (number + 1) * column
        begins = left if is_fixed or each is columns[-1] else left + AIR
        names = []
        for seat in each.seats:
            strokes.append(Stroke(left=begins, top=COLUMN_HEAD + seat.at * deep, width=right - begins))
            names.append(_name(seat, left + AIR, column - AIR, COLUMN_HEAD + seat.at * deep, size))
        for above, below in each.meetings:
            strokes.append(Stroke(left=right, top=COLUMN_HEAD + above * deep, height=(below - above) * deep))
        rounds.append(PrintedRound(left=left + AIR, width=column - AIR, title=each.title, names=tuple(names)))
    return PrintedTree(paper=paper, is_lying=is_lying, rounds=tuple(rounds), strokes=tuple(strokes))


def _size(columns: tuple[TreeColumn, ...], column: float, line: float) -> float:
    """The largest type in which every name fits its line."""
    names = [seat.name for each in columns for seat in each.seats] or [""]
    sizes = [size for size in NAME_SIZES if size * MM_OF_POINT <= line * LEADING] or [NAME_SIZES[-1]]
    return fitted(names, column - AIR - SCORE, sizes, weight=700).size


def _name(seat: TreeSeat, left: float, width: float, foot: float, size: float) -> Name:
    return Name(
        left=left,
        top=foot - size * MM_OF_POINT * 1.3,
        width=width,
        text=seat.name,
        score=seat.score,
        is_winner=seat.is_winner,
        size=size,
    )
