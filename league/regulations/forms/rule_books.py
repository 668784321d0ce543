"""Form fields of a rule book: points, numbers of games, tie-breaks in order, and the options of the game."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import permutations
from typing import Any

from django import forms
from django.forms.renderers import get_default_renderer
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from league.competition.models.rule_books import MOST_GAMES, MOST_TABLES
from league.competition.season_rules.fields import NONE
from league.competition.tie_breaks import TIE_BREAK_LABELS
from league.regulations.presets.book import MOST_TIE_BREAKS, OPTIONS_IN_FIELDS
from league.results.parsing.fields import short
from league.shared.fields import parse_points
from league.shared.text import capitalised
from league.templatetags.formatting import ordinal, points
from scoring import variants
from scoring.axes import Award
from scoring.cards import Rank
from scoring.errors import ScoringError
from scoring.prose.house import LABELS, in_words, matters, value_words
from scoring.rules import Rules, Takes, option_takes

# Where the games come from, by their sources; a league looks for its own among its neighbours'.
REGIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Yorkshire and Lancashire", ("heckmondwike", "west_yorkshire", "lancashire", "northern_pub")),
    ("Trinidad and Tobago", ("trinidad", "tobago")),
    ("Pitch", ("pitch", "foster_pitch", "commercial_pitch", "auction_pitch")),
)
OTHERS = "Old books and other games"


def games_of_the_family() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield every variant by its title, those that leagues play first."""
    grouped = {name for _, names in REGIONS for name in names}
    rest = tuple(name for name in variants.names() if name not in grouped)
    for region, names in (*REGIONS, (OTHERS, rest)):
        yield region, [(name, variants.get(name).title) for name in names]


class AsShown(forms.Field):
    """A field that has changed where it shows something else."""

    def has_changed(self, initial: Any, data: Any) -> bool:
        return str(self.prepare_value(initial)) != (data or "").strip()


class HalfPoints(AsShown, forms.CharField):
    """Points as people write them, kept in halves: 2, 0.5, ½. Empty is none, or not set, as chosen."""

    def __init__(self, *, empty: int | None = 0, **options: Any) -> None:
        self._empty = empty
        super().__init__(
            **{"required": False, "widget": forms.TextInput({"inputmode": "decimal", "size": 6}), **options}
        )

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if not text:
            return self._empty
        return 0 if re.fullmatch(r"0+([.,]0*)?", text) else parse_points(text)

    def prepare_value(self, value: Any) -> Any:
        return points(value) if isinstance(value, int) else value


class GamesAtATable(AsShown, forms.CharField):
    """How many games the tables play: one number for all of them, or one for each: 7, 7, 8."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value) or ""
        numbers = re.split(r"[\s,;]+", text.strip(" ,;")) if text else []
        if len(numbers) > MOST_TABLES or not all(map(_is_a_number_of_games, numbers)):
            raise forms.ValidationError(
                f"“{short(text)}” cannot be: type one number of games from 1 to {MOST_GAMES} for all tables, "
                "or one for each, such as 7, 7, 8."
            )
        return [int(number) for number in numbers]

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list) else value


def _is_a_number_of_games(text: str) -> bool:
    return bool(re.fullmatch(r"[0-9]{1,2}", text)) and 1 <= int(text) <= MOST_GAMES


class InOrder(forms.MultiWidget):
    """Choices one under another, in order."""

    def __init__(self, choices: list[tuple[str, str]], questions: int) -> None:
        places = [f"{ordinal(place)} question" for place in range(1, questions + 1)]
        super().__init__([forms.Select({"aria-label": place}, choices) for place in places])

    def decompress(self, value: Any) -> list[Any]:
        listed = list(value) if isinstance(value, list | tuple) else []
        return listed + [""] * (len(self.widgets) - len(listed))

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        parts = self.get_context(name, value, attrs)["widget"]["subwidgets"]
        draw = (renderer or get_default_renderer()).render
        drawn = ((SafeString(draw(part["template_name"], {"widget": part})),) for part in parts)
        return format_html('<ol class="in-order">{}</ol>', format_html_join("", "<li>{}</li>", drawn))


class TieBreaks(forms.MultiValueField):
    """The tie-breaks of teams level on points, in order. Cleaned to a list of keys."""

    def __init__(self, **options: Any) -> None:
        known = [(key, capitalised(words)) for key, words in TIE_BREAK_LABELS.items()]
        choices = [("", "\N{EM DASH}"), *known]
        error = {"invalid_choice": "“%(value)s” separates nobody; choose one of the list."}
        fields = [
            forms.ChoiceField(choices=choices, required=False, error_messages=error)
            for _ in range(MOST_TIE_BREAKS)
        ]
        widget = InOrder(choices, MOST_TIE_BREAKS)
        super().__init__(fields, widget=widget, require_all_fields=False, **options)

    def compress(self, data_list: list[str]) -> list[str]:
        named = [key for key in data_list if key]
        twice = next((key for place, key in enumerate(named) if key in named[:place]), None)
        if twice:
            words = TIE_BREAK_LABELS[twice]
            raise forms.ValidationError(
                f"“{capitalised(words)}” is named twice; asked a second time it separates nobody."
            )
        return named


LABEL: Mapping[str, str] = {name: label for names in LABELS.values() for name, label in names.items()}
_RANKS = {word: rank for rank in Rank for word in (rank.words, rank.letter.lower(), f"{int(rank)}")}
_POINTS_OF_A_RANK = re.compile(r"([a-z]+|\d+)[ :=]+(\d{1,2})")


def options_by_group(rules: Rules, chosen: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the options that do something under these rules, and those chosen anyway, by where they
    belong.
    """
    for group, names in LABELS.items():
        shown = tuple(name for name in names if name in chosen or is_of_use(name, rules))
        if shown:
            yield group, shown


