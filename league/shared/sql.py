"""Carries out SQL that comes with nearly every request: of `CompiledQuery`, and the one insert of hands.

Everything else goes through the ORM. What Django puts around a statement takes five times as long as SQLite
takes to answer it, so it is left out wherever nobody listens: tests that count queries do.
"""

import functools
from collections.abc import Sequence
from typing import Any

from django.db import connections, router


def rows_of(sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return the rows of a statement as the database's driver gives them."""
    connection = connections[router.db_for_read(None)]  # type: ignore[arg-type]  # of whatever model
    if connection.queries_logged or connection.execute_wrappers:
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            return list(cursor.fetchall())
    connection.validate_thread_sharing()
    connection.validate_no_broken_transaction()
    connection.close_if_health_check_failed()
    connection.ensure_connection()
    with connection.wrap_database_errors:
        if connection.vendor == "postgresql":
            # Planning takes most of the time of these statements: bound by the server, they are planned once.
            from django.db.backends.postgresql.base import ServerBindingCursor

            bound = ServerBindingCursor(connection.connection)  # type: ignore[call-arg]  # untyped base
            return list(bound.execute(sql, values).fetchall())  # type: ignore[attr-defined]  # as above
        return list(connection.connection.execute(_with_question_marks(sql), values).fetchall())


@functools.cache
def _with_question_marks(sql: str) -> str:
    """Return Django's SQL as SQLite's driver reads it."""
    from django.db.backends.sqlite3.base import FORMAT_QMARK_REGEX

    return FORMAT_QMARK_REGEX.sub("?", sql).replace("%%", "%")
