"""`backup FILE`: everything into one new file."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import DatabaseError, connection

from league.exchange.archive import ArchiveError
from league.exchange.backups import back_up
from league.exchange.copies import copy_database
from league.installation.stamps import BACKUP, write_stamp
from league.installation.startup import migrations_waiting, newer_database, trouble_with_database
from league.management.plain import PlainCommand


class Command(PlainCommand):
    help = "Writes the whole installation into a new file, which `restore` reads back on either database."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the file to create; it must not exist yet")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        try:
            rows = None
            if migrations_waiting() or newer_database():
                copy_database(file)
            else:
                rows = back_up(file)
            write_stamp(BACKUP, str(file.absolute()))
        except ArchiveError as refusal:
            raise CommandError(str(refusal)) from None
        except DatabaseError as fault:
            raise CommandError(trouble_with_database(fault)) from fault
        size = f"{file.stat().st_size / 1024:.0f} kB"
        if rows is not None:
            self.stdout.write(f"Backed up {rows} rows into {file} ({size}).")
            return
        self.stdout.write(
            f"Copied the database as it is into {file} ({size}): another version of Pegboard made it. "
            f"`restore` puts it back into {connection.display_name} only."
        )
