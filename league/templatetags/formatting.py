"""Figures and sentences as the league writes them: half points, signed differences, scores, places.

Also words somebody typed, without names kept from the public, and lengths for the styles of paper.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from django import template
from django.forms import BoundField
from django.template import Context
from django.utils.html import conditional_escape, format_html, format_html_join, strip_tags
from django.utils.safestring import SafeString
from django_tables2 import Table

from league.competition.team_names import head_name
from league.people.names import KeptBack
from league.shared import text

register = template.Library()

MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"


@register.filter
def points(halves: int | None) -> str:
    """Return points kept as half points: 12 is "6", 13 is "6½"; nothing gives nothing."""
    return "" if halves is None else text.in_halves(halves)


@register.simple_tag
def heads(*columns: object) -> SafeString:
    """Return the head of a table: a word for each column, after a bar its class, as in "Played|num".

    A word in brackets is heard, not seen; without a word the cell is empty; each word of a list has a column.
    Words that the template does not spell itself stand as they are, whatever signs are in them.
    """
    listed = (
        column if isinstance(column, Iterable) and not isinstance(column, str) else [column]
        for column in columns
    )
    cells = format_html_join("", "{}", ((_head(word),) for word in chain.from_iterable(listed)))
    return format_html("<thead><tr>{}</tr></thead>", cells)


def _head(word: object) -> SafeString:
    said, is_spelt = str(word), isinstance(word, SafeString)
    head, _, css = said.partition("|") if is_spelt else (said, "", "")
    return format_html(
        '<th scope="col"{}>{}</th>' if head else "<td></td>",
        format_html(' class="{}"', css) if css else "",
        format_html('<span class="visually-hidden">{}</span>', head[1:-1])
        if is_spelt and head.startswith("(")
        else head,
    )


@register.simple_tag
def listing_rows(table: Table) -> SafeString:
    """Return the rows of a table, each cell but the first labelled by its head unless it says what it is.

    A cell takes the template engine ten times as long.
    """
    attrs = [column.attrs["td"] for column in table.columns]
    labels = [
        format_html(' data-label="{}"', strip_tags(column.header))
        if at and "unlabelled" not in (of_cell["class"] or "")
        else ""
        for at, (column, of_cell) in enumerate(zip(table.columns, attrs, strict=True))
    ]
    openings = [
        (f"<td {of_cell.as_html()}>", f"<td{label} {of_cell.as_html()}>")
        for of_cell, label in zip(attrs, labels, strict=True)
    ]
    rows = ((row.attrs.as_html(), zip(openings, row.items(), strict=True)) for row in table.paginated_rows)
    return SafeString(
        "".join(
            f"<tr {of_row}>"
            + "".join(f"{opening[bool(cell)]}{conditional_escape(cell)}</td>" for opening, (_, cell) in cells)
            + "</tr>"
            for of_row, cells in rows
        )
    )


@register.simple_tag
def here(one: object, other: object) -> SafeString:
    """Return, where both are the same, what says of a link that it leads to what one is looking at."""
    return SafeString(' aria-current="page"' if one == other else "")


@register.simple_tag
def box(field: BoundField, **attributes: str) -> SafeString:
    """Return a field that stands under the head of its column: its label is heard, not seen."""
    return field.as_widget(attrs={"aria-label": str(field.label), **attributes})


@register.inclusion_tag("parts/_several_fields.html")
def fields(*fields: BoundField) -> dict[str, Sequence[BoundField]]:
    """Return fields of a form, each as parts/_field.html draws it."""
    return {"fields": fields}


@register.simple_block_tag
def filled(content: str, element: str, kind: str) -> SafeString:
    """Return an element of a class around its content, and nothing where there is none."""
    return format_html('<{0} class="{1}">{2}</{0}>' if content.strip() else "", element, kind, content)


@register.filter
def signed(number: int | None) -> str:
    """Return a difference with its sign, the minus as long as the plus: "+118", "−3", "0"."""
    if number is None:
        return ""
    return f"{number:+}".replace("-", MINUS) if number else "0"


@register.filter
def score(home: int | None, away: int | None) -> str:
    """Return a score, home first: {{ 11|score:8 }} is "11–8". One side missing leaves nothing to write."""
    return "" if home is None or away is None else f"{home}{DASH}{away}"


@register.filter
def ordinal(place: int | None) -> str:
    """Return a place in the standings: "1st", "5th", "12th"."""
    return "" if place is None else text.ordinal(place)


@register.filter
def listed(things: Iterable[Any]) -> str:
    """Return names as a list in a sentence, without those that nobody knows: "Amy Pell, Ann Lee and 3"."""
    known = [str(name) for each in things if (name := getattr(each, "name", each))]
    return text.listed(known) if known else ""


def unbroken(words: str) -> str:
    """Return a date or a time that stays on one line."""
    return words.replace(" ", "\N{NO-BREAK SPACE}")


@register.filter(is_safe=True)
def together(name: str) -> str:
    """Return a name whose last letter does not stand alone on a line: “Club A” with a no-break space."""
    return f"{name[:-2]}{unbroken(name[-2:])}"


full_stop = text.full_stop
register.filter(full_stop)
register.filter(text.uncapitalised)
register.filter(head_name)


@register.simple_tag(takes_context=True)
def as_shown(context: Context, words: Any) -> str:
    """Return the words, without the names of players who keep them from the public.

    The secretary reads them whole.

    The league's names are asked for once a page, and only if there is something to read.
    """
    if not words or context.get("may_keep_league"):
        return str(words or "")
    return KeptBack.of(context["league"]).hide(str(words))


@register.filter
def mm(length: float) -> str:
    """Millimetres: 12.5 is "12.50mm"."""
    return f"{length:.2f}mm"


@register.filter
def points_of_type(size: float) -> str:
    """Return a size of type: 8.5 is "8.5pt"."""
    return f"{size:g}pt"
