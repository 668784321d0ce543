"""The admin of leagues and accounts, seasons and divisions, pubs and teams, players and registrations."""

from typing import Any, cast

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Q
from django.http import HttpRequest

from league.accounts.contact_log import note_contacts
from league.accounts.services.roles import own_new_league
from league.competition.admin.site import AskedWell, DivisionFilter, OwnInline, OwnLeague, WholeRowForm
from league.models import (
    Division,
    Enrolment,
    League,
    LeagueRole,
    Match,
    Player,
    Pub,
    Registration,
    Season,
    Team,
    User,
)


class AdministratorsOnly:
    """Who keeps a league is the administrator's to say; others see it at most."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser)

    has_delete_permission = has_add_permission


class RolesOfALeague(AdministratorsOnly, OwnInline):
    model = LeagueRole
    autocomplete_fields = ("user",)
    verbose_name_plural = "kept by"
    has_change_permission = AdministratorsOnly.has_add_permission


@admin.register(League)
class LeagueAdmin(AdministratorsOnly, OwnLeague):
    league_path = "pk"
    fields = ("name", "slug", "time_zone", "about")
    list_display = ("name", "slug", "time_zone")
    search_fields = ("name",)
    prepopulated_fields = {"slug": ("name",)}
    inlines = (RolesOfALeague,)

    def save_model(self, request: HttpRequest, obj: League, form: Any, change: bool) -> None:
        # Only what was typed: the whole row would put its revision back to what it was before the page.
        obj.save(update_fields=form.changed_data if change else None)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        if not change:
            own_new_league(league=form.instance, by=cast(User, request.user))


class RolesOfAnAccount(OwnInline):
    model = LeagueRole
    autocomplete_fields = ("league",)
    verbose_name_plural = "leagues kept"


@admin.register(User)
class AccountAdmin(AskedWell, UserAdmin):  # type: ignore[type-arg]
    """Accounts are the administrator's. A role in a league is what gives a secretary their powers."""

    fieldsets = (
        (None, {"fields": ("username", "password")}),
        ("Person", {"fields": ("first_name", "last_name", "email")}),
        (
            "Powers",
            {
                "fields": ("is_active", "is_staff", "is_superuser"),
                "description": "The workbench opens to staff who are owner, secretary or deputy of a league.",
            },
        ),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )
    filter_horizontal = ()
    list_filter = ("is_staff", "is_superuser", "is_active")
    inlines = (RolesOfAnAccount,)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)

    def get_queryset(self, request: HttpRequest) -> Any:
        queryset = super().get_queryset(request)
        # Nobody's name is given away to the secretary of another league, not even in a list to choose from.
        return queryset if request.user.is_superuser else queryset.filter(Q(pk=request.user.pk))


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
    """Begun, closed and opened on the secretary's pages, which also hold its rule book."""

    fields = ("league", "name", "slug", "starts_on", "ends_on", "rule_book", "is_finished")
    list_display = ("name", "league", "starts_on", "ends_on", "is_finished")
    list_filter = ("is_finished", ("league", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("league",)
    search_fields = ("name",)
    readonly_fields = ("rule_book", "is_finished")
    inlines = (DivisionsOfASeason,)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class EnrolmentForm(WholeRowForm):
    """An enrolment beside its division: the season is the division's."""

    def clean(self) -> dict[str, Any] | None:
        self.instance.season = self.instance.division.season
        return super().clean()


class TeamsOfADivision(OwnInline):
    model = Enrolment
    form = EnrolmentForm
    fields = ("team", "captain_name", "captain_email", "captain_phone", "contact_for")
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
        if obj:
            note_contacts(request, obj.season.league, "Captains, in the workbench")
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
    readonly_fields = ("declined_letters",)  # which letters a captain does not want is the captain's to say

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **options: Any) -> Any:
        if obj:
            note_contacts(request, obj.season.league, "Captains, in the workbench")
        return super().get_form(request, obj, change, **options)

    def has_delete_permission(self, request: HttpRequest, obj: Enrolment | None = None) -> bool:
        if obj is None:
            return super().has_delete_permission(request)
        of_the_team = Q(home=obj.team_id) | Q(away=obj.team_id)
        return not Match.objects.filter(of_the_team, division=obj.division_id).exists()


@admin.register(Pub)
class PubAdmin(OwnLeague):
    fields = ("league", "name", "slug", "address", "postcode", "phone", "bulletin_email", "tables", "remarks")
    list_display = ("name", "address", "postcode", "phone", "tables", "league")
    list_filter = (("league", admin.RelatedOnlyFieldListFilter),)
    list_select_related = ("league",)
    search_fields = ("name", "address", "postcode")
    prepopulated_fields = {"slug": ("name",)}


@admin.register(Team)
class TeamAdmin(OwnLeague):
    fields = ("league", "pub", "name", "short_name", "button_name", "slug")
    list_display = ("name", "short_name", "pub", "league")
    list_filter = (("league", admin.RelatedOnlyFieldListFilter), ("pub", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("pub", "league")
    search_fields = ("name", "short_name", "pub__name")
    autocomplete_fields = ("pub",)
    prepopulated_fields = {"slug": ("name",)}


class RegistrationsOfAPlayer(OwnInline):
    model = Registration
    autocomplete_fields = ("team", "season")
    fields = ("season", "team", "registered_on", "left_on")


@admin.register(Player)
class PlayerAdmin(OwnLeague):
    fields = ("league", "name", "told_apart_by", "shown", "public_id")
    readonly_fields = ("public_id",)
    list_display = ("name", "told_apart_by", "shown", "league")
    list_filter = ("shown", ("league", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("league",)
    search_fields = ("name", "told_apart_by")
    inlines = (RegistrationsOfAPlayer,)


@admin.register(Registration)
class RegistrationAdmin(OwnLeague):
    league_path = "season__league"
    list_display = ("player", "team", "season", "registered_on", "left_on")
    list_filter = (("season", admin.RelatedOnlyFieldListFilter), ("team", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("player", "team", "season")
    search_fields = ("player__name", "team__name")
    autocomplete_fields = ("player", "team", "season")
    date_hierarchy = "registered_on"
