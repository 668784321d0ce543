"""What stands in the panels of a folded card, each section measured for its panel. Lengths in mm.

A section is what its `template` reads.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, product
from math import ceil

from league.printing.card_folds import CardPaper
from league.printing.columns import balanced
from league.printing.documents import Shown
from league.printing.drawing import Face, lines_in, width_of
from league.printing.other_nights import OtherNight
from league.printing.posters import DateBlock, date_blocks, grounds_of
from league.printing.short_names import brief_names
from league.printing.team_lists import in_turn
from league.scheduling.selectors.fixtures import Fixture, FixtureList
from league.templatetags.dates import pub_date
from league.templatetags.formatting import points

# The code to scan.
CODE = 27.0

# A heading with its rule and the air below; the line of column heads; the line at the foot.
HEADING, HEADS, FOOT = 9.0, 4.4, 5.8

# The smallest type in points; a line in mm for a point.
SMALLEST, LINE = 8.0, 0.44

# A row of a team's matches: its marks, the white behind the date, around the boxes, and the dash in them.
MARK_ROOM, DATE_AIR, AROUND_BOXES, DASH = 5.4, 2.2, 1.2, 2.0
LEAST_ROW, BOX_AIR, MOST_BOX = 4.1, 0.8, 5.3
RULE = 0.27
# Of a name on two lines, in points.
SMALL = (9.4, 8.8, 8.4, SMALLEST)

# A head in front of its words, and how much lies between two entries; less where room is short.
HEAD_ROOM, APART, TIGHT = 20.0, 1.6, 0.4
AFTER_DATE = 2.0

# The line of a title for a point; the air on the front.
TITLE_LINE, COVER_AIR = 0.41, 13.0

# The air between two sections of a panel.
BETWEEN = 5.0

# Left over in a panel, as lines of other scripts may stand a little further apart.
SPARE = 3.0

# The indent of the lines below the first, where name and ground share one.
INDENT = 3.0


def cover(
    title: str,
    lines: tuple[str, ...],
    small: tuple[str, ...],
    target: int | None,
    paper: CardPaper,
    taken: float = 0,
) -> Shown:
    """Return the front with its title as large as there is room; without the peg board if there is none."""
    below = sum(lines_in(line, paper.room * 0.97, paper.what_size, weight=600) for line in lines)
    rest = sum(lines_in(line, paper.room * 0.97, paper.base_size) for line in small)
    fixed = COVER_AIR + (below * paper.what_size + rest * paper.base_size) * LINE
    ways = (
        (size, with_board)
        for with_board in (bool(target), False)
        for size in paper.title_sizes
        if _title_height(title, size, paper)
        <= min(paper.depth - taken - fixed - (paper.board if with_board else 0), 4 * size * TITLE_LINE)
    )
    size, with_board = next(ways, (paper.title_sizes[-1], False))
    return {
        "template": "printing/_card_cover.html",
        "height": fixed + _title_height(title, size, paper) + (paper.board if with_board else 0),
        "title": title,
        "size": size,
        "lines": lines,
        "small": small,
        "target": target if with_board else None,
    }


def _title_height(title: str, size: float, paper: CardPaper) -> float:
    """Return how high a title is; too high where a word is longer than a line."""
    room = paper.room * 0.97
    if size > paper.title_sizes[-1] and any(
        width_of(word, size, Face.SLAB, 600) > room for word in title.split()
    ):
        return paper.height
    return lines_in(title, room, size, Face.SLAB, 600) * size * TITLE_LINE


# --- A team's matches -------------------------------------------------------------------------
def team_sections(fixtures: FixtureList, paper: CardPaper, most_panels: int) -> list[Shown]:
    """Return the matches of the list's team on as few panels as their rows allow, as even as can be."""
    matches = in_turn(fixtures)
    room = paper.depth - HEADING - HEADS - FOOT
    count = min(max(ceil(len(matches) / int(room / 4.9)), 1), most_panels)
    each = ceil(len(matches) / count) if matches else 0
    groups = [matches[at : at + each] for at in range(0, len(matches), each)] if each else [[]]
    days = [f"{match.date:%a}" for match in matches if match.date]
    usual = max(sorted(set(days)), key=days.count, default="")
    row = min(paper.most_row, max(room / max(each, 1), LEAST_ROW))
    names: Mapping[str, str] = {
        team.slug: team.short if paper.name == "wallet" else team.name for team in fixtures.teams
    }
    date_width = (
        max((width_of(_date(match, usual), paper.row_sizes[0]) for match in matches), default=10) + DATE_AIR
    )
    box = min(MOST_BOX, row - BOX_AIR)
    name_room = paper.room - date_width - MARK_ROOM - 2 * box - DASH - AROUND_BOXES
    name_room -= width_of("*", 9.4) if any(match.moved_from for match in matches) else 0
    size, name_size, names = _named(fixtures, names, name_room * 0.97, row, paper)
    return [
        {
            "template": "printing/_card_team.html",
            "title": _weeks(group) if group else "Fixtures",
            "day": usual,
            "rows": tuple(_row(match, fixtures, names, usual) for match in group),
            "size": size,
            "name_size": name_size,
            "row": row - RULE,
            "box": box,
            "date_width": date_width,
            "notes": tuple(_years(group, before)),
            "has_marks": place == 0,
        }
        for place, (group, before) in enumerate(zip(groups, [[], *groups[:-1]], strict=True))
    ]


