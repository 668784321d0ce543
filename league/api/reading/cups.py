"""Cups, pairs nights and the roll of honour."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.http import Http404
from ninja import Router

from league.api.answers import ApiRequest, Page, page_address, page_of
from league.api.reading.standings import points_of
from league.api.schemas import (
    CupDetail,
    CupRowShape,
    CupShape,
    CupSideShape,
    GroupRowShape,
    GroupShape,
    HonourShape,
    Limit,
    NamedShape,
    Offset,
    PageOf,
    RoundShape,
    TieShape,
)
from league.cups.selectors.cup_pages import CupOnPage, RoundOnPage, cup_on_page
from league.cups.selectors.cups import cup_by_public_id
from league.cups.selectors.lists import CupLine, cup_lines
from league.cups.selectors.pairs_nights import NightOnPage, NightTable, TablesOfRound, night_on_page
from league.cups.selectors.tie_matches import match_ids_of_ties
from league.cups.selectors.tie_pages import TieOnPage
from league.cups.ties import TieSeat
from league.honours.selectors import Holder, RollYear, honours_by_year, roll_of_honour
from league.models import Cup, Side, Team
from league.people.names import KeptBack

router = Router(tags=["cups and honours"])
WINNERS = {0: Side.HOME, 1: Side.AWAY, None: None}


@router.get("/leagues/{slug:league}/cups", response=PageOf[CupShape])
def list_cups(request: ApiRequest, league: str, limit: Limit = 100, offset: Offset = 0) -> Page:
    """Cups and pairs nights, the latest season first."""
    lines: tuple[CupLine, ...] = cup_lines(request.league)
    return page_of(
        request, lines, limit, offset, lambda line: CupShape(**_cup(request, line.cup, line.standing))
    )


@router.get("/leagues/{slug:league}/cups/{public_id:cup}", response=CupDetail)
def read_cup(request: ApiRequest, league: str, cup: str) -> CupDetail:
    """One cup with its rounds and ties, or one pairs night."""
    the_cup = cup_by_public_id(request.league, cup)
    if the_cup is None:
        raise Http404(f"{request.league} has no cup “{cup}”. Its cups are at /leagues/{league}/cups.")
    the_cup.season.league = request.league
    if the_cup.kind == Cup.Kind.PAIRS_NIGHT:
        return _night(request, night_on_page(the_cup))
    return _knock_out(request, cup_on_page(the_cup))


@router.get("/leagues/{slug:league}/honours", response=PageOf[HonourShape])
def list_honours(request: ApiRequest, league: str, limit: Limit = 100, offset: Offset = 0) -> Page:
    """The roll of honour, the latest year first."""
    kept_back = KeptBack.of(request.league)
    lines = list(honours_by_year(roll_of_honour(request.league)))
    return page_of(request, lines, limit, offset, lambda line: _honour(*line, kept_back))


def _cup(request: ApiRequest, cup: Cup, standing: str) -> dict[str, Any]:
    return {
        "id": cup.public_id,
        "slug": cup.slug,
        "name": cup.name,
        "season": cup.season.slug,
        "kind": cup.kind,
        "standing": standing,
        "url": page_address(request, "cup", cup.slug),
    }


def _knock_out(request: ApiRequest, page: CupOnPage) -> CupDetail:
    winner = page.bracket.winner
    matches = match_ids_of_ties(page.cup)
    return CupDetail(
        **_cup(request, page.cup, page.standing),
        winners=[winner.name] if winner else [],
        rounds=[_round(each, matches) for each in page.rounds],
        standings=[],
        groups=list(_groups(page)),
    )


def _groups(page: CupOnPage) -> Iterator[GroupShape]:
    teams = {entry.number: entry.team for entry in page.entries}
    for group in page.bracket.groups:
        rows = [
            GroupRowShape(
                place=row.place,
                name=row.entrant.name,
                team=team.slug if (team := teams[row.entrant.key]) else None,
                played=record.played,
                won=record.won,
                drawn=record.drawn,
                lost=record.lost,
                score_for=record.score_for,
                score_against=record.score_against,
                points=points_of(record.match_points),
                goes_through=row.goes_through,
                reason=row.reason,
            )
            for row in group.rows
            for record in (row.row.record,)
        ]
        yield GroupShape(group=group.letter, is_over=group.is_over, rows=rows)


def _round(each: RoundOnPage, matches: Mapping[tuple[int, int], list[str]]) -> RoundShape:
    return RoundShape(
        round=each.round.number,
        title=each.round.title,
        is_drawn=each.round.is_drawn,
        entrants=each.round.places,
        ties=[_tie(tie, matches.get((tie.tie.round, tie.tie.number), [])) for tie in each.ties],
        byes=[entrant.name for entrant in each.round.byes],
    )


def _tie(each: TieOnPage, matches: list[str]) -> TieShape:
    tie = each.tie
    home, away = tie.verdict.score or (None, None)
    return TieShape(
        tie=tie.number,
        home=_side(tie.home, each.home_team),
        away=_side(tie.away, each.away_team),
        date=each.date,
        starts_at=each.starts_at.isoformat("minutes") if each.starts_at else None,
        venue=NamedShape.from_orm(each.venue) if each.venue else None,
        home_score=home,
        away_score=away,
        winner=WINNERS[tie.verdict.winner],
        is_over=tie.is_over,
        note=each.note,
        group=tie.group or None,
        matches=matches,
    )


def _side(seat: TieSeat, team: Team | None) -> CupSideShape:
    return CupSideShape(name=seat.entrant.name if seat.entrant else None, team=team.slug if team else None)


def _night(request: ApiRequest, page: NightOnPage) -> CupDetail:
    standing = f"Won by {page.won_by}." if page.winners else ""
    return CupDetail(
        **_cup(request, page.cup, standing),
        winners=[winner.name for winner in page.winners],
        rounds=[_tables(each) for each in page.rounds],
        standings=[
            CupRowShape(
                place=row.place,
                tied=row.is_shared,
                name=row.entrant.name,
                played=row.played,
                won=row.won,
                drawn=row.drawn,
                free=row.free,
                points=points_of(row.half_points),
            )
            for row in page.standings
        ],
        groups=[],
    )


def _tables(each: TablesOfRound) -> RoundShape:
    return RoundShape(
        round=each.number,
        title=f"Round {each.number}",
        is_drawn=True,
        entrants=2 * len(each.tables) + bool(each.free),
        ties=[_night_tie(table) for table in each.tables],
        byes=[each.free] if each.free else [],
    )


def _night_tie(table: NightTable) -> TieShape:
    home, away = (CupSideShape(name=name, team=None) for name in table.names)
    home_score, away_score = table.score or (None, None)
    return TieShape(
        tie=table.number,
        home=home,
        away=away,
        date=None,
        starts_at=None,
        venue=None,
        home_score=home_score,
        away_score=away_score,
        winner=WINNERS[table.winner],
        is_over=table.score is not None,
        note="",
        group=None,
        matches=[],
    )


def _honour(year: RollYear, competition: str, place: int, holder: Holder, kept_back: KeptBack) -> HonourShape:
    return HonourShape(
        year=year.year,
        season=year.season_name,
        competition=competition,
        place=place,
        holder=kept_back.hide(holder.name),
        team=holder.team.slug if holder.team else None,
        player=holder.player_id or None,
        remarks=kept_back.hide(holder.remarks),
    )
