"""How long the standings take, as ratios to yardsticks timed in the same run.

    pytest tests/benchmarks/test_standings.py --benchmark-json=standings.json

A season is 12 teams, each twice against each other: 132 matches of 4 tables. A1 is the computing of a
table, A2 its page, A3 the answer to a visitor who has it already, A5 what nine older seasons add.
"""

import datetime
import itertools
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.matches.outcomes import MatchOutcome, TableOutcome
from league.models import Division
from league.standings.prospects import prospects
from league.standings.rows import standings
from league.standings.scheme import Scheme
from league.standings.selectors.matches import match_outcomes, scheme_of
from league.standings.selectors.standings import division_table, entrants_and_rulings
from scoring.matches import MatchFormat
from tests.builders import a_division, a_league, a_season
from tests.builders_seasons import a_round_robin

pytestmark = pytest.mark.django_db

TEAMS, TABLES = 12, 4
PAGE = "/three-valleys-all-fours-league/2026-27/division-one/standings/"
ROUNDS = 15
HECKMONDWIKE = MatchFormat(table_won=4, aggregate=4, walkover_in_aggregate=False)


@pytest.fixture
def league():
    league = a_league()
    play_a_season(league, 2026)
    return league


def play_a_season(league, year):
    season = a_season(league, f"{year}-{(year + 1) % 100}", is_finished=year < 2026)
    a_round_robin(a_division(season, teams=TEAMS))


def the_division():
    return Division.objects.select_related("season__rule_book").get(season__slug="2026-27")


def stdlib_fold(rows: list[tuple[int, int, int, int]]) -> dict[int, list[int]]:
    """The least a table can cost: every game added to two teams' sums in a dictionary."""
    sums: dict[int, list[int]] = {}
    for home, away, home_score, away_score in rows:
        for team, own, other in ((home, home_score, away_score), (away, away_score, home_score)):
            sum_of = sums.setdefault(team, [0, 0, 0])
            sum_of[0] += own > other
            sum_of[1] += own
            sum_of[2] += other
    return sums


