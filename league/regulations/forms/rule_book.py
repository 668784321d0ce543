"""The form of a rule book: the game with its house options, the match, and what it gives."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.forms.models import model_to_dict
from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.competition.admin.site import WholeRowForm
from league.competition.tie_breaks import HECKMONDWIKE_TIE_BREAKS
from league.installation.uploads import LARGEST_RULE_BOOK
from league.models import RuleBook
from league.records.rule_books import FROZEN, has_results
from league.regulations.forms.rule_books import (
    LABEL,
    UNSAID,
    GamesAtATable,
    HalfPoints,
    TieBreaks,
    at_a_table,
    games_of_the_family,
    is_of_use,
    option_field,
    options_by_group,
    with_readable,
)
from league.regulations.presets.book import FIELDS, OPTIONS_IN_FIELDS, POINTS
from league.regulations.presets.reading import BadRuleBook, Preset, read_book
from scoring import variants
from scoring.rules import Rules, Variant

OPTION = "option-"
CHOOSE, READ = "_choose", "_read"
"""Buttons that draw the form again and keep nothing yet."""


def button(name: str, words: str, beside: str) -> SafeString:
    """Return a button that sends the form and leads back to the field it stands beside."""
    drawn = '<button class="button" name="{}" value="1" formaction="#id_{}">{}</button>'
    return format_html(drawn, name, beside, words)


class RuleBookForm(WholeRowForm):
    """A rule book whose matches can be played in a night, with the house options its game has use for."""

    variant = forms.ChoiceField(
        label=FIELDS["variant"].label,
        choices=games_of_the_family,
        help_text=button(CHOOSE, "Show its house rules", "variant"),
        error_messages={"invalid_choice": "“%(value)s” is no game of All Fours; choose one of the list."},
    )
    games_at_each_table = GamesAtATable(
        label=FIELDS["games_at_each_table"].label,
        help_text=FIELDS["games_at_each_table"].help,
        error_messages={"required": "Say how many games a table plays: 1, or several, such as 7, 7, 8."},
    )
    tie_breaks = TieBreaks(
        label=FIELDS["tie_breaks"].label,
        help_text=FIELDS["tie_breaks"].help,
        error_messages={"required": "Choose at least one thing that separates teams level on points."},
    )
    file = forms.FileField(
        label="A file",
        required=False,
        help_text=format_html(
            "A rule book downloaded from here or from another league. {}",
            button(READ, "Read the file", "file"),
        ),
        widget=forms.FileInput({"accept": ".toml"}),
    )

    class Meta:
        labels = {key: each.label for key, each in FIELDS.items() if each.label}
        help_texts = {key: each.help for key, each in FIELDS.items() if each.help}

    def __init__(self, data: Any = None, files: Any = None, *arguments: Any, **options: Any) -> None:
        self.was_read: Preset | None = None
        self._file_faults: tuple[str, ...] = ()
        if data is not None and READ in data:
            try:
                self.was_read = _uploaded(files)
            except BadRuleBook as refusal:
                self._file_faults = refusal.faults
            else:
                data = files = None
                options["initial"] = {**(options.get("initial") or {}), **self.was_read.book}
        super().__init__(data, files, *arguments, **options)
        self.initial = {**model_to_dict(self.instance, self.fields), **self.initial}
        self._house = dict(self.initial.get("options", self.instance.options) or {})
        games = self.initial.get("games_a_table", self.instance.games_a_table)
        self.initial["games_at_each_table"] = self.initial.get("games_at_each_table") or [games]
        self.initial["tie_breaks"] = self.initial.get("tie_breaks") or list(HECKMONDWIKE_TIE_BREAKS)
        self.option_groups: list[tuple[str, list[str], bool]] = []
        self._draw_options()

    # --- House options --------------------------------------------------------------------------

    @property
    def game(self) -> Variant:
        """The game that is chosen as the form is drawn."""
        chosen = self.data.get("variant") if self.is_bound else self.initial.get("variant")
        return variants.get(chosen if chosen in variants.names() else self.instance.variant)

    def _draw_options(self) -> None:
        usual = at_a_table(self.game.rules, RuleBook._meta.get_field("players_a_side").default)
        chosen = self._chosen(usual)
        rules = with_readable(usual, chosen)
        for group, names in options_by_group(rules, chosen):
            for name in names:
                self.fields[OPTION + name] = option_field(name, usual)
                self.initial[OPTION + name] = self._house.get(name, UNSAID)
            is_used = any(name in chosen for name in names)
            self.option_groups.append((group, [OPTION + name for name in names], is_used))
        to = f"to {self.game.rules.target}" if self.game.rules.target else "without a target"
        itself = f"{self.game.title} itself is played {to}."
        self.fields["target"].help_text = f"{itself} Empty: there is no target."

    def _chosen(self, usual: Rules) -> Mapping[str, Any]:
        """Return the options about which the house says something; what cannot be read is there as it was
        typed.
        """
        if not self.is_bound:
            return {
                name: value
                for name, value in self._house.items()
                if name in LABEL and name not in OPTIONS_IN_FIELDS
            }
        chosen = {}
        for name in LABEL:
            typed = self.data.get(OPTION + name, "").strip()
            if typed:
                try:
                    chosen[name] = option_field(name, usual).clean(typed)
                except forms.ValidationError:
                    chosen[name] = typed
        return chosen

    def _clean_options(self, typed: Mapping[str, Any]) -> None:
        options = {name: value for name, value in self._house.items() if name in OPTIONS_IN_FIELDS}
        for _, fields, _ in self.option_groups:
            named = {field.removeprefix(OPTION): typed.get(field, UNSAID) for field in fields}
            options |= {name: value for name, value in named.items() if value is not UNSAID}
        rules = with_readable(at_a_table(self.game.rules, typed.get("players_a_side") or 1), options)
        for name in options:
            if OPTION + name in self.fields and not is_of_use(name, rules):
                self.add_error(
                    OPTION + name,
                    f"“{LABEL[name]}” does nothing in {self.game.title} as it is played here: leave it as "
                    "the game has it.",
                )
        self.instance.options = options

    # --- The whole ------------------------------------------------------------------------------

    def is_valid(self) -> bool:
        return super().is_valid() and not {CHOOSE, READ} & set(self.data)

    def clean(self) -> dict[str, Any] | None:
        typed = super().clean() or {}
        for fault in self._file_faults:
            self.add_error("file", fault)
        if self.instance.pk and has_results(self.instance):
            self.add_error(None, FROZEN)
        self._clean_options(typed)
        games = typed.get("games_at_each_table") or []
        if len(set(games)) == 1 and len(games) in {1, typed.get("tables")}:
            self.instance.games_a_table = games[0]
            typed["games_at_each_table"] = []
        return typed


RuleBookForm.declared_fields |= {
    key: HalfPoints(
        empty=FIELDS[key].default if FIELDS[key].default == 0 else None,
        label=FIELDS[key].label,
        help_text=FIELDS[key].help,
    )
    for key in POINTS
}


def _uploaded(files: Any) -> Preset:
    """Return the rule book of the file that was sent. BadRuleBook if there is none, or it is none."""
    sent = files.get("file") if files else None
    if sent is None:
        raise BadRuleBook(["Choose the file first, then read it."])
    if sent.size > LARGEST_RULE_BOOK:
        raise BadRuleBook([f"{sent.name} is too long: a rule book has at most {LARGEST_RULE_BOOK} letters."])
    try:
        return read_book(sent.read().decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadRuleBook([f"{sent.name} is no text; a rule book's file ends in .toml."]) from None
