"""The workbench: pubs and their teams."""

from django.contrib import admin

from league.admin.workbench import OwnLeague
from league.models import Pub, Team


@admin.register(Pub)
class PubAdmin(OwnLeague):
    fields = ("league", "name", "slug", "address", "postcode", "phone", "tables", "remarks")
    list_display = ("name", "address", "postcode", "phone", "tables", "league")
    list_filter = (("league", admin.RelatedOnlyFieldListFilter),)
    list_select_related = ("league",)
    search_fields = ("name", "address", "postcode")
    prepopulated_fields = {"slug": ("name",)}


@admin.register(Team)
class TeamAdmin(OwnLeague):
    fields = ("league", "pub", "name", "short_name", "slug")
    list_display = ("name", "short_name", "pub", "league")
    list_filter = (("league", admin.RelatedOnlyFieldListFilter), ("pub", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("pub", "league")
    search_fields = ("name", "short_name", "pub__name")
    autocomplete_fields = ("pub",)
    prepopulated_fields = {"slug": ("name",)}
