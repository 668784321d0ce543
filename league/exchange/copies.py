"""The database as it is, in one file and back: SQLite by its own backup, PostgreSQL by pg_dump.

Knows no model: a database of an older or newer Pegboard is copied and put back like any other. A copy goes
back only into the kind of database that it came from; `backups` writes files for both.
"""

import os
import re
import sqlite3
import subprocess
from collections.abc import Iterator, Mapping, Set
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from league.exchange.archive import ArchiveError, new_file
from league.shared.cells import SHARED, further_cells
from league.shared.layout import command as typed

KINDS = {"sqlite": b"SQLite format 3\0", "postgresql": b"PGDMP"}
TITLES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
# How a database says that its pages are spoilt, and not that its disk is full, its server away or it locked.
DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, "XX001", "XX002"})
ERROR_CODE = re.compile(r"error code[= ](\d+)")
# So many faults are named; one is enough to act.
MOST_NAMED = 5
# How libpq's programs are told what Django tells it.
LIBPQ = {
    "host": "PGHOST",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "dbname": "PGDATABASE",
    "sslmode": "PGSSLMODE",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "sslrootcert": "PGSSLROOTCERT",
    "connect_timeout": "PGCONNECT_TIMEOUT",
    "target_session_attrs": "PGTARGETSESSIONATTRS",
}

# The oldest release whose databases and backups this one reads, and its last migration: docs/promises.md.
FLOOR, FLOOR_MIGRATION = "0.3.0", "0055_test_photographs"


@dataclass(frozen=True, slots=True)
class Outline:
    """The migrations of a database, each with its application, and the names of its tables."""

    migrations: Set[tuple[str, str]]
    tables: Set[str]


def copy_database(file: Path) -> None:
    """Write the whole database into a new file, readable by its owner only. Writers go on meanwhile.

    Raises ArchiveError when the file is there already, cannot be written, or the database is damaged.
    """
    with new_file(file):
        if connection.vendor == "postgresql":
            _postgres_program(
                ["pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={file}"]
            )
            return
        try:
            connection.ensure_connection()
            with closing(sqlite3.connect(file)) as copy:
                # In one step it reads one moment, and in WAL a reader keeps nobody waiting. In several it
                # would begin anew with each write of somebody else.
                connection.connection.backup(copy)
                # One file, without a log beside it.
                copy.execute("PRAGMA journal_mode=DELETE")
                _verify_whole(copy, file)
        except (sqlite3.Error, OSError) as fault:
            raise ArchiveError(f"The database cannot be copied into {file}: {fault}.") from fault


def kind_of_copy(file: Path) -> str | None:
    """Return the kind of database that a file is a copy of; None for any other file."""
    with suppress(OSError), file.open("rb") as content:
        start = content.read(16)
        return next((kind for kind, sign in KINDS.items() if start.startswith(sign)), None)
    return None


def outline_of(file: Path) -> Outline:
    """Return what is in a copy that can be put back here. Raises ArchiveError for any other."""
    kind = kind_of_copy(file)
    if kind != connection.vendor:
        raise ArchiveError(
            f"{file} is a copy for {TITLES.get(kind or '', 'another database')}, and this installation uses "
            f"{TITLES[connection.vendor]}. Put it back where it came from, run `upgrade` and then `backup`."
        )
    if kind == "postgresql":
        # Of these alone: a whole league as a script is large, and other tables have rows of the same shape.
        rows = _restored("--data-only", "--table=django_migrations", "--file=-", str(file)).decode()
        listed = re.findall(r" TABLE (?!DATA )\S+ (\S+) ", _restored("--list", str(file)).decode())
        return Outline(set(re.findall(r"(?m)^\d+\t(\w+)\t(\w+)\t\d{4}-", rows)), set(listed))
    with _opened_copy(file) as copy:
        tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if "django_migrations" not in tables:
            raise ArchiveError(f"{file} is no copy of a Pegboard's database.")
        return Outline(set(copy.execute("SELECT app, name FROM django_migrations")), tables)


def put_back(file: Path) -> None:
    """Replace the whole database by a copy of it, all or nothing. Raises ArchiveError."""
    # A migration that fails as it ends leaves Django within its transaction, where nothing else is done.
    connection.close()
    connection.connect()
    if connection.vendor == "postgresql":
        _put_back_postgres(file)
        return
    with _opened_copy(file) as copy:
        copy.backup(connection.connection)
    connection.close()


