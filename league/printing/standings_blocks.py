"""Headings, names and standings measured for a column of paper: what bulletins and league tables share."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from league.competition.team_names import abbreviated
from league.printing.drawing import Face, lines_in, width_of
from league.printing.short_names import cut_names
from league.printing.standings_on_paper import PrintedStanding, PrintedTable, form_width

# For a point of size: a heading, a line of text (mm); how much larger a heading is set; the smallest type.
HEADING, LINE = 0.775, 0.44
HEADING_TYPE, SMALL, SMALL_LINE = 1.35, 8, 3.52
UNDER_HEADING, AROUND_NOTES = 0.6, 1.2

# The columns of a whole table and of a short one, in mm.
PLACE, FIGURE, PAIR, DIFFERENCE, POINTS = 8.0, 12.0, 15.0, 13.0, 14.0
SHORT_FIGURE, SHORT_POINTS, FORM_AIR = 9.0, 14.0, 4.0

Names = dict[tuple[str, str], str]
"""Names as they are printed, by the whole name and the short one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsBlock:
    """A division's standings, whole or short, with the names as they fit."""

    template: ClassVar = "printing/_printed_table.html"
    title: str
    table: PrintedTable
    names: tuple[str, ...]
    is_whole: bool
    has_form: bool
    with_played: bool
    is_below: bool
    height: float

    @property
    def rows(self) -> list[tuple[str, PrintedStanding]]:
        """Each row of the table with its name."""
        return list(zip(self.names, self.table.rows, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class TableMeasure:
    """Measures what stands in a column, in a size of type (points) with rows of a height (mm)."""

    size: float
    row: float

    @property
    def heading(self) -> float:
        """How high a heading of one line is."""
        return self.size * HEADING + UNDER_HEADING

    def head(self, title: str, words: str, width: float) -> tuple[float, bool]:
        """Return how high a heading is, and whether the words beside it have to stand below."""
        below = lines_in(words, width * 0.97, SMALL) * SMALL_LINE
        if not title:
            return below + UNDER_HEADING, True
        size = self.size * HEADING_TYPE
        whole = width_of(title, size, Face.SLAB, 600)
        if whole + width_of(f"  {words}", SMALL) <= width * 0.98:
            return self.heading, False
        lines = lines_in(title, width * 0.97, size, Face.SLAB, 600)
        return lines * self.size * HEADING + below + UNDER_HEADING, True

    def names(self, names: Sequence[tuple[str, str]], room: float, weight: int = 400) -> Names:
        """Return the names as they fit: all whole, all short, or shortened as leagues do."""
        for which in (0, 1):
            if all(width_of(pair[which], self.size, weight=weight) <= room for pair in names):
                return {pair: pair[which] for pair in names}
        usual = {f"{whole}\n{short}": abbreviated(short) for whole, short in names}
        cut = cut_names(usual, lambda name: width_of(name, self.size, weight=weight) <= room)
        return {pair: cut["\n".join(pair)] for pair in names}

    def block(
        self, title: str, table: PrintedTable, width: float, *, is_whole: bool, with_played: bool = True
    ) -> StandingsBlock:
        """Return standings for a column of this width; short ones have points, and perhaps matches played."""
        length = max((len(row.form) for row in table.rows), default=0)
        taken = PLACE + SHORT_POINTS + SHORT_FIGURE * with_played
        if is_whole:
            form = form_width(length) + FORM_AIR
            taken = PLACE + 4 * FIGURE + PAIR * bool(table.pair) + DIFFERENCE + POINTS + form
        names = self.names([(row.team, row.short) for row in table.rows], width - taken - 2)
        head, is_below = self.head(title, table.caption, width)
        notes = sum(lines_in(note, width * 0.97, SMALL) for note in table.notes)
        notes += 1 if is_whole and length else 0
        return StandingsBlock(
            title=title,
            table=table,
            names=tuple(names[row.team, row.short] for row in table.rows),
            is_whole=is_whole,
            has_form=is_whole and length > 0,
            with_played=is_whole or with_played,
            is_below=is_below,
            height=head + (len(table.rows) + 1) * self.row + notes * SMALL_LINE + AROUND_NOTES,
        )
