"""The fields of a rule book's form: points, numbers of games, an order of criteria, the game played."""

import re
from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms.renderers import get_default_renderer
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from league.forms.field_reading import short
from league.forms.rulings import parse_points
from league.models import RuleBook
from league.presets.sections import MOST_TIE_BREAKS
from league.templatetags.words import ordinal, points
from scoring import variants
from scoring.prose.words import capitalised

MOST_GAMES = 25
MOST_TABLES = 20

# Where they come from, told by their sources; a league looks for its own game among its neighbours'.
REGIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Yorkshire and Lancashire", ("heckmondwike", "west_yorkshire", "lancashire", "northern_pub")),
    ("Trinidad and Tobago", ("trinidad", "tobago")),
    ("Pitch", ("pitch", "foster_pitch", "commercial_pitch", "auction_pitch")),
)
OTHERS = "Old books and other games"


def games_of_the_family() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Every variant by its title, those that leagues play first."""
    grouped = {name for _, names in REGIONS for name in names}
    rest = tuple(name for name in variants.names() if name not in grouped)
    for region, names in (*REGIONS, (OTHERS, rest)):
        yield region, [(name, variants.get(name).title) for name in names]


class HalfPoints(forms.CharField):
    """Points as people write them, kept in halves: 2, 0.5, ½. Empty is none, or, where told so, not said."""

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

    def has_changed(self, initial: Any, data: Any) -> bool:
        return str(self.prepare_value(initial)) != (data or "").strip()


class GamesAtATable(forms.CharField):
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

    def has_changed(self, initial: Any, data: Any) -> bool:
        return str(self.prepare_value(initial)) != (data or "").strip()


def _is_a_number_of_games(text: str) -> bool:
    return bool(re.fullmatch(r"[0-9]{1,2}", text)) and 1 <= int(text) <= MOST_GAMES


class InOrder(forms.MultiWidget):
    """Choices one under another, the first asked first."""

    def __init__(self, choices: list[tuple[str, str]], asked: int) -> None:
        places = [f"{ordinal(place)} question" for place in range(1, asked + 1)]
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
    """What separates teams level on points, in the order in which it is asked. Cleaned to a list of keys."""

    def __init__(self, **options: Any) -> None:
        known = [(key, capitalised(words)) for key, words in RuleBook.TieBreak.choices]
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
            words = RuleBook.TieBreak(twice).label
            raise forms.ValidationError(
                f"“{capitalised(words)}” is named twice; asked a second time it separates nobody."
            )
        return named
