"""Lists brought to a league in one step: what is understood of their rows, previewed or imported."""

from league.exchange.services.lists import (
    NO_ANSWERS,
    Answers,
    ImportReport,
    import_parsed,
    read_rows,
)
from league.exchange.spreadsheets import Rows
from league.models import League, Season


def preview_list(
    *, league: League, season: Season | None, what: str, rows: Rows, answers: Answers = NO_ANSWERS
) -> ImportReport:
    parsed = read_rows(league=league, season=season, what=what, rows=rows, answers=answers)
    return import_parsed(league=league, season=season, what=what, parsed_list=parsed)


def import_list(
    *, league: League, season: Season, what: str, rows: Rows, answers: Answers = NO_ANSWERS, **how: object
) -> ImportReport:
    parsed = read_rows(league=league, season=season, what=what, rows=rows, answers=answers)
    return import_parsed(league=league, season=season, what=what, parsed_list=parsed, **how)
