"""What a process knows of a league as of one revision: made once, and asked by many pages."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
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

    A revision is that of the league, or of one of its divisions with all else (`League.revision_of`): what
    changes with all that the value shows. It is read before what the value is made of, so a value is never
    older than its revision. In whichever process something is changed, the next reader comes with another.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, tuple[Hashable, Value]] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, key: Hashable, revision: Hashable) -> Value | None:
        """Return the value made for this very revision; None if there is none."""
        made_for, value = self._values.get(key, (None, None))
        return value if made_for == revision else None

    def add(self, key: Hashable, revision: Hashable, value: Value) -> None:
        with self._lock:
            self._values[key] = revision, value
            self._values.move_to_end(key)
            if len(self._values) > self._most:
                self._values.popitem(last=False)

    def made(self, key: Hashable, revision: Hashable, make: Callable[[], Value | None]) -> Value | None:
        """Return the value for this very revision, made if there is none; in a transaction in any case."""
        if not reads_committed():
            return make()
        if (value := self.find(key, revision)) is None and (value := make()) is not None:
            self.add(key, revision, value)
        return value

    def clear(self) -> None:
        with self._lock:
            self._values.clear()
