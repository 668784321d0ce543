"""Table slips: a form for each table of a match, several to A4, cut apart along the dashed lines.

Boxes stand where `league.printing.slip_geometry` puts them, in the block that the sheet has; here are the
head and the foot around it, and what is written on the slips of a match.
"""

from collections.abc import Iterator
from functools import lru_cache

from league.printing.codes import square
from league.printing.drawing import (
    A4_HEIGHT,
    A4_WIDTH,
    Anchor,
    Drawing,
    Face,
    Line,
    Shape,
    Words,
    fitted,
    mark,
    two_marks,
    width_of,
)
from league.printing.forms_on_paper import BlankSheet, CodeOnPaper, GameOnPaper, MatchOnPaper, SheetMatch
from league.printing.geometry import NUMBERS, VERSION, Style, moved_block, moved_box
from league.printing.sheet_blocks import HAIR, LEAST_SIZE, drawn_box, printed_block, signatures, text
from league.printing.sheets import black_box, crossed_box, key, nobodys_line, printed_corners
from league.printing.slip_geometry import (
    SLIP_BLOCK_X,
    SLIP_CODE_SIZE,
    SLIP_CODE_X,
    SLIP_CODE_Y,
    SLIP_CORNER,
    SLIP_WIDTH,
    SlipGeometry,
    slip_geometry,
)
from league.printing.written_sheets import places, shortened, written_game
from league.templatetags.dates import pub_date_year, pub_time
from scoring.seats import AWAY, HOME, NOBODY

# All in mm from the slip's own corner, but for those of the foot, which go up from where it is cut.
TITLE_X, TITLE_ON, TITLE_SIZE = 11.0, 9.0, 19
WHEN_X, WHEN_ON, WHEN_APART = 37.4, 6.2, 3.0
MARKS_AT, NAMES_X, NAMES_ON, NAME_APART = 5.6, 8.4, 14.4, 4.7
NAME_SIZES = (11.5, 11, 10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7, 6.5, 6)
HOW_ON, HOW_SIZE, HOW_BOX = 22.6, 7.5, 2.5
CODE_ON, CODE_SIZE = 23.1, 8
SIGNED, FOOT = 6.6, 4.0
BESIDE_CODE = 2.4  # white to the left of a square
ROOM = SLIP_CODE_X - BESIDE_CODE
FOOT_SIZE = 7
TO_CAPTAIN = "Then to the home captain."
FOOT_LEFT, FOOT_RIGHT = 11.0, SLIP_WIDTH - 11.0


def address_on(code: CodeOnPaper, table: int) -> str:
    """Return what the square of a slip leads to: its own table, with the version for who reads the slip."""
    slip = code.at_table(table)
    return f"{slip.address}#s{table}v{VERSION}" if code.site else ""


@lru_cache(maxsize=32)
def printed_slips(form: BlankSheet, page: int) -> Drawing:
    """Return what is the same on this sheet of slips for every match of the season."""
    geometry = slip_geometry(form)
    shapes: list[Shape] = [*_cuts(geometry)]
    for table in geometry.tables_on(page):
        _, left, top = geometry.place(table)
        shapes += printed_corners(geometry.corner_marks(), SLIP_CORNER, left, top)
        shapes += _head(form, geometry, table, left, top)
        shapes += printed_block(form, geometry.style, moved_block(geometry.block(table), left, top))
        shapes += (drawn_box(moved_box(box, left, top, page)) for box in geometry.on(table))
        low = top + geometry.height - SIGNED
        lines = ((left + FOOT_LEFT, left + 50.8, low), (left + 53.6, left + FOOT_RIGHT, low))
        shapes += signatures(lines, ("signed", "signed"), 12.4)
    return Drawing(shapes=tuple(shapes))


def _cuts(geometry: SlipGeometry) -> Iterator[Shape]:
    yield Line(x1=SLIP_WIDTH, y1=0, x2=SLIP_WIDTH, y2=A4_HEIGHT, dashed=True)
    for line in range(1, geometry.down):
        y = line * geometry.height
        yield Line(x1=0, y1=y, x2=A4_WIDTH, y2=y, dashed=True)


def _head(form: BlankSheet, geometry: SlipGeometry, table: int, left: float, top: float) -> Iterator[Shape]:
    """Yield which table it is, where the names go, and how to mark, drawn as well as told."""
    title = f"{form.table_word.capitalize()} {table}"
    yield Words(
        x=left + TITLE_X, y=top + TITLE_ON, text=title, size=TITLE_SIZE, weight=600, face=Face.SLAB, room=24
    )
    yield from two_marks(left + MARKS_AT, top + NAMES_ON - 1.2, NAME_APART)
    x, y = left + SLIP_BLOCK_X + HOW_BOX / 2, top + HOW_ON
    middle = y - 0.9
    yield from crossed_box(x, middle, HOW_BOX, 0.9)
    yield Words(x=x + 2.0, y=y, text="cross one box", size=HOW_SIZE)
    x += 21
    yield black_box(x, middle, HOW_BOX)
    yield Words(x=x + 2.0, y=y, text="black out a wrong one", size=HOW_SIZE)
    if geometry.style is Style.HANDS:
        x += 31
        yield from mark(NOBODY, x, middle)
        yield Words(x=x + 2.0, y=y, text="nobody", size=HOW_SIZE)


