"""How single values of the regulations are read from JSON and written to it; a fault names its key."""

import datetime
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from enum import StrEnum
from typing import Any, TypeVar

from scoring.prose.words import listed

V = TypeVar("V")
E = TypeVar("E", bound=StrEnum)

CLOCK = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
LONGEST_TEXT = 80
FIRST_YEAR, LAST_YEAR = 1800, 2200
LONGEST_RECEIVED = 60


class UnreadableRegulations(ValueError):
    """Regulations that cannot be read: at which key, what was received, and what would be right."""

    def __init__(self, key: str, received: object, wanted: str) -> None:
        self.key = key
        self.received = received
        self.wanted = wanted
        shown = repr(received)
        if len(shown) > LONGEST_RECEIVED:
            shown = f"{shown[:LONGEST_RECEIVED]}..."
        super().__init__(f"{key or 'regulations'}: received {shown}; it must be {wanted}.")


@dataclass(frozen=True, slots=True)
class Codec:
    """One kind of value: how it is read (the value, and the key it stands at), and how it is written."""

    read: Callable[[Any, str], Any]
    write: Callable[[Any], Any]


def whole(least: int, most: int) -> Codec:
    """A whole number between two others."""

    def read(value: object, key: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise UnreadableRegulations(key, value, f"a whole number from {least} to {most}")
        return value

    return Codec(read, int)


def halves(most: int) -> Codec:
    """Points, whole or half, kept as halves."""

    def read(value: object, key: str) -> int:
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not is_number or not 0 <= value <= most or value * 2 % 1:  # type: ignore[operator]
            raise UnreadableRegulations(key, value, f"a number of points from 0 to {most}, as 2 or 0.5")
        return int(value * 2)  # type: ignore[operator]

    return Codec(read, lambda number: number / 2 if number % 2 else number // 2)


def _read_flag(value: object, key: str) -> bool:
    if not isinstance(value, bool):
        raise UnreadableRegulations(key, value, "true or false")
    return value


def _read_clock(value: object, key: str) -> datetime.time:
    if not isinstance(value, str) or not CLOCK.fullmatch(value):
        raise UnreadableRegulations(key, value, 'a time of day, as "12:00" or "20:45"')
    return datetime.time.fromisoformat(value)


def _read_day(value: object, key: str) -> datetime.date:
    wanted = f'a date from {FIRST_YEAR} to {LAST_YEAR}, as "2027-04-30"'
    if not isinstance(value, str) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        raise UnreadableRegulations(key, value, wanted)
    try:
        day = datetime.date.fromisoformat(value)
    except ValueError:
        raise UnreadableRegulations(key, value, wanted) from None
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise UnreadableRegulations(key, value, wanted)
    return day


def _read_text(value: object, key: str) -> str:
    if not isinstance(value, str) or not value.isprintable() or not 0 < len(value.strip()) <= LONGEST_TEXT:
        raise UnreadableRegulations(key, value, f"one line of up to {LONGEST_TEXT} characters")
    return value.strip()


FLAG = Codec(_read_flag, bool)
CLOCK_TIME = Codec(_read_clock, lambda clock: f"{clock:%H:%M}")
DATE = Codec(_read_day, datetime.date.isoformat)
TEXT = Codec(_read_text, str)


def one_of(kind: type[E]) -> Codec:
    """One of a few words."""

    def read(value: object, key: str) -> E:
        if not isinstance(value, str) or value not in [member.value for member in kind]:
            raise UnreadableRegulations(key, value, listed((f'"{one}"' for one in kind), "or"))
        return kind(value)

    return Codec(read, lambda member: member.value)


def list_of(item: Codec, most: int) -> Codec:
    """Several of a kind, in order."""

    def read(value: object, key: str) -> tuple[Any, ...]:
        if not isinstance(value, (list, tuple)) or len(value) > most:
            raise UnreadableRegulations(key, value, f"a list of at most {most}")
        return tuple(item.read(one, f"{key}[{place}]") for place, one in enumerate(value, start=1))

    return Codec(read, lambda several: [item.write(one) for one in several])


def mapping_of(kind: type[V], keys: Mapping[str, tuple[str, Codec]]) -> Codec:
    """A value with several keys, each leading to one of its fields. What is left out is as by default."""
    defaults = {one.name: _default(one) for one in fields(kind)}  # type: ignore[arg-type]

    def read(value: object, key: str) -> V:
        known = only_keys(value, tuple(keys), key)
        missing = [
            name for name, (field, _) in keys.items() if defaults[field] is MISSING and name not in known
        ]
        if missing:
            raise UnreadableRegulations(key, value, f"a mapping that says “{missing[0]}”")
        found = {
            field: codec.read(known[name], f"{key}.{name}" if key else name)
            for name, (field, codec) in keys.items()
            if name in known
        }
        try:
            return kind(**found)
        except ValueError as fault:
            raise UnreadableRegulations(key, value, f"otherwise: {fault}") from fault

    def write(thing: V) -> dict[str, Any]:
        return {
            name: codec.write(getattr(thing, field))
            for name, (field, codec) in keys.items()
            if getattr(thing, field) != defaults[field]
        }

    return Codec(read, write)


def only_keys(value: object, keys: tuple[str, ...], key: str) -> Mapping[str, Any]:
    """A mapping with no other keys than these. Raises UnreadableRegulations, naming the first stranger."""
    wanted = f"a mapping with some of these keys: {', '.join(keys)}"
    if not isinstance(value, Mapping):
        raise UnreadableRegulations(key, value, wanted)
    for name in value:
        if name not in keys:
            raise UnreadableRegulations(f"{key}.{name}" if key else str(name), value[name], _known(keys))
    return value


def _known(keys: tuple[str, ...]) -> str:
    return f"left out, or one of the keys there are: {', '.join(keys)}"


def _default(field: Field[Any]) -> Any:
    return field.default_factory() if field.default_factory is not MISSING else field.default
