"""`migrate`: Django's own. After it ties that were dated before they were matches become matches."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.exceptions import AmbiguityError
from django.db.migrations.executor import MigrationExecutor

from league.cups.services.cups import plan_dated_ties
from league.installation.startup import migrations_waiting, missing_for_printing, newer_database
from league.management.plain import PlainCommand
from league.models import Cup
from league.shared.layout import command


class Command(PlainCommand, migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        if options["database"] == DEFAULT_DB_ALIAS and (refusal := newer_database()):
            raise CommandError(refusal)
        if options["migration_name"] and _goes_back(**options):
            raise CommandError(
                "Migrations are not undone: what newer ones store would be lost. To go back, start the older "
                f"Pegboard and put back a backup of it: {command('restore FILE --replace')}"
            )
        if options["verbosity"] and (missing := missing_for_printing()):
            self.stderr.write(missing)
        super().handle(*args, **options)
        is_trial = options["plan"] or options["check_unapplied"]
        # Only here are the tables those of the models: a migration may be followed by others.
        if options["database"] == DEFAULT_DB_ALIAS and not is_trial and not migrations_waiting():
            plan_dated_ties(Cup.objects.all())


def _goes_back(*, database: str, app_label: str, migration_name: str, **_: Any) -> bool:
    executor = MigrationExecutor(connections[database])
    if migration_name == "zero":
        return True
    try:
        name = executor.loader.get_migration_by_prefix(app_label, migration_name).name
    except (AmbiguityError, KeyError):
        return False  # Django says which there are
    return any(backwards for _, backwards in executor.migration_plan([(app_label, name)]))
