"""Public pages as they were sent, for the next visitor: one file beside the database, shared by all workers.

A page is stored with the stamp it was made under and is sent again only while that stamp still holds, so that
nothing has to be removed when something changes. SQLite in WAL mode, because reading a page out of it takes
two thirds of the time of reading a file, it bounds itself, and no worker sees half a page.
"""

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

# Bytes of all pages together, as they travel: some six thousand pages.
LIMIT = 64 * 1024 * 1024
LARGEST = 1024 * 1024
# Seconds to wait for another worker that writes. Who cannot store a page sends it all the same.
PATIENCE = 0.2

SCHEMA = """
CREATE TABLE IF NOT EXISTS page (
    number INTEGER PRIMARY KEY,
    address TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    league TEXT NOT NULL,
    kind TEXT NOT NULL,
    stamp TEXT NOT NULL,
    division INTEGER NOT NULL,
    match TEXT NOT NULL,
    until REAL NOT NULL,
    work TEXT NOT NULL,
    route TEXT NOT NULL,
    headers TEXT NOT NULL,
    body BLOB NOT NULL
)
"""
# The sizes by themselves, to be added up without reading the pages.
SIZES = "CREATE INDEX IF NOT EXISTS page_size ON page (size)"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPage:
    """A page as it was sent. `league` is the slug; `kind` says how its `stamp` is made.

    `division` is its key, and `match` its public id, where the page is within one; 0 and empty else.
    `until` is the moment at which something falls due on it, in seconds since 1970; 0 if it does not say.
    `work` and `route` are how its requests are counted and logged. `headers` are lines, as they travel.
    """

    league: str
    kind: str
    stamp: str
    division: int = 0
    match: str = ""
    until: float = 0
    work: str
    route: str
    headers: str
    body: bytes


FIELDS = StoredPage.__slots__
FIND = f"SELECT {', '.join(FIELDS)} FROM page WHERE address = ?"  # noqa: S608  (our own names)
REPLACE = f"REPLACE INTO page (address, size, {', '.join(FIELDS)}) VALUES (?, ?{', ?' * len(FIELDS)})"  # noqa: S608


class _Connections(threading.local):
    """Each thread has its own connection: SQLite's are not shared, nor survive a fork."""

    path: Path | None = None
    connection: sqlite3.Connection


_connections = _Connections()


def find_page(address: str) -> StoredPage | None:
    """Return the page stored under an address; None if there is none, or the store cannot be read."""
    try:
        row = _connection().execute(FIND, (address,)).fetchone()
    except sqlite3.Error:
        return None
    return None if row is None else StoredPage(**dict(zip(FIELDS, row, strict=True)))


def save_page(address: str, page: StoredPage) -> None:
    """Store a page in the place of the one before; the pages stored longest ago make room for it."""
    size = len(page.body) + len(page.headers) + len(address)
    if size > LARGEST:
        return
    # A full disk or a busy store costs the next visitor the time to make the page, nothing else.
    with contextlib.suppress(sqlite3.Error), _transaction() as store:
        store.execute(REPLACE, (address, size, *(getattr(page, name) for name in FIELDS)))
        _make_room(store)


def _make_room(store: sqlite3.Connection) -> None:
    (total,) = store.execute("SELECT SUM(size) FROM page").fetchone()
    over = total - LIMIT
    if over <= 0:
        return
    # Some more than needed, so that not every page that follows has to ask again.
    over += LIMIT // 16
    for number, size in store.execute("SELECT number, size FROM page ORDER BY number").fetchall():
        store.execute("DELETE FROM page WHERE number = ?", (number,))
        over -= size
        if over <= 0:
            return


def forget_pages() -> None:
    """Make the store anew as a server starts: the database behind it may be another, the release a newer.

    Its connection is closed, so that no worker inherits it.
    """
    try:
        with _transaction() as store:
            store.execute("DROP TABLE page")
            store.execute(SCHEMA)
            store.execute(SIZES)
        _connections.connection.close()
    except sqlite3.Error:
        # Not readable as what it should be: nothing in it is needed.
        for suffix in ("", "-wal", "-shm"):
            Path(f"{settings.PAGE_STORE}{suffix}").unlink(missing_ok=True)
    _connections.path = None


def forget_league(slug: str) -> None:
    """Delete the pages of a league that is gone: another may take its address."""
    with contextlib.suppress(sqlite3.Error), _transaction() as store:
        store.execute("DELETE FROM page WHERE league = ?", (slug,))


def _connection() -> sqlite3.Connection:
    path = settings.PAGE_STORE
    if _connections.path != path:
        connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        # What a loss of power takes of it is made again.
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(SCHEMA)
        connection.execute(SIZES)
        _connections.connection, _connections.path = connection, path
    return _connections.connection


@contextlib.contextmanager
def _transaction() -> Iterator[sqlite3.Connection]:
    store = _connection()
    store.execute("BEGIN IMMEDIATE")
    try:
        yield store
    except BaseException:
        store.execute("ROLLBACK")
        raise
    store.execute("COMMIT")
