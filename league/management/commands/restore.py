"""`restore FILE`: a backup back into an empty installation, or in place of what is there."""

from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from league.exchange.archive import ArchiveError
from league.exchange.backups import RestoreRefused, restore, restore_copy
from league.exchange.copies import damaged_set_aside, kind_of_copy, outline_of
from league.installation.restore_test import of_this_version
from league.installation.startup import (
    make_tables,
    migrations_waiting,
    newer_database,
    newer_or_too_old,
)
from league.management.plain import PlainCommand
from league.shared.layout import command


class Command(PlainCommand):
    help = "Reads a backup into this installation, all of it or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file written by `backup`")
        parser.add_argument("--replace", action="store_true", help="replace the data of this installation")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        try:
            if kind_of_copy(file) and (refusal := newer_or_too_old(outline_of(file))):
                raise RestoreRefused(f"Nothing was changed. In {file}: {refusal}")
            with damaged_set_aside() if options["replace"] else nullcontext() as aside:
                done = self.restored(file, replace=options["replace"], is_new=aside is not None)
        except (ArchiveError, RestoreRefused) as refusal:
            raise CommandError(str(refusal)) from None
        if aside:
            self.stdout.write(f"The database was damaged: it is {aside} now.")
        self.stdout.write(done)

    def restored(self, file: Path, *, replace: bool, is_new: bool) -> str:
        """Restore a file of either kind and return what was done."""
        if kind_of_copy(file):
            restore_copy(file, replace=replace)
            return f"Put back the whole database from {file}. {self.what_next()}"
        if is_new:
            make_tables()
        if refusal := newer_database():
            raise RestoreRefused(refusal)
        with of_this_version(file) as newer:
            return f"Restored {restore(newer, replace=replace)} rows from {file}."

    def what_next(self) -> str:
        waiting = migrations_waiting()
        return f"It lacks {waiting} migrations. Type: {command('upgrade')}" if waiting else ""
