"""Boxes of the rows of requests: a text, a choice. Each names its faults and is named by a label."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

Choices = Sequence[tuple[str, Sequence[tuple[str, str]]]]


@register.simple_tag
def request_box(row: Any, key: str, **attributes: str) -> SafeString:
    """Return a box for a text: `{% request_box row "on" placeholder="14 Jan" %}`."""
    return format_html(
        '<input name="{}" id="{}"{} value="{}"{}>',
        f"{row.prefix}-{key}",
        f"{row.prefix}-{key}",
        _attributes({"type": "text", "autocomplete": "off"} | attributes),
        row.texts.get(key, ""),
        _wrong(row, key),
    )


@register.simple_tag
def request_choice(row: Any, key: str, choices: Choices, says: str = "", **attributes: str) -> SafeString:
    """Return a choice; what is chosen but is not there any more is kept with a word about it, `says`."""
    value = row.texts.get(key, "")
    known = {str(option) for _, group in choices for option, _ in group}
    strange = [("", [(value, f"{value} {says}")])] if value and value not in known else []
    return format_html(
        '<select name="{}" id="{}"{}{}>{}</select>',
        f"{row.prefix}-{key}",
        f"{row.prefix}-{key}",
        _attributes(attributes),
        _wrong(row, "teams" if key.startswith("team-") else key),
        format_html_join("", "{}", ((_group(*group, value),) for group in [*choices, *strange])),
    )


@register.simple_tag
def request_field(row: Any, field: Any, choices: Mapping[str, Choices]) -> SafeString:
    """Return the boxes of a field of a row with their labels, as the table of fields says."""
    keys = row.team_boxes if field.kind == "teams" else [field.box]
    return format_html_join(
        "", "{}", ((_labelled(row, field, key, choices, key == keys[0]),) for key in keys)
    )


def _labelled(row: Any, field: Any, key: str, choices: Mapping[str, Choices], is_first: bool) -> SafeString:
    of_teams = field.kind == "teams"
    words = ("" if is_first else "and") if of_teams else field.label
    label, _, behind = words.partition("…")
    spoken = "Team" if of_teams else field.spoken
    name = format_html("<span>{}</span>", label.strip()) if label else format_html(SPOKEN, spoken)
    known = choices.get("teams" if of_teams else field.choices)
    box = (
        request_choice(row, key, known, GONE.get(field.choices, "(not this season)"))
        if known
        else request_box(row, key, **BOXES.get(field.kind, {}))
    )
    style = "wide whole" if field.box == "because" else "wide" if field.kind in WIDE and not known else ""
    tail = format_html(" <span>{}</span>", behind.strip()) if behind else ""
    return format_html('<label class="{}">{} {}{}</label> ', style, name, box, tail)


SPOKEN = '<span class="visually-hidden">{}</span>'
GONE = {"pubs": "(no team this season)"}
WIDE = ("days", "nights", "text", "others")
BOXES: Mapping[str, Mapping[str, str]] = {
    "day": {"type": "date"},
    "number": {"inputmode": "numeric", "class": "figures"},
    "text": {"maxlength": "200"},
    "others": {"maxlength": "400", "placeholder": "The Owl, The Bell"},
    "place": {"placeholder": "2.5, -1", "class": "short"},
}


def _group(heading: str, choices: Sequence[tuple[str, str]], value: str) -> SafeString:
    options = format_html_join(
        "",
        '<option value="{}"{}>{}</option>',
        (
            (option, SafeString(" selected") if str(option) == value else "", words)
            for option, words in choices
        ),
    )
    return format_html('<optgroup label="{}">{}</optgroup>', heading, options) if heading else options


def _wrong(row: Any, key: str) -> SafeString | str:
    if key not in row.faults:
        return ""
    return format_html(' aria-invalid="true" aria-describedby="{}-why"', row.prefix)


def _attributes(attributes: Mapping[str, str]) -> SafeString:
    return format_html_join(
        "", ' {}="{}"', ((name.replace("_", "-"), text) for name, text in attributes.items())
    )
