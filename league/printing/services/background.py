"""Documents printed in the background: requested once by many, claimed by one process, found by content."""

import datetime
import hashlib
import json
import logging
import re
from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import QuerySet

from league.accounts.powers import Power
from league.competition.selectors import league_today
from league.models import League, PrintJob
from league.printing.choices import document_choices, document_order
from league.printing.pdf import NoPango, pdf, stamp
from league.printing.registry.catalogue import document_named
from league.printing.services.store import OLDEST, clear_files, is_stored, prune_files, store_file
from league.publishing.services import zipped_copy
from league.shared.errors import Refused, written_whole
from league.shared.turns import in_turns

State = PrintJob.State
Clock = Callable[[], datetime.datetime]

STEPS = 7  # of WeasyPrint, as its log of progress counts them
STEP = re.compile(r"Step (?P<step>\d)(?:.*Page (?P<page>\d+)$)?")
PAGES_BETWEEN = 10
SILENCE = datetime.timedelta(minutes=3)
MOST_DEATHS = 2
MOST_RUNNING = 2

# A file is shown again while the league has not changed, and for a minute although it has: on a match night
# the league changes faster than a book is printed. What its revision does not count shows after ten minutes.
FRESH, FRESH_THOUGH_CHANGED = datetime.timedelta(minutes=10), datetime.timedelta(minutes=1)
FAILED_FOR = datetime.timedelta(seconds=30)

SITE_COPY = "site-copy"
BROKEN_OFF = "Printing failed twice, probably for lack of memory or time. Print one division, team or night."
NOTHING_TO_PRINT = "There is nothing to print on it yet."


def request_print(
    league: League,
    document: str,
    choices: Mapping[str, str],
    *,
    powers: frozenset[Power],
    site: str,
    now: datetime.datetime,
) -> PrintJob:
    """Return the job for this document: printed and fresh, or waiting, printing or failed."""
    wanted = {**choices, "powers": sorted(powers), "site": site}
    text = json.dumps([league.pk, document, wanted], sort_keys=True)
    key = hashlib.sha256(text.encode()).hexdigest()
    with written_whole():
        new = {"league": league, "document": document, "choices": wanted, "requested_at": now}
        job, is_new = PrintJob.objects.select_for_update().get_or_create(key=key, defaults=new)
        if not is_new and _is_stale(job, league, now):
            job.state, job.requested_at = State.WAITING, now
            job.steps, job.pages, job.deaths = 0, 0, 0
            job.save(update_fields=["state", "requested_at", "steps", "pages", "deaths"])
    return job


def _is_stale(job: PrintJob, league: League, now: datetime.datetime) -> bool:
    if job.state in (State.WAITING, State.PRINTING) or job.made_at is None:
        return False
    age = now - job.made_at
    if job.state == State.FAILED:
        return age > FAILED_FOR
    suffix = "zip" if job.document == SITE_COPY else "pdf"
    if not is_stored(job.digest, suffix) or league_today(league, job.made_at) != league_today(league, now):
        return True
    return age > (FRESH if job.revision == league.revision else FRESH_THOUGH_CHANGED)


def jobs_due(now: datetime.datetime) -> list[int]:
    """Return the jobs that can be started now: leagues take turns, what waited longest first. One query."""
    jobs = _unfinished().values_list("pk", "state", "alive_at", "league")
    alive = now - SILENCE
    running = {
        pk: league for pk, state, seen, league in jobs if state == State.PRINTING and seen and seen >= alive
    }
    waiting = ((league, pk) for pk, *_, league in jobs if pk not in running)
    return in_turns(waiting, running.values())[: max(0, MOST_RUNNING - len(running))]


def _unfinished() -> QuerySet[PrintJob]:
    return PrintJob.objects.filter(state__in=[State.WAITING, State.PRINTING]).order_by("requested_at", "pk")


def run_print_job(*, job_id: int, clock: Clock) -> bool:
    """Print the document of a job and store it; False if another process does."""
    job = claim_print_job(job_id=job_id, now=clock())
    if job is None:
        return False
    try:
        digest, filename = MAKERS.get(job.document, _print)(job, clock)
        end: dict[str, Any] = {"state": State.DONE, "digest": digest, "filename": filename, "refusal": ""}
    except Refused as refusal:
        end = {"state": State.FAILED, "refusal": refusal.sentence}
    except NoPango as missing:
        end = {"state": State.FAILED, "refusal": str(missing)}
    if not PrintJob.objects.filter(pk=job.pk, state=State.PRINTING).update(**end, made_at=clock()):
        # The job was deleted while it ran, because somebody who stands in the document was erased.
        clear_files()
    delete_old_prints(clock())
    return True


