"""Leagues and their seasons."""

from django.http import Http404, HttpRequest
from django.urls import reverse
from ninja import Router

from league.api.answers import ApiRequest, Page, page_of
from league.api.schemas import (
    DivisionShape,
    FormatShape,
    LeagueShape,
    Limit,
    Offset,
    PageOf,
    SeasonShape,
)
from league.competition.selectors import CURRENT, current_season, league_today, seasons_of
from league.models import Division, League, Season

router = Router(tags=["leagues"])


@router.get("/leagues", response=PageOf[LeagueShape])
def list_leagues(request: ApiRequest, limit: Limit = 100, offset: Offset = 0) -> Page:
    """Leagues of this site, by name."""
    return page_of(request, request.leagues, limit, offset, lambda league: _league(request, league))


@router.get("/leagues/{slug:league}", response=LeagueShape)
def read_league(request: ApiRequest, league: str) -> LeagueShape:
    """One league."""
    return _league(request, request.league)


@router.get("/leagues/{slug:league}/seasons", response=PageOf[SeasonShape])
def list_seasons(request: ApiRequest, league: str, limit: Limit = 100, offset: Offset = 0) -> Page:
    """Seasons with their divisions, the latest first."""
    return page_of(request, seasons_with_divisions(request.league), limit, offset, _season)


@router.get("/leagues/{slug:league}/seasons/{slug:season}", response=SeasonShape)
def read_season(request: ApiRequest, league: str, season: str) -> SeasonShape:
    """One season."""
    return _season(season_at(request.league, season))


def seasons_with_divisions(league: League) -> list[Season]:
    """Return the seasons of a league, the latest first, with rule books and divisions. Two queries."""
    seasons = league.seasons.select_related("rule_book").prefetch_related("divisions")
    return list(seasons.order_by("-starts_on", "-id"))


def season_at(league: League, slug: str) -> Season:
    """Return the season of a slug, or the `current` one, with rule book and divisions. Raises Http404.

    Two queries, three for the current one.
    """
    if slug == CURRENT and (current := current_season(seasons_of(league), league_today(league))):
        slug = current.slug
    seasons = league.seasons.select_related("rule_book").prefetch_related("divisions").filter(slug=slug)
    season = seasons.first()
    if season is None:
        raise Http404(f"{league} has no season “{slug}”. Its seasons are at /leagues/{league.slug}/seasons.")
    return season


def division_at(season: Season, slug: str) -> Division:
    """Return the division of a slug. Raises Http404, naming those there are."""
    divisions = {division.slug: division for division in season.divisions.all()}
    if slug not in divisions:
        known = ", ".join(divisions) or "none"
        raise Http404(f"{season} has no division “{slug}”. Its divisions: {known}.")
    return divisions[slug]


def _league(request: HttpRequest, league: League) -> LeagueShape:
    return LeagueShape(
        slug=league.slug,
        name=league.name,
        about=league.about,
        time_zone=league.time_zone,
        url=request.build_absolute_uri(reverse("league-home", args=[league.slug])),
    )


def _season(season: Season) -> SeasonShape:
    book, form = season.rule_book, season.rule_book.match_format()
    return SeasonShape(
        slug=season.slug,
        name=season.name,
        starts_on=season.starts_on,
        ends_on=season.ends_on,
        is_finished=season.is_finished,
        format=FormatShape(
            variant=book.variant,
            target=form.target,
            tables=form.tables,
            players_a_side=form.players_a_side,
            unit=book.game_word if book.has_several_games else book.table_word,
            games_at_each_table=[form.games_at(table) for table in range(form.tables)],
        ),
        divisions=[DivisionShape.from_orm(division) for division in season.divisions.all()],
    )
