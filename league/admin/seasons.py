"""The workbench: seasons, their rule books and divisions, and the teams enrolled."""

import json
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest

from league.admin.workbench import DivisionFilter, OwnInline, OwnLeague, WholeRowForm
from league.forms.sheet_fields import layout_of
from league.models import Division, Enrolment, Match, RuleBook, Scorecard, Season
from league.standings import CRITERIA

FROZEN = (
    "Results of this season are confirmed, and they were played under these rules: nothing here can change "
    "any more. Another season can have a rule book of its own."
)

# Past these somebody's finger slipped; nobody plays so much in one night, and no sheet could be typed.
MOST = {"tables": 20, "games_a_table": 25, "players_a_side": 8, "target": 250}
MOST_HANDS = 1000


def has_results(rule_book: RuleBook | None) -> bool:
    """Whether a card of the rule book's season is confirmed."""
    cards = Scorecard.objects.filter(is_confirmed=True)
    return rule_book is not None and cards.filter(match__division__season__rule_book=rule_book).exists()


class ShallowDecoder(json.JSONDecoder):
    """Lists within lists without end are no JSON, rather than the end of the page."""

    def decode(self, text: str, *arguments: Any) -> Any:
        try:
            return super().decode(text, *arguments)
        except RecursionError:
            raise json.JSONDecodeError("nested too deeply", text, 0) from None


class ShallowJSON(forms.JSONField):
    """JSON as a rule book needs it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "decoder": ShallowDecoder})


class RuleBookForm(WholeRowForm):
    """A rule book whose tie-breaks exist and whose matches can be played in a night."""

    class Meta:
        field_classes = dict.fromkeys(("tie_breaks", "options", "games_at_each_table"), ShallowJSON)
        exclude = ("regulations",)  # they have a page of their own

    def clean_tie_breaks(self) -> list[str]:
        named = self.cleaned_data["tie_breaks"] or []
        listed = named if isinstance(named, list) else [named]
        strangers = [key for key in listed if not (isinstance(key, str) and key in CRITERIA)]
        if strangers:
            raise forms.ValidationError(
                f"“{strangers[0]}” is no criterion. A list of any of these, in order: {', '.join(CRITERIA)}."
            )
        return list(named)

    def clean_options(self) -> dict[str, Any]:
        named = self.cleaned_data["options"] or {}
        if not isinstance(named, dict):
            raise forms.ValidationError('House options are names with values, such as {"throw_in": false}.')
        return named

    def clean_games_at_each_table(self) -> list[int]:
        listed = self.cleaned_data["games_at_each_table"] or []
        if not isinstance(listed, list) or not all(_is_a_number_of_games(one) for one in listed):
            raise forms.ValidationError(
                f"Numbers of games from 1 to {MOST['games_a_table']}, one for each table, such as [7, 7, 8]."
            )
        return listed

    def clean(self) -> dict[str, Any] | None:
        typed = super().clean() or {}
        for name, most in MOST.items():
            if (typed.get(name) or 0) > most:
                self.add_error(name, f"{typed[name]} is too many: at most {most}.")
        return typed

    def _post_clean(self) -> None:
        super()._post_clean()
        if self.errors:
            return
        layout = layout_of(self.instance, self.instance.rules())
        hands = sum(layout.games_each) * layout.hands
        if hands > MOST_HANDS:
            self.add_error(None, f"A match could have {hands} hands; a sheet has room for {MOST_HANDS}.")


def _is_a_number_of_games(given: Any) -> bool:
    return type(given) is int and 1 <= given <= MOST["games_a_table"]


@admin.register(RuleBook)
class RuleBookAdmin(OwnLeague):
    """Frozen, with the reason on the page, from the first confirmed result of its season."""

    league_path = "season__league"
    form = RuleBookForm
    list_display = ("__str__", "season")
    list_select_related = ("season",)
    search_fields = ("season__name", "variant")

    def own(self, leagues: frozenset[int]) -> Q:
        # A rule book no season has yet belongs to no league: a new season can take it.
        return super().own(leagues) | Q(season=None)

    def get_readonly_fields(self, request: HttpRequest, obj: RuleBook | None = None) -> tuple[Any, ...]:
        if has_results(obj):
            return tuple(field.name for field in RuleBook._meta.fields if field.name != "id")
        return super().get_readonly_fields(request, obj)

    def get_fieldsets(self, request: HttpRequest, obj: RuleBook | None = None) -> Any:
        ((name, options),) = super().get_fieldsets(request, obj)
        return [(name, {**options, "description": FROZEN})] if has_results(obj) else [(name, options)]


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
