"""Carries out SQL that comes with nearly every request: of compiled queries, updates and inserts.

Everything else goes through the ORM. What Django puts around a statement takes five times as long as SQLite
takes to answer it, so it is left out wherever nobody listens: tests that count queries do.
"""

import functools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any

from django.db import connections, router
from django.db.backends.sqlite3.base import FORMAT_QMARK_REGEX
from django.db.models import Model

Row = tuple[Any, ...]
# What the router is asked for statements of any model.
ANY: Any = None


def rows_of(sql: str, values: Sequence[Any], *, are_written: bool = False) -> list[Row]:
    """Return the rows of a query, or what a statement that writes returns, as the database's driver does."""
    alias = router.db_for_write(ANY) if are_written else router.db_for_read(ANY)
    with _carried_out(sql, values, alias) as cursor:
        return list(cursor.fetchall())


def count_written(sql: str, values: Sequence[Any]) -> int:
    """Return how many rows a statement has written."""
    with _carried_out(sql, values, router.db_for_write(ANY)) as cursor:
        return int(cursor.rowcount)


def update_rows(rows: Sequence[Model], *names: str) -> None:
    """Write these fields of rows that are there, in a small part of the time of `bulk_update`.

    The model's own checks are the caller's; the database's constraints hold as ever.
    """
    if not rows:
        return
    model = type(rows[0])
    connection = connections[router.db_for_write(model)]
    quoted = connection.ops.quote_name
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    to_set = ", ".join(f"{quoted(field.column)} = %s" for field in fields)
    values = [
        [*(field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields), row.pk]
        for row in rows
    ]
    with connection.cursor() as cursor:
        cursor.executemany(f"UPDATE {quoted(model._meta.db_table)} SET {to_set} WHERE id = %s", values)  # noqa: S608  (the names of our own columns)


def insert_columns(
    model: type[Model], fields: Sequence[Any], columns: Sequence[Sequence[Any]]
) -> Sequence[int]:
    """Insert rows of a model, given as columns of prepared values; return their keys, in their order.

    It is called in a transaction. As `bulk_create` does it calls no `save`.
    """
    connection = connections[router.db_for_write(model)]
    table, quoted = model._meta.db_table, connection.ops.quote_name
    written: list[Any] = [model._meta.pk, *fields]
    into = f"INSERT INTO {quoted(table)} ({', '.join(quoted(field.column) for field in written)})"
    with connection.cursor() as cursor:
        keys = _next_keys(cursor, table, len(columns[0]))
    if connection.vendor == "postgresql":
        # A place for each value would take its driver five times as long. No length: it would cut.
        kinds = (field.db_type(connection).partition("(")[0] for field in written)
        places = ", ".join(f"%s::{kind}[]" for kind in kinds)
        count_written(f"{into} SELECT * FROM unnest({places})", [keys, *map(list, columns)])  # noqa: S608  (the names of our own columns)
        return keys
    rows, places = list(zip(keys, *columns, strict=True)), f"({', '.join(['%s'] * len(written))})"
    # SQLite takes twice as long for rows one by one.
    at_once = (connection.features.max_query_params or 999) // len(written)
    for start in range(0, len(rows), at_once):
        some = rows[start : start + at_once]
        count_written(f"{into} VALUES {', '.join([places] * len(some))}", list(chain.from_iterable(some)))
    return keys


def _next_keys(cursor: Any, table: str, number: int) -> Sequence[int]:
    """Return keys that no row of a table has or had."""
    if cursor.db.vendor == "sqlite":
        cursor.execute("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = %s", [table])
        ((last,),) = cursor.fetchall()
        return range(last + 1, last + 1 + number)
    cursor.execute(
        "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)", [table, number]
    )
    return [key for (key,) in cursor.fetchall()]


@contextmanager
def _carried_out(sql: str, values: Sequence[Any], alias: str) -> Iterator[Any]:
    """Yield a cursor that has carried a statement out: Django’s where somebody listens, else the driver’s."""
    connection = connections[alias]
    if connection.queries_logged or connection.execute_wrappers:
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            yield cursor
        return
    connection.validate_no_broken_transaction()
    connection.close_if_health_check_failed()
    connection.ensure_connection()
    with connection.wrap_database_errors:
        if connection.vendor == "postgresql":
            # Planning takes most of the time of these statements: bound by the server, they are planned once.
            from django.db.backends.postgresql.base import ServerBindingCursor

            bound = ServerBindingCursor(connection.connection)  # type: ignore[call-arg]  # untyped base
            yield bound.execute(sql, values)  # type: ignore[attr-defined]  # as above
        else:
            yield connection.connection.execute(_with_question_marks(sql), values)


@functools.cache
def _with_question_marks(sql: str) -> str:
    """Return Django's SQL as SQLite's driver reads it."""
    return FORMAT_QMARK_REGEX.sub("?", sql).replace("%%", "%")
