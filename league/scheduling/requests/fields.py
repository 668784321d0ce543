"""What requests hold: one table of fields, by which files and boxes are read and written.

A field has a kind, which says how it stands in a file (`file`) and in boxes (`boxes`, `box_reading`).
"""

import datetime
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from league.scheduling.planner.calendar import Holidays, Off, WeekOff
from league.scheduling.planner.task import (
    DEFAULT_WEIGHT,
    MOST_MEETINGS,
    Fixed,
    GroupConstraint,
    HomeNight,
    MeetingCount,
    MeetingRequest,
    PlanRequest,
    PlanRules,
    RunRequest,
    SeasonPart,
    SecondHalf,
    TeamGroup,
    TeamRequest,
    Turn,
    TurnRequest,
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
    home_nights: tuple[HomeNight, ...] = ()
    fixed: tuple[Fixed, ...] = ()
    requests: tuple[PlanRequest, ...] = ()


class RowKind(StrEnum):
    """The kinds of row. Each division has one; of the others there may be any number."""

    OFF = "off"
    DIVISION = "division"
    DIFFERING = "differing"
    PUB = "pub"
    HOME_NIGHT = "home_night"
    FIXED = "fixed"
    TEAM = "team"
    COMPANY = "company"
    MEETING = "meeting"
    RUN = "run"
    TURN = "turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A value of a request, or two that stand in one box: its names, and how it is read and written.

    `key` names it in a file, `box` on the page. `of` are its choices, or the least and the most of a number,
    `what` its words. Its `usual` value is left out of a file. `expected` says what is missing where a file
    leaves it out, `needed` where a box is empty. `label` stands before its box on the page, and behind it
    what follows “…”; `spoken` is the label that is only read out. `choices` are the page's, by their name.
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
    label: str = ""
    spoken: str = ""
    choices: str = ""

    @property
    def bounds(self) -> str:
        """The numbers it may be, in words."""
        least, most = self.of
        return f"it is a whole number from {least} to {most}"


def _field(name: str, kind: str, *, key: str = "", box: str = "", **more: Any) -> Field:
    names = tuple(name.split())
    return Field(names=names, kind=kind, key=key or names[0], box=box or names[0], **more)


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestKind:
    """A kind of request: its section of a file, its values there and as they are made, its fields.

    `verify` yields what its values have wrong together: the name of one, and a sentence.
    On the page it has a `title` with a `hint`, the words of the button for one row more (`another`), and
    perhaps a `note` below. What most leagues need is open, the rest folded while it is empty.
    """

    section: str
    of_file: str
    make: type[Any]
    fields: tuple[Field, ...]
    verify: Callable[[Mapping[str, Any]], Iterator[tuple[str, str]]] = lambda values: iter(())
    title: str = ""
    hint: str = ""
    another: str = ""
    note: str = ""
    is_open: bool = False

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
_BECAUSE = _field("because", "text", usual="", label="because")
_STRENGTH = _field(
    "weight must",
    "strength",
    box="strength",
    of=(1, MOST),
    usual=DEFAULT_WEIGHT,
    spoken="How much",
    choices="strengths",
)
_WEIGHED = (_STRENGTH, _BECAUSE)


def _verify_meeting(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    part, since, until = values["part"], values["since"], values["until"]
    if values["teams"] and len(values["teams"]) != 2:
        yield "teams", "Choose two teams."
    if part and (since or until):
        yield "part", "Choose early or late, or enter days; not both."
    if not (part or since or until):
        yield "until", "Say from which day, or until which, they are to meet."
    if since and until and until < since:
        yield "until", "That is before the day from which they are to meet."


def _verify_turn(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if values["turn"] is Turn.RESTED and len(values["teams"]) == 1:
        yield "teams", "Choose the rivals too: the team that asks, then whom it meets."


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
                label="The week of",
            ),
            _field(
                "kind",
                "choice",
                of=WeekOff,
                usual=WeekOff.BLANK,
                needed="Choose what the week is kept for.",
                spoken="For",
                choices="kinds",
            ),
            _BECAUSE,
        ),
        title="Weeks off",
        hint="any day of the week; also in the season calendar",
        another="Add week off",
        is_open=True,
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
            _field("others", "others", usual=(), label="these teams alone"),
            _field(
                "times",
                "number",
                of=(0, MOST_MEETINGS),
                what="How often they meet",
                expected=f"it is how often they meet, from 0 to {MOST_MEETINGS}",
                needed="Choose how often they meet.",
                label="meet",
                choices="times",
            ),
        ),
        title="Teams that meet more or less often",
        hint="for example a team that joined, or the halves of a division",
        another="Add number of meetings",
        note="One team without others meets everybody so often. Several teams meet each other so often. "
        "The last row about two teams holds.",
    ),
    RowKind.PUB: RequestKind(
        section="pub",
        of_file="pubs",
        make=PubRequests,
        fields=(
            _field("name", "pub", needed="Choose the pub.", spoken="Pub", choices="pubs"),
            _field(
                "matches", "number", of=(1, MOST_MATCHES), what="Matches at once", label="takes … at once,"
            ),
            _field("closed", "days", usual=(), label="closed on"),
            _field("place", "place", label="miles east, north"),
        ),
        title="Pubs",
        hint="only pubs that differ; matches at once come from their tables",
        another="Add pub",
        is_open=True,
    ),
    RowKind.HOME_NIGHT: RequestKind(
        section="home_night",
        of_file="home_nights",
        make=HomeNight,
        fields=(
            _field("team", "team", needed="Choose the team.", spoken="Team", choices="teams"),
            _field(
                "night",
                "weekday",
                box="weekday",
                of=(1, 7),
                what="The home night",
                expected="it is the day of the week on which the team is at home",
                needed="Choose the home night.",
                label="at home on",
                choices="weekdays",
            ),
        ),
        title="Home nights of single teams",
        hint="for a team that is at home on another night of the week than its division",
        another="Add home night",
        note="The division keeps its night. Home matches of the team are in the same weeks, on that night.",
    ),
    RowKind.FIXED: RequestKind(
        section="fixed",
        of_file="fixed",
        make=Fixed,
        fields=(
            _field("home", "team", needed="Choose who is at home.", spoken="At home", choices="teams"),
            _field("away", "team", needed="Choose who is away.", label="at home to", choices="teams"),
            _field(
                "date",
                "day",
                expected="it is the night on which the match stays",
                needed="Say on which night.",
                label="on",
            ),
        ),
        title="Fixed matches",
        another="Add fixed match",
    ),
    RowKind.TEAM: RequestKind(
        section="wish",
        of_file="requests",
        make=TeamRequest,
        fields=(
            _field("team", "team", needed="Choose the team.", spoken="Team", choices="teams"),
            _field(
                "where",
                "choice",
                of=Where,
                needed="Choose what is asked: at home, not at home, away, not away or no match.",
                spoken="Where",
                choices="wheres",
            ),
            _field("days ends", "nights", key="on", box="on", label="on"),
            *_WEIGHED,
        ),
        title="Requests of teams",
        hint="for example 14 Jan, 21 Jan · October · every Tuesday · first night",
        another="Add request",
    ),
    RowKind.COMPANY: RequestKind(
        section="wish",
        of_file="requests",
        make=GroupConstraint,
        fields=(
            _TEAMS,
            _field("company", "choice", key="together", of=TeamGroup, label="are", choices="companies"),
            *_WEIGHED,
        ),
        title="Teams that share",
        hint="a room, players or transport",
        another="Add request of teams that share",
    ),
    RowKind.MEETING: RequestKind(
        section="wish",
        of_file="requests",
        make=MeetingRequest,
        fields=(
            _TEAMS,
            _field("part", "choice", key="meet", of=SeasonPart, spoken="When", choices="parts"),
            _field("apart", "yes", usual=False, spoken="Do they meet", choices="apart"),
            _field("since", "day", key="meet_from", label="from"),
            _field("until", "day", key="meet_by", label="until"),
            *_WEIGHED,
        ),
        verify=_verify_meeting,
        title="Derbies and rivals",
        hint="they meet at least once, or not at all, in the first or last third of the season or between "
        "two days",
        another="Add derby or rivals",
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
                label="at most",
            ),
            *_WEIGHED,
        ),
        title="Longest runs of single teams",
        hint="matches at home, or away, one after the other; 1 is at home and away in turn",
        another="Add longest run",
    ),
    RowKind.TURN: RequestKind(
        section="wish",
        of_file="requests",
        make=TurnRequest,
        fields=(
            _field("teams", "teams", of=1, expected="it is a list of teams", needed="Choose a team."),
            _field(
                "turn",
                "choice",
                of=Turn,
                needed="Choose what is asked.",
                spoken="What is asked",
                choices="turns",
            ),
            *_WEIGHED,
        ),
        verify=_verify_turn,
        title="First and last matches, and those before a derby",
        hint="the first or the last match at home is enough; before a derby the team first, then its rivals",
        another="Add first and last matches",
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
