"""The clock looks at what was due: warns before it, asks the secretary after it. It takes nothing itself."""

import datetime
import logging

from league.selectors.clocks import Proposals, proposals_in, regulated_seasons, warnings_in
from league.selectors.postponements import unanswered_requests
from league.services.deadlines import lapse_unanswered, warn_captain
from league.services.offences import propose_offence, reckon_again
from league.services.refusals import Refused

log = logging.getLogger(__name__)


def propose_offences(now: datetime.datetime) -> int:
    """Put before the secretaries what fell in the seasons being played; how many offences are new."""
    return sum(_propose(proposals_in(season, now)) for season in regulated_seasons(now))


def warn_of_deadlines(now: datetime.datetime) -> int:
    """Write to the captains whose deadline is near, each once for each deadline; how many letters."""
    due = [warned for season in regulated_seasons(now) for warned in warnings_in(season, now)]
    for warned in due:
        warn_captain(warned=warned, now=now)
    return len(due)


def lapse_postponements(now: datetime.datetime) -> int:
    """Close the requests nobody answered in time; how many. One answered this very moment stays answered."""
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
    for row, found in proposals.changed:
        reckon_again(
            offence=row,
            number=found.number,
            halves=found.penalty.halves,
            pence=found.penalty.pence,
            in_play=found.penalty.in_play,
            reason=found.reason,
        )
    for found in proposals.new:
        match = proposals.matches.get(found.match)
        if match is None:  # deleted since
            continue
        propose_offence(
            season=proposals.season,
            team=match.home if match.home_id == found.team else match.away,
            match=match,
            kind=found.rule,
            number=found.number,
            fell_at=found.at,
            reason=found.reason,
            halves=found.penalty.halves,
            pence=found.penalty.pence,
            in_play=found.penalty.in_play,
        )
    return len(proposals.new)
