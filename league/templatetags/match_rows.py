"""Matches in lists, written without the template engine: a season's list has a hundred and fifty of them.

A row takes the engine most of a millisecond, these functions a tenth of that. All words and addresses are
escaped.
"""

import functools
from collections.abc import Iterator

from django import template
from django.template import Context
from django.urls import get_script_prefix, reverse
from django.utils.html import conditional_escape as escape
from django.utils.safestring import SafeString

from league.bulletin.text import remarks_on
from league.models import League
from league.standings.selectors.match_lists import MatchLine, NamedLink
from league.templatetags.dates import date_on_page, time_on_page
from league.templatetags.formatting import as_shown, filled, points, together
from league.templatetags.standings import made_up_of

register = template.Library()
register.filter(remarks_on)

WHOLE_AND_SHORT = '<span class="whole-name">{}</span> <span class="short-name" aria-hidden="true">{}</span>'

KNOWN_ADDRESSES = 4096
SAMPLE = "sample"


@register.simple_tag(takes_context=True)
def match_row(
    context: Context,
    line: MatchLine,
    *,
    has_moved: bool = False,
    brief: bool = False,
    short: bool = False,
    dated: bool = False,
    own: str | None = None,
) -> SafeString:
    """Return a match in a list (ul.matches); the whole row leads to it.

    `has_moved`: it stands starred where it was postponed from. `brief`: only what is out of the ordinary
    under the result. `short`: short names on a phone. `dated`: all are of one team or pub, and the visitor's
    own is not marked. Of the context: `league`, and perhaps `own` (slug of the visitor's team), `today` (to
    tell a result that is not in yet), `playing` (the public ids of those being played now).
    """
    own = context.get("own") if own is None else own
    css = ["match-row"]
    if not line.is_played:
        css.append("to-come")
    if own and own in {line.home.slug, line.away.slug}:
        css.append("yours")
    if has_moved:
        css.append("moved")
    teams = "" if dated else f' data-team="{escape(line.home.slug)} {escape(line.away.slug)}"'
    star = '<abbr title="postponed">*</abbr>' if has_moved else ""
    away = f'<span class="away-side{_winner(line, "away")}">{_team(context, line.away, short)}</span>'
    return SafeString(
        f'<li class="{" ".join(css)}"{teams}>'
        f'<span class="home-side{_winner(line, "home")}">{_team(context, line.home, short)}{star}</span> '
        f"{_middle(context, line, has_moved)} {away} "
        f"{match_note(context, line, has_moved=has_moved, brief=brief, dated=dated)}</li>"
    )


@register.simple_tag(takes_context=True)
def match_note(
    context: Context, line: MatchLine, *, has_moved: bool = False, brief: bool = False, dated: bool = False
) -> SafeString:
    """Return what stands under a match in a list: how its points came about, where it was moved."""
    notes = _notes(context, line, has_moved=has_moved, brief=brief, dated=dated)
    return filled(SafeString(" ".join(notes)), "span", "under")


def _middle(context: Context, line: MatchLine, has_moved: bool) -> str:
    """Return the result of a match or what stands in its place, with its address."""
    address = address_of("match", context["league"], line.public_id)
    begins = (
        f'<a class="row-link" href="{address}"><span class="visually-hidden">'
        f"{escape(line.home.name)} v {escape(line.away.name)}: </span>"
    )
    if line.home_share and line.away_share and not has_moved:
        home, away = points(line.home_share.shown_halves), points(line.away_share.shown_halves)
        return (
            f'<span class="home-score{_winner(line, "home")}">{begins}{home}</a></span> '
            f'<span class="dash" aria-hidden="true"></span> '
            f'<span class="away-score{_winner(line, "away")}">{away}</span>'
        )
    today = context.get("today")
    if has_moved:
        words = "postponed"
    elif line.void:
        words = "void"
    elif today and line.date and line.date < today:
        words = "not in yet"
    else:
        words = time_on_page(line.starts_at) or "to come"
    return f'<span class="instead">{begins}{words}</a></span>'


def _winner(line: MatchLine, side: str) -> str:
    share = line.home_share if side == "home" else line.away_share
    return " winner" if share and share.result == "won" else ""


def _team(context: Context, team: NamedLink, short: bool) -> str:
    name: str = escape(together(team.name))
    if short:
        name = WHOLE_AND_SHORT.format(name, escape(together(team.short_name or team.name)))
    return f'<a class="name" href="{address_of("team", context["league"], team.slug)}">{name}</a>'


def _notes(context: Context, line: MatchLine, *, has_moved: bool, brief: bool, dated: bool) -> Iterator[str]:
    if line.public_id in (context.get("playing") or ()):
        address = address_of("match-live", context["league"], line.public_id)
        yield f'<a class="now name" href="{address}">Being played now</a>'
    if dated:
        yield f"{date_on_page(line.date) or 'No date yet'}."
    if line.outcome.is_play_off:
        yield "Play-off."
    if line.division.cup:
        yield f"{escape(str(line.division))}."
    if has_moved:
        because = line.postponed_because and f": {escape(as_shown(context, line.postponed_because))}"
        where = f"postponed to {date_on_page(line.date)}" if line.date else "postponed, no new date yet"
        yield f"* {where}{because}"
    elif line.void:
        yield f"Declared void: {escape(as_shown(context, line.void.reason))}"
    elif line.given:
        winner = line.away.name if line.given.at_fault == "h" else line.home.name
        what = "Given against both sides" if line.given.at_fault == "b" else f"Walkover for {escape(winner)}"
        yield f"{what}: {escape(as_shown(context, line.given.reason))}"
    elif line.is_played:
        yield from _of_result(line, brief)
    elif line.postponed_from:
        yield f"Postponed from {date_on_page(line.postponed_from)}."
    if not line.is_at_home and not has_moved:
        yield f"Played at {escape(line.venue.name)}."


def _of_result(line: MatchLine, brief: bool) -> Iterator[str]:
    if not brief and line.home_share and (made := made_up_of(line.home_share, line.away_share)):
        yield f"{escape(made)}."
    book = line.division.season.rule_book
    for table in line.tables_given:
        what = f"given to {escape((line.away if table.at_fault == 'h' else line.home).name)}"
        yield f"{book.place(table.table or 0)} {'lost by both' if table.at_fault == 'b' else what}."
    for number in line.tables_void:
        yield f"{book.place(number)} void."
    for number in line.tables_not_played:
        yield f"{book.place(number)} not played."


def address_of(view: str, league: League, own: str) -> str:
    """Return the address, escaped, of a page that ends with something's own id or slug."""
    before, after = _around(view, league.slug, get_script_prefix())
    return f"{before}{escape(own)}{after}"


@functools.lru_cache(KNOWN_ADDRESSES)
def _around(view: str, league: str, prefix: str) -> tuple[str, str]:
    """Return what stands before and after the last part of an address; `prefix` is the site's own."""
    before, _, after = reverse(view, args=(league, SAMPLE)).rpartition(f"/{SAMPLE}/")
    return escape(f"{before}/"), escape(f"/{after}")