def written_slips(match: MatchOnPaper, page: int) -> Drawing:
    """Return the head and foot of each slip, and what is known of its table.

    They are drawn, not laid out: four of them a page, a season's slips would take four times as long.
    """
    geometry = slip_geometry(match.form)
    shapes: list[Shape] = []
    parts: list[Drawing] = []
    for table in geometry.tables_on(page):
        _, left, top = geometry.place(table)
        games = [game for game in match.games if game.table == table]
        parts += _common(match, left, top)
        if match.code:
            shapes += _code(match.code, table, left, top)
        shapes.append(_foot(match, games, left, top + geometry.height))
        block = moved_block(geometry.block(table), left, top)
        if row := row_below(match):
            shapes += _squads(match, left, block.bottom + ABOVE_SQUADS, row)
        boxes = places(moved_box(box, left, top, page) for box in geometry.on(table))
        for game in games:
            shapes += written_game(match, geometry.style, block, game, boxes)
    return Drawing(shapes=tuple(shapes), is_shared=False, parts=tuple(parts))


# Both squads beside each other, in mm: below the block of a slip where there is room, else on its back.
ABOVE_SQUADS, ABOVE_SIGNED, SQUADS_HEAD, LEAST_SQUADS_ROW, MOST_SQUADS_ROW = 4.0, 4.5, 2.0, 3.2, 8.0
BACK_ON, BACK_HEIGHT, SQUADS_EDGE, SQUADS_WIDTH = 12.0, 118.5, 6.0, 45.0


def row_below(match: MatchOnPaper) -> float:
    """Return how high a line of the squads below the block of every slip is, in mm; 0 if it were too low."""
    geometry = slip_geometry(match.form)
    most = min(geometry.height - block.bottom for block in geometry.blocks)
    row = _row_of_squads(match, most - ABOVE_SQUADS - SIGNED - ABOVE_SIGNED)
    return row if row >= LEAST_SQUADS_ROW else 0


def _row_of_squads(match: MatchOnPaper, height: float) -> float:
    return min(MOST_SQUADS_ROW, (height - SQUADS_HEAD) / max(NUMBERS, *map(len, match.squads)))


def has_backs(match: MatchOnPaper) -> bool:
    """Return whether known squads have no room on the front of the slips."""
    return any(match.squads) and not row_below(match)


def backs_of_slips(match: MatchOnPaper, page: int) -> Drawing:
    """Return the players of both sides behind each slip, by the numbers that are crossed on its front.

    A sheet turned over its long edge has its left slips on the right.
    """
    geometry, row = slip_geometry(match.form), _row_of_squads(match, BACK_HEIGHT)
    shapes: list[Shape] = [*_cuts(geometry)]
    for table in geometry.tables_on(page):
        _, front, top = geometry.place(table)
        shapes += _squads(match, SLIP_WIDTH - front, top + BACK_ON, row)
    return Drawing(shapes=tuple(shapes), is_shared=False)


def _squads(match: MatchOnPaper, edge: float, y: float, row: float) -> Iterator[Shape]:
    """Yield the numbered players of both sides on a slip from its edge, and lines for others."""
    size = 9 if row >= 4 else 8
    for side, team, squad in zip((HOME, AWAY), match.sides, match.squads, strict=True):
        left = edge + SQUADS_EDGE + side * (SQUADS_WIDTH + SQUADS_EDGE / 2)
        yield from mark(side, left + 1.2, y - 1.1)
        name = shortened(team, size, SQUADS_WIDTH - 5, weight=700)
        yield Words(x=left + 4, y=y, text=name, size=size, weight=700)
        for place in range(max(NUMBERS, *map(len, match.squads))):
            low = y + SQUADS_HEAD + (place + 1) * row
            name = shortened(squad[place], size, SQUADS_WIDTH - 7) if place < len(squad) else ""
            yield text(left + 4.6, low - row / 2, str(place + 1), size, 700, anchor=Anchor.END)
            yield text(left + 6.5, low - row / 2, name, size, 400, anchor=Anchor.START)
            yield Line(x1=left, y1=low, x2=left + SQUADS_WIDTH, y2=low, weight=HAIR)


