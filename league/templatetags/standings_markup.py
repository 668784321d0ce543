"""The parts of the standings page with hundreds of cells, written without the template engine.

A cell takes the engine thirty to fifty microseconds, these functions two. All words and addresses are
escaped. What is read is the same, and what stands around these parts is in `templates/standings`.
"""

from collections.abc import Sequence
from html import escape

from django import template
from django.urls import reverse
from django.utils.dateformat import format as format_date
from django.utils.safestring import SafeString

from league.competition.tie_breaks import Among
from league.models import League
from league.standings.records import TeamRecord
from league.standings.selectors.lines import StandingsLine, Why, WhyStep
from league.standings.selectors.match_lists import NamedLink
from league.standings.selectors.outlooks import PlaceChance
from league.standings.selectors.season_grid import GridCell, GridMatch, GridTeam, SeasonGrid
from league.templatetags.formatting import ordinal, points, together
from league.templatetags.marks import mark
from league.templatetags.match_rows import address_of
from league.templatetags.standings import (
    figure,
    finish_words,
    grid_words,
    in_words,
    made_up_of,
    own_grid_words,
    prospect_words,
    to_meet_words,
)

register = template.Library()

NOT_MET = '<span class="self">—</span>'
UNDER_ONE = '<span aria-hidden="true">·</span><span class="visually-hidden">under 1</span>'


# --- The grid of results ----------------------------------------------------------------------
@register.simple_tag
def grid_cells(grid: SeasonGrid, row: GridTeam, league: League, own: str = "") -> SafeString:
    """Return a row's cells: what each visitor's match there gave, with its address."""
    return SafeString("".join([_grid_cell(cell, league, own) for cell in row.cells]))


def _grid_cell(cell: GridCell, league: League, own: str) -> str:
    slug = cell.visitor.slug
    css = ' class="yours"' if own == slug else ""
    content = "".join([_grid_match(match, league) for match in cell.matches]) or NOT_MET
    return f'<td data-team="{escape(slug)}"{css}>{content}</td>'


def _grid_match(match: GridMatch, league: League) -> str:
    css = ' class="home-win"' if match.is_home_win else "" if match.home_share else ' class="to-come"'
    return f'<a href="{address_of("match", league, match.public_id)}"{css}>{escape(grid_words(match))}</a>'


@register.simple_tag
def team_results(
    grid: SeasonGrid, matches: Sequence[GridMatch], team: NamedLink, league: League
) -> SafeString:
    """Return one team's matches as the items of a list, from its own side."""
    at_home, away = mark("home", "at home"), mark("away", "away")
    items = []
    for match in matches:
        is_home = match.home.slug == team.slug
        when = format_date(match.outcome.day, "j M") if match.outcome.day else ""
        css = "came" if match.home_share else "to-come"
        other = match.away if is_home else match.home
        words = own_grid_words(match, team.slug) if match.home_share or match.is_void else "to come"
        items.append(
            f'<li><a href="{address_of("match", league, match.public_id)}"><span class="when">{when}</span>'
            f'{at_home if is_home else away}<span class="other">{escape(other.name)}</span>'
            f'<span class="{css}">{escape(words)}</span></a></li>'
        )
    return SafeString("".join(items))


# --- The chances of each place ----------------------------------------------------------------
@register.simple_tag
def chance_cells(line: StandingsLine, places: int, is_narrowed: bool) -> SafeString:
    """Return the cells for each final place; where some are out of reach, what is left in words too."""
    cells = [_chance_cell(chance) for chance in line.outlook.chances] if line.outlook else []
    cells = cells or [f'<td colspan="{places}"></td>']
    if is_narrowed:
        cells.append(f'<td class="finish">{escape(finish_words(line.prospect))}</td>')
    return SafeString("".join(cells))


def _chance_cell(chance: PlaceChance) -> str:
    if not chance.is_possible:
        return '<td class="chance"></td>'
    return f'<td class="chance in {escape(chance.css)}">{chance.chance or UNDER_ONE}</td>'


# --- Why a team stands where it does ----------------------------------------------------------
@register.simple_tag
def whys(line: StandingsLine, league: League) -> SafeString:
    """Return the season's criteria down to the one that decides, the mini-leagues among them, and where the
    team can still finish.
    """
    parts = ['<div class="whys">', _played(line.record), *(_why(line, why) for why in line.whys)]
    if line.outlook:
        chances = "".join(_possible(chance) for chance in line.outlook.possible)
        parts.append(
            '<div class="narrow-odds"><p>Chance of each final place, out of 100:</p>'
            f"<ul>{chances}</ul>{to_meet(line, league)}</div>"
        )
    if line.prospect and line.is_open:
        parts.append(f'<p class="reach">{escape(prospect_words(line.prospect))}</p>')
    return SafeString("".join([*parts, "</div>"]))


