"""Statements in SQL, for the few requests that come by the dozen each second on a match night.

There the ORM takes ten times as long to write a statement as the database to carry it out. Everything else
goes through the ORM. Both databases read ids without dashes.
"""

import datetime
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection


def rows_of(sql: str, values: Sequence[Any] | Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Return the rows of a statement as the database's driver gives them."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql" and not connection.queries_logged:
            # Planning takes most of the time of these statements: bound by the server, they are planned once.
            # Django's log of queries knows only what was bound here.
            from django.db.backends.postgresql.base import ServerBindingCursor

            cursor.cursor = ServerBindingCursor(connection.connection)  # type: ignore[call-arg]  # untyped base
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def moment_value(moment: datetime.datetime) -> Any:
    """Return a moment as the database takes it."""
    return connection.ops.adapt_datetimefield_value(moment)


def uuid_in(value: str | uuid.UUID) -> uuid.UUID:
    """Return an id as it came from the database, which may know no ids."""
    return value if isinstance(value, uuid.UUID) else uuid.UUID(value)
