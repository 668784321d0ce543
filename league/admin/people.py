"""The workbench: players and the teams they are signed for."""

from django.contrib import admin

from league.admin.workbench import OwnInline, OwnLeague
from league.models import Player, Registration


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
