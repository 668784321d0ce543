"""Inserts of nearly every result and hand: one statement a model, made once, however many rows there are.

Django makes an insert from the models anew each time, and takes each value by itself: ten times as long as
to carry it out. Here the rows travel as one JSON text, so that their number is no part of the statement and
PostgreSQL plans it once. The names and types are the model's.
"""

import datetime
import json
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection
from django.db.models import Field, JSONField, Model

from league.shared.sql import Row, rows_of


class CompiledInsert:
    """Inserts rows of a model, each given by its columns; what is left out has the model's default.

    Values are what the columns take: keys, texts, numbers, moments, ids; a list or a mapping for JSON.
    The model's own checks are the caller's; the database's constraints hold as ever.
    """

    def __init__(self, model: type[Model], *, returning: Sequence[str] = ()) -> None:
        self._model = model
        self._fields = [field for field in model._meta.concrete_fields if not field.primary_key]
        self._defaults = {str(field.column): field.get_default() for field in self._fields}
        self._returning = returning
        self._by_vendor: dict[str, str] = {}

    def insert_rows(self, rows: Sequence[Mapping[str, Any]]) -> list[Row]:
        """Insert rows; return the columns asked for of each, in no order. One statement; none without rows.

        Raises ValueError for a column that the model has not.
        """
        if not rows:
            return []
        whole = [{**self._defaults, **row} for row in rows]
        if any(len(row) > len(self._defaults) for row in whole):
            raise ValueError(f"{self._model.__name__} has no such columns: {set().union(*rows)}")
        if connection.vendor not in self._by_vendor:
            self._by_vendor[connection.vendor] = self._compile()
        return rows_of(
            self._by_vendor[connection.vendor],
            [json.dumps(whole, ensure_ascii=False, default=_adapted)],
            are_written=True,
        )

    def insert_row(self, row: Model) -> None:
        """Insert a row as it stands in an instance, which gets its key. One statement."""
        ((row.pk, *_),) = self.insert_rows(
            [{str(field.column): getattr(row, field.attname) for field in self._fields}]
        )
        row._state.adding, row._state.db = False, connection.alias

    def _compile(self) -> str:
        quoted = connection.ops.quote_name
        columns = list(map(quoted, self._defaults))
        if connection.vendor == "postgresql":
            types = [
                f"{column} {field.db_type(connection)}"
                for column, field in zip(columns, self._fields, strict=True)
            ]
            values, source = columns, f"json_to_recordset(%s::json) AS sent ({', '.join(types)})"
        else:
            values, source = list(map(_of_json, self._fields)), "json_each(%s)"
        returned = map(quoted, (str(self._model._meta.pk.column), *self._returning))
        return f"""
            INSERT INTO {quoted(self._model._meta.db_table)} ({", ".join(columns)})
            SELECT {", ".join(values)} FROM {source}
            RETURNING {", ".join(returned)}
        """  # noqa: S608  (the names of our own columns)


def _of_json(field: "Field[Any, Any]") -> str:
    """Return what makes a column of a row's JSON on SQLite."""
    value = f"json_extract(value, '$.{field.column}')"
    return f"json_quote({value})" if isinstance(field, JSONField) else value


def _adapted(value: object) -> Any:
    """Return a value that JSON does not know as the database reads it from text."""
    if isinstance(value, datetime.datetime):
        return str(connection.ops.adapt_datetimefield_value(value))
    if isinstance(value, uuid.UUID):
        return str(value) if connection.features.has_native_uuid_field else value.hex
    raise TypeError(f"A column of a compiled insert takes no {type(value).__name__}.")
