"""One value of a league's file, held against the column it is for; and the published description of the file,
as JSON Schema: made from its tables and columns, so never wrong.
"""

import base64
import binascii
import datetime
import json
import uuid
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from django.db import connection, models

from league.exchange.league_file.tables import FORMAT, TABLES, Field, FileTable


class BadValue(Exception):
    """A value that cannot stand where it stands; the message says which and where."""


def value_of(field: Field, raw: Any) -> Any:
    """Return a value of the file as the model stores it. Raises BadValue."""
    if raw is None:
        if not field.null:
            raise BadValue(f"{field.name} is empty")
        return None
    _, kind, read = kind_of(field)
    try:
        value = read(raw) if kind in (type(raw), object) else None
    except (ValueError, OverflowError, binascii.Error):
        value = None
    if value is None or ((known := choices_of(field)) and value not in known):
        raise BadValue(f"{field.name} cannot be {str(raw)[:40]!r}")
    return value


@lru_cache(maxsize=1024)
def choices_of(field: Field) -> tuple[Any, ...]:
    """Return what may stand in a column; nothing where that is free."""
    return (*(value for value, _ in field.flatchoices), *[""] * field.blank) if field.choices else ()


@lru_cache(maxsize=1024)
def kind_of(field: Field) -> tuple[dict[str, Any], type[Any], Callable[[Any], Any]]:
    """Return how values of a column are described in JSON Schema, their type in JSON, and how one is read."""
    for kinds, kind in _KINDS.items():
        if isinstance(field, kinds):
            return kind
    if isinstance(field, models.IntegerField):
        low, high = connection.ops.integer_field_range(field.get_internal_type())
        return {"type": "integer"}, int, lambda raw: _whole(raw, low, high)
    longest = {"maxLength": field.max_length} if field.max_length else {}
    return {"type": "string", **longest}, str, lambda raw: _text(raw, field.max_length)


def _whole(raw: int, low: int | None, high: int | None) -> int:
    # What SQLite takes without a limit, PostgreSQL does not: its narrower columns are the measure for both.
    if not (-(2**31) if low is None else low) <= raw <= (2**31 - 1 if high is None else min(high, 2**63 - 1)):
        raise ValueError("too large")
    return raw


def _moment(raw: str) -> datetime.datetime:
    moment = datetime.datetime.fromisoformat(raw)
    if moment.tzinfo is None:
        raise ValueError("a moment without its zone")
    return moment


def _text(raw: str, longest: int | None) -> str:
    raw.encode("utf-8")  # halves of surrogate pairs: UnicodeEncodeError is a ValueError
    if "\0" in raw or (longest is not None and len(raw) > longest):
        raise ValueError("too long, or not to be written")
    return raw


def _json(raw: Any) -> Any:
    text = json.dumps(raw, ensure_ascii=False, allow_nan=False)
    _text(text, None)
    if "\\u0000" in text:
        raise ValueError("not to be written")
    return raw


# A moment is a day, too: the narrower kind comes first.
_KINDS: dict[type[Field], tuple[dict[str, Any], type[Any], Callable[[Any], Any]]] = {
    models.BooleanField: ({"type": "boolean"}, bool, bool),
    models.DateTimeField: ({"type": "string", "format": "date-time"}, str, _moment),
    models.DateField: ({"type": "string", "format": "date"}, str, datetime.date.fromisoformat),
    models.TimeField: ({"type": "string", "format": "time"}, str, datetime.time.fromisoformat),
    models.UUIDField: ({"type": "string", "format": "uuid"}, str, uuid.UUID),
    models.BinaryField: (
        {"type": "string", "contentEncoding": "base64"},
        str,
        partial(base64.b64decode, validate=True),
    ),
    models.JSONField: ({}, object, _json),
}


def schema() -> dict[str, Any]:
    """Return the whole schema. Rows are lists, in the order of the fields that their table names."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": FORMAT,
        "description": "One league of Pegboard. A row has the number of its place in its table, from 1; a "
        "reference is the number of a row of another table. Points are halves, moments have their zone.",
        "type": "object",
        "required": ["what", "made", "name", "tables"],
        "properties": {
            "what": {"const": FORMAT},
            "made": {"type": "string", "format": "date-time"},
            "name": {"type": "string"},
            "tables": {
                "type": "object",
                "properties": {table.name: _table(table) for table in TABLES},
                "additionalProperties": False,
            },
        },
    }


def _table(table: FileTable) -> dict[str, Any]:
    fields = table.fields
    return {
        "type": "object",
        "description": str(table.model.__doc__).strip().split("\n")[0],
        "required": ["fields", "rows"],
        "properties": {
            "fields": {"const": [field.name for field in fields]},
            "rows": {
                "type": "array",
                "items": {
                    "type": "array",
                    "prefixItems": [_field(field) for field in fields],
                    "items": False,
                    "minItems": len(fields),
                },
            },
        },
    }


def _field(field: Field) -> dict[str, Any]:
    if field.is_relation:
        other = next(table.name for table in TABLES if table.model is field.related_model)
        kind: dict[str, Any] = {
            "type": "integer",
            "minimum": 1,
            "description": f"The number of a row of {other}.",
        }
    else:
        kind = {"description": str(field.help_text), **kind_of(field)[0]}
    description = {"title": field.name, **{name: value for name, value in kind.items() if value != ""}}
    if "type" in description:
        nothing = [None] * field.null
        if choices := choices_of(field):
            description["enum"] = [*choices, *nothing]
        if nothing:
            description["type"] = [description["type"], "null"]
    return description
