"""What stands in a wishes file, as values. Teams, pubs and divisions go by name."""

import datetime
from dataclasses import dataclass, field

from league.fixturing.calendar import Off
from league.fixturing.task import Fixed, Rules, SecondHalf, Weights
from league.fixturing.wishes import Wish


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionWishes:
    """How a division plays: on a night of the week, Monday 1, or on nights it names one by one."""

    name: str
    night: int | None = None
    nights: tuple[datetime.date, ...] = ()
    meetings: int = 2
    second_half: SecondHalf = SecondHalf.MIRRORED


@dataclass(frozen=True, slots=True, kw_only=True)
class PubWishes:
    """A pub: matches a night, nights it is shut, perhaps its place on the map in miles."""

    name: str
    matches: int | None = None
    closed: tuple[datetime.date, ...] = ()
    place: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WishesFile:
    """All that stands in a file. What it leaves out (None) is as the league has it."""

    first: datetime.date | None = None
    last: datetime.date | None = None
    rules: Rules = field(default_factory=Rules)
    weights: Weights = field(default_factory=Weights)
    fair_draw: bool = False
    keep_before: datetime.date | None = None
    off: tuple[Off, ...] = ()
    divisions: tuple[DivisionWishes, ...] = ()
    pubs: tuple[PubWishes, ...] = ()
    fixed: tuple[Fixed, ...] = ()
    wishes: tuple[Wish, ...] = ()
