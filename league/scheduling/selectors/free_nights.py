"""Nights a match can be moved to, and why others are not free.

Both teams have to be free, with tables enough at the pub. Cup ties count as league matches do.
"""

import datetime
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, Q

from league.cups.selectors.dated_ties import DatedTie, dated_ties
from league.cups.selectors.rooms import tables_taken
from league.matches.rooms import no_room, tables_of, to_be_played
from league.models import Cup, Match, Pub, Season, Team
from league.scheduling.planner.calendar import DAY
from league.shared.grouping import grouped

Window = tuple[datetime.date, datetime.date]
"""The first and the last day on which the season's rules let a match be made up."""


def usual_weekday(season: Season) -> int | None:
    """Return the weekday on which most of the season is played, Monday 1. None while it has no matches."""
    counted = Match.objects.filter(division__season=season, date__isnull=False).order_by()
    by_day = counted.values_list("date__iso_week_day").annotate(matches=Count("pk"))
    most_used = by_day.order_by("-matches", "date__iso_week_day").first()
    return most_used[0] if most_used else None


def _ties_besides(match: Match) -> defaultdict[datetime.date | None, list[DatedTie]]:
    """Return the cup ties of a match's season that are still to be played, by night, without its own.

    One query, or five if it has cups; one more for a match that is a tie itself.
    """
    own = match.tie and (match.tie.cup_id, match.tie.round, match.tie.number)
    ties_by_key: defaultdict[datetime.date | None, list[DatedTie]] = defaultdict(list)
    for dated in dated_ties(Cup.objects.filter(season=match.division.season)):
        tie = dated.on_page.tie
        if not tie.is_over and (dated.cup.pk, tie.round, tie.number) != own:
            ties_by_key[dated.date].append(dated)
    return ties_by_key


def _outside(date: datetime.date, season: Season, window: Window | None) -> tuple[str, ...]:
    if not season.starts_on <= date <= season.ends_on:
        return (f"The season is played from {_written(season.starts_on)} to {_written(season.ends_on)}",)
    if window and not window[0] <= date <= window[1]:
        return (f"The season’s rules want it between {_written(window[0])} and {_written(window[1])}",)
    return ()


def _written(date: datetime.date) -> str:
    return f"{date:%d/%m/%Y}"


def _is_in(team: Team, match: Match) -> bool:
    return team.pk in (match.home_id, match.away_id)


def too_few_tables(
    venue: Pub,
    others: Collection[Match],
    match: Match,
    date: datetime.date | None,
    ties: Collection[DatedTie] = (),
) -> str:
    """Return why a pub has no room for a match beside others and cup ties of that day; empty if it has."""
    beside = (match.tie.cup_id, match.tie.round) if match.tie else None
    taken = tables_taken(map(tables_of, others), ties, beside=beside)
    return no_room(venue, date, needed=tables_of(match), taken=taken)


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeNight:
    """A night for a match, and its obstacles, each in a sentence without its full stop.

    `too_few_tables` is empty if the pub has enough of them.
    """

    date: datetime.date | None
    in_the_way: tuple[str, ...] = ()
    too_few_tables: str = ""

    @property
    def is_free(self) -> bool:
        return not self.obstacles

    @property
    def obstacles(self) -> tuple[str, ...]:
        return (*self.in_the_way, self.too_few_tables) if self.too_few_tables else self.in_the_way


def nights_to_come(match: Match, *, today: datetime.date, window: Window | None = None) -> list[FreeNight]:
    """Return every night to come within the season and the window except its own, free or not.

    Two queries, or six in a season with cups.
    """
    season = match.division.season
    earliest, latest = window or (season.starts_on, season.ends_on)
    first = max(today + DAY, season.starts_on, earliest)
    last = min(season.ends_on, latest)
    days = [first + number * DAY for number in range((last - first).days + 1)]
    return nights_on(match, [day for day in days if day != match.date], window=window)


def night_of(match: Match, date: datetime.date | None, *, at: Pub | None = None) -> FreeNight:
    """Return one night for a match, at another pub if one is given.

    Without a date only the pub's tables count.
    """
    if date is None:
        return FreeNight(date=None, too_few_tables=too_few_tables(at or match.venue, [], match, None))
    (night,) = nights_on(match, [date], at=at)
    return night


def nights_on(
    match: Match,
    dates: Collection[datetime.date],
    *,
    at: Pub | None = None,
    window: Window | None = None,
) -> list[FreeNight]:
    """Return the obstacles to a match on each of these dates, at its pub or another.

    Two queries, or six in a season with cups.
    """
    venue = at or match.venue
    teams = (match.home, match.away)
    taking = Q(home__in=teams) | Q(away__in=teams) | Q(venue=venue)
    ties = _ties_besides(match)
    held = grouped((other.date, other) for other in to_be_played(dates).filter(taking).exclude(pk=match.pk))
    return [
        FreeNight(
            date=date,
            in_the_way=(
                *_outside(date, match.division.season, window),
                *(
                    f"{team} play {other.away if other.home_id == team.pk else other.home}"
                    for team in teams
                    for other in held[date]
                    if _is_in(team, other)
                ),
                *(
                    f"{team} have a tie of {tie.cup}"
                    for team in teams
                    for tie in ties[date]
                    if team in tie.on_page.teams
                ),
            ),
            too_few_tables=too_few_tables(
                venue,
                [other for other in held[date] if other.venue_id == venue.pk],
                match,
                date,
                ties=[tie for tie in ties[date] if tie.on_page.venue == venue],
            ),
        )
        for date in dates
    ]


def pubs_to_choose(match: Match) -> list[tuple[Pub, FreeNight]]:
    """Return the pubs of the league with their obstacles that night, those of the two teams first.

    Three queries, or seven in a season with cups.
    """
    pubs = list(Pub.objects.filter(league=match.division.season.league_id))
    others = list(to_be_played([match.date]).exclude(pk=match.pk)) if match.date else []
    ties = _ties_besides(match)[match.date]
    choices = []
    for pub in sorted(pubs, key=lambda pub: pub.name.casefold()):
        there = [other for other in others if other.venue_id == pub.pk]
        ties_here = [tie for tie in ties if tie.on_page.venue == pub]
        too_few = too_few_tables(pub, there, match, match.date, ties_here)
        choices.append((pub, FreeNight(date=match.date, too_few_tables=too_few)))
    own = [match.home.pub_id, match.away.pub_id]
    return sorted(choices, key=lambda choice: own.index(choice[0].pk) if choice[0].pk in own else len(own))