def _played(record: TeamRecord) -> str:
    made = made_up_of(record)
    behind = f" {escape(made)}." if made else ""
    return f'<p class="phone-only">Won {record.won}, drawn {record.drawn}, lost {record.lost}.{behind}</p>'


def _possible(chance: PlaceChance) -> str:
    css = ' class="likeliest"' if chance.is_likeliest else ""
    return f"<li{css}><span>{ordinal(chance.place)}</span> {chance.chance or 'under 1'}</li>"


def _why(line: StandingsLine, why: Why) -> str:
    minis = "".join([_mini(step) for step in why.minis])
    return (
        f'<div class="reason-in"><div class="explanation">{_explanation(line, why)}</div>'
        f"<div>{_ladder(line, why)}{minis}</div></div>"
    )


def _explanation(line: StandingsLine, why: Why) -> str:
    decided, other = why.separation.decided_by, escape(why.other.name)
    if not decided:
        follows = (
            "A play-off is wanted to decide it." if line.row.wants_play_off else "The two share the place."
        )
        return f"<p><strong>Level with {other} in everything the season’s rules ask.</strong> {follows}</p>"
    if why.gap:
        noun = "point" if why.gap in {1, 2} else "points"
        where = "ahead of" if why.is_ahead else "behind"
        sentence = f"{points(why.gap)} match {noun} {where} {other}."
    else:
        where = "ahead" if why.is_ahead else "behind"
        sentence = (
            f"Level on {points(line.record.match_points)} match points with {other}, and {where} on"
            f" {escape(decided.criterion.name.lower())}."
        )
    return f"<p><strong>{sentence}</strong></p>{_unused(why)}"


def _unused(why: Why) -> str:
    names = [criterion.name for criterion in why.separation.unused_criteria]
    if not names:
        return ""
    listed = ", ".join(name.lower() for name in names)
    return f"<p>Not needed here: {escape(listed)}.</p>"


def _ladder(line: StandingsLine, why: Why) -> str:
    rows = "".join([_step(step) for step in why.steps])
    return (
        '<table class="listing dense ladder"><caption class="visually-hidden">'
        f"{escape(line.team.name)} beside {escape(why.other.name)}</caption>"
        f"<thead><tr><td></td>{_head(line.team)}{_head(why.other)}<td></td></tr></thead><tbody>{rows}</tbody></table>"
    )


def _head(team: NamedLink) -> str:
    return f'<th scope="col" class="num">{escape(together(team.short_name or team.name))}</th>'


def _step(step: WhyStep) -> str:
    own, other = (escape(figure(value, step.criterion)) for value in (step.own, step.other))
    verdict = "decides it" if step.decides else "level" if step.is_comparable else "could not be asked"
    decides = ' class="decides"' if step.decides else ""
    unasked = "" if step.is_comparable else ' class="unasked"'
    return (
        f'<tr{decides}><th scope="row">{escape(step.criterion.name)}</th><td class="num">{own}</td>'
        f'<td class="num">{other}</td><td{unasked}>{verdict}</td></tr>'
    )


def _mini(step: WhyStep) -> str:
    what = "Play-offs among" if step.criterion.among is Among.PLAY_OFFS else "Among"
    rows = "".join(
        [
            f'<tr><th scope="row">{escape(met.name)}</th><td class="num">{points(met.half_points)}</td></tr>'
            for met in step.among
        ]
    )
    return (
        f'<table class="listing dense ladder"><caption>{what} these {in_words(len(step.among))}</caption>'
        '<thead class="visually-hidden"><tr><th scope="col">Team</th><th scope="col">Match points</th></tr>'
        f"</thead><tbody>{rows}</tbody></table>"
    )


@register.simple_tag
def to_meet(line: StandingsLine, league: League) -> SafeString:
    """Return what makes a place the likeliest; nothing without an outlook."""
    if line.outlook is None:
        return SafeString("")
    place = ordinal(line.outlook.likeliest.place)
    heading = f"{place} whatever comes." if len(line.outlook.possible) == 1 else f"Why {place} is likeliest."
    address = escape(reverse("league-help-page", args=[league.slug, "the-odds"]))
    return SafeString(
        f'<div class="explanation"><p><strong>{heading}</strong> {escape(to_meet_words(line.outlook))}</p>'
        f'<p><a href="{address}">How the odds are worked out</a></p></div>'
    )
