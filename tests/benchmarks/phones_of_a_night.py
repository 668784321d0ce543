"""Phones all over many leagues, each of which sends hands one after the other until they have come."""

import contextlib
import http.client
import itertools
import json
import queue
import random
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

# As `league.results.parsing.phone_messages` has it, which cannot be read without settings.
WIRE = 1
HAND = {"high": "h", "low": "h", "jack": "a", "game": "h"}
REST = {"follows": [], "at": "2027-01-14T20:30:00+00:00"}
# Hands of a game that a phone goes through; a sheet has places for more.
PLACES = 15
PHONES_AT_ONCE = 24
PATIENCE = 15
# A phone waits longer (sync.js): here it is to be seen when service is back.
PAUSE = 1.0
KEPT = "kept"
SECONDS_TO_DRAIN = 120


@dataclass(frozen=True, slots=True)
class Table:
    """A match that is scored: in which cell and league it began, its code, its phone, the hands so far."""

    cell: str
    league: str
    code: str
    phone: str = field(default_factory=lambda: str(uuid.uuid4()))
    hands: Iterator[int] = field(default_factory=itertools.count)


@dataclass
class Sent:
    """A hand: where to, when it was pegged, how long until it had come, and what was said until then.

    `into` names what was being moved, where hands were sent into just that.
    """

    table: Table
    pegged_at: float
    into: str = ""
    seconds: float = 0.0
    refused: list[str] = field(default_factory=list)


class Night:
    """So many hands a second, of all matches in turn; others besides, into what is being moved."""

    def __init__(self, port: int, tables: list[Table], *, rate: float) -> None:
        self.port, self.tables, self._rate = port, list(tables), rate
        # Or a cell after the other would be scored.
        random.Random(1).shuffle(self.tables)
        self._marks: list[tuple[float, str, list[str]]] = []
        self.sent: list[Sent] = []
        self.told: set[str] = set()
        self.left: set[str] = set()

    @contextlib.contextmanager
    def played(self) -> Iterator[None]:
        """Have hands of all matches pegged while the block lasts, and wait until every one has come."""
        self.mark("all is well", [])
        with _Phones(self, self.tables, rate=self._rate):
            yield

    @contextlib.contextmanager
    def also_into(self, what: str, is_there: Callable[[Table], bool], *, rate: float) -> Iterator[None]:
        """Have hands of some matches pegged besides, while the block lasts, and wait for these too."""
        with _Phones(self, [table for table in self.tables if is_there(table)], rate=rate, into=what):
            yield

    def mark(self, name: str, cells: list[str]) -> None:
        """Note that something begins, which concerns these cells."""
        self._marks.append((time.monotonic(), name, cells))
        print(f"{time.strftime('%H:%M:%S')} {name} {' '.join(cells)}", flush=True)

    def phases(self) -> Iterator[tuple[str, list[Sent]]]:
        """Yield what happened from mark to mark: in the cells concerned, and in all others."""
        ends = [*(at for at, *_ in self._marks[1:]), float("inf")]
        for (begins, name, cells), until in zip(self._marks, ends, strict=True):
            hands = [sent for sent in self.sent if begins <= sent.pegged_at < until and not sent.into]
            if cells:
                yield (
                    f"{name}, {' '.join(cells)}",
                    [sent for sent in hands if sent.table.cell in cells],
                )
            yield (
                f"{name}, other cells" if cells else name,
                [sent for sent in hands if sent.table.cell not in cells],
            )

    def hands_into(self, what: str) -> list[Sent]:
        """Return the hands that were pegged while this was moved, of leagues that moved with it."""
        return [sent for sent in self.sent if sent.into == what]


class _Phones:
    """Phones that send hands of these matches in turn, for as long as the block lasts."""

    def __init__(self, night: Night, tables: list[Table], *, rate: float, into: str = "") -> None:
        self._night, self._tables, self._rate, self._into = night, tables, rate, into
        self._due: queue.Queue[tuple[Table, float] | None] = queue.Queue()
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=self._send_all) for _ in range(PHONES_AT_ONCE)]
        self._pegging = threading.Thread(target=self._peg)

    def __enter__(self) -> None:
        for thread in (self._pegging, *self._threads):
            thread.start()

    def __exit__(self, *_: object) -> None:
        """Peg no more, and wait until every hand has come."""
        self._ended.set()
        self._pegging.join()
        for _ in self._threads:
            self._due.put(None)
        for thread in self._threads:
            thread.join()

    def _peg(self) -> None:
        began = time.monotonic()
        for number, table in enumerate(itertools.cycle(self._tables)):
            if self._ended.wait(max(0.0, began + number / self._rate - time.monotonic())):
                return
            self._due.put((table, time.monotonic()))

    def _send_all(self) -> None:
        night = self._night
        connection = http.client.HTTPConnection("127.0.0.1", night.port, timeout=PATIENCE)
        while (due := self._due.get()) is not None:
            table, pegged_at = due
            place = f"h{next(table.hands) % PLACES + 1}"
            entry = {"id": str(uuid.uuid4()), "table": 1, "game": 1, "place": place, "body": HAND}
            letter = {"v": WIRE, "phone": table.phone, "since": 0, "brief": True, "entries": [entry | REST]}
            sent = Sent(table, pegged_at, self._into)
            while (status := _send(connection, table.code, letter, entry["id"])) != KEPT:
                sent.refused.append(status)
                if self._ended.is_set() and time.monotonic() > pegged_at + SECONDS_TO_DRAIN:
                    night.left.add(entry["id"])
                    break
                time.sleep(PAUSE)
            else:
                night.told.add(entry["id"])
            sent.seconds = time.monotonic() - pegged_at
            night.sent.append(sent)
        connection.close()


def _send(connection: http.client.HTTPConnection, code: str, letter: dict[str, Any], hand: str) -> str:
    """Return KEPT once the league says that it has this hand; otherwise what it said."""
    body, headers = json.dumps(letter), {"Content-Type": "application/json"}
    try:
        connection.request("POST", f"/s/{code}/log/", body, headers)
        answer = connection.getresponse()
        reply = answer.read()
    except (OSError, http.client.HTTPException) as fault:
        connection.close()
        return type(fault).__name__
    if answer.status != 200:
        return str(answer.status)
    return KEPT if hand in json.loads(reply)["kept"] else "200 without it"


def quantile(times: list[float], part: float) -> float:
    """Return the time within which this part of sorted times was."""
    return times[min(len(times) - 1, int(part * len(times)))] if times else 0.0
