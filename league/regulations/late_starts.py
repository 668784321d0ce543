"""Late starts: what a side loses that is not ready when the match is to begin."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from league.regulations.facts import BOTH_SIDES, Forfeit, Sides, Times, at_fault
from league.regulations.forfeits import last_tables
from league.regulations.moments import instant, local, on_the_wall
from league.regulations.penalties import WARNING, Penalty, summed
from league.regulations.rules import LateStep, Regulations
from scoring.prose.words import capitalised

MINUTE = datetime.timedelta(minutes=1)
NOTHING = datetime.timedelta()


@dataclass(frozen=True, slots=True, kw_only=True)
class Lateness:
    """How long after time a side was ready, and what that costs by the season's clock."""

    by: datetime.timedelta
    penalty: Penalty

    @property
    def words(self) -> str:
        """25 minutes; a part of a minute counts as one."""
        minutes = -(-self.by // MINUTE)
        return f"{minutes} minute{'' if minutes == 1 else 's'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class LateStartVerdict:
    """What goes to the other side without play, and what each side's lateness costs; None: in time."""

    forfeits: tuple[Forfeit, ...]
    home: Lateness | None
    away: Lateness | None


def late_start_verdict(
    starts_at: datetime.datetime,
    ready: Times,
    regulations: Regulations,
    now: datetime.datetime,
    zone: ZoneInfo,
    *,
    tables: int,
) -> LateStartVerdict:
    """What the season's clock has taken from each side by now; a side that is not ready yet is late by now.

    Tables go from the last one on. Both sides late: the same tables are lost by both, and nobody gets them.
    """
    late = Sides(
        home=lateness(starts_at, ready.home or now, regulations, zone),
        away=lateness(starts_at, ready.away or now, regulations, zone),
    )
    return LateStartVerdict(forfeits=tuple(_forfeits(late, tables)), home=late.home, away=late.away)


def lateness(
    starts_at: datetime.datetime, ready: datetime.datetime, regulations: Regulations, zone: ZoneInfo
) -> Lateness | None:
    """What a side loses that was ready at that moment; None if that is nothing."""
    taken = [
        step.penalty.times(_times(step, starts_at, ready, zone))
        for step in regulations.late_start
        if _times(step, starts_at, ready, zone)
    ]
    if not taken:
        return None
    return Lateness(by=instant(ready) - instant(starts_at), penalty=summed(taken))


def _times(step: LateStep, starts_at: datetime.datetime, ready: datetime.datetime, zone: ZoneInfo) -> int:
    """How often a step has bitten: once past its moment, and again with every full turn of its clock."""
    if step.at is None:
        bites_from = instant(starts_at) + step.minutes * MINUTE
    else:
        bites_from = instant(on_the_wall(local(starts_at, zone).date(), step.at, zone))
    over = instant(ready) - max(bites_from, instant(starts_at))
    if over <= NOTHING:
        return 0
    return 1 if step.every is None else -(-over // (step.every * MINUTE))


def _forfeits(late: Sides[Lateness | None], tables: int) -> Iterator[Forfeit]:
    lost = Sides(home=_penalty(late.home), away=_penalty(late.away))
    whole = at_fault(side for side in BOTH_SIDES if lost.of(side).match)
    if whole is not None:
        yield Forfeit(table=None, at_fault=whole, reason=_reason(late))
        return
    numbers = Sides(home=lost.home.tables, away=lost.away.tables)
    yield from last_tables(numbers, tables, _reason(late))


def _penalty(late: Lateness | None) -> Penalty:
    return late.penalty if late else WARNING


def _reason(late: Sides[Lateness | None]) -> str:
    said = [f"{side.words} was {found.words} late" for side in BOTH_SIDES if (found := late.of(side))]
    return f"{capitalised(' and '.join(said))}."
