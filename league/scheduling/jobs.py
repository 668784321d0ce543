"""Jobs of the clock: start searches, each in a process of its own, and act on deadlines.

A search can take all of a core, or die, without the site noticing more than its row. Deadlines are warned
of before they fall and put before the secretary after; no sanction is imposed here.
"""

import datetime
import logging

from django.conf import settings

from league.installation.child_processes import ChildProcesses
from league.regulations.selectors.deadlines import Proposals, proposals_in, regulated_seasons, warnings_in
from league.regulations.services.sanctions import propose_offence, reckon_undecided
from league.scheduling.selectors.plans import searches_due
from league.scheduling.selectors.postponements import unanswered_requests
from league.scheduling.services.postponements import lapse_unanswered, warn_captain
from league.shared.errors import Refused

_processes = ChildProcesses("search_fixtures")


def start_searches(now: datetime.datetime) -> int:
    """Start a search process for waiting plans, one in each league, and return how many."""
    return _processes.start(searches_due(now, settings.PLANS_AT_ONCE))


log = logging.getLogger(__name__)


def propose_offences(now: datetime.datetime) -> int:
    """Propose offences of the seasons being played to the secretaries, and return how many are new."""
    return sum(_propose(proposals_in(season, now)) for season in regulated_seasons(now))


def warn_of_deadlines(now: datetime.datetime) -> int:
    """Write to the captains whose deadline is near, once for each deadline, and return how many letters."""
    due = [warned for season in regulated_seasons(now) for warned in warnings_in(season, now)]
    for warned in due:
        warn_captain(warned=warned, now=now)
    return len(due)


def lapse_postponements(now: datetime.datetime) -> int:
    """Close the requests nobody answered in time, and return how many. Answered ones stay answered."""
    closed = 0
    for request in unanswered_requests(now):
        try:
            lapse_unanswered(postponement=request, now=now)
        except Refused as refusal:
            log.info("A request to move %s was not closed: %s", request.match_id, refusal.sentence)
        else:
            closed += 1
    return closed


def _propose(proposals: Proposals) -> int:
    reckon_undecided(proposals.changed)
    for offence in proposals.new:
        match = proposals.matches.get(offence.match)
        if match is None:  # deleted since
            continue
        propose_offence(
            season=proposals.season,
            team=match.home if match.home_id == offence.team else match.away,
            match=match,
            kind=offence.rule,
            number=offence.number,
            fell_at=offence.at,
            reason=offence.reason,
            halves=offence.penalty.halves,
            pence=offence.penalty.pence,
            in_play=offence.penalty.in_play,
        )
    return len(proposals.new)
