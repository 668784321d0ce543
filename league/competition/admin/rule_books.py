"""The workbench: rule books, begun from a preset, a file or another book; the first result freezes them."""

from collections.abc import Iterator
from typing import Any

from django.contrib import admin, messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import slugify

from league.competition.admin.site import LONGEST_KEY, OwnLeague, WholeRowForm
from league.models import RuleBook
from league.records.rule_books import FROZEN, has_results
from league.regulations.forms.rule_book import RuleBookForm
from league.regulations.presets import UnknownPreset, get, names, offered
from league.regulations.presets.book import PARTS
from league.regulations.presets.writing import SECTIONS, write_book
from league.regulations.rule_books import game_in_words, match_in_words
from scoring.prose import Section


@admin.register(RuleBook)
class RuleBookAdmin(OwnLeague):
    """Only to look at, told in words, from the first confirmed result of its season."""

    league_path = "season__league"
    form = RuleBookForm
    list_display = ("__str__", "season")
    list_select_related = ("season",)
    search_fields = ("season__name", "variant")
    radio_fields = {
        "entered": admin.VERTICAL,
        "aggregate_tie": admin.VERTICAL,
        "decided_by": admin.VERTICAL,
        "line_up_order": admin.VERTICAL,
        "walkover_award": admin.VERTICAL,
        "withdrawal": admin.VERTICAL,
    }

    class Media:
        css = {"all": ("css/workbench.css",)}

    def own(self, leagues: frozenset[int]) -> Q:
        # A rule book no season has yet belongs to no league: a new season can take it.
        return super().own(leagues) | Q(season=None)

    def has_change_permission(self, request: HttpRequest, obj: RuleBook | None = None) -> bool:
        # What is sent all the same comes back with the reason: a result may be confirmed while it is typed.
        return super().has_change_permission(request, obj) and (
            request.method == "POST" or not has_results(obj)
        )

    def has_delete_permission(self, request: HttpRequest, obj: RuleBook | None = None) -> bool:
        # The season that has it would not let it go.
        return super().has_delete_permission(request, obj) and getattr(obj, "season", None) is None

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **options: Any) -> Any:
        frozen = {} if self.has_change_permission(request, obj) else {"form": WholeRowForm}
        return super().get_form(request, obj, change, **frozen, **options)

    def get_fieldsets(self, request: HttpRequest, obj: RuleBook | None = None) -> Any:
        if not self.has_change_permission(request, obj):
            return [("Frozen", {"fields": ("match_rules", "game_rules"), "description": FROZEN})]
        parts = [(name, {"fields": fields, "description": about}) for name, about, fields in PARTS]
        start = ("Start from", {"fields": ("file",), "description": self._presets(request)})
        return parts if obj else [start, *parts]

    def get_readonly_fields(self, request: HttpRequest, obj: RuleBook | None = None) -> tuple[Any, ...]:
        frozen = () if self.has_change_permission(request, obj) else ("match_rules", "game_rules")
        return (*super().get_readonly_fields(request, obj), *frozen)

    def render_change_form(self, request: HttpRequest, context: Any, *arguments: Any, **options: Any) -> Any:
        """With the house options of the game that is chosen, group by group, after the game itself."""
        shown = context["adminform"]
        if getattr(shown.form, "was_read", None):
            read = shown.form.was_read.title or "The file"
            self.message_user(request, f"{read} has been read. Look it through, then save it.", messages.INFO)
        after = next(
            (place for place, (name, _) in enumerate(shown.fieldsets, 1) if name == "The game"), None
        )
        if after is not None:
            shown.fieldsets = [*shown.fieldsets[:after], *_house(shown.form), *shown.fieldsets[after:]]
        return super().render_change_form(request, context, *arguments, **options)

    # --- Where a new one starts from --------------------------------------------------------------

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        initial = super().get_changeform_initial_data(request)
        if preset := request.GET.get("preset"):
            try:
                return {**initial, **get(preset).book}
            except UnknownPreset as unknown:
                self.message_user(request, str(unknown), messages.WARNING)
        if copied := self._copied(request):
            fields = ("options", *(key for keys in SECTIONS.values() for key in keys))
            return {**initial, **{key: getattr(copied, key) for key in fields}}
        return initial

    def _copied(self, request: HttpRequest) -> RuleBook | None:
        """Return the rule book that the address says to begin from."""
        key = request.GET.get("book", "")
        is_a_key = key.isascii() and key.isdigit() and len(key) <= LONGEST_KEY
        return self.get_queryset(request).filter(pk=key).first() if is_a_key else None

    def save_model(self, request: HttpRequest, obj: RuleBook, form: Any, change: bool) -> None:
        # They are not on this page, but belong to the book.
        if not change and (copied := self._copied(request)):
            obj.regulations = copied.regulations
        elif not change and (preset := request.GET.get("preset")) in names():
            obj.regulations = get(preset).book.get("regulations", {})
        super().save_model(request, obj, form, change)

    def _presets(self, request: HttpRequest) -> SafeString:
        """Yield every preset as a link to this page filled in with it."""

        def entries() -> Iterator[tuple[str, SafeString | str, str, str]]:
            for preset in offered():
                query = request.GET.copy()
                query["preset"] = preset.id
                current = SafeString(' aria-current="true"') if request.GET.get("preset") == preset.id else ""
                yield query.urlencode(), current, preset.title, preset.about

        listed = format_html_join("", '<li><a href="?{}"{}>{}</a> {}</li>', entries())
        return format_html(
            "A rule book like another league’s: choose it, then change what your league has otherwise."
            '<ul class="presets">{}</ul>',
            listed,
        )

    # --- In words, and as a file ------------------------------------------------------------------

    @admin.display(description="The match")
    def match_rules(self, book: RuleBook) -> SafeString:
        return _html(match_in_words(book))

    @admin.display(description="The game")
    def game_rules(self, book: RuleBook) -> SafeString:
        return _html(game_in_words(book))

    def get_urls(self) -> list[Any]:
        download = self.admin_site.admin_view(self.download)
        return [path("<path:object_id>/file/", download, name="league_rulebook_file"), *super().get_urls()]

    def download(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show the rule book as a file that another league can start from."""
        book = self.get_object(request, object_id)
        if book is None or not self.has_view_permission(request, book):
            raise Http404(f"There is no rule book “{object_id}” here.")
        season = getattr(book, "season", None)
        title = f"{season.league}, {season}" if season else str(book)
        answer = HttpResponse(
            write_book(book, title, f"{book}."), content_type="application/toml; charset=utf-8"
        )
        answer["Content-Disposition"] = f'attachment; filename="{slugify(title)}.toml"'
        return answer


def _house(form: Any) -> list[tuple[str, dict[str, Any]]]:
    return [
        (
            f"House rules: {group[:1].lower()}{group[1:]}",
            {"fields": fields, "classes": () if is_used else ("collapse",)},
        )
        for group, fields, is_used in form.option_groups
    ]


def _html(sections: tuple[Section, ...]) -> SafeString:
    return format_html_join(
        "",
        "<h3>{}</h3><ul>{}</ul>",
        (
            (
                part.title,
                format_html_join(
                    "",
                    "<li>{}{}</li>",
                    (
                        (sentence.text, f" ({standing})" if (standing := sentence.origin.words) else "")
                        for sentence in part.sentences
                    ),
                ),
            )
            for part in sections
        ),
    )
