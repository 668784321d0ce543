"""`backup FILE`: everything into one new file. `backup --daily`: that of today, as the clock makes it."""

import os
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import connection

from league.exchange.archive import ArchiveError
from league.exchange.backups import back_up
from league.exchange.copies import copy_database
from league.installation.daily_backups import BackupFailed, make_daily_backup
from league.installation.stamps import BACKUP, write_stamp
from league.installation.startup import migrations_waiting, newer_database
from league.management.plain import PlainCommand
from league.shared.process_limits import BEHIND_EVERYBODY


class Command(PlainCommand):
    help = "Writes the whole installation into a new file, which `restore` reads back on either database."

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("file", type=Path, nargs="?", help="the file to create; it must not exist yet")
        what.add_argument(
            "--daily",
            action="store_true",
            help="make the backup of today, restore it next to the league, copy it away and delete old ones",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["daily"]:
            os.nice(BEHIND_EVERYBODY)
            try:
                make_daily_backup(self.tell)
            except BackupFailed as reason:
                raise CommandError(str(reason)) from None
            return
        self.back_up_into(options["file"])

    def back_up_into(self, file: Path) -> None:
        try:
            rows = None
            if migrations_waiting() or newer_database():
                copy_database(file)
            else:
                rows = back_up(file)
            write_stamp(BACKUP, str(file.absolute()))
        except ArchiveError as refusal:
            raise CommandError(str(refusal)) from None
        size = f"{file.stat().st_size / 1024:.0f} kB"
        if rows is not None:
            self.tell(f"Backed up {rows} rows into {file} ({size}).")
            return
        self.tell(
            f"Copied the database as it is into {file} ({size}): another version of Pegboard made it. "
            f"`restore` puts it back into {connection.display_name} only."
        )
