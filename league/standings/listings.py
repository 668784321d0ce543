"""Listings: what stands in the columns of a table, in the order that means something."""

import datetime
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Self

from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString

from league.competition.tie_breaks import Criterion, SharedColumn
from league.matches.outcomes import Adjustment, TeamKey
from league.models import Division, League
from league.people.names import KeptBack
from league.standings.prospects import Certainty, Fate
from league.standings.records import TeamRecord
from league.standings.scheme import Scheme
from league.standings.selectors.lines import StandingsLine
from league.templatetags.marks import change_mark, form_marks, mark
from league.templatetags.standings import figure, withdrawn_words
from league.templatetags.words import points, score
from scoring.matches import DecidedBy

FATE_WORDS = {
    Fate.UP: format_html('<span class="going-up">{} up</span>', mark("up", "")),
    Fate.DOWN: format_html('<span class="going-down">{} down</span>', mark("down", "")),
}

FATE_WORDS_HEARD = {
    Fate.UP: SafeString(' <span class="visually-hidden">goes up</span>'),
    Fate.DOWN: SafeString(' <span class="visually-hidden">goes down</span>'),
}
"""Where a line across the table shows it to the eye."""

CERTAIN_MARKS = {
    Certainty.CHAMPIONS: ("tick", ""),
    Certainty.PROMOTED: ("up", ""),
    Certainty.SAFE: ("tick", ""),
    Certainty.RELEGATED: ("down", ""),
}
PLACE = SafeString('<span class="visually-hidden">Place</span>')
UNKNOWN = SafeString('<span aria-hidden="true">–</span><span class="visually-hidden">not known</span>')


def _head(whole: str, short: str) -> SafeString:
    """Return a column's name, and its abbreviation where there is no room."""
    return format_html(
        '<span class="wide-only">{0}</span><abbr class="phone-only" title="{0}">{1}</abbr>', whole, short
    )


