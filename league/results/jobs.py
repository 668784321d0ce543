"""Jobs about reports, match nights and photographs.

Silence accepts a report; what nobody answers goes to the secretary; a complete night is announced.
Photographs are read in processes of their own.
"""

import datetime
import logging
from collections.abc import Callable
from functools import partial

from league.installation.child_processes import ChildProcesses
from league.models import Side
from league.results.selectors.nights import complete_nights, matches_tomorrow
from league.results.selectors.readings import readings_due
from league.results.selectors.reports import (
    differing_reports,
    first_difference,
    reports_of,
    silent_reports,
    unanswered_objections,
)
from league.results.selectors.scorecards import sheets_of
from league.results.services.objections import dispute_reports, leave_unanswered
from league.results.services.reminders import announce_night, write_before_matches
from league.results.services.reports import accept_in_silence
from league.shared.errors import Refused

log = logging.getLogger(__name__)


def accept_silent_reports(now: datetime.datetime) -> int:
    """Confirm every report whose time has run out without an objection; return how many."""
    return sum(_done(partial(accept_in_silence, card=card, now=now)) for card in silent_reports(now))


def dispute_unanswered(now: datetime.datetime) -> int:
    """Open a dispute where an objection got no answer, or two differing sheets were signed.

    Returns how many.
    """
    unanswered = sum(
        _done(partial(leave_unanswered, objection=objection, now=now))
        for objection in unanswered_objections(now)
    )
    differing = 0
    for match in differing_reports(now):
        sheets = sheets_of(reports_of(match).waiting)
        if len(sheets) == len(Side):
            where = first_difference(*sheets.values(), word=match.division.season.rule_book.table_word)
            differing += _done(partial(dispute_reports, match=match, where=where, now=now))
    return unanswered + differing


def _done(act: Callable[[], object]) -> bool:
    """Call a service; return False if it refuses because somebody has spoken in this very moment."""
    try:
        act()
    except Refused as refusal:
        log.info("A report was left as it is: %s", refusal.sentence)
        return False
    return True


def announce_complete_nights(now: datetime.datetime) -> int:
    """Notify the secretaries of each league once of a complete night; return how many notices."""
    return sum(
        len(announce_night(league=night["league"], date=night["date"], matches=night["matches"], now=now))
        for night in complete_nights(now)
    )


def write_before_match_days(now: datetime.datetime) -> int:
    """Write to captains on the day before their match; return how many letters."""
    matches = matches_tomorrow(now)
    return write_before_matches(matches=matches, now=now) if matches else 0


_photographs = ChildProcesses("read_photograph")
_unfiled = ChildProcesses("read_photograph", "--unfiled")


def start_readings(now: datetime.datetime, *, at_once: bool = False) -> int:
    """Start a process for each photograph that is to be read, and return how many.

    The page that asks for a reading calls this too (`at_once`); the clock takes over what was interrupted.
    """
    due = readings_due(now, at_once=at_once)
    return _photographs.start(list(due.photographs)) + _unfiled.start(list(due.unfiled))
