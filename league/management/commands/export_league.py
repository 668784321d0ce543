"""`export_league L`: one league as an open file, on the standard output or into a new file."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from league.exchange.league_file.tables import ExportOptions
from league.exchange.league_file.values import schema
from league.exchange.league_file.writing import league_as_text
from league.history.services.audit import WHOLE_LEAGUE, Kind, note_act
from league.management.naming import by_name
from league.management.plain import PlainCommand
from league.models import League


class Command(PlainCommand):
    help = "Writes one league as an open JSON file, which `import_league` reads into any installation."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("league", nargs="?", help="the league, by name or slug")
        parser.add_argument("--schema", action="store_true", help="the description of the file instead")
        parser.add_argument("--file", type=Path, help="a new file; without it the standard output")
        parser.add_argument("--without-photographs", action="store_true")
        parser.add_argument("--without-old-versions", action="store_true", help="only confirmed scorecards")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["schema"]:
            self.stdout.write(json.dumps(schema(), indent=1, ensure_ascii=False))
            return
        if not options["league"]:
            raise CommandError(
                f"Name the league: {', '.join(map(str, League.objects.all())) or 'there is none yet'}."
            )
        league = by_name(League.objects.all(), options["league"], "league")
        without = ExportOptions(
            old_versions=options["without_old_versions"], photographs=options["without_photographs"]
        )
        pieces = league_as_text(league, made=timezone.now(), without=without)
        file: Path | None = options["file"]
        if file is None:
            for piece in pieces:
                self.stdout.write(piece, ending="")
            note_act(league=league, kind=Kind.EXPORT, what=WHOLE_LEAGUE, by=None)
            return
        try:
            file.touch(mode=0o600, exist_ok=False)  # names, addresses: its owner's alone
            with file.open("w", encoding="utf-8") as out:
                out.writelines(pieces)
        except FileExistsError:
            raise CommandError(f"{file} already exists. Choose another name, or move it.") from None
        except OSError as fault:
            raise CommandError(f"{file} cannot be written: {fault.strerror}.") from None
        note_act(league=league, kind=Kind.EXPORT, what=WHOLE_LEAGUE, by=None)
        self.stdout.write(f"{league} is in {file} ({file.stat().st_size / 1024:.0f} kB).")
