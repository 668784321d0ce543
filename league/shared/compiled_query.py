"""Queries asked by nearly every request: compiled to SQL once, then only given their values.

Django takes up to ten times as long to build a query anew as the database takes to answer it. The SQL is
still Django's own, made from the models for the database in use.
"""

import datetime
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models.sql import UpdateQuery

from league.shared.sql import Row, count_written, rows_of

# Stand for the values while a query is compiled: no row has such a key or day.
FIRST_KEY = -(2**40)
TEXT = "~stands for text "
FIRST_DAY = datetime.datetime(1, 2, 1, tzinfo=datetime.UTC)
FIRST_ID = 2**100

Value = int | str | datetime.date | uuid.UUID


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a value goes among the parameters: which of the values it is."""

    at: int


_Converters = tuple[tuple[int, Callable[[Any], Any]], ...]
"""What is made of the values of some columns, by their places."""


class CompiledQuery:
    """A `values_list` filtered by keys, texts, ids, days and moments.

    `query_of` takes the values and returns the queryset; what it filters by them must reach the SQL as it
    is: a day it reckons from another does not. It is called once for every number of values.
    """

    def __init__(self, query_of: Callable[..., Any]) -> None:
        self._query_of = query_of
        self._by_shape: dict[tuple[object, ...], tuple[str, tuple[Any, ...], _Converters]] = {}

    def rows(self, *values: Value) -> Sequence[Row]:
        """Return the rows of the query with these values. One query.

        What is equal in a column may be one object: it is for reading only.
        """
        sql, template, converters = self._compiled(values)
        rows = rows_of(sql, _parameters(template, values))
        return _converted(rows, converters) if converters else rows

    def _compiled(self, values: Sequence[Value]) -> tuple[str, tuple[Any, ...], _Converters]:
        """Return the SQL, its parameters with places where the values are, and the converters."""
        shape = (connection.vendor, *map(type, values))
        if shape not in self._by_shape:
            self._by_shape[shape] = self._compile([_stand_in(value, at) for at, value in enumerate(values)])
        return self._by_shape[shape]

    def _compile(self, stand_ins: Sequence[Value]) -> tuple[str, tuple[Any, ...], _Converters]:
        compiler = self._query(*stand_ins).get_compiler(connection=connection)
        places = {_adapted(stand_in): _Place(at) for at, stand_in in enumerate(stand_ins)}
        sql, parameters = compiler.as_sql()
        template = tuple(
            places.get(parameter, parameter) if isinstance(parameter, Value) else parameter
            for parameter in parameters
        )
        if {part for part in template if isinstance(part, _Place)} != set(places.values()):
            raise ValueError(f"A value of this query does not reach its SQL as it is: {sql}")
        selected = compiler.select[: compiler.col_count] if compiler.select else ()
        converters = compiler.get_converters([column for column, *_ in selected]).items()
        return sql, template, tuple((at, _chain(*chained)) for at, chained in converters)

    def _query(self, *values: Value) -> Any:
        return self._query_of(*values).query


class CompiledUpdate(CompiledQuery):
    """An update of the rows of a queryset by expressions, filtered by values as in `CompiledQuery`.

    `query_of` takes the values and returns the queryset and what each field becomes.
    """

    def update_rows(self, *values: Value) -> int:
        """Carry the update out with these values; return how many rows it changed. One statement."""
        sql, template, _ = self._compiled(values)
        return count_written(sql, _parameters(template, values))

    def _query(self, *values: Value) -> Any:
        queryset, changes = self._query_of(*values)
        query = queryset.query.chain(UpdateQuery)
        query.add_update_values(changes)
        return query


def _parameters(template: Sequence[Any], values: Sequence[Value]) -> list[Any]:
    return [_adapted(values[part.at]) if type(part) is _Place else part for part in template]


def _stand_in(value: Value, at: int) -> Value:
    if isinstance(value, str):
        return f"{TEXT}{at}"
    if isinstance(value, uuid.UUID):
        return uuid.UUID(int=FIRST_ID + at)
    if isinstance(value, datetime.date):
        moment = FIRST_DAY + datetime.timedelta(days=at)
        return moment if isinstance(value, datetime.datetime) else moment.date()
    return FIRST_KEY - at


def _adapted(value: Value) -> Any:
    """Return a value as the database's driver takes it."""
    if isinstance(value, datetime.datetime):
        return connection.ops.adapt_datetimefield_value(value)
    if isinstance(value, datetime.date):
        return connection.ops.adapt_datefield_value(value)
    if isinstance(value, uuid.UUID) and not connection.features.has_native_uuid_field:
        return value.hex
    return value


def _chain(functions: Sequence[Callable[..., Any]], column: Any) -> Callable[[Any], Any]:
    """Return what a column's converters make of a value of the database."""

    def convert(value: Any) -> Any:
        for function in functions:
            value = function(value, column, connection)
        return value

    return convert


def _converted(rows: Sequence[Row], converters: _Converters) -> list[Row]:
    """Return the rows with converted columns; the few different values of a column are converted once."""
    columns = list(zip(*rows, strict=True))
    for at, convert in converters if rows else ():
        known = {value: convert(value) for value in set(columns[at])}
        columns[at] = tuple([known[value] for value in columns[at]])
    return list(zip(*columns, strict=True))
