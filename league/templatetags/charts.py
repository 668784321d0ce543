"""Bars beside figures, and the chart of a player's form: solid for won, open for lost."""

from collections.abc import Sequence
from typing import Any, Protocol

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

# The chart of form: so wide a night, room for the score over or under the tallest bar, and for the dates.
NIGHT_WIDTH, BAR_WIDTH = 44, 20
TALLEST, SCORE_ROOM, DATES = 104, 20, 24


class NightBar(Protocol):
    """A night: what it was won or lost by, unless it was missed."""

    @property
    def own(self) -> int: ...

    @property
    def other(self) -> int: ...

    @property
    def is_played(self) -> bool: ...


@register.simple_tag
def points_bar(own: int, whole: int, result: str) -> SafeString:
    """Return the own part of all points as a bar, solid if won. The points stand beside it in figures."""
    return format_html(
        '<svg class="points-bar" viewBox="0 0 102 14" preserveAspectRatio="none" aria-hidden="true">'
        '<path class="grid" d="M1 0v14M51 0v14M101 0v14"/>'
        '<rect class="{}" x="1" y="2" width="{}" height="10"/></svg>',
        result,
        f"{(100 * own / whole if whole else 0):.1f}",
    )


@register.simple_tag
def half_bar(percent: int, team_percent: int | None) -> SafeString:
    """Return a share as a bar against the half, with a triangle over the team's share."""
    triangle = (
        format_html('<svg class="of-team" x="{}%" y="0"><path d="M-5 0h10L0 6z"/></svg>', team_percent)
        if team_percent is not None
        else ""
    )
    return format_html(
        '<svg class="half-bar" width="100%" height="30" aria-hidden="true">'
        '<rect class="whole" x="0" y="8" width="100%" height="17"/>'
        '<rect class="part" x="0" y="8" width="{}%" height="17"/>'
        '<line class="half" x1="50%" x2="50%" y1="2" y2="30"/>{}</svg>',
        percent,
        triangle,
    )


@register.simple_tag
def chance_bar(home: int, drawn: int, away: int) -> SafeString:
    """Return chances out of a hundred as a bar: home solid, drawn hatched, away open. Figures stand below."""
    return format_html(
        '<svg class="chance-bar" width="100%" height="32" aria-hidden="true">'
        '<defs><pattern id="drawn-hatch" width="7" height="7" patternUnits="userSpaceOnUse"'
        ' patternTransform="rotate(45)"><path class="hatch" d="M1 0v7"/></pattern></defs>'
        '<rect class="home" width="{0}%" height="32"/>'
        '<rect fill="url(#drawn-hatch)" x="{0}%" width="{1}%" height="32"/>'
        '<rect class="away" x="{2}%" width="{3}%" height="32"/></svg>',
        home,
        drawn,
        home + drawn,
        away,
    )


@register.inclusion_tag("people/_form_chart.html")
def form_chart(nights: Sequence[NightBar], name: str) -> dict[str, Any]:
    """Draw the margins of nights, the latest on the right: solid above the line won, open below it lost."""
    margins = [night.own - night.other for night in nights]
    most = max((abs(margin) for margin in margins), default=0) or 1
    above = max(TALLEST * max(*margins, 0) / most, 16) + SCORE_ROOM
    below = max(TALLEST * -min(*margins, 0) / most, 0) + SCORE_ROOM

    def bar(at: int, night: NightBar, margin: int) -> dict[str, Any]:
        height = max(TALLEST * abs(margin) / most, 2)
        return {
            "night": night,
            "x": at * NIGHT_WIDTH + NIGHT_WIDTH / 2,
            "left": at * NIGHT_WIDTH + (NIGHT_WIDTH - BAR_WIDTH) / 2,
            "top": round(above - height if margin >= 0 else above, 1),
            "height": round(height, 1),
            "score_at": round(above - height - 6 if margin >= 0 else above + height + 15, 1),
            "kind": "won" if margin > 0 else "lost" if margin < 0 else "drawn",
        }

    played = [margin for night, margin in zip(nights, margins, strict=True) if night.is_played]
    return {
        "name": name,
        "bars": [bar(at, *night) for at, night in enumerate(zip(nights, margins, strict=True))],
        "width": len(nights) * NIGHT_WIDTH,
        "height": round(above + below + DATES, 1),
        "line": round(above, 1),
        "dates_at": round(above + below + DATES - 8, 1),
        "bar_width": BAR_WIDTH,
        "won": sum(margin > 0 for margin in played),
        "lost": sum(margin < 0 for margin in played),
        "nights": len(played),
    }
