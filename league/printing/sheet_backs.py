"""The back of a score sheet: numbered players, order of play, key rules, more penalties, remarks."""

from collections.abc import Iterator
from functools import lru_cache

from league.printing.drawing import (
    A4_WIDTH,
    MM_PER_POINT,
    Anchor,
    Box,
    Drawing,
    Face,
    Line,
    Shape,
    Words,
    broken,
    mark,
)
from league.printing.forms_on_paper import LATE_SHEET, BlankSheet, MatchOnPaper, rewards
from league.printing.geometry import (
    BLOCK_WIDTH,
    LARGE_PENALTIES,
    LEFT,
    NUMBERS,
    RIGHT,
    SECOND,
    SheetGeometry,
    Style,
    large_penalty_top,
    sheet_geometry,
)
from league.printing.sheet_blocks import FRAME, HAIR, LINE, drawn_box, text
from league.printing.sheets import (
    LARGE_SIZE,
    penalty_labels,
    printed_corners,
    totals_heads,
    under_penalty,
)
from league.printing.written_sheets import shortened, written_code
from league.templatetags.dates import pub_date_year
from league.templatetags.formatting import points
from scoring.seats import AWAY, HOME

MARGIN = 15.2
SQUADS_ON, SQUADS_LINE, SQUADS_HEIGHT = 39.0, 41.4, 79.2
SECTION_ON, SECTION_LINE = 131.0, 133.2
ORDER_TABLE, LAST_RULE = 186.0, 205.5
REMARKS_ON, REMARK_LINES = 247.0, (258.5, 267.0, 275.5)
RULE_SIZE, RULE_HEAD, RULE_APART = 8.0, 21.0, 3.4
MOST_HANDS = 16
CAPTAIN = 62.0
FOOT_ON = 288.0


@lru_cache(maxsize=64)
def printed_back(form: BlankSheet, rows: int = NUMBERS, *, is_large: bool = False) -> Drawing:
    """Return what is the same on the back of every sheet with so many rows of players."""
    geometry = sheet_geometry(form, is_large=is_large)
    shapes = _printed_large(form, geometry, rows) if is_large else _printed(form, geometry, rows)
    return Drawing(shapes=tuple(shapes))


# The back in large print, in mm: the first squad line, a player and a total, how low players can reach.
LARGE_SQUADS, LARGE_PLAYER, LARGE_TOTAL, LARGE_PLAYERS = 47.0, 7.0, 8.0, 124.0
HOME_TOTAL, AWAY_TOTAL = 110.0, 157.0


def _large_player(rows: int) -> float:
    return min(LARGE_PLAYER, LARGE_PLAYERS / rows)


def _large_totals(form: BlankSheet, rows: int) -> Iterator[tuple[str, float]]:
    """Yield the lines of the totals, and the middle of each."""
    first = LARGE_SQUADS + rows * _large_player(rows) + 12
    heads = ("Games won",) if form.race_to else totals_heads(form)
    apart = min(LARGE_TOTAL, (238 - first) / len(heads))
    for place, head in enumerate(heads):
        yield head, first + (place + 0.5) * apart


