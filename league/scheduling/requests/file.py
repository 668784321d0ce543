"""A requests file (TOML): its contents as values, and its parser. Teams, pubs and divisions go by name.

Every fault is one sentence: the line, what was received, what would be right. A file is written by
`file_writing`; `resolving` turns its names into the league's keys.
"""

import datetime
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, TypeVar

from league.scheduling.planner.calendar import DAYS, Off, UnreadableRequests, WeekOff
from league.scheduling.planner.task import (
    DEFAULT_WEIGHT,
    MOST_MEETINGS,
    End,
    Fixed,
    GroupConstraint,
    MeetingCount,
    MeetingRequest,
    PlanRequest,
    PlanRules,
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
    off: tuple[Off, ...] = ()
    divisions: tuple[DivisionRequests, ...] = ()
    differing: tuple[MeetingCount, ...] = ()
    pubs: tuple[PubRequests, ...] = ()
    fixed: tuple[Fixed, ...] = ()
    requests: tuple[PlanRequest, ...] = ()


Choice = TypeVar("Choice", bound=StrEnum)
MOST = 1_000
WEIGHT_KEYS = ("breaks", "balance", "carry_over", "change", "run_in", "travel", "ends")
LONGEST = 200


class RequestSection:
    """A section of the file. Its methods return the value of a key, or its default and add a fault."""

    def __init__(
        self, values: Mapping[str, Any], section: str, lines: Mapping[str, int], faults: list[str]
    ) -> None:
        self.values = dict(values)
        self.section, self.lines, self.faults = section, lines, faults
        self._known: set[str] = set()

    def refuse(self, key: str, expected: str) -> None:
        """Add a fault: where, what was received, what was expected."""
        where = f"line {self.lines[key]}" if key in self.lines else f"[{self.section}]"
        received = self.values.get(key)
        text = "is left out" if received is None else f"is {_shown(received)}"
        self.faults.append(f"{where}: {key} {text}; {expected}.")

    def text(self, key: str, *, needed: bool = False) -> str:
        """Return a short text."""
        value = self._value(key)
        if value is None and not needed:
            return ""
        if not isinstance(value, str) or not value.strip() or len(value) > LONGEST or not value.isprintable():
            self.refuse(key, f"it is a text of at most {LONGEST} letters")
            return ""
        return value.strip()

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of short texts."""
        value = self._value(key)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(text, str) and text.strip() for text in value):
            self.refuse(key, 'it is a list of names, as in ["The Fleece A", "The Fleece B"]')
            return ()
        return tuple(text.strip() for text in value)

    def number(self, key: str, default: int, least: int = 0, most: int = MOST) -> int:
        """Return a whole number between limits."""
        value = self._value(key)
        if value is None:
            return default
        if type(value) is not int or not least <= value <= most:
            self.refuse(key, f"it is a whole number from {least} to {most}")
            return default
        return value

    def yes(self, key: str) -> bool:
        """Return true or false; false if it is left out."""
        value = self._value(key)
        if value is None or isinstance(value, bool):
            return bool(value)
        self.refuse(key, "it is true or false")
        return False

    def day(self, key: str) -> datetime.date | None:
        """Return a date."""
        value = self._value(key)
        if value is None or (isinstance(value, datetime.date) and _is_day(value)):
            return value
        self.refuse(key, "it is a date without quotation marks, as in 2027-01-14")
        return None

    def days(self, key: str) -> tuple[datetime.date, ...]:
        """Return a list of dates."""
        value = self._value(key)
        if value is None:
            return ()
        if isinstance(value, list) and all(map(_is_day, value)):
            return tuple(value)
        self.refuse(key, "it is a list of dates, as in [2027-01-14, 2027-01-21]")
        return ()

    def choice(self, key: str, kind: type[Choice], default: Choice) -> Choice:
        """Return one of some words."""
        value = self._value(key)
        if value is None:
            return default
        known = [choice.value for choice in kind]
        if isinstance(value, str) and value in known:
            return kind(value)
        self.refuse(key, f"it is one of {', '.join(known)}")
        return default

    def choices(self, key: str, kind: type[Choice]) -> tuple[Choice, ...]:
        """Return a list of some words."""
        texts = self.texts(key)
        known = [choice.value for choice in kind]
        if all(text in known for text in texts):
            return tuple(kind(text) for text in texts)
        self.refuse(key, f"it is a list of {' or '.join(known)}")
        return ()

    def place(self, key: str) -> tuple[float, float] | None:
        """Return miles east and north."""
        value = self._value(key)
        if value is None:
            return None
        numbers = isinstance(value, list) and all(type(number) in (int, float) for number in value)
        if not numbers or len(value) != 2:
            self.refuse(key, "it is miles east and north of anywhere, as in [2.5, -1.0]")
            return None
        return (float(value[0]), float(value[1]))

    def has(self, key: str) -> bool:
        """Return whether the section has this key."""
        return key in self.values

    def finish(self) -> None:
        """Add a fault for each unknown key."""
        for key in self.values.keys() - self._known:
            near = get_close_matches(key, self._known, n=1)
            known = f"is it “{near[0]}”?" if near else f"known are {', '.join(sorted(self._known))}"
            where = f"line {self.lines[key]}" if key in self.lines else f"[{self.section}]"
            self.faults.append(f"{where}: {key} is not known here; {known}")

    def _value(self, key: str) -> Any:
        self._known.add(key)
        return self.values.get(key)


def _is_day(value: object) -> bool:
    return isinstance(value, datetime.date) and not isinstance(value, datetime.datetime)


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else str(value)
    return f"“{text[:40]}{'…' if len(text) > 40 else ''}”"


def lines_of(text: str) -> Mapping[tuple[str, int], Mapping[str, int]]:
    """Return the line of each key by section: its name, and its number from 0 among those of that name."""
    lines: dict[tuple[str, int], dict[str, int]] = {("", 0): {}}
    here, times = ("", 0), dict[str, int]()
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[\[?\s*([\w.\-]+)\s*\]\]?", line)
        key = re.match(r"\s*([\w\-]+)\s*=", line)
        if header:
            name = header[1]
            here = (name, times.get(name, 0))
            times[name] = here[1] + 1
            lines[here] = {}
        elif key:
            lines[here].setdefault(key[1], number)
    return lines


Value = TypeVar("Value")
LISTS = ("week_off", "division", "meet", "pub", "fixed", "wish")


def parse_requests(text: str) -> RequestsFile:
    """Return the requests of a text.

    Raises:
        UnreadableRequests: with every fault of the text.
    """
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as broken:
        raise UnreadableRequests((f"This cannot be read as a requests file: {broken}.",)) from None
    reading = _Reading(text, document)
    file = reading.file()
    if reading.faults:
        raise UnreadableRequests(tuple(reading.faults))
    return file


class _Reading:
    def __init__(self, text: str, document: dict[str, Any]) -> None:
        self.document, self.lines = document, lines_of(text)
        self.faults: list[str] = []

    def file(self) -> RequestsFile:
        for key in self.document:
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
            differing=tuple(self._each("meet", _differing)),
            pubs=tuple(self._each("pub", _pub)),
            fixed=tuple(self._each("fixed", _fixed)),
            requests=tuple(self._each("wish", _request)),
        )
        season.finish()
        return read

    def _section(self, name: str) -> RequestSection:
        values = self.document.get(name, {})
        if not isinstance(values, dict):
            self.faults.append(f"{name} is a section, begun by a line [{name}].")
            values = {}
        return RequestSection(values, name, self.lines.get((name, 0), {}), self.faults)

    def _weights(self) -> Weights:
        entry, usual = self._section("weights"), Weights()
        weights = Weights(**{key: entry.number(key, getattr(usual, key)) for key in WEIGHT_KEYS})
        entry.finish()
        return weights

    def _each(self, name: str, read: Callable[[RequestSection], Value | None]) -> Iterator[Value]:
        entries = self.document.get(name, [])
        if not isinstance(entries, list) or not all(isinstance(values, dict) for values in entries):
            self.faults.append(f"{name} is a list, each begun by a line [[{name}]].")
            return
        for number, values in enumerate(entries):
            entry = RequestSection(values, name, self.lines.get((name, number), {}), self.faults)
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


def _differing(entry: RequestSection) -> MeetingCount | None:
    """Return how often some teams meet: each other, the others named, or everybody for a single team."""
    teams, others = entry.texts("teams"), entry.texts("others")
    times = entry.number("times", -1, 0, MOST_MEETINGS)
    if not teams:
        entry.refuse("teams", "it is a list of the teams that meet more or less often than their division")
    if times < 0:
        entry.refuse("times", f"it is how often they meet, from 0 to {MOST_MEETINGS}")
        return None
    return MeetingCount(teams=teams, others=others, times=times)


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
    """Return a request; its keys tell the kind: `where`, `together`, `meet`, or `meet_from` and `meet_by`."""
    weight = entry.number("weight", DEFAULT_WEIGHT, 1)
    must, because = entry.yes("must"), entry.text("because")
    if entry.has("where"):
        team = entry.text("team", needed=True)
        days, ends = entry.days("on"), entry.choices("at", End)
        where = entry.choice("where", Where, Where.HOME)
        if not (days or ends):
            entry.refuse("on", "a request about home and away names nights in on, or in at")
        return TeamRequest(
            team=team, where=where, days=days, ends=ends, weight=weight, must=must, because=because
        )
    teams = entry.texts("teams")
    if len(set(teams)) < 2:
        entry.refuse("teams", "it is a list of two teams or more, unless the request has team and where")
        return None
    if entry.has("together"):
        company = entry.choice("together", TeamGroup, TeamGroup.NEVER_ALL_AWAY)
        return GroupConstraint(teams=teams, company=company, weight=weight, must=must, because=because)
    part = entry.choice("meet", SeasonPart, SeasonPart.EARLY) if entry.has("meet") else None
    since, until = (None, None) if part else (entry.day("meet_from"), entry.day("meet_by"))
    if len(teams) != 2 or not (part or since or until):
        entry.refuse(
            "teams", "with teams, a request has together, or for two teams meet, meet_from or meet_by"
        )
        return None
    return MeetingRequest(
        teams=(teams[0], teams[1]),
        part=part,
        since=since,
        until=until,
        weight=weight,
        must=must,
        because=because,
    )
