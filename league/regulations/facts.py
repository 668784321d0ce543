"""The facts about a match that deadlines and verdicts need, and forfeits of tables."""

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from league.matches.outcomes import AtFault, TeamKey
from league.shared.moments import instant

T = TypeVar("T")


class FactSide(StrEnum):
    HOME = "h"
    AWAY = "a"

    @property
    def words(self) -> str:
        return "the home side" if self is FactSide.HOME else "the away side"


BOTH_SIDES = (FactSide.HOME, FactSide.AWAY)


@dataclass(frozen=True, slots=True, kw_only=True)
class BothSides(Generic[T]):
    """One thing for each side of a match."""

    home: T
    away: T

    def of(self, side: FactSide) -> T:
        return self.home if side is FactSide.HOME else self.away


Times = BothSides[datetime.datetime | None]
NEVER: Times = BothSides(home=None, away=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PutOff:
    """A postponement: when it was requested, why, by which side (None: the league, or both)."""

    at: datetime.datetime
    starts_at: datetime.datetime
    by: FactSide | None = None
    because: str = ""


def earliest(moments: Iterable[datetime.datetime | None]) -> datetime.datetime | None:
    """Return the first of some moments, leaving out what has not happened."""
    return min((moment for moment in moments if moment is not None), key=instant, default=None)


def at_fault(sides: Iterable[FactSide]) -> AtFault | None:
    """Return the sides at fault as an AtFault; None for neither."""
    fact_sides = set(sides)
    if not fact_sides:
        return None
    return AtFault.BOTH if len(fact_sides) == len(BOTH_SIDES) else AtFault(fact_sides.pop().value)


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkoverFact:
    """A walkover of the whole match: against whom and when."""

    at_fault: AtFault
    at: datetime.datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFacts:
    """A match as regulations see it. All moments are aware of their time zone.

    starts_at    None while a postponed match has no new date
    put_offs     the times it was postponed, the first first
    agreed_at    when its present date was agreed, if it was postponed
    reports      when each side's own report of the result came
    result_at    when the result was in, from whomever
    cards        when each side's own scorecard came
    ready        when each side was ready to play, if that was written down
    winner       who won, once that is known; None too for a draw
    """

    match: int
    home: TeamKey
    away: TeamKey
    starts_at: datetime.datetime | None
    put_offs: tuple[PutOff, ...] = ()
    agreed_at: datetime.datetime | None = None
    reports: Times = NEVER
    result_at: datetime.datetime | None = None
    cards: Times = NEVER
    ready: Times = NEVER
    winner: FactSide | None = None
    walkover: WalkoverFact | None = None

    def team(self, side: FactSide) -> TeamKey:
        return self.home if side is FactSide.HOME else self.away


def sides_at(fault: AtFault) -> tuple[FactSide, ...]:
    return BOTH_SIDES if fault is AtFault.BOTH else (FactSide(fault.value),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Forfeit:
    """A table, or the match (table None), lost without play by the rules; against whom, and why.

    With both sides at fault neither wins it. The secretary has to rule on it.
    """

    table: int | None
    at_fault: AtFault
    reason: str


def last_tables(
    lost: BothSides[int], tables: int, reason: str, first: int | None = None
) -> Iterator[Forfeit]:
    """Yield the tables each side forfeits: `first`, then the last. One forfeited by both has no winner."""
    order = sorted(range(1, tables + 1), key=lambda number: (number != first, -number))
    for number in range(1, tables + 1):
        fault = at_fault(side for side in BOTH_SIDES if number in order[: lost.of(side)])
        if fault is not None:
            yield Forfeit(table=number, at_fault=fault, reason=reason)
