"""Matches: fixtures, results, one match with its hands, and a season's hands."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Annotated

from django.db.models import Q, QuerySet
from django.http import Http404, StreamingHttpResponse
from ninja import Query, Router

from league.api.answers import ApiRequest, Page, next_page, page_address, page_of
from league.api.reading.leagues import division_at, season_at
from league.api.reading.standings import points_of
from league.api.schemas import (
    CupMatchShape,
    GameShape,
    HandsPage,
    MatchDetail,
    MatchShape,
    MatchStatus,
    NamedShape,
    OfDivision,
    Offset,
    PageOf,
    SideShape,
    TableShape,
    WhichMatches,
    WithCups,
)
from league.exchange.public_files.hands import hands_as_json
from league.matches.outcomes import RulingInForce
from league.models import Match, MatchTable, Scorecard, Season, Side, Team
from league.people.names import KeptBack
from league.results.selectors.season_hands import (
    RecordedGame,
    SeasonHand,
    hands_on_page,
    recorded_games,
)
from league.standings.records import TeamMatchResult
from league.standings.selectors.match_lists import MatchLine, NamedLink, match_lines

router = Router(tags=["matches"])
OfStatus = Annotated[MatchStatus | None, Query(description="Only matches that stand like this.")]
CupsToo = Annotated[
    WithCups | None,
    Query(description="`with` adds the matches of cups, `only` leaves out those of divisions."),
]
Most = Annotated[int | None, Query(ge=1, le=1_000_000, description="How many hands; without it all of them.")]


@router.get("/leagues/{slug:league}/seasons/{slug:season}/fixtures", response=PageOf[MatchShape])
def list_fixtures(request: ApiRequest, league: str, season: str, which: Query[WhichMatches]) -> Page:
    """Matches that are still to be played, by date; those without a date last."""
    lines = _lines(request, season, which)
    to_come = [line for line in lines if not line.is_over]
    return _page(request, to_come, which)


@router.get("/leagues/{slug:league}/seasons/{slug:season}/matches", response=PageOf[MatchShape])
def list_matches(
    request: ApiRequest, league: str, season: str, which: Query[WhichMatches], status: OfStatus = None
) -> Page:
    """All matches of a season with their results, by date; those without a date last."""
    lines = _lines(request, season, which)
    if status:
        lines = [line for line in lines if _status(line) is status]
    return _page(request, lines, which)


@router.get("/leagues/{slug:league}/matches/{public_id:match}", response=MatchDetail)
def read_match(request: ApiRequest, league: str, match: str) -> MatchDetail:
    """One match with its tables, games and hands."""
    lines = match_lines(Match.with_ties.filter(division__season__league=request.league, public_id=match))
    if not lines:
        raise Http404(f"{request.league} has no match “{match}”.")
    (line,) = lines
    key = line.outcome.match
    card = Scorecard.objects.confirmed().filter(match=key).first()
    tables = list(MatchTable.objects.filter(scorecard=card)) if card else []
    rules = line.division.season.rule_book.rules()
    games = recorded_games(request.league, Match.with_ties.filter(pk=key), rules) if card else iter(())
    by_table = {number: list(played) for number, played in groupby(games, attrgetter("table"))}
    return MatchDetail(
        **match_shape(request, line, _ties(lines)).dict(),
        version=card.version if card else None,
        remarks=KeptBack.of(request.league).hide(card.remarks) if card else "",
        tables=[_table(request, line, table, by_table.get(table.number, [])) for table in tables],
    )


@router.get("/leagues/{slug:league}/seasons/{slug:season}/hands", response=HandsPage)
def list_hands(
    request: ApiRequest,
    league: str,
    season: str,
    division: OfDivision = None,
    cups: CupsToo = None,
    limit: Most = None,
    offset: Offset = 0,
) -> StreamingHttpResponse:
    """Every recorded hand of a season's confirmed scorecards, with match, table, game and players.

    In the order of matches as they were made, tables, games and hands. Without a limit the whole season comes
    in one answer, sent as it is read.
    """
    the_season = season_at(request.league, season)
    if division:
        division_at(the_season, division)
    matches = _of_season(the_season, cups)
    matches = matches.filter(division__slug=division) if division else matches
    hands, count = hands_on_page(request.league, the_season, matches, limit=limit, offset=offset)
    sent = _streamed(request, hands, count, count if limit is None else limit, offset)
    return StreamingHttpResponse(sent, content_type="application/json; charset=utf-8")


def _lines(request: ApiRequest, season: str, which: WhichMatches) -> list[MatchLine]:
    the_season = season_at(request.league, season)
    matches = _of_season(the_season, which.cups)
    if which.division:
        matches = matches.filter(division=division_at(the_season, which.division))
    if which.team:
        if not Team.objects.filter(league=request.league, slug=which.team).exists():
            raise Http404(f"{request.league} has no team “{which.team}”.")
        matches = matches.filter(Q(home__slug=which.team) | Q(away__slug=which.team))
    if which.since:
        matches = matches.filter(date__gte=which.since)
    if which.until:
        matches = matches.filter(date__lte=which.until)
    return match_lines(matches)


def _of_season(season: Season, cups: WithCups | None) -> QuerySet[Match]:
    if cups is None:
        return Match.objects.filter(division__season=season)
    matches = Match.with_ties.filter(division__season=season)
    return matches.exclude(tie=None) if cups is WithCups.ONLY else matches


def _page(request: ApiRequest, lines: Sequence[MatchLine], which: WhichMatches) -> Page:
    ties = _ties(lines)
    return page_of(request, lines, which.limit, which.offset, lambda line: match_shape(request, line, ties))


def _ties(lines: Iterable[MatchLine]) -> dict[str, tuple[int, int, int]]:
    """Return round, number and leg of those of a cup, by public id. One query, if there are any."""
    of_cups = {line.division.pk for line in lines if line.division.cup}
    matches = Match.with_ties.filter(division__in=of_cups) if of_cups else Match.objects.none()
    rows = matches.values_list("public_id", "tie__round", "tie__number", "leg")
    return {public_id: (cup_round, number, leg) for public_id, cup_round, number, leg in rows}


def match_shape(request: ApiRequest, line: MatchLine, ties: Mapping[str, tuple[int, int, int]]) -> MatchShape:
    """Return a match as programs read it."""
    kept_back = KeptBack.of(request.league)
    return MatchShape(
        id=line.public_id,
        season=line.division.season.slug,
        division=line.division.slug,
        week=line.outcome.week,
        date=line.date,
        starts_at=line.starts_at.isoformat("minutes") if line.starts_at else None,
        postponed_from=line.postponed_from,
        postponed_because=kept_back.hide(line.postponed_because),
        home=_side(line.home, line.home_share),
        away=_side(line.away, line.away_share),
        venue=NamedShape.from_orm(line.venue),
        status=_status(line),
        is_play_off=line.outcome.is_play_off,
        cup=_tie_of(line, ties),
        reason=_reason(kept_back, line.void or line.given),
        url=page_address(request, "match", line.public_id),
    )


def _tie_of(line: MatchLine, ties: Mapping[str, tuple[int, int, int]]) -> CupMatchShape | None:
    if (cup := line.division.cup) is None:
        return None
    cup_round, number, leg = ties[line.public_id]
    return CupMatchShape(cup=cup.public_id, name=cup.name, round=cup_round, tie=number, leg=leg)


def _side(team: NamedLink, share: TeamMatchResult | None) -> SideShape:
    return SideShape(
        slug=team.slug,
        name=team.name,
        points=points_of(share.half_points) if share else None,
        tables=share.tables_won if share else None,
        score=share.score_for if share else None,
    )


def _status(line: MatchLine) -> MatchStatus:
    if line.void:
        return MatchStatus.VOID
    if line.given:
        return MatchStatus.WALKOVER
    return MatchStatus.PLAYED if line.is_played else MatchStatus.TO_PLAY


def _reason(kept_back: KeptBack, ruling: RulingInForce | None) -> str:
    return kept_back.hide(ruling.reason) if ruling else ""


def _table(
    request: ApiRequest, line: MatchLine, table: MatchTable, played: Iterable[RecordedGame]
) -> TableShape:
    games = list(played)
    given = next((ruling for ruling in line.tables_given if ruling.table == table.number), None)
    void = next((ruling for ruling in line.voids if ruling.table == table.number), None)
    status = MatchStatus.PLAYED if table.is_played else MatchStatus.TO_PLAY
    if void or given:
        status = MatchStatus.VOID if void else MatchStatus.WALKOVER
    return TableShape(
        table=table.number,
        is_played=table.is_played,
        home_games=sum(game.home_score > game.away_score for game in games) if games else table.home_games,
        away_games=sum(game.away_score > game.home_score for game in games) if games else table.away_games,
        status=status,
        reason=_reason(KeptBack.of(request.league), void or given),
        remarks=KeptBack.of(request.league).hide(table.remarks),
        games=[
            GameShape(
                game=game.game,
                home_score=game.home_score,
                away_score=game.away_score,
                first_pitch=Side(game.first_pitch) if game.first_pitch else None,
                home_players=list(game.home_players),
                away_players=list(game.away_players),
                hands=list(game.hands),
                contradiction=game.contradiction,
                home_foot=game.home_foot,
                away_foot=game.away_foot,
                penalties=list(game.penalties),
            )
            for game in games
        ],
    )


def _streamed(
    request: ApiRequest, hands: Iterator[SeasonHand], count: int, limit: int, offset: int
) -> Iterator[bytes]:
    """Yield a page of hands as JSON, hand by hand, so that a large season needs no large memory."""
    yield b'{"items":'
    yield from hands_as_json(hands)
    following = next_page(request, limit, offset) if offset + limit < count else None
    yield f',"count":{count},"next":{json.dumps(following)}}}'.encode()
