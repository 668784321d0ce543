"""Lists brought to a league in one step: what is understood of their rows, previewed or imported."""

import datetime
from collections.abc import Mapping
from typing import Any

from league.exchange.lists.checked_list import ImportAction, ImportedRow, WrongList
from league.exchange.lists.parsing import ParsedList
from league.exchange.services.lists import ImportReport, checked_import, import_parsed
from league.exchange.spreadsheets import Rows, as_text
from league.models import League, Season


def preview_list(**what: Any) -> ImportReport:
    return import_list(**what, now=None)


def import_list(
    *,
    league: League,
    season: Season | None,
    what: str,
    rows: Rows,
    now: datetime.datetime | None,
    answers: Mapping[str, str] | None = None,
    **how: Any,
) -> ImportReport:
    """Return what importing rows does; of rows that cannot be read, why they are faults."""

    def report_of(parsed: ParsedList) -> ImportReport:
        return import_parsed(league=league, season=season, what=what, parsed_list=parsed, now=now, **how)

    checked, report = checked_import(
        league=league,
        season=season,
        what=what,
        text=as_text(rows),
        answers=answers or {},
        report_of=report_of,
    )
    if checked.refusal:
        raise WrongList(checked.refusal)
    faults = (
        ImportedRow(
            number=number,
            kind=ImportAction.FAULT,
            words=" ".join(problems),
            problems=problems,
            faults=problems,
        )
        for number, problems in checked.problems
    )
    return report or ImportReport(lines=tuple(faults))
