"""Sheets as values for the printing tests: The Fleece at home to The Shears, blank or played."""

import datetime
from typing import Any

from league.printing.forms_on_paper import (
    AwardColumn,
    BlankSheet,
    GameOnPaper,
    HandOnPaper,
    MatchOnPaper,
    SheetMatch,
    SideTotals,
)
from scoring.seats import AWAY, HOME, NOBODY

COLUMNS = (
    AwardColumn(title="High", boxes=2),
    AwardColumn(title="Low", boxes=2),
    AwardColumn(title="Jack", boxes=3),
    AwardColumn(title="Game", boxes=3),
)
LONG_NAME = "The Weavers’ Rest & Old Spinners’ Social Club, Low Moorside Road B"


def a_form(games: tuple[int, ...] = (1, 1, 1, 1), rows: int = 15, **fields: Any) -> BlankSheet:
    """The Heckmondwike form, or one of other tables and rows."""
    return BlankSheet(
        **{
            "games": games,
            "seats": "pair",
            "target": 15,
            "highest": 15,
            "rows": rows,
            "columns": COLUMNS,
            "table_won": 4,
            "game_won": 0,
            "aggregate": 4,
            "match_won": 0,
            **fields,
        }
    )


def a_sheet(
    home: str = "The Fleece", away: str = "The Shears", *, form: BlankSheet | None = None, **fields: Any
) -> MatchOnPaper:
    """A match on the night, with nothing played yet."""
    meeting = SheetMatch(
        home=home,
        away=away,
        home_slug="fleece",
        away_slug="shears",
        venue="The Fleece, Rawfold Top",
        division="Division One",
        week=12,
        date=datetime.date(2027, 1, 14),
        starts_at=datetime.time(20, 30),
    )
    return MatchOnPaper(
        form=form or a_form(),
        league="Three Valleys All Fours League",
        season="2026-27",
        meeting=meeting,
        **fields,
    )


def a_blank() -> MatchOnPaper:
    return MatchOnPaper(form=a_form(), league="Three Valleys All Fours League", season="2026-27")


def a_played_sheet() -> MatchOnPaper:
    """Table 1 is known hand by hand, the others by their scores."""
    first = GameOnPaper(
        table=1,
        game=1,
        home_pair="Zoë Hirst & Łukasz Żółć",
        away_pair="Arthur Thwaite (senior) & Jean Ormondroyd",
        hands=(
            HandOnPaper(takers=(HOME, AWAY, NOBODY, HOME), score=(2, 1)),
            HandOnPaper(takers=(AWAY, AWAY, AWAY, NOBODY), score=(2, 4)),
        ),
        score=(15, 13),
        first_pitch=AWAY,
        penalties="hand 2: 4 to away",
    )
    totals = tuple(
        SideTotals(tables=tables, total=total, parts=parts, match_points=points)
        for tables, total, parts, points in (
            (("15", "12", "15", "15"), 57, (12, 4), 16),
            (("13", "15", "11", "8"), 47, (4, 0), 4),
        )
    )
    return a_sheet(
        games=(first,), totals=(totals[HOME], totals[AWAY]), remarks="Pie and peas at half past nine."
    )
