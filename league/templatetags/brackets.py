"""A bracket drawn for a screen. The rounds stand below it as lists: to a screen reader it says nothing."""

from dataclasses import dataclass
from typing import Any

from django import template

from league.cups.brackets import TreeSeat, in_two_lines, tree_of
from league.cups.rules import DrawnBy
from league.cups.selectors.cups import CupOnPage

register = template.Library()

# In the drawing's own units: the page, the narrowest column, its air on the left, a line of the first round,
# the heads; a score with its air, and what a letter takes on average.
PAGE, COLUMN, AIR, LINE, HEAD = 1200, 190, 14, 38, 40
WIDEST = 300
SCORE, SCORE_AIR = 36, 6
LETTER = 6.7
TEXT = 15
"""From one line of a name to the next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnSeat:
    """A line with a name above it, which may take two lines of text."""

    x: int
    x2: int
    y: float
    names: tuple[str, ...]
    score: str
    is_winner: bool

    @property
    def first_line(self) -> int:
        """How far above its line the name begins."""
        return -5 - TEXT * (len(self.names) - 1)

    @property
    def name_at(self) -> int:
        return self.x + AIR

    @property
    def score_at(self) -> int:
        return self.x2 - SCORE_AIR


@register.inclusion_tag("cups/_bracket.html")
def bracket(page: CupOnPage) -> dict[str, Any]:
    """Return the tree of a cup as it stands."""
    columns = tree_of(page.bracket)
    wide = min(max(PAGE // max(len(columns), 1), COLUMN), WIDEST)
    deep = LINE * 2 * len(page.bracket.rounds[0].lines) if columns else 0
    is_fixed = page.played.rules.drawn_by is DrawnBy.BRACKET
    seats, meetings, heads = [], [], []
    for number, column in enumerate(columns):
        left, right = number * wide, (number + 1) * wide
        heads.append((left + AIR, column.title))
        # The winners of an open draw go into the hat, not along a line.
        begins = left if is_fixed or column is columns[-1] else left + AIR
        seats += [_drawn(seat, begins, right, deep) for seat in column.seats]
        meetings += [(right, HEAD + above * deep, HEAD + below * deep) for above, below in column.meetings]
    return {
        "wide": len(columns) * wide,
        "deep": deep + HEAD,
        "heads": heads,
        "seats": seats,
        "meetings": meetings,
    }


def _drawn(seat: TreeSeat, left: int, right: int, deep: int) -> DrawnSeat:
    names = in_two_lines(seat.name, int((right - left - AIR - SCORE) / LETTER))
    y = HEAD + seat.at * deep
    return DrawnSeat(x=left, x2=right, y=y, names=names, score=seat.score, is_winner=seat.is_winner)
