"""A match night: phones that post hands until they are confirmed, readers, and writers who read their own.

Everything anybody sees is noted with its time, so that a fault can be told by what it did to them.
"""

import asyncio
import datetime
import json
import random
import ssl
import threading
import time
import uuid
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any

from tests.benchmarks.crowd import BODIES, MOST_HANDS

HAND, PAGE, OWN = "hand", "page", "own hand read"
# Seconds for an answer (as phones wait), before a hand is sent again, and between two hands or pages.
PATIENCE, AGAIN_AFTER, HAND_EVERY, PAGE_EVERY = 20.0, 1.0, 2.0, 2.0
NO_ANSWER, STALE, WRONG = 0, -1, -2


@dataclass(frozen=True, slots=True)
class Visit:
    """One request: what was asked for, when, and how it was answered."""

    kind: str
    began: float
    ended: float
    status: int

    @property
    def is_good(self) -> bool:
        return 200 <= self.status < 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """What people know: the log and the board of each match, and pages that readers open.

    `is_wrong` is told an address and the page that came, and says whether that shows what it should not.
    """

    logs: Sequence[str]
    boards: Sequence[str]
    pages: Sequence[str]
    tables: int = 4
    is_wrong: Callable[[str, str], bool] = lambda *_: False


@dataclass
class People:
    """Forty phones and ten readers at one entrance, for as long as the block lasts.

    `hand_every` is in seconds; 0 posts the next hand as soon as one is confirmed.
    """

    host: str
    port: int
    name: str
    night: Night
    hand_every: float = HAND_EVERY
    readers: int = 10
    visits: list[Visit] = field(default_factory=list)
    confirmed: list[str] = field(default_factory=list)
    waiting: set[str] = field(default_factory=set)

    def __enter__(self) -> "People":
        self._is_over = False
        self._context = ssl.create_default_context()
        self._context.check_hostname = False
        self._context.verify_mode = ssl.CERT_NONE
        self._thread = threading.Thread(target=lambda: asyncio.run(self._all()), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Wait until every hand is confirmed, and let everybody go home."""
        self._is_over = True
        self._thread.join()

    async def _all(self) -> None:
        chance = random.Random(19)
        acts: list[Coroutine[Any, Any, None]] = [
            self._phone(match, table, random.Random(chance.random()))
            for match in range(len(self.night.logs))
            for table in range(1, self.night.tables + 1)
        ]
        acts += [self._reader(random.Random(chance.random())) for _ in range(self.readers)]
        await asyncio.gather(*acts)

    async def _phone(self, match: int, table: int, chance: random.Random) -> None:
        line = _Line(self, address=f"127.0.{match + 1}.{table}")
        phone, since, hand = str(uuid.UUID(int=chance.getrandbits(128))), 0, 0
        last_at: dict[str, str] = {}
        await asyncio.sleep(chance.random() * (self.hand_every or 1))
        while not self._is_over:
            began = time.monotonic()
            place = f"h{hand % MOST_HANDS + 1}"
            entry = {
                "id": str(uuid.UUID(int=chance.getrandbits(128))),
                "table": table,
                "game": 1,
                "place": place,
                "body": chance.choice(BODIES),
                "follows": [last_at[place]] if place in last_at else [],
                "at": datetime.datetime.now(datetime.UTC).isoformat(),
            }
            message = {"v": 1, "phone": phone, "since": since, "brief": True, "entries": [entry]}
            told = await self._confirm(line, self.night.logs[match], message, entry["id"])
            since, hand, last_at[place] = told["next"], hand + 1, entry["id"]
            # The first phone of each match looks at its board after each hand.
            if table == 1 and self.hand_every:
                await self._look_at_own(line, self.night.boards[match], told["next"])
            await asyncio.sleep(max(0.0, began + self.hand_every - time.monotonic()))
        line.close()

    async def _confirm(
        self, line: "_Line", address: str, message: dict[str, Any], client_id: str
    ) -> dict[str, Any]:
        """Send a hand until it is confirmed, as a phone does, and return what the league says."""
        self.waiting.add(client_id)
        while True:
            status, body = await line.ask(HAND, "POST", address, json.dumps(message).encode())
            if status == 200:
                told: dict[str, Any] = json.loads(body)
                if client_id not in told["kept"]:
                    raise AssertionError(f"not kept: {told}")
                self.waiting.remove(client_id)
                self.confirmed.append(client_id)
                return told
            await asyncio.sleep(AGAIN_AFTER)

    async def _look_at_own(self, line: "_Line", board: str, newest: int) -> None:
        """Open the public board, which is stamped with the newest entry it shows."""
        status, _ = await line.ask(OWN, "GET", board)
        shown = int(line.tag.rpartition("-")[0].rpartition("-")[2] or 0) if status == 200 else newest
        if shown < newest:
            now = time.monotonic()
            self.visits.append(Visit(OWN, now, now, STALE))

    async def _reader(self, chance: random.Random) -> None:
        line = _Line(self, address=f"127.0.200.{chance.randrange(1, 250)}")
        await asyncio.sleep(chance.random() * PAGE_EVERY)
        while not self._is_over:
            address = chance.choice(self.night.pages)
            status, page = await line.ask(PAGE, "GET", address, keeps_cookies=False)
            if status == 200 and self.night.is_wrong(address, page.decode()):
                self.visits.append(Visit(PAGE, time.monotonic(), time.monotonic(), WRONG))
            await asyncio.sleep(PAGE_EVERY)
        line.close()


class _Line:
    """A connection of one visitor, from an address of their own, with their cookies."""

    def __init__(self, people: People, address: str) -> None:
        self._people, self._address = people, address
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._cookies = SimpleCookie()
        self.tag = ""

    async def ask(
        self, kind: str, method: str, path: str, body: bytes = b"", *, keeps_cookies: bool = True
    ) -> tuple[int, bytes]:
        """Return status and body, and note the visit; 0 for no answer."""
        began = time.monotonic()
        try:
            status, content = await asyncio.wait_for(
                self._ask(method, path, body, keeps_cookies=keeps_cookies), PATIENCE
            )
        except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError):
            self.close()
            status, content = NO_ANSWER, b""
        self._people.visits.append(Visit(kind, began, time.monotonic(), status))
        return status, content

    async def _ask(self, method: str, path: str, body: bytes, *, keeps_cookies: bool) -> tuple[int, bytes]:
        if self._streams is None:
            people = self._people
            self._streams = await asyncio.open_connection(
                people.host,
                people.port,
                ssl=people._context,
                server_hostname=people.name,
                local_addr=(self._address, 0),
            )
        reader, writer = self._streams
        cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in self._cookies.items())
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: {self._people.name}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n".encode()
            + (f"Cookie: {cookies}\r\n".encode() if cookies else b"")
            + b"\r\n"
            + body
        )
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.rstrip().split("\r\n")
        content, is_last, is_chunked, length = b"", False, False, 0
        for line in lines:
            name, _, value = line.partition(": ")
            match name.lower():
                case "set-cookie" if keeps_cookies:
                    self._cookies.load(value)
                case "etag":
                    self.tag = value.removeprefix("W/").strip('"')
                case "content-length":
                    length = int(value)
                case "transfer-encoding":
                    is_chunked = value == "chunked"
                case "connection":
                    is_last = value == "close"
        while is_chunked and (size := int(await reader.readline(), 16)):
            content += (await reader.readexactly(size + 2))[:-2]
        content += await reader.readexactly(2 if is_chunked else length)
        if is_last:
            self.close()
        return int(first.split()[1]), content

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None