def _named(
    fixtures: FixtureList, names: Mapping[str, str], room: float, row: float, paper: CardPaper
) -> tuple[float, float, Mapping[str, str]]:
    """Return the size of a row, that of its name, and the names as they fit: whole on one line or two, or
    shortened as leagues do.
    """
    sizes = [size for size in paper.row_sizes if size * LINE <= row] or [paper.row_sizes[-1]]
    least = sizes[-1]
    ways = [(size, size, 1) for size in sizes] + [(least, small, 2) for small in SMALL if small * 0.72 <= row]
    for size, small, lines in ways:
        if all(_fits(name, room, small, lines) for name in names.values()):
            return size, small, names
    short = {team.slug: team.short for team in fixtures.teams}
    return least, least, brief_names(short, lambda name: _fits(name, room, least, 1), season=fixtures.names)


def _fits(name: str, room: float, size: float, lines: int) -> bool:
    return (
        lines_in(name, room * 0.97, size, weight=700) <= lines
        if lines > 1
        else width_of(name, size, weight=700) <= room
    )


def _weeks(matches: Sequence[Fixture]) -> str:
    weeks = sorted({match.week for match in matches})
    return f"Weeks {weeks[0]} to {weeks[-1]}" if len(weeks) > 1 else f"Week {weeks[0]}"


def _years(matches: Sequence[Fixture], before: Sequence[Fixture]) -> Iterator[str]:
    """Yield the note that the year changes, on the panel where it does."""
    dates = [match.date for match in matches if match.date]
    earlier = [match.date for match in before if match.date]
    first = min(earlier or dates, default=None)
    turned = next((date for date in dates if first and date.year > first.year), None)
    if turned and not (earlier and max(earlier).year == turned.year):
        yield f"From {turned.day} {turned:%b} the dates are in {turned.year}."


def _date(match: Fixture, usual: str) -> str:
    if match.date is None:
        return "no date"
    words = pub_date(match.date)
    return words.partition(" ")[2] if words.startswith(usual) else words


def _row(match: Fixture, fixtures: FixtureList, names: Mapping[str, str], usual: str) -> Shown:
    is_home = match.home == fixtures.team
    other = match.away if is_home else match.home
    home, away = match.half_points or (None, None)
    return {
        "date": _date(match, usual),
        "against": names[other.slug],
        "is_home": is_home,
        "star": "*" if match.moved_from else "",
        "points": ("void", "") if match.is_void else (points(home), points(away)),
    }


# --- A division's matches ---------------------------------------------------------------------
WEEK_SIZES = (11, 10.4, 10, 9.6, 9.2, 8.8, 8.4, 8)
BETWEEN_COLUMNS, MIDDLE, LEAST_HALF = 5.0, 5.4, 20.0
NOTE_SIZE, NOTE_LINE = 8.0, 3.4
AROUND_PAIR = 2.0

# For a size of 1: a line, the head of a week, the air below; and how much further apart lines may stand.
ROW, HEAD, AIR, MOST_STRETCH = 0.36, 0.5, 0.14, 1.3
NUMBERED = 1.12
NUMBER_SIZES = (10.4, 10, 9.6, 9.2, 8.8, 8.4)

# What says how numbers are read, in mm.
KEY = 4.2


def week_sections(
    fixtures: FixtureList, paper: CardPaper, panels: Sequence[int], columns: int
) -> tuple[list[Shown], Mapping[str, str]]:
    """Return all matches of a division, and the names by which it calls the teams.

    On the first number of panels that is enough: by name, in the largest type that fits; by number where
    there is no room for names on any.
    """
    sheet = _Weeks(fixtures, paper, columns)
    short = {team.slug: team.short for team in fixtures.teams}
    for most in panels:
        for size in WEEK_SIZES:
            names = sheet.names(short, size)
            sections = sheet.sections(names, size, most) if names else None
            if sections:
                return sections, names
    numbers = {team.slug: str(place) for place, team in enumerate(fixtures.teams, start=1)}
    for most, size in ((most, size) for most in range(1, panels[-1] + 1) for size in NUMBER_SIZES):
        sections = sheet.sections(numbers, size, most, is_numbered=True)
        if sections:
            return sections, numbers
    return sheet.sections(numbers, SMALLEST, panels[-1], is_numbered=True, must=True) or [], numbers