def median_of(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Seconds of the median of so many calls."""
    taken = []
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return statistics.median(taken)


def yardstick(division: Division) -> float:
    """The fold of the season's 528 games, in seconds."""
    rows = [
        (outcome.home, outcome.away, *game)
        for outcome in match_outcomes([division])[division.pk]
        for table in outcome.tables or ()
        for game in table.games
    ]
    assert len(rows) == TEAMS * (TEAMS - 1) * TABLES
    return median_of(lambda: stdlib_fold(rows))


def test_computing_from_values(benchmark, league):
    division = the_division()
    entrants, rulings = entrants_and_rulings([division])
    outcomes = match_outcomes([division])[division.pk]
    names = {key: named.name for key, named in entrants[division.pk].items()}
    scheme = scheme_of(division)
    rows = benchmark(lambda: standings(outcomes, rulings[division.pk], names, scheme))
    assert len(rows) == TEAMS
    ratio = benchmark.stats.stats.median / yardstick(division)
    benchmark.extra_info.update(goal="A1", yardstick="stdlib_fold", ratio=round(ratio, 2))
    assert ratio <= 12


def a_division_of(teams: int) -> list[MatchOutcome]:
    """Two matches against each of eleven others for every team, however many there are."""
    random, night = Random(teams), datetime.date(2026, 9, 3)
    finals = [((15, less), (less, 15)) for less in range(15)]
    outcomes = []
    for on, team, leg in itertools.product(range(1, 12), range(teams), range(2)):
        if on < 6 or (on == 6 and team % 2 == 0):
            home, away = (team, (team + on) % teams)[:: -1 if leg else 1]
            tables = tuple(
                TableOutcome(number=number, games=(random.choice(random.choice(finals)),))
                for number in range(1, TABLES + 1)
            )
            match, week = len(outcomes), 2 * on + leg
            outcomes.append(
                MatchOutcome(match=match, week=week, date=night, home=home, away=away, tables=tables)
            )
    return outcomes


@pytest.mark.parametrize("teams", [12, 120, 1200])
@pytest.mark.parametrize("by", [("score_difference", "score_for"), ("head_to_head", "score_ratio")])
def test_computing_a_division_of_many(benchmark, teams, by):
    outcomes, names = a_division_of(teams), {team: f"Team {team}" for team in range(teams)}
    scheme = Scheme(form=HECKMONDWIKE, tie_breaks=by)
    rows = benchmark(lambda: standings(outcomes, (), names, scheme))
    assert len(rows) == teams
    games = [
        (outcome.home, outcome.away, *table.games[0])
        for outcome in outcomes
        for table in outcome.tables or ()
    ]
    ratio = benchmark.stats.stats.median / median_of(lambda: stdlib_fold(games))
    benchmark.extra_info.update(goal="A1", yardstick="stdlib_fold", ratio=round(ratio, 2), teams=teams)
    # Reading values costs more than adding numbers, but it grows as the matches do.
    assert ratio <= 24


@pytest.mark.parametrize("weeks", [3, 11])
def test_prospects_of_twelve_teams(benchmark, weeks):
    last = 2 * (TEAMS - 1) - weeks
    outcomes = [one if one.week <= last else replace(one, tables=None) for one in a_division_of(TEAMS)]
    names = {team: f"Team {team}" for team in range(TEAMS)}
    scheme = Scheme(form=HECKMONDWIKE)
    found = benchmark(lambda: prospects(outcomes, (), names, scheme, promoted=2, relegated=2))
    ratio = benchmark.stats.stats.median / median_of(lambda: standings(outcomes, (), names, scheme))
    benchmark.extra_info.update(yardstick="a table", ratio=round(ratio, 2), weeks=weeks)
    assert weeks > 3 or all(one.is_exact for one in found)


def test_computing_from_the_database(benchmark, league):
    division = the_division()
    with CaptureQueriesContext(connection) as queries:
        division_table(division)
    assert len(queries) == 2
    benchmark(lambda: division_table(division))
    ratio = benchmark.stats.stats.median / yardstick(division)
    benchmark.extra_info.update(goal="A1", yardstick="stdlib_fold", ratio=round(ratio, 2), queries=2)


def test_the_page(benchmark, league):
    client = Client()
    with CaptureQueriesContext(connection) as queries:
        assert client.get(PAGE).status_code == 200
    assert len(queries) <= 5
    response = benchmark(lambda: client.get(PAGE))
    ratio = benchmark.stats.stats.median / median_of(lambda: client.get("/health/"))
    benchmark.extra_info.update(
        goal="A2", yardstick="a trivial view", ratio=round(ratio, 2), bytes=len(response.content)
    )


def test_the_page_for_a_visitor_who_has_it(benchmark, league):
    client = Client()
    tag = client.get(PAGE).headers["ETag"]
    response = benchmark(lambda: client.get(PAGE, headers={"If-None-Match": tag}))
    assert response.status_code == 304
    ratio = benchmark.stats.stats.median / median_of(lambda: client.get("/health/"))
    benchmark.extra_info.update(goal="A3", yardstick="a trivial view", ratio=round(ratio, 2))


@pytest.mark.parametrize("seasons", [10, 100])
def test_older_seasons_add_nothing(benchmark, league, seasons):
    division, client = the_division(), Client()
    alone, page = median_of(lambda: division_table(division)), client.get(PAGE)
    for year in range(2027 - seasons, 2026):
        play_a_season(league, year)
    older = client.get(PAGE)
    benchmark(lambda: division_table(division))
    ratio = benchmark.stats.stats.median / alone
    benchmark.extra_info.update(
        goal="A5",
        yardstick="the same with one season",
        ratio=round(ratio, 2),
        more_bytes=len(older.content) - len(page.content),
    )
    assert ratio <= 2
