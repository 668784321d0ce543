"""Outages: the database or the disk does not do its part. Told apart from our mistakes, logged briefly."""

import errno
import logging
import sqlite3
import threading
import time

from django.db import DatabaseError, InterfaceError, OperationalError

# Whoever was sent away comes again after so many seconds.
COME_AGAIN = 15
SECONDS_BETWEEN_LINES = 60

DISK_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
DISK_FAULTS = DISK_FULL | {errno.EROFS, errno.EIO}
# The general error stands for a statement that is wrong, which is our mistake.
SQLITE_OUTAGES = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_INTERRUPT,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_NOTADB,
    }
)
# A server that has become read-only, and one without our tables.
POSTGRES_OUTAGES = frozenset({"25006", "42P01"})
# Its own faults: data that a disk has spoilt, a node of several that does not do its part.
POSTGRES_FAULTS = "XX"


def is_outage(fault: object) -> bool:
    """Return whether an exception says that the database or the disk fails, and not that we do."""
    if isinstance(fault, OSError):
        return fault.errno in DISK_FAULTS
    if not isinstance(fault, DatabaseError | InterfaceError):
        return False
    cause = fault.__cause__
    if isinstance(cause, sqlite3.Error):
        # The lower byte; the others say which kind of it. A file that was removed comes back without tables.
        code = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        return code in SQLITE_OUTAGES or str(cause).startswith("no such table")
    is_of_operation = isinstance(fault, OperationalError | InterfaceError)
    state = getattr(cause, "sqlstate", None) or ""
    return is_of_operation or state in POSTGRES_OUTAGES or state.startswith(POSTGRES_FAULTS)


class OutageFilter(logging.Filter):
    """Makes of an outage one line a minute in each process, with no trace; other records pass as they are."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._due = 0.0
        self._untold = 0

    def filter(self, record: logging.LogRecord) -> bool:
        fault = record.exc_info[1] if record.exc_info else None
        if not is_outage(fault):
            return True
        with self._lock:
            self._untold += 1
            now = time.monotonic()
            if self._due > now:
                return False
            count, self._untold, self._due = self._untold, 0, now + SECONDS_BETWEEN_LINES
        reason = " ".join(str(fault).split())
        record.msg, record.args = (
            "Database or disk unavailable (%d times since last told): %s",
            (count, reason),
        )
        record.exc_info = None
        return True
