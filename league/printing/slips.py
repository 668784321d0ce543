"""Table slips: a form for each table of a match, several to A4, cut apart along the dashed lines."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from league.printing.blocks import (
    AROUND_ROWS,
    LABEL,
    LEAST_ROW,
    MOST_ROW,
    Block,
    key,
    nobodys_line,
    printed_block,
)
from league.printing.codes import SQUARE, in_a_line, square
from league.printing.drawing import (
    A4_HEIGHT,
    A4_WIDTH,
    EDGE,
    Drawing,
    Face,
    Line,
    Shape,
    Words,
    fitted,
    two_marks,
    width_of,
)
from league.printing.forms_on_paper import BlankSheet, MatchOnPaper, SheetMatch
from league.printing.written_blocks import written_block
from league.templatetags.dates import pub_date_year, pub_time
from scoring.seats import AWAY, HOME

# All in mm. The outer edge is left to the printer, the inner one to the scissors.
MARGIN, TO_THE_CUT = 6.0, 4.5
HEAD = 21.0  # a square to scan, and white below it
NAMES_ON, NAME_APART = 3.9, 5.2
AFTER_MARK = 3.6
NAME_SIZES = (12, 11, 10, 9, 8, 7)
LINES_ON, LINES_APART, LINES_CLOSER, CODE_ON = 13.1, 3.1, 2.1, 20.2
LINE, SMALL_LINE = 8, 6  # points
WORDS_ON, WORDS_APART = 2.9, 2.9
SIGNATURES = 9.1  # below the last line of words

# White to the left of a square.
BESIDE_SQUARE = 3.0
SIGNED, BETWEEN_SIGNATURES = 17.0, 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """A way to cut A4: how many slips across and down."""

    across: int
    down: int

    @property
    def slips(self) -> int:
        return self.across * self.down

    def row(self, form: BlankSheet) -> float:
        """Return how high a row of a slip can be."""
        room = A4_HEIGHT / self.down - self._edges(self.down) - HEAD - _foot(form)
        return min(MOST_ROW, (room - AROUND_ROWS) / form.rows)

    def place(self, number: int) -> tuple[float, float]:
        """Return the top left corner of the slip's content, slips from 0."""
        column, line = number % self.across, number // self.across
        x = column * A4_WIDTH / self.across + (MARGIN if column == 0 else TO_THE_CUT)
        y = line * A4_HEIGHT / self.down + (MARGIN if line == 0 else TO_THE_CUT)
        return x, y

    @property
    def slip_width(self) -> float:
        return A4_WIDTH / self.across - self._edges(self.across)

    @staticmethod
    def _edges(parts: int) -> float:
        return 2 * MARGIN if parts == 1 else MARGIN + TO_THE_CUT


# The first that leaves rows to write in is taken: four slips to a sheet, or two long ones.
CUTS = (Cut(across=2, down=2), Cut(across=2, down=1))


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipPage:
    """One sheet of slips."""

    form: BlankSheet
    cut: Cut
    blocks: tuple[Block, ...]


@lru_cache(maxsize=32)
def slip_pages(form: BlankSheet) -> tuple[SlipPage, ...]:
    """Return the sheets that hold a slip for every game of every table."""
    cut = next((cut for cut in CUTS if cut.row(form) >= LEAST_ROW), CUTS[-1])
    games = form.every_game
    return tuple(
        SlipPage(
            form=form,
            cut=cut,
            blocks=tuple(_placed(form, cut, games[first : first + cut.slips])),
        )
        for first in range(0, len(games), cut.slips)
    )


def _placed(form: BlankSheet, cut: Cut, games: Sequence[tuple[int, int]]) -> Iterator[Block]:
    for place, (table, game) in enumerate(games):
        x, y = cut.place(place)
        yield Block(
            form=form, table=table, game=game, x=x, y=y + HEAD, width=cut.slip_width, row=cut.row(form)
        )


@lru_cache(maxsize=32)
def printed_slips(page: SlipPage) -> Drawing:
    """Return what is the same on this sheet of slips for every match of the season."""
    shapes = (*_cuts(page.cut), *(shape for block in page.blocks for shape in _printed_slip(block)))
    return Drawing(shapes=shapes)


def _cuts(cut: Cut) -> Iterator[Shape]:
    for column in range(1, cut.across):
        x = column * A4_WIDTH / cut.across
        yield Line(x1=x, y1=0, x2=x, y2=A4_HEIGHT, dashed=True)
    for line in range(1, cut.down):
        y = line * A4_HEIGHT / cut.down
        yield Line(x1=0, y1=y, x2=A4_WIDTH, y2=y, dashed=True)


