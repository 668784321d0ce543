"""Figures of the standings in words, and the line of a team through the season."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template

from league.standings import NOTHING_AGAINST, Criterion, Figure
from league.templatetags.words import points, signed

register = template.Library()

# The chart's box, and the room its figures take left and below.
WIDTH, HEIGHT = 380, 112
LEFT, RIGHT, TOP, BOTTOM = 26, 26, 10, 22
LABELLED_EVERY = 5


NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@register.filter
def in_words(number: int) -> str:
    """A small number as it is written in a sentence: "two"; from ten on in figures."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


@register.filter
def figure(value: Figure | None, criterion: Criterion) -> str:
    """A figure as its criterion counts: halves as points, a difference with its sign, a ratio in decimals."""
    if value is None:
        return "not known"
    if criterion.is_ratio:
        return "nothing against" if value == NOTHING_AGAINST else f"{float(value):.3f}"
    if criterion.is_in_halves:
        return points(int(value))
    return signed(int(value)) if criterion.is_signed else str(value)


@register.inclusion_tag("public/_positions.html")
def positions_chart(
    positions: Mapping[int, Sequence[int]], own: int, weeks: Sequence[int], name: str
) -> dict[str, Any]:
    """Every team's position after each week, one team's own line bold. Positions count from 1."""
    across = (WIDTH - LEFT - RIGHT) / max(len(weeks) - 1, 1)
    down = (HEIGHT - TOP - BOTTOM) / max(len(positions) - 1, 1)

    def x(week: int) -> float:
        return round(LEFT + week * across, 1)

    def y(position: int) -> float:
        return round(TOP + (position - 1) * down, 1)

    lines = {
        team: " ".join(f"{x(week)},{y(position)}" for week, position in enumerate(places))
        for team, places in positions.items()
    }
    middle = len(weeks) // 2
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "name": name,
        "lines": [line for team, line in lines.items() if team != own],
        "own_line": lines[own],
        "places": [
            {"place": place, "y": y(place)}
            for place in (1, *range(LABELLED_EVERY, len(positions), LABELLED_EVERY), len(positions))
        ],
        "weeks": [{"week": weeks[at], "x": x(at)} for at in sorted({0, middle, len(weeks) - 1})],
        "last": {"place": positions[own][-1], "x": x(len(weeks) - 1), "y": y(positions[own][-1])},
        "best": min(positions[own]),
        "worst": max(positions[own]),
    }