def _printed_large(form: BlankSheet, geometry: SheetGeometry, rows: int) -> Iterator[Shape]:
    """Yield lines for both squads, for the totals and both captains, and for penalties and remarks."""
    yield from printed_corners()
    hint = "Front: cross the numbers of those who play. Not on the list? Write the name in full."
    for place, words in enumerate(broken(hint, LARGE_SIZE, 155)):
        yield Words(x=MARGIN, y=24.0 + 6.4 * place, text=words, size=LARGE_SIZE)
    height = _large_player(rows)
    for side, left in ((HOME, LEFT), (AWAY, SECOND)):
        yield from mark(side, left + 1.5, LARGE_SQUADS - 3.9)
        for number in range(rows + 1):
            y = LARGE_SQUADS + number * height
            yield Line(x1=left, y1=y, x2=left + BLOCK_WIDTH, y2=y, weight=HAIR)
            if number < rows:
                size = min(LARGE_SIZE, 0.82 * height / MM_PER_POINT)
                yield text(left + 8, y + height / 2, str(number + 1), size, 700, anchor=Anchor.END)
    totals = list(_large_totals(form, rows))
    half = (totals[1][1] - totals[0][1]) / 2 if len(totals) > 1 else LARGE_TOTAL / 2
    top, bottom = totals[0][1] - half, totals[-1][1] + half
    for side, x in ((HOME, HOME_TOTAL), (AWAY, AWAY_TOTAL)):
        yield from mark(side, x + 23, top - 2.5)
        yield Line(x1=x, y1=top, x2=x, y2=bottom, weight=HAIR)
    for head, middle in totals:
        yield text(LEFT + 2, middle, head, LARGE_SIZE, anchor=Anchor.START)
        yield Line(x1=LEFT, y1=middle + half, x2=RIGHT, y2=middle + half, weight=HAIR)
    yield Box(x=LEFT, y=top, width=RIGHT - LEFT, height=bottom - top, weight=FRAME)
    for side, left in ((HOME, LEFT), (AWAY, SECOND)):
        yield from mark(side, left + 1.5, 249.0)
        yield Words(x=left + 5, y=251, text="captain", size=LARGE_SIZE)
        yield Line(x1=left + 27, y1=251.5, x2=left + BLOCK_WIDTH, y2=251.5, weight=HAIR)
    title, width = ("Remarks", 26) if geometry.has_penalty_page else ("Penalties and remarks", 62)
    yield Words(x=LEFT, y=261, text=title, size=LARGE_SIZE, weight=600)
    for left, y in ((LEFT + width, 261.5), (LEFT, 270.5), (LEFT, 279.5)):
        yield Line(x1=left, y1=y, x2=RIGHT, y2=y, weight=HAIR)
    yield _page_number(geometry, geometry.back)


def _page_number(geometry: SheetGeometry, page: int) -> Words:
    return text(A4_WIDTH / 2, 286.5, f"Page {page} of {geometry.pages}", LARGE_SIZE, 700)


@lru_cache(maxsize=64)
def printed_penalties(form: BlankSheet) -> Drawing:
    """Return the page of penalties in large print, the same of every match."""
    geometry = sheet_geometry(form, is_large=True)
    boxes = geometry.on(geometry.pages)
    shapes: list[Shape] = [
        *printed_corners(),
        text(MARGIN, 24, "Penalties", 24, face=Face.SLAB, anchor=Anchor.START),
        Words(
            x=MARGIN,
            y=36,
            text="For each: the table, to whom, how many points and the hand.",
            size=LARGE_SIZE,
        ),
        *(drawn_box(box) for box in boxes),
        _page_number(geometry, geometry.pages),
    ]
    for number in range(1, LARGE_PENALTIES + 1):
        top = large_penalty_top(number)
        shapes.append(text(LEFT, top + 6.1, f"Penalty {number}", LARGE_SIZE, 700, anchor=Anchor.START))
        for what, words in (("hand", "hand"), ("side", "to")):
            first = next(box for box in boxes if box.award == f"penalty-{number}-{what}")
            shapes.append(text(first.x - 3, first.middle[1], words, LARGE_SIZE, 400, anchor=Anchor.END))
        shapes.append(text(LEFT, top + 48, "Why", LARGE_SIZE, 400, anchor=Anchor.START))
        shapes.append(Line(x1=LEFT + 14, y1=top + 50, x2=RIGHT, y2=top + 50, weight=HAIR))
    for box in boxes:
        shapes += under_penalty(box, box.y + box.size + 3.6, LARGE_SIZE, 400)
    return Drawing(shapes=tuple(shapes))


def written_penalties(match: MatchOnPaper) -> Drawing:
    """Return which match the penalties in large print are of, and the code of their page."""
    geometry = sheet_geometry(match.form, is_large=True)
    meeting = match.meeting
    what = f"{meeting.home} v {meeting.away}" if meeting else match.season
    what = shortened(what, LARGE_SIZE, 154, weight=600)
    head = Words(x=MARGIN, y=15, text=what, size=LARGE_SIZE, weight=600)
    return Drawing(shapes=(*written_code(match, geometry, geometry.pages), head), is_shared=False)


def rows_of(match: MatchOnPaper) -> int:
    """Return how many rows the longer squad needs; there are always as many as numbers on the front."""
    return max(NUMBERS, *map(len, match.squads))


