"""Tables of people: the players of a division, the captains of a season."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django_tables2 import Column, Table, TemplateColumn

from league.models import League
from league.people.names import split_name
from league.people.pages.lines import PlayerTally
from league.people.pages.players import ListedPlayer
from league.people.pages.shares import AWARDS
from league.shared.tables import UNKNOWN, FigureColumn
from league.templatetags.charts import half_bar
from league.templatetags.formatting import score, signed

# What stands beside a player who has played.
FIGURES = ("played", "won", "percent", "bar", "points", "difference")


class PlayersTable(Table):  # type: ignore[misc]  # the library has no types
    """Players by place. `shows_shares` puts the shares of the four points in place of what was won.

    Before anybody has played they are names and teams.
    """

    place = FigureColumn("Place", "place", "place", orderable=False, default="")
    player = Column("Player", accessor="line", order_by="sorted_name", attrs={"td": {"class": "team"}})
    played = FigureColumn("Played", "tally__played")
    won = FigureColumn("Won", "tally__won")
    percent = FigureColumn("%", "tally__percent", "share")
    bar = Column(
        SafeString('<span class="visually-hidden">Share of tables won</span>'),
        accessor="tally",
        orderable=False,
        attrs={"th": {"class": "bar"}, "td": {"class": "bar"}},
    )
    points = FigureColumn("Points", "tally", "wide", orderable=False)
    difference = FigureColumn("Diff.", "tally__difference", "wide")
    hung = FigureColumn("Jacks hung", "line__hung", orderable=False)

    class Meta:
        attrs = {"class": "listing players"}
        row_attrs = {"data-team": lambda record: " ".join(team.slug for team in record.line.teams)}

    def __init__(
        self, players: Sequence[ListedPlayer], *, league: League, shows_shares: bool, order_by: str
    ) -> None:
        self.league = league
        super().__init__(
            players,
            extra_columns=[
                (key, FigureColumn(name, f"shares__{key}")) for key, name in AWARDS if shows_shares
            ],
            exclude=[
                *(() if any(player.place for player in players) else ("place",)),
                *(FIGURES[1:] if shows_shares else ()),
                *(() if any(player.line.hung for player in players) else ("hung",)),
                *(() if any(player.tally.played for player in players) else FIGURES),
            ],
            order_by=order_by,
        )

    def render_player(self, record: ListedPlayer) -> SafeString:
        forenames, surname, apart = split_name(record.line.name)
        return format_html(
            '<a class="name" href="{}">{} <b>{}</b> {}</a>{} <span class="under">{}</span>',
            reverse("player", args=[self.league.slug, record.line.public_id]),
            *(forenames, surname, apart),
            SafeString(' <b class="agrees">unbeaten</b>') if record.is_unbeaten else "",
            format_html_join(", ", "{}", ((team.short_name or team.name,) for team in record.line.teams))
            or "no team this season",
        )

    def render_bar(self, value: PlayerTally) -> SafeString | str:
        return "" if value.percent is None else half_bar(value.percent, None)

    def render_points(self, value: PlayerTally) -> str:
        return score(value.points_for, value.points_against) if value.played else UNKNOWN

    def render_difference(self, value: int) -> str:
        return signed(value)

    def render_hung(self, record: ListedPlayer) -> str:
        return score(hung.caught, hung.suffered) if (hung := record.line.hung) else UNKNOWN


class CaptainsTable(Table):  # type: ignore[misc]  # the library has no types
    """How the captains of a division are reached, in boxes; sorted by what is known, not by what is typed."""

    team = TemplateColumn(
        '<a class="name" href="{% url "team" league.slug value.slug %}">{{ value }}</a>',
        accessor="enrolment__team",
        order_by="enrolment__team__name",
        attrs={"td": {"class": "team"}},
    )
    captain, email, telephone, readers = (
        TemplateColumn(
            template_name="people/_captain_box.html",
            verbose_name=head,
            accessor=f"boxes__{place}",
            order_by=f"enrolment__{field}",
            attrs={"td": {"class": "whole"}},
        )
        for place, (head, field) in enumerate(
            [
                ("Captain", "captain_name"),
                ("E-mail", "captain_email"),
                ("Telephone", "captain_phone"),
                ("On paper for", "contact_for"),
            ]
        )
    )
