"""The workbench: matches, their dates and places, and the league's rulings.

The workbench: results, to look at. What is wrong with one is put right on the page it was entered on.
"""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from league.competition.admin.site import (
    DivisionFilter,
    OwnInline,
    OwnLeague,
    WholeRowForm,
    kept_leagues,
)
from league.cups.selectors.rooms import room_for
from league.matches.services import IN_CALENDARS
from league.models import (
    Enrolment,
    Game,
    HandResult,
    Match,
    MatchTable,
    Penalty,
    Ruling,
    Scorecard,
    Seat,
    TableEntry,
)


def enrolled_in(division: Any, *teams: Any) -> bool:
    """Return whether all these teams play in the division."""
    return Enrolment.objects.filter(division=division, team__in=teams).count() == len(teams)


class MatchForm(WholeRowForm):
    """A match of two teams of the division, where there is a table: the standings know no others."""

    def clean(self) -> dict[str, Any] | None:
        typed = super().clean() or {}
        division, home, away = (typed.get(name) for name in ("division", "home", "away"))
        if division and home and away and home != away and not enrolled_in(division, home, away):
            raise forms.ValidationError(
                f"{home} and {away} do not both play in {division}, {division.season}."
            )
        date, venue = typed.get("date"), typed.get("venue")
        if division and date and venue and {"date", "venue"} & set(self.changed_data):
            needed = division.season.rule_book.tables
            if full := room_for(self.instance, venue, date, needed=needed):
                self.add_error("venue" if "venue" in self.changed_data else "date", f"{full}.")
        return typed


@admin.register(Match)
class MatchAdmin(OwnLeague):
    """Dates and pubs can always be put right; who met whom only while nothing is known of the result."""

    league_path = "division__season__league"
    form = MatchForm
    fields = (
        "division",
        "week",
        ("home", "away"),
        ("venue", "date", "starts_at"),
        ("postponed_from", "postponed_because"),
        "public_id",
        "result",
    )
    readonly_fields = ("public_id", "result")
    list_display = ("home", "away", "date", "result", "of_division", "week", "venue")
    list_display_links = ("home", "away")
    ordering = (F("date").desc(nulls_first=True), "division__position", "pk")
    list_filter = (("division", DivisionFilter), "week")
    list_select_related = ("home", "away", "venue", "division__season__league")
    search_fields = ("home__name", "away__name", "venue__name", "public_id")
    autocomplete_fields = ("home", "away", "venue")
    date_hierarchy = "date"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """Return matches of cups too, to look at: their sides, nights and pubs follow the cup."""
        leagues = kept_leagues(request)
        matches = Match.with_ties.all() if leagues is None else Match.with_ties.filter(self.own(leagues))
        return matches.order_by(*self.ordering)

    def has_change_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        return super().has_change_permission(request, obj) and not (obj and obj.tie_id)

    def has_delete_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        return super().has_delete_permission(request, obj) and not (obj and obj.tie_id)

    def get_readonly_fields(self, request: HttpRequest, obj: Match | None = None) -> tuple[Any, ...]:
        fixed = super().get_readonly_fields(request, obj)
        if obj is None or not (obj.scorecards.exists() or obj.rulings.exists()):
            return fixed
        return (*fixed, "division", "week", "home", "away")

    def save_model(self, request: HttpRequest, obj: Match, form: Any, change: bool) -> None:
        if change and IN_CALENDARS & set(form.changed_data):
            obj.sequence += 1
        super().save_model(request, obj, form, change)

    def delete_model(self, request: HttpRequest, obj: Match) -> None:
        self._keep_results(obj)
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        with transaction.atomic():
            self._keep_results(*queryset)
            super().delete_queryset(request, queryset)

    def _keep_results(self, *matches: Match) -> None:
        """Something may have come in after this page asked whether anything is known of the match."""
        keys = [match.pk for match in matches]
        if any(match.tie_id for match in matches):
            raise PermissionDenied("A match of a cup is deleted with its tie’s night.")
        list(Match.with_ties.select_for_update().filter(pk__in=keys).order_by("pk"))
        cards, rulings = (model.objects.filter(match__in=keys) for model in (Scorecard, Ruling))
        if cards.exists() or rulings.exists():
            raise PermissionDenied("A match with a result or a ruling is not deleted.")

    @admin.display(description="division")
    def of_division(self, match: Match) -> str:
        return f"{match.division.season}, {match.division}"

    @admin.display(description="result")
    def result(self, match: Match) -> str:
        return results_page(match) if match.pk else ""


WITHDRAWAL = (
    "A team leaves the division. Walkovers are given on the page of the match, points on the "
    "secretary's page of adjustments."
)


class RulingForm(WholeRowForm):
    """A withdrawal, or a change to a ruling that stands."""

    def clean(self) -> dict[str, Any] | None:
        typed = super().clean() or {}
        if self.instance.pk is None:
            self.instance.kind = Ruling.Kind.WITHDRAWAL
            division, team = typed.get("division"), typed.get("team")
            if division and team and not enrolled_in(division, team):
                raise forms.ValidationError(f"{team} does not play in {division}, {division.season}.")
        return typed


