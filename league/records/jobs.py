"""Jobs of the clock: delete what is past its retention period."""

import datetime
import itertools
import operator

from league.printing.services.background import delete_old_prints
from league.records.selectors.retention import has_outdated, leagues_due
from league.records.services.league_deletion import delete_hidden
from league.records.services.retention import (
    delete_ended_sign_ins,
    delete_outdated,
    note_nothing_outdated,
)


def delete_outdated_data(now: datetime.datetime) -> int:
    """Delete what leagues no longer keep, once a day; return how many rows.

    With it go ended sign-ins, what is left of a deleted league and, where nobody prints any more, printed
    files.
    """
    due = leagues_due(now)
    if not due:
        return 0
    delete_ended_sign_ins(now)
    delete_old_prints(now)
    delete_hidden()
    # Read first: on SQLite nobody writes while a transaction looks through what a league has kept.
    outdated = [has_outdated(league, now) for league, _ in due]
    note_nothing_outdated(itertools.compress(due, map(operator.not_, outdated)))
    return sum(
        sum(delete_outdated(league=league, today=today, now=now).values())
        for league, today in itertools.compress(due, outdated)
    )
