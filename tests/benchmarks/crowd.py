"""A crowd on a match night: phones that post hands, readers who open a page every few seconds.

Everybody has a time at which they ask next. What is measured runs from that time, so that an answer that
comes late makes the next one late as well, as it would be for people. Connections stay open and are used by
whoever asks next, as behind the web server that stands before the site.
"""

import asyncio
import datetime
import gzip
import itertools
import json
import random
import time
import uuid
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import brotli

READER_EVERY = 5.0
PATIENCE = 30.0
# Who waits so long will wait longer: everybody goes home.
GIVE_UP = 5.0
BODIES = (
    {"high": "h", "low": "a", "jack": "-", "game": "h"},
    {"high": "a", "low": "a", "jack": "h", "game": "-"},
)
MOST_HANDS = 15


@dataclass
class Seen:
    """What the crowd saw: seconds of each hand, page and PDF, hands that were accepted, what went wrong."""

    timed_from: float = 0
    hands: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    papers: list[float] = field(default_factory=list)
    entered: list[str] = field(default_factory=list)
    twice: int = 0
    unchanged: int = 0
    gave_up: bool = False
    errors: list[str] = field(default_factory=list)

    def time(self, seconds: list[float], since: float) -> None:
        """Add how long ago somebody wanted to ask, if that is timed."""
        waited = time.monotonic() - since
        self.gave_up |= waited > GIVE_UP
        if since >= self.timed_from:
            seconds.append(waited)


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes


def content(answer: Answer) -> bytes:
    """Return what an answer says, unpacked."""
    coding = answer.headers.get("content-encoding", "")
    if coding == "br":
        return bytes(brotli.decompress(answer.body))
    return gzip.decompress(answer.body) if coding == "gzip" else answer.body


class Line:
    """A connection that stays open and is opened again when the server has closed it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        for is_last in (False, True):
            try:
                return await asyncio.wait_for(self._ask(method, path, body, headers), PATIENCE)
            except (OSError, asyncio.IncompleteReadError):
                # Closed while nobody spoke; a hand has an id, so that it may be sent again.
                await self.close()
                if is_last:
                    raise
        raise AssertionError

    async def _ask(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        named = {
            "Host": "127.0.0.1",
            "Accept-Encoding": "br, gzip",
            "Content-Length": str(len(body)),
            **headers,
        }
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in named.items())
        writer.write(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *rest = head.rstrip().split("\r\n")
        found = {name.lower(): value for name, _, value in (line.partition(": ") for line in rest)}
        content = b""
        if found.get("transfer-encoding") == "chunked":
            while size := int(await reader.readline(), 16):
                content += (await reader.readexactly(size + 2))[:-2]
            await reader.readexactly(2)
        elif length := int(found.get("content-length", 0)):
            content = await reader.readexactly(length)
        if found.get("connection") == "close":
            await self.close()
        return Answer(int(first.split()[1]), found, content)

    async def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None


class Lines:
    """The connections that are open, each used by one at a time."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.idle: list[Line] = []

    @asynccontextmanager
    async def free(self) -> AsyncIterator[Line]:
        """Yield a connection nobody uses."""
        line = self.idle.pop() if self.idle else Line(self.port)
        try:
            yield line
        except BaseException:
            # What comes on it now would be taken for the answer to the next.
            await line.close()
            raise
        self.idle.append(line)


@dataclass(frozen=True, kw_only=True)
class Phones:
    """One at each table (address of its log, number), which sends a hand every so many seconds.

    `since` is how far they have read their logs, `played` how many hands of the game are there already,
    `twice` the part of the messages that are sent again.
    """

    tables: Sequence[tuple[str, int]]
    every: float = 1.0
    since: int = 0
    played: int = 0
    twice: float = 0.0


