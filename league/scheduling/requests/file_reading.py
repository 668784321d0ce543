"""Reading a wishes file. Every fault is one sentence: the line, what was received, what would be right."""

import tomllib
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from league.scheduling.planner.calendar import DAYS, Off, UnreadableRequests, WeekOff
from league.scheduling.planner.task import (
    DEFAULT_WEIGHT,
    MOST_MEETINGS,
    End,
    Fixed,
    GroupConstraint,
    MeetingRequest,
    PlanRequest,
    PlanRules,
    SecondHalf,
    TeamGroup,
    TeamRequest,
    Weights,
    Where,
)
from league.scheduling.requests.file import (
    DivisionRequests,
    PubRequests,
    RequestSection,
    RequestsFile,
    lines_of,
)

Value = TypeVar("Value")
LISTS = ("week_off", "division", "pub", "fixed", "wish")


def parse_requests(text: str) -> RequestsFile:
    """The wishes of a text. UnreadableWishes says every fault."""
    try:
        said = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as broken:
        raise UnreadableRequests((f"This cannot be read as a wishes file: {broken}.",)) from None
    reading = _Reading(text, said)
    found = reading.file()
    if reading.faults:
        raise UnreadableRequests(tuple(reading.faults))
    return found


class _Reading:
    def __init__(self, text: str, said: dict[str, Any]) -> None:
        self.said, self.lines = said, lines_of(text)
        self.faults: list[str] = []

    def file(self) -> RequestsFile:
        for key in self.said:
            if key not in (*LISTS, "season", "weights"):
                known = ", ".join(("season", "weights", *LISTS))
                self.faults.append(f"[{key}] is not known; known are {known}.")
        season = self._section("season")
        rules = PlanRules(
            return_after=season.number("no_return_within", 0, most=100),
            longest_run=season.number("longest_run", 0, most=100) or None,
        )
        read = RequestsFile(
            first=season.day("first"),
            last=season.day("last"),
            keep_before=season.day("keep_before"),
            fair_draw=season.yes("fair_draw"),
            rules=rules,
            weights=self._weights(),
            off=tuple(self._each("week_off", _off)),
            divisions=tuple(self._each("division", _division)),
            pubs=tuple(self._each("pub", _pub)),
            fixed=tuple(self._each("fixed", _fixed)),
            requests=tuple(self._each("wish", _request)),
        )
        season.finish()
        return read

    def _section(self, name: str) -> RequestSection:
        said = self.said.get(name, {})
        if not isinstance(said, dict):
            self.faults.append(f"{name} is a section, begun by a line [{name}].")
            said = {}
        return RequestSection(said, name, self.lines.get((name, 0), {}), self.faults)

    def _weights(self) -> Weights:
        entry, usual = self._section("weights"), Weights()
        weights = Weights(
            breaks=entry.number("breaks", usual.breaks),
            balance=entry.number("balance", usual.balance),
            carry_over=entry.number("carry_over", usual.carry_over),
            change=entry.number("change", usual.change),
        )
        entry.finish()
        return weights

    def _each(self, name: str, read: Callable[[RequestSection], Value | None]) -> Iterator[Value]:
        said = self.said.get(name, [])
        if not isinstance(said, list) or not all(isinstance(one, dict) for one in said):
            self.faults.append(f"{name} is a list, each begun by a line [[{name}]].")
            return
        for number, one in enumerate(said):
            entry = RequestSection(one, name, self.lines.get((name, number), {}), self.faults)
            before = len(self.faults)
            value = read(entry)
            entry.finish()
            if value is not None and len(self.faults) == before:
                yield value


def _off(entry: RequestSection) -> Off | None:
    day = entry.day("day")
    kind = entry.choice("kind", WeekOff, WeekOff.BLANK)
    because = entry.text("because")
    if day is None:
        entry.refuse("day", "it is any day of the week that is taken out")
        return None
    return Off(day=day, kind=kind, because=because)


def _division(entry: RequestSection) -> DivisionRequests:
    night = entry.text("night")
    if night and night.capitalize() not in DAYS:
        entry.refuse("night", f"it is one of {', '.join(DAYS)}")
        night = ""
    return DivisionRequests(
        name=entry.text("name", needed=True),
        night=DAYS.index(night.capitalize()) + 1 if night else None,
        nights=entry.days("nights"),
        meetings=entry.number("meetings", 2, 1, MOST_MEETINGS),
        second_half=entry.choice("second_half", SecondHalf, SecondHalf.MIRRORED),
    )


def _pub(entry: RequestSection) -> PubRequests:
    return PubRequests(
        name=entry.text("name", needed=True),
        matches=entry.number("matches", 0, 1, 100) or None,
        closed=entry.days("closed"),
        place=entry.place("place"),
    )


def _fixed(entry: RequestSection) -> Fixed | None:
    home, away = entry.text("home", needed=True), entry.text("away", needed=True)
    day = entry.day("date")
    if day is None:
        entry.refuse("date", "it is the night on which the match stays")
        return None
    return Fixed(home=home, away=away, date=day)


def _request(entry: RequestSection) -> PlanRequest | None:
    """What a wish is about stands in its keys: `where`, `together` or `meet_from` and `meet_by`."""
    weight = entry.number("weight", DEFAULT_WEIGHT, 1)
    must, because = entry.yes("must"), entry.text("because")
    if entry.has("where"):
        team = entry.text("team", needed=True)
        days, ends = entry.days("on"), entry.choices("at", End)
        where = entry.choice("where", Where, Where.HOME)
        if not (days or ends):
            entry.refuse("on", "a wish about home and away names nights, or says at")
        return TeamRequest(
            team=team, where=where, days=days, ends=ends, weight=weight, must=must, because=because
        )
    teams = entry.texts("teams")
    if len(set(teams)) < 2:
        entry.refuse(
            "teams", "it is a list of two teams or more, unless the wish says where one team wants to be"
        )
        return None
    if entry.has("together"):
        company = entry.choice("together", TeamGroup, TeamGroup.NEVER_ALL_AWAY)
        return GroupConstraint(teams=teams, company=company, weight=weight, must=must, because=because)
    since, until = entry.day("meet_from"), entry.day("meet_by")
    if len(teams) != 2 or not (since or until):
        entry.refuse("teams", "with them a wish says together, or of two teams meet_from or meet_by")
        return None
    return MeetingRequest(
        teams=(teams[0], teams[1]), since=since, until=until, weight=weight, must=must, because=because
    )
