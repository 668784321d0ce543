"""Tries that are counted in the database, for all processes and all web servers of the site together.

A row holds a digest, a number and until when it counts. The clock deletes it the day after.
"""

import datetime
from collections.abc import Mapping

from django.db import transaction
from django.db.models import F

from league.models import TryCount
from league.shared.sql import rows_of

# Plain SQL, because the ORM cannot add to a row that may not be there in one statement.
COUNT = """
INSERT INTO league_trycount AS counted (digest, number, until) VALUES (%s, %s, %s)
ON CONFLICT (digest) DO UPDATE SET
    number = CASE WHEN counted.until > %s THEN counted.number + excluded.number ELSE excluded.number END,
    until = CASE WHEN counted.until > %s THEN counted.until ELSE excluded.until END
RETURNING number
"""


def count_tries(
    most: Mapping[str, int], *, now: datetime.datetime, lasts: datetime.timedelta, number: int = 1
) -> bool:
    """Count one more of each, or so many, and return whether none is past its most.

    What comes after one that is past it is not counted. The first counts for as long as is said, and all that
    follow it meanwhile.
    """
    since, until = int(now.timestamp()), int((now + lasts).timestamp())
    with transaction.atomic():
        return all(
            rows_of(COUNT, (digest, number, until, since, since), are_written=True)[0][0] <= limit
            for digest, limit in most.items()
        )


def tries_counted(digest: str, *, now: datetime.datetime) -> int:
    """Return how many were counted that still count. One query."""
    counts = TryCount.objects.filter(digest=digest, until__gt=int(now.timestamp()))
    return next(iter(counts.values_list("number", flat=True)), 0)


def forget_tries(digest: str, *, among: str, now: datetime.datetime) -> None:
    """Let tries of one kind begin anew, and take them out of all those they were counted among."""
    tries = tries_counted(digest, now=now)
    TryCount.objects.filter(digest=among, number__gte=tries).update(number=F("number") - tries)
    TryCount.objects.filter(digest=digest).delete()
