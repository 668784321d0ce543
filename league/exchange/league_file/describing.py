"""The published description of a league's file, as JSON Schema: made from the tables, so never wrong."""

from typing import Any

from league.exchange.league_file.tables import FORMAT, TABLES, Field, FileTable
from league.exchange.league_file.values import choices_of, kind_of


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
