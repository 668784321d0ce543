"""House options as leagues write them, in text, numbers and yes or no, read as the rules hold them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import UnionType
from typing import Any, get_args, get_origin

from scoring.axes import RankPoints
from scoring.cards import Rank
from scoring.errors import BadOption
from scoring.faults import Fault

__all__ = ["Takes", "read_option", "readings", "takes"]

# Values some fields take out of all numbers; the others count from 0, those of _FROM_ONE from 1.
_ONLY: Mapping[str, tuple[int, ...]] = {
    "pack": (52, 44),
    "players": (2, 3, 4, 5, 6),
    "wrong_score": (4, 1),
}
_FROM_ONE = frozenset({"begs", "hand", "target", "fixed_hands"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Takes:
    """What an option takes: one of `values`, or a whole number of at least `least`, or points by rank.

    With nothing of these it takes a list. `or_none` says that it takes none as well.
    """

    values: tuple[Any, ...] = ()
    least: int | None = None
    is_by_rank: bool = False
    or_none: bool = False


def takes(kind: Any, name: str) -> Takes:
    """What an option of that kind takes."""
    or_none = isinstance(kind, UnionType)
    kind = get_args(kind)[0] if or_none else kind
    if kind is bool:
        return Takes(values=(True, False), or_none=or_none)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return Takes(values=tuple(kind), or_none=or_none)
    if kind is int:
        return Takes(values=_ONLY[name]) if name in _ONLY else Takes(least=_least(name), or_none=or_none)
    return Takes(is_by_rank=kind == RankPoints, or_none=or_none)


def readings(text: str) -> Iterator[object]:
    """What the text of an option may mean, for the option to choose from: yes, 3, keep_all, none, A:1 6:2."""
    yield {"yes": True, "no": False}.get(text, int(text) if re.fullmatch(r"\d{1,6}", text) else text)
    if text == "none":
        yield None
    pairs = [word.partition(":") for word in text.split()]
    if all(points.isdecimal() for _, _, points in pairs):
        yield {rank: int(points) for rank, _, points in pairs}
    words = text.split(",")
    yield [int(word) if word.isdecimal() else word for word in words]


def read_option(kind: Any, name: str, value: object) -> Any:
    """The value of an option of that kind; BadOption says what it takes."""
    optional = isinstance(kind, UnionType)
    kinds = get_args(kind) if optional else (kind,)
    if value is None and optional:
        return None
    try:
        return _read_as(kinds[0], name, value)
    except (TypeError, ValueError, KeyError):
        right = _right(kinds[0], name) + (" or none" if optional else "")
        raise BadOption(Fault("bad_option", {"name": name, "received": value, "right": right})) from None


def _read_as(kind: Any, name: str, value: Any) -> Any:
    if kind is bool and isinstance(value, bool):
        return value
    if kind is int:
        return _whole(name, value)
    if kind == RankPoints:
        # The least first: some databases keep the keys of a mapping in an order of their own.
        pairs = ((_whole(name, points), _rank(rank)) for rank, points in dict(value).items())
        return tuple((rank, points) for points, rank in sorted(pairs))
    if get_origin(kind) is tuple and not isinstance(value, str):
        return tuple(_read_as(get_args(kind)[0], name, one) for one in value)
    if isinstance(kind, type) and issubclass(kind, StrEnum) and isinstance(value, str):
        return kind(value)
    raise TypeError


def _whole(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < _least(name):
        raise ValueError
    if value not in _ONLY.get(name, (value,)):
        raise ValueError
    return value


def _least(name: str) -> int:
    return 1 if name in _FROM_ONE else 0


def _rank(letter: str) -> Rank:
    return {rank.letter: rank for rank in Rank}[letter]


def _right(kind: Any, name: str) -> str:
    """What an option takes, in words."""
    if kind is bool:
        return "yes or no"
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return " or ".join(kind)
    if name in _ONLY:
        return " or ".join(map(str, _ONLY[name]))
    if kind is int:
        return f"a whole number from {_least(name)}"
    return "points by rank, as in A 1, J 3" if kind == RankPoints else "a list"
