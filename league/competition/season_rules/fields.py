"""The fields of a season's rules, each described once: its kind with limits, label, help and sentence.

`setting` describes a field of a value class. From the descriptions follow reading and writing (`Fields`), the
boxes of the forms (`league.regulations.forms.boxes`) and the sentences (`clauses`). Only what differs from
the defaults is written. A fault names its key, what was received and what would be right.

Not left to a library: msgspec neither refuses unknown keys of dataclasses nor leaves their defaults out, and
its faults, as those of cattrs, do not repeat what was received; none of them has labels and sentences.
"""

import datetime
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from typing import Any

from league.shared.moments import Due, Duration, OnDate, Unit, Weekday, WeekdayAfter
from league.shared.text import listed

CLOCK = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
LONGEST_TEXT = 80
FIRST_YEAR, LAST_YEAR = 1800, 2200
LONGEST_RECEIVED, LONGEST_SHOWN = 60, 40
NONE = "none"
MOST_RULES = 12
MOST_NUMBER = 200
MOST_PENCE = 1_000_000
MOST_MINUTES = 24 * 60
MOST_DAYS = 366
MOST_HOURS = 24 * MOST_DAYS
MOST_WEEKS = MOST_DAYS // 7


class UnreadableRegulations(ValueError):
    """Regulations that cannot be read: at which key, what was received, and what would be right."""

    def __init__(self, key: str, received: object, expected: str) -> None:
        self.key = key
        self.received = received
        self.expected = expected
        shown = repr(received)
        if len(shown) > LONGEST_RECEIVED:
            shown = f"{shown[:LONGEST_RECEIVED]}..."
        super().__init__(f"{key or 'regulations'}: received {shown}; it must be {expected}.")


def shown(received: object) -> str:
    """Return the beginning of what was received, as a file has it."""
    text = str(received).lower() if isinstance(received, bool) else str(received)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def cannot_be(what: str, received: object, right: str) -> str:
    """Return the sentence that refuses a value, with what would be right."""
    return f"{what} cannot be “{shown(received)}”; it is {right}."


class Kind:
    """One kind of value: how it is read (the value, and the key it stands at), and how it is written."""

    def read(self, value: Any, key: str) -> Any:
        """Return the value of plain data. Raises UnreadableRegulations."""
        raise NotImplementedError

    def write(self, value: Any) -> Any:
        """Return plain data, which `read` reads back."""
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """The description of one field.

    key       its name in plain data, where that is not the field's
    box       the name of its boxes in a form, where that is not the field's
    missing   what a form says where this is empty and what belongs to it is not
    proposed  what a form shows where there is no rule yet
    legend    of the group of boxes that begins with this field, and a note over them
    says      the clauses of its sentences; without it those of its own fields
    """

    kind: Kind
    default: Any = field(default_factory=lambda: MISSING)
    key: str = ""
    label: str = ""
    help: str = ""
    box: str = ""
    missing: str = ""
    proposed: Any = None
    legend: str = ""
    note: str = ""
    says: Callable[[Any], str | Iterable[str]] | None = None


def setting(kind: Kind, default: Any = MISSING, **described: Any) -> Any:
    """Return a field of a value class with its description; without a default it must be said."""
    described_as = Setting(kind=kind, default=default, **described)
    return field(default=default, metadata={"setting": described_as})


@cache
def settings_of(kind: type) -> Mapping[str, Setting]:
    """Return the descriptions of the fields of a value class, by name."""
    return {each.name: each.metadata["setting"] for each in fields(kind) if "setting" in each.metadata}


def clauses(value: Any, names: Iterable[str] = ()) -> Iterator[str]:
    """Yield what the fields of a rule say, or those named, in order; as by default they say nothing."""
    described = settings_of(value.__class__)
    for name in names or described:
        held, each = getattr(value, name), described[name]
        if held == each.default:
            continue
        words = each.says(held) if each.says else clauses(held)
        yield from [words] if isinstance(words, str) else words


# --- Kinds ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Whole(Kind):
    """A whole number between two others. What is typed may begin with a higher one."""

    least: int
    most: int
    typed_from: int | None = None

    def read(self, value: Any, key: str) -> int:
        if type(value) is not int or not self.least <= value <= self.most:
            raise UnreadableRegulations(key, value, f"a whole number from {self.least} to {self.most}")
        return value


@dataclass(frozen=True, eq=False)
class OrNone(Kind):
    """A value of a kind, or none."""

    kind: Kind

    def read(self, value: Any, key: str) -> Any:
        try:
            return None if value == NONE else self.kind.read(value, key)
        except UnreadableRegulations as fault:
            raise UnreadableRegulations(key, value, f'{fault.expected}, or "{NONE}"') from None

    def write(self, value: Any) -> Any:
        return NONE if value is None else self.kind.write(value)


