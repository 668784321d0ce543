"""Teams and players, by the names that everybody may see."""

from dataclasses import asdict
from http import HTTPStatus
from typing import Annotated, Any

from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpResponse
from ninja import Query, Router

from league.api.answers import ApiRequest, Page, page_address, page_of
from league.api.reading.leagues import season_at
from league.api.schemas import (
    Limit,
    ListedPlayerShape,
    Offset,
    OfSeason,
    PageOf,
    PartnerShape,
    PlayerDetail,
    SeasonTallyShape,
    ShareShape,
    TallyShape,
    TeamDetail,
    TeamShape,
)
from league.competition.selectors import current_season, league_today, seasons_of
from league.models import Enrolment, League, Registration, Season, Team
from league.people.pages.lines import PlayerLine
from league.people.pages.player import player_record
from league.people.pages.players import players_of_league
from league.people.selectors import find_player
from league.results.selectors.season_hands import PublicPlayer, public_player
from league.shared.text import folded

router = Router(tags=["teams and players"])
Search = Annotated[str, Query(max_length=80, description="Words that the name has to hold.")]


@router.get("/leagues/{slug:league}/teams", response=PageOf[TeamShape])
def list_teams(
    request: ApiRequest, league: str, season: OfSeason = None, limit: Limit = 100, offset: Offset = 0
) -> Page:
    """Teams by name: those of a season, or without one all there ever were."""
    teams = _teams(request.league, season_or_current(request.league, season))
    if season:
        teams = [team for team in teams if team.placed]  # type: ignore[attr-defined]  # prefetched by _teams
    return page_of(request, teams, limit, offset, lambda team: TeamShape(**_team(request, team)))


@router.get("/leagues/{slug:league}/teams/{slug:team}", response=TeamDetail)
def read_team(request: ApiRequest, league: str, team: str, season: OfSeason = None) -> TeamDetail:
    """One team, with the players who are registered for it in a season."""
    shown = season_or_current(request.league, season)
    the_team = next((each for each in _teams(request.league, shown) if each.slug == team), None)
    if the_team is None:
        raise Http404(f"{request.league} has no team “{team}”. Its teams are at /leagues/{league}/teams.")
    signed = Registration.objects.current().filter(team=the_team, season=shown).select_related("player")
    players = sorted(
        (public_player(registration.player) for registration in signed),
        key=lambda player: (player.name is None, folded(player.name or ""), player.id or ""),
    )
    return TeamDetail(**_team(request, the_team), season=shown.slug if shown else None, players=players)


@router.get("/leagues/{slug:league}/players", response=PageOf[ListedPlayerShape])
def list_players(
    request: ApiRequest,
    league: str,
    season: OfSeason = None,
    search: Search = "",
    limit: Limit = 100,
    offset: Offset = 0,
) -> Page:
    """Players by surname, with their teams and games of a season; but those not shown by any name."""
    shown = season_or_current(request.league, season)
    lines = players_of_league(request.league, season=shown, search=search, to_secretary=False)
    return page_of(
        request,
        lines,
        limit,
        offset,
        lambda listed: ListedPlayerShape(**_player(request, listed.line), **asdict(listed.tally)),
    )


MERGED = {"responses": {308: {"description": "The record was merged into the one at Location"}}}


@router.get("/leagues/{slug:league}/players/{public_id:player}", response=PlayerDetail, openapi_extra=MERGED)
def read_player(
    request: ApiRequest, league: str, player: str, season: OfSeason = None
) -> PlayerDetail | HttpResponse:
    """One player, with what they did in confirmed matches; shares and partners of their latest season."""
    the_player = find_player(request.league, player, to_secretary=False)
    if the_player is None:
        raise Http404(f"{request.league} shows no player “{player}”.")
    if the_player.public_id != player:
        address = request.get_full_path().replace(f"/players/{player}", f"/players/{the_player.public_id}")
        return HttpResponse(status=HTTPStatus.PERMANENT_REDIRECT, headers={"Location": address})
    record = player_record(the_player, season=season_or_current(request.league, season), to_secretary=False)
    return PlayerDetail(
        **_player(request, record.line),
        total=TallyShape.from_orm(record.total),
        seasons=[
            SeasonTallyShape(season=of_season.season.slug, **asdict(of_season.tally))
            for of_season in record.seasons
        ],
        shares=[ShareShape.from_orm(share) for share in record.shares],
        recorded_hands=record.recorded_hands,
        partners=[
            PartnerShape(partner=_public(partner), **asdict(tally)) for partner, tally in record.partners
        ],
    )


def season_or_current(league: League, slug: str | None) -> Season | None:
    """Return the season of a slug; without one the current season, if there is one."""
    if slug:
        return season_at(league, slug)
    return current_season(seasons_of(league), league_today(league))


def _teams(league: League, season: Season | None) -> list[Team]:
    """Return the teams of a league, each with its place in the season. Two queries."""
    placed: QuerySet[Enrolment] = Enrolment.objects.filter(season=season).select_related("division")
    teams = league.teams.select_related("pub").prefetch_related(
        Prefetch("enrolments", placed, to_attr="placed")
    )
    return sorted(teams, key=lambda team: (folded(team.name), team.slug))


def _team(request: ApiRequest, team: Team) -> dict[str, Any]:
    places: list[Enrolment] = team.placed  # type: ignore[attr-defined]  # prefetched by _teams
    return {
        "slug": team.slug,
        "name": team.name,
        "short_name": team.short_name,
        "pub": team.pub,
        "division": places[0].division.slug if places else None,
        "url": page_address(request, "team", team.slug),
    }


def _player(request: ApiRequest, line: PlayerLine) -> dict[str, Any]:
    return {
        "id": line.public_id,
        "name": line.name,
        "teams": line.teams,
        "url": page_address(request, "player", line.public_id),
    }


def _public(line: PlayerLine) -> PublicPlayer:
    """Return a player of a list; one without an id is not shown."""
    return PublicPlayer(id=line.public_id or None, name=line.name if line.public_id else None)