def damage() -> list[str]:
    """Return what is damaged in the database, in the database's own words; read from end to end.

    Raises DatabaseError where it cannot be read for another reason: that says nothing of its pages.
    """
    try:
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute(f"PRAGMA integrity_check({MOST_NAMED})")
                faults = [row[0] for row in cursor.fetchall() if row[0] != "ok"]
                # A page that the disk did not give is told as a row too.
                if any(int(code) & 0xFF not in DAMAGE for code in ERROR_CODE.findall(" ".join(faults))):
                    raise DatabaseError(faults[0])
                cursor.execute("PRAGMA foreign_key_check")
                lost = [
                    f"row {row} of {table} belongs to a row of {other} that is not there"
                    for table, row, other, _ in cursor.fetchmany(MOST_NAMED)
                ]
                return faults + lost
            for table in connection.introspection.table_names(cursor):
                cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")  # noqa: S608  (its own name)
    except DatabaseError as fault:
        cause = fault.__cause__
        if not {getattr(cause, "sqlite_errorcode", 0) & 0xFF, getattr(cause, "sqlstate", None)} & DAMAGE:
            raise
        return [" ".join(str(fault).split())]
    return []


@contextmanager
def damaged_set_aside() -> Iterator[Path | None]:
    """Move a damaged file of SQLite out of the way, so that a new one takes its place; give where it is now.

    None if nothing is damaged. It goes back if what follows fails. Nobody may serve meanwhile.
    """
    if connection.vendor != "sqlite" or not damage():
        yield None
        return
    connection.close()
    file = Path(connection.settings_dict["NAME"])
    aside = file.with_name(f"{file.name}-damaged-{timezone.now():%Y-%m-%d-%H%M%S}")
    _move_database(file, aside)
    try:
        yield aside
    except BaseException:
        connection.close()
        _move_database(aside, file)
        raise


def _move_database(file: Path, to: Path) -> None:
    """Move a file of SQLite with its log; what is there already goes."""
    for beside in ("-wal", "-shm", ""):
        to.with_name(f"{to.name}{beside}").unlink(missing_ok=True)
        with suppress(FileNotFoundError):
            file.with_name(f"{file.name}{beside}").rename(to.with_name(f"{to.name}{beside}"))


@contextmanager
def _opened_copy(file: Path) -> Iterator[sqlite3.Connection]:
    """Open a copy that is whole, for reading. Raises ArchiveError, also for what fails meanwhile."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as copy:
            _verify_whole(copy, file)
            yield copy
    except sqlite3.Error as fault:
        raise ArchiveError(f"{file} cannot be put back: {fault}.") from fault


def _verify_whole(copy: sqlite3.Connection, file: Path) -> None:
    ((verdict,),) = copy.execute("PRAGMA integrity_check(1)").fetchall()
    if verdict != "ok":
        raise ArchiveError(f"{file} would be damaged ({verdict}). Type: {typed('doctor')}")


def _restored(*asked: str) -> bytes:
    return _postgres_program(["pg_restore", "--no-owner", "--no-privileges", *asked])


def _put_back_postgres(file: Path) -> None:
    script = _restored("--file=-", str(file))
    tables = ", ".join(map(connection.ops.quote_name, connection.introspection.table_names()))
    schemas = ", ".join(map(connection.ops.quote_name, [SHARED, *further_cells()]))
    # Its own tables wait for whoever still reads them, this connection too.
    connection.close()
    # One transaction: tables that only the newer Pegboard knows go as well.
    clear = ["--command", f"DROP TABLE {tables} CASCADE"] if tables else []
    if settings.CELLS:
        clear += ["--command", f"DROP SCHEMA IF EXISTS {schemas} CASCADE"]
    psql = ["psql", "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"]
    _postgres_program([*psql, *clear, "--file=-"], script)


def _postgres_program(command: list[str], given: bytes = b"") -> bytes:
    """Return what one of PostgreSQL's own programs prints. Raises ArchiveError."""
    known = connection.get_connection_params()
    environment = os.environ | {name: str(known[key]) for key, name in LIBPQ.items() if known.get(key)}
    return program(command, of="postgresql-client", given=given, environment=environment)


def program(
    command: list[str], *, of: str, given: bytes = b"", environment: Mapping[str, str] | None = None
) -> bytes:
    """Return what a program of a package of Debian prints. Raises ArchiveError."""
    try:
        ended = subprocess.run(command, input=given, capture_output=True, env=environment, check=False)
    except FileNotFoundError:
        raise ArchiveError(
            f"{command[0]} is not installed here. Type: sudo apt-get install -y {of}"
        ) from None
    if ended.returncode:
        words = " ".join(ended.stderr.decode(errors="replace").split())
        raise ArchiveError(f"{command[0]} failed: {words}")
    return ended.stdout
