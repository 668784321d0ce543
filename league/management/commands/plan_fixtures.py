"""`plan_fixtures`: plans a list, and says how fair it is. RobinX files in and out need no database."""

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from league.competition.selectors import league_today
from league.management.naming import season_named
from league.management.plain import PlainCommand
from league.scheduling.planner.calendar import FixturingError
from league.scheduling.planner.conflicts import conflicts_of, ways_out
from league.scheduling.planner.fairness import fairness_of, report_lines
from league.scheduling.planner.searching import MOST_STEPS, Progress, best_plan
from league.scheduling.planner.task import Task, format_plan
from league.scheduling.robinx.files import format_solution, parse_instance
from league.scheduling.robinx.judging import Instance, Judgement, judge
from league.scheduling.robinx.solving import solve_instance
from league.scheduling.selectors.initial_requests import from_today
from league.scheduling.selectors.plans import task_of_season

SECONDS = 10
MOST_SHOWN = 10
# The rest is for judging and writing, and for what a busy machine took from the start.
OF_THE_TIME = 0.7


class Command(PlainCommand):
    help = "Plans a season's fixtures and reports how fair they are; or solves a RobinX or ITC2021 instance."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--league", help="its name or slug")
        parser.add_argument("--season", help="its name or slug")
        parser.add_argument("--wishes", metavar="FILE", help="the requests file: see docs/fixtures.md")
        parser.add_argument("--json", action="store_true", help="the fixtures and figures as JSON")
        parser.add_argument("--robinx", metavar="INSTANCE.xml", help="an instance to solve, without a league")
        parser.add_argument("--out", metavar="SOLUTION.xml", help="the file for its solution")
        parser.add_argument(
            "--seconds", type=float, default=SECONDS, help=f"the longest search, {SECONDS} by default"
        )

    def handle(self, **options: Any) -> None:
        if not options["seconds"] > 0:
            raise CommandError(f"--seconds is {options['seconds']:g}; it must be more than 0.")
        if options["robinx"] and options["out"]:
            self._robinx(Path(options["robinx"]), Path(options["out"]), options["seconds"])
        elif options["league"] and options["season"]:
            self._league(options)
        else:
            raise CommandError("Give --league and --season, or --robinx and --out.")

    def _league(self, options: dict[str, Any]) -> None:
        """Plans the season and prints the list's report. Exit code 0 when every condition holds."""
        season = season_named(options["league"], options["season"])
        requests_text = _text_of(Path(options["wishes"])) if options["wishes"] else ""
        until: float = time.monotonic() + options["seconds"]

        def is_over() -> bool:
            return time.monotonic() > until

        try:
            requests_text = from_today(season, requests_text, league_today(season.league))
            task = task_of_season(season, requests_text)
            progress = best_plan(task, steps=MOST_STEPS, is_over=is_over)
        except FixturingError as refused:
            raise CommandError("\n".join(refused.reasons)) from None
        if options["json"]:
            self.stdout.write(json.dumps(_as_data(task, progress), ensure_ascii=False, indent=1))
        else:
            for line in _as_text(task, progress):
                self.stdout.write(line)
        if not progress.keeps_conditions:
            raise CommandError("The best list found breaks conditions; more --seconds may find another.")

    def _robinx(self, source: Path, target: Path, seconds: float) -> None:
        """Solves an instance and writes the solution. Exit code 0 when every hard constraint holds."""
        instance = _read(source)
        for kind, hard in instance.unknown:
            self.stderr.write(f"{kind} is not known here, {hard} of them hard.")
        began = time.monotonic() - time.process_time()  # what it took to start is part of the time
        placed = solve_instance(instance, seconds=seconds * OF_THE_TIME, lap=lambda: time.monotonic() - began)
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


def _as_text(task: Task, progress: Progress) -> Iterator[str]:
    """Yield how good the list is, its report, what cannot be had together and the list itself."""
    if not progress.keeps_conditions:
        yield "The best list found breaks conditions."
    elif progress.is_optimal:
        yield f"Cost {progress.cost}: no list can be better."
    else:
        least = f"any list costs at least {progress.bound}"
        yield f"Cost {progress.cost}; {least}: it is within {progress.gap:.0%} of the best."
    yield from report_lines(task, fairness_of(task, progress.plan))
    for conflict in conflicts_of(task):
        yield conflict.sentence
        for way in ways_out(task, conflict.conditions, steps=2):
            cost = f"cost {way.progress.cost}" if way.progress.keeps_conditions else "conditions still broken"
            yield f"  Without “{way.dropped.sentence}”: {cost}."
    names = {key: team.name for key, team in task.teams_by_key().items()}
    yield ""
    for meeting in progress.plan.meetings:
        yield f"{meeting.date}  {names[meeting.home]} v {names[meeting.away]}"


def _as_data(task: Task, progress: Progress) -> dict[str, Any]:
    fairness = fairness_of(task, progress.plan)
    return {
        "found": progress.cost,
        "bound": progress.bound,
        "is_optimal": progress.is_optimal,
        "keeps_conditions": progress.keeps_conditions,
        "breaks": fairness.breaks,
        "faults": [fault.sentence for fault in fairness.faults],
        "wishes": [{"wish": outcome.sentence, "is_met": outcome.is_met} for outcome in fairness.requests],
        "conflicts": [conflict.sentence for conflict in conflicts_of(task)],
        "meetings": format_plan(progress.plan),
    }
