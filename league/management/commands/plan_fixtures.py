"""`plan_fixtures`: plans a list, and says how fair it is. RobinX files in and out need no database."""

import argparse
import os
import time
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from league.management.plain import PlainCommand
from league.scheduling.planner.calendar import FixturingError
from league.scheduling.robinx.files import format_solution, parse_instance
from league.scheduling.robinx.judging import Instance, Judgement, judge
from league.scheduling.robinx.solving import solve_instance

SECONDS = 10
SECONDS_ROBINX = 5
MOST_SHOWN = 10


class Command(PlainCommand):
    help = "Plans a season's fixtures and reports how fair they are; or solves a RobinX or ITC2021 instance."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--league", help="its name or slug")
        parser.add_argument("--season", help="its name or slug")
        parser.add_argument("--wishes", metavar="FILE", help="the requests file: see docs/fixtures.md")
        parser.add_argument("--json", action="store_true", help="the fixtures and figures as JSON")
        parser.add_argument("--robinx", metavar="INSTANCE.xml", help="an instance to solve, without a league")
        parser.add_argument("--out", metavar="SOLUTION.xml", help="the file for its solution")
        parser.add_argument(
            "--seconds",
            type=float,
            help=f"the longest search, {SECONDS} by default; "
            f"for an instance the longest the command may take, {SECONDS_ROBINX} by default",
        )

    def handle(self, **options: Any) -> None:
        seconds = options["seconds"]
        if seconds is not None and not seconds > 0:
            raise CommandError(f"--seconds is {seconds:g}; it must be more than 0.")
        if options["robinx"] and options["out"]:
            self._robinx(Path(options["robinx"]), Path(options["out"]), seconds or SECONDS_ROBINX)
        elif options["league"] and options["season"]:
            # Here, because an instance is solved without Django's applications, which load slowly.
            from league.management.season_plans import planned_season

            requests_text = _text_of(Path(options["wishes"])) if options["wishes"] else ""
            lines = planned_season(
                options["league"],
                options["season"],
                requests_text,
                seconds or SECONDS,
                as_json=options["json"],
            )
            for line in lines:
                self.stdout.write(line)
        else:
            raise CommandError("Give --league and --season, or --robinx and --out.")

    def _robinx(self, source: Path, target: Path, seconds: float) -> None:
        """Solves an instance and writes the solution. Exit code 0 when every hard constraint holds."""
        is_own_process = getattr(self, "_called_from_command_line", False)
        began = _process_began() if is_own_process else time.monotonic()
        instance = _read(source)
        for kind, hard in instance.unknown:
            self.stderr.write(f"{kind} is not known here, {hard} of them hard.")
        placed = solve_instance(instance, seconds=seconds, lap=lambda: time.monotonic() - began)
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


def _process_began() -> float:
    """Return when this process was started, by the monotonic clock: starting is part of the time."""
    started_ticks = int(Path("/proc/self/stat").read_text(encoding="ascii").rpartition(")")[2].split()[19])
    age = time.clock_gettime(time.CLOCK_BOOTTIME) - started_ticks / os.sysconf("SC_CLK_TCK")
    return time.monotonic() - age


def _read(source: Path) -> Instance:
    try:
        return parse_instance(_text_of(source))
    except FixturingError as refused:
        raise CommandError(str(refused)) from None


def _text_of(source: Path) -> str:
    try:
        return source.read_text(encoding="utf-8")
    except OSError as trouble:
        raise CommandError(f"{source} cannot be read: {trouble.strerror}.") from None
    except UnicodeDecodeError:
        raise CommandError(f"{source} is not written in UTF-8.") from None
