"""The pages of a captain's score sheet: where tables, totals and signatures stand on A4, and on how many.

Upright with two tables side by side. Four side by side on a sheet laid across leave 67 mm a table: boxes
4.4 mm apart instead of 6.5 and 8 mm for a score of two figures, too close for a biro among glasses.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from league.printing.blocks import AROUND_ROWS, LEAST_ROW, MOST_ROW, Block
from league.printing.drawing import A4_WIDTH
from league.printing.forms_on_paper import BlankSheet

# All in mm from the top left corner of the paper.
LEFT, RIGHT = 7.7, A4_WIDTH - 7.7
BETWEEN = 6.2
ABREAST = 2
BLOCK_WIDTH = (RIGHT - LEFT - BETWEEN) / ABREAST

BLOCKS_TOP = 31.4
BLOCKS_APART = 2.4

TOTALS_HEAD, TOTALS_ROW = 4.6, 6.1
REMARKS = 8.0
SIGNATURES = 9.8
BELOW_BLOCKS = BLOCKS_APART + TOTALS_HEAD + 2 * TOTALS_ROW + REMARKS + SIGNATURES
LAST_LINE = 283.6


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPage:
    """One page of a sheet. The totals and signatures stand on the last."""

    form: BlankSheet
    number: int
    of: int
    blocks: tuple[Block, ...]

    @property
    def is_last(self) -> bool:
        return self.number == self.of

    @property
    def totals_at(self) -> float:
        return max(block.bottom for block in self.blocks) + BLOCKS_APART

    @property
    def remarks_at(self) -> float:
        return self.totals_at + TOTALS_HEAD + 2 * TOTALS_ROW


@lru_cache(maxsize=32)
def sheet_pages(form: BlankSheet) -> tuple[SheetPage, ...]:
    """Return the pages of a sheet for this match format: as many tables a page as leaves rows to write in."""
    games = form.every_game
    down = _blocks_down(form)
    a_page = ABREAST * down
    of = -(-len(games) // a_page)
    return tuple(
        SheetPage(
            form=form,
            number=number + 1,
            of=of,
            blocks=tuple(
                _placed(form, games[number * a_page : (number + 1) * a_page], is_last=number + 1 == of)
            ),
        )
        for number in range(of)
    )


def _row_height(form: BlankSheet, down: int, *, is_last: bool = True) -> float:
    """Return how high a row can be with so many blocks one below the other, on a page with totals or
    without.
    """
    room = LAST_LINE - (BELOW_BLOCKS if is_last else 0) - BLOCKS_TOP - (down - 1) * BLOCKS_APART
    return min(MOST_ROW, (room / down - AROUND_ROWS) / form.rows)


def _blocks_down(form: BlankSheet) -> int:
    """As many as fit one below the other with rows high enough to write in; at least one."""
    down = 1
    while _row_height(form, down + 1) >= LEAST_ROW:
        down += 1
    return down


def _placed(form: BlankSheet, games: Sequence[tuple[int, int]], *, is_last: bool) -> Iterator[Block]:
    down = -(-len(games) // ABREAST)
    row = _row_height(form, down, is_last=is_last)
    height = AROUND_ROWS + form.rows * row
    for place, (table, game) in enumerate(games):
        yield Block(
            form=form,
            table=table,
            game=game,
            x=LEFT + (place % ABREAST) * (BLOCK_WIDTH + BETWEEN),
            y=BLOCKS_TOP + (place // ABREAST) * (height + BLOCKS_APART),
            width=BLOCK_WIDTH,
            row=row,
        )
