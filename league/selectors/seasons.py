"""Which season and division a page is about, and which ones lie beside it."""

import datetime
import zoneinfo
from dataclasses import dataclass

from django.utils import timezone

from league.models import Division, League, Season


def league_today(league: League, now: datetime.datetime | None = None) -> datetime.date:
    """The day it is where the league plays."""
    return timezone.localdate(now, timezone=zoneinfo.ZoneInfo(league.time_zone))


def seasons_of(league: League) -> tuple[Season, ...]:
    """All seasons of a league, the latest first."""
    return tuple(Season.objects.filter(league=league).order_by("-starts_on", "-id"))


def current_season(seasons: tuple[Season, ...], today: datetime.date) -> Season | None:
    """The season a visitor means who names none: the one being played; else the next; else the last.

    `seasons` with the latest first. None for a league without a season.
    """
    begun = [season for season in seasons if not season.is_finished and season.starts_on <= today]
    to_come = [season for season in seasons if not season.is_finished and season.starts_on > today]
    return next(iter([*begun, *reversed(to_come), *seasons]), None)


def divisions_of(season: Season) -> list[Division]:
    """The divisions of a season, the top one first, each with season and rule book."""
    return list(
        Division.objects.filter(season=season)
        .select_related("season__rule_book")
        .order_by("position", "name", "id")
    )


def top_division(league: League, today: datetime.date, season_slug: str = "") -> Division | None:
    """The top division of the season of that address, or of the current one. None if there is none."""
    seasons = seasons_of(league)
    if season_slug:
        season = next((season for season in seasons if season.slug == season_slug), None)
    else:
        season = current_season(seasons, today)
    return next(iter(divisions_of(season)), None) if season else None


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionPlace:
    """A division as an address names it, with its season's other divisions and the seasons either side.

    Only the neighbours: a page must not grow with the league's history.
    """

    division: Division
    siblings: tuple[Division, ...]
    season_before: Season | None
    season_after: Season | None


def division_place(league: League, season_slug: str, division_slug: str) -> DivisionPlace | None:
    """The division of that address. None if there is none. Two queries."""
    seasons = seasons_of(league)
    position = next((place for place, season in enumerate(seasons) if season.slug == season_slug), None)
    if position is None:
        return None
    siblings = tuple(divisions_of(seasons[position]))
    division = next((one for one in siblings if one.slug == division_slug), None)
    if division is None:
        return None
    return DivisionPlace(
        division=division,
        siblings=siblings,
        season_before=next(iter(seasons[position + 1 :]), None),
        season_after=seasons[position - 1] if position else None,
    )
