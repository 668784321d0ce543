"""What stands in a wishes file, as values. Teams, pubs and divisions go by name.

One entry of a wishes file while it is read: its keys taken one by one, each fault with its line.
"""

import datetime
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, TypeVar

from league.scheduling.planner.calendar import Off
from league.scheduling.planner.task import Fixed, PlanRequest, PlanRules, SecondHalf, Weights


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
    """All that stands in a file. What it leaves out (None) is as the league has it."""

    first: datetime.date | None = None
    last: datetime.date | None = None
    rules: PlanRules = field(default_factory=PlanRules)
    weights: Weights = field(default_factory=Weights)
    fair_draw: bool = False
    keep_before: datetime.date | None = None
    off: tuple[Off, ...] = ()
    divisions: tuple[DivisionRequests, ...] = ()
    pubs: tuple[PubRequests, ...] = ()
    fixed: tuple[Fixed, ...] = ()
    requests: tuple[PlanRequest, ...] = ()


Choice = TypeVar("Choice", bound=StrEnum)
MOST = 1_000
LONGEST = 200


class RequestSection:
    """A section of the file. `take` methods give the value of a key, or its default and a fault."""

    def __init__(
        self, said: Mapping[str, Any], section: str, lines: Mapping[str, int], faults: list[str]
    ) -> None:
        self.said = dict(said)
        self.section, self.lines, self.faults = section, lines, faults
        self._taken: set[str] = set()

    def refuse(self, key: str, right: str) -> None:
        """A fault: where, what was received, what would be right."""
        where = f"line {self.lines[key]}" if key in self.lines else f"[{self.section}]"
        received = self.said.get(key)
        said = "is left out" if received is None else f"is {_shown(received)}"
        self.faults.append(f"{where}: {key} {said}; {right}.")

    def text(self, key: str, *, needed: bool = False) -> str:
        """A short text."""
        value = self._take(key)
        if value is None and not needed:
            return ""
        if not isinstance(value, str) or not value.strip() or len(value) > LONGEST or not value.isprintable():
            self.refuse(key, f"it is a text of at most {LONGEST} letters")
            return ""
        return value.strip()

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of short texts."""
        value = self._take(key)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(one, str) and one.strip() for one in value):
            self.refuse(key, 'it is a list of names, as in ["The Fleece A", "The Fleece B"]')
            return ()
        return tuple(one.strip() for one in value)

    def number(self, key: str, default: int, least: int = 0, most: int = MOST) -> int:
        """A whole number between limits."""
        value = self._take(key)
        if value is None:
            return default
        if type(value) is not int or not least <= value <= most:
            self.refuse(key, f"it is a whole number from {least} to {most}")
            return default
        return value

    def yes(self, key: str) -> bool:
        """True or false; false if it is left out."""
        value = self._take(key)
        if value is None or isinstance(value, bool):
            return bool(value)
        self.refuse(key, "it is true or false")
        return False

    def day(self, key: str) -> datetime.date | None:
        """A date."""
        value = self._take(key)
        if value is None or (isinstance(value, datetime.date) and _is_day(value)):
            return value
        self.refuse(key, "it is a date without quotation marks, as in 2027-01-14")
        return None

    def days(self, key: str) -> tuple[datetime.date, ...]:
        """A list of dates."""
        value = self._take(key)
        if value is None:
            return ()
        if isinstance(value, list) and all(map(_is_day, value)):
            return tuple(value)
        self.refuse(key, "it is a list of dates, as in [2027-01-14, 2027-01-21]")
        return ()

    def choice(self, key: str, kind: type[Choice], default: Choice) -> Choice:
        """One of some words."""
        value = self._take(key)
        if value is None:
            return default
        known = [one.value for one in kind]
        if isinstance(value, str) and value in known:
            return kind(value)
        self.refuse(key, f"it is one of {', '.join(known)}")
        return default

    def choices(self, key: str, kind: type[Choice]) -> tuple[Choice, ...]:
        """A list of some words."""
        found = self.texts(key)
        known = [one.value for one in kind]
        if all(one in known for one in found):
            return tuple(kind(one) for one in found)
        self.refuse(key, f"it is a list of {' or '.join(known)}")
        return ()

    def place(self, key: str) -> tuple[float, float] | None:
        """Miles east and north."""
        value = self._take(key)
        if value is None:
            return None
        numbers = isinstance(value, list) and all(type(one) in (int, float) for one in value)
        if not numbers or len(value) != 2:
            self.refuse(key, "it is miles east and north of anywhere, as in [2.5, -1.0]")
            return None
        return (float(value[0]), float(value[1]))

    def has(self, key: str) -> bool:
        """Whether the entry says anything under this key."""
        return key in self.said

    def finish(self) -> None:
        """Faults for the keys nobody asked for."""
        for key in self.said.keys() - self._taken:
            near = get_close_matches(key, self._taken, n=1)
            known = f"is it “{near[0]}”?" if near else f"known are {', '.join(sorted(self._taken))}"
            where = f"line {self.lines[key]}" if key in self.lines else f"[{self.section}]"
            self.faults.append(f"{where}: {key} is not known here; {known}")

    def _take(self, key: str) -> Any:
        self._taken.add(key)
        return self.said.get(key)


def _is_day(value: object) -> bool:
    return isinstance(value, datetime.date) and not isinstance(value, datetime.datetime)


def _shown(value: object) -> str:
    said = value if isinstance(value, str) else str(value)
    return f"“{said[:40]}{'…' if len(said) > 40 else ''}”"


def lines_of(text: str) -> Mapping[tuple[str, int], Mapping[str, int]]:
    """The line of each key, by section and its number among those of the same name, from 0."""
    found: dict[tuple[str, int], dict[str, int]] = {("", 0): {}}
    here, times = ("", 0), dict[str, int]()
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[\[?\s*([\w.\-]+)\s*\]\]?", line)
        key = re.match(r"\s*([\w\-]+)\s*=", line)
        if header:
            name = header[1]
            here = (name, times.get(name, 0))
            times[name] = here[1] + 1
            found[here] = {}
        elif key:
            found[here].setdefault(key[1], number)
    return found