def _printed(form: BlankSheet, geometry: SheetGeometry, rows: int) -> Iterator[Shape]:
    yield from printed_corners()
    yield Words(
        x=MARGIN, y=11.8, text="Players, order of play and rules", size=19, weight=600, face=Face.SLAB
    )
    written = "a name, a second penalty" if geometry.has_penalties else "a name"
    hints = [
        "Front: cross the numbers of those who play. Not listed? Write the name in full beside a free "
        "number.",
        f"Photograph this side too if you wrote {written} or a remark on it.",
    ]
    if rows > NUMBERS:
        hints[1] = f"A player from {NUMBERS + 1} up: write the number beside the boxes. {hints[1]}"
    for place, hint in enumerate(hints):
        yield Words(x=MARGIN, y=24.0 + 4.0 * place, text=hint, size=8.2, room=156)
    for side, left in ((HOME, LEFT), (AWAY, SECOND)):
        yield from mark(side, left + 1.5, SQUADS_ON - 1.6)
        yield Words(x=left + CAPTAIN, y=SQUADS_ON, text="captain", size=8)
        yield Line(x1=left + CAPTAIN + 11, y1=SQUADS_ON + 0.4, x2=left + BLOCK_WIDTH, y2=SQUADS_ON + 0.4)
        yield from _squad_lines(left, rows)
    yield from _order_and_rules(form, geometry)
    yield from _more_penalties(geometry)
    yield from _section("Remarks and protests", LEFT, RIGHT, REMARKS_ON)
    for y in REMARK_LINES:
        yield Line(x1=LEFT, y1=y, x2=RIGHT, y2=y, weight=HAIR)


def _squad_lines(left: float, rows: int) -> Iterator[Shape]:
    height = SQUADS_HEIGHT / rows
    yield Line(x1=left, y1=SQUADS_LINE, x2=left + BLOCK_WIDTH, y2=SQUADS_LINE, weight=FRAME)
    size = min(12.0, 0.62 * height / MM_PER_POINT)
    for number in range(1, rows + 1):
        middle = SQUADS_LINE + (number - 0.5) * height
        low = middle + height / 2
        yield text(left + 6.4, middle, str(number), size, 700, anchor=Anchor.END)
        yield Line(x1=left, y1=low, x2=left + BLOCK_WIDTH, y2=low, weight=FRAME if number == rows else HAIR)


def _section(title: str, left: float, right: float, y: float = SECTION_ON) -> Iterator[Shape]:
    yield Words(x=left, y=y, text=title, size=14, weight=600, face=Face.SLAB)
    yield Line(x1=left, y1=y + 2.2, x2=right, y2=y + 2.2, weight=FRAME)


def _order_and_rules(form: BlankSheet, geometry: SheetGeometry) -> Iterator[Shape]:
    lines = list(_rules(form))
    columns = [SECOND]
    if form.players == 2 and geometry.style is not Style.FINALS:
        yield from _section("Order of play", LEFT, LEFT + BLOCK_WIDTH)
        yield from _order_of_play(form)
        yield from _section("Key rules", SECOND, RIGHT)
    else:
        yield from _section("Key rules", LEFT, RIGHT)
        columns = [LEFT, SECOND]
    last = LAST_RULE if geometry.has_penalties else REMARKS_ON - 9
    most = int((last - SECTION_LINE - 1.5) / RULE_APART)
    for left in columns:
        here, lines = _whole_rules(lines, most)
        for place, (head, words) in enumerate(here):
            y = SECTION_LINE + 4.2 + place * RULE_APART
            if head:
                yield Words(x=left, y=y, text=head, size=RULE_SIZE, weight=700, room=RULE_HEAD - 1)
            yield Words(x=left + RULE_HEAD, y=y, text=words, size=RULE_SIZE)


RuleLines = list[tuple[str, str]]
# What nobody asks at a table: what sources say of each other, and what is not punished.
UNSAID = ("The source", "There is no set penalty")
HEADS = {"What scores": "Points", LATE_SHEET: "Late sheet", "When something goes wrong": "Penalties"}


