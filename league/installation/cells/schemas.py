"""Cells are created, brought to this version, indexed in the directory, and told apart where they differ."""

import re
from collections.abc import Callable
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection, models, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from league.models import CaptainLink, League, PubLink, ScoringCode, TableSquare
from league.shared.cells import (
    FIRST,
    KEYS,
    SHARED,
    cell_numbers,
    cells,
    count_from_own_keys,
    further_cells,
    in_cell,
    is_shared,
)
from league.shared.directory import CAPTAIN, CODE, LEAGUE, PUB, SQUARE, forget_places

NAME = re.compile(r"[a-z][a-z0-9_]{0,29}")
RESERVED = ("pg_", FIRST, SHARED, "information_schema", "citus")
# Keys of 53 bits are the largest that scripts read as they are.
MOST_NUMBERS = 2**53 // KEYS

SHARED_TABLES = """
CREATE TABLE IF NOT EXISTS shared.cell (name text PRIMARY KEY, number integer NOT NULL UNIQUE);
INSERT INTO shared.cell (name, number) VALUES ('public', 0) ON CONFLICT DO NOTHING;
CREATE TABLE IF NOT EXISTS shared.place (
    address text PRIMARY KEY, cell text NOT NULL, league bigint, is_moving boolean NOT NULL DEFAULT false
);
CREATE INDEX IF NOT EXISTS place_of_leagues ON shared.place (cell) WHERE address LIKE 'l/%';
CREATE INDEX IF NOT EXISTS place_league ON shared.place (league) WHERE league IS NOT NULL;
"""

Say = Callable[[str], None]


class CellRefused(Exception):
    """What is asked of a cell cannot be done, in a sentence. Nothing was changed."""


def models_of_cells() -> list[type[models.Model]]:
    """Return the models whose tables every cell has."""
    return [model for model in apps.get_models(include_auto_created=True) if not is_shared(model)]


def is_set_up() -> bool:
    """Return whether there is a directory: before it is, the site has one cell."""
    return bool(_rows("SELECT to_regclass('shared.place') IS NOT NULL")[0][0])


def has_citus() -> bool:
    return bool(_rows("SELECT 1 FROM pg_extension WHERE extname = 'citus'"))


def create_cell(name: str) -> None:
    """Create a cell of this version; with the first one that is created the directory. Raises CellRefused."""
    if not NAME.fullmatch(name) or name.startswith(RESERVED):
        raise CellRefused(
            f"“{name}” is no name for a cell: small letters, figures and _ make one, such as cell_2."
        )
    if not is_set_up():
        _set_up()
    if name in cells():
        raise CellRefused(f"There is a cell {name} already.")
    number = next_number()
    # Citus makes a schema's place as it is created, and would not do so for `shared`.
    _run(
        *(["SET citus.enable_schema_based_sharding TO on"] if has_citus() else []), f'CREATE SCHEMA "{name}"'
    )
    try:
        with in_cell(name):
            _make_tables()
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("INSERT INTO shared.cell (name, number) VALUES (%s, %s)", (name, number))
            count_from_own_keys(models_of_cells())
    except BaseException:
        _run(f'DROP SCHEMA "{name}" CASCADE', f"DELETE FROM shared.cell WHERE name = '{name}'")  # noqa: S608  (as NAME allows)
        raise


def next_number() -> int:
    """Return a number that no cell has had. Raises CellRefused if there is none left."""
    number = max(cell_numbers().values()) + 1
    if number >= MOST_NUMBERS:
        raise CellRefused(f"{MOST_NUMBERS} numbers of cells are used up: no more keys can be told apart.")
    return number


def migrate_cells(say: Say) -> None:
    """Bring every cell to this version, the first one before all others: it has what they share."""
    for name in cells():
        with in_cell(name):
            call_command("migrate", interactive=False, verbosity=0)
        if settings.CELLS:
            say(f"{name} is of this version.")


