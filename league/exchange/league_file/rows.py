"""Rows of a league's file on their way into the database, read a column at a time.

What stands in a column again and again is held against it, and adapted to the database, once.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from django.core.exceptions import ValidationError
from django.db import connection, models

from league.exchange.league_file.tables import Field, FileTable, Model
from league.exchange.league_file.values import BadValue, value_of
from league.models import (
    Division,
    HandResult,
    League,
    Penalty,
    Player,
    Pub,
    ScoringCode,
    Season,
    TableSquare,
    Team,
)
from league.results.selectors.scorecards import hand_value

# So many values of a column are kept at hand.
VALUES_KEPT = 128
# What the models' own checks ask of other rows is kept at hand, not read for each.
ASKED = frozenset({League, Pub, Team, Season, Division, Player})
CODES: tuple[Field, ...] = (ScoringCode._meta.get_field("code"), TableSquare._meta.get_field("code"))
# A code is longer until its league is shown; a sheet need not say what a penalty was for, though a form asks.
UNCHECKED = frozenset({*CODES, Penalty._meta.get_field("reason")})

Keys = dict[Model, Sequence[int]]
"""The keys here of the rows that were written, by model, in the order of the file."""
Settled = dict[Any, Callable[[Any], Any]]
"""What becomes here of the values of some columns; what is done with the rows of some models."""


def key_of(name: str, number: object, keys: Sequence[int]) -> int:
    """Return the key of the row that a number of the file means. Raises BadValue."""
    if type(number) is not int or not 1 <= number <= len(keys):
        raise BadValue(f"{name} points at {number!r}, which is not there")
    return keys[number - 1]


def _read_as_pages_do(name: str, value: Any) -> None:
    """Read a hand with this value. What pages make of a column depends on no other."""
    try:
        hand_value(HandResult(**{name: value}))
    except (ValueError, TypeError, LookupError) as fault:
        raise BadValue(f"a hand cannot be read ({fault})") from fault


def _remembered(read: Callable[[Any], Any], field: Field) -> Callable[[Any], Any]:
    """Return what reads a value of a column as `read` does, one that comes again once."""
    if not isinstance(field, models.JSONField):
        return lru_cache(VALUES_KEPT, typed=True)(read)  # 1 is no truth
    of_text = lru_cache(VALUES_KEPT)(lambda text: read(json.loads(text)))
    return lambda raw: of_text(json.dumps(raw))


class TableRows:
    """The rows of one table; `made` are those of the last batch, where the model has checks of whole rows."""

    def __init__(
        self,
        table: FileTable,
        heads: Sequence[Field],
        keys: Keys,
        settled: Settled,
        asked: Mapping[Model, Mapping[int, models.Model]],
    ) -> None:
        model, places = table.model, {field: place for place, field in enumerate(heads)}
        self._table, self._keys, self._settled, self._asked = table, keys, settled, asked
        self.fields: list[Field] = [field for field in model._meta.concrete_fields if not field.primary_key]
        self._places = [places.get(field) for field in self.fields]
        self._is_made = model in asked or model.clean is not models.Model.clean
        self._read = [partial(self._value, field, is_there=field in places) for field in self.fields]
        self._known = [
            # Each row has its own default; a key comes in hardly more than one.
            _remembered(read, field) if field in places and not field.is_relation else read
            for read, field in zip(self._read, self.fields, strict=True)
        ]
        self.made: list[models.Model] = []

    def _value(self, field: Field, raw: Any, *, is_there: bool) -> Any:
        """Return a value of the file as the model has it or, if no row is made, as the database stores it."""
        if not is_there:
            value = field.get_default()
        elif not field.is_relation:
            value = value_of(field, raw)
        elif raw is None and not field.null:
            raise BadValue(f"{field.name} is missing")
        else:
            # The rows of its own table have no keys yet.
            is_later = raw is None or field.related_model is self._table.model
            return None if is_later else key_of(field.name, raw, self._keys[field.related_model])
        if settle := self._settled.get(field):
            value = settle(value)
        if field.model is HandResult:
            _read_as_pages_do(field.attname, value)
        is_unchecked = field.is_relation or field in UNCHECKED
        if not (is_unchecked or (field.blank and value in field.empty_values)):
            field.clean(value, None)
        return value if self._is_made else field.get_db_prep_save(value, connection)

    def stored(self, batch: Sequence[list[Any]], first: int) -> list[list[Any]]:
        """Return the columns of some rows, the first of this number, as the database stores them.

        Raises BadValue, and ValidationError of the model's own checks, for the first that cannot be.
        """
        try:
            return self._stored(batch, self._known)
        except (BadValue, ValidationError, TypeError):  # a list among texts is not looked up
            for number, row in enumerate(batch, first):
                try:
                    self._stored([row], self._read)
                except BadValue as fault:
                    raise BadValue(f"row {number} of {self._table.name}: {fault}") from None
            raise

    def _stored(self, batch: Sequence[list[Any]], readers: Sequence[Callable[[Any], Any]]) -> list[list[Any]]:
        cells = list(zip(*batch, strict=True))
        columns = [
            list(map(read, cells[place] if place is not None else [None] * len(batch)))
            for place, read in zip(self._places, readers, strict=True)
        ]
        if not self._is_made:
            return columns
        self.made = [self._row(values) for values in zip(*columns, strict=True)]
        for row in self.made:
            row.clean()
        return [
            [field.get_db_prep_save(getattr(row, field.attname), connection) for row in self.made]
            for field in self.fields
        ]

    def _row(self, values: Sequence[Any]) -> models.Model:
        """Return a row not written yet, beside the rows that its checks ask."""
        pairs = list(zip(self.fields, values, strict=True))
        row = self._table.model(**{field.attname: value for field, value in pairs})
        if settle := self._settled.get(self._table.model):
            settle(row)
        for field, key in pairs:
            if field.is_relation and (other := self._asked.get(field.related_model, {}).get(key)):
                field.set_cached_value(row, other)
        return row
