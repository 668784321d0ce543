"""Matches and cup ties for calendars: of a team, a pub, a division. Only what is public."""

import datetime
import zoneinfo
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet

from league.competition.selectors import current_season, division_place, seasons_of
from league.cups.selectors.dated_ties import SECOND_LEG, DatedTie, dated_ties
from league.cups.ties import Tie
from league.models import Cup, CupTie, League, Match, Pub, Season, Team
from league.standings.selectors.match_lists import MatchLine, match_lines

SAME_EVENING = Q(is_play_off=True, tie__isnull=False)
"""Deciding games of a tie, which follow its match at once."""
A_MATCH = datetime.timedelta(hours=3)
"""How long an evening takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarEntry:
    """A match, or a cup tie, in a calendar.

    `uid` is its id for good. `page` and `key` name the page about it. `starts` is a moment, or a whole day
    where the hour is not known.
    """

    uid: str
    page: str
    key: str
    title: str
    remarks: str
    place: str
    starts: datetime.datetime | datetime.date
    is_off: bool

    @property
    def ends(self) -> datetime.datetime | datetime.date:
        """The end of the evening, or the next day."""
        if isinstance(self.starts, datetime.datetime):
            return self.starts + A_MATCH
        return self.starts + datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarFeed:
    """A calendar to subscribe to: its name, and its entries by date.

    `revision` rises with every change and never falls: it tells a phone which of two entries is newer.
    """

    name: str
    revision: int
    zone: zoneinfo.ZoneInfo
    entries: tuple[CalendarEntry, ...]


def calendar_of_team(league: League, slug: str, today: datetime.date) -> CalendarFeed | None:
    """Return a team's matches and cup ties, at home and away. None if there is no such team.

    Six queries, or ten in a league with cups.
    """
    team = Team.objects.filter(league=league, slug=slug).first()
    if team is None:
        return None
    seasons = _followed(league, today)
    matches = Match.with_ties.filter(Q(home=team) | Q(away=team), division__season__in=seasons)
    ties = [tie for tie in _ties(seasons) if team in tie.on_page.teams]
    return _calendar(league, team.name, matches.exclude(SAME_EVENING), ties)


def calendar_of_pub(league: League, slug: str, today: datetime.date) -> CalendarFeed | None:
    """Return what is played at a pub. None if there is no such pub."""
    pub = Pub.objects.filter(league=league, slug=slug).first()
    if pub is None:
        return None
    seasons = _followed(league, today)
    matches = Match.with_ties.filter(venue=pub, division__season__in=seasons)
    ties = [tie for tie in _ties(seasons) if tie.on_page.venue == pub]
    return _calendar(league, f"At {pub.name}", matches.exclude(SAME_EVENING), ties)


def calendar_of_division(league: League, season_slug: str, slug: str) -> CalendarFeed | None:
    """Return a division's matches. None if there is no such division."""
    place = division_place(league, season_slug, slug)
    if place is None:
        return None
    division = place.division
    return _calendar(
        league, f"{division.name}, {division.season.name}", Match.objects.filter(division=division)
    )


def calendar_of_match(league: League, public_id: str) -> CalendarFeed | None:
    """Return one match, to be added by itself. None if there is no such match. Three queries."""
    match = Match.with_ties.filter(division__season__league=league, public_id=public_id)
    calendar = _calendar(league, "", match)
    return replace(calendar, name=calendar.entries[0].title) if calendar.entries else None


def _followed(league: League, today: datetime.date) -> list[Season]:
    """Return the season being played and those to come: a feed must not grow for ever."""
    seasons = seasons_of(league)
    now = current_season(seasons, today)
    return [season for season in seasons if season == now or (now and season.starts_on > now.starts_on)]


def _ties(seasons: Sequence[Season]) -> tuple[DatedTie, ...]:
    return dated_ties(Cup.objects.filter(season__in=seasons))


