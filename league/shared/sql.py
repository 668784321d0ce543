"""Carries out SQL that comes with nearly every request: of `CompiledQuery`, and the one insert of hands.

Everything else goes through the ORM.
"""

from collections.abc import Sequence
from typing import Any

from django.db import connections, router


def rows_of(sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return the rows of a statement as the database's driver gives them."""
    connection = connections[router.db_for_read(None)]  # type: ignore[arg-type]  # of whatever model
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql" and not connection.queries_logged:
            # Planning takes most of the time of these statements: bound by the server, they are planned once.
            # Django's log of queries knows only what was bound here.
            from django.db.backends.postgresql.base import ServerBindingCursor

            cursor.cursor = ServerBindingCursor(connection.connection)  # type: ignore[call-arg]  # untyped base
        cursor.execute(sql, values)
        return list(cursor.fetchall())
