"""`import_results`: a season's results from a spreadsheet."""

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from league.exchange.lists.checked_list import WrongList
from league.exchange.lists.results import read_results, winner_has
from league.exchange.services.results import import_results
from league.exchange.spreadsheets import UnreadableFile, decoded
from league.management.plain import PlainCommand
from league.regulations.presets import UnknownPreset, get, names
from league.shared.errors import Refused

ONE_SCORE = "\nWhere one score at a table is the loser’s, add --one-score loser."


class Command(PlainCommand):
    help = "Imports the results of a season from a CSV file, all or nothing."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="columns division, date, home, away, then the scores")
        parser.add_argument("--league", required=True, help="name or slug; created if missing")
        parser.add_argument("--season", required=True, help="name or slug; created if missing")
        parser.add_argument("--format", required=True, help=f"one of {', '.join(names())}")
        parser.add_argument("--one-score", choices=["loser"], help="a score alone at a table is the loser’s")

    def handle(self, **options: Any) -> None:
        try:
            summary = import_results(
                lines=read_results(
                    _text(options["file"]),
                    options["one_score"] and winner_has(get(options["format"]).rule_book()),
                ),
                league=options["league"].strip(),
                season=options["season"].strip(),
                preset=get(options["format"]),
                now=timezone.now(),
            )
        except WrongList as wrong:
            raise CommandError("\n".join(f"line 1: {line}" for line in str(wrong).splitlines())) from wrong
        except (Refused, UnknownPreset) as refusal:
            hint = ONE_SCORE if " is empty beside " in str(refusal) else ""
            raise CommandError(f"{refusal}{hint}") from refusal
        # Always in the plural: scripts read this line.
        self.stdout.write(f"{summary.matches} matches in {summary.divisions} divisions")


def _text(file: Path) -> str:
    try:
        return decoded(file.read_bytes())
    except OSError as fault:
        raise CommandError(f"{file} cannot be read: {fault.strerror}.") from fault
    except UnreadableFile as fault:
        raise CommandError(f"{file} cannot be read: {fault}") from fault
