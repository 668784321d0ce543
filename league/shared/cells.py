"""Cells: leagues of one installation in several schemas of PostgreSQL. Off without PEGBOARD_CELLS.

A cell is a schema with the tables of its leagues. The first is `public`, where an installation begins; what
all cells share (accounts, sessions, the directory of addresses) lies in the schema `shared`. Which cell a
statement means is told by the search path of its connection, which follows `current_cell` (the database
backend in `league.installation.cells.postgresql`). A transaction is in one cell.

Keys differ between cells, so that a league moves with the keys it has, and what processes remember by key
stays right: a cell counts from its number × 2³⁴. Newer rows have higher keys, by which phones ask for what is
new: a cell that takes in a league with keys beyond its own gets a number that is higher still.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from django.conf import settings
from django.db import connection
from django.db.models import Model

FIRST = "public"
SHARED = "shared"
KEYS = 2**34

# Of our own models these belong to people, who may have a part in leagues of several cells,
SHARED_MODELS = frozenset(
    (
        "league.user",
        "league.user_groups",
        "league.user_user_permissions",
        "league.authenticator",
        "league.passkey",
        "league.signedindevice",
        "league.trycount",
        # Of the site's machines, and what they have printed, which belongs to nobody.
        "league.clockturn",
        "league.printedfile",
        # What an address led to once is no cell's.
        "league.deletedleague",
    )
)

Answer = TypeVar("Answer")

_cell: ContextVar[str] = ContextVar("cell", default=FIRST)


def current_cell() -> str:
    """Return the cell that is read and written now."""
    return _cell.get()


@contextmanager
def in_cell(name: str) -> Iterator[None]:
    """Read and write in a cell, outside of transactions."""
    before = _cell.set(name)
    try:
        yield
    finally:
        _cell.reset(before)


def cells() -> list[str]:
    """Return the names of the cells, the first one first. Two queries where there can be several."""
    return [FIRST, *further_cells()]


def further_cells() -> list[str]:
    """Return the names of all cells but the first, in the order of their names."""
    return sorted(cell_numbers().keys() - {FIRST})


def cell_numbers() -> dict[str, int]:
    """Return the numbers of the cells, by which their keys are told apart; none before there is a second."""
    if not settings.CELLS:
        return {}
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('shared.cell') IS NOT NULL")
        if not cursor.fetchone()[0]:
            return {}
        cursor.execute("SELECT name, number FROM shared.cell")
        return dict(cursor.fetchall())


def in_every_cell(ask: Callable[[], Answer]) -> list[Answer]:
    """Return what is answered in each cell, the first one first. What is asked must be read to its end."""
    answers = []
    for name in cells():
        with in_cell(name):
            answers.append(ask())
    return answers


def is_shared(model: type[Model]) -> bool:
    """Return whether the rows of a model belong to all cells together."""
    return model._meta.app_label != "league" or model._meta.label_lower in SHARED_MODELS


def count_from_own_keys(models: Sequence[type[Model]]) -> None:
    """Set the counters of tables past the highest key of this cell's own, whatever has moved here."""
    start = cell_numbers().get(current_cell(), 0) * KEYS
    with connection.cursor() as cursor:
        for model in models:
            key: Any = model._meta.pk
            if key.get_internal_type() not in {"AutoField", "BigAutoField"}:
                continue
            table, column = map(connection.ops.quote_name, (model._meta.db_table, key.column))
            cursor.execute(
                f"SELECT max({column}) FROM {table} WHERE {column} >= %s AND {column} < %s",  # noqa: S608  (its own names)
                (start, start + KEYS),
            )
            highest = cursor.fetchone()[0] or start
            cursor.execute(
                "SELECT setval(pg_get_serial_sequence(%s, %s), %s, false)", (table, key.column, highest + 1)
            )
