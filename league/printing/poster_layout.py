"""How a division's list fills one sheet: its columns, its type and its names, chosen by measuring them.

A name stands on one line, so every height is known before anything is set.
"""

import datetime
import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import floor

from league.printing.columns import balanced
from league.printing.documents import Shown
from league.printing.drawing import MM_PER_POINT, Face, fitted, lines_in, width_of
from league.printing.other_nights import OtherNight, in_order, moved_matches
from league.printing.posters import FIGURES, DateBlock, Ground, date_blocks, grounds_of
from league.printing.short_names import brief_names
from league.scheduling.selectors.fixtures import FixtureList
from league.shared.text import listed

# A line in mm for a point of size; where there is room lines stand further apart, up to a limit. Below
# TIGHT_BELOW they begin closer together: better than smaller letters.
LINE, TIGHT_LINE, MOST_STRETCH = 0.4866, 0.4, 1.12
TIGHT_BELOW = 9.2

# In sizes: a date's head with the air above it, the type of the date and of its note, a line of that.
HEAD, TIGHT_HEAD, MOST_AIR = 2.475, 1.7, 0.9
HEAD_TYPE, NOTE_TYPE, NOTE_LINE = 1.18, 0.87, 1.3 * 0.87
RULE = 0.25

# In sizes: white before a figure behind the points, and on both sides of what stands between two names.
# In mm: the bar before the pub's own matches.
BEFORE_FIGURE, BESIDE_MIDDLE, BAR = 0.7, 1.0, 1.6

# In mm: the air and the line below the dates.
BELOW_DATES = 4.7

# How the short names of all paper weigh against larger type and the teams' own names.
SHORTENED = 0.9

# In mm: between two columns, and left over at the foot.
GAP = 5.0
SPARE = 1.0

GROUND_SIZES = (8.7, 8.3, 8.0)
GROUND_LINE = 0.4713  # mm for a point
GROUND_AIRS = (1.2, 0.4)  # mm between two beside the dates
INDENT = 3.0
NOTE_SIZE, NOTE_HEIGHT = 8.7, 4.1

# In mm: a line of the table beside the dates, its heading and head; heading and air around the grounds.
TABLE_LINE, TABLE_AROUND, SIDE_AROUND = 4.14, 15.0, 14.0

# The square to scan and the white around it, in mm.
CODE, CODE_ROOM = 24.0, 30.0

