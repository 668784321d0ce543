"""A league moves from one cell to another, with the keys it has. Nothing sent meanwhile is lost.

1. The directory says that it moves: its visitors get 503 and come again, phones with what they have to send.
2. One transaction locks every row of it, copies them, deletes them and writes the new place. Who had begun
   before and waits at a lock then finds nothing, is told to come again, and does so in the new cell.

Rows are locked in the order in which services do; where two wait for each other all the same PostgreSQL ends
one, and the move is tried again.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

from django.db import OperationalError, connection, models, transaction
from django.db.models import Max, Q, QuerySet

from league.installation.cells.schemas import CellRefused, addresses_of, models_of_cells, next_number
from league.models import Cup, Division, League, Match, RuleBook, Season
from league.shared.cells import KEYS, cell_numbers, cells, in_cell
from league.shared.directory import BELIEVED, LEAGUE, forget_places, place_of

LOCKED_FIRST = (Cup, Match, Division, League)
TRIES = 3

Model = type[models.Model]
Path = str


def move_league(slug: str, to: str, *, sleep: Callable[[float], None] = time.sleep) -> dict[str, int]:
    """Move a league to a cell, and return how many rows of each table it has. Raises CellRefused."""
    here = place_of(f"{LEAGUE}{slug}", again=True).cell
    if to not in cells():
        raise CellRefused(f"There is no cell {to}.")
    with in_cell(here):
        if (league := League.objects.filter(slug=slug).first()) is None:
            raise CellRefused(f"There is no league {slug}.")
        if here == to:
            _tell(league, is_moving=False)  # a move that was killed
            raise CellRefused(f"{slug} is in {to} already.")
        _tell(league, is_moving=True)
        try:
            # Every process now sends its visitors away: few are left to wait at a lock.
            sleep(BELIEVED)
            for left in reversed(range(TRIES)):
                try:
                    return _carry(league, to)
                except OperationalError:  # a deadlock
                    if not left:
                        raise
        finally:
            _tell(league, is_moving=False)
    raise AssertionError("unreachable")


def paths_to_league() -> dict[Model, tuple[Path, ...]]:
    """Return how the rows of each model are found to be of a league, each model after those it refers to.

    One path by references that are never empty; where there is none, all others: one of them leads there.
    """
    paths: dict[Model, tuple[Path, ...]] = {League: ("pk",), RuleBook: ("season__league",)}
    waiting = [model for model in models_of_cells() if model not in paths]
    while waiting:
        ready = [model for model in waiting if _paths(model, paths)]
        if not ready:
            raise ValueError(f"No league is known of {', '.join(model.__name__ for model in waiting)}.")
        paths |= {model: _paths(model, paths) for model in ready}
        waiting = [model for model in waiting if model not in paths]
    return paths


def _paths(model: Model, known: dict[Model, tuple[Path, ...]]) -> tuple[Path, ...]:
    """Return the paths of a model; none as long as those of a model it needs are unknown."""
    references: list[Any] = [
        field
        for field in model._meta.concrete_fields
        if field.is_relation and field.related_model is not model and field.related_model in models_of_cells()
    ]
    certain = [field for field in references if not field.null]
    for field in certain:
        # A season also refers to its rule book, which is found by the season.
        if field.related_model in known and field.related_model is not RuleBook:
            return (_joined(field.name, known[field.related_model][0]),)
    if certain or not all(field.related_model in known for field in references):
        return ()
    return tuple(_joined(field.name, path) for field in references for path in known[field.related_model])


def _joined(name: str, path: Path) -> Path:
    return name if path == "pk" else f"{name}__{path}"


def rows_of(league: League) -> Iterator[tuple[Model, QuerySet[models.Model]]]:
    """Yield the rows of a league by model, each model after those it refers to."""
    for model, paths in paths_to_league().items():
        condition = Q()
        for path in paths:
            condition |= Q(**{path: league.pk})
        if model is RuleBook:
            condition = Q(
                pk__in=list(Season.objects.filter(league=league.pk).values_list("rule_book", flat=True))
            )
        yield model, model._base_manager.filter(condition).order_by()


def _carry(league: League, to: str) -> dict[str, int]:
    """Carry every row over in one transaction, and write the new place."""
    with transaction.atomic(), connection.cursor() as cursor:
        tables = dict(rows_of(league))
        order: tuple[Model, ...] = (*LOCKED_FIRST, *tables)
        for model in order:
            list(tables[model].only("pk").select_for_update(of=("self",)).order_by("pk"))
        addresses = addresses_of(League.objects.filter(pk=league.pk))
        tables = dict(rows_of(league))
        _count_beyond(cursor, tables, to)
        counts = {model.__name__: _copy(cursor, model, rows, to) for model, rows in tables.items()}
        for model, rows in reversed(tables.items()):
            if (gone := _delete(cursor, model, rows)) != counts[model.__name__]:
                raise CellRefused(
                    f"{counts[model.__name__]} rows of {model.__name__} came, and {gone} would go."
                )
        cursor.execute(
            "INSERT INTO shared.place (address, cell, league) SELECT address, %s, league"
            " FROM unnest(%s::text[], %s::bigint[]) AS new (address, league)"
            " ON CONFLICT (address) DO UPDATE SET cell = excluded.cell, is_moving = false",
            (to, list(addresses), list(addresses.values())),
        )
        cursor.execute("UPDATE shared.place SET cell = %s WHERE league = %s", (to, league.pk))
    return counts


def _count_beyond(cursor: Any, tables: dict[Model, QuerySet[models.Model]], to: str) -> None:
    """Give the cell a higher number, and count on from there, if keys that come are beyond its own."""
    highest = max(rows.aggregate(highest=Max("pk"))["highest"] or 0 for rows in tables.values())
    if highest // KEYS <= cell_numbers()[to]:
        return
    number = next_number()
    cursor.execute("UPDATE shared.cell SET number = %s WHERE name = %s", (number, to))
    for model in tables:
        table = f"{connection.ops.quote_name(to)}.{connection.ops.quote_name(model._meta.db_table)}"
        column = str(model._meta.pk.column)
        cursor.execute(
            "SELECT setval(pg_get_serial_sequence(%s, %s), %s, false)", (table, column, number * KEYS + 1)
        )


def _copy(cursor: Any, model: Model, rows: QuerySet[models.Model], to: str) -> int:
    named = ", ".join(connection.ops.quote_name(str(field.column)) for field in model._meta.concrete_fields)
    names = [field.attname for field in model._meta.concrete_fields]
    sql, values = rows.values_list(*names).query.sql_with_params()
    table = f"{connection.ops.quote_name(to)}.{connection.ops.quote_name(model._meta.db_table)}"
    cursor.execute(f"INSERT INTO {table} ({named}) {sql}", values)
    return int(cursor.rowcount)


def _delete(cursor: Any, model: Model, rows: QuerySet[models.Model]) -> int:
    sql, values = rows.values_list("pk").query.sql_with_params()
    table = connection.ops.quote_name(model._meta.db_table)
    key = connection.ops.quote_name(str(model._meta.pk.column))
    cursor.execute(f"DELETE FROM {table} WHERE {key} IN ({sql})", values)  # noqa: S608  (Django's own SQL)
    return int(cursor.rowcount)


def _tell(league: League, *, is_moving: bool) -> None:
    """Write into the directory whether a league moves, for its codes and links as well."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE shared.place SET is_moving = %s WHERE address = ANY(%s)",
            (is_moving, list(addresses_of(League.objects.filter(pk=league.pk)))),
        )
    forget_places()
