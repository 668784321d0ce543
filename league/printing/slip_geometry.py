"""Where the boxes of a table slip stand: the very block of the sheet, with marks and a code of its own.

All in mm from the top left corner of a slip, that is from where it is cut. VERSION is that of the sheet: a
box that moves there moves here.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from league.printing.geometry import (
    BLOCK_WIDTH,
    PAGE_HEIGHT,
    PAGE_WIDTH,
    VERSION,
    MarkBox,
    Marks,
    Style,
    TableBlock,
    moved_block,
    moved_box,
    sheet_geometry,
)

if TYPE_CHECKING:
    from league.printing.forms_on_paper import BlankSheet

ACROSS = 2
SLIP_WIDTH = PAGE_WIDTH / ACROSS
SLIP_BLOCK_X, SLIP_BLOCK_Y = (SLIP_WIDTH - BLOCK_WIDTH) / 2, 24.0
SLIP_CORNER, SLIP_EDGE = 5.0, 4.0
SLIP_CODE_SIZE, SLIP_CODE_X, SLIP_CODE_Y = 15.0, 78.2, 4.0

# Below the block: the signatures and a line of words.
SLIP_FOOT = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipGeometry:
    """The slips of a match format, one a table: its block and boxes, and how many come out of A4.

    The page of a block or box is the number of its table.
    """

    style: Style
    down: int
    blocks: tuple[TableBlock, ...]
    boxes: tuple[MarkBox, ...]
    version: int = VERSION

    @property
    def height(self) -> float:
        return PAGE_HEIGHT / self.down

    @property
    def slips_a_page(self) -> int:
        return ACROSS * self.down

    @property
    def pages(self) -> int:
        return -(-len(self.blocks) // self.slips_a_page)

    def on(self, table: int) -> tuple[MarkBox, ...]:
        return tuple(box for box in self.boxes if box.table == table)

    def block(self, table: int) -> TableBlock:
        return self.blocks[table - 1]

    def place(self, table: int) -> tuple[int, float, float]:
        """Return the page of A4, from 1, and where on it the top left corner of a table's slip is."""
        page, on_page = divmod(table - 1, self.slips_a_page)
        down, across = divmod(on_page, ACROSS)
        return page + 1, across * SLIP_WIDTH, down * self.height

    def tables_on(self, page: int) -> tuple[int, ...]:
        """Return the tables whose slips come out of this page of A4."""
        first = (page - 1) * self.slips_a_page
        return tuple(range(first + 1, min(first + self.slips_a_page, len(self.blocks)) + 1))

    def corner_marks(self) -> Marks:
        """Return the four corner marks, smaller than those of a sheet."""
        far_x, far_y = SLIP_WIDTH - SLIP_EDGE - SLIP_CORNER, self.height - SLIP_EDGE - SLIP_CORNER
        long, short = 1.8, 0.7
        return (
            (SLIP_EDGE, SLIP_EDGE, long, long),
            (far_x, SLIP_EDGE, long, short),
            (SLIP_EDGE, far_y, short, long),
            (far_x, far_y, short, short),
        )


@lru_cache(maxsize=32)
def slip_geometry(form: "BlankSheet", version: int = VERSION) -> SlipGeometry:
    """Return where everything stands on the slips of a match format: four to A4, or two if they are long."""
    sheet = sheet_geometry(form, version=version)
    blocks, boxes = [], []
    for block in sheet.blocks:
        if block.table:
            right, down = SLIP_BLOCK_X - block.x, SLIP_BLOCK_Y - block.y
            blocks.append(replace(moved_block(block, right, down), page=block.table))
            boxes += [
                moved_box(box, right, down, block.table) for box in sheet.boxes if box.table == block.table
            ]
    lowest = max(block.bottom for block in blocks)
    return SlipGeometry(
        style=sheet.style,
        down=2 if lowest <= PAGE_HEIGHT / 2 - SLIP_FOOT else 1,
        blocks=tuple(blocks),
        boxes=tuple(boxes),
        version=sheet.version,
    )
