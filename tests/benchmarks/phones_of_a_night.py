"""Phones all over many leagues, each of which sends hands one after the other until they have come."""

import http.client
import itertools
import json
import queue
import random
import threading
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

# As `league.results.parsing.phone_messages` has it, which cannot be read without settings.
WIRE = 1
HAND = {"high": "h", "low": "h", "jack": "a", "game": "h"}
REST = {"follows": [], "at": "2027-01-14T20:30:00+00:00"}
PHONES_AT_ONCE = 24
PATIENCE = 15
# A phone waits longer (sync.js): here it is to be seen when service is back.
PAUSE = 1.0
SECONDS_TO_DRAIN = 120


@dataclass
class Sent:
    """A hand: in which cell, when it was pegged, how long until it had come, and what was said until then."""

    cell: str
    pegged_at: float
    seconds: float = 0.0
    refused: list[str] = field(default_factory=list)


class Night:
    """So many hands a second, of matches in turn, from so many phones at once."""

    def __init__(self, port: int, codes: list[list[str]], *, rate: float) -> None:
        self._port, self._rate = port, rate
        self._tables = [(cell, code, str(uuid.uuid4()), itertools.count(1)) for cell, code in codes]
        # Or a cell after the other would be scored.
        random.Random(1).shuffle(self._tables)
        self._due: queue.Queue[tuple[str, str, str, int, float] | None] = queue.Queue()
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=self._send_all) for _ in range(PHONES_AT_ONCE)]
        self._pegging = threading.Thread(target=self._peg)
        self._marks: list[tuple[float, str, list[str]]] = []
        self.sent: list[Sent] = []
        self.told: set[str] = set()
        self.left: set[str] = set()

    def begin(self) -> None:
        self.mark("all is well", [])
        for thread in (self._pegging, *self._threads):
            thread.start()

    def mark(self, name: str, cells: list[str]) -> None:
        """Note that something begins, which concerns these cells."""
        self._marks.append((time.monotonic(), name, cells))
        print(f"{time.strftime('%H:%M:%S')} {name} {' '.join(cells)}", flush=True)

    def end(self) -> None:
        """Peg no more, and wait until every hand has come."""
        self._ended.set()
        self._pegging.join()
        for _ in self._threads:
            self._due.put(None)
        for thread in self._threads:
            thread.join()

    def phases(self) -> Iterator[tuple[str, list[Sent]]]:
        """Yield what happened from mark to mark: in the cells concerned, and in all others."""
        ends = [*(at for at, *_ in self._marks[1:]), float("inf")]
        for (begins, name, cells), until in zip(self._marks, ends, strict=True):
            hands = [sent for sent in self.sent if begins <= sent.pegged_at < until]
            if cells:
                yield f"{name}, {' '.join(cells)}", [sent for sent in hands if sent.cell in cells]
            yield (
                f"{name}, other cells" if cells else name,
                [sent for sent in hands if sent.cell not in cells],
            )

    def _peg(self) -> None:
        began = time.monotonic()
        for number, (cell, code, phone, count) in enumerate(itertools.cycle(self._tables)):
            if self._ended.wait(max(0.0, began + number / self._rate - time.monotonic())):
                return
            self._due.put((cell, code, phone, next(count), time.monotonic()))

    def _send_all(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        while (due := self._due.get()) is not None:
            cell, code, phone, number, pegged_at = due
            entry = {"id": str(uuid.uuid4()), "table": 1, "game": 1, "place": f"h{number}", "body": HAND}
            letter = {"v": WIRE, "phone": phone, "since": 0, "brief": True, "entries": [entry | REST]}
            sent = Sent(cell, pegged_at)
            while (status := self._send(connection, code, letter)) != "200":
                sent.refused.append(status)
                if self._ended.is_set() and time.monotonic() > pegged_at + SECONDS_TO_DRAIN:
                    self.left.add(entry["id"])
                    break
                time.sleep(PAUSE)
            else:
                self.told.add(entry["id"])
            sent.seconds = time.monotonic() - pegged_at
            self.sent.append(sent)

    def _send(self, connection: http.client.HTTPConnection, code: str, letter: dict[str, Any]) -> str:
        body, headers = json.dumps(letter), {"Content-Type": "application/json"}
        try:
            connection.request("POST", f"/s/{code}/log/", body, headers)
            answer = connection.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException) as fault:
            connection.close()
            return type(fault).__name__
        return str(answer.status)


def quantile(times: list[float], part: float) -> float:
    """Return the time within which this part of sorted times was."""
    return times[min(len(times) - 1, int(part * len(times)))] if times else 0.0
