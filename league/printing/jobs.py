"""Jobs of the clock: start the processes in which documents are printed."""

import datetime

from league.installation.child_processes import ChildProcesses
from league.printing.services.background import jobs_due

_processes = ChildProcesses("print_job")


def start_print_jobs(now: datetime.datetime) -> int:
    """Start a process for each document whose turn it is, and return how many."""
    return _processes.start(jobs_due(now))
