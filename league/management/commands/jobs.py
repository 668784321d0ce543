"""`jobs`: what the clock starts, every minute. `run` and `serve` start it beside the web server."""

import itertools
import select
import signal
import sys
import time
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import close_old_connections
from django.utils import timezone

from league.jobs import AT_ONCE, run_jobs
from league.management.plain import PlainCommand

A_MOMENT = 3.0
MOMENTS_A_MINUTE = 20


class Command(PlainCommand):
    help = "Runs the jobs due every minute, such as sending e-mails."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="run once and exit, for a timer or cron")
        parser.add_argument(
            "--beside-server",
            action="store_true",
            help="exit when standard input ends, as it does when the web server stops",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["once"]:
            if not run_jobs(timezone.now()):
                raise CommandError("Some jobs failed; see the lines above.")
            return
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            self.run_every_minute(beside_server=options["beside_server"])
        except KeyboardInterrupt:
            return  # told to stop, by Ctrl-C or by the server

    def run_every_minute(self, *, beside_server: bool) -> None:
        for moment in itertools.count():
            run_jobs(timezone.now(), AT_ONCE if moment % MOMENTS_A_MINUTE else None)
            close_old_connections()
            if not beside_server:
                time.sleep(A_MOMENT)
            elif select.select([sys.stdin], [], [], A_MOMENT)[0]:
                return
