"""What requests hold: one table of fields, by which files and boxes are read and written.

A field has a kind, which says how it stands in a file (`file`) and in boxes (`boxes`, `box_reading`).
"""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from league.scheduling.planner.calendar import Holidays, Off, WeekOff
from league.scheduling.planner.task import (
    DEFAULT_WEIGHT,
    MOST_MEETINGS,
    Fixed,
    GroupConstraint,
    MeetingCount,
    MeetingRequest,
    PlanRequest,
    PlanRules,
    RunRequest,
    SeasonPart,
    SecondHalf,
    TeamGroup,
    TeamRequest,
    Weights,
    Where,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionRequests:
    """How a division plays: on a night of the week, Monday 1, or on nights it names one by one."""

    name: str
    night: int | None = None
    nights: tuple[datetime.date, ...] = ()
    meetings: int = 2
    second_half: SecondHalf = SecondHalf.MIRRORED


@dataclass(frozen=True, slots=True, kw_only=True)
class PubRequests:
    """A pub: matches a night, nights it is shut, perhaps its place on the map in miles."""

    name: str
    matches: int | None = None
    closed: tuple[datetime.date, ...] = ()
    place: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestsFile:
    """The contents of a file. None means the league's own value."""

    first: datetime.date | None = None
    last: datetime.date | None = None
    rules: PlanRules = field(default_factory=PlanRules)
    weights: Weights = field(default_factory=Weights)
    fair_draw: bool = False
    keep_before: datetime.date | None = None
    bank_holidays: Holidays | None = None
    off: tuple[Off, ...] = ()
    divisions: tuple[DivisionRequests, ...] = ()
    differing: tuple[MeetingCount, ...] = ()
    pubs: tuple[PubRequests, ...] = ()
    fixed: tuple[Fixed, ...] = ()
    requests: tuple[PlanRequest, ...] = ()


class RowKind(StrEnum):
    """The kinds of row. Each division has one; of the others there may be any number."""

    OFF = "off"
    DIVISION = "division"
    DIFFERING = "differing"
    PUB = "pub"
    FIXED = "fixed"
    TEAM = "team"
    COMPANY = "company"
    MEETING = "meeting"
    RUN = "run"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A value of a request, or two that stand in one box: its names, and how it is read and written.

    `key` names it in a file, `box` on the page. `of` are its choices, or the least and the most of a number,
    `what` its words. Its `usual` value is left out of a file. `expected` says what is missing where a file
    leaves it out, `needed` where a box is empty.
    """

    names: tuple[str, ...]
    kind: str
    key: str
    box: str
    of: Any = None
    what: str = ""
    usual: Any = None
    expected: str = ""
    needed: str = ""


def _field(name: str, kind: str, *, key: str = "", box: str = "", **more: Any) -> Field:
    names = tuple(name.split())
    return Field(names=names, kind=kind, key=key or names[0], box=box or names[0], **more)


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestKind:
    """A kind of request: its section of a file, its values there and as they are made, its fields."""

    section: str
    of_file: str
    make: type[Any]
    fields: tuple[Field, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its values."""
        return tuple(name for field in self.fields for name in field.names)


MOST, MOST_ROUNDS, MOST_MATCHES, LONGEST = 1_000, 100, 100, 200
_TIMES = (1, MOST_MEETINGS)
_TEAMS = _field(
    "teams",
    "teams",
    expected="it is a list of two teams or more, unless the request has team and where",
    needed="Choose two teams.",
)
_BECAUSE = _field("because", "text", usual="")
_WEIGHED = (_field("weight must", "strength", box="strength", of=(1, MOST), usual=DEFAULT_WEIGHT), _BECAUSE)

KINDS: Mapping[RowKind, RequestKind] = {
    RowKind.OFF: RequestKind(
        section="week_off",
        of_file="off",
        make=Off,
        fields=(
            _field(
                "day",
                "day",
                expected="it is any day of the week that is taken out",
                needed="Say which week: any day of it.",
            ),
            _field(
                "kind",
                "choice",
                of=WeekOff,
                usual=WeekOff.BLANK,
                needed="Choose what the week is kept for.",
            ),
            _BECAUSE,
        ),
    ),
    RowKind.DIVISION: RequestKind(
        section="division",
        of_file="divisions",
        make=DivisionRequests,
        fields=(
            _field("name", "division"),
            _field("night", "weekday", of=(1, 7), what="The night of the week"),
            _field("nights", "days", usual=()),
            _field("meetings", "number", of=_TIMES, usual=2, what="How often they meet"),
            _field("second_half", "choice", of=SecondHalf, usual=SecondHalf.MIRRORED),
        ),
    ),
    RowKind.DIFFERING: RequestKind(
        section="meet",
        of_file="differing",
        make=MeetingCount,
        fields=(
            _field(
                "teams",
                "teams",
                of=1,
                expected="it is a list of the teams that meet more or less often than their division",
                needed="Choose a team.",
            ),
            _field("others", "others", usual=()),
            _field(
                "times",
                "number",
                of=(0, MOST_MEETINGS),
                what="How often they meet",
                expected=f"it is how often they meet, from 0 to {MOST_MEETINGS}",
                needed="Choose how often they meet.",
            ),
        ),
    ),
    RowKind.PUB: RequestKind(
        section="pub",
        of_file="pubs",
        make=PubRequests,
        fields=(
            _field("name", "pub", needed="Choose the pub."),
            _field("matches", "number", of=(1, MOST_MATCHES), what="Matches at once"),
            _field("closed", "days", usual=()),
            _field("place", "place"),
        ),
    ),
    RowKind.FIXED: RequestKind(
        section="fixed",
        of_file="fixed",
        make=Fixed,
        fields=(
            _field("home", "team", needed="Choose who is at home."),
            _field("away", "team", needed="Choose who is away."),
            _field(
                "date",
                "day",
                expected="it is the night on which the match stays",
                needed="Say on which night.",
            ),
        ),
    ),
    RowKind.TEAM: RequestKind(
        section="wish",
        of_file="requests",
        make=TeamRequest,
        fields=(
            _field("team", "team", needed="Choose the team."),
            _field(
                "where",
                "choice",
                of=Where,
                needed="Choose what is asked: at home, not at home, not away or no match.",
            ),
            _field("days ends", "nights", key="on", box="on"),
            *_WEIGHED,
        ),
    ),
    RowKind.COMPANY: RequestKind(
        section="wish",
        of_file="requests",
        make=GroupConstraint,
        fields=(_TEAMS, _field("company", "choice", key="together", of=TeamGroup), *_WEIGHED),
    ),
    RowKind.MEETING: RequestKind(
        section="wish",
        of_file="requests",
        make=MeetingRequest,
        fields=(
            _TEAMS,
            _field("part", "choice", key="meet", of=SeasonPart),
            _field("apart", "yes", usual=False),
            _field("since", "day", key="meet_from"),
            _field("until", "day", key="meet_by"),
            *_WEIGHED,
        ),
    ),
    RowKind.RUN: RequestKind(
        section="wish",
        of_file="requests",
        make=RunRequest,
        fields=(
            _field("teams", "teams", of=1, expected="it is a list of teams", needed="Choose a team."),
            _field(
                "longest",
                "number",
                key="longest_run",
                of=(1, MOST_ROUNDS),
                what="The longest run",
                needed="Say how many matches at home, or away, may follow each other.",
            ),
            *_WEIGHED,
        ),
    ),
}

SEASON = (
    _field("first", "day"),
    _field("last", "day"),
    _field("keep_before", "day"),
    _field("bank_holidays", "choice", of=Holidays),
    _field("fair_draw", "yes", usual=False),
)
RULES = (
    _field(
        "return_after",
        "number",
        key="no_return_within",
        box="no_return_within",
        of=(0, MOST_ROUNDS),
        usual=0,
        what="Rounds before the return",
    ),
    _field("longest_run", "limit", of=(0, MOST_ROUNDS), what="The longest run"),
)
WEIGHTS = tuple(
    _field(name, "number", of=(0, MOST), usual=getattr(Weights(), name), what=what)
    for name, what in (
        ("breaks", "A break"),
        ("balance", "Balance"),
        ("carry_over", "Carry-over"),
        ("change", "A match moved"),
        ("run_in", "The run-in"),
        ("travel", "Travel"),
        ("ends", "The first and last match"),
    )
)
OF_SEASON = (*SEASON, *RULES, *WEIGHTS)
"""The fields of the season's own boxes."""


def season_values(file: RequestsFile) -> dict[str, Any]:
    """Return the values of the season's own fields by their names."""
    owners = {name: file for field in SEASON for name in field.names}
    owners |= {name: file.rules for field in RULES for name in field.names}  # type: ignore[misc]  # any has values
    owners |= {name: file.weights for field in WEIGHTS for name in field.names}  # type: ignore[misc]
    return {name: getattr(owner, name) for name, owner in owners.items()}


def season_of_values(values: Mapping[str, Any], **lists: Any) -> RequestsFile:
    """Return a file with the season's own values and its lists."""

    def own(fields: tuple[Field, ...]) -> dict[str, Any]:
        return {name: values[name] for field in fields for name in field.names}

    return RequestsFile(
        **own(SEASON), rules=PlanRules(**own(RULES)), weights=Weights(**own(WEIGHTS)), **lists
    )


def lists_of(values: Mapping[RowKind, tuple[Any, ...]]) -> dict[str, tuple[Any, ...]]:
    """Return what is made of the rows of each kind, by the lists of a file."""
    lists: dict[str, tuple[Any, ...]] = {}
    for group, made in values.items():
        lists[KINDS[group].of_file] = (*lists.get(KINDS[group].of_file, ()), *made)
    return lists
