"""`search_fixtures`: the process in which one plan is searched. `jobs` starts it."""

import argparse
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from league.management.plain import PlainCommand
from league.models import FixturePlan
from league.scheduling.services.searches import run_search
from league.shared.process_limits import limit_this_process

MEMORY = 2 * 1024**3
# Beyond what the plan allows: the step it is at, and the ways out of what cannot be had together.
GRACE = 300


class Command(PlainCommand):
    help = "Searches for the fixtures of one plan. `jobs` starts this command."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("plan", type=int, help="the number of the plan")

    def handle(self, **options: Any) -> None:
        plan = FixturePlan.objects.filter(pk=options["plan"]).first()
        if plan is None:
            raise CommandError(f"There is no plan {options['plan']}.")
        limit_this_process(memory=MEMORY, seconds=plan.seconds + GRACE)
        run_search(plan_id=plan.pk, clock=timezone.now)