def _whole_rules(rules: list[RuleLines], most: int) -> tuple[RuleLines, list[RuleLines]]:
    """Return the lines of as many whole rules as there is room for, and the rules that are left."""
    lines: RuleLines = []
    left = list(rules)
    while left and len(lines) + len(left[0]) <= most:
        lines += left.pop(0)
    return lines, left


def _rules(form: BlankSheet) -> Iterator[RuleLines]:
    """Yield each rule as its lines: what the match gives first, then those of the game."""
    worth = ", ".join(
        f"{points(halves)} for {what if what.startswith('a ') else f'the {what}'}"
        for halves, what in rewards(form)
    )
    parts = [("Match", f"{worth}.")] if worth and not form.race_to else []
    if form.race_to:
        parts = [("Match", f"First to {form.race_to} games won, at all tables together.")]
    for title, sentences in form.key_rules:
        if title == LATE_SHEET or form.has_hands or form.has_several_games:
            head = HEADS.get(title, title)
            for place, sentence in enumerate(sentences):
                if not sentence.startswith(UNSAID):
                    parts.append((head if place == 0 else "", sentence))
    for head, sentence in parts:
        wraps = broken(sentence, RULE_SIZE, BLOCK_WIDTH - RULE_HEAD)
        yield [(head if place == 0 else "", line) for place, line in enumerate(wraps)]


def _order_of_play(form: BlankSheet) -> Iterator[Shape]:
    x, y, half = LEFT + 25.5, 158.0, 10.5
    yield Box(x=x - half, y=y - half, width=2 * half, height=2 * half, weight=FRAME)
    for seat, across, down in ((1, 0, -1), (2, 1, 0), (3, 0, 1), (4, -1, 0)):
        yield text(x + across * 7.8, y + down * 7.8, str(seat), 11, 700)
        yield from mark((seat + 1) % 2, x + across * 14, y + down * 14)
    opens = "leads" if form.first_words.startswith("led") else "pitches"
    opened = form.first_words.split()[0]
    sentences = (
        "Play goes clockwise. The deal passes to the left.",
        f"Player 1 {opens} first; the player on their right deals.",
        f"Partners sit opposite. On the front, cross “{opened}” for the side that {opened} first.",
    )
    at = 144.0
    for sentence in sentences:
        for part in broken(sentence, 8.5, 46):
            yield Words(x=LEFT + 50, y=at, text=part, size=8.5)
            at += 4.2
        at += 2.2
    hands = min(form.rows, MOST_HANDS)
    apart = (BLOCK_WIDTH - 13) / hands
    for line, (head, offset) in enumerate((("Hand", None), (opens, 0), ("deals", 3))):
        middle = ORDER_TABLE + line * 5.0
        yield text(LEFT, middle, head, 8, 400 if line else 700, anchor=Anchor.START)
        for hand in range(hands):
            number = hand + 1 if offset is None else (hand + offset) % 4 + 1
            yield text(LEFT + 13 + (hand + 0.5) * apart, middle, str(number), 8, 400 if line else 700)
        low = middle + 2.5
        yield Line(x1=LEFT, y1=low, x2=LEFT + BLOCK_WIDTH, y2=low, weight=LINE if line == 0 else HAIR)


def _more_penalties(geometry: SheetGeometry) -> Iterator[Shape]:
    if not geometry.has_penalties:
        return
    yield from _section("More penalties", LEFT, RIGHT, 212.5)
    for box in geometry.on(geometry.back):
        yield drawn_box(box)
    for number in (2, 3, 4):
        yield from penalty_labels(
            geometry, geometry.back, number, (f"Penalty {number}",), with_heads=number == 4
        )


def written_back(match: MatchOnPaper, *, is_large: bool = False) -> Drawing:
    """Return both squads, the code of this side, and what was written of a match already played."""
    geometry = sheet_geometry(match.form, is_large=is_large)
    teams = match.sides
    day = f", {pub_date_year(match.meeting.date)}" if match.meeting and match.meeting.date else ""
    what = f"{teams[0]} v {teams[1]}{day}" if match.meeting else f"{match.league}, {match.season}"
    if match.squads_of:
        what += f". Players as of {pub_date_year(match.squads_of)}."
    head = Words(x=MARGIN, y=17.6, text=what, size=8.5, weight=600, room=154)
    rows = rows_of(match)
    if is_large:
        return _written_large(match, geometry, teams, rows)
    return Drawing(
        shapes=(*written_code(match, geometry, geometry.back), head, *_as_played(match)),
        is_shared=False,
        parts=(
            *(
                _squad(left, team, squad, rows)
                for left, team, squad in zip((LEFT, SECOND), teams, match.squads, strict=True)
            ),
            _foot(match.league, match.season, match.secretary),
        ),
    )


