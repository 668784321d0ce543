"""`publish L FOLDER`: the public site of a league as plain files that need no server."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection

from league.installation.startup import gather_static_files
from league.management.naming import by_name
from league.management.plain import PlainCommand
from league.models import League, Season
from league.publishing.services import publish
from league.shared.errors import Refused


class Command(PlainCommand):
    help = "Writes the public site of a league into a folder that needs no server; again, only what changed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("league", help="the league, by name or slug")
        parser.add_argument("folder", type=Path, help="a new or empty folder, or the one of an earlier copy")
        parser.add_argument(
            "--season", action="append", default=[], help="only this season; may be given several times"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        league = by_name(League.objects.all(), options["league"], "league")
        seasons = Season.objects.filter(league=league)
        chosen = [by_name(seasons, name, "season").slug for name in options["season"]]
        if not settings.DEBUG:
            gather_static_files()
        try:
            checked = publish(league, options["folder"], seasons=chosen, processes=_processes())
        except Refused as refusal:
            raise CommandError(refusal.sentence) from None
        for target in checked.broken:
            self.stderr.write(f"leads to nothing: {target}")
        self.stdout.write(str(checked))
        if checked.broken:
            raise CommandError("Some links lead to nothing.")


def _processes() -> int:
    """Return how many processes may work at it: one in a transaction, which no other sees."""
    return 1 if connection.in_atomic_block else os.cpu_count() or 1