def delete_old_prints(now: datetime.datetime) -> None:
    """Delete the jobs and files of more than a week ago."""
    PrintJob.objects.filter(requested_at__lt=now - OLDEST).delete()
    prune_files(now)


def claim_print_job(*, job_id: int, now: datetime.datetime) -> PrintJob | None:
    """Claim a job that waits, or whose process has died; None if it cannot be claimed.

    Only so many run at once. One that has died too often is not begun again.
    """
    with written_whole():
        jobs = {job.pk: job for job in _unfinished().select_for_update(of=("self",)).select_related("league")}
        job = jobs.pop(job_id, None)
        running = [
            each for each in jobs.values() if each.state == State.PRINTING and not _is_silent(each, now)
        ]
        if job is None or len(running) >= MOST_RUNNING:
            return None
        if job.state == State.PRINTING:
            if not _is_silent(job, now):
                return None
            job.deaths += 1
        job.state, job.alive_at, job.steps, job.revision = State.PRINTING, now, 0, job.league.revision
        if job.deaths >= MOST_DEATHS:
            job.state, job.refusal, job.made_at = State.FAILED, BROKEN_OFF, now
        job.save()
    return job if job.state == State.PRINTING else None


def _is_silent(job: PrintJob, now: datetime.datetime) -> bool:
    return job.alive_at is None or job.alive_at < now - SILENCE


def _print(job: PrintJob, clock: Clock) -> tuple[str, str]:
    """Return the digest under which the document is stored, and the name of its file. Raises Refused."""
    named = document_named(job.document)
    choices = document_choices(job.league, job.choices.get("season", ""), league_today(job.league))
    if named is None or choices is None:
        raise Refused(NOTHING_TO_PRINT)
    powers = frozenset(Power(power) for power in job.choices["powers"])
    order = document_order(named[0], choices, job.choices, powers=powers, site=job.choices["site"])
    document = named[0].make(order)
    if document is None:
        raise Refused(NOTHING_TO_PRINT)
    digest = stamp(document)
    if not is_stored(digest):
        with _Progress(job, clock):
            store_file(digest, pdf(document))
    return digest, document.filename


def _copy(job: PrintJob, clock: Clock) -> tuple[str, str]:
    """Return the same of the public site as a ZIP file, of the seasons chosen. Raises Refused."""

    def show(files: int) -> None:
        if files % PAGES_BETWEEN == 0:
            PrintJob.objects.filter(pk=job.pk).update(pages=files, alive_at=clock())

    content = zipped_copy(job.league, job.choices["seasons"].split(), show)
    digest = hashlib.sha256(content).hexdigest()
    store_file(digest, content, "zip")
    return digest, f"{job.league.slug}-{league_today(job.league)}.zip"


MAKERS = {SITE_COPY: _copy}


class _Progress(logging.Handler):
    """Counts the typesetter's steps in the row of the job, so that its page can show them."""

    def __init__(self, job: PrintJob, clock: Clock) -> None:
        super().__init__(logging.INFO)
        self.job, self.clock = job, clock
        self.steps, self.page = 0, 0
        self.log = logging.getLogger("weasyprint.progress")

    def __enter__(self) -> None:
        self.log.setLevel(logging.INFO)
        self.log.propagate = False
        self.log.addHandler(self)

    def __exit__(self, *_: object) -> None:
        self.log.removeHandler(self)
        self.log.propagate = True

    def emit(self, record: logging.LogRecord) -> None:
        """Save the step, and the page it is at: "Step 5 - Creating layout - Page 31"."""
        line = STEP.match(record.getMessage())
        if line is None:
            return
        steps, page = int(line["step"]), int(line["page"] or 0)
        if steps > self.steps or page % PAGES_BETWEEN == 1:
            self.steps = steps
            self.page = max(page, self.page)
            alive = {"steps": steps, "pages": self.page, "alive_at": self.clock()}
            PrintJob.objects.filter(pk=self.job.pk).update(**alive)