@dataclass(frozen=True, eq=False)
class Named(Kind):
    """One of the names there are."""

    known: Callable[[], Iterable[str]]

    def read(self, value: Any, key: str) -> str:
        known = list(self.known())
        if value not in known:
            near = get_close_matches(value, known, n=1) if isinstance(value, str) else []
            meant = f" (did you mean {near[0]}?)" if near else ""
            raise UnreadableRegulations(key, value, f"one of {', '.join(known)}{meant}")
        return str(value)


class Pence(Whole):
    """Money."""


@dataclass(frozen=True)
class Points(Kind):
    """Points, whole or half, kept as halves."""

    most: int

    def read(self, value: Any, key: str) -> int:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not 0 <= value <= self.most or value * 2 % 1:
            raise UnreadableRegulations(key, value, f"points from 0 to {self.most}, whole or half: 2 or 0.5")
        return int(value * 2)

    def write(self, value: int) -> float:
        return value / 2 if value % 2 else value // 2


class Flag(Kind):
    """Yes or no."""

    def read(self, value: Any, key: str) -> bool:
        if not isinstance(value, bool):
            raise UnreadableRegulations(key, value, "true or false")
        return value


class Clock(Kind):
    """A time of day."""

    def read(self, value: Any, key: str) -> datetime.time:
        if not isinstance(value, str) or not CLOCK.fullmatch(value):
            raise UnreadableRegulations(key, value, 'a time of day, as "12:00" or "20:45"')
        return datetime.time.fromisoformat(value)

    def write(self, value: datetime.time) -> str:
        return f"{value:%H:%M}"


class Day(Kind):
    """A date."""

    def read(self, value: Any, key: str) -> datetime.date:
        day = None
        if isinstance(value, str) and re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
            try:
                day = datetime.date.fromisoformat(value)
            except ValueError:
                day = None
        if day is None or not FIRST_YEAR <= day.year <= LAST_YEAR:
            raise UnreadableRegulations(
                key, value, f'a date from {FIRST_YEAR} to {LAST_YEAR}, as "2027-04-30"'
            )
        return day

    def write(self, value: datetime.date) -> str:
        return value.isoformat()


class Line(Kind):
    """One line of text."""

    def read(self, value: Any, key: str) -> str:
        if (
            not isinstance(value, str)
            or not value.isprintable()
            or not 0 < len(value.strip()) <= LONGEST_TEXT
        ):
            raise UnreadableRegulations(key, value, f"one line of up to {LONGEST_TEXT} characters")
        return value.strip()


@dataclass(frozen=True, eq=False)
class Choice(Kind):
    """One of a few words. `labels` are those of a form; `unset` that of none of them, if it may be left."""

    words: type[StrEnum]
    labels: Mapping[Any, str] = field(default_factory=dict)
    unset: str = ""

    def read(self, value: Any, key: str) -> StrEnum:
        if not isinstance(value, str) or value not in [member.value for member in self.words]:
            raise UnreadableRegulations(key, value, listed((f'"{member}"' for member in self.words), "or"))
        return self.words(value)

    def write(self, value: StrEnum) -> str:
        return value.value


@dataclass(frozen=True, eq=False)
class ListOf(Kind):
    """Several of a kind, in order; kept as a tuple, or as what is made of one; perhaps each only once.

    `wanted` is what would be right, if that is more than a list.
    """

    item: Kind
    most: int = MOST_RULES
    kept_as: Callable[[tuple[Any, ...]], Any] = tuple
    once: bool = False
    wanted: str = ""

    def read(self, value: Any, key: str) -> Any:
        if not isinstance(value, list | tuple) or len(value) > self.most:
            raise UnreadableRegulations(key, value, self.wanted or f"a list of at most {self.most}")
        entries = [self.item.read(entry, f"{key}[{place}]") for place, entry in enumerate(value, start=1)]
        if self.once and len(set(entries)) < len(entries):
            raise UnreadableRegulations(key, value, "each of them once")
        return self.kept_as(tuple(entries))

    def write(self, value: Iterable[Any]) -> list[Any]:
        return [self.item.write(entry) for entry in value]


