"""The published description of a league's file, as JSON Schema: made from the tables, so never wrong."""

from typing import Any

from django.db import models

from league.exchange.league_file.tables import FORMAT, TABLES, Field, FileTable

WHOLE = (models.IntegerField, models.PositiveIntegerField, models.PositiveBigIntegerField)


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
    description: dict[str, Any] = {"title": field.name}
    if words := str(field.help_text):
        description["description"] = words
    description |= _kind(field)
    if field.choices and "type" in description:
        description["enum"] = [value for value, _ in field.flatchoices] + ([""] if field.blank else [])
    if field.null and "type" in description:
        description["type"] = [description["type"], "null"]
        if "enum" in description:
            description["enum"].append(None)
    return description


# A moment is a day, too: the narrower kind comes first.
_KINDS: dict[Any, dict[str, Any]] = {
    models.DateTimeField: {"type": "string", "format": "date-time"},
    models.DateField: {"type": "string", "format": "date"},
    models.TimeField: {"type": "string", "format": "time"},
    models.UUIDField: {"type": "string", "format": "uuid"},
    models.BooleanField: {"type": "boolean"},
    models.BinaryField: {"type": "string", "contentEncoding": "base64"},
    models.JSONField: {},
    WHOLE: {"type": "integer"},
}


def _kind(field: Field) -> dict[str, Any]:
    if field.is_relation:
        other = next(table.name for table in TABLES if table.model is field.related_model)
        return {"type": "integer", "minimum": 1, "description": f"The number of a row of {other}."}
    for kinds, kind in _KINDS.items():
        if isinstance(field, kinds):
            return {**kind}
    text: dict[str, Any] = {"type": "string"}
    return {**text, "maxLength": field.max_length} if field.max_length else text