def crowd(
    port: int,
    *,
    phones: Phones,
    readers: Sequence[Sequence[str]],
    seconds: float,
    settle: float = 0,
    seed: int = 20261121,
    papers: Sequence[str] = (),
    printers: int = 0,
) -> Seen:
    """Return what was seen by phones, and by readers, each of whom opens one of their pages at a time.

    What they asked in the first `settle` seconds is not timed. Beside them printers, who ask for one PDF
    after the other.
    """
    seen, chance = Seen(), random.Random(seed)

    async def all_of_them() -> None:
        lines = Lines(port)
        begin = time.monotonic() + 0.2
        end = begin + settle + seconds
        seen.timed_from = begin + settle
        people = [
            _phone(lines, phones, address, table, begin + chance.random() * phones.every, end, seen, chance)
            for address, table in phones.tables
        ]
        visitors = [
            _reader(lines, pages, begin + chance.random() * READER_EVERY, end, seen, chance)
            for pages in readers
        ]
        shelf = itertools.cycle(papers)
        at_printers = [_printer(Line(port), shelf, end, seen) for _ in range(printers)]
        await asyncio.gather(*people, *visitors, *at_printers)

    asyncio.run(all_of_them())
    return seen


def open_once(port: int, pages: Sequence[str]) -> None:
    """Open each page, four at a time."""

    async def some(line: Line, addresses: Sequence[str]) -> None:
        for address in addresses:
            await line.ask("GET", address)
        await line.close()

    async def all_of_them() -> None:
        await asyncio.gather(*(some(Line(port), pages[first::4]) for first in range(4)))

    asyncio.run(all_of_them())


async def _phone(
    lines: Lines,
    phones: Phones,
    address: str,
    table: int,
    at: float,
    end: float,
    seen: Seen,
    chance: random.Random,
) -> None:
    phone, since, hand = str(uuid.UUID(int=chance.getrandbits(128))), phones.since, phones.played
    last_at: dict[str, str] = {}
    while at < end:
        await asyncio.sleep(max(0.0, at - time.monotonic()))
        if seen.gave_up:
            return
        # After the last hand of a game it corrects them one by one.
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
        times = 2 if chance.random() < phones.twice else 1
        seen.twice += times - 1
        try:
            for _ in range(times):
                async with lines.free() as line:
                    answer = await line.ask(
                        "POST", address, json.dumps(message).encode(), Content_Type="application/json"
                    )
                seen.time(seen.hands, at)
                if answer.status != 200:
                    seen.errors.append(f"{answer.status} {address}")
            if answer.status == 200:
                seen.entered.append(entry["id"])
                since, hand, last_at[place] = json.loads(content(answer))["next"], hand + 1, entry["id"]
        except (OSError, TimeoutError, asyncio.IncompleteReadError) as fault:
            seen.errors.append(f"{fault!r} {address}")
        at += phones.every


async def _reader(
    lines: Lines, pages: Sequence[str], at: float, end: float, seen: Seen, chance: random.Random
) -> None:
    tags: dict[str, str] = {}
    while at < end:
        await asyncio.sleep(max(0.0, at - time.monotonic()))
        if seen.gave_up:
            return
        page = chance.choice(pages)
        known = {"If_None_Match": tags[page]} if page in tags else {}
        try:
            async with lines.free() as line:
                answer = await line.ask("GET", page, **known)
            seen.time(seen.pages, at)
            seen.unchanged += answer.status == 304 and at >= seen.timed_from
            if answer.status not in (200, 304):
                seen.errors.append(f"{answer.status} {page}")
            if "etag" in answer.headers:
                tags[page] = answer.headers["etag"]
        except (OSError, TimeoutError, asyncio.IncompleteReadError) as fault:
            seen.errors.append(f"{fault!r} {page}")
        at += READER_EVERY


async def _printer(line: Line, papers: Iterator[str], end: float, seen: Seen) -> None:
    """Ask for one PDF after the other; what cannot be printed now is no error, and is asked for again."""
    while (began := time.monotonic()) < end:
        try:
            answer = await line.ask("GET", next(papers))
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            continue
        if answer.status == 200:
            seen.papers.append(time.monotonic() - began)
