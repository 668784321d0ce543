"""Listings: what stands in the columns of a table, in the order that means something."""

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django_tables2 import Column, Table

from league.models import Division, League
from league.outcomes import Adjustment
from league.selectors.standings import StandingsLine
from league.standings import Fate, Record
from league.templatetags.marks import form_marks, mark
from league.templatetags.words import points, score, signed

FATE_WORDS = {
    Fate.UP: format_html('<span class="going-up">{} up</span>', mark("up", "")),
    Fate.DOWN: format_html('<span class="going-down">{} down</span>', mark("down", "")),
}


def _cell(css: str) -> dict[str, dict[str, str]]:
    """The same class on a column's head and on its cells."""
    return {"th": {"class": css}, "td": {"class": css}}


def _head(whole: str, short: str) -> SafeString:
    """A column's name, and its abbreviation where there is no room."""
    return format_html(
        '<span class="wide-only">{0}</span><abbr class="phone-only" title="{0}">{1}</abbr>', whole, short
    )


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
    tables = Column(accessor="record", verbose_name="Tables", attrs=_cell("tables num"))
    score = Column(accessor="record", verbose_name="Score", attrs=_cell("score num"))
    difference = Column(accessor="record__score_difference", verbose_name="Diff.", attrs=_cell("diff num"))
    form = Column(accessor="record__form", verbose_name="Form", attrs=_cell("form mid"), empty_values=())
    points = Column(accessor="record__match_points", verbose_name="Points", attrs=_cell("points num"))

    class Meta:
        orderable = False
        template_name = "public/_standings.html"
        attrs = {"class": "listing standings"}
        empty_text = "No team has been enrolled yet."

    def __init__(
        self, lines: tuple[StandingsLine, ...], *, league: League, division: Division, own: str = ""
    ) -> None:
        """`own` is the slug of the visitor's own team, if he named one."""
        super().__init__(lines)
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
        address = reverse("team", args=(self.league.slug, record.team.slug))
        name = format_html('<a class="name" href="{}">{}</a>', address, record.team.name)
        if record.record.is_withdrawn:
            return format_html('{}<span class="under">withdrawn: its results do not count</span>', name)
        return name + _adjusted(record.record)

    def render_tables(self, value: Record) -> str:
        """Won and lost; a league that draws tables puts those between."""
        if value.tables_drawn:
            return f"{score(value.tables_won, value.tables_drawn)}–{value.tables_lost}"
        return score(value.tables_won, value.tables_lost)

    def render_score(self, value: Record) -> str:
        return score(value.score_for, value.score_against)

    def render_difference(self, value: int) -> str:
        return signed(value)

    def render_form(self, value: tuple[str, ...]) -> SafeString:
        return form_marks(value)

    def render_points(self, value: int) -> str:
        return points(value)


class GlanceListing(StandingsListing):
    """The same at a glance: place, team, played, form, points."""

    class Meta(StandingsListing.Meta):
        exclude = ("won", "drawn", "lost", "tables", "score", "difference")
        template_name = "public/_glance.html"
        attrs = {"class": "listing dense glance"}

    def render_place(self, value: int, record: StandingsLine) -> SafeString:
        if record.record.is_withdrawn:
            return SafeString('<span class="note">out</span>')
        return format_html("{}{}", value, "=" if record.row.is_shared else "")

    def render_team(self, record: StandingsLine) -> SafeString:
        address = reverse("team", args=(self.league.slug, record.team.slug))
        return format_html('<a class="name" href="{}">{}</a>', address, record.team.name)


def _adjusted(record: Record) -> SafeString:
    """Under the name: what the matches gave, what was taken or given, and why each time."""
    if not record.adjustments:
        return SafeString("")
    said = "; ".join(_said(ruling) for ruling in record.adjustments)
    return format_html('<span class="under trouble">{} {}</span>', points(record.earned), said)


def _said(ruling: Adjustment) -> str:
    word = "plus" if ruling.halves > 0 else "less"
    return f"{word} {points(abs(ruling.halves))}: {ruling.reason}"
