"""Work that waits: letters, and what is done in processes of its own."""

import datetime
from collections.abc import Iterator
from typing import Any

from django.db.models import F, QuerySet

from league.models import FixturePlan, Notice, PhotographReading, PrintJob, UnfiledPhotograph

LETTERS_OF = datetime.timedelta(days=1)


def waiting_letters(now: datetime.datetime) -> QuerySet[Notice]:
    """Return the letters of the last day that are not sent yet."""
    return letters_of_the_day(now).filter(sent_at=None, league__is_silent=False)


def letters_of_the_day(now: datetime.datetime) -> QuerySet[Notice]:
    """Return the letters that were wanted within a day."""
    return Notice.objects.filter(wanted_at__gt=now - LETTERS_OF)


def waiting_work() -> Iterator[tuple[str, QuerySet[Any]]]:
    """Yield what has not been begun, by name, each with when it was asked for (`requested_at`)."""
    plans = FixturePlan.objects.filter(state=FixturePlan.State.WAITING)
    yield "plan", plans.annotate(requested_at=F("made_at"))
    yield "document", PrintJob.objects.filter(state=PrintJob.State.WAITING)
    waiting = PhotographReading.State.WAITING
    yield "photograph", PhotographReading.objects.filter(state=waiting)
    yield "unfiled photograph", UnfiledPhotograph.objects.filter(state=waiting)