class _Weeks:
    """A division's list in the columns of a card's panels."""

    def __init__(self, fixtures: FixtureList, paper: CardPaper, columns: int) -> None:
        self.fixtures, self.paper, self.columns = fixtures, paper, columns
        self.column = (paper.room - BETWEEN_COLUMNS * (columns - 1)) / columns - 0.05
        self.depth = paper.depth - HEADING - 1

    def names(self, short: Mapping[str, str], size: float) -> Mapping[str, str]:
        """Return the names as they fit half a column; empty if a smaller size must be tried first."""
        half = (self.column - MIDDLE) / 2 - width_of("*", size)
        if all(width_of(name, size) <= half for name in short.values()):
            return short
        if size > SMALLEST or half < LEAST_HALF:
            return {}
        return brief_names(short, lambda name: width_of(name, size) <= half, season=self.fixtures.names)

    def sections(
        self,
        names: Mapping[str, str],
        size: float,
        panels: int,
        *,
        is_numbered: bool = False,
        must: bool = False,
    ) -> list[Shown] | None:
        """Return the weeks on so many panels, evenly; None if they do not fit, unless they must."""
        blocks = date_blocks(self.fixtures, names=names)
        beside = max((width_of(block.date, size, weight=700) for block in blocks), default=0) + AFTER_DATE
        dates = beside if is_numbered else 0.0
        heights = [self._height(block, size, dates) for block in blocks]
        depth = self.depth - (KEY if is_numbered else 0)
        limit = sum(heights) if must else depth
        filled = balanced(heights, [limit] * panels * self.columns, size * ROW / 2)
        if filled is None or max(heights, default=0.0) > limit:
            return None
        tallest = max((sum(heights[at] for at in column) for column in filled), default=1)
        stretch = min(MOST_STRETCH, max(depth / max(tallest, 1), 1))
        placed = [tuple(blocks[at] for at in column) for column in filled]
        return [
            {
                "template": "printing/_card_weeks.html",
                "title": _dates(placed[at : at + self.columns]),
                "columns": placed[at : at + self.columns],
                "size": size,
                "row": size * ROW * (NUMBERED if is_numbered else 1) * stretch,
                "head": size * HEAD * stretch,
                "note_top": max(size * HEAD * stretch - NOTE_LINE - 0.2, 0),
                "air": size * AIR * stretch,
                "column": self.column,
                "height": HEADING
                + stretch
                * max(sum(heights[place] for place in each) for each in filled[at : at + self.columns]),
                "dates": dates,
            }
            for at in range(0, len(placed), self.columns)
        ]

    def _height(self, block: DateBlock, size: float, dates: float) -> float:
        """Return how high a date is; where teams go by number, its date beside them is so wide."""
        if dates:
            beside = self.column - dates
            pair = (
                max(width_of(f"{row['home']}–{row['away']}{row['star']}", size) for row in block.rows)
                + AROUND_PAIR
            )
            lines = ceil(len(block.rows) / max(int(beside / pair), 1))
            notes = lines_in(block.changes, beside * 0.95, NOTE_SIZE) if block.changes else 0
            return size * AIR + notes * NOTE_LINE + lines * size * ROW * NUMBERED + 0.3
        beside = self.column - width_of(f"{block.date}  ", size * 1.1, Face.SLAB, 600)
        notes = lines_in(block.notes, beside * 0.95, NOTE_SIZE) - 1
        return size * (HEAD + AIR) + notes * NOTE_LINE + len(block.rows) * size * ROW + 0.3


def _dates(columns: Sequence[tuple[DateBlock, ...]]) -> str:
    """Return the heading of a panel: "17 Sep to 12 Nov"."""
    blocks = [block for column in columns for block in column]
    if not blocks:
        return "Fixtures"
    first, last = (" ".join(block.date.split()[1:3]) for block in (blocks[0], blocks[-1]))
    return f"{first} to {last}" if first != last else first


# --- Lists --------------------------------------------------------------------------------------
def _entry_height(
    entry: tuple[str, str], size: float, width: float, heads: float, apart: float = APART, *, is_inline: bool
) -> float:
    head, words = entry
    if heads:
        return lines_in(words, (width - heads) * 0.96, size) * size * LINE + apart
    if is_inline:
        bold = width_of(head, size, weight=700) - width_of(head, size)
        return lines_in(f"{head}: {words}", width * 0.97 - bold - INDENT, size) * size * LINE + APART / 2
    lines = lines_in(head, width * 0.97, size, weight=700)
    lines += lines_in(words, width * 0.97, size) if words else 0
    return lines * size * LINE + APART


