"""Which matches are being played at this moment, as the phones at the tables tell.

The matches somebody may sit down to score.
"""

import datetime
import itertools
from operator import attrgetter

from django.db.models import Count, Max, Q, QuerySet

from league.competition.selectors import league_today
from league.matches.selectors import unsettled
from league.models import League, Match, Scorecard, TableEntry

# A log in which nothing has moved for so long is a match that is over, or a phone that was put away.
SILENCE = datetime.timedelta(hours=3)
A_DAY = datetime.timedelta(days=1)


def being_played(league: League, now: datetime.datetime) -> frozenset[str]:
    """The public ids of the matches whose log has moved lately and which have no result yet. One query."""
    today = league_today(league, now)
    tonight = Q(match__date__range=(today - A_DAY, today + A_DAY)) | Q(match__date=None)
    moved = TableEntry.objects.filter(
        tonight, match__division__season__league=league, received_at__gte=now - SILENCE
    )
    done = Scorecard.objects.confirmed().filter(match__division__season__league=league)
    playing = moved.exclude(match__in=done.values("match"))
    return frozenset(playing.order_by().values_list("match__public_id", flat=True).distinct())


def movement(entries: QuerySet[TableEntry]) -> str:
    """What changes with every entry that comes in. One query.

    Counted as well as the newest: of two that come in at one moment the later number can be there first.
    """
    seen = entries.aggregate(newest=Max("pk"), count=Count("pk"))
    return f"{seen['newest'] or 0}-{seen['count']}"


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
