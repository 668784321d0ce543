"""The workbench: leagues, accounts, and who keeps which league."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Q
from django.http import HttpRequest

from league.admin.workbench import AskedWell, OwnInline, OwnLeague
from league.models import League, LeagueRole, User


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
                "description": "To see this workbench a secretary needs staff status and a role in a league.",
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