def grounds_sections(
    fixtures: FixtureList,
    names: Mapping[str, str],
    paper: CardPaper,
    panels: int = 1,
    *,
    taken: float = 0,
    largest: float = 99,
) -> list[Shown]:
    """Return the grounds on so many panels, in the largest type that fits.

    Where there is no room name and ground share a line, then the addresses are left out, then the pubs.
    """
    grounds = grounds_of(fixtures, names)
    wholes = {names.get(team.slug, team.short): team.name for team in fixtures.teams}
    whole = [(ground.team, ground.words) for ground in grounds]
    brief = [(ground.team, ground.brief) for ground in grounds]
    bare = [(team, "" if wholes[team] == team else wholes[team]) for team, _ in whole]
    is_numbered = all(team.isdecimal() for team, _ in whole)
    room = paper.depth - HEADING - taken - SPARE
    ways = ((whole, is_numbered), (whole, True), (brief, True), (bare, True))
    sizes = [size for size in paper.text_sizes if size <= largest]
    for (entries, is_inline), size in product(ways, sizes):
        heights = [_entry_height(entry, size, paper.room, 0, is_inline=is_inline) for entry in entries]
        groups = _in_panels(heights, panels)
        if max(sum(heights[group]) for group in groups) <= room:
            break
    return [
        {
            "template": "printing/_card_list.html",
            "title": "Pubs and clubs",
            "entries": entries[group],
            "size": size,
            "is_inline": is_inline,
            "is_brief": entries is not whole,
            "height": HEADING + sum(heights[group]),
        }
        for group in groups
    ]


def _in_panels(heights: Sequence[float], panels: int) -> list[slice]:
    """Return which of the grounds stand on each of so many panels, the taller as low as can be."""
    count = len(heights)
    if panels == 1 or count < 2:
        return [slice(count)]
    half = min(range(1, count), key=lambda at: max(sum(heights[:at]), sum(heights[at:])))
    return [slice(half), slice(half, count)]


def counting_section(facts: Shown, paper: CardPaper, taken: float = 0) -> Shown:
    """Return as many rules as fit the panel in legible type."""
    ways = [(size, HEAD_ROOM, APART) for size in paper.text_sizes]
    return _list("How points count", facts["counting"], paper, paper.depth - taken, ways)


def nights_section(
    nights: Sequence[OtherNight],
    note: str,
    paper: CardPaper,
    *,
    room: float = 0,
    largest: float = 99,
) -> Shown:
    """Return the nights in the largest type that fits; as many of the first as do, if all do not."""
    sizes = [(size, APART) for size in paper.text_sizes if size <= largest]
    ways = [
        (
            size,
            max((width_of(night.when, size, weight=700) for night in nights), default=0) + AFTER_DATE,
            apart,
        )
        for size, apart in (*sizes, (paper.text_sizes[-1], TIGHT))
    ]
    entries = [(night.when, night.words) for night in nights]
    return _list("Other nights", entries, paper, room or paper.depth, ways, note)


def _list(
    title: str,
    entries: Sequence[tuple[str, str]],
    paper: CardPaper,
    room: float,
    ways: Iterable[tuple[float, float, float]],
    note: str | None = None,
) -> Shown:
    """Return the entries in the first of these sizes, with heads so wide and `apart`, in which all fit.

    If they fit in none, as many of the first as do. With a note there is a line below, and one for how many
    `more` are left out.
    """
    for size, heads, apart in ways:
        line = size * LINE + apart
        below = lines_in(note, paper.room * 0.96, size) * size * LINE + apart if note else 0.0
        heights = [_entry_height(entry, size, paper.room, heads, apart, is_inline=False) for entry in entries]
        free = room - HEADING - below
        if sum(heights) <= free:
            break
        free -= 0 if note is None else line
    kept = sum(used <= free for used in accumulate(heights))
    more = 0 if note is None else len(entries) - kept
    return {
        "template": "printing/_card_list.html",
        "title": title,
        "entries": entries[:kept],
        "size": size,
        "heads": heads,
        "apart": apart,
        "more": more,
        "note": note,
        "height": HEADING + sum(heights[:kept]) + below + bool(more) * line,
    }


def notes_section(paper: CardPaper) -> Shown:
    """Return lines to write on, 8 mm apart."""
    return {"template": "printing/_card_notes.html", "lines": range(int((paper.depth - HEADING) / 8))}
