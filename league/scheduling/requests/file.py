"""A requests file (TOML): its parser, and its writer. Teams, pubs and divisions go by name.

What a section holds is in `fields`. Every fault is one sentence: the line, what was received, what would be
right. `resolving` turns names into the league's keys.
"""

import datetime
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from league.scheduling.planner.calendar import DAYS, UnreadableRequests
from league.scheduling.planner.task import End
from league.scheduling.requests.fields import (
    KINDS,
    LONGEST,
    RULES,
    SEASON,
    WEIGHTS,
    Field,
    RequestKind,
    RequestsFile,
    RowKind,
    season_of_values,
    season_values,
)
from league.shared.text import uncapitalised

OF_SECTION = {"season": (*SEASON[:-1], *RULES, *SEASON[-1:]), "weights": WEIGHTS}
KIND_OF = {kind.make: kind for kind in KINDS.values()}


class RequestSection:
    """A section of the file. The methods of its kinds return a field's value, or None and add a fault."""

    def __init__(
        self, values: Mapping[str, Any], section: str, lines: Mapping[str, int], faults: list[str]
    ) -> None:
        self.values = dict(values)
        self.section, self.lines, self.faults = section, lines, faults
        self._known: set[str] = set()

    def read(self, fields: Iterable[Field]) -> dict[str, Any]:
        """Return the values of fields by their names."""
        values: dict[str, Any] = {}
        for field in fields:
            value = getattr(self, f"_{field.kind}")(field)
            if field.expected and value in (None, ()):
                self.refuse(field.key, field.expected)
            several = value if len(field.names) > 1 else (field.usual if value is None else value,)
            values |= dict(zip(field.names, several, strict=True))
        return values

    def refuse(self, key: str, expected: str) -> None:
        """Add a fault: where, what was received, what was expected."""
        where = f"line {self.lines[key]}" if key in self.lines else f"[{self.section}]"
        received = self.values.get(key)
        text = "is left out" if received is None else f"is {_shown(received)}"
        fault = f"{where}: {key} {text}; {expected}."
        if not any(known.startswith(f"{where}: {key} is") for known in self.faults):
            self.faults.append(fault)

    def finish(self) -> None:
        """Add a fault for each unknown key."""
        for key in self.values.keys() - self._known:
            near = get_close_matches(key, self._known, n=1)
            known = f"is it “{near[0]}”?" if near else f"known are {', '.join(sorted(self._known))}"
            where = f"line {self.lines[key]}" if key in self.lines else f"[{self.section}]"
            self.faults.append(f"{where}: {key} is not known here; {known}")

    def _value(self, key: str, is_right: Any, expected: str) -> Any:
        """Return a value; None where it is left out, or is not right, which is a fault."""
        self._known.add(key)
        value = self.values.get(key)
        if value is None or is_right(value):
            return value
        self.refuse(key, expected)
        return None

    def _plain(self, field: Field) -> Any:
        """Return a value of a plain kind."""
        is_right, expected, made = PLAIN[field.kind]
        value = self._value(field.key, lambda value: is_right(value, field), expected(field))
        return value if value is None else made(value, field)

    _text = _number = _yes = _day = _choice = _weekday = _place = _plain

    def _limit(self, field: Field) -> Any:
        return self._number(field) or None

    def _days(self, field: Field) -> Any:
        return self._plain(field) or ()

    _others = _days

    def _teams(self, field: Field) -> tuple[str, ...]:
        teams = self._days(field)
        return teams if len(set(teams)) >= (field.of or 2) else ()

    def _team(self, field: Field) -> str:
        name = self._plain(field)
        if name is None:
            self.refuse(field.key, PLAIN[field.kind][1](field))
        return name or ""

    _pub = _division = _team

    def _nights(self, field: Field) -> tuple[tuple[datetime.date, ...], tuple[End, ...]]:
        ends = self._value(
            "at",
            lambda value: isinstance(value, list) and set(map(str, value)) <= set(End),
            f"it is a list of {' or '.join(End)}",
        )
        days = self._days(field)
        if not (days or ends):
            self.refuse(field.key, "a request about home and away names nights in on, or in at")
        return days, tuple(map(End, ends or ()))

    def _strength(self, field: Field) -> tuple[int, bool]:
        weight = self._number(field)
        must = self._value("must", lambda value: isinstance(value, bool), "it is true or false")
        return field.usual if weight is None else weight, bool(must)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and len(value) <= LONGEST and value.isprintable()


def _is_day(value: object) -> bool:
    return isinstance(value, datetime.date) and not isinstance(value, datetime.datetime)


