"""A bracket in columns. The rounds stand below it as lists, with all that is known of each tie."""

import datetime
from dataclasses import dataclass
from typing import Any

from django import template

from league.cups.paths import CupPath
from league.cups.selectors.cup_pages import CupOnPage, RoundOnPage
from league.cups.ties import AWAY, HOME, Tie, TieSeat

register = template.Library()


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketSide:
    """A side of a tie: who sits there, their score once it is over, whether the path shown is theirs."""

    seat: TieSeat
    score: int | None
    is_winner: bool
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketTie:
    """A tie in its column. `date` where it is not that of the round, `teams` the slugs of its sides."""

    tie: Tie
    sides: tuple[BracketSide, ...]
    date: datetime.date | None
    teams: str
    is_on_path: bool

    @property
    def is_empty(self) -> bool:
        """Whether nobody can ever sit here."""
        return self.tie.home.is_empty


@register.inclusion_tag("cups/_bracket.html")
def bracket(page: CupOnPage, path: CupPath | None = None) -> dict[str, Any]:
    """Return a cup as it stands in columns, with the path of one entrant marked."""
    slugs = {entry.number: entry.team.slug for entry in page.entries if entry.team}
    return {
        "page": page,
        "columns": [(each, _ties(each, slugs, path)) for each in page.knock_out],
    }


def _ties(one: RoundOnPage, slugs: dict[int, str], path: CupPath | None) -> list[BracketTie]:
    dates = {each.tie.number: each.date for each in one.ties}
    return [
        BracketTie(
            tie=tie,
            sides=tuple(_side(tie, side, path) for side in ((HOME,) if tie.is_bye else (HOME, AWAY))),
            date=date if (date := dates.get(tie.number)) != one.date else None,
            teams=" ".join(
                slugs[seat.entrant.key]
                for seat in (tie.home, tie.away)
                if seat.entrant and seat.entrant.key in slugs
            ),
            is_on_path=path is not None and (tie.round, tie.number) in path.places,
        )
        for tie in one.round.lines
    ]


def _side(tie: Tie, side: int, path: CupPath | None) -> BracketSide:
    seat = (tie.home, tie.away)[side]
    score = tie.verdict.score if tie.is_over else None
    return BracketSide(
        seat=seat,
        score=score[side] if score else None,
        is_winner=tie.verdict.winner == side,
        is_chosen=path is not None and seat.entrant == path.entrant,
    )
