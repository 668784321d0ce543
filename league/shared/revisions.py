"""What a process knows of a league as of one revision: made once, and asked by many pages."""

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

from django.db import connection

Value = TypeVar("Value")


def reads_committed() -> bool:
    """Return whether what is read now may be stored under the league's revision.

    Inside a transaction it may be what is rolled back, and the revision with it.
    """
    return not connection.in_atomic_block


class KnownByRevision(Generic[Value]):
    """Values by key, each with the revision of its league it was made for; so many of them at most.

    The revision is read before what the value is made of, so a value is never older than its revision. In
    whichever process something is changed, the next reader comes with another revision.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, tuple[int, Value]] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, key: Hashable, revision: int) -> Value | None:
        """Return the value made for this very revision; None if there is none."""
        made_for, value = self._values.get(key, (None, None))
        return value if made_for == revision else None

    def add(self, key: Hashable, revision: int, value: Value) -> None:
        with self._lock:
            self._values[key] = revision, value
            self._values.move_to_end(key)
            if len(self._values) > self._most:
                self._values.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._values.clear()
