"""What the clock does about deadlines: captains warned before one falls, requests nobody answered closed.

Each in one transaction with the letters that say so; done twice, at once or one after the other, once.
"""

import datetime

from league.messages.letters import lapsed_body, lapsed_subject, warning_body, warning_subject
from league.models import Match, Notice, Postponement, Side
from league.people.captains.selectors import captains_of, sides_of
from league.regulations.selectors.deadlines import DeadlineWarning
from league.scheduling.services.postponements import lapse_postponement
from league.shared.errors import written_whole

UNANSWERED = "Nobody answered in time."


def warn_captain(*, warned: DeadlineWarning, now: datetime.datetime) -> None:
    """Write to a captain what is due in a match and what threatens; once, whoever else is about to."""
    match = warned.match
    league = match.division.season.league
    _tell(
        Notice(
            league=league,
            match=match,
            kind=Notice.Kind.WARNING,
            about=warned.about,
            to=warned.captain.email,
            subject=warning_subject(match),
            body=warning_body(match, warned.captain, league, warned.sentence),
            wanted_at=now,
        )
    )


def lapse_unanswered(*, postponement: Postponement, now: datetime.datetime) -> Postponement:
    """Close a request nobody answered: the match stays where it stands, and both captains are told.

    Raises Refused if it was answered meanwhile, or if there is still time.
    """
    with written_whole():
        request = lapse_postponement(postponement=postponement, because=UNANSWERED, now=now)
        match = Match.objects.select_related("home", "away", "division__season__league").get(
            pk=request.match_id
        )
        _tell(*_letters(request, match, now))
    return request


def _letters(request: Postponement, match: Match, now: datetime.datetime) -> list[Notice]:
    league = match.division.season.league
    asker = match.home if request.asked_by == Side.HOME else match.away
    return [
        Notice(
            league=league,
            match=match,
            kind=Notice.Kind.POSTPONEMENT,
            about=f"unanswered {request.public_id}",
            to=captain.email,
            subject=lapsed_subject(match),
            body=lapsed_body(match, captain, league, str(asker)),
            wanted_at=now,
        )
        for captain in captains_of([sides_of(match)]).values()
        if captain.email
    ]


def _tell(*notices: Notice) -> None:
    """`told_once` lets the first of two clocks tell."""
    with written_whole():
        Notice.objects.bulk_create(notices, ignore_conflicts=True)
