"""A league written as its file, a line for each row: it can be read, and compared line by line."""

import datetime
import json
from collections.abc import Iterator
from typing import Any

from league.exchange.archive import plain_value
from league.exchange.backups import one_moment
from league.exchange.league_file.tables import FORMAT, MOVED, ExportOptions, Field, FileTable, Model, tables
from league.models import League, Merge

ROWS_AT_ONCE = 1000
WITHOUT = ExportOptions()

Numbers = dict[Model, dict[int, int]]
"""The number in the file of each row that was written, by its key here."""


def league_as_text(
    league: League, *, made: datetime.datetime, without: ExportOptions = WITHOUT
) -> Iterator[str]:
    """Yield the file of a league in pieces of text, as it stood at one moment.

    Few rows are held at a time.
    """
    with one_moment():
        head = {"what": FORMAT, "made": made.isoformat(timespec="seconds"), "name": league.name}
        yield json.dumps(head, ensure_ascii=False)[:-1] + ', "tables": {'
        numbers: Numbers = {}
        for before, table in enumerate(tables(without)):
            yield ",\n" if before else "\n"
            yield from _table(table, league, without, numbers)
        yield "\n}}\n"


def _table(table: FileTable, league: League, without: ExportOptions, numbers: Numbers) -> Iterator[str]:
    fields = table.fields
    own_numbers = numbers.setdefault(table.model, {})
    yield f'"{table.name}": {{"fields": {json.dumps([field.name for field in fields])}, "rows": ['
    keys = ["pk", *(field.attname for field in fields)]
    query_set = table.rows(league, without)
    if any(field.related_model is table.model for field in fields):
        # A row may point at a later one of its own table: a player merged into a newer record.
        own_numbers.update(
            (key, number) for number, key in enumerate(query_set.values_list("pk", flat=True), start=1)
        )
    for before, (key, *values) in enumerate(query_set.values_list(*keys).iterator(chunk_size=ROWS_AT_ONCE)):
        own_numbers[key] = before + 1
        plain = [_numbered(field, value, numbers) for field, value in zip(fields, values, strict=True)]
        yield (",\n" if before else "\n") + json.dumps(plain, ensure_ascii=False, default=plain_value)
    yield "]}"


def _numbered(field: Field, value: Any, numbers: Numbers) -> Any:
    if field.is_relation:
        # None for a row that stays behind, such as the version a photograph's neighbour was set aside with.
        return numbers[field.related_model].get(value)
    return _renumbered(value, numbers) if field.model is Merge and field.name == "moved" else value


def _renumbered(moved: dict[str, list[int]], numbers: Numbers) -> dict[str, list[int]]:
    """Return what a merge carried over, by the numbers of the file."""
    return {
        what: [number for key in keys if (number := numbers[MOVED[what]].get(key)) is not None]
        for what, keys in moved.items()
        if what in MOVED
    }