def _is_list(value: object, is_one: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and all(map(is_one, value))


def _known(field: Field) -> list[str]:
    return [choice.value for choice in field.of]


TEXT = (
    lambda value, field: _is_text(value),
    lambda field: f"it is a text of at most {LONGEST} letters",
    lambda value, field: value.strip(),
)
NUMBER = (
    lambda value, field: type(value) is int and field.of[0] <= value <= field.of[1],
    lambda field: field.bounds,
    lambda value, field: value,
)
DAYS_LISTED = (
    lambda value, field: _is_list(value, _is_day),
    lambda field: "it is a list of dates, as in [2027-01-14, 2027-01-21]",
    lambda value, field: tuple(value),
)
NAMES = (
    lambda value, field: _is_list(value, lambda name: isinstance(name, str) and bool(name.strip())),
    lambda field: 'it is a list of names, as in ["The Fleece A", "The Fleece B"]',
    lambda value, field: tuple(name.strip() for name in value),
)
Plain = tuple[Callable[[Any, Field], bool], Callable[[Field], str], Callable[[Any, Field], Any]]
PLAIN: Mapping[str, Plain] = {
    **dict.fromkeys(("text", "team", "pub", "division"), TEXT),
    **dict.fromkeys(("number", "limit", "strength"), NUMBER),
    **dict.fromkeys(("days", "nights"), DAYS_LISTED),
    **dict.fromkeys(("teams", "others"), NAMES),
    "yes": (
        lambda value, field: isinstance(value, bool),
        lambda field: "it is true or false",
        lambda value, field: value,
    ),
    "day": (
        lambda value, field: _is_day(value),
        lambda field: "it is a date without quotation marks, as in 2027-01-14",
        lambda value, field: value,
    ),
    "choice": (
        lambda value, field: isinstance(value, str) and value in _known(field),
        lambda field: f"it is one of {', '.join(_known(field))}",
        lambda value, field: field.of(value),
    ),
    "weekday": (
        lambda value, field: isinstance(value, str) and value.capitalize() in DAYS,
        lambda field: f"it is one of {', '.join(DAYS)}",
        lambda value, field: DAYS.index(value.capitalize()) + 1,
    ),
    "place": (
        lambda value, field: _is_list(value, lambda number: type(number) in (int, float)) and len(value) == 2,
        lambda field: "it is miles east and north of anywhere, as in [2.5, -1.0]",
        lambda value, field: tuple(map(float, value)),
    ),
}
"""Of each plain kind of value whether one is right, what is expected, and what is made of it."""


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


LISTS = tuple(dict.fromkeys(kind.section for kind in KINDS.values()))


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
            if key not in (*LISTS, *OF_SECTION):
                known = ", ".join((*OF_SECTION, *LISTS))
                self.faults.append(f"[{key}] is not known; known are {known}.")
        values: dict[str, Any] = {}
        for name, fields in OF_SECTION.items():
            section = self._section(name)
            values |= section.read(fields)
            section.finish()
        lists: dict[str, list[Any]] = {}
        for name in LISTS:
            for kind, value in self._each(name):
                lists.setdefault(kind.of_file, []).append(value)
        return season_of_values(values, **{name: tuple(made) for name, made in lists.items()})

    def _section(self, name: str) -> RequestSection:
        values = self.document.get(name, {})
        if not isinstance(values, dict):
            self.faults.append(f"{name} is a section, begun by a line [{name}].")
            values = {}
        return RequestSection(values, name, self.lines.get((name, 0), {}), self.faults)

    def _each(self, name: str) -> Iterator[tuple[RequestKind, Any]]:
        entries = self.document.get(name, [])
        if not isinstance(entries, list) or not all(isinstance(values, dict) for values in entries):
            self.faults.append(f"{name} is a list, each begun by a line [[{name}]].")
            return
        for number, values in enumerate(entries):
            entry = RequestSection(values, name, self.lines.get((name, number), {}), self.faults)
            before = len(self.faults)
            kind = _kind(name, values)
            made = entry.read(kind.fields)
            for wrong, sentence in kind.verify(made):
                key = next(field.key for field in kind.fields if wrong in field.names)
                entry.refuse(key, uncapitalised(sentence.removesuffix(".")))
            entry.finish()
            if len(self.faults) == before:
                yield kind, kind.make(**made)


def _kind(section: str, values: Mapping[str, Any]) -> RequestKind:
    """Return the kind of an entry; of wishes the keys tell it."""
    if section == KINDS[RowKind.TEAM].section:
        keys = {
            "where": RowKind.TEAM,
            "together": RowKind.COMPANY,
            "longest_run": RowKind.RUN,
            "turn": RowKind.TURN,
        }
        return KINDS[next((group for key, group in keys.items() if key in values), RowKind.MEETING)]
    return next(kind for kind in KINDS.values() if kind.section == section)


def format_requests(file: RequestsFile) -> str:
    """Return the text of a file, without what is as usual; `parse_requests` returns the same file again."""
    own = season_values(file)
    sections = [
        *(_formatted(f"[{name}]", fields, own) for name, fields in OF_SECTION.items()),
        *(
            _formatted(
                f"[[{kind.section}]]", kind.fields, {name: getattr(value, name) for name in kind.names}
            )
            for name in dict.fromkeys(kind.of_file for kind in KINDS.values())
            for value in getattr(file, name)
            for kind in [KIND_OF[type(value)]]
        ),
    ]
    return "\n".join(section for section in sections if section)


def _formatted(header: str, fields: Iterable[Field], values: Mapping[str, Any]) -> str:
    lines = [
        f"{key} = {_written(value)}\n"
        for field in fields
        for key, value in _in_file(field, values)
        if value is not None and value is not False and value not in ("", ())
    ]
    return "".join((f"{header}\n", *lines)) if lines else ""


def _in_file(field: Field, values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the keys of a field with their values; None where it is as usual."""
    value, *others = (values[name] for name in field.names)
    if field.kind == "weekday" and value:
        value = DAYS[value - 1]
    yield field.key, None if value == field.usual else value
    yield from zip({"nights": ("at",), "strength": ("must",)}.get(field.kind, ()), others, strict=True)


def _written(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, datetime.date):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False)
