"""Play-offs: where a season's table ends level and its rules want one, and those there are.

Play-offs: matches made when a season's table ends level where its rules want a decision.
"""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Max

from league.competition.selectors import divisions_of
from league.competition.services import bump_revision
from league.models import Division, Match, Pub, Season, Team
from league.shared.errors import Refused, refused_by, verify, written_whole
from league.standings.selectors.match_lists import MatchLine, NamedLink, match_lines
from league.standings.selectors.standings import tables_of


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedPlayOff:
    """Teams that share a place for good, unless they play for it."""

    division: Division
    place: int
    teams: tuple[NamedLink, ...]


def wanted_play_offs(season: Season | None) -> tuple[WantedPlayOff, ...]:
    """The places of a season that only a play-off can decide, division by division. Four queries."""
    if season is None or not decides(season):
        return ()
    return tuple(_wanted(divisions_of(season)))


def decides(season: Season) -> bool:
    """Whether the season's rules let a play-off decide between level teams. One query, for the rule book."""
    return "play_off" in season.rule_book.tie_breaks


def _wanted(divisions: list[Division]) -> Iterable[WantedPlayOff]:
    for table in tables_of(divisions):
        wanting = (row for row in table.rows if row.wants_play_off)
        for place, rows in groupby(wanting, key=lambda row: row.place):
            teams = tuple(table.entrants[row.record.team] for row in rows)
            yield WantedPlayOff(division=table.division, place=place, teams=teams)


def play_offs_of(season: Season | None) -> list[MatchLine]:
    """The play-offs there are, in the order of lists. Two queries."""
    return match_lines(Match.objects.filter(division__season=season, is_play_off=True)) if season else []


def make_play_off(
    *,
    division: Division,
    home: Team,
    away: Team,
    venue: Pub,
    date: datetime.date,
    starts_at: datetime.time | None = None,
) -> Match:
    """A match that decides which of two level teams stands higher, and counts for nothing else.

    It follows the last week of the division's list. Raises Refused if one of them does not play in the
    division, if they are one team, or if the two have a play-off that is still to be played.
    """
    if home == away:
        raise Refused(f"{home} cannot play itself: choose two teams.")
    with written_whole():
        # Held, so that the second of two presses sees what the first has written.
        list(Division.objects.select_for_update(no_key=True).filter(pk=division.pk))
        playing = set(division.enrolments.values_list("team_id", flat=True))
        stranger = next((team for team in (home, away) if team.pk not in playing), None)
        if stranger:
            raise Refused(f"{stranger} does not play in {division}.")
        to_play = division.matches.filter(is_play_off=True, scorecards=None, rulings=None)
        if to_play.filter(home__in=(home, away), away__in=(home, away)).exists():
            raise Refused(f"{home} and {away} have a play-off that is still to be played.")
        last = division.matches.aggregate(last=Max("week"))["last"] or 0
        match = Match(
            division=division,
            week=last + 1,
            home=home,
            away=away,
            venue=venue,
            date=date,
            starts_at=starts_at,
            is_play_off=True,
            venue_because="" if venue.pk == home.pub_id else "Play-off",
        )
        verify(match)
        match.clean()
        with refused_by(
            at_home_once_a_week="Somebody else has just made a match there.",
            league_match="Somebody else has just made a match there.",
        ):
            match.save()
        bump_revision(league_id=division.season.league_id)
    return match