@dataclass(frozen=True, eq=False)
class Fields(Kind):
    """A value with several fields, each by its kind; what is left out is as by default.

    asked  the name and the label of the box that is ticked where the rule holds, even with all else empty
    words  what the labels of its boxes are filled up with
    shown  what its boxes show otherwise than its fields
    check  the faults of what was typed: name and sentence
    """

    of: type
    asked: tuple[str, str] | None = None
    words: Mapping[str, str] = field(default_factory=dict)
    shown: Callable[[Any], Mapping[str, Any]] = lambda _: {}
    check: Callable[[Mapping[str, Any]], Iterable[tuple[str, str]]] = lambda _: ()

    def read(self, value: Any, key: str) -> Any:
        described = settings_of(self.of)
        known = only_keys(value, tuple(each.key or name for name, each in described.items()), key)
        values = {}
        for name, each in described.items():
            written = each.key or name
            if written in known:
                values[name] = each.kind.read(known[written], f"{key}.{written}" if key else written)
            elif each.default is MISSING:
                raise UnreadableRegulations(key, value, f"a mapping that says “{written}”")
        try:
            return self.of(**values)
        except ValueError as fault:
            raise UnreadableRegulations(key, value, f"otherwise: {fault}") from fault

    def write(self, value: Any) -> dict[str, Any]:
        return {
            each.key or name: each.kind.write(getattr(value, name))
            for name, each in settings_of(self.of).items()
            if getattr(value, name) != each.default
        }


def only_keys(value: object, keys: tuple[str, ...], key: str) -> Mapping[str, Any]:
    """Return a mapping with no other keys than these. Raises UnreadableRegulations at the first stranger."""
    if not isinstance(value, Mapping):
        raise UnreadableRegulations(key, value, f"a mapping with some of these keys: {', '.join(keys)}")
    if strange := [name for name in value if name not in keys]:
        raise UnreadableRegulations(
            f"{key}.{strange[0]}" if key else str(strange[0]),
            value[strange[0]],
            f"left out, or one of the keys there are: {', '.join(keys)}",
        )
    return value


# --- Moments -------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Span(Kind):
    """So many hours, days or weeks. `each` is the label of a choice, `unset` that of none.

    `or_none` is that of a choice which stands for no duration at all, where there is one.
    """

    each: str = ""
    unset: str = "not regulated"
    or_none: str = ""

    def read(self, value: Any, key: str) -> Any:
        known = only_keys(value, (*Unit, "at"), key)
        units = [unit for unit in Unit if unit in known]
        if len(units) != 1:
            raise UnreadableRegulations(key, value, 'one of "hours", "days" and "weeks" with a number')
        unit = units[0]
        if unit is Unit.HOURS and "at" in known:
            raise UnreadableRegulations(
                f"{key}.at", known["at"], "left out: a clock time goes with days or weeks"
            )
        most = MOST_HOURS if unit is Unit.HOURS else MOST_DAYS
        at = Clock().read(known["at"], f"{key}.at") if "at" in known else None
        return Duration(Whole(0, most).read(known[unit], f"{key}.{unit}"), unit, at)

    def write(self, value: Any) -> Any:
        return {value.unit.value: value.number, **({"at": f"{value.at:%H:%M}"} if value.at else {})}


class Deadline(Span):
    """When something is due: in a span, on a weekday, on a date."""

    def read(self, value: Any, key: str) -> Due:
        for name, read in (("weekday", self._weekday), ("on", self._date)):
            if isinstance(value, Mapping) and name in value:
                return read(value, key)
        span: Duration = super().read(value, key)
        return span

    def _weekday(self, value: Mapping[str, Any], key: str) -> WeekdayAfter:
        known = only_keys(value, ("weekday", "at", "weeks"), key)
        names = [day.name.lower() for day in Weekday]
        if known["weekday"] not in names:
            raise UnreadableRegulations(
                f"{key}.weekday", known["weekday"], f"a day of the week: {', '.join(names)}"
            )
        weeks = Whole(0, MOST_WEEKS).read(known.get("weeks", 0), f"{key}.weeks")
        return WeekdayAfter(Weekday[known["weekday"].upper()], _clock(known, key), weeks)

    def _date(self, value: Mapping[str, Any], key: str) -> OnDate:
        known = only_keys(value, ("on", "at"), key)
        return OnDate(Day().read(known["on"], f"{key}.on"), _clock(known, key))

    def write(self, value: Due) -> Any:
        at = {"at": f"{value.at:%H:%M}"} if value.at else {}
        match value:
            case WeekdayAfter():
                weeks = {"weeks": value.weeks} if value.weeks else {}
                return {"weekday": value.weekday.name.lower(), **at, **weeks}
            case OnDate():
                return {"on": value.on.isoformat(), **at}
        return super().write(value)


def _clock(known: Mapping[str, Any], key: str) -> datetime.time | None:
    return Clock().read(known["at"], f"{key}.at") if "at" in known else None
