"""`read_photograph`: the process in which one photograph is read. A page or `jobs` starts it."""

import argparse
import os
from typing import Any

from league.management.plain import PlainCommand
from league.shared.process_limits import limit_this_process

MEMORY = 2 * 1024**3
SECONDS = 60
# A thread for each core would take the machine from those who enter results.
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OPENCV_FOR_THREADS_NUM")


class Command(PlainCommand):
    help = "Reads one photograph of a score sheet. Pages and `jobs` start this command."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("row", type=int, help="the number of its row")
        parser.add_argument("--unfiled", action="store_true", help="one that belongs to no match yet")

    def handle(self, **options: Any) -> None:
        limit_this_process(memory=MEMORY, seconds=SECONDS)
        os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
        # Only now: what is imported would start its threads.
        from league.results.pages.sheet_reader import read_photograph, read_unfiled

        if options["unfiled"]:
            read_unfiled(options["row"])
        else:
            read_photograph(options["row"])