# The peg board beside the title, in mm.
MARK_ROOM = 64.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A sheet, without its margins (mm): what the dates may take, and what stands around them.

    `side` is the width of the column beside the dates; without one the grounds stand below, in two columns.
    """

    name: str
    width: float
    height: float
    head: float
    sizes: tuple[float, ...]
    columns: tuple[int, ...]
    grounds: float
    side: float = 0
    title_sizes: tuple[float, ...] = (42, 38, 34, 30, 27, 24, 21)
    line_sizes: tuple[float, ...] = (12.5, 11.5, 10.5, 9.5, 8.5, 7.5)

    def column(self, count: int) -> float:
        """Return the width of one of so many columns, rounded down: a hair too wide, and the last drops."""
        beside = self.side + 7.0 if self.side else 0
        return floor((self.width - beside - GAP * (count - 1)) / count * 10 - 0.5) / 10


# The least type, in points: a longer list takes another sheet.
LEAST = 8.0


def _sizes(largest: float, least: float) -> tuple[float, ...]:
    steps = int((largest - least) / 0.4 + 0.01)
    return tuple(round(largest - 0.4 * step, 1) for step in range(steps + 1))


PAPERS: Mapping[str, Paper] = {
    "a4": Paper(
        name="a4",
        width=190.8,
        height=278.0,
        head=32.0,
        sizes=_sizes(12, LEAST),
        columns=(3, 4, 2, 5),
        grounds=46.0,
    ),
    "a3": Paper(
        name="a3",
        width=404.0,
        height=281.0,
        head=34.5,
        sizes=_sizes(18, LEAST),
        columns=(4, 5, 3, 6, 2),
        grounds=0,
        side=63.2,
        title_sizes=(46, 42, 38, 34, 30),
        line_sizes=(15, 14, 13, 12, 11, 10),
    ),
}


# The box of other nights: around it and inside its edge, after a date, between two nights (mm); its least
# type (points). It is left out where the list would lose more than this share of its worth for it.
BOX_AROUND, BOX_INSIDE, AFTER_NIGHT, BETWEEN_NIGHTS = 2.0, 2.2, 2.5, 0.7
LEAST_BOX, WORTH_OF_BOX = 8.0, 0.85

# The heading of what stands beside the dates and the air below it, in mm; the type there (points).
SIDE_HEADING, SIDE_SIZE = 12.0, 9.0


def _box_height(nights: Sequence[OtherNight], size: float, column: float) -> float:
    """Return how high the box after the last date is in a column, in mm."""
    own = box_size(size)
    heading = own * HEAD_TYPE * MM_PER_POINT * 1.3 + 1.0
    return 2 * BOX_INSIDE + BOX_AROUND + heading + nights_height(nights, own, column - 2 * BOX_INSIDE)


def box_size(size: float) -> float:
    """Return the type of the box in a list of this size, in points."""
    return max(size * 0.95, LEAST_BOX)


def dates_width(nights: Sequence[OtherNight], size: float) -> float:
    """Return how wide the dates of nights are with the air behind them, in mm."""
    return max((width_of(night.when, size, weight=700) for night in nights), default=0.0) + AFTER_NIGHT


def nights_height(nights: Sequence[OtherNight], size: float, width: float) -> float:
    """Return how high nights are in a list of this width, in mm."""
    words = (width - dates_width(nights, size)) * 0.97
    lines = sum(lines_in(night.words, words, size) for night in nights)
    return lines * size * GROUND_LINE + len(nights) * BETWEEN_NIGHTS


def poster_layout(
    fixtures: FixtureList,
    ours: Collection[str] = (),
    *,
    paper: Paper = PAPERS["a4"],
    results_on: datetime.date | None = None,
    with_code: bool = False,
    table_rows: int = 0,
    note: str = "",
    nights: Sequence[OtherNight] = (),
) -> Shown:
    """Return how the list stands on the paper: on one sheet, or on more where its least type needs them.

    `ours` are slugs of teams; `note` is the sentence at the foot; `table_rows` those of a table beside it;
    `nights` are those beside the list: at the table's place while there is none, else after the last date.

    Returned are the `names` of the teams by slug, the figures `behind` the points in words, the nights
    `beside` the dates. Figures that would cost a sheet are left out. Beside dates on several sheets, or with
    too much for one column, the list `is_split`: the grounds stand on the last sheet alone.
    """
    is_beside = bool(paper.side and not table_rows)
    beside = in_order([*nights, *moved_matches(fixtures)]) if is_beside else ()
    measures = [
        _Measure(fixtures, ours, results_on, None if is_beside else nights, with_figures=with_figures)
        for with_figures in ((True, False) if results_on else (False,))
    ]
    limit = _grounds_room(paper, note, table_rows, beside)
    names: Mapping[str, str] = {team.slug: team.short for team in fixtures.teams}
    reserved = 0.0
    for _ in range(3):  # names that are shortened need more words below, and these more room
        grounds = _grounds(fixtures, names, paper, limit, with_code=with_code)
        reserved = max(reserved, grounds["height"])
        room = paper.height - paper.head - SPARE - (0 if paper.side else BELOW_DATES)
        last = room - (0 if paper.side else _footer(paper, reserved, note, with_code=with_code))
        least = 1 + (bool(paper.side) and grounds["height"] > limit)
        measure, fit = _best(measures, paper, room, last, least)
        if fit.names == names:
            break
        names = fit.names
    is_split = bool(paper.side) and len(fit.rooms) > fit.on_a_page
    limit = _grounds_room(paper, note, 0, ()) if is_split else limit if paper.side else reserved
    grounds = _grounds(fixtures, names, paper, limit, with_code=with_code)
    behind = [name for name, room in zip(FIGURES, measure.figures, strict=False) if room]
    title_room = paper.width - (MARK_ROOM if fixtures.target else 0)
    title_room -= CODE_ROOM if paper.side and with_code else 0
    return {
        "paper": paper,
        "names": names,
        "title": fitted([fixtures.division], title_room, paper.title_sizes, Face.SLAB),
        "pages": tuple(measure.set_out(fit)),
        "behind": listed(behind) if behind else "",
        "grounds": grounds,
        "beside": beside,
        "dates_beside": dates_width(beside, SIDE_SIZE),
        "is_split": is_split,
    }


def _best(
    measures: Sequence["_Measure"], paper: Paper, room: float, last: float, least: int
) -> tuple["_Measure", "_Fit"]:
    """Return the best way to fill as few sheets as the list fits; the last has a room of its own."""
    pages = ((room,) * before + (last,) for before in itertools.count(least - 1))
    fits = ((measure, measure.best_on(paper, rooms)) for rooms in pages for measure in measures)
    return next((measure, fit) for measure, fit in fits if fit)


def _footer(paper: Paper, grounds: float, note: str, *, with_code: bool) -> float:
    """Return how high the grounds and the note below the dates of the last sheet are, in mm."""
    width = paper.width - (CODE_ROOM if with_code else 0)
    below = grounds + 1.5 + NOTE_HEIGHT * lines_in(note, width * 0.98, NOTE_SIZE)
    return 2.5 + (max(below, CODE + 1) if with_code else below)


def _grounds_room(paper: Paper, note: str, table_rows: int, beside: Sequence[OtherNight]) -> float:
    """Return the height the grounds may take, in mm; beside the dates what the table and the note leave."""
    if not paper.side:
        return paper.grounds
    table = TABLE_AROUND + TABLE_LINE * table_rows if table_rows else 0.0
    if beside:
        table = SIDE_HEADING + nights_height(beside, SIDE_SIZE, paper.side)
    foot = SIDE_AROUND + NOTE_HEIGHT * lines_in(note, paper.side * 0.97, NOTE_SIZE)
    return paper.height - paper.head - table - foot - SPARE


def _grounds(
    fixtures: FixtureList, names: Mapping[str, str], paper: Paper, room: float, *, with_code: bool
) -> Shown:
    """Return the grounds in the largest type that fits the room; without addresses if none does."""
    grounds = grounds_of(fixtures, names)
    count = 1 if paper.side else 2
    width = paper.side or (paper.width - 6.0 - (CODE_ROOM if with_code else 0)) / 2
    brief = tuple(Ground(team=ground.team, words=ground.brief) for ground in grounds)
    airs = GROUND_AIRS if paper.side else (0.0,)
    for words, air, size in itertools.product((grounds, brief), airs, GROUND_SIZES):
        laid = _ground_list(words, size, width, count, air=air)
        if laid["height"] <= room:
            break
    return laid


def _ground_list(grounds: Sequence[Ground], size: float, width: float, count: int, *, air: float) -> Shown:
    """Return the grounds in columns, in one size (points); lines, the air between two and the whole in mm."""
    line = size * GROUND_LINE
    heights = [_ground_lines(ground, size, width - INDENT) * line + air for ground in grounds]
    splits = [(max(sum(heights[:at]), sum(heights[at:])), -at) for at in range(len(heights) + 1)]
    height, at = min(splits) if count > 1 else (sum(heights), -len(heights))
    columns = (tuple(grounds[:-at]), tuple(grounds[-at:]))[:count]
    return {"columns": columns, "size": size, "line": line, "height": height, "air": air}


def _ground_lines(ground: Ground, size: float, width: float) -> int:
    name = f"{ground.team}:"
    bold = width_of(name, size, weight=700) - width_of(name, size)
    return lines_in(f"{name} {ground.words}", width * 0.98 - bold, size)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fit:
    """A way to fill the sheet, and what it is worth."""

    worth: float
    size: float
    columns: tuple[tuple[DateBlock, ...], ...]
    names: Mapping[str, str]
    column: float
    rooms: tuple[float, ...]
    on_a_page: int


class _Measure:
    """The list in all the sizes and columns it could be set in."""

    def __init__(
        self,
        fixtures: FixtureList,
        ours: Collection[str],
        results_on: datetime.date | None,
        nights: Sequence[OtherNight] | None,
        *,
        with_figures: bool,
    ) -> None:
        self.fixtures = fixtures
        self.nights = nights
        self.bar = BAR if ours else 0.0
        short = {team.slug: team.short for team in fixtures.teams}
        # The names of the teams, the list with them, and what it is worth.
        self.ways = [
            (
                names,
                date_blocks(fixtures, ours, names=names, results_on=results_on, with_figures=with_figures),
                worth,
            )
            for names, worth in ((short, 1.0), (brief_names(short, season=fixtures.names), SHORTENED))
        ]
        self.rows = [row for block in self.ways[0][1] for row in block.rows]

    def box(self, names: Mapping[str, str], nights: Sequence[OtherNight] | None) -> tuple[DateBlock, ...]:
        """Return the box after the last date; none without a night, or where they stand beside the dates."""
        if nights is None:
            return ()
        shown = in_order([*nights, *moved_matches(self.fixtures, names)])
        return (DateBlock(nights=shown),) if shown else ()

    def half(self, column: float, size: float) -> float:
        """Return how wide a name may be in a row beside its middle, in mm.

        Stars hang into the gap between columns, where no figures stand between.
        """
        most = max((row["star"] for row in self.rows), key=len, default="")
        stars = width_of(most, size) - (0 if any(self.figures) else GAP / 2)
        return self.home(column, size) - self.bar - max(stars, 0)

    def home(self, column: float, size: float) -> float:
        """Return how wide the column of the home side is with the bar before it, in mm."""
        return (column - self.middle(size) - size * sum(self.figures) + self.bar) / 2

    def middle(self, size: float) -> float:
        """Return how wide the column between the names is, in mm."""
        words = {row["middle"] for row in self.rows} or {"v"}
        widest = max(width_of(text, size, weight=700) for text in words)
        return widest + BESIDE_MIDDLE * size * MM_PER_POINT

    @cached_property
    def figures(self) -> tuple[float, ...]:
        """The room of each of FIGURES behind the points, in mm for a size of 1; none without results."""
        widths = [
            _widest_figure(figures) for figures in zip(*(row["behind"] for row in self.rows), strict=True)
        ]
        # Words instead of figures have the room of all of them.
        lacking = _widest_figure(row["instead"] for row in self.rows) - sum(widths)
        return tuple(widths) if lacking <= 0 else (*widths[:-1], widths[-1] + lacking)

    def best_on(self, paper: Paper, rooms: tuple[float, ...]) -> _Fit | None:
        """Return the best way to fill sheets of these rooms; None if the list is too long for them.

        With the box of other nights where that costs little; else with the matches moved alone, or without.
        """
        plain = self._best(paper, rooms, None)
        if plain and self.box(plain.names, self.nights):
            for nights in (self.nights, ()):
                fit = self._best(paper, rooms, nights)
                if fit and fit.worth >= plain.worth * WORTH_OF_BOX:
                    return fit
        return plain

    def _best(
        self, paper: Paper, rooms: tuple[float, ...], nights: Sequence[OtherNight] | None
    ) -> _Fit | None:
        best: _Fit | None = None
        for on_a_page in paper.columns:
            column = paper.column(on_a_page)
            of_columns = tuple(room for room in rooms for _ in range(on_a_page))
            for size, (names, dates, worth) in itertools.product(paper.sizes, self.ways):
                if size * worth <= (best.worth if best else 0) or _widest(names, size) > self.half(
                    column, size
                ):
                    continue
                blocks: tuple[DateBlock, ...] = (*dates, *self.box(names, nights))
                heights = [_height(block, size, column) for block in blocks]
                filled = balanced(heights, of_columns, _line(size))
                if filled is not None:
                    best = _Fit(
                        worth=size * worth,
                        size=size,
                        columns=tuple(tuple(blocks[at] for at in column) for column in filled),
                        names=names,
                        column=column,
                        rooms=of_columns,
                        on_a_page=on_a_page,
                    )
        return best

    def set_out(self, fit: _Fit) -> Iterator[Shown]:
        """Yield the pages, their lines and then their dates as far apart as there is room.

        `home` is the room of the home side; `figures` that of each of FIGURES, none without results.
        """
        line = _line(fit.size)
        heights = [sum(_height(block, fit.size, fit.column) for block in column) for column in fit.columns]
        rows = [sum(len(block.rows) for block in column) for column in fit.columns]
        spare = [room - height for room, height in zip(fit.rooms, heights, strict=False)]
        wider = min((each / count for each, count in zip(spare, rows, strict=True) if count), default=0.0)
        wider = min(wider, fit.size * LINE * MOST_STRETCH - line)
        left = [each - count * wider for each, count in zip(spare, rows, strict=True)]
        air = min((rest / len(column) for rest, column in zip(left, fit.columns, strict=True)), default=0.0)
        for first in range(0, len(fit.columns) or 1, fit.on_a_page):
            columns, box = fit.columns[first : first + fit.on_a_page], box_size(fit.size)
            nights = [night for column in columns for block in column for night in block.nights]
            yield {
                "columns": columns,
                "size": fit.size,
                "is_tight": fit.size < TIGHT_BELOW,
                "line": line + wider,
                "column": fit.column,
                "home": self.home(fit.column, fit.size),
                "middle": self.middle(fit.size),
                "figures": tuple(width * fit.size for width in self.figures),
                "air": min(air, fit.size * MM_PER_POINT * MOST_AIR),
                "box_size": box,
                "box_dates": dates_width(nights, box),
            }


def _widest_figure(figures: Iterable[str]) -> float:
    """Return the room of the widest with the white before it, in mm for a size of 1; none of nothing."""
    widest = max((width_of(figure, NOTE_TYPE) for figure in figures if figure), default=0.0)
    return widest and widest + BEFORE_FIGURE * MM_PER_POINT


def _widest(names: Mapping[str, str], size: float) -> float:
    return max((width_of(name, size, weight=700) for name in names.values()), default=0.0)


def _line(size: float) -> float:
    return size * (TIGHT_LINE if size < TIGHT_BELOW else LINE)


def _height(block: DateBlock, size: float, column: float) -> float:
    """Return how high a date with its matches is, or the box, in mm."""
    if block.nights:
        return _box_height(block.nights, size, column)
    beside = column - width_of(f"{block.date}  ", HEAD_TYPE * size, Face.SLAB, 600)
    notes = lines_in(block.notes, beside * 0.98, NOTE_TYPE * size) - 1
    head = (TIGHT_HEAD if size < TIGHT_BELOW else HEAD) + notes * NOTE_LINE
    return head * size * MM_PER_POINT + RULE + len(block.rows) * _line(size)
