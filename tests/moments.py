"""Several people in the same instant, each with a connection of their own; and a night that is over."""

import datetime
import importlib
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import caches
from django.db import connection, connections

from league.results.pages import before_confirming
from league.shared.errors import Refused

WAIT = 30
SOMEBODY_WAITS_FOR_US = """
    SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))
"""
HALF_A_YEAR = datetime.timedelta(weeks=26)


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Let everybody begin at the same instant; what each came to: "done", or the refusal, or the fault."""
    start = threading.Barrier(len(acts))
    became: list[Any] = [None] * len(acts)

    def run(place: int, act: Callable[[], Any]) -> None:
        try:
            start.wait(timeout=WAIT)
            act()
            became[place] = "done"
        except Exception as fault:
            became[place] = fault
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=WAIT)
    return became


def meanwhile(act: Callable[[], Any]) -> None:
    """Let somebody else do something, on a connection of their own, and wait until it is done."""
    assert at_once(act) == ["done"]


@contextmanager
def once_it_has_read(act: Callable[[], Any]) -> Iterator[None]:
    """Let somebody do something just when who reads first on SQLite is about to write."""

    def between(execute: Any, sql: str, *rest: Any) -> Any:
        done = execute(sql, *rest)
        if sql == "COMMIT":
            meanwhile(act)
        return done

    with connection.execute_wrapper(between):
        yield


def as_another_process() -> None:
    """Go on as another of the server's processes, with caches of its own, which are empty."""
    for name in settings.CACHES:
        caches[name].clear()


def assert_done_or_refused(became: list[Any], *, done: int) -> None:
    assert sum(outcome == "done" for outcome in became) == done, became
    assert all(outcome == "done" or isinstance(outcome, Refused) for outcome in became), became


class OnceTheOtherWaits:
    """Keeps a step of a write, on PostgreSQL, until another waits for what that write has locked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> None:
        self._is_held, self._step = threading.Event(), getattr(module, name)
        monkeypatch.setattr(module, name, self._late)

    def other(self, act: Callable[[], object]) -> None:
        """Do what comes second."""
        assert self._is_held.wait(timeout=WAIT)
        act()

    def _late(self, *args: Any, **fields: Any) -> Any:
        self._is_held.set()
        until = time.monotonic() + WAIT
        while not _somebody_waits():
            assert time.monotonic() < until, "nobody waits"
        return self._step(*args, **fields)


class WhileItReads:
    """Lets somebody else write, on a connection of their own, once statements have read a table so often.

    `came_to` is what `at_once` says of it. Given to `connection.execute_wrapper`.
    """

    def __init__(self, table: str, act: Callable[[], Any], *, times: int = 1) -> None:
        self._table, self._act, self._left = f'"{table}"', act, times
        self.came_to: list[Any] = []

    def __call__(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        answer = execute(sql, *rest)
        if self._table in sql and sql.startswith("SELECT"):
            self._left -= 1
            if self._left == 0:
                self.came_to = at_once(self._act)
        return answer


def _somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(SOMEBODY_WAITS_FOR_US)
        return cursor.fetchone() is not None


def after(monkeypatch: pytest.MonkeyPatch, day: datetime.date) -> None:
    """Let results of matches until a day be confirmed without the question whether they were played early."""
    # What is loaded later would keep what is patched here for good.
    importlib.import_module("league.urls")
    ask = before_confirming.date_question
    # The name of the module is also that of its view, which a dotted path would find.
    for module in (before_confirming, importlib.import_module("league.results.views.finals")):
        monkeypatch.setattr(
            module, "date_question", lambda date, today, *words: ask(date, max(today, day), *words)
        )
