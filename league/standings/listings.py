"""Listings: what stands in the columns of a table, in the order that means something."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django_tables2 import Column, Table

from league.matches.outcomes import Adjustment, TeamKey
from league.models import Division, League
from league.people.names import KeptBack
from league.standings.criteria import Criterion, Scheme
from league.standings.prospects import Certainty, Fate
from league.standings.records import TeamRecord
from league.standings.rows import StandingsRow
from league.standings.selectors.lines import StandingsLine
from league.templatetags.marks import form_marks, mark
from league.templatetags.standings import figure, withdrawn_words
from league.templatetags.words import points, score
from scoring.matches import DecidedBy

FATE_WORDS = {
    Fate.UP: format_html('<span class="going-up">{} up</span>', mark("up", "")),
    Fate.DOWN: format_html('<span class="going-down">{} down</span>', mark("down", "")),
}

CERTAIN_MARKS = {
    Certainty.CHAMPIONS: ("tick", ""),
    Certainty.PROMOTED: ("up", ""),
    Certainty.SAFE: ("tick", ""),
    Certainty.RELEGATED: ("down", ""),
}
UNKNOWN = SafeString('<span aria-hidden="true">–</span><span class="visually-hidden">not known</span>')


def _cell(css: str) -> dict[str, dict[str, str]]:
    """The same class on a column's head and on its cells."""
    return {"th": {"class": css}, "td": {"class": css}}


def _head(whole: str, short: str) -> SafeString:
    """A column's name, and its abbreviation where there is no room."""
    return format_html(
        '<span class="wide-only">{0}</span><abbr class="phone-only" title="{0}">{1}</abbr>', whole, short
    )


def _short_head(whole: str, short: str) -> SafeString:
    """A column's abbreviation to the eye, its whole name to the ear."""
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


# What a format may know of each team, in the order of the columns, with the criteria each column answers.
PAIRS = (
    ("tables", "Tables", _tables, {"tables_won"}),
    ("games", "Games", lambda one: score(one.games_won, one.games_lost), {"games_won", "fewest_games_lost"}),
    (
        "score",
        "Score",
        lambda one: score(one.score_for, one.score_against),
        {"score_for", "fewest_score_against"},
    ),
    (
        "hang-jacks",
        _short_head("Hang jacks", "HJ"),
        lambda one: score(one.hang_jacks_won, one.hang_jacks_lost),
        {"hang_jacks_won", "fewest_hang_jacks_lost"},
    ),
)
IN_OTHER_COLUMNS = {"match_points", "matches_won"}


def figure_columns(
    records: Sequence[TeamRecord], scheme: Scheme, *, of_all: bool = False
) -> list[tuple[str, FigureColumn]]:
    """The columns the season's rules ask for and its results know, in their fixed order.

    Tables and games stand where they count for anything or are asked, a score wherever it is known, other
    figures where they are asked. The one asked first is the one a phone has room for. With `of_all` only
    what is known of every team.
    """
    known = all if of_all else any
    records = [one for one in records if one.played] or records
    asked = [
        column
        for column in scheme.columns
        if column.key not in IN_OTHER_COLUMNS and known(_figure(column, record) for record in records)
    ]
    first = asked[0].key if asked else ""
    keys = {one.key for one in asked}
    found: list[tuple[str, FigureColumn]] = []
    for name, head, write, answers in PAIRS:
        if known(write(one) for one in records) and (keys & answers or name in _counting(scheme)):
            found.append((name, FigureColumn(head, f"{name} pair num", write)))
    in_pairs = {key for name, _, _, answers in PAIRS if name in dict(found) for key in answers}
    for one in asked:
        if one.key not in in_pairs:
            css = "criterion num tell" if one.key == first else "criterion num"
        elif one.key == first:
            css = "criterion num tell phone-only"
        else:
            continue
        found.append((one.key, FigureColumn(_head_of(one), css, partial(_figure, one))))
    return found


def _counting(scheme: Scheme) -> set[str]:
    """The columns that mean something in the format, whether or not they are asked."""
    form = scheme.form
    has_tables = form.table_won or form.table_drawn or form.decided_by is DecidedBy.TABLES
    several_games = form.games_at(0) > 1
    return {"score"} | ({"tables"} if has_tables else set()) | ({"games"} if several_games else set())


def _figure(criterion: Criterion, record: TeamRecord) -> str:
    value = criterion.figure(record) if criterion.figure else None
    return "" if value is None else figure(value, criterion)


def _head_of(criterion: Criterion) -> SafeString:
    return _short_head(criterion.name, criterion.abbreviation)


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
    ) -> None:
        """`own` is the slug of the visitor's own team, if he named one."""
        records = [line.record for line in lines]
        figures = figure_columns(records, scheme, of_all=self.only_known_of_all) if scheme else []
        super().__init__(
            lines,
            extra_columns=figures,
            sequence=(
                "place",
                "team",
                "played",
                "...",
                *(name for name, _ in figures),
                self.before_points,
                "points",
            ),
        )
        self.league = league
        self.caption = str(division)
        self.own = own
        self.promoted = sum(line.fate is Fate.UP for line in lines)
        self.relegated = sum(line.fate is Fate.DOWN for line in lines)

    def render_place(self, value: int, record: StandingsLine) -> SafeString:
        if record.record.is_withdrawn:
            return SafeString('<span class="note">out</span>')
        shared = SafeString('<abbr title="shared place">=</abbr>') if record.row.is_shared else ""
        return format_html("<b>{}{}</b> {}", value, shared, FATE_WORDS.get(record.fate, ""))

    def render_team(self, record: StandingsLine) -> SafeString:
        name = _team(self.league, record)
        if record.withdrawal:
            said = withdrawn_words(record.withdrawal.effect)
            name = format_html('{}<span class="under">withdrawn: {}</span>', name, said)
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
        said = KeptBack.of(self.league).hide("; ".join(_said(ruling) for ruling in record.adjustments))
        return format_html('<span class="under trouble">{} {}</span>', points(record.earned), said)

    def render_form(self, value: tuple[str, ...]) -> SafeString:
        return form_marks(value)

    def render_points(self, value: int) -> str:
        return points(value)


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


class GlanceListing(StandingsListing):
    """The same at a glance: place, team, played, form, points."""

    class Meta(StandingsListing.Meta):
        exclude = ("won", "drawn", "lost")
        template_name = "standings/_glance.html"
        attrs = {"class": "listing dense glance"}

    def render_place(self, value: int, record: StandingsLine) -> SafeString:
        if record.record.is_withdrawn:
            return SafeString('<span class="note">out</span>')
        return format_html("{}{}", value, "=" if record.row.is_shared else "")

    def render_team(self, record: StandingsLine) -> SafeString:
        return _team(self.league, record)


def _team(league: League, line: StandingsLine) -> SafeString:
    address = reverse("team", args=(league.slug, line.team.slug))
    return format_html('<a class="name" href="{}">{}</a>', address, line.team.name)


def _said(ruling: Adjustment) -> str:
    word = "plus" if ruling.halves > 0 else "less"
    return f"{word} {points(abs(ruling.halves))}: {ruling.reason}"
