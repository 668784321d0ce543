"""The clock looks at match nights."""

import datetime

from league.selectors.complete_nights import complete_nights
from league.services.notices import announce_night


def announce_complete_nights(now: datetime.datetime) -> int:
    """Tell the secretaries of each league when a night is complete, once a night; how many were told."""
    return sum(
        len(announce_night(league=night.league, date=night.date, matches=night.matches, now=now))
        for night in complete_nights(now)
    )
