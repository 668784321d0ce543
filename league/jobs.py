"""What the clock starts, every minute: see `manage.py jobs`.

A job takes `now`, looks into the database for what is to be done, and does it; started twice, at once or
one after the other, it does it once. There is no queue beside the database: what is to be sent or decided
stands in rows written by the transaction that wanted it.
"""

import datetime
import logging
from collections.abc import Callable

from django.db import DatabaseError

from league.due_dates.jobs import remind_of_dates
from league.honours.jobs import count_closed_seasons
from league.installation.jobs import ping_watcher, start_daily_backup
from league.installation.outages import is_outage
from league.installation.stamps import CLOCK, write_stamp
from league.messages.jobs import send_notices
from league.printing.jobs import start_print_jobs
from league.records.jobs import delete_outdated_data
from league.results.jobs import (
    accept_silent_reports,
    announce_complete_nights,
    dispute_unanswered,
    start_readings,
    write_before_match_days,
)
from league.scheduling.jobs import lapse_postponements, propose_offences, start_searches, warn_of_deadlines
from league.shared.cells import FIRST, cells, current_cell, in_cell
from league.shared.errors import giving_way

Job = Callable[[datetime.datetime], object]

# In this order: what one job writes to be sent goes out in the same minute, so the post comes last.
JOBS: tuple[Job, ...] = (
    # Before what is owed is looked at: a result agreed in time is not late.
    accept_silent_reports,
    dispute_unanswered,
    lapse_postponements,
    propose_offences,
    warn_of_deadlines,
    announce_complete_nights,
    write_before_match_days,
    remind_of_dates,
    send_notices,
    start_searches,
    start_print_jobs,
    start_readings,
    count_closed_seasons,
    delete_outdated_data,
    start_daily_backup,
)

log = logging.getLogger(__name__)

# What a web server does of a round while another has the turn: what belongs to its own machine.
WITHOUT_TURN: tuple[Job, ...] = (start_daily_backup,)

# Somebody sits before the page and waits for the first list, for paper, or for what a photograph says.
AT_ONCE: tuple[Job, ...] = (start_searches, start_print_jobs, start_readings)


def run_jobs(now: datetime.datetime, jobs: tuple[Job, ...] | None = None, *, has_turn: bool = True) -> bool:
    """Run these jobs once in each cell, or all of a round; return whether all went well.

    What goes wrong in one is logged; the others run. A round is noted, with the names of the jobs that
    failed. It is short where another web server has the turn.
    """
    of_round = JOBS if has_turn else WITHOUT_TURN
    failed: list[str] = []
    try:
        for cell in cells() if current_cell() == FIRST else [current_cell()]:
            with in_cell(cell), giving_way():
                failed += _run_in_cell(now, of_round if jobs is None else jobs)
    except DatabaseError:
        log.exception("which cells there are cannot be read")
        failed.append("cells")
    if jobs is None:
        try:
            write_stamp(CLOCK, " ".join(failed))
        except OSError:
            log.exception("that the clock ran could not be noted")
            return False
        if not failed:
            ping_watcher()
    return not failed


def _run_in_cell(now: datetime.datetime, jobs: tuple[Job, ...]) -> list[str]:
    """Run jobs in the current cell, and return the names of those that failed.

    A further cell whose node is away is left for this round: each job would wait for it.
    """
    failed = []
    for job in jobs:
        try:
            job(now)
        except Exception as fault:  # whatever it is, the next minute tries again
            name = getattr(job, "__name__", str(job))
            log.exception("%s went wrong", name)
            failed.append(name)
            if current_cell() != FIRST and is_outage(fault):
                break
    return failed
