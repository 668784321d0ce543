"""Jobs of the clock: delete what is past its retention period."""

import datetime

from django.contrib.sessions.models import Session

from league.models import PrintJob
from league.printing.store import OLDEST, prune_files
from league.records.selectors.retention import leagues_due
from league.records.services.retention import delete_outdated


def delete_outdated_data(now: datetime.datetime) -> int:
    """Delete what leagues no longer keep, once a day; return how many rows.

    With it go ended sign-ins and, where nobody prints any more, printed files.
    """
    due = leagues_due(now)
    if not due:
        return 0
    Session.objects.filter(expire_date__lt=now).delete()
    PrintJob.objects.filter(requested_at__lt=now - OLDEST).delete()
    prune_files(now)
    return sum(sum(delete_outdated(league=league, today=today, now=now).values()) for league, today in due)
