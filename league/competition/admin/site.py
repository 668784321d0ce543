"""What all pages of the workbench share: each secretary sees and changes their own league, and nothing
else.
"""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelect
from django.core.exceptions import SuspiciousOperation, ValidationError
from django.db.models import ForeignKey, Model, Q, QuerySet
from django.http import HttpRequest

from league.accounts.powers import Power, roles_with
from league.competition.services import bump_revision
from league.models import Division, LeagueRole

# In figures: the longest that every database holds as a key.
LONGEST_KEY = 18


def kept_leagues(request: HttpRequest) -> frozenset[int] | None:
    """Return the keys of the leagues this account keeps; None for an administrator, who keeps all.

    One query.
    """
    if request.user.is_superuser:
        return None
    if not hasattr(request, "kept_leagues"):
        roles = LeagueRole.objects.filter(user=request.user.pk, role__in=roles_with(Power.SECRETARY))
        request.kept_leagues = frozenset(roles.values_list("league", flat=True))  # type: ignore[attr-defined]
    return request.kept_leagues  # type: ignore[attr-defined,no-any-return]


class WholeRowForm(forms.ModelForm):  # type: ignore[type-arg]
    """Checks the constraints of the whole row: those of fields that are not on the form as well."""

    def _post_clean(self) -> None:
        super()._post_clean()  # type: ignore[misc]
        if self.errors:
            return
        try:
            self.instance.validate_constraints()
        except ValidationError as broken:
            self.add_error(None, ValidationError(broken.messages))


class DivisionChoice(forms.ModelChoiceField):  # type: ignore[type-arg]
    """Divisions by season, because every season has its Division One."""

    def label_from_instance(self, obj: Model) -> str:
        return f"{obj.season}, {obj}" if isinstance(obj, Division) else str(obj)


class Lookup(AutocompleteSelect):
    """A field that looks rows up as one types. Django's own asks the database for whatever was sent."""

    def optgroups(self, name: str, value: Sequence[str], attrs: Any = None) -> Any:
        return super().optgroups(name, [key for key in value if _is_a_key(key)], attrs)


def _is_a_key(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= LONGEST_KEY


class OwnChoices:
    """For pages and inlines: whatever can be pointed at is of the secretary's own league."""

    admin_site: admin.AdminSite

    def formfield_for_foreignkey(self, db_field: ForeignKey[Any], request: HttpRequest, **kwargs: Any) -> Any:
        pointed_at = db_field.remote_field.model
        if db_field.name in self.get_autocomplete_fields(request):  # type: ignore[attr-defined]
            kwargs["widget"] = Lookup(db_field, self.admin_site)
        if pointed_at in self.admin_site._registry:
            kwargs["queryset"] = self.admin_site._registry[pointed_at].get_queryset(request)
        if pointed_at is Division:
            kwargs |= {"form_class": DivisionChoice, "queryset": kwargs["queryset"].select_related("season")}
        return super().formfield_for_foreignkey(db_field, request, **kwargs)  # type: ignore[misc]


class AskedWell:
    """For pages with a list: what no database can hold is refused before it is asked for."""

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        chosen = request.POST.getlist("_selected_action")
        query_values = [value for name, values in request.GET.lists() if name != "q" for value in values]
        if not all(map(_is_a_key, chosen)) or any(
            "\x00" in text or (text.isdigit() and len(text) > LONGEST_KEY // 2) for text in query_values
        ):
            raise SuspiciousOperation("A list of the workbench was asked for what it cannot have.")
        return super().changelist_view(request, extra_context)  # type: ignore[misc]

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> Any:
        # PostgreSQL takes no NUL. A mixin: its base is known where it is mixed in.
        return super().get_search_results(request, queryset, search_term.replace("\x00", ""))  # type: ignore[misc]


class OwnLeague(AskedWell, OwnChoices, admin.ModelAdmin):  # type: ignore[type-arg]
    """A page of the workbench for what belongs to a league; `league_path` leads there, as in a filter.

    Staff need no permissions ticked: a role in the league is the permission.
    """

    league_path = "league"
    form = WholeRowForm
    list_per_page = 50
    # What addresses are made of, and the league itself: set once.
    set_once: Sequence[str] = ("league", "slug")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        queryset = super().get_queryset(request)
        leagues = kept_leagues(request)
        return queryset if leagues is None else queryset.filter(self.own(leagues))

    def own(self, leagues: frozenset[int]) -> Q:
        """Return what belongs to these leagues."""
        return Q(**{f"{self.league_path}__in": leagues})

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        leagues = kept_leagues(request)
        return leagues is None or bool(leagues)

    has_module_permission = has_add_permission = has_view_permission
    has_change_permission = has_delete_permission = has_view_permission

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[Any, ...]:
        fixed = super().get_readonly_fields(request, obj)
        names = {field.name for field in self.model._meta.get_fields()}
        return tuple(fixed) if obj is None else (*fixed, *(name for name in self.set_once if name in names))

    def get_prepopulated_fields(self, request: HttpRequest, obj: Any = None) -> dict[str, Sequence[str]]:
        return dict(super().get_prepopulated_fields(request, obj)) if obj is None else {}

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        leagues = kept_leagues(request)
        only = {"league": next(iter(leagues))} if leagues and len(leagues) == 1 else {}
        return {**only, **super().get_changeform_initial_data(request)}

    # What the public sees has changed, so the league's pages are no longer what they were.

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        self._bump(self.model._default_manager.filter(pk=form.instance.pk))

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        self._bump(self.model._default_manager.filter(pk=obj.pk))
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        self._bump(queryset)
        super().delete_queryset(request, queryset)

    def _bump(self, changed: QuerySet[Any]) -> None:
        for league in set(changed.order_by().values_list(self.league_path, flat=True)) - {None}:
            bump_revision(league_id=league, recount=None)


class OwnInline(OwnChoices, admin.TabularInline):  # type: ignore[type-arg]
    """Rows of a page that belong to the thing it shows; whoever may change the thing may change them."""

    form = WholeRowForm
    extra = 0

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True

    has_add_permission = has_change_permission = has_delete_permission = has_view_permission


class DivisionFilter(admin.RelatedFieldListFilter):
    """Divisions and cups of the leagues this account keeps, each with its season.

    Not those of the list's own rows: a database that has just been filled may look for each among all hands.
    """

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> Any:
        leagues = kept_leagues(request)
        divisions = Division.with_cups.select_related("season")
        own = divisions if leagues is None else divisions.filter(season__league__in=leagues)
        in_order = own.order_by("-season__starts_on", "position")
        return [(str(division.pk), f"{division.season}, {division}") for division in in_order]
