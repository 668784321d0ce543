"""`restore FILE`: a backup back into an empty installation, or in place of what is there."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from league.exchange.archive import ArchiveError
from league.exchange.backups import RestoreRefused, restore, restore_copy
from league.exchange.copies import kind_of_copy
from league.installation.startup import migrations_waiting, newer_database
from league.management.plain import PlainCommand


class Command(PlainCommand):
    help = "Reads a backup into this installation, all of it or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file written by `backup`")
        parser.add_argument("--replace", action="store_true", help="replace the data of this installation")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        try:
            if kind_of_copy(file):
                restore_copy(file, replace=options["replace"])
                self.stdout.write(f"Put back the whole database from {file}. {self.what_next()}")
                return
            rows = restore(file, replace=options["replace"])
        except (ArchiveError, RestoreRefused) as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"Restored {rows} rows from {file}.")

    def what_next(self) -> str:
        if refusal := newer_database():
            return refusal
        waiting = migrations_waiting()
        return f"It lacks {waiting} migrations. Type: python3 manage.py upgrade" if waiting else ""
