"""`migrate`: Django's own. After it ties that were dated before they were matches become matches."""

from typing import Any

from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS

from league.cups.services.cups import plan_dated_ties
from league.installation.startup import migrations_waiting
from league.models import Cup


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        super().handle(*args, **options)
        is_trial = options["plan"] or options["check_unapplied"]
        # Only here are the tables those of the models: a migration may be followed by others.
        if options["database"] == DEFAULT_DB_ALIAS and not is_trial and not migrations_waiting():
            plan_dated_ties(Cup.objects.all())
