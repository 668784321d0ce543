"""The largest list that a league may send: previewed in seconds, in little memory."""

import datetime
import time
import tracemalloc

import pytest

from league.exchange.lists.columns import What
from league.exchange.services.checked_imports import checked_import
from league.exchange.services.lists import ImportReport, import_parsed
from league.models import Season
from tests.builders import a_division, a_league, a_season, a_team, an_enrolment
from tests.builders_seasons import weeks_of
from tests.examples import is_whole

pytestmark = pytest.mark.django_db
FIRST = datetime.date(2026, 9, 3)
TEAMS = 24
DIVISIONS = 9


def fixtures(season: Season, divisions: int) -> str:
    """Return fixtures, home and away, for divisions of teams that meet twice."""
    lines = ["date,home,away,division"]
    for number in range(1, divisions + 1):
        division = a_division(season, f"Division {number}", teams=0)
        for place in range(TEAMS):
            an_enrolment(division, a_team(season.league, f"Pub {place} of {number}"))
        for week, pairs in enumerate(weeks_of(TEAMS, 2)):
            day = FIRST + datetime.timedelta(days=5 * week)
            lines += [
                f"{day:%d/%m/%Y},Pub {home} of {number},Pub {away} of {number},Division {number}"
                for home, away in pairs
            ]
    return "\n".join(lines)


def test_five_thousand_fixtures_are_previewed_in_three_seconds() -> None:
    season = a_season(a_league())
    text = fixtures(season, DIVISIONS if is_whole() else 2)

    def report_of(parsed: object) -> ImportReport:
        return import_parsed(league=season.league, season=season, what=What.FIXTURES, parsed_list=parsed)

    def preview() -> ImportReport | None:
        return checked_import(
            league=season.league,
            season=season,
            what=What.FIXTURES,
            text=text,
            answers={},
            report_of=report_of,
        )[1]

    began = time.process_time()
    report = preview()
    took = time.process_time() - began
    rows = text.count("\n")
    assert report is not None
    assert report.count("new") == rows
    assert took < 3 * rows / 5000 + 0.5, took
    if is_whole():
        tracemalloc.start()
        preview()
        assert tracemalloc.get_traced_memory()[1] < 150_000_000
        tracemalloc.stop()
