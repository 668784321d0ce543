"""`export_sheet_cases L FOLDER`: photographs of confirmed results as test cases, without names."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from league.history.services.audit import Kind, note_act
from league.management.naming import by_name
from league.management.plain import PlainCommand
from league.models import League
from league.results.selectors.readings import test_photographs

WHAT = "photographs as test cases, without names"


class Command(PlainCommand):
    help = "Writes the photographs a league keeps as test cases, without names, with what was confirmed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("league", help="the league, by name or slug")
        parser.add_argument("folder", type=Path, help="where each becomes a .jpg and a .json")

    def handle(self, *args: Any, **options: Any) -> None:
        from league.results.pages.sheet_reader import case_of  # here: it needs the extra for photographs

        league = by_name(League.objects.all(), options["league"], "league")
        if not league.keeps_test_photographs:
            raise CommandError(
                f"{league} keeps no photographs as test cases: see Settings, Data, Data retention."
            )
        folder: Path = options["folder"]
        folder.mkdir(parents=True, exist_ok=True)
        written = left = 0
        for photograph in (
            test_photographs(league).select_related("match__division__season__rule_book").iterator()
        ):
            case = case_of(photograph)
            if case is None:
                left += 1
                continue
            written += 1
            (folder / f"{photograph.public_id}.jpg").write_bytes(case[0])
            (folder / f"{photograph.public_id}.json").write_text(json.dumps(case[1], indent=1) + "\n")
        note_act(league=league, kind=Kind.EXPORT, what=WHAT, by=None)
        self.stdout.write(
            f"{written} test cases are in {folder}, {left} could not be read. Look at each picture."
        )
