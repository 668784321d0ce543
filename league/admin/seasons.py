"""The workbench: seasons, their divisions, and the teams enrolled."""

from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest

from league.admin.rule_book_form import has_results
from league.admin.workbench import DivisionFilter, OwnInline, OwnLeague, WholeRowForm
from league.models import Division, Enrolment, Match, Season


class DivisionsOfASeason(OwnInline):
    model = Division
    fields = ("position", "name", "slug", "promoted", "relegated")
    prepopulated_fields = {"slug": ("name",)}
    show_change_link = True

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # on its own page, where the address stays what it was

    has_delete_permission = has_change_permission


@admin.register(Season)
class SeasonAdmin(OwnLeague):
    fields = ("league", "name", "slug", "starts_on", "ends_on", "rule_book", "is_finished")
    list_display = ("name", "league", "starts_on", "ends_on", "is_finished")
    list_filter = ("is_finished", ("league", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("league",)
    search_fields = ("name",)
    # Closed and opened on the secretary's page, which waits for whoever is writing a result.
    readonly_fields = ("is_finished",)
    prepopulated_fields = {"slug": ("name",)}
    inlines = (DivisionsOfASeason,)

    def get_readonly_fields(self, request: HttpRequest, obj: Season | None = None) -> tuple[Any, ...]:
        fixed = super().get_readonly_fields(request, obj)
        return (*fixed, "rule_book") if obj and has_results(obj.rule_book) else fixed


class EnrolmentForm(WholeRowForm):
    """An enrolment beside its division: the season is the division's."""

    def clean(self) -> dict[str, Any] | None:
        self.instance.season = self.instance.division.season
        return super().clean()


class TeamsOfADivision(OwnInline):
    model = Enrolment
    form = EnrolmentForm
    fields = ("team", "captain_name", "captain_email", "captain_phone")
    autocomplete_fields = ("team",)
    verbose_name_plural = "teams"

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    has_delete_permission = has_change_permission


@admin.register(Division)
class DivisionAdmin(OwnLeague):
    league_path = "season__league"
    fields = ("season", "name", "slug", "position", "promoted", "relegated")
    list_display = ("name", "season", "position", "promoted", "relegated")
    list_filter = (("season", admin.RelatedOnlyFieldListFilter),)
    list_select_related = ("season",)
    search_fields = ("name", "season__name")
    autocomplete_fields = ("season",)
    prepopulated_fields = {"slug": ("name",)}
    set_once = ("season", "slug")

    def get_inlines(self, request: HttpRequest, obj: Division | None) -> Any:
        return (TeamsOfADivision,) if obj else ()


@admin.register(Enrolment)
class EnrolmentAdmin(OwnLeague):
    """Teams in their divisions. With matches on the list an enrolment stays; before, it can be taken back."""

    league_path = "season__league"
    list_display = ("team", "division", "season")
    list_filter = (("division", DivisionFilter),)
    list_select_related = ("team", "division", "season")
    search_fields = ("team__name",)
    autocomplete_fields = ("team", "season")
    set_once = ("season", "division", "team")

    def has_delete_permission(self, request: HttpRequest, obj: Enrolment | None = None) -> bool:
        if obj is None:
            return super().has_delete_permission(request)
        of_the_team = Q(home=obj.team_id) | Q(away=obj.team_id)
        return not Match.objects.filter(of_the_team, division=obj.division_id).exists()
