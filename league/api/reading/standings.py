"""Standings: as they stand, or as they stood at the end of a day, with the reason for each place."""

import datetime
from typing import Annotated

from ninja import Query, Router

from league.api.answers import ApiRequest, Page, page_of
from league.api.reading.leagues import division_at, season_at
from league.api.schemas import (
    AdjustmentShape,
    Day,
    DivisionShape,
    Limit,
    NamedShape,
    Offset,
    PageOf,
    ReasonShape,
    ReasonStep,
    StandingsRowShape,
    StandingsShape,
)
from league.models import Division, Season
from league.people.names import KeptBack
from league.standings.selectors.lines import StandingsLine, Why, standings_lines
from league.standings.selectors.standings import DivisionTable, tables_of
from league.templatetags.standings import figure

router = Router(tags=["standings"])
AsOf = Annotated[
    Day | None,
    Query(alias="as-of", description="As they stood at the end of this day, such as 2027-01-14."),
]


@router.get("/leagues/{slug:league}/seasons/{slug:season}/standings", response=PageOf[StandingsShape])
def list_standings(
    request: ApiRequest, league: str, season: str, as_of: AsOf = None, limit: Limit = 100, offset: Offset = 0
) -> Page:
    """Standings of all divisions of a season, the top division first."""
    the_season = season_at(request.league, season)
    page = page_of(request, list(the_season.divisions.all()), limit, offset)
    return page | {"items": _tables(request, the_season, page["items"], as_of)}


@router.get(
    "/leagues/{slug:league}/seasons/{slug:season}/divisions/{slug:division}/standings",
    response=StandingsShape,
)
def read_standings(
    request: ApiRequest, league: str, season: str, division: str, as_of: AsOf = None
) -> StandingsShape:
    """Standings of one division, with the reason for each place and what can still come of it."""
    the_season = season_at(request.league, season)
    (table,) = _tables(request, the_season, [division_at(the_season, division)], as_of)
    return table


def points_of(halves: int) -> float:
    """Return half points as people say them."""
    return halves / 2


def _tables(
    request: ApiRequest, season: Season, divisions: list[Division], as_of: datetime.date | None
) -> list[StandingsShape]:
    for division in divisions:
        division.season = season  # with its rule book, once for all
    kept_back = KeptBack.of(request.league)
    return [_table(table, kept_back) for table in tables_of(divisions, as_of, league=request.league)]


def _table(table: DivisionTable, kept_back: KeptBack) -> StandingsShape:
    return StandingsShape(
        season=table.division.season.slug,
        division=DivisionShape.from_orm(table.division),
        as_of=table.as_of,
        week=table.week,
        rows=[_row(line, kept_back) for line in standings_lines(table, with_prospects=True)],
    )


def _row(line: StandingsLine, kept_back: KeptBack) -> StandingsRowShape:
    record, prospect = line.record, line.prospect
    return StandingsRowShape(
        place=line.row.place,
        tied=line.row.is_shared,
        team=NamedShape.from_orm(line.team),
        played=record.played,
        won=record.won,
        drawn=record.drawn,
        lost=record.lost,
        tables_for=record.tables_won,
        tables_against=record.tables_lost,
        score_for=record.score_for,
        score_against=record.score_against,
        points=points_of(record.match_points),
        adjustment=points_of(record.adjusted),
        adjustments=[
            AdjustmentShape(
                points=points_of(adjustment.halves),
                reason=kept_back.hide(adjustment.reason),
                on=adjustment.on,
            )
            for adjustment in record.adjustments
        ],
        form=list(record.form),
        best_place=prospect.best if prospect else None,
        worst_place=prospect.worst if prospect else None,
        odds=[chance.chance for chance in line.outlook.chances] if line.outlook else None,
        moved=line.up,
        certain=line.certain,
        withdrawn=line.withdrawal.effect if line.withdrawal else None,
        reasons=[_reason(why) for why in line.whys],
    )


def _reason(why: Why) -> ReasonShape:
    return ReasonShape(
        other=NamedShape.from_orm(why.other),
        is_ahead=why.is_ahead,
        steps=[
            ReasonStep(
                criterion=step.criterion.key,
                name=step.criterion.name,
                own=figure(step.own, step.criterion),
                other=figure(step.other, step.criterion),
                decides=step.decides,
            )
            for step in why.steps
        ],
    )