def _printed_slip(block: Block) -> Iterator[Shape]:
    yield from two_marks(block.x + 1.4, block.y - HEAD + NAMES_ON - 1.1, NAME_APART)
    yield from printed_block(block)
    for place, text in enumerate(_words(block.form)):
        y = block.bottom + WORDS_ON + place * WORDS_APART
        yield Words(x=block.x, y=y, text=text, size=7, room=block.width)
    half = (block.width - BETWEEN_SIGNATURES) / 2
    line = block.bottom + _foot(block.form) - 0.6
    for place, whose in enumerate(("home", "away")):
        x = block.x + place * (half + BETWEEN_SIGNATURES)
        yield Words(x=x, y=line, text=f"signed, {whose}", size=LABEL)
        yield Line(x1=x + SIGNED, y1=line + 0.6, x2=x + half, y2=line + 0.6, weight=EDGE)


def _words(form: BlankSheet) -> tuple[str, ...]:
    """Return how to fill the slip in; a game with more boxes has their key first."""
    if boxes := key(form):
        return boxes, f"{nobodys_line(form)} A wrong cross: black the box out.".strip()
    return ("Cross one box each. A wrong cross: black the whole box out and cross the right one.",)


def _foot(form: BlankSheet) -> float:
    """Return the room below the block: for the words and the signatures."""
    return len(_words(form)) * WORDS_APART + SIGNATURES


def written_slips(page: SlipPage, match: MatchOnPaper) -> Drawing:
    """Return the head of each slip, and what is known of its game.

    The heads are drawn, not laid out: four of them a page, a season's slips would take four times as long.
    """
    known = {(game.table, game.game): game for game in match.games}
    shapes: list[Shape] = []
    for block in page.blocks:
        shapes += _head(block, match)
        if game := known.get((block.table, block.game)):
            shapes += written_block(block, game)
    return Drawing(shapes=tuple(shapes), is_shared=False)


def _head(block: Block, match: MatchOnPaper) -> Iterator[Shape]:
    top, meeting = block.y - HEAD, match.meeting
    if meeting is None:
        yield from _head_to_write(block, match)
        return
    has_square = match.code is not None and bool(match.code.site)
    width = block.width - (SQUARE + BESIDE_SQUARE if has_square else 0)
    room, left = width - AFTER_MARK, block.x + AFTER_MARK
    size = fitted([meeting.home, meeting.away], room, NAME_SIZES, Face.SLAB).size
    for side, name in enumerate((meeting.home, meeting.away)):
        y = top + NAMES_ON + side * NAME_APART
        yield Words(x=left, y=y, text=name, size=size, weight=600, face=Face.SLAB, room=room)
    when, what = f"{_when(meeting)} at {meeting.venue}", f"{meeting.division}, week {meeting.week}"
    lines = [(when, 600), (f"{what}, {match.league}", 400)]
    apart = LINES_APART
    if width_of(lines[1][0], SMALL_LINE) > width:
        lines[1:] = [(what, 400), (match.league, 400)]
        apart = LINES_CLOSER
    for place, (text, weight) in enumerate(lines):
        y = top + LINES_ON + place * apart
        size = LINE if apart == LINES_APART else SMALL_LINE
        yield Words(x=block.x, y=y, text=text, size=size, weight=weight, room=width)
    if match.code:
        code = match.code.at_table(block.table)
        yield from in_a_line(code, block.x, top + CODE_ON, width)
        if code.site:
            yield square(code.address, block.right - SQUARE, top)


def _when(meeting: SheetMatch) -> str:
    if meeting.date is None:
        return "No date yet,"
    return ", ".join(part for part in (pub_date_year(meeting.date), pub_time(meeting.starts_at)) if part)


def _head_to_write(block: Block, match: MatchOnPaper) -> Iterator[Shape]:
    top = block.y - HEAD
    for side in (HOME, AWAY):
        y = top + NAMES_ON + side * NAME_APART + 0.6
        yield Line(x1=block.x + AFTER_MARK, y1=y, x2=block.right, y2=y, weight=EDGE)
    yield Words(x=block.x, y=top + LINES_ON, text="date", size=8)
    yield Words(
        x=block.x,
        y=top + LINES_ON + LINES_APART,
        text=f"{match.league}, {match.season}",
        size=8,
        room=block.width,
    )