def _written_large(
    match: MatchOnPaper, geometry: SheetGeometry, teams: tuple[str, str], rows: int
) -> Drawing:
    shapes: list[Shape] = [*written_code(match, geometry, geometry.back)]
    height = _large_player(rows)
    size, room = min(LARGE_SIZE, 0.82 * height / MM_PER_POINT), BLOCK_WIDTH - 11
    for left, team, squad in zip((LEFT, SECOND), teams, match.squads, strict=True):
        team = shortened(team, LARGE_SIZE, room + 6, weight=600)
        shapes.append(Words(x=left + 4.5, y=LARGE_SQUADS - 2, text=team, size=LARGE_SIZE, weight=600))
        for place, name in enumerate(squad):
            middle = LARGE_SQUADS + (place + 0.5) * height
            name = shortened(name, size, room)
            shapes.append(text(left + 11, middle, name, size, 400, anchor=Anchor.START))
    for line, x in zip(match.totals or (), (HOME_TOTAL, AWAY_TOTAL), strict=False):
        cells = (*line.tables, str(line.total), *map(points, line.parts), points(line.match_points))
        for words, (_, middle) in zip(cells, _large_totals(match.form, rows), strict=False):
            shapes.append(text(x + 23, middle, words, LARGE_SIZE, 400))
    return Drawing(shapes=tuple(shapes), is_shared=False)


@lru_cache(maxsize=256)
def _squad(left: float, team: str, squad: tuple[str, ...], rows: int) -> Drawing:
    """Return what is the same on every sheet of a team at home, or away."""
    height = SQUADS_HEIGHT / rows
    size = min(11.5, 0.6 * height / MM_PER_POINT)
    shapes = [
        Words(x=left + 4.5, y=SQUADS_ON, text=team, size=14, weight=600, face=Face.SLAB, room=CAPTAIN - 6)
    ]
    for number, name in enumerate(squad):
        middle = SQUADS_LINE + (number + 0.5) * height
        shapes.append(text(left + 10.5, middle, name, size, 400, anchor=Anchor.START, room=BLOCK_WIDTH - 11))
    return Drawing(shapes=tuple(shapes))


@lru_cache(maxsize=32)
def _foot(league: str, season: str, secretary: str) -> Drawing:
    words = f"Match sheet of {league}, {season}. {secretary}".strip()
    return Drawing(shapes=(text(105.0, FOOT_ON, words, 7.5, 400, room=176),))


def _as_played(match: MatchOnPaper) -> Iterator[Shape]:
    """Yield who played at each table, penalties and remarks, as the scorecard has them."""
    parts = [
        f"{match.form.table_word.capitalize()} {game.table}"
        f"{f', {match.form.game_word} {game.game}' if match.form.has_several_games else ''}: "
        + "; ".join(part for part in (f"{game.home_pair} v {game.away_pair}", game.penalties) if part)
        for game in match.games
        if game.home_pair or game.away_pair or game.penalties
    ]
    remarks = " ".join(" ".join([match.remarks, *(f"{part}." for part in parts)]).split())
    if not remarks:
        return
    size, bands = 8.0, (REMARKS_ON + 2.2, *REMARK_LINES)
    while len(lines := broken(remarks, size, RIGHT - LEFT)) > 2 * len(bands) and size > 5:
        size -= 0.5
    in_band = max(2, -(-len(lines) // len(bands)))  # between two ruled lines, clear of both
    for place, line in enumerate(lines):
        y = bands[place // in_band] + 8.5 * (place % in_band + 1) / in_band - 1
        yield Words(x=LEFT, y=y, text=line, size=size, room=RIGHT - LEFT)
