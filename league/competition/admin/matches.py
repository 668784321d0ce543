"""The workbench: matches, results and rulings, to look at. Each leads to the page that puts it right."""

from typing import Any

from django.contrib import admin
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.competition.admin.site import DivisionFilter, OwnLeague, kept_leagues
from league.models import Match, Ruling, Scorecard


class Looking(OwnLeague):
    """Nobody changes this here, the administrator included: totals would no longer be what was signed."""

    league_path = "match__division__season__league"
    set_once = ()
    readonly_fields = ("put_right",)
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    has_change_permission = has_delete_permission = has_add_permission

    @admin.display(description="put it right")
    def put_right(self, row: Any) -> SafeString | str:
        match = row if isinstance(row, Match) else row.match
        if match is None:
            return ""
        address = reverse("match-entry", args=[match.division.season.league.slug, match.public_id])
        return format_html('<a href="{}">Enter or correct</a>', address)


@admin.register(Match)
class MatchAdmin(Looking):
    league_path = "division__season__league"
    fields = (
        "division",
        "week",
        ("home", "away"),
        ("venue", "date", "starts_at"),
        ("postponed_from", "postponed_because"),
        "public_id",
        "put_right",
    )
    list_display = ("__str__", "date", "division", "week", "venue", "put_right")
    ordering = (F("date").desc(nulls_first=True), "division__position", "pk")
    list_filter = (("division", DivisionFilter), "week")
    list_select_related = ("home", "away", "venue", "division__season__league")
    search_fields = ("home__name", "away__name", "venue__name", "public_id")
    date_hierarchy = "date"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """Return matches of cups too."""
        leagues = kept_leagues(request)
        matches = Match.with_ties.all() if leagues is None else Match.with_ties.filter(self.own(leagues))
        return matches.order_by(*self.ordering)


@admin.register(Ruling)
class RulingAdmin(Looking):
    league_path = "division__season__league"
    list_display = (
        "__str__",
        "kind",
        "division",
        "match",
        "decided_on",
        "decided_by",
        "revoked_on",
        "put_right",
    )
    list_filter = ("kind", ("division", DivisionFilter), ("revoked_on", admin.EmptyFieldListFilter))
    list_select_related = (
        *("division", "match__home", "match__away", "match__division__season__league"),
        *("team", "decided_by"),
    )
    search_fields = ("reason", "team__name", "match__home__name", "match__away__name")
    date_hierarchy = "decided_on"


@admin.register(Scorecard)
class ScorecardAdmin(Looking):
    list_display = ("match", "version", "is_confirmed", "entered_at", "entered_by", "reason", "put_right")
    list_filter = (("match__division", DivisionFilter), "is_confirmed")
    list_select_related = ("match__home", "match__away", "match__division__season__league", "entered_by")
    search_fields = ("match__home__name", "match__away__name")
    ordering = ("-pk",)
