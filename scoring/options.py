"""House options as leagues write them, in text, numbers and yes or no, read as the rules hold them."""

from collections.abc import Mapping
from enum import StrEnum
from types import UnionType
from typing import Any, get_args, get_origin

from scoring.axes import RankPoints
from scoring.cards import Rank
from scoring.errors import BadOption
from scoring.faults import Fault

__all__ = ["read_option"]

# Values some fields take out of all numbers; the others count from 0, those of _FROM_ONE from 1.
_ONLY: Mapping[str, tuple[int, ...]] = {
    "pack": (52, 44),
    "players": (2, 3, 4, 5, 6),
    "wrong_score": (4, 1),
}
_FROM_ONE = frozenset({"begs", "hand", "target", "fixed_hands"})


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
        return tuple((_rank(rank), _whole(name, points)) for rank, points in dict(value).items())
    if get_origin(kind) is tuple and not isinstance(value, str):
        return tuple(_read_as(get_args(kind)[0], name, one) for one in value)
    if isinstance(kind, type) and issubclass(kind, StrEnum) and isinstance(value, str):
        return kind(value)
    raise TypeError


def _whole(name: str, value: object) -> int:
    least = 1 if name in _FROM_ONE else 0
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ValueError
    if value not in _ONLY.get(name, (value,)):
        raise ValueError
    return value


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
        return f"a whole number from {1 if name in _FROM_ONE else 0}"
    return "points by rank, as in A 1, J 3" if kind == RankPoints else "a list"