def is_of_use(name: str, rules: Rules) -> bool:
    """Return whether the option changes anything in a game of these rules, and is not the rule book's own to
    say.
    """
    # The order of counting has no other value to try it with; whatever the game, it counts in some order.
    return name not in OPTIONS_IN_FIELDS and (name == "awards" or matters(name, rules))


def with_readable(rules: Rules, chosen: Mapping[str, Any]) -> Rules:
    """Return the rules with the valid options; the others are errors of their fields."""
    for name, value in chosen.items():
        with suppress(ScoringError):
            rules = rules.with_options({name: value})
    return rules


def at_a_table(rules: Rules, players_a_side: int) -> Rules:
    """Return the rules for that many a side; unchanged if the game is not for so many."""
    players = 2 * players_a_side
    return replace(rules, players=(players,), target_with=()) if players in rules.players else rules


def option_field(name: str, rules: Rules) -> forms.Field:
    """Return the form field of an option, in a game with these rules."""
    what, usual = option_takes(name), in_words(name, rules)
    listed = tuple(permutations(Award)) if name == "awards" else what.values
    if listed:
        values = (*listed, *((None,) if what.or_none else ()))
        return OptionChoice(
            label=LABEL[name], values={value: value_words(name, value) for value in values}, usual=usual
        )
    if what.is_by_rank:
        return RankPointsField(label=LABEL[name], help_text=f"The game has: {usual}.")
    return OptionNumber(label=LABEL[name], what=what, help_text=f"The game has: {usual}.")


class _Unsaid:
    """The value of an option that is not set; None is a value of some options."""

    def __str__(self) -> str:
        return ""


UNSAID: Any = _Unsaid()


class OptionalOptionField(AsShown):
    """A field that is empty where the option is not set."""

    def bound_data(self, data: Any, initial: Any) -> Any:
        # A field of another game was not on the page that was sent.
        return UNSAID if data is None else data


class OptionChoice(OptionalOptionField, forms.TypedChoiceField):
    """One of an option's values, or the game's own."""

    def __init__(self, *, label: str, values: Mapping[Any, str], usual: str) -> None:
        self._value = {_key(value): _plain(value) for value in values}
        choices = [(_key(value), capitalised(words)) for value, words in values.items()]
        super().__init__(
            label=label,
            required=False,
            choices=[("", f"As the game has it: {usual}"), *choices],
            coerce=self._value.__getitem__,
            empty_value=UNSAID,
            error_messages={"invalid_choice": "“%(value)s” is none of the choices; choose one of the list."},
        )

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, str) and value in self._value else _key(value)


class OptionNumber(OptionalOptionField, forms.CharField):
    """A whole number; empty for the game's own."""

    def __init__(self, *, label: str, what: Takes, help_text: str) -> None:
        self._what = what
        widget = forms.TextInput({"inputmode": "numeric", "size": 6})
        super().__init__(label=label, required=False, widget=widget, help_text=help_text, empty_value=UNSAID)

    def to_python(self, value: Any) -> Any:
        text: Any = super().to_python(value)
        if text is UNSAID:
            return text
        if self._what.or_none and text.lower() == NONE:
            return None
        least = self._what.least or 0
        if re.fullmatch(r"[0-9]{1,3}", text) and int(text) >= least:
            return int(text)
        none = f", or “{NONE}”" if self._what.or_none else ""
        raise forms.ValidationError(
            f"“{short(text)}” cannot be: type a whole number from {least} to 999{none}, or leave it empty."
        )

    def prepare_value(self, value: Any) -> Any:
        return NONE if value is None else "" if value is UNSAID else value


class RankPointsField(OptionalOptionField, forms.CharField):
    """Points by rank: ace 1, six 2, jack 3."""

    def __init__(self, *, label: str, help_text: str) -> None:
        text = f"{help_text} Type ranks with their points, such as “ace 1, six 2, jack 3”, or “{NONE}”."
        widget = forms.TextInput({"size": 40})
        super().__init__(label=label, required=False, widget=widget, help_text=text, empty_value=UNSAID)

    def to_python(self, value: Any) -> Any:
        text: Any = super().to_python(value)
        if text is UNSAID:
            return text
        pairs = [part.strip().lower() for part in text.split(",")]
        if pairs == [NONE]:
            return {}
        points = {}
        for pair in pairs:
            match = _POINTS_OF_A_RANK.fullmatch(pair)
            if not match or match[1] not in _RANKS or _RANKS[match[1]].letter in points:
                raise forms.ValidationError(
                    f"“{short(pair)}” is no rank with its points; type them such as “ace 1, six 2, jack 3”."
                )
            points[_RANKS[match[1]].letter] = int(match[2])
        return points

    def prepare_value(self, value: Any) -> Any:
        if value is UNSAID or isinstance(value, str):
            return str(value)
        # The least first, as in the rules: some databases store the keys in an order of their own.
        pairs = sorted((worth, _RANKS[rank.lower()]) for rank, worth in dict(value).items())
        return ", ".join(f"{rank.words} {worth}" for worth, rank in pairs) or NONE


def _key(value: Any) -> str:
    """Return the key of a value among the choices of a field."""
    if value is UNSAID:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(value) if isinstance(value, list | tuple) else "-" if value is None else str(value)


def _plain(value: Any) -> Any:
    """Return a value as a rule book stores it: text, numbers, booleans, lists of them."""
    if isinstance(value, tuple):
        return [str(item) for item in value]
    return str(value) if isinstance(value, str) else value
