"""Links to the files that have the same rows as a page."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.urls import reverse

from league.exchange.public_files.pages import DATA_FORMS, SEASON_TABLES
from league.models import League, Season

register = template.Library()
Shown = dict[str, Any]
IN_WORDS = {"txt": "Text"}


@register.inclusion_tag("exchange/_files.html")
def season_files(league: League, season: Season, table: str, words: str) -> Shown:
    """Render links to a table of a season, all divisions in one."""
    return _links(words, SEASON_TABLES[table].forms, "season-file", league.slug, season.slug, table)


@register.inclusion_tag("exchange/_files.html")
def data_files(words: str, page: str, *named: str) -> Shown:
    """Render links to what stands at a page of files: of a league, a cup, every hand of a season."""
    return _links(words, DATA_FORMS, page, *named)


def _links(words: str, forms: Iterable[str], name: str, *named: str) -> Shown:
    return {
        "words": words,
        "files": [(IN_WORDS.get(form, form.upper()), reverse(name, args=[*named, form])) for form in forms],
    }
