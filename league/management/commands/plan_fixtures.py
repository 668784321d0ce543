"""`plan_fixtures`: plans a list, and says how fair it is. RobinX files in and out need no database."""

import argparse
import time
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from league.fixturing.errors import FixturingError
from league.fixturing.robinx import Instance, Judgement, format_solution, judge, parse_instance, solved
from league.management.plain import PlainCommand

SECONDS = 10
MOST_SHOWN = 10


class Command(PlainCommand):
    help = "Plans fixtures: here the instances of the sports timetabling community, RobinX and ITC2021 files."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--robinx", metavar="INSTANCE.xml", required=True, help="the instance to solve")
        parser.add_argument("--out", metavar="SOLUTION.xml", required=True, help="where the solution goes")
        parser.add_argument(
            "--seconds", type=float, default=SECONDS, help=f"how long at most, {SECONDS} if not said"
        )

    def handle(self, **options: Any) -> None:
        if not options["seconds"] > 0:
            raise CommandError(f"--seconds is {options['seconds']:g}; it is more than nought.")
        self._robinx(Path(options["robinx"]), Path(options["out"]), options["seconds"])

    def _robinx(self, source: Path, target: Path, seconds: float) -> None:
        """Solves an instance and writes the solution. Exit code 0 when every hard constraint holds."""
        instance = _read(source)
        for kind, hard in instance.unknown:
            self.stderr.write(f"{kind} is not known here, {hard} of them hard.")
        began = time.monotonic()
        placed = solved(instance, seconds=seconds, lap=lambda: time.monotonic() - began)
        spent = time.monotonic() - began
        if placed is None:
            raise CommandError(
                f"{instance.name}: nothing that keeps the hard constraints was found in {spent:.1f} seconds, "
                "or there is nothing; --seconds gives more time."
            )
        judgement = judge(instance, placed)
        try:
            target.write_text(format_solution(instance, placed, judgement), encoding="utf-8")
        except OSError as trouble:
            raise CommandError(f"{target} cannot be written: {trouble.strerror}.") from None
        self.stdout.write(f"{instance.name}: {len(placed)} games placed in {spent:.1f} seconds.")
        self._say(instance, judgement)

    def _say(self, instance: Instance, judgement: Judgement) -> None:
        broken = [*judgement.basic, *judgement.hard]
        for sentence in broken[:MOST_SHOWN]:
            self.stderr.write(sentence)
        if broken:
            raise CommandError(f"{len(broken)} hard constraints are broken.")
        if instance.unknown_hard:
            raise CommandError(
                f"{instance.unknown_hard} hard constraints of kinds not known here were left out."
            )
        self.stdout.write(f"Every hard constraint holds; the soft ones cost {judgement.objective}.")


def _read(source: Path) -> Instance:
    try:
        return parse_instance(source.read_text(encoding="utf-8"))
    except OSError as trouble:
        raise CommandError(f"{source} cannot be read: {trouble.strerror}.") from None
    except UnicodeDecodeError:
        raise CommandError(f"{source} is not written in UTF-8.") from None
    except FixturingError as refused:
        raise CommandError(str(refused)) from None
