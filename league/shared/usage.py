"""What the server's processes count together, in memory they share because all are forked from one.

Requests by kind, requests refused by limit, and places taken by what is expensive. Numbers alone: nothing is
on the disk, as a mapped file ends its process when the disk is full; all begins anew when the server does.
Each process writes into a row of its own, so that none waits for another, and one that was killed leaves no
lock behind.
"""

import hashlib
import mmap
import secrets
import threading
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate


class Work(StrEnum):
    """What a request asks for, by how much work it is."""

    PAGE = "page"
    HAND = "hand"
    FORM = "form"
    UPLOAD = "upload"
    SEARCH = "search"
    PAPER = "paper"
    API = "api"
    FILE = "file"
    WATCH = "watch"


class Limit(StrEnum):
    """Why a request was refused, as the log, the operator's page and the metrics say it."""

    HANDS = "hands of one address"
    POSTS = "forms of one address"
    SEARCHES = "searches of one address"
    SEARCHES_TOGETHER = "searches at the same time"
    PAPER = "documents for one league or address"
    PAPER_TOGETHER = "documents at the same time"
    UPLOADS = "files of one league or address"


KINDS, LIMITS = tuple(Work), tuple(Limit)
CLASSES = ("1xx", "2xx", "3xx", "4xx", "5xx")
"""Of the status of an answer."""
SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Up to how long answers took; what took longer is counted after the last."""

# A row: answers, how long they took, microseconds in all, refusals, entries of phones, places taken.
_TOOK = len(KINDS) * len(CLASSES)
_MICROSECONDS = _TOOK + len(KINDS) * (len(SECONDS) + 1)
_REFUSED = _MICROSECONDS + len(KINDS)
_ENTRIES = _REFUSED + len(LIMITS)
_PLACES = _ENTRIES + 1
# Of a place: the kind of what is done, then for whom; more than a process has threads.
_PLACES_EACH, _OF_PLACE = 96, 3
_WIDTH = _PLACES + _PLACES_EACH * _OF_PLACE
# Workers, twice as many as a site may have: old and new ones at a restart. The first row is for all else.
ROWS = 129
_END = ROWS * _WIDTH

# In the last cell: the highest row in use.
_cells = memoryview(mmap.mmap(-1, (_END + 1) * 8)).cast("Q")
_key = secrets.token_bytes(16)
_lock = threading.Lock()
_row = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """Answers of one kind: how many by class of status, how many within each of SECONDS, seconds in all."""

    by_class: tuple[int, ...]
    within: tuple[int, ...]
    seconds: float


def use_row(row: int) -> None:
    """Write into this row from now on; whoever had it before has ended, and holds no place."""
    global _row
    _row = row
    _cells[_END] = max(_cells[_END], row)
    for at in range(row * _WIDTH + _PLACES, (row + 1) * _WIDTH):
        _cells[at] = 0


def count_answer(kind: Work, status: int, seconds: float) -> None:
    """Count an answer of this process."""
    number, base = KINDS.index(kind), _row * _WIDTH
    status_class = min(max(status // 100, 1), len(CLASSES)) - 1
    with _lock:
        _cells[base + number * len(CLASSES) + status_class] += 1
        _cells[base + _TOOK + number * (len(SECONDS) + 1) + bisect_left(SECONDS, seconds)] += 1
        _cells[base + _MICROSECONDS + number] += int(seconds * 1_000_000)


def count_entries(entries: int) -> None:
    """Count what phones have sent and the league has stored."""
    with _lock:
        _cells[_row * _WIDTH + _ENTRIES] += entries


def count_refusal(limit: Limit) -> None:
    """Count a request that a limit has refused."""
    with _lock:
        _cells[_row * _WIDTH + _REFUSED + LIMITS.index(limit)] += 1


def answers_of(kind: Work) -> Answers:
    """Return what was counted of a kind by all processes."""
    number, buckets = KINDS.index(kind), len(SECONDS) + 1
    within = accumulate(_total(_TOOK + number * buckets + place) for place in range(buckets))
    return Answers(
        by_class=tuple(_total(number * len(CLASSES) + place) for place in range(len(CLASSES))),
        within=tuple(within),
        seconds=_total(_MICROSECONDS + number) / 1_000_000,
    )


def refusals() -> dict[Limit, int]:
    """Return how many requests each limit has refused since the server was started."""
    return {limit: _total(_REFUSED + place) for place, limit in enumerate(LIMITS)}


def entries_received() -> int:
    """Return how many entries phones have sent since the server was started, ones sent again included."""
    return _total(_ENTRIES)


def at_work(kind: Work) -> int:
    """Return how many requests of a kind hold a place in all processes: they are worked on, or wait."""
    number = KINDS.index(kind) + 1
    return sum(_cells[place] == number for place in _places())


@contextmanager
def place_for(
    kind: Work, *, league: str = "", address: str = "", most_each: int, most: int = ROWS * _PLACES_EACH
) -> Iterator[str]:
    """Hold a place for an expensive request; yield what has too many already, empty if there is room.

    "league" and "address" of which `most_each` are held, "all" where `most` are. Counted in all processes:
    two that look at the same moment may both find the last place.
    """
    number, marks = KINDS.index(kind) + 1, (_mark(league), _mark(address))
    with _lock:
        taken = [place for place in _places() if _cells[place] == number]
        of_league, of_address = (
            mark and sum(_cells[place + at] == mark for place in taken) for at, mark in enumerate(marks, 1)
        )
        own = range(_row * _WIDTH + _PLACES, (_row + 1) * _WIDTH, _OF_PLACE)
        free = next((place for place in own if not _cells[place]), None)
        lacking = "league" if of_league >= most_each else "address" if of_address >= most_each else ""
        lacking = lacking or ("all" if len(taken) >= most or free is None else "")
        if not lacking and free is not None:
            _cells[free], _cells[free + 1], _cells[free + 2] = number, *marks
    try:
        yield lacking
    finally:
        if not lacking and free is not None:
            _cells[free] = 0


def forget_all() -> None:
    """Begin anew, as a server does."""
    for at in range(len(_cells)):
        _cells[at] = 0


def _mark(text: str) -> int:
    """Return a number for who asks, so that nobody's address lies in memory; 0 for nobody."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8, key=_key).digest()) if text else 0


def _places() -> Iterator[int]:
    for row in range(_cells[_END] + 1):
        yield from range(row * _WIDTH + _PLACES, (row + 1) * _WIDTH, _OF_PLACE)


def _total(cell: int) -> int:
    return sum(_cells[cell:_END:_WIDTH])
