"""How long the standings take, as ratios to yardsticks timed in the same run.

    pytest tests/benchmarks/test_standings.py --benchmark-json=standings.json

A season is 12 teams, each twice against each other: 132 matches of 4 tables, with scores that leave no two
teams level; three leagues of ten such seasons lie in the database. A1 is the computing of a table from the
database, A2 its page with the grid of results, A3 the page out of the store and the answer to a visitor who
has it already, A5 what older seasons add. docs/performance.md has the peers and how the limits here follow.
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
from django.db.models import Prefetch
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.competition import selectors as competition_selectors
from league.installation import stored_pages
from league.matches.outcomes import MatchOutcome, TableOutcome
from league.models import Division, Game, Match, Scorecard
from league.shared import revisions
from league.shared.revisions import KnownByRevision
from league.standings.prospects import prospects
from league.standings.rows import standings
from league.standings.scheme import Scheme
from league.standings.selectors import standings as standings_of_divisions
from league.standings.selectors.matches import match_outcomes, scheme_of
from league.standings.selectors.standings import division_table, entrants_and_rulings
from scoring.matches import MatchFormat
from tests.benchmarks.interleaved import interleaved
from tests.builders import a_division, a_league, a_season
from tests.builders_seasons import a_round_robin

pytestmark = pytest.mark.django_db

TEAMS, TABLES = 12, 4
PAGE = "/three-valleys-all-fours-league/2026-27/division-one/standings/"
ROUNDS = 15
# What is required, as parts of the processor time that reading the season as instances takes. On PostgreSQL
# the peer's generator takes 0.185 of it and its page 1.88: a quarter of the one; of the other a third, a
# sixtieth out of the store, a hundredth for a 304. SQLite works in our own process, and its time counts.
A1_MOST = {"postgresql": 0.046, "sqlite": 0.09}
A2_MOST = {"postgresql": 0.63, "sqlite": 0.9}
STORED_MOST, NOT_MODIFIED_MOST = 0.031, 0.019
HECKMONDWIKE = MatchFormat(table_won=4, aggregate=4, walkover_in_aggregate=False)


@pytest.fixture
def league():
    """The first of three leagues, each with ten seasons."""
    first, *others = a_league(), a_league("Moor Edge League"), a_league("Canal Side League")
    for year in range(2017, 2027):
        play_a_season(first, year)
        for other in others:
            play_a_season(other, year)
    know_the_tables()
    return first


def know_the_tables():
    """Count rows for the planner, as the database does by itself a minute after they were written."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def play_a_season(league, year):
    season = a_season(
        league,
        f"{year}-{(year + 1) % 100:02}",
        starts_on=datetime.date(year, 9, 3),
        ends_on=datetime.date(year + 1, 4, 29),
        is_finished=year < 2026,
    )
    division = a_division(season, teams=TEAMS)
    a_round_robin(division)
    if season.is_finished:
        return
    random = Random(year)
    games = list(Game.objects.filter(table__scorecard__match__division=division))
    for game in games:
        lost, home_wins = random.randrange(15), random.random() < 0.55
        game.home_score, game.away_score = (15, lost) if home_wins else (lost, 15)
    Game.objects.bulk_update(games, ["home_score", "away_score"], batch_size=250)


@pytest.fixture
def committed(settings, tmp_path, monkeypatch):
    """What the test writes counts as committed; the store of pages is its own."""
    settings.PAGE_STORE = tmp_path / "pages.sqlite3"
    for module in (stored_pages, standings_of_divisions, revisions):
        monkeypatch.setattr(module, "reads_committed", lambda: True)
    monkeypatch.setattr(standings_of_divisions, "_known", KnownByRevision(most=9))
    monkeypatch.setattr(competition_selectors, "_known_places", KnownByRevision(most=9))


def as_instances():
    """The yardstick of A1: the season's matches as instances of the models, added up."""
    won: dict[int, int] = {}
    cards = Prefetch("scorecards", Scorecard.objects.filter(is_confirmed=True), to_attr="confirmed")
    matches = Match.objects.filter(division=the_division()).select_related("home", "away")
    for match in matches.prefetch_related(cards, "confirmed__tables__games"):
        for card in match.confirmed:
            for table in card.tables.all():
                for game in table.games.all():
                    winner = match.home if game.home_score > game.away_score else match.away
                    won[winner.pk] = won.get(winner.pk, 0) + 1
    return won


