"""Restoring a backup next to the league, into a second database that is dropped: to see that it comes back,
or to bring an older one to this version.

The league's own database is only asked what is to come out. Whoever calls this has a process to itself: for a
while every query of the process goes to the second database.
"""

import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import DatabaseError, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import load_backend

from league.exchange.archive import ArchiveError, Reader
from league.exchange.backups import RestoreRefused, back_up, fill, is_older, refusals, restore, row_counts
from league.exchange.copies import TITLES, damage
from league.installation.environment import SQLITE_OPTIONS
from league.shared.cells import FIRST, in_cell

SECOND = "_restore_test"
# PostgreSQL's names have at most 63 bytes.
LONGEST_NAME = 40
MOST_NAMED = 3


class NotRestored(Exception):
    """A backup does not come back as it went in; the message says how."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreTest:
    """What came back out of a backup, into which kind of database and in how many seconds."""

    leagues: int
    matches: int
    hands: int
    rows: int
    database: str
    seconds: int


def restore_beside(file: Path, expected: Mapping[str, int]) -> RestoreTest:
    """Restore a backup into a second database, compare every table with what was counted, and drop it.

    Raises NotRestored.
    """
    began = time.monotonic()
    # In a database of its own every cell is the first one.
    with _second_database(file.parent) as second, in_cell(FIRST):
        try:
            call_command("migrate", interactive=False, verbosity=0)
            restore(file, replace=True)
            faults, found = damage(), row_counts()
        except (ArchiveError, RestoreRefused, DatabaseError) as fault:
            raise NotRestored(f"{file} cannot be restored: {' '.join(str(fault).split())}") from fault
    faults += [
        f"{found.get(table, 0)} rows of {table} came back, not {count}"
        for table, count in expected.items()
        if found.get(table, 0) != count
    ]
    if faults:
        raise NotRestored(f"{file} is not what was backed up: {'; '.join(faults[:MOST_NAMED])}")
    return RestoreTest(
        leagues=found["league.League"],
        matches=found["league.Match"],
        hands=found["league.HandResult"],
        rows=sum(found.values()),
        database=TITLES[second.vendor],
        seconds=round(time.monotonic() - began),
    )


@contextmanager
def of_this_version(file: Path) -> Iterator[Path]:
    """Give a backup as this version writes it: an older one is migrated in a file of SQLite.

    Raises ArchiveError and RestoreRefused. Those that this version cannot read stay as they are.
    """
    reader = Reader(file)
    if not is_older(reader.header):
        yield file
        return
    with tempfile.TemporaryDirectory(prefix="restore-") as place:
        newer = Path(place) / file.name
        with _second_database(Path(place), in_file=True), in_cell(FIRST), refusals(file):
            then = MigrationExecutor(connection).migrate([*reader.header.migrations.items()])
            with transaction.atomic():
                fill(reader, then.apps.get_models(include_auto_created=True))
            call_command("migrate", interactive=False, verbosity=0)
            back_up(newer)
        yield newer


@contextmanager
def _second_database(folder: Path, *, in_file: bool = False) -> Iterator[BaseDatabaseWrapper]:
    """Make a new database that of the process: of the league's kind, or a file where that is not allowed."""
    own = connections["default"]
    with tempfile.TemporaryDirectory(prefix="restore-test-", dir=folder) as place:
        second = (None if in_file else _second_postgres(own)) or _second_sqlite(own, Path(place))
        connections["default"] = second
        ContentType.objects.clear_cache()
        try:
            yield second
        finally:
            second.close()
            connections["default"] = own
            ContentType.objects.clear_cache()
            if second.vendor == "postgresql":
                _drop(own, second.settings_dict["NAME"])


def _second_postgres(own: BaseDatabaseWrapper) -> BaseDatabaseWrapper | None:
    """Return an empty database beside the own; None where this user may not create one."""
    if own.vendor != "postgresql":
        return None
    name = f"{own.settings_dict['NAME'][:LONGEST_NAME]}{SECOND}"
    try:
        _drop(own, name)  # of a test that was killed
        with own.cursor() as cursor:
            cursor.execute(f"CREATE DATABASE {own.ops.quote_name(name)}")
    except DatabaseError:
        return None
    return type(own)({**own.settings_dict, "NAME": name}, "default")


def _second_sqlite(own: BaseDatabaseWrapper, folder: Path) -> BaseDatabaseWrapper:
    backend = load_backend("django.db.backends.sqlite3")
    known = {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": folder / "second.sqlite3",
        "OPTIONS": SQLITE_OPTIONS,
    }
    second: BaseDatabaseWrapper = backend.DatabaseWrapper({**own.settings_dict, **known}, "default")
    return second


def _drop(own: BaseDatabaseWrapper, name: str) -> None:
    with suppress(DatabaseError), own.cursor() as cursor:
        # A pooler may still hold a connection to it.
        cursor.execute(f"DROP DATABASE IF EXISTS {own.ops.quote_name(name)} WITH (FORCE)")
