"""`restore FILE`: a backup back into an empty installation, or in place of what is there."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from league.exchange.archive import ArchiveError
from league.exchange.backups import RestoreRefused, restore
from league.management.plain import PlainCommand


class Command(PlainCommand):
    help = "Reads a backup into this installation, all of it or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file written by `backup`")
        parser.add_argument("--replace", action="store_true", help="replace the data of this installation")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            rows = restore(options["file"], replace=options["replace"])
        except (ArchiveError, RestoreRefused) as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"Restored {rows} rows from {options['file']}.")
