"""`judge_fixtures`: judges a season's fixtures as they are published."""

import argparse
import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandError

from league.management.naming import season_named
from league.management.plain import PlainCommand
from league.scheduling.judge import judge
from league.scheduling.planner.calendar import FixturingError
from league.scheduling.selectors.published_season import published_season


class Command(PlainCommand):
    help = "Judges a season's fixtures as they are published: what is broken, traded, checked."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--league", required=True, help="its name or slug")
        parser.add_argument("--season", required=True, help="its name or slug")
        parser.add_argument("--json", action="store_true", help="breaches, traded and checked as JSON")

    def handle(self, **options: Any) -> None:
        try:
            verdict = judge(published_season(season_named(options["league"], options["season"])))
        except FixturingError as unreadable:
            raise CommandError("\n".join(unreadable.reasons)) from None
        if options["json"]:
            values = asdict(verdict) | {
                "breaches": list(map(str, verdict.breaches)),
                "traded": verdict.traded.figures,
            }
            self.stdout.write(json.dumps(values, default=str, ensure_ascii=False, indent=1))
        else:
            for title, figures in (("Checked", verdict.checked), ("Traded", verdict.traded.figures)):
                self.stdout.write(f"{title}: {', '.join(f'{k} {v}' for k, v in figures.items())}.")
            for sentence in verdict.said:
                self.stdout.write(sentence)
        if verdict.breaches:
            raise CommandError(verdict.sentence)
        if not options["json"]:
            self.stdout.write(verdict.sentence)
