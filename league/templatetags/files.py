"""Links to the files that have the same rows as a page."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.urls import reverse

from league.exchange.public_files.pages import DATA_FORMS, SEASON_TABLES
from league.models import Cup, League, Season

register = template.Library()
Shown = dict[str, Any]
IN_WORDS = {"txt": "Text"}


@register.inclusion_tag("exchange/_files.html")
def season_files(league: League, season: Season, table: str, words: str) -> Shown:
    """Render links to a table of a season, all divisions in one."""
    return _links(words, SEASON_TABLES[table].forms, "season-file", league.slug, season.slug, table)


@register.inclusion_tag("exchange/_files.html")
def league_files(league: League, table: str, words: str) -> Shown:
    """Render links to a table of a league."""
    return _links(words, DATA_FORMS, "league-file", league.slug, table)


@register.inclusion_tag("exchange/_files.html")
def cup_files(league: League, cup: Cup, words: str) -> Shown:
    """Render links to the draw and ties of a cup."""
    return _links(words, DATA_FORMS, "cup-file", league.slug, cup.slug)


@register.inclusion_tag("exchange/_files.html")
def cup_group_files(league: League, cup: Cup, words: str) -> Shown:
    """Render links to the tables of a cup's groups."""
    return _links(words, DATA_FORMS, "cup-groups-file", league.slug, cup.slug)


@register.inclusion_tag("exchange/_files.html")
def cup_hand_files(league: League, season: Season, words: str) -> Shown:
    """Render links to every hand of a season's cups that was written down."""
    return _links(words, DATA_FORMS, "cup-hands-file", league.slug, season.slug)


@register.inclusion_tag("exchange/_files.html")
def hand_files(league: League, season: Season, words: str) -> Shown:
    """Render links to every hand of a season that was written down."""
    return _links(words, DATA_FORMS, "season-hands-file", league.slug, season.slug)


def _links(words: str, forms: Iterable[str], name: str, *named: str) -> Shown:
    return {
        "words": words,
        "files": [(IN_WORDS.get(form, form.upper()), reverse(name, args=[*named, form])) for form in forms],
    }
