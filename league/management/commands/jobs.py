"""`jobs`: what the clock starts, every minute. `run` and `serve` start it beside the web server."""

import datetime
import itertools
import select
import signal
import sys
import time
from contextlib import suppress
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from league.installation.services import give_up_turn, own_name, take_turn
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
        with suppress(KeyboardInterrupt):  # told to stop, by Ctrl-C or by the server
            self.run_every_minute(beside_server=options["beside_server"])
        with suppress(DatabaseError, OSError):
            give_up_turn(holder=own_name(), now=timezone.now())

    def run_every_minute(self, *, beside_server: bool) -> None:
        for moment in itertools.count():
            now, is_round = timezone.now(), not moment % MOMENTS_A_MINUTE
            if _has_turn(now):
                run_jobs(now, None if is_round else AT_ONCE)
            elif is_round:
                run_jobs(now, has_turn=False)
            close_old_connections()
            if not beside_server:
                time.sleep(A_MOMENT)
            elif select.select([sys.stdin], [], [], A_MOMENT)[0]:
                return


def _has_turn(now: datetime.datetime) -> bool:
    """Return whether no other web server's clock runs the jobs; also where nobody can say so: they tell."""
    try:
        return take_turn(holder=own_name(), now=now)
    except (DatabaseError, OSError):
        return True
