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
from django.db.models import Expression, QuerySet
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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Compiled:
    sql: str
    parameters: tuple[Any, ...]
    converters: tuple[tuple[int, Callable[[Any], Any]], ...]


class CompiledQuery:
    """A `values_list` filtered by keys, texts, ids, days and moments.

    `queryset_of` takes the values and returns the queryset; what it filters by them must reach the SQL as it
    is: a day it reckons from another does not. It is called once for every number of values.
    """

    def __init__(self, queryset_of: Callable[..., QuerySet[Any, Any]]) -> None:
        self._queryset_of = queryset_of
        self._by_shape: dict[tuple[object, ...], _Compiled] = {}

    def rows(self, *values: Value) -> Sequence[Row]:
        """Return the rows of the query with these values. One query.

        What is equal in a column may be one object: it is for reading only.
        """
        shape = (connection.vendor, *map(type, values))
        compiled = self._by_shape.get(shape)
        if compiled is None:
            compiled = self._by_shape[shape] = self._compile(values)
        rows = rows_of(compiled.sql, _parameters(compiled.parameters, values))
        return _converted(rows, compiled.converters) if compiled.converters else rows

    def _compile(self, values: Sequence[Value]) -> _Compiled:
        stand_ins = [_stand_in(value, at) for at, value in enumerate(values)]
        compiler = self._queryset_of(*stand_ins).query.get_compiler(connection=connection)
        sql, template = _template(compiler, stand_ins)
        columns = [column for column, *_ in compiler.select[: compiler.col_count]]
        return _Compiled(
            sql=sql,
            parameters=template,
            converters=tuple(
                (at, _chain(functions, column))
                for at, (functions, column) in compiler.get_converters(columns).items()
            ),
        )


class CompiledUpdate:
    """An update of the rows of a queryset by expressions, filtered by values as in `CompiledQuery`.

    `update_of` takes the values and returns the queryset and what each field becomes.
    """

    def __init__(self, update_of: Callable[..., tuple[QuerySet[Any], dict[str, Expression]]]) -> None:
        self._update_of = update_of
        self._by_shape: dict[tuple[object, ...], _Compiled] = {}

    def update_rows(self, *values: Value) -> int:
        """Carry the update out with these values; return how many rows it changed. One statement."""
        shape = (connection.vendor, *map(type, values))
        compiled = self._by_shape.get(shape)
        if compiled is None:
            compiled = self._by_shape[shape] = self._compile(values)
        return count_written(compiled.sql, _parameters(compiled.parameters, values))

    def _compile(self, values: Sequence[Value]) -> _Compiled:
        stand_ins = [_stand_in(value, at) for at, value in enumerate(values)]
        queryset, changes = self._update_of(*stand_ins)
        query: Any = queryset.query.chain(UpdateQuery)
        query.add_update_values(changes)
        sql, template = _template(query.get_compiler(connection=connection), stand_ins)
        return _Compiled(sql=sql, parameters=template, converters=())


def _template(compiler: Any, stand_ins: Sequence[Value]) -> tuple[str, tuple[Any, ...]]:
    """Return the SQL of a compiler and its parameters, with places where the stand-ins are."""
    places = {_adapted(stand_in): _Place(at) for at, stand_in in enumerate(stand_ins)}
    sql, parameters = compiler.as_sql()
    template = tuple(
        places.get(parameter, parameter) if isinstance(parameter, Value) else parameter
        for parameter in parameters
    )
    if {part for part in template if isinstance(part, _Place)} != set(places.values()):
        raise ValueError(f"A value of this query does not reach its SQL as it is: {sql}")
    return sql, template


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


def _converted(rows: Sequence[Row], converters: Sequence[tuple[int, Callable[[Any], Any]]]) -> list[Row]:
    """Return the rows with converted columns; the few different values of a column are converted once."""
    columns = list(zip(*rows, strict=True))
    for at, convert in converters if rows else ():
        known = {value: convert(value) for value in set(columns[at])}
        columns[at] = tuple([known[value] for value in columns[at]])
    return list(zip(*columns, strict=True))