def cells_behind() -> dict[str, int]:
    """Return the cells that lack migrations, and how many. A query for each cell."""
    disk = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    wanted = {key for key in disk if key[0] == "league"}
    behind = {}
    for name in further_cells():
        with in_cell(name):
            lacking = wanted - MigrationRecorder(connection).applied_migrations().keys()
        if lacking:
            behind[name] = len(lacking)
    return behind


def index_cells() -> int:
    """Enter what the directory lacks: leagues, codes and links of every cell. Return how many there were."""
    return sum(_index(name) for name in cells() if is_set_up())


def lost_leagues() -> list[str]:
    """Return the leagues that lie in another cell than the directory says, as cell/slug."""
    lost = []
    for name in cells():
        with in_cell(name):
            slugs = set(League.objects.values_list("slug", flat=True))
        at = {f"{LEAGUE}{slug}": slug for slug in slugs}
        told: dict[Any, Any] = dict(
            _rows("SELECT address, cell FROM shared.place WHERE address = ANY(%s)", list(at))
        )
        lost += [f"{name}/{slug}" for address, slug in sorted(at.items()) if told.get(address, FIRST) != name]
    return lost


def addresses_of(leagues: models.QuerySet[League]) -> dict[str, int | None]:
    """Return what the directory calls leagues, each with its key, and their codes and links."""
    codes = ScoringCode.objects.filter(match__division__season__league__in=leagues)
    captains = CaptainLink.objects.filter(enrolment__season__league__in=leagues)
    pubs = PubLink.objects.filter(pub__league__in=leagues)
    squares = TableSquare.objects.filter(pub__league__in=leagues)
    return {
        **{f"{LEAGUE}{slug}": key for key, slug in leagues.values_list("pk", "slug").iterator()},
        **{f"{CODE}{code}": None for code in codes.values_list("code", flat=True).iterator()},
        **{f"{CAPTAIN}{link}": None for link in captains.values_list("public_id", flat=True)},
        **{f"{PUB}{link}": None for link in pubs.values_list("public_id", flat=True)},
        **{f"{SQUARE}{code}": None for code in squares.values_list("code", flat=True)},
    }


def _index(name: str) -> int:
    with in_cell(name), transaction.atomic():
        addresses = addresses_of(League.objects.all())
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO shared.place (address, cell, league)"
                " SELECT address, %s, league FROM unnest(%s::text[], %s::bigint[]) AS new (address, league)"
                " ON CONFLICT (address) DO NOTHING",
                (name, list(addresses), list(addresses.values())),
            )
            entered: int = cursor.rowcount
    forget_places()
    return entered


def _set_up() -> None:
    """Move what all cells share out of the first one, and write the directory."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"CREATE SCHEMA IF NOT EXISTS {SHARED}")
        for model in apps.get_models(include_auto_created=True):
            if is_shared(model):
                table = connection.ops.quote_name(model._meta.db_table)
                cursor.execute(f"ALTER TABLE IF EXISTS public.{table} SET SCHEMA {SHARED}")
        cursor.execute(SHARED_TABLES)
    if has_citus():
        # Leagues of every node refer to accounts, and are read together with them.
        _run("SELECT create_reference_table('shared.league_user')")
    _index(FIRST)


def _make_tables() -> None:
    """Make the tables from the models, and record every migration as applied: none has anything to do."""
    with connection.schema_editor() as editor:
        for model in models_of_cells():
            if model._meta.managed and not model._meta.proxy and not model._meta.auto_created:
                editor.create_model(model)
    recorder = MigrationRecorder(connection)
    recorder.ensure_schema()
    for app, name in MigrationLoader(None, ignore_no_migrations=True).disk_migrations:
        recorder.record_applied(app, name)


def _run(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _rows(sql: str, *values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def nodes() -> list[tuple[Any, ...]]:
    """Return each cell with the node of Citus that holds it."""
    return _rows(
        "SELECT DISTINCT split_part(table_name::text, '.', 1), nodename || ':' || nodeport FROM citus_shards"
        " WHERE citus_table_type = 'schema'"
    )
