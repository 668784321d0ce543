"""How long a season's writing takes: a spreadsheet of results brought in, and one result confirmed.

    pytest tests/benchmarks/test_season.py --benchmark-json=season.json

The yardstick of the import is the same rows written bare by the database's own driver, beside the lines read
by the standard library; that of a confirmation the standings page a visitor asks for afterwards.
"""

import csv
import datetime
import io
import itertools
import time
from dataclasses import replace

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.exchange.lists.results import read_results
from league.exchange.services.results import import_results
from league.models import Game, Match, MatchTable, Scorecard
from league.regulations.presets import get
from league.results.services.scorecards import confirm_scorecard
from tests.browser.worlds import a_full_sheet
from tests.builders import a_division, a_league, a_player, a_season, a_secretary
from tests.builders_seasons import a_round_robin

pytestmark = pytest.mark.django_db

RESULTS = 10_000
TEAMS_A_DIVISION = 21
FIRST = datetime.date(2026, 9, 3)
HEADER = "division,date,home,away," + ",".join(f"home_{n},away_{n}" for n in range(1, 5))
# Statements of a result, without BEGIN, COMMIT and savepoints.
MOST_STATEMENTS = 8
PAGE = "/three-valleys-all-fours-league/2026-27/division-one/standings/"


def a_spreadsheet(results: int) -> str:
    """Divisions of 21 teams, each twice against each other, four tables a match, till there are enough."""
    lines = [HEADER]
    for number in itertools.count(1):
        for round_, (home, away) in enumerate(itertools.permutations(range(TEAMS_A_DIVISION), 2)):
            if len(lines) > results:
                return "\n".join(lines)
            date = FIRST + datetime.timedelta(days=round_ // 10 * 7 % 364 + round_ % 5)
            scores = ",".join(f"15,{(home + away + table) % 15}" for table in range(4))
            lines.append(f"Division {number},{date},Team {number}-{home},Team {number}-{away},{scores}")
    raise AssertionError


def bare_rows(text: str) -> float:
    """Seconds to read the lines and to write as many cards, tables and games with bare inserts."""
    began = time.perf_counter()
    lines = list(csv.reader(io.StringIO(text)))[1:]
    template = Game.objects.select_related("table__scorecard").first()
    assert template is not None
    with transaction.atomic(), connection.cursor() as cursor:
        for model, row, count in (
            (Scorecard, template.table.scorecard, 1),
            (MatchTable, template.table, 4),
            (Game, template, 4),
        ):
            name = f"bare_{model._meta.db_table}"
            cursor.execute(
                f"CREATE TEMPORARY TABLE {name} AS SELECT * FROM {model._meta.db_table} WHERE 1 = 0"
            )
            columns = [field.column for field in model._meta.concrete_fields]
            values = [getattr(row, field.attname) for field in model._meta.concrete_fields]
            marks = ", ".join(["%s"] * len(columns))
            statement = f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({marks})"
            cursor.executemany(statement, [values] * (len(lines) * count))
        transaction.set_rollback(True)
    return time.perf_counter() - began


def test_a_season_of_ten_thousand_results_is_brought_in(benchmark):
    text = a_spreadsheet(RESULTS)

    def bring_in() -> None:
        with transaction.atomic():
            lines = read_results(text)
            import_results(
                lines=lines,
                league="Benchmark",
                season="2026-27",
                preset=get("heckmondwike"),
                now=timezone.now(),
            )
            keep = Match.objects.count() == RESULTS
            assert keep
            if not bare:
                bare.append(bare_rows(text))
            transaction.set_rollback(True)

    bare: list[float] = []
    with CaptureQueriesContext(connection) as asked:
        bring_in()
    benchmark.pedantic(bring_in, rounds=3)
    benchmark.extra_info.update(
        goal="import",
        results=RESULTS,
        queries=len(asked),
        yardstick="the same lines read by csv and as many rows written bare",
        ratio=round(benchmark.stats.stats.median / bare[0], 2),
    )


def test_one_result_is_confirmed(benchmark):
    league = a_league()
    division = a_division(a_season(league, "2026-27"), teams=12)
    a_round_robin(division, played=131)
    match = Match.objects.filter(division=division, scorecards=None).select_related(
        "division__season__rule_book", "home", "away"
    )[0]
    secretary = a_secretary(league)
    whole = a_full_sheet(
        *([a_player(team, f"Player {n} of {team}") for n in range(16)] for team in (match.home, match.away))
    )
    sheet = replace(whole, tables=whole.tables[:4])

    def confirm() -> None:
        with transaction.atomic():
            confirm_scorecard(match=match, sheet=sheet, by=secretary, began_from=0, now=timezone.now())
            transaction.set_rollback(True)

    visitor = Client()
    visitor.get(PAGE)
    began = time.perf_counter()
    visitor.get(PAGE)
    page = time.perf_counter() - began
    with CaptureQueriesContext(connection) as asked:
        confirm()
    statements = [query["sql"] for query in asked if "SAVEPOINT" not in query["sql"]]
    benchmark.pedantic(confirm, rounds=20, warmup_rounds=2)
    benchmark.extra_info.update(
        goal="A4",
        statements=len(statements),
        yardstick="the standings page",
        ratio=round(benchmark.stats.stats.median / page, 3),
    )
    assert len(statements) <= MOST_STATEMENTS
