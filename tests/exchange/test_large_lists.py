"""The largest list that a league may send: previewed in seconds, in little memory."""

import datetime
import itertools
import time
import tracemalloc
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from league.exchange.lists.headings import What
from league.exchange.lists.parsing import read_list
from league.exchange.services.lists import ImportReport, checked_import, import_parsed
from league.models import Season
from tests.builders import a_division, a_league, a_season, a_team, an_enrolment
from tests.builders_seasons import weeks_of
from tests.examples import is_whole, sampled

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


def players(season: Season, number: int) -> str:
    """Return players of many names, some nearly alike, for teams of fifty."""
    division = a_division(season, "Division One", teams=0)
    syllables = ("ba", "co", "di", "fu", "ge", "ha", "li", "mo", "na", "pe", "ri", "so", "tu", "ve", "wi")
    names = (
        f"{given} {(first + second + third).title()}"
        for first, second, third in itertools.product(syllables, repeat=3)
        for given in ("Ann", "Bob")
    )
    for place in range(number // 50):
        an_enrolment(division, a_team(season.league, f"Pub {place}"))
    first = enumerate(itertools.islice(names, number))
    lines = (f"{name},Pub {place % (number // 50)},1/9/2026" for place, name in first)
    return "\n".join(["player,team,registered", *lines])


def previewed(season: Season, what: str, text: str) -> ImportReport:
    def report_of(parsed: object) -> ImportReport:
        return import_parsed(league=season.league, season=season, what=what, parsed_list=parsed)

    _, report = checked_import(
        league=season.league, season=season, what=what, text=text, answers={}, report_of=report_of
    )
    assert report is not None
    return report


@pytest.mark.parametrize("what", sampled([What.RESULTS, What.FIXTURES, What.PLAYERS], each=3))
def test_five_thousand_rows_are_previewed_in_three_seconds(
    what: str, django_assert_max_num_queries: Callable[..., AbstractContextManager[object]]
) -> None:
    season = a_season(a_league(), ends_on=datetime.date(2027, 6, 30))
    if what == What.PLAYERS:
        text = players(season, 5000 if is_whole() else 500)
    else:
        text = fixtures(season, DIVISIONS if is_whole() else 2)
    if what == What.RESULTS:
        head, *lines = text.split("\n")
        text = "\n".join([f"{head},home_total,away_total", *(f"{line},5,3" for line in lines)])
    rows = text.count("\n")
    began = time.process_time()
    with django_assert_max_num_queries(60 + rows // 20):
        report = previewed(season, what, text)
    took = time.process_time() - began
    assert report.count("new") + len(report.faults) == rows
    if is_whole():  # a busy machine, as that of the gate may be, takes twice as long
        assert took < 3 * rows / 5000 + 0.5, took
        tracemalloc.start()
        previewed(season, what, text)
        assert tracemalloc.get_traced_memory()[1] < 150_000_000
        tracemalloc.stop()


@pytest.mark.parametrize("cell", ["1 a " * 120, "a 1 - " * 80, "w - x " * 80, "a v " * 120])
def test_a_cell_full_of_figures_takes_no_time(cell: str) -> None:
    rows = (("date", "match"), *(("17/9/2026", cell) for _ in range(20)))
    began = time.process_time()
    read_list(What.RESULTS, rows)
    assert time.process_time() - began < 1
