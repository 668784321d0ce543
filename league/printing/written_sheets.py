"""What is written on the score sheet of one match: its code, where to send it, and what is known of it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from league.printing.codes import SQUARE, beside, square
from league.printing.drawing import (
    A4_WIDTH,
    Anchor,
    Drawing,
    Face,
    Line,
    Shape,
    Words,
    cross,
    width_of,
)
from league.printing.forms_on_paper import BlankSheet, CodeOnPaper, GameOnPaper, MatchOnPaper
from league.printing.geometry import (
    CODE_X,
    CODE_Y,
    FINAL_LEFT,
    LEFT,
    NUMBERS,
    SECOND,
    SIDES,
    WON_LEFT,
    MarkBox,
    SheetGeometry,
    Style,
    TableBlock,
    large_tables,
    sheet_geometry,
)
from league.printing.sheet_blocks import enlarged, text
from league.printing.sheets import (
    FOOT_ON,
    LARGE_SIZE,
    TOTALS_HEAD,
    TOTALS_Y,
    WHEN_FULL,
    address_on,
    has_squads,
    totals_edges,
    totals_row,
)
from league.templatetags.formatting import points
from scoring.seats import AWAY, HOME, NOBODY


def written_sheet(match: MatchOnPaper, page: int, *, is_large: bool = False) -> Drawing:
    """Return what this page says of the match beyond its names: its code, where to send it, what is known."""
    geometry = sheet_geometry(match.form, is_large=is_large)
    shapes = [*written_code(match, geometry, page)]
    known = {(game.table, game.game): game for game in match.games}
    tables = large_tables(match.form) if is_large else geometry
    boxes = places(tables.on(page))
    for block in tables.blocks_on(page):
        if block.table is None:
            continue
        for (table, _), game in known.items():
            if table == block.table:
                written = written_game(match, geometry.style, block, game, boxes)
                shapes += enlarged(written) if is_large else written
    if page == geometry.table_pages and not is_large and match.totals and not match.form.race_to:
        shapes += _written_totals(match)
    site = replace(match.code, code="") if match.code else None
    foot = _foot(match.due, match.sheets_to, match.send, site, is_large=is_large)
    if geometry.table_pages > 1 and not is_large:
        for words, y in (("Page", 18.4), (f"{page} of {geometry.table_pages}", 21.8)):
            shapes.append(Words(x=LEFT, y=y, text=words, size=8, weight=700, room=8.4))
    squads = (_listed(x, squad) for x, squad in zip((LEFT, SECOND), match.squads, strict=True))
    return Drawing(
        shapes=tuple(shapes),
        is_shared=False,
        parts=(foot, *squads) if has_squads(geometry) and not is_large else (foot,),
    )


# The players above the tables: columns of four lines, in mm; the least type in which a name stands (points).
LISTED_ON, LISTED_APART, LISTED_COLUMN, LISTED_LINES = 32.9, 3.1, 32.6, 4
LISTED_SIZE, NUMBER_ROOM = 8.0, 5.0


@lru_cache(maxsize=256)
def _listed(left: float, squad: tuple[str, ...]) -> Drawing:
    """Return the numbered players of a side; a line to write on beside a number nobody has."""
    shapes: list[Shape] = []
    room = LISTED_COLUMN - NUMBER_ROOM - 0.8
    for place in range(NUMBERS):
        column, line = divmod(place, LISTED_LINES)
        x, y = left + column * LISTED_COLUMN, LISTED_ON + line * LISTED_APART
        number = str(place + 1)
        shapes.append(Words(x=x + 3.8, y=y, text=number, size=LISTED_SIZE, weight=700, anchor=Anchor.END))
        if place < len(squad):
            name = shortened(squad[place], LISTED_SIZE, room)
            shapes.append(Words(x=x + NUMBER_ROOM, y=y, text=name, size=LISTED_SIZE, room=room))
        else:
            shapes.append(Line(x1=x + NUMBER_ROOM, y1=y + 0.3, x2=x + NUMBER_ROOM + room, y2=y + 0.3))
    return Drawing(shapes=tuple(shapes))


def shortened(name: str, size: float, room: float, face: Face = Face.TEXT, weight: int = 400) -> str:
    """Return a name as it fits a list: its first words are letters alone, as many as must be.

    One that is still too long is cut: it stands in full on the back.
    """
    shorter = name
    while width_of(shorter, size, face, weight) > room:
        initial = re.sub(r"([^\W\d_])[^\W\d_]+(?=[ -])", r"\1.", shorter, count=1)
        shorter = initial if initial != shorter else f"{shorter.rstrip('…')[:-1]}…"
    return shorter


def written_code(match: MatchOnPaper, geometry: SheetGeometry, page: int) -> Iterator[Shape]:
    """Yield the square of this page with its code under it, clear of the corner mark and of every word."""
    code = match.code
    if code is None:
        return
    if not code.site:
        yield from beside(code, CODE_X + SQUARE, 9.4, 35)
        return
    yield square(address_on(code, page, geometry, match.seals), CODE_X, CODE_Y)
    size, on = (LARGE_SIZE, 29.9) if geometry.is_large else (12, 29.4)
    yield Words(x=CODE_X + SQUARE / 2, y=on, text=code.spaced, size=size, weight=700, anchor=Anchor.MIDDLE)


@lru_cache(maxsize=256)
def _foot(due: str, sheets_to: str, send: str, site: CodeOnPaper | None, *, is_large: bool) -> Drawing:
    """Return the last line of every sheet of a night: by when, and where to send it."""
    how = send or WHEN_FULL
    if site and sheets_to:
        where = site.page if site.site else "the code above, at /s/"
        how = f"Or photograph this side flat, with all four corners: {where}."
    elif site:
        where = f"scan the code above, or type it at {site.page}"
        if not site.site:
            where = "type the code above on the league’s site, at /s/"
        how = f"Photograph this side flat, with all four corner squares: {where}."
    if sheets_to:
        how = how if site or send else "Both captains sign. Keep the four corner squares clean."
        words = f"{f'Due by {due}' if due else 'Send it'} to {sheets_to}. {how}"
    else:
        words = f"Due by {due}. {how}" if due else how
    if is_large:
        due_words = f"Due by {due}." if due else ""
        send_words = f"Send it to {sheets_to}." if sheets_to else "Both captains sign the last page."
        if site and site.site:
            send_words = f"Photograph each page: {site.page}"
        lines = tuple(words for words in (due_words, send_words) if words)
        first = FOOT_ON - (len(lines) - 1) * LARGE_FOOT_APART
    else:
        lines, first = (words,), FOOT_ON
    return Drawing(
        shapes=tuple(
            Words(
                x=A4_WIDTH / 2,
                y=first + place * LARGE_FOOT_APART,
                text=line,
                size=LARGE_SIZE if is_large else 8,
                anchor=Anchor.MIDDLE,
                room=178,
            )
            for place, line in enumerate(lines)
        )
    )


LARGE_FOOT_APART = 6.0


Places = dict[tuple[int | None, int | None, int | None, str, str, str], MarkBox]


def places(boxes: Iterable[MarkBox]) -> Places:
    """Return the boxes by what they are for."""
    return {(box.table, box.game, box.hand, box.award, box.side, box.value): box for box in boxes}


def _crossed(boxes: Places, key: tuple[int | None, int | None, int | None, str, str, str]) -> Iterator[Shape]:
    if box := boxes.get(key):
        yield from cross(*box.middle, box.size / 2)


def written_game(
    match: MatchOnPaper, style: Style, block: TableBlock, game: GameOnPaper, boxes: Places
) -> Iterator[Shape]:
    """Yield what is known of a game in the block of its table: crosses, the running score, its points."""
    table = block.table
    if game.game == 1:
        for side, pair in zip((HOME, AWAY), (game.home_pair, game.away_pair), strict=True):
            names = pair.split(" & ")
            for number, name in enumerate(match.squads[side], start=1):
                if name in names:
                    yield from _crossed(boxes, (table, None, None, "player", SIDES[side], str(number)))
        if game.first_pitch is not None:
            yield from _crossed(boxes, (table, None, None, "opened", SIDES[game.first_pitch], ""))
    match style:
        case Style.HANDS:
            yield from _written_hands(match.form, block, game, boxes)
        case Style.GAMES:
            yield from _written_points(block, game, boxes)
        case _:
            yield from _written_digits(block, game, boxes)


def _written_hands(form: BlankSheet, block: TableBlock, game: GameOnPaper, boxes: Places) -> Iterator[Shape]:
    middle = (block.scores_at + block.x + FINAL_LEFT) / 2
    width = middle - block.scores_at
    for number, (hand, y) in enumerate(zip(game.hands, block.rows, strict=False), start=1):
        for column, taker in zip(form.columns, hand.takers, strict=False):
            if taker is not None:
                whose = "nobody" if taker is NOBODY else SIDES[taker]
                yield from _crossed(boxes, (block.table, None, number, column.title.lower(), whose, ""))
        if hand.is_hung:
            yield from _crossed(boxes, (block.table, None, number, "hung", "", ""))
        if hand.said:
            yield from _crossed(boxes, (block.table, None, number, "beg", "", hand.said.upper()))
        for side, score in zip((HOME, AWAY), hand.score, strict=False):
            yield text(middle + (side - 0.5) * width, y, str(score), 9.5, 400)
    for side, score in zip((HOME, AWAY), game.score, strict=False):
        yield from _crossed(boxes, (block.table, None, None, "final", SIDES[side], str(score)))


def _written_points(block: TableBlock, game: GameOnPaper, boxes: Places) -> Iterator[Shape]:
    if game.game > len(block.rows) or not game.score:
        return
    middle = block.rows[game.game - 1]
    left = block.groups[-1].right if block.groups else block.x + 11.5
    for side, score in zip((HOME, AWAY), game.score, strict=True):
        y = middle + (2 * side - 1) * block.side_at * block.row
        yield text((left + block.x + WON_LEFT) / 2, y, str(score), 9, 400)
    home, away = game.score
    if home != away:
        winner = SIDES[HOME if home > away else AWAY]
        yield from _crossed(boxes, (block.table, game.game, None, "won", winner, ""))
        yield from _crossed(boxes, (block.table, game.game, None, "loser", "", str(min(home, away))))


def _written_digits(block: TableBlock, game: GameOnPaper, boxes: Places) -> Iterator[Shape]:
    digits = len(block.rows) // 2
    names = ("hundreds", "tens", "units")[-digits:]
    heads = block.rows[0] - block.row / 2
    for side, score in zip((HOME, AWAY), game.score, strict=False):
        yield text(block.x + 9.3, heads + (side + 0.5) * digits * block.row, str(score), 13, 400)
        if score < 10**digits:
            for name, figure in zip(names, f"{score:0{digits}}", strict=True):
                yield from _crossed(boxes, (block.table, None, None, name, SIDES[side], figure))


def _written_totals(match: MatchOnPaper) -> Iterator[Shape]:
    edges = totals_edges(match.form)
    for side, line in enumerate(match.totals or ()):
        middle = TOTALS_Y + TOTALS_HEAD + (side + 0.5) * totals_row(match.form)
        cells = (*line.tables, str(line.total), *map(points, line.parts), points(line.match_points))
        for words, left, right in zip(cells, edges, edges[1:], strict=False):
            yield text((left + right) / 2, middle, words, 9.5, 700 if right == edges[-1] else 400)
