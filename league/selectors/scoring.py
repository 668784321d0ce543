"""The matches somebody may sit down to score."""

import datetime
import itertools
from operator import attrgetter

from django.db.models import QuerySet

from league.models import League, Match
from league.selectors.owed import unsettled

DAYS = datetime.timedelta(days=7)
LONGEST_ID = 12
Nights = tuple[tuple[datetime.date, tuple[Match, ...]], ...]


def matches_to_score(league: League, *, today: datetime.date) -> Nights:
    """What is unscored of the week before and the week after today, by night, today's first. One query."""
    near = _open(league).filter(date__range=(today - DAYS, today + DAYS))
    matches = sorted(near, key=lambda match: (match.date, match.home.name.casefold(), match.pk))
    nights = [(date, tuple(of_night)) for date, of_night in itertools.groupby(matches, attrgetter("date"))]
    return tuple(sorted(nights, key=lambda night: (night[0] != today, night[0])))


def match_to_score(league: League, public_id: str) -> Match | None:
    """A match by its short id, unless it is over or another league's."""
    if not public_id.isalnum() or len(public_id) > LONGEST_ID:
        return None
    return _open(league).filter(public_id=public_id).first()


def _open(league: League) -> QuerySet[Match]:
    matches = Match.objects.filter(division__season__league=league)
    return unsettled(matches).select_related("home", "away", "venue", "division")
