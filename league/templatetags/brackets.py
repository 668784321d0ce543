"""A bracket in columns, each tie a box that leads to its match."""

from dataclasses import dataclass
from typing import Any

from django import template

from league.cups.selectors.cup_pages import CupOnPage, RoundOnPage
from league.cups.selectors.tie_pages import TieOnPage
from league.cups.ties import Tie

register = template.Library()


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketTie:
    """A tie in its column; `on_page` is None for a bye. `names` are the short ones of its sides.

    `is_fed` where a tie of the round before was played for it.
    """

    tie: Tie
    on_page: TieOnPage | None
    names: tuple[str, str]
    scores: tuple[int, int] | tuple[None, None]
    is_fed: bool


@register.inclusion_tag("cups/_bracket.html", takes_context=True)
def bracket(context: dict[str, Any], page: CupOnPage) -> dict[str, Any]:
    """Return a cup as it stands in columns. A first round with one tie for each of the second is as high."""
    columns = [
        (each, _ties(each, one)) for one, each in zip((None, *page.knock_out), page.knock_out, strict=False)
    ]
    first = columns[0][1] if columns else []
    couples = list(zip(first[::2], first[1::2], strict=False))
    is_straight = bool(couples) and not any(one.on_page and other.on_page for one, other in couples)
    if is_straight:
        columns[0] = columns[0][0], [other if other.on_page else one for one, other in couples]
    return {"page": page, "columns": columns, "is_straight": is_straight, "league": context["league"]}


def _ties(one: RoundOnPage, before: RoundOnPage | None) -> list[BracketTie]:
    on_page = {each.tie.number: each for each in one.ties}
    played = {each.tie.number for each in before.ties} if before else set()
    return [
        _tie(tie, on_page.get(tie.number), is_fed=bool(played & {tie.home.feeder, tie.away.feeder}))
        for tie in one.round.lines
    ]


def _tie(tie: Tie, on_page: TieOnPage | None, *, is_fed: bool) -> BracketTie:
    teams = on_page.teams if on_page else (None, None)
    home, away = (
        team.short_name or team.name if team else seat.words
        for team, seat in zip(teams, (tie.home, tie.away), strict=True)
    )
    score = tie.verdict.score if tie.is_over else None
    return BracketTie(
        tie=tie, on_page=on_page, names=(home, away), scores=score or (None, None), is_fed=is_fed
    )