def _calendar(
    league: League, name: str, matches: QuerySet[Match], ties: Sequence[DatedTie] = ()
) -> CalendarFeed:
    rows = {match.public_id: match for match in matches.select_related("venue", "tie__cup")}
    zone = zoneinfo.ZoneInfo(league.time_zone)
    rounds: dict[str, str] = {}
    for dated in ties:
        rounds.setdefault(_place_of(dated.cup, dated.on_page.tie), _round(dated).removesuffix(SECOND_LEG))
        rounds[_tie_uid(dated)] = _round(dated)
    entries = [_match(line, rows[line.public_id], rounds, zone) for line in match_lines(matches)]
    known = {entry.uid for entry in entries}
    without_match = [
        dated
        for dated in ties
        if not (dated.on_page.match_id and dated.on_page.tie.is_over) and _tie_uid(dated) not in known
    ]
    return CalendarFeed(
        name=f"{name} ({league.name})",
        revision=league.revision,
        zone=zone,
        entries=(*entries, *(_tie(tie, zone) for tie in without_match)),
    )


def _match(line: MatchLine, row: Match, rounds: Mapping[str, str], zone: zoneinfo.ZoneInfo) -> CalendarEntry:
    day = line.date or line.postponed_from or line.division.season.starts_on
    tie = row.tie
    place = _place_of(tie.cup, tie) if tie else ""
    # A tie may be in calendars before it is a match, and stays the same entry.
    uid = _uid(place, row.leg) if tie else line.public_id
    return CalendarEntry(
        uid=uid,
        page="match",
        key=line.public_id,
        title=f"{line.home.name} v {line.away.name}",
        remarks=_remarks(
            line, rounds.get(uid) or rounds.get(place) or f"{line.division.name}, {row.week_words}"
        ),
        place=_place(row.venue),
        starts=_starts(day, line.starts_at, zone),
        is_off=line.date is None or line.given is not None or line.void is not None,
    )


def _tie(dated: DatedTie, zone: zoneinfo.ZoneInfo) -> CalendarEntry:
    page, tie = dated.on_page, dated.on_page.tie
    was_awarded = tie.result is not None and tie.result.at_fault is not None
    return CalendarEntry(
        uid=_tie_uid(dated),
        page="cup",
        key=dated.cup.slug,
        title=f"{tie.home.words} v {tie.away.words}" if tie.is_ready else _round(dated),
        remarks=f"{_round(dated)}.{' Walkover.' if was_awarded else ''}",
        place=_place(page.venue) if page.venue else "",
        starts=_starts(dated.date, page.starts_at, zone),
        is_off=was_awarded,
    )


def _round(dated: DatedTie) -> str:
    return f"{dated.cup}, {dated.title}"


def _place_of(cup: Cup, tie: Tie | CupTie) -> str:
    return f"{cup.public_id}-{tie.round}-{tie.number}"


def _tie_uid(dated: DatedTie) -> str:
    """Return the id of what is played next of a tie."""
    return _uid(_place_of(dated.cup, dated.on_page.tie), dated.on_page.leg)


def _uid(place: str, leg: int) -> str:
    return place if leg == 1 else f"{place}-{leg}"


def _starts(
    day: datetime.date, hour: datetime.time | None, zone: zoneinfo.ZoneInfo
) -> datetime.datetime | datetime.date:
    return datetime.datetime.combine(day, hour, zone) if hour else day


def _place(pub: Pub) -> str:
    return ", ".join(part for part in (pub.name, pub.address, pub.postcode) if part)


def _remarks(line: MatchLine, place: str) -> str:
    texts = [f"{place}."]
    if line.void:
        texts.append("Void.")
    elif line.given:
        texts.append("Walkover.")
    elif line.date is None:
        texts.append("Postponed; there is no new date yet.")
    elif line.postponed_from:
        texts.append(f"Moved from {line.postponed_from:%d/%m/%Y}.")
    return " ".join(texts)
