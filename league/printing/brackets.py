"""A cup's bracket on paper: names where they stand, lines to write the others on; and its document."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.text import slugify

from league.cups.brackets import TreeColumn, shortened, tree_of
from league.cups.rules import DrawnBy
from league.cups.selectors.cups import CupOnPage
from league.printing.documents import Document
from league.printing.drawing import MM_PER_POINT, fitted, width_of
from league.templatetags.dates import pub_date_year

# In mm: the paper by its name and lie, the margin, what the heading takes, a column's head.
PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0)}
MARGIN, HEADING, COLUMN_HEAD = 10.0, 20.0, 7.0
AIR = 3.0

# Beyond so many lines in the first round the sheet stands upright.
LYING_LINES = 32
NAME_SIZES = (13, 12, 11, 10, 9.2, 8.5, 7.8, 7.2, 6.6, 6, 5.5)
SCORE = 6.5

# Of the height of a line of the first round, what a name may take; the rest is air to write in.
LEADING = 0.62

# How much wider than its even share the first round may be; beside it, how small later names, and how short.
WIDEST_FIRST = 1.75
SMALLER, FEWEST_LETTERS = 0.75, 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Stroke:
    """A line, lying or standing, in mm from the top left corner of the tree."""

    left: float
    top: float
    width: float = 0
    height: float = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketName:
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
    """A round’s title and its names, from the top, all in one size."""

    left: float
    width: float
    title: str
    size: float
    names: tuple[BracketName, ...]


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
    """Return the tree on a sheet of this paper.

    In an open draw no line leads from a winner to their next tie.
    """
    lines = 2 * len(columns[0].meetings) if columns else 2
    lines = max(lines, len(columns[0].seats), 1 << (len(columns) - 1))
    is_lying = lines <= LYING_LINES
    short, long = PAPERS[paper]
    width, height = (long, short) if is_lying else (short, long)
    deep = height - 2 * MARGIN - HEADING - COLUMN_HEAD
    sizes = [size for size in NAME_SIZES if size * MM_PER_POINT <= deep / lines * LEADING] or [NAME_SIZES[-1]]
    rounds: list[PrintedRound] = []
    strokes: list[Stroke] = []
    left = 0.0
    for each, wide in zip(columns, _widths(columns, width - 2 * MARGIN, sizes[0]), strict=True):
        right = left + wide
        begins = left if is_fixed or each is columns[-1] else left + AIR
        for seat in each.seats:
            strokes.append(Stroke(left=begins, top=COLUMN_HEAD + seat.at * deep, width=right - begins))
        for above, below in each.meetings:
            strokes.append(Stroke(left=right, top=COLUMN_HEAD + above * deep, height=(below - above) * deep))
        rounds.append(_round(each, left + AIR, wide - AIR, deep, sizes))
        # A name that goes on is set as in the first round, or not much smaller, and is cut rather than that.
        sizes = [size for size in NAME_SIZES if rounds[0].size * SMALLER <= size <= rounds[0].size]
        left = right
    return PrintedTree(paper=paper, is_lying=is_lying, rounds=tuple(rounds), strokes=tuple(strokes))


def _widths(columns: tuple[TreeColumn, ...], width: float, size: float) -> list[float]:
    """Give the first round room for whole names; the other rounds share the rest."""
    even = width / len(columns)
    widest = max([width_of(seat.name, size, weight=700) for seat in columns[0].seats], default=0)
    first = min(max(even, widest + AIR + SCORE), even * WIDEST_FIRST)
    return [first, *[(width - first) / (len(columns) - 1)] * (len(columns) - 1)]


def _round(each: TreeColumn, left: float, width: float, deep: float, sizes: Sequence[float]) -> PrintedRound:
    room = width - (SCORE if any(seat.score for seat in each.seats) else 0)
    size = fitted([seat.name for seat in each.seats] or [""], room, sizes, weight=700).size
    return PrintedRound(
        left=left,
        width=width,
        title=each.title,
        size=size,
        names=tuple(
            BracketName(
                left=left,
                top=COLUMN_HEAD + seat.at * deep - size * MM_PER_POINT * 1.3,
                width=width,
                text=_cut(seat.name, room, size),
                score=seat.score,
                is_winner=seat.is_winner,
                size=size,
            )
            for seat in each.seats
        ),
    )


def _cut(name: str, room: float, size: float) -> str:
    """As much of a name as its line holds."""
    letters = len(name)
    while letters > FEWEST_LETTERS and width_of(shortened(name, letters), size, weight=700) > room:
        letters -= 1
    return shortened(name, letters)


@dataclass(frozen=True, slots=True, kw_only=True)
class CupOnPaper:
    """A cup's heading and its tree."""

    name: str
    season: str
    league: str
    finals: str
    tree: PrintedTree


def brackets_on_paper(
    pages: Sequence[CupOnPage], *, printed_on: datetime.date, paper: str = "a4"
) -> Document | None:
    """Return the bracket of each cup on one sheet of this paper. None as long as nothing is drawn."""
    trees = [_tree(page, paper if paper in PAPERS else "a4") for page in pages if page.rounds]
    if not trees:
        return None
    first = trees[0]
    alone = len(trees) == 1
    return Document(
        title=f"{first.name if alone else 'Cups'}, {first.season}",
        filename=slugify(f"{first.name if alone else 'cups'} {first.season} {paper}") + ".pdf",
        template="printing/bracket.html",
        context={"cups": trees, "printed_on": printed_on},
        follows_from=(tuple(trees), printed_on),
    )


def _tree(page: CupOnPage, paper: str) -> CupOnPaper:
    cup = page.cup
    at = cup.finals_at.name if cup.finals_at else ""
    return CupOnPaper(
        name=cup.name,
        season=cup.season.name,
        league=cup.season.league.name,
        finals=", ".join(filter(None, (at, pub_date_year(cup.finals_on)))),
        tree=printed_tree(
            tree_of(page.bracket), paper=paper, is_fixed=page.played.rules.drawn_by is DrawnBy.BRACKET
        ),
    )