def the_division():
    divisions = Division.objects.select_related("season__rule_book")
    return divisions.get(season__slug="2026-27", season__league__slug=PAGE.split("/")[1])


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


def report(benchmark, goal, timings, yardstick):
    """Put down each timing with its ratio to the yardstick; pytest-benchmark shows the first of them."""
    benchmark.extra_info.update(
        goal=goal,
        yardstick=yardstick,
        timings={
            name: {
                "cpu ms": round(timing.cpu, 3),
                "wall ms": round(timing.wall, 3),
                "spread": round(timing.spread, 2),
                "ratio": timing.over(timings[yardstick]),
            }
            for name, timing in timings.items()
        },
    )
    benchmark.pedantic(lambda: None, rounds=1)


def test_standings_from_the_database(benchmark, league, committed):
    division = the_division()
    with CaptureQueriesContext(connection) as queries:
        division_table(division)
    assert len(queries) == 2
    timings = interleaved(
        {
            "from the database": lambda: division_table(division),
            "known": lambda: division_table(division, league=league),
            "as instances": as_instances,
        }
    )
    report(benchmark, "A1", timings, "as instances")
    yardstick = timings["as instances"]
    assert timings["from the database"].over(yardstick) <= A1_MOST[connection.vendor]
    assert timings["known"].over(yardstick) <= A1_MOST[connection.vendor] / 10


def test_the_page_with_its_grid(benchmark, league, committed, monkeypatch):
    client = Client()
    monkeypatch.setattr(stored_pages, "reads_committed", lambda: False)
    with CaptureQueriesContext(connection) as queries:
        page = client.get(PAGE)
    assert b'class="season-grid"' in page.content
    # The league, the division by its address (so that results of others leave the stored page), the seasons,
    # the divisions with their rules, who is in this one, its results.
    assert len(queries) == 6, [query["sql"] for query in queries]

    def all_of_it():
        standings_of_divisions._known.clear()
        competition_selectors._known_places.clear()
        client.get(PAGE)

    def from_store(**headers):
        monkeypatch.setattr(stored_pages, "reads_committed", lambda: True)
        client.get(PAGE, headers=headers)
        monkeypatch.setattr(stored_pages, "reads_committed", lambda: False)

    from_store()
    timings = interleaved(
        {
            "all of it made": all_of_it,
            "its table known": lambda: client.get(PAGE),
            "out of the store": from_store,
            "304": lambda: from_store(**{"If-None-Match": page.headers["ETag"]}),
            "a trivial view": lambda: client.get("/health/"),
            "as instances": as_instances,
        }
    )
    report(benchmark, "A2, A3", timings, "as instances")
    yardstick = timings["as instances"]
    assert timings["its table known"].over(yardstick) <= A2_MOST[connection.vendor]
    assert timings["out of the store"].over(yardstick) <= STORED_MOST
    assert timings["304"].over(yardstick) <= NOT_MODIFIED_MOST


def test_older_seasons_add_nothing(benchmark, league, committed):
    """The same league with ten seasons and with a hundred, in turns."""
    old, client = a_league("Hundred Seasons League"), Client()
    for year in range(1927, 2027):
        play_a_season(old, year)
    know_the_tables()
    pages = {
        league.slug: PAGE,
        old.slug: f"/{old.slug}/2026-27/division-one/standings/",
    }
    assert len(client.get(pages[old.slug]).content) < len(client.get(PAGE).content) * 1.01
    tables = {
        slug: Division.objects.select_related("season__rule_book").get(
            season__slug="2026-27", season__league__slug=slug
        )
        for slug in pages
    }
    timings = interleaved({slug: lambda slug=slug: division_table(tables[slug]) for slug in pages})
    report(benchmark, "A5", timings, league.slug)
    assert timings[old.slug].over(timings[league.slug]) <= 1.25
