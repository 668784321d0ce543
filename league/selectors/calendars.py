"""Matches as phones' calendars show them: of a team, a pub, a division. Nothing that is not public."""

import datetime
import zoneinfo
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from league.models import League, Match, Pub, Season, Team
from league.selectors.matches import MatchLine, match_lines
from league.selectors.seasons import current_season, division_place, seasons_of

A_MATCH = datetime.timedelta(hours=3)
"""How long an evening is kept free: four tables and the hand round the sandwiches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarEntry:
    """A match in a calendar.

    `starts` is a moment, or a whole day where the hour is not known. `sequence` never goes down while the
    entry changes: by it a phone knows the newer of two.
    """

    public_id: str
    title: str
    remarks: str
    place: str
    starts: datetime.datetime | datetime.date
    sequence: int
    is_off: bool

    @property
    def ends(self) -> datetime.datetime | datetime.date:
        """The end of the evening, or the next day."""
        if isinstance(self.starts, datetime.datetime):
            return self.starts + A_MATCH
        return self.starts + datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Calendar:
    """What somebody follows: its name, and its matches by date."""

    name: str
    entries: tuple[CalendarEntry, ...]


def calendar_of_team(league: League, slug: str, today: datetime.date) -> Calendar | None:
    """A team's matches, at home and away. None if there is no such team. Five queries."""
    team = Team.objects.filter(league=league, slug=slug).first()
    if team is None:
        return None
    return _calendar(league, team.name, _followed(league, today).filter(Q(home=team) | Q(away=team)))


def calendar_of_pub(league: League, slug: str, today: datetime.date) -> Calendar | None:
    """What is played at a pub. None if there is no such pub."""
    pub = Pub.objects.filter(league=league, slug=slug).first()
    if pub is None:
        return None
    return _calendar(league, f"At {pub.name}", _followed(league, today).filter(venue=pub))


def calendar_of_division(league: League, season_slug: str, slug: str) -> Calendar | None:
    """A division's matches. None if there is no such division."""
    place = division_place(league, season_slug, slug)
    if place is None:
        return None
    division = place.division
    name = f"{division.name}, {division.season.name}"
    return _calendar(league, name, Match.objects.filter(division=division))


def _followed(league: League, today: datetime.date) -> QuerySet[Match]:
    """The matches of the season being played and of those to come: a feed must not grow for ever."""
    seasons = seasons_of(league)
    now = current_season(seasons, today)
    wanted: list[Season] = [one for one in seasons if one == now or (now and one.starts_on > now.starts_on)]
    return Match.objects.filter(division__season__in=wanted)


def _calendar(league: League, name: str, matches: QuerySet[Match]) -> Calendar:
    rows = {match.public_id: match for match in matches.select_related("venue")}
    zone = zoneinfo.ZoneInfo(league.time_zone)
    return Calendar(
        name=f"{name} ({league.name})",
        entries=tuple(_entry(line, rows[line.public_id], zone) for line in match_lines(matches)),
    )


def _entry(line: MatchLine, match: Match, zone: zoneinfo.ZoneInfo) -> CalendarEntry:
    day = line.date or line.postponed_from or line.division.season.starts_on
    ruled = (*line.outcome.walkovers, *line.outcome.voids)
    return CalendarEntry(
        public_id=line.public_id,
        title=f"{line.home.name} v {line.away.name}",
        remarks=_remarks(line),
        place=", ".join(
            part for part in (match.venue.name, match.venue.address, match.venue.postcode) if part
        ),
        starts=datetime.datetime.combine(day, line.starts_at, zone) if line.starts_at else day,
        # A ruling, and its being revoked, change the entry as a new date does.
        sequence=match.sequence + sum(2 if one.revoked_on else 1 for one in ruled),
        is_off=_is_off(line),
    )


def _is_off(line: MatchLine) -> bool:
    """Nobody needs to turn up: no new date yet, given without play, void."""
    return line.date is None or line.given is not None or line.void is not None


def _remarks(line: MatchLine) -> str:
    said = [f"{line.division.name}, week {line.outcome.week}."]
    if line.void:
        said.append("Void.")
    elif line.given:
        said.append("Given without play.")
    elif line.date is None:
        said.append("Postponed; there is no new date yet.")
    elif line.postponed_from:
        said.append(f"Moved from {line.postponed_from:%d/%m/%Y}.")
    return " ".join(said)
