"""Django's SQLite, but that whoever waits for its lock soon notices that it is free."""

import time

from django.db import OperationalError
from django.db.backends.sqlite3 import base

# Seconds after which a lock is asked for again. SQLite itself waits ever longer, up to a tenth.
PAUSE = 0.005


class DatabaseWrapper(base.DatabaseWrapper):
    """Begins a transaction that writes by asking every few milliseconds; gives up as SQLite does."""

    def _start_transaction_under_autocommit(self) -> None:
        longest = self.settings_dict["OPTIONS"].get("timeout", 5)
        began = time.monotonic()
        self._let_sqlite_wait(0)
        try:
            while True:
                try:
                    super()._start_transaction_under_autocommit()  # type: ignore[misc]  # stubs lack it
                except OperationalError as fault:
                    if "locked" not in str(fault) or time.monotonic() - began > longest:
                        raise
                    time.sleep(PAUSE)
                else:
                    break
        finally:
            self._let_sqlite_wait(longest)

    def _let_sqlite_wait(self, seconds: float) -> None:
        self.connection.execute(f"PRAGMA busy_timeout = {1000 * seconds:.0f}").close()
