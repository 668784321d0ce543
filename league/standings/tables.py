"""Tables of standings: what stands in the columns of a table, in the order that means something."""

import datetime
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from inspect import signature
from operator import attrgetter
from typing import Any

from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django_tables2 import Column, Table
from django_tables2.utils import AttributeDict

from league.competition.tie_breaks import Criterion, SharedColumn
from league.matches.outcomes import Adjustment, TeamKey
from league.models import Division, League
from league.people.names import KeptBack
from league.standings.prospects import Certainty, Fate
from league.standings.records import TeamRecord
from league.standings.rows import StandingsRow
from league.standings.scheme import Scheme
from league.standings.selectors.lines import StandingsLine
from league.templatetags.formatting import points, score, together
from league.templatetags.marks import change_mark, form_marks, mark
from league.templatetags.standings import figure, withdrawn_words
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
UNKNOWN = SafeString('<span aria-hidden="true">–</span><span class="visually-hidden">not known</span>')


def _cell(css: str) -> dict[str, dict[str, str]]:
    """Return the same class on a column's head and on its cells."""
    return {"th": {"class": css}, "td": {"class": css}}


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


class FigureColumn(Column):  # type: ignore[misc]  # the library has no types
    """A column of a figure of the record; a figure nobody knows is said to be unknown."""

    def __init__(self, head: str, css: str, write: Callable[[TeamRecord], str]) -> None:
        super().__init__(accessor="record", verbose_name=head, attrs=_cell(css))
        self.write = write

    def render(self, value: TeamRecord) -> SafeString | str:
        return self.write(value) or UNKNOWN


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
) -> list[tuple[str, FigureColumn]]:
    """Return the columns the season's rules ask for and its results know, by name, in their fixed order.

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
    columns: list[tuple[str, FigureColumn]] = [
        (pair.column.value, FigureColumn(pair.head, f"{pair.column} pair num", pair.write)) for pair in pairs
    ]
    in_pairs = {pair.column for pair in pairs}
    for criterion in criterions:
        is_first, is_in_pair = criterion is criterions[0], criterion.column in in_pairs
        if is_in_pair and not is_first:
            continue
        css = "criterion num" + (" tell" if is_first else "") + (" phone-only" if is_in_pair else "")
        head = _short_head(criterion.name, criterion.abbreviation)
        columns.append((criterion.key, FigureColumn(head, css, partial(_figure, criterion))))
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


class StandingsListing(Table):  # type: ignore[misc]  # the library has no types
    """The standings of a division. Its order is the table's own: no column can be sorted by."""

    place = Column(
        accessor="row__place",
        verbose_name=SafeString('<span class="visually-hidden">Place</span>'),
        attrs=_cell("place"),
    )
    team = Column(verbose_name="Team", attrs=_cell("team"))
    played = Column(accessor="record__played", verbose_name=_head("Played", "Pl."), attrs=_cell("played num"))
    won = Column(accessor="record__won", verbose_name="Won", attrs=_cell("won num"))
    drawn = Column(accessor="record__drawn", verbose_name="Drawn", attrs=_cell("drawn num"))
    lost = Column(accessor="record__lost", verbose_name="Lost", attrs=_cell("lost num"))
    form = Column(accessor="record__form", verbose_name="Form", attrs=_cell("form mid"), empty_values=())
    points = Column(accessor="record__match_points", verbose_name="Points", attrs=_cell("points num"))

    class Meta:
        orderable = False
        template_name = "standings/_standings.html"
        attrs = {"class": "listing standings"}
        empty_text = "No team has been enrolled yet."

    only_known_of_all = False
    before_points = "form"

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
        self.is_begun = any(record.played or record.adjustments or record.is_withdrawn for record in records)
        exclude = [*exclude, *([] if self.is_begun else ["form"])]
        figures = figure_columns(records, scheme, of_all=self.only_known_of_all) if scheme else []
        super().__init__(
            lines,
            extra_columns=figures,
            exclude=exclude,
            sequence=(
                "place",
                *(["change"] if "change" in self.base_columns and "change" not in exclude else []),
                "team",
                "played",
                "...",
                *(name for name, _ in figures),
                *([self.before_points] if self.before_points not in exclude else []),
                "points",
            ),
        )
        self.league = league
        self.division_lines = lines
        self.caption = str(division)
        self.own = own
        self.promoted = sum(line.fate is Fate.UP for line in lines)
        self.relegated = sum(line.fate is Fate.DOWN for line in lines)

    @property
    def lines(self) -> Iterator[tuple[StandingsLine, SafeString]]:
        """Each line with the cells of its row.

        The library's own rows look up the arguments of each cell's method again for every cell, which takes
        ten times as long as the cells do.
        """
        cells = [self._cell_of(column) for column in self.columns]
        for line in self.division_lines:
            yield line, SafeString("".join([cell(line) for cell in cells]))

    def _cell_of(self, column: Any) -> Callable[[StandingsLine], str]:
        """Return what writes the cells of a column."""
        value_of = attrgetter(str(column.accessor).replace("__", "."))
        render: Callable[..., str] = column.render
        wanted = frozenset(signature(render).parameters)
        css = conditional_escape(column.column.attrs["td"]["class"])
        head, tail = (
            (f'<th scope="row" class="{css}">', "</th>")
            if column.name == "team"
            else (f'<td class="{css}">', "</td>")
        )
        both = {"value", "record"} <= wanted

        def cell(line: StandingsLine) -> str:
            if both:
                content = render(value=value_of(line), record=line)
            elif "record" in wanted:
                content = render(record=line)
            else:
                content = render(value=value_of(line))
            return f"{head}{conditional_escape(content)}{tail}"

        return cell

    def render_place(self, value: int, record: StandingsLine) -> SafeString:
        if record.record.is_withdrawn:
            return SafeString('<span class="note">out</span>')
        shared = SafeString('<abbr title="shared place">=</abbr>') if record.row.is_shared else ""
        return format_html("<b>{}{}</b> {}", value, shared, FATE_WORDS.get(record.fate, ""))

    def render_team(self, record: StandingsLine) -> SafeString:
        name = _team(self.league, record)
        if record.withdrawal:
            text = withdrawn_words(record.withdrawal.effect)
            name = format_html('{}<span class="under">withdrawn: {}</span>', name, text)
        if record.certain:
            word = format_html("{} {}", mark(*CERTAIN_MARKS[record.certain]), record.certain)
            name = format_html('{} <span class="certain">{}</span>', name, word)
        if record.row.wants_play_off:
            name = format_html('{}<span class="under">a play-off is wanted</span>', name)
        return name + self._adjusted(record.record)

    def _adjusted(self, record: TeamRecord) -> SafeString:
        """Under the name: what the matches gave, what was taken or given, and why each time."""
        if not record.adjustments:
            return SafeString("")
        text = KeptBack.of(self.league).hide(
            "; ".join(_adjustment_in_words(ruling) for ruling in record.adjustments)
        )
        return format_html('<span class="under trouble">{} {}</span>', points(record.earned), text)

    def render_form(self, value: tuple[str, ...]) -> SafeString:
        return form_marks(value)

    def render_points(self, value: int) -> str:
        return points(value)


