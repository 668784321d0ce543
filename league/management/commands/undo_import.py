"""`undo_import ID --league L`: takes one import of a list back."""

import argparse
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from league.exchange.selectors import import_of
from league.exchange.services.lists import undo_import
from league.management.naming import by_name
from league.management.plain import PlainCommand
from league.models import ImportRun, League
from league.shared.errors import Refused


class Command(PlainCommand):
    help = "Undoes one import of a list, as long as nothing was built on it."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("id", help="the import, as import_list prints it")
        parser.add_argument("--league", required=True, help="its name or slug")

    def handle(self, **options: Any) -> None:
        league = by_name(League.objects.all(), options["league"], "league")
        try:
            run = import_of(league, options["id"])
            changed_since = undo_import(run=run, now=timezone.now())
        except ImportRun.DoesNotExist:
            raise CommandError(f"{league} has no import {options['id']}.") from None
        except Refused as refusal:
            raise CommandError(refusal.sentence) from None
        self.stdout.write(f"Undone: {run}.")
        for name in changed_since:
            self.stdout.write(f"Changed again since, and left as it is: {name}.")
