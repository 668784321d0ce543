"""The clock looks at reports: silence accepts them, and what nobody answers goes to the secretary.

The clock looks at match nights.
"""

import datetime
import logging
from collections.abc import Callable
from functools import partial

from league.models import Side
from league.results.selectors.nights import complete_nights
from league.results.selectors.reports import (
    differing_reports,
    first_difference,
    reports_side_by_side,
    silent_reports,
    unanswered_objections,
)
from league.results.services.objections import dispute_reports, leave_unanswered
from league.results.services.reminders import announce_night
from league.results.services.reports import accept_in_silence
from league.shared.errors import Refused

log = logging.getLogger(__name__)


def accept_silent_reports(now: datetime.datetime) -> int:
    """Make the result of every report whose time has run out without a word; how many."""
    return sum(_done(partial(accept_in_silence, card=card, now=now)) for card in silent_reports(now))


def dispute_unanswered(now: datetime.datetime) -> int:
    """Ask the secretary where an objection got no answer, or two sheets were signed that differ; how many."""
    unanswered = sum(
        _done(partial(leave_unanswered, objection=objection, now=now))
        for objection in unanswered_objections(now)
    )
    differing = 0
    for match in differing_reports(now):
        sheets = reports_side_by_side(match)
        if len(sheets) == len(Side):
            where = first_difference(*sheets)
            differing += _done(partial(dispute_reports, match=match, where=where, now=now))
    return unanswered + differing


def _done(act: Callable[[], object]) -> bool:
    """Accept one report; nothing is left to do if somebody objected in this very moment."""
    try:
        act()
    except Refused as refusal:
        log.info("A report was left as it is: %s", refusal.sentence)
        return False
    return True


def announce_complete_nights(now: datetime.datetime) -> int:
    """Tell the secretaries of each league when a night is complete, once a night; how many were told."""
    return sum(
        len(announce_night(league=night.league, date=night.date, matches=night.matches, now=now))
        for night in complete_nights(now)
    )
