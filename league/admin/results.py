"""The workbench: results, to look at. What is wrong with one is put right on the page it was entered on."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from league.admin.workbench import DivisionFilter, OwnInline, OwnLeague
from league.models import Game, Hand, Match, MatchTable, Penalty, Scorecard, Seat, TableEntry


def results_page(match: Match) -> str:
    """A link to the page where the match's result is entered and corrected."""
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


class Result(Looking, OwnLeague):
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
class ScorecardAdmin(Result):
    list_display = ("of_match", "version", "is_confirmed", "entered_at", "entered_by", "reason", "put_right")
    list_filter = ("is_confirmed",)
    also_shown = ("entered_by",)
    inlines = (TablesOfACard,)


class GamesOfATable(LookingInline):
    model = Game


@admin.register(MatchTable)
class MatchTableAdmin(Result):
    match_path = "scorecard__match"
    list_display = ("__str__", "of_match", "is_played", "remarks", "put_right")
    inlines = (GamesOfATable,)


class SeatsOfAGame(LookingInline):
    model = Seat


class HandsOfAGame(LookingInline):
    model = Hand


class PenaltiesOfAGame(LookingInline):
    model = Penalty


@admin.register(Game)
class GameAdmin(Result):
    match_path = "table__scorecard__match"
    list_display = ("__str__", "table", "of_match", "first_pitch", "put_right")
    inlines = (SeatsOfAGame, HandsOfAGame, PenaltiesOfAGame)


@admin.register(Seat)
class SeatAdmin(Result):
    match_path = "game__table__scorecard__match"
    list_display = ("__str__", "side", "place", "of_match", "put_right")
    search_fields = ("player__name", "written")
    also_shown = ("player",)


@admin.register(Hand)
class HandAdmin(Result):
    match_path = "game__table__scorecard__match"
    list_display = ("__str__", "high", "low", "jack", "game_point", "of_match", "put_right")


@admin.register(Penalty)
class PenaltyAdmin(Result):
    match_path = "game__table__scorecard__match"
    list_display = ("__str__", "hand_number", "of_match", "put_right")


@admin.register(TableEntry)
class TableEntryAdmin(Result):
    list_display = ("__str__", "game", "sent_for", "received_at", "of_match", "put_right")
