"""`search_fixtures`: the process in which one plan is searched. `jobs` starts it."""

import argparse
import os
import resource
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from league.management.plain import PlainCommand
from league.models import FixturePlan
from league.scheduling.services.searches import run_search

MEMORY = 2 * 1024**3
# Beyond what the plan allows: the step it is at, and the ways out of what cannot be had together.
GRACE = 300
BEHIND_EVERYBODY = 10


class Command(PlainCommand):
    help = "Searches for the fixtures of one plan. `jobs` starts this command."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("plan", type=int, help="the number of the plan")

    def handle(self, **options: Any) -> None:
        plan = FixturePlan.objects.filter(pk=options["plan"]).first()
        if plan is None:
            raise CommandError(f"There is no plan {options['plan']}.")
        os.nice(BEHIND_EVERYBODY)
        _limit(resource.RLIMIT_AS, MEMORY)
        _limit(resource.RLIMIT_CPU, plan.seconds + GRACE)
        run_search(plan_id=plan.pk, clock=timezone.now)


def _limit(what: int, most: int) -> None:
    """No more than this, for good; less where the machine allows less."""
    _, hard = resource.getrlimit(what)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(what, (most, most))
