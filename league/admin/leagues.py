"""The workbench: leagues, accounts, and who keeps which league."""

from typing import Any, cast

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Q
from django.http import HttpRequest

from league.admin.workbench import AskedWell, OwnInline, OwnLeague
from league.models import League, LeagueRole, User
from league.services.roles import own_new_league


class AdministratorsOnly:
    """Who keeps a league is the administrator's to say; others see it at most."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser)


class RolesOfALeague(AdministratorsOnly, OwnInline):
    model = LeagueRole
    autocomplete_fields = ("user",)
    verbose_name_plural = "kept by"

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser)


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
    """Accounts are the administrator's. A role in a league is what gives a secretary his powers."""

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
        found = super().get_queryset(request)
        # Nobody's name is given away to the secretary of another league, not even in a list to choose from.
        return found if request.user.is_superuser else found.filter(Q(pk=request.user.pk))