def _short_head(whole: str, short: str) -> SafeString:
    """Return a column's abbreviation to the eye, its whole name to the ear."""
    return format_html(
        '<abbr title="{0}"><span aria-hidden="true">{1}</span>'
        '<span class="visually-hidden">{0}</span></abbr>',
        whole,
        short,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureColumn:
    """A column of a figure of the record; `write` returns nothing for a figure nobody knows."""

    name: str
    head: str
    css: str
    write: Callable[[TeamRecord], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListingColumn:
    """A column of a listing: its head, the class of head and cells, and what a line's cell says."""

    name: str
    head: str
    css: str
    write: Callable[[StandingsLine], str]

    @classmethod
    def of(cls, figure: FigureColumn) -> Self:
        """Return the column of a figure; what nobody knows is said to be unknown."""
        return cls(
            name=figure.name,
            head=figure.head,
            css=figure.css,
            write=lambda line: figure.write(line.record) or UNKNOWN,
        )

    @property
    def cell(self) -> Callable[[StandingsLine], str]:
        """Return what writes a line's cell; a team's heads its row."""
        tag, scope = ("th", ' scope="row"') if self.name == "team" else ("td", "")
        write = self.write
        return lambda line: f'<{tag}{scope} class="{self.css}">{conditional_escape(write(line))}</{tag}>'


def _tables(record: TeamRecord) -> str:
    """Won and lost; a league that draws tables puts those between."""
    if record.tables_drawn:
        return f"{score(record.tables_won, record.tables_drawn)}–{record.tables_lost}"
    return score(record.tables_won, record.tables_lost)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairColumn:
    """A column of two figures of a team; it answers the criteria that name it."""

    column: SharedColumn
    head: str
    write: Callable[[TeamRecord], str]


# What a format may know of each team, in the order of the columns.
PAIR_COLUMNS = (
    PairColumn(column=SharedColumn.TABLES, head="Tables", write=_tables),
    PairColumn(
        column=SharedColumn.GAMES,
        head="Games",
        write=lambda record: score(record.games_won, record.games_lost),
    ),
    PairColumn(
        column=SharedColumn.SCORE,
        head="Score",
        write=lambda record: score(record.score_for, record.score_against),
    ),
    PairColumn(
        column=SharedColumn.HANG_JACKS,
        head=_short_head("Hang jacks", "HJ"),
        write=lambda record: score(record.hang_jacks_won, record.hang_jacks_lost),
    ),
)
IN_EVERY_TABLE = {SharedColumn.POINTS, SharedColumn.WON}


def figure_columns(
    records: Sequence[TeamRecord], scheme: Scheme, *, of_all: bool = False
) -> list[FigureColumn]:
    """Return the columns the season's rules ask for and its results know, in their fixed order.

    Tables and games are shown where they count for anything or are asked, a score wherever it is known,
    other figures where they are asked. The one asked first is the one a phone has room for. With `of_all`
    only what is known of every team.
    """
    known = all if of_all else any
    records = [record for record in records if record.played] or records
    criterions = [
        criterion
        for criterion in scheme.columns
        if criterion.column not in IN_EVERY_TABLE and known(_figure(criterion, record) for record in records)
    ]
    shared_columns = {criterion.column for criterion in criterions} | _counting(scheme)
    pairs = [
        pair
        for pair in PAIR_COLUMNS
        if pair.column in shared_columns and known(pair.write(record) for record in records)
    ]
    columns = [
        FigureColumn(name=pair.column.value, head=pair.head, css=f"{pair.column} pair num", write=pair.write)
        for pair in pairs
    ]
    in_pairs = {pair.column for pair in pairs}
    for criterion in criterions:
        is_first, is_in_pair = criterion is criterions[0], criterion.column in in_pairs
        if is_in_pair and not is_first:
            continue
        css = "criterion num" + (" tell" if is_first else "") + (" phone-only" if is_in_pair else "")
        head = _short_head(criterion.name, criterion.abbreviation)
        write = partial(_figure, criterion)
        columns.append(FigureColumn(name=criterion.key, head=head, css=css, write=write))
    return columns


def _counting(scheme: Scheme) -> set[SharedColumn]:
    """Return the columns that mean something in the format, whether or not they are asked."""
    form = scheme.form
    has_tables = form.table_won or form.table_drawn or form.decided_by is DecidedBy.TABLES
    several_games = form.games_at(0) > 1
    return {
        SharedColumn.SCORE,
        *([SharedColumn.TABLES] if has_tables else []),
        *([SharedColumn.GAMES] if several_games else []),
    }


def _figure(criterion: Criterion, record: TeamRecord) -> str:
    value = criterion.figure(record) if criterion.figure else None
    return "" if value is None else figure(value, criterion)


class StandingsListing:
    """The standings of a division. Its order is the table's own: no column can be sorted by."""

    template_name = "standings/_standings.html"
    css = "listing standings"
    empty_text = "No team has been enrolled yet."
    only_known_of_all = False
    places: Sequence[int] = ()
    since: datetime.date | None = None

    def __init__(
        self,
        lines: Sequence[StandingsLine],
        *,
        league: League,
        division: Division,
        scheme: Scheme | None = None,
        own: str = "",
        exclude: Sequence[str] = (),
    ) -> None:
        """`own` is the slug of the visitor's own team, if they named one; `exclude` names columns."""
        records = [line.record for line in lines]
        figures = figure_columns(records, scheme, of_all=self.only_known_of_all) if scheme else []
        self.columns = [
            column
            for column in (*self.first_columns(), *map(ListingColumn.of, figures), *self.last_columns())
            if column.name not in exclude
        ]
        self.league = league
        self.division_lines = lines
        self.caption = str(division)
        self.own = own
        self.promoted = sum(line.fate is Fate.UP for line in lines)
        self.relegated = sum(line.fate is Fate.DOWN for line in lines)

    def first_columns(self) -> list[ListingColumn]:
        """Return the columns before the figures that the season's rules ask for."""
        return [
            ListingColumn(name="place", head=PLACE, css="place", write=self.place),
            ListingColumn(name="team", head="Team", css="team", write=self.team),
            ListingColumn(
                name="played",
                head=_head("Played", "Pl."),
                css="played num",
                write=lambda line: str(line.record.played),
            ),
            ListingColumn(name="won", head="Won", css="won num", write=lambda line: str(line.record.won)),
            ListingColumn(
                name="drawn", head="Drawn", css="drawn num", write=lambda line: str(line.record.drawn)
            ),
            ListingColumn(name="lost", head="Lost", css="lost num", write=lambda line: str(line.record.lost)),
        ]

    def last_columns(self) -> list[ListingColumn]:
        """Return the columns after those."""
        return [
            self.form_column(),
            ListingColumn(
                name="points",
                head="Points",
                css="points num",
                write=lambda line: points(line.record.match_points),
            ),
        ]

    def form_column(self) -> ListingColumn:
        return ListingColumn(
            name="form", head="Form", css="form mid", write=lambda line: form_marks(line.record.form)
        )

    @property
    def lines(self) -> Iterator[tuple[StandingsLine, SafeString]]:
        """Each line with the cells of its row."""
        cells = [column.cell for column in self.columns]
        for line in self.division_lines:
            yield line, SafeString("".join([cell(line) for cell in cells]))

    def place(self, line: StandingsLine) -> SafeString:
        if line.record.is_withdrawn:
            return SafeString('<span class="note">out</span>')
        shared = SafeString('<abbr title="shared place">=</abbr>') if line.row.is_shared else ""
        return format_html("<b>{}{}</b> {}", line.row.place, shared, FATE_WORDS.get(line.fate, ""))

    def team(self, line: StandingsLine) -> SafeString:
        name = _team(self.league, line)
        if line.withdrawal:
            text = withdrawn_words(line.withdrawal.effect)
            name = format_html('{}<span class="under">withdrawn: {}</span>', name, text)
        if line.certain:
            word = format_html("{} {}", mark(*CERTAIN_MARKS[line.certain]), line.certain)
            name = format_html('{} <span class="certain">{}</span>', name, word)
        if line.row.wants_play_off:
            name = format_html('{}<span class="under">a play-off is wanted</span>', name)
        return name + self._adjusted(line.record)

    def _adjusted(self, record: TeamRecord) -> SafeString:
        """Under the name: what the matches gave, what was taken or given, and why each time."""
        if not record.adjustments:
            return SafeString("")
        text = KeptBack.of(self.league).hide(
            "; ".join(_adjustment_in_words(ruling) for ruling in record.adjustments)
        )
        return format_html('<span class="under trouble">{} {}</span>', points(record.earned), text)


class SeasonListing(StandingsListing):
    """The standings on their own page: with the change since the week before, and the odds of each place."""

    css = "listing standings season"

    def __init__(
        self, lines: Sequence[StandingsLine], *, since: datetime.date | None, same_played: bool, **rest: Any
    ) -> None:
        """`since` is the last day of the week before; `same_played` that all have played as many matches."""
        self.places = range(1, len([line for line in lines if line.outlook]) + 1)
        left_out = [*(["change"] if since is None else []), *(["played"] if same_played else [])]
        if self.places:
            left_out.append(
                SharedColumn.SCORE
            )  # where there is less room; why? tells the score that was asked
        super().__init__(lines, exclude=left_out, **rest)
        if self.places:
            self.css += " has-odds"
        self.since = since

    def first_columns(self) -> list[ListingColumn]:
        place, *rest = super().first_columns()
        change = ListingColumn(name="change", head="", css="change", write=lambda line: change_mark(line.up))
        return [place, change, *rest]

    def place(self, line: StandingsLine) -> SafeString:
        if line.record.is_withdrawn:
            return SafeString('<span class="note">out</span>')
        shared = SafeString('<abbr title="shared place">=</abbr>') if line.row.is_shared else ""
        fate = FATE_WORDS_HEARD.get(line.fate, "")
        return format_html("<b>{}{}</b>{}", line.row.place, shared, fate)


class SupposedListing(StandingsListing):
    """The same with results supposed: how far each team would move instead of its form.

    Only figures known of every team: a result supposed in match points leaves the others unknown.
    """

    only_known_of_all = True

    def __init__(self, lines: Sequence[StandingsLine], *, moved: Mapping[TeamKey, int], **rest: Any) -> None:
        """`moved` is by how many places each team rises, by its key; fewer than none is a fall."""
        super().__init__(lines, **rest)
        self.places_moved = moved

    def form_column(self) -> ListingColumn:
        return ListingColumn(name="moved", head="Moved", css="form moved", write=self.moved)

    def moved(self, line: StandingsLine) -> SafeString | str:
        by = self.places_moved[line.record.team]
        if not by:
            return "stays"
        word = "up" if by > 0 else "down"
        return format_html(
            '<span class="nowrap">{} <b>{} {}</b></span>', mark(f"arrow-{word}", ""), word, abs(by)
        )


class PlainListing(StandingsListing):
    """The same without the reasons: for tables beside each other, and on paper."""

    template_name = "standings/_plain.html"
    css = "listing dense plain"

    def place(self, line: StandingsLine) -> SafeString:
        if line.record.is_withdrawn:
            return SafeString('<span class="note">out</span>')
        return format_html("{}{}", line.row.place, "=" if line.row.is_shared else "")

    def team(self, line: StandingsLine) -> SafeString:
        return _team(self.league, line)


def _team(league: League, line: StandingsLine) -> SafeString:
    address = reverse("team", args=(league.slug, line.team.slug))
    return format_html('<a class="name" href="{}">{}</a>', address, line.team.name)


def _adjustment_in_words(ruling: Adjustment) -> str:
    word = "plus" if ruling.halves > 0 else "less"
    return f"{word} {points(abs(ruling.halves))}: {ruling.reason}"
