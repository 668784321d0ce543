"""What pubs and teams ask for. A wish has a weight; one that must be met is a condition.

A break of the turn of home and away weighs 10 (`Weights.breaks`); what a wish weighs says how many breaks
it is worth.
"""

import datetime
from dataclasses import dataclass
from enum import StrEnum

DEFAULT_WEIGHT = 30


class Where(StrEnum):
    """Where a team wants to be on a night."""

    HOME = "home"
    NOT_HOME = "not home"
    NOT_AWAY = "not away"
    NO_MATCH = "no match"


class End(StrEnum):
    """The two nights everybody remembers."""

    FIRST = "first"
    LAST = "last"


class Company(StrEnum):
    """How teams of one pub want their nights to fall."""

    NEVER_ALL_AWAY = "never all away"
    HOME_TOGETHER = "home together"
    NEVER_ALL_HOME = "never all home"
    NEVER_HOME_TOGETHER = "never home together"


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamWish:
    """A team wants to be somewhere on some nights: days named, the first night, the last."""

    team: str
    where: Where
    days: tuple[datetime.date, ...] = ()
    ends: tuple[End, ...] = ()
    weight: int = DEFAULT_WEIGHT
    must: bool = False
    because: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompanyWish:
    """Teams of one pub want their nights to fall together, or not, whenever all of them play.

    When two of them meet each other, one is away at home: that is no night apart.
    """

    teams: tuple[str, ...]
    company: Company
    weight: int = DEFAULT_WEIGHT
    must: bool = False
    because: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeetingWish:
    """Two teams of a division want to meet at least once between two days; None is no limit."""

    teams: tuple[str, str]
    since: datetime.date | None = None
    until: datetime.date | None = None
    weight: int = DEFAULT_WEIGHT
    must: bool = False
    because: str = ""


Wish = TeamWish | CompanyWish | MeetingWish
