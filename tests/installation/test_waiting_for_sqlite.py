"""Whoever waits to write on SQLite asks every few milliseconds, and gives up after as long as is set."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler

from league.installation.environment import database
from league.installation.sqlite3 import base

pytestmark = pytest.mark.django_db


@pytest.fixture
def other(tmp_path: Path) -> sqlite3.Connection:
    """Somebody who writes, and has not ended."""
    store = sqlite3.connect(tmp_path / "league.sqlite3", isolation_level=None)
    store.execute("PRAGMA journal_mode=WAL")
    store.execute("CREATE TABLE pub (name TEXT)")
    store.execute("BEGIN IMMEDIATE")
    return store


@pytest.fixture
def ours(tmp_path: Path) -> BaseDatabaseWrapper:
    own = database("DATABASE_URL", default=tmp_path / "league.sqlite3", beside=tmp_path)
    wrapper = ConnectionHandler({"default": own})["default"]
    wrapper.inc_thread_sharing()
    return wrapper


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[int], None]], list[float]]:
    """Do something at each wait, by its number, instead of waiting."""

    def at_each(act: Callable[[int], None]) -> list[float]:
        waited: list[float] = []

        def sleep(seconds: float) -> None:
            waited.append(seconds)
            act(len(waited))

        monkeypatch.setattr(base.time, "sleep", sleep)
        return waited

    return at_each


def write(ours: BaseDatabaseWrapper) -> None:
    ours.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    ours.cursor().execute("INSERT INTO pub VALUES ('The Fleece')")
    ours.commit()
    ours.set_autocommit(True)


def test_it_is_asked_until_the_other_has_ended(other, ours, waits):
    waited = waits(lambda number: other.execute("COMMIT") if number == 3 else None)
    write(ours)
    assert len(waited) == 3
    assert max(waited) < 0.01
    assert other.execute("SELECT name FROM pub").fetchall() == [("The Fleece",)]
    assert ours.cursor().execute("PRAGMA busy_timeout").fetchone() == (20_000,)
    ours.close()


def test_it_is_given_up_after_the_seconds_that_are_set(other, ours, waits):
    ours.settings_dict["OPTIONS"]["timeout"] = 0.02
    waits(lambda number: None)
    with pytest.raises(OperationalError, match="locked"):
        write(ours)
    assert ours.cursor().execute("PRAGMA busy_timeout").fetchone() == (20,)
    ours.close()
