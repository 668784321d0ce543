"""`import_league F`: a league's file into this installation."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection

from league.exchange.league_file.reading import FileRefused, import_league
from league.installation.startup import make_tables, migrations_waiting
from league.management.plain import PlainCommand
from league.shared.layout import command


class Command(PlainCommand):
    help = "Reads a file that `export_league` wrote, all of it or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--as", default="", dest="slug", metavar="ADDRESS", help="import a copy, beside its original"
        )
        parser.add_argument(
            "--owner", default="", help="the sign-in name of the owner here, such as your successor's"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not connection.introspection.table_names():
            make_tables()  # a new computer: nobody has started the site on it yet
        elif behind := migrations_waiting():
            raise CommandError(f"The database lacks {behind} migrations. Type: {command('upgrade')}")
        try:
            came = import_league(options["file"], owner=options["owner"], slug=options["slug"])
        except FileRefused as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"{came.league} imported: {came.rows} rows, at /{came.league.slug}/.")
        if came.league.is_silent:
            self.stdout.write("It sends no e-mail until its owner allows it in the inbox.")
        if came.owner:
            self.stdout.write(f"Its owner is {came.owner}.")
        for name in came.accounts:
            self.stdout.write(f"No password yet: {command(f'changepassword {name}')}")
        if not settings.PRODUCTION:  # where `run` is refused
            self.stdout.write(f"To look at it on this computer: {command('run')}")
