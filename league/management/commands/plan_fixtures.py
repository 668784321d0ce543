"""`plan_fixtures`: plans a list, and says how fair it is."""

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from league.management.plain import PlainCommand
from league.management.season_plans import planned_season

SECONDS = 10


class Command(PlainCommand):
    help = "Plans a season's fixtures and reports how fair they are."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--league", required=True, help="its name or slug")
        parser.add_argument("--season", required=True, help="its name or slug")
        parser.add_argument("--wishes", metavar="FILE", help="the requests file: see docs/fixtures.md")
        parser.add_argument("--json", action="store_true", help="the fixtures and figures as JSON")
        parser.add_argument(
            "--seconds", type=float, default=SECONDS, help=f"the longest search, {SECONDS} by default"
        )

    def handle(self, **options: Any) -> None:
        seconds = options["seconds"]
        if not seconds > 0:
            raise CommandError(f"--seconds is {seconds:g}; it must be more than 0.")
        requests_text = _text_of(Path(options["wishes"])) if options["wishes"] else ""
        for line in planned_season(
            options["league"], options["season"], requests_text, seconds, as_json=options["json"]
        ):
            self.stdout.write(line)


def _text_of(source: Path) -> str:
    try:
        return source.read_text(encoding="utf-8")
    except OSError as trouble:
        raise CommandError(f"{source} cannot be read: {trouble.strerror}.") from None
    except UnicodeDecodeError:
        raise CommandError(f"{source} is not written in UTF-8.") from None
