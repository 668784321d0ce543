"""Matches that have to move because a pub closes or a team moves, and the pubs with room for them."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db.models import Q, QuerySet

from league.cups.selectors.dated_ties import DatedTie, dated_ties
from league.matches.rooms import to_be_played
from league.matches.selectors import without_result
from league.models import Cup, League, Match, Pub, Team
from league.scheduling.selectors.free_nights import too_few_tables


@dataclass(frozen=True, slots=True, kw_only=True)
class PubWithRoom:
    """A pub with room for a match on its night, and whether it is the home or the away side's."""

    pub: Pub
    is_home: bool
    is_away: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MovingMatch:
    """A match that needs another place, where there is room for it, and which of these is proposed.

    `proposed` is None where no pub has room.
    """

    match: Match
    places: tuple[PubWithRoom, ...]
    proposed: Pub | None


@dataclass(slots=True)
class Rooms:
    """The matches in each pub on some nights, and the cup ties; `take` adds a match."""

    pubs: tuple[Pub, ...]
    ties: Iterable[DatedTie] = ()
    _there: dict[tuple[datetime.date | None, int], list[Match]] = field(
        default_factory=lambda: defaultdict(list)
    )

    def too_few_tables(self, pub: Pub, match: Match) -> str:
        """Return why there is no room in a pub for a match; empty if there is."""
        others = self._there[match.date, pub.pk] if match.date else []
        ties = [tie for tie in self.ties if tie.date == match.date and tie.on_page.venue == pub]
        return too_few_tables(pub, others, match, match.date, ties)

    def take(self, pub: Pub, match: Match) -> None:
        """Add a match to those played in the pub."""
        self._there[match.date, pub.pk].append(match)


def rooms_for(league: League, matches: Iterable[Match]) -> Rooms:
    """Return the rooms of a league on the nights of these matches. Three queries, or seven with cups."""
    matches = list(matches)
    pubs = tuple(sorted(league.pubs.all(), key=lambda pub: pub.name.casefold()))
    dates = {match.date for match in matches if match.date}
    cups = Cup.objects.filter(season__league=league, season__is_finished=False)
    to_come = [tie for tie in dated_ties(cups) if tie.date in dates and not tie.on_page.tie.is_over]
    rooms = Rooms(pubs, to_come)
    if dates:
        others = to_be_played(dates).filter(date__in=dates, division__season__league=league)
        for other in others.exclude(pk__in=[match.pk for match in matches]):
            rooms.take(other.venue, other)
    return rooms


def matches_at(pub: Pub, since: datetime.date) -> QuerySet[Match]:
    """Return the matches still to be played at a pub from a day on, and those without a date."""
    return _to_come(since).filter(venue=pub)


def home_matches(team: Team, since: datetime.date) -> QuerySet[Match]:
    """Return the matches a team has still to play at its pub from a day on, and those without a date."""
    return _to_come(since).filter(home=team, venue=team.pub_id)


def moving_matches(
    league: League, matches: Iterable[Match], *, homes: Mapping[int, Pub], closing: Pub | None = None
) -> tuple[MovingMatch, ...]:
    """Return the pubs with room for each match; a match whose pub was proposed takes up its room there.

    `homes` are the pubs teams will play at, `closing` one that nobody plays at any more. Queries: those
    of `rooms_for`.
    """
    matches = list(matches)
    rooms = rooms_for(league, matches)
    moving = []
    for match in matches:
        home = homes.get(match.home_id, match.home.pub)
        away = homes.get(match.away_id, match.away.pub)
        places = tuple(
            PubWithRoom(pub=pub, is_home=pub == home, is_away=pub == away)
            for pub in rooms.pubs
            if pub != closing and not rooms.too_few_tables(pub, match)
        )
        proposed = _proposed(places)
        if proposed:
            rooms.take(proposed, match)
        moving.append(MovingMatch(match=match, places=places, proposed=proposed))
    return tuple(moving)


def _proposed(places: tuple[PubWithRoom, ...]) -> Pub | None:
    """Return the home side's pub if it has room, else the largest neutral one, else the away side's."""

    def order(place: PubWithRoom) -> tuple[bool, bool, int, str]:
        return not place.is_home, place.is_away, -place.pub.tables, place.pub.name

    best = min(places, key=order, default=None)
    return best.pub if best else None


def _to_come(since: datetime.date) -> QuerySet[Match]:
    waiting = without_result(Match.objects.filter(Q(date__gte=since) | Q(date=None)))
    known = waiting.filter(division__season__is_finished=False).select_related(
        "home__pub", "away__pub", "venue", "division__season__rule_book", "division__season__league"
    )
    return known.order_by("date", "division__position", "id")