class SeasonListing(StandingsListing):
    """The standings on their own page: with the change since the week before, and the odds of each place."""

    change = Column(accessor="up", attrs=_cell("change"), empty_values=(), verbose_name="")

    class Meta(StandingsListing.Meta):
        attrs = {"class": "listing standings season"}

    def __init__(
        self, lines: Sequence[StandingsLine], *, since: datetime.date | None, same_played: bool, **rest: Any
    ) -> None:
        """`since` is the last day of the week before; `same_played` that all have played as many matches."""
        outlooks = [line.outlook for line in lines if line.outlook]
        self.places = range(1, len(outlooks) + 1)
        # Before the first place is out of reach for anybody, frames of every place say nothing.
        self.is_narrowed = any(len(outlook.possible) < len(self.places) for outlook in outlooks)
        left_out = [*(["change"] if since is None else []), *(["played"] if same_played else [])]
        self.columns_of_odds = len(self.places) + self.is_narrowed
        if self.places:  # where there is less room; why? tells the score that was asked
            has_drawn = any(line.record.drawn for line in lines)
            left_out += [SharedColumn.SCORE, *([] if has_drawn else ["drawn"])]
        super().__init__(lines, exclude=left_out, **rest)
        if self.places:
            css = "has-odds" if self.is_narrowed else "has-odds unframed"
            self.attrs = AttributeDict({"class": f"listing standings season {css}"})
        self.since = since

    def render_place(self, value: int, record: StandingsLine) -> SafeString:
        if record.record.is_withdrawn:
            return SafeString('<span class="note">out</span>')
        shared = SafeString('<abbr title="shared place">=</abbr>') if record.row.is_shared else ""
        fate = FATE_WORDS_HEARD.get(record.fate, "")
        return format_html("<b>{}{}</b>{}", value, shared, fate)

    def render_change(self, value: int | None) -> SafeString:
        return change_mark(value)


class SupposedListing(StandingsListing):
    """The same with results supposed: how far each team would move instead of its form.

    Only figures known of every team: a result supposed in match points leaves the others unknown.
    """

    moved = Column(accessor="row", verbose_name="Moved", attrs=_cell("form moved"), empty_values=())

    class Meta(StandingsListing.Meta):
        exclude = ("form",)

    only_known_of_all = True
    before_points = "moved"

    def __init__(self, lines: Sequence[StandingsLine], *, moved: Mapping[TeamKey, int], **rest: Any) -> None:
        """`moved` is by how many places each team rises, by its key; fewer than none is a fall."""
        super().__init__(lines, **rest)
        self.places_moved = moved

    def render_moved(self, value: StandingsRow) -> SafeString | str:
        by = self.places_moved[value.record.team]
        if not by:
            return "stays"
        word = "up" if by > 0 else "down"
        return format_html(
            '<span class="nowrap">{} <b>{} {}</b></span>', mark(f"arrow-{word}", ""), word, abs(by)
        )


class PlainListing(StandingsListing):
    """The same without the reasons: for tables beside each other, and on paper."""

    class Meta(StandingsListing.Meta):
        template_name = "standings/_plain.html"
        attrs = {"class": "listing dense plain"}

    def render_place(self, value: int, record: StandingsLine) -> SafeString:
        if record.record.is_withdrawn:
            return SafeString('<span class="note">out</span>')
        return format_html("{}{}", value, "=" if record.row.is_shared else "")

    def render_team(self, record: StandingsLine) -> SafeString:
        return _team(self.league, record)


def _team(league: League, line: StandingsLine) -> SafeString:
    address = reverse("team", args=(league.slug, line.team.slug))
    return format_html('<a class="name" href="{}">{}</a>', address, together(line.team.name))


def _adjustment_in_words(ruling: Adjustment) -> str:
    word = "plus" if ruling.halves > 0 else "less"
    return f"{word} {points(abs(ruling.halves))}: {ruling.reason}"
