"""An installation of several cells, in a database of its own beside that of the tests."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connections, router
from django.db.utils import load_backend

from league.installation.cells.router import CellRouter
from league.installation.cells.schemas import create_cell
from league.shared.directory import forget_places

CELLS = ("cell_a", "cell_b")
ENGINE = "league.installation.cells.postgresql"


@contextmanager
def an_installation_of_cells(
    name: str, prepare: Callable[[], None] = lambda: None, **database: Any
) -> Iterator[None]:
    """Make the default database of the process one of cells, with the tables of the models."""
    from django.conf import settings

    own = connections["default"]
    known = {**own.settings_dict, **database, "ENGINE": ENGINE, "NAME": name}
    admin = load_backend("django.db.backends.postgresql").DatabaseWrapper(known, "default")
    backend = load_backend(ENGINE)
    with admin._nodb_cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}"')
        cursor.execute(f'CREATE DATABASE "{name}"')
    second = backend.DatabaseWrapper(known, "default")
    routers, middleware = router.routers, settings.MIDDLEWARE
    connections["default"], router.routers = second, [CellRouter()]
    settings.CELLS, settings.MIDDLEWARE = True, _with_cells(middleware)
    try:
        prepare()
        call_command("migrate", interactive=False, run_syncdb=True, verbosity=0)
        for cell in CELLS:
            create_cell(cell)
        yield
    finally:
        settings.CELLS, settings.MIDDLEWARE, router.routers = False, middleware, routers
        second.close()
        connections["default"] = own
        forget_places()
        ContentType.objects.clear_cache()
        with admin._nodb_cursor() as cursor:
            cursor.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def _with_cells(middleware: list[str]) -> list[str]:
    return [middleware[0], "league.installation.cells.middleware.in_cell_of_address", *middleware[1:]]