def _common(match: MatchOnPaper, left: float, top: float) -> Iterator[Drawing]:
    """Yield what slips of other tables and matches say too: both names, the day and the division."""
    meeting = match.meeting
    if meeting is None:
        yield _to_write(match.league, match.season, left, top)
        return
    # Both in one size, so that neither looks the greater.
    size = fitted([meeting.home, meeting.away], ROOM - NAMES_X, NAME_SIZES, Face.SLAB).size
    for side, name in enumerate((meeting.home, meeting.away)):
        yield _name(name, size, left + NAMES_X, round(top + NAMES_ON + side * NAME_APART, 3))
    yield _when(_date(meeting), meeting.what, left, top)


@lru_cache(maxsize=512)
def _name(name: str, size: float, x: float, y: float) -> Drawing:
    room = ROOM - NAMES_X
    return Drawing(shapes=(Words(x=x, y=y, text=name, size=size, weight=600, face=Face.SLAB, room=room),))


@lru_cache(maxsize=512)
def _when(date: str, what: str, left: float, top: float) -> Drawing:
    return Drawing(
        shapes=tuple(
            Words(
                x=left + WHEN_X,
                y=top + WHEN_ON + place * WHEN_APART,
                text=words,
                size=7.5,
                weight=weight,
                room=ROOM - WHEN_X,
            )
            for place, (words, weight) in enumerate(((date, 600), (what, 400)))
        )
    )


def _date(meeting: SheetMatch) -> str:
    day = pub_date_year(meeting.date) if meeting.date else "No date yet"
    return ", ".join(part for part in (day, pub_time(meeting.starts_at)) if part)


@lru_cache(maxsize=32)
def _to_write(league: str, season: str, left: float, top: float) -> Drawing:
    lines = [
        Line(x1=left + NAMES_X, y1=y, x2=left + ROOM, y2=y, weight=HAIR)
        for y in (top + NAMES_ON + 0.4, top + NAMES_ON + NAME_APART + 0.4)
    ]
    x, room = left + WHEN_X, ROOM - WHEN_X
    whole = f"{league}, {season}"
    of = whole if width_of(whole, LEAST_SIZE + 0.5) <= room else shortened(league, LEAST_SIZE + 0.5, room)
    return Drawing(
        shapes=(
            *lines,
            Line(x1=x + 6.5, y1=top + WHEN_ON + 0.4, x2=left + ROOM, y2=top + WHEN_ON + 0.4, weight=HAIR),
            Words(x=x, y=top + WHEN_ON, text="date", size=7.5),
            Words(x=x, y=top + WHEN_ON + WHEN_APART, text=of, size=7.5, room=ROOM - WHEN_X),
        )
    )


def _code(code: CodeOnPaper, table: int, left: float, top: float) -> Iterator[Shape]:
    middle = left + SLIP_CODE_X + SLIP_CODE_SIZE / 2
    if code.site:
        yield square(address_on(code, table), left + SLIP_CODE_X, top + SLIP_CODE_Y, SLIP_CODE_SIZE)
    yield Words(
        x=middle,
        y=top + CODE_ON,
        text=code.at_table(table).spaced,
        size=CODE_SIZE,
        weight=700,
        anchor=Anchor.MIDDLE,
        room=SLIP_CODE_SIZE + 2 * BESIDE_CODE,
    )


def _foot(match: MatchOnPaper, games: list[GameOnPaper], left: float, cut: float) -> Words:
    """Return where the slip goes; of a table already played who sat there, and the penalties."""
    played = "; ".join(
        part
        for game in games
        for part in (
            f"{game.home_pair} v {game.away_pair}" if game.home_pair or game.away_pair else "",
            game.penalties,
        )
        if part
    )
    return Words(
        x=left + SLIP_WIDTH / 2,
        y=cut - FOOT,
        text=played or _boxes_in_words(match.form) or _where_to(match.code),
        size=FOOT_SIZE,
        anchor=Anchor.MIDDLE,
        room=FOOT_RIGHT - FOOT_LEFT,
    )


def _boxes_in_words(form: BlankSheet) -> str:
    """Return what the boxes of a game with more of them are for; empty where the heads say it all."""
    if slip_geometry(form).style is not Style.HANDS:
        return ""
    return " ".join(part for part in (key(form), nobodys_line(form)) if part)


def _where_to(code: CodeOnPaper | None) -> str:
    if code is None:
        return f"Both sides sign. {TO_CAPTAIN}"
    if not code.site:
        return f"On a phone: type the code at /s/ of the league’s site. {TO_CAPTAIN}"
    how = f"Scan, or type the code at {code.page}."
    whole = f"{how} {TO_CAPTAIN}"
    return whole if width_of(whole, LEAST_SIZE) <= FOOT_RIGHT - FOOT_LEFT else how
