"""`delete_league L --exported FILE`: deletes a whole league, for which its own export of today is shown."""

import datetime
import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from league.exchange.league_file.tables import FORMAT
from league.installation.page_store import forget_league
from league.management.naming import by_name
from league.management.plain import PlainCommand
from league.models import League
from league.records.selectors.league_deletion import EXPORT_COUNTS_FOR
from league.records.services.league_deletion import delete_league
from league.shared.errors import Refused
from league.shared.layout import command

# The head of the file is its first line, before the tables.
LONGEST_HEAD = 4096


class Command(PlainCommand):
    help = "Deletes a whole league, once it is exported. Accounts and backups stay. It cannot be undone."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("league", help="the league, by name or slug")
        parser.add_argument("--exported", type=Path, required=True, help="its export, not older than a day")

    def handle(self, *args: Any, **options: Any) -> None:
        league = by_name(League.objects.all(), options["league"], "league")
        file, now = options["exported"], timezone.now()
        if not _is_export_of(file, league, now):
            raise CommandError(
                f"{file} is no export of {league} of the last day. "
                f"Write one: {command(f'export_league {league.slug} --file NEW')}"
            )
        try:
            gone = delete_league(league=league, typed_name=league.name, by=None, now=now, has_file=True)
        except Refused as refusal:
            raise CommandError(refusal.sentence) from None
        forget_league(league.slug)
        self.stdout.write(f"{league.name} is deleted:")
        for what, number in gone.items():
            self.stdout.write(f"  {number:6} {what}")
        self.stdout.write("Accounts stay. Backups made before still hold the league.")


def _is_export_of(file: Path, league: League, now: datetime.datetime) -> bool:
    """Return whether a file is a whole export of this league of the last day, by its first and last line."""
    try:
        with file.open("rb") as lines:
            head = json.loads(
                lines.readline(LONGEST_HEAD).decode().rstrip().removesuffix(', "tables": {') + "}"
            )
            lines.seek(-4, 2)
            is_whole = lines.read().strip() == b"}}"
        made = datetime.datetime.fromisoformat(head["made"])
        return (
            is_whole
            and (head["what"], head["name"]) == (FORMAT, league.name)
            and datetime.timedelta() <= now - made + datetime.timedelta(minutes=1) <= EXPORT_COUNTS_FOR
        )
    except (OSError, ValueError, KeyError, TypeError):
        return False
