"""Reads of competition: leagues, which season and division a page is about, and which lie beside it."""

import datetime
import zoneinfo
from collections.abc import Collection
from dataclasses import dataclass
from itertools import chain

from django.db.models import Exists, Min, OuterRef, Q
from django.http import Http404
from django.utils import timezone

from league.models import Division, Enrolment, League, Match, Season
from league.shared.cells import in_every_cell
from league.shared.revisions import KnownByRevision


def league_today(league: League, now: datetime.datetime | None = None) -> datetime.date:
    """Return the day it is where the league plays."""
    return timezone.localdate(now, timezone=zoneinfo.ZoneInfo(league.time_zone))


SEASONS_LISTED = 10
MORNING = datetime.timedelta(hours=5)


def night_of(league: League, now: datetime.datetime | None = None) -> datetime.date:
    """Return the night it is where the league plays; until five in the morning it is still yesterday's."""
    return league_today(league, (now or timezone.now()) - MORNING)


def seasons_of(league: League, *only: Q) -> tuple[Season, ...]:
    """Return the seasons of a league, the latest first, each knowing whether it has a match. One query."""
    has_matches = Exists(Match.objects.filter(division__season=OuterRef("pk")))
    seasons = league.seasons.filter(*only).annotate(has_matches=has_matches)
    return tuple(seasons.order_by("-starts_on", "-id"))


CURRENT = "current"
"""In an address: the season that `current_season` finds."""


def current_season(seasons: tuple[Season, ...], today: datetime.date) -> Season | None:
    """Return the season a visitor means who names none: the latest that has begun, closed or not.

    A season has begun when its first day has come and it has a match: until then the one before is shown,
    with its final tables. While none has begun it is the one at the desk. `seasons` as
    `seasons_of` gives them.
    """
    begun = (season for season in seasons if season.starts_on <= today and _has_matches(season))
    return next(begun, None) or season_at_hand(seasons, today)


def seasons_beside(seasons: tuple[Season, ...], shown: Season | None) -> tuple[Season, ...]:
    """Return at most ten seasons around the one shown, as a page must not grow with the league's history."""
    at = seasons.index(shown) if shown in seasons else 0
    first = max(0, min(at - SEASONS_LISTED // 2, len(seasons) - SEASONS_LISTED))
    return seasons[first : first + SEASONS_LISTED]


def season_at_hand(seasons: tuple[Season, ...], today: datetime.date) -> Season | None:
    """Return the season the secretary works at: the one being played; else the next, to be planned; else the
    last.

    `seasons` with the latest first. None for a league without a season.
    """
    begun = [season for season in seasons if not season.is_finished and season.starts_on <= today]
    to_come = [season for season in seasons if not season.is_finished and season.starts_on > today]
    return next(iter([*begun, *reversed(to_come), *seasons]), None)


def season_of_fixtures(seasons: tuple[Season, ...], today: datetime.date) -> Season | None:
    """Return the season whose fixtures a visitor means: the current one; once that is closed, the next
    planned.
    """
    shown = current_season(seasons, today)
    if shown is None or not shown.is_finished:
        return shown
    return _next_planned(seasons, shown, today) or shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Coming:
    """The season that comes next: it has fixtures, and begins on that day."""

    season: Season
    begins_on: datetime.date


def coming_after(seasons: tuple[Season, ...], shown: Season, today: datetime.date) -> Coming | None:
    """Return the season that comes after the one shown, once it has fixtures. One query, if there is one."""
    season = _next_planned(seasons, shown, today)
    if season is None:
        return None
    first = Match.objects.filter(division__season=season).aggregate(first=Min("date"))["first"]
    return Coming(season=season, begins_on=first or season.starts_on)


def _next_planned(seasons: tuple[Season, ...], shown: Season, today: datetime.date) -> Season | None:
    later = (season for season in reversed(seasons) if season.starts_on > max(today, shown.starts_on))
    return next((season for season in later if _has_matches(season)), None)


def _has_matches(season: Season) -> bool:
    return bool(season.has_matches)  # type: ignore[attr-defined]  # `seasons_of` has asked it


def divisions_of(season: Season) -> list[Division]:
    """Return the divisions of a season, the top one first, each with season and rule book."""
    return list(
        Division.objects.filter(season=season)
        .select_related("season__rule_book")
        .order_by("position", "name", "id")
    )


def asked_division(divisions: Collection[Division], slug: str | None) -> Division | None:
    """Return the division of an address, the first if it names none; None if there are no divisions.

    Raises Http404 for one that is not among them.
    """
    asked = [division for division in divisions if slug in (None, division.slug)]
    if divisions and not asked:
        raise Http404("The season has no division of that name.")
    return next(iter(asked), None)


def top_division(
    league: League, today: datetime.date, season_slug: str = "", *, for_fixtures: bool = False
) -> Division | None:
    """Return the top division of the season of that address, or of the one meant. None if there is none."""
    seasons = seasons_of(league)
    season = (
        next((season for season in seasons if season.slug == season_slug), None)
        if season_slug
        else (season_of_fixtures if for_fixtures else current_season)(seasons, today)
    )
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
    coming: Coming | None = None


_known_places: KnownByRevision[DivisionPlace] = KnownByRevision(most=256)


def division_place(
    league: League, season_slug: str, division_slug: str, *, today: datetime.date | None = None
) -> DivisionPlace | None:
    """Return the division of that address. None if there is none. Two queries.

    With `today`, `coming` is the next season while this one is the last played; one query more then. None
    where it was asked before under the same revision of the league.
    """
    asked = league, season_slug, division_slug, today
    key = league.pk, *asked[1:]
    return _known_places.made(key, league.revision, lambda: _division_place(*asked))


def _division_place(
    league: League, season_slug: str, division_slug: str, today: datetime.date | None
) -> DivisionPlace | None:
    seasons = seasons_of(league)
    position = next((place for place, season in enumerate(seasons) if season.slug == season_slug), None)
    if position is None:
        return None
    siblings = tuple(divisions_of(seasons[position]))
    division = next((sibling for sibling in siblings if sibling.slug == division_slug), None)
    if division is None:
        return None
    season = seasons[position]
    is_last = today is not None and season == current_season(seasons, today)
    return DivisionPlace(
        division=division,
        siblings=siblings,
        season_before=next(iter(seasons[position + 1 :]), None),
        season_after=seasons[position - 1] if position else None,
        coming=coming_after(seasons, season, today) if is_last and today else None,
    )


def all_leagues() -> list[League]:
    """Return every league, by name as people sort names."""
    leagues = chain.from_iterable(in_every_cell(lambda: list(League.objects.all())))
    return sorted(leagues, key=lambda league: league.name.casefold())


def enrolments_of(season: Season | None) -> list[Enrolment]:
    """Return the teams of a season in the order of divisions and names."""
    if season is None:
        return []
    return sorted(
        season.enrolments.select_related("team__pub", "division"),
        key=lambda enrolment: (
            enrolment.division.position,
            enrolment.division.name,
            enrolment.team.name.casefold(),
        ),
    )
