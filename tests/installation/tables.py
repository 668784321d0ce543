"""Databases beside that of the run, with their tables made at once: the migrations take four seconds."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.apps import apps
from django.core.management import call_command
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import override_settings


def make_tables_at_once(*_: object, **__: object) -> None:
    """Make the tables as the models are now; all migrations count as applied. In place of `migrate`."""
    with override_settings(MIGRATION_MODULES={app.label: None for app in apps.get_app_configs()}):
        call_command("migrate", run_syncdb=True, verbosity=0)
    record_migrations()


def record_migrations() -> None:
    """Let every migration count as applied."""
    recorder = MigrationRecorder(connection)
    recorder.ensure_schema()
    known = set(recorder.applied_migrations())
    with override_settings(MIGRATION_MODULES={}):
        for key in sorted(set(MigrationLoader(None).disk_migrations) - known):
            recorder.record_applied(*key)


@contextmanager
def as_default(database: BaseDatabaseWrapper) -> Iterator[None]:
    """The run's database is another one meanwhile."""
    run = connections["default"]
    connections["default"] = database
    try:
        yield
    finally:
        database.close()
        connections["default"] = run