@admin.register(Ruling)
class RulingAdmin(OwnLeague):
    """Rulings are revoked, never deleted. Walkovers and points are given on the secretary's own pages."""

    league_path = "division__season__league"
    form = RulingForm
    list_display = ("__str__", "kind", "division", "match", "team", "decided_on", "decided_by", "revoked_on")
    list_filter = ("kind", ("division", DivisionFilter), ("revoked_on", admin.EmptyFieldListFilter))
    list_select_related = ("division", "match__home", "match__away", "team", "decided_by")
    search_fields = ("reason", "team__name", "match__home__name", "match__away__name")
    autocomplete_fields = ("team",)
    date_hierarchy = "decided_on"
    set_once = (
        "kind",
        "division",
        "match",
        "table",
        "at_fault",
        "team",
        "halves",
        "decided_on",
        "decided_by",
    )

    def get_fields(self, request: HttpRequest, obj: Ruling | None = None) -> Any:
        if obj is None:
            return ("division", "team", "reason", "decided_on")
        return (*self.set_once, "reason", "revoked_on")

    def get_fieldsets(self, request: HttpRequest, obj: Ruling | None = None) -> Any:
        ((name, options),) = super().get_fieldsets(request, obj)
        return [(name, options if obj else {**options, "description": WITHDRAWAL})]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Ruling, form: Any, change: bool) -> None:
        if not change:
            obj.decided_by_id = request.user.pk
        super().save_model(request, obj, form, change)


def results_page(match: Match) -> str:
    """Return a link to the page where the match's result is entered and corrected."""
    address = reverse("match-entry", args=[match.division.season.league.slug, match.public_id])
    return format_html('<a href="{}">Enter or correct</a>', address)


class Looking:
    """Nobody changes this here, the administrator included: totals would no longer be what was signed."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class LookingInline(Looking, OwnInline):
    """Rows of a result."""

    show_change_link = True


class ResultPart(Looking, OwnLeague):
    """A part of a result; `match_path` leads from it to the match, as in a filter."""

    match_path = "match"
    also_shown: tuple[str, ...] = ()
    readonly_fields = ("put_right",)
    show_full_result_count = False
    ordering = ("-pk",)
    set_once = ()

    def __init_subclass__(cls) -> None:
        cls.league_path = f"{cls.match_path}__division__season__league"

    def get_list_select_related(self, request: HttpRequest) -> tuple[str, ...]:
        teams = (f"{self.match_path}__{side}" for side in ("home", "away"))
        return (*teams, self.league_path, *self.also_shown)

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        return (f"{self.match_path}__home__name", f"{self.match_path}__away__name", *self.search_fields)

    def get_list_filter(self, request: HttpRequest) -> Any:
        return ((f"{self.match_path}__division", DivisionFilter), *self.list_filter)

    @admin.display(description="match")
    def of_match(self, part: Any) -> str:
        return str(self._match(part))

    @admin.display(description="put it right")
    def put_right(self, part: Any) -> str:
        return results_page(self._match(part))

    def _match(self, part: Any) -> Match:
        for step in self.match_path.split("__"):
            part = getattr(part, step)
        return part  # type: ignore[no-any-return]


class TablesOfACard(LookingInline):
    model = MatchTable


@admin.register(Scorecard)
class ScorecardAdmin(ResultPart):
    list_display = ("of_match", "version", "is_confirmed", "entered_at", "entered_by", "reason", "put_right")
    list_filter = ("is_confirmed",)
    also_shown = ("entered_by",)
    inlines = (TablesOfACard,)


class GamesOfATable(LookingInline):
    model = Game


@admin.register(MatchTable)
class MatchTableAdmin(ResultPart):
    match_path = "scorecard__match"
    list_display = ("__str__", "of_match", "is_played", "remarks", "put_right")
    inlines = (GamesOfATable,)


class SeatsOfAGame(LookingInline):
    model = Seat


class HandsOfAGame(LookingInline):
    model = HandResult


class PenaltiesOfAGame(LookingInline):
    model = Penalty


@admin.register(Game)
class GameAdmin(ResultPart):
    match_path = "table__scorecard__match"
    list_display = ("__str__", "table", "of_match", "first_pitch", "put_right")
    inlines = (SeatsOfAGame, HandsOfAGame, PenaltiesOfAGame)


@admin.register(Seat)
class SeatAdmin(ResultPart):
    match_path = "game__table__scorecard__match"
    list_display = ("__str__", "side", "place", "of_match", "put_right")
    search_fields = ("player__name", "written")
    also_shown = ("player",)


@admin.register(HandResult)
class HandAdmin(ResultPart):
    match_path = "game__table__scorecard__match"
    list_display = ("__str__", "high", "low", "jack", "game_point", "of_match", "put_right")


@admin.register(Penalty)
class PenaltyAdmin(ResultPart):
    match_path = "game__table__scorecard__match"
    list_display = ("__str__", "hand_number", "of_match", "put_right")


@admin.register(TableEntry)
class TableEntryAdmin(ResultPart):
    list_display = ("__str__", "game", "sent_for", "received_at", "of_match", "put_right")
