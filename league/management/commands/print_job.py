"""`print_job`: the process in which one document is printed. `jobs` starts it."""

import argparse
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from league.management.plain import PlainCommand
from league.models import PrintJob
from league.printing.services.background import SITE_COPY, run_print_job
from league.shared.process_limits import limit_this_process

MEMORY = 3 * 512 * 1024**2
SECONDS, SECONDS_OF_COPY = 150, 900


class Command(PlainCommand):
    help = "Prints one document in the background. `jobs` starts this command."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("job", type=int, help="the number of the job")

    def handle(self, **options: Any) -> None:
        job = PrintJob.objects.filter(pk=options["job"]).first()
        if job is None:
            raise CommandError(f"There is no print job {options['job']}.")
        seconds = SECONDS_OF_COPY if job.document == SITE_COPY else SECONDS
        limit_this_process(memory=MEMORY, seconds=seconds)
        run_print_job(job_id=options["job"], clock=timezone.now)
